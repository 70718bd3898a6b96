"""Maximum length of values, wherever they come from.

Values that people confirm become known parties, so both are bounded by the same number: what one part of the
program accepts, no other part refuses later.
"""

from __future__ import annotations

MAX_VALUE_CHARACTERS = 2_000
"""Characters of one value: a name, an address, a number, a cell of a table."""
