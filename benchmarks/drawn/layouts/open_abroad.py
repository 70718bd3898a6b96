"""Later."""

LAYOUTS = {}
