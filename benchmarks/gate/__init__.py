"""What ``development.py`` is made of: the sets, their reading, the judging and the comparison of two runs."""
