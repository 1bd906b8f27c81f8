"""Widgets and delegates the panes are made of."""
