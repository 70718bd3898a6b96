"""Batches on many machines, through Ray Data."""
