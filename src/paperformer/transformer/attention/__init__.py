"""Attention mechanisms, all behind one protocol: ``(query, key, value, mask) -> output``."""
