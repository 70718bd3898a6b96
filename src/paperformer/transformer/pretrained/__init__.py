"""Weights that others trained, in our encoder."""
