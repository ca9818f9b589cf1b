"""Reports on experiments and scores: tables, figures and pages.

`survey` is the one pass over all documents, `judgement` its result for a document, and `profile`
its sum for a run. `findings` holds everything that is derived from results. From it, `tables`,
`figures` and `html` are made.
"""
