"""Syntax: dependency trees, their constituents, clauses, binding, fragments of a parse."""
