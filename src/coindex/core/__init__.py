"""The frozen values that everything else is built from, and the language in which components are
named.
"""
