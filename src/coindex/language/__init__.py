"""Facts about parsed text, and no decisions: syntax, binding, clauses,
agreement, quotations, pleonastic *it*.
"""
