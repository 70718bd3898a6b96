"""Two versions, models or sets of options compared over the same documents."""
