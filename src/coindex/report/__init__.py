"""What people read about experiments and scores: tables, figures and pages.

`survey` is the one walk over all documents, `judgement` what it makes of a document, and `profile`
what it adds up for a run. `findings` holds all that is worked out from results. From it, `tables`,
`figures` and `html` are made.
"""
