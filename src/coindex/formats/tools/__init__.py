"""Files of annotation tools that mark spans of a text and relate them to each other."""
