"""Masked words of running text, and training to guess them: what ``dropin.py`` measures with."""
