"""Proposers: pure functions that propose candidates, in stages; each can be switched off by its name."""
