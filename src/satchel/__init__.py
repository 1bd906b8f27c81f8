"""Satchel: sessions that stay with the learner, on laptops that are often offline."""

__version__ = "0.1.0"
