"""What the codes on a page mean: one parser for each scheme. A link is parsed, never followed."""
