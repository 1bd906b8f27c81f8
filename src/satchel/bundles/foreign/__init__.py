"""Conversations that other programs exported, read as `chat` sessions. Nothing is written here, save Xavier bundles.

One module a format; what they share: `pieces` cuts files, `archive` opens ZIP files, `shape` looks into JSON,
`branch` finds the current branch, `moments` reads times, `fit` makes texts keepable, and `conversation` makes
sessions of what was found.
"""
