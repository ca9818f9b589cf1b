"""The web workbench and the tagging tool: a FastAPI application, its API and its pages."""
