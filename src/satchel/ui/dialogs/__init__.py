"""Dialogs. Few: most things are said in place."""
