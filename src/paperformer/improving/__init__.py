"""A better model from confirmed documents: a part is held out, and says whether it is better."""
