"""Facts about parsed text, without decisions: syntax, binding, clauses, agreement, quotations,
pleonastic *it*.
"""
