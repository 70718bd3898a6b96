"""Batches that survive: a manifest decides what is done, and answers lie in parts of bounded size."""
