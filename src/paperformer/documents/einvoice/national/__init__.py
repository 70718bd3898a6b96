"""Readers of national e-invoice formats, one module each. Each fills the terms of EN 16931 that it has."""
