"""The type of a length that may not be known yet."""

from __future__ import annotations

import torch

# While a model is exported with free axes, a length read off a shape is a symbol instead of a number.
Size = int | torch.SymInt
