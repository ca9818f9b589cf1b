"""A server for the Model Context Protocol: tools that resolve, rewrite, score and convert, and
the documents of a project as resources.
"""
