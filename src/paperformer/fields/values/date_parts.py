"""Parts of dates: patterns of years and of what ends a day, and the day itself as ISO 8601."""

from __future__ import annotations

import datetime

# A clock may be glued to the year (03/02/201815:28): a year ends where no digit follows, or a clock begins.
CLOCK = r"[0-9]{1,2}:[0-9]{2}"
YEAR = (
    rf"(?:(?:19|20)[0-9]{{2}}(?![0-9]|:[0-9]{{2}})|(?:19|20)[0-9]{{2}}(?={CLOCK})"
    rf"|[0-9]{{2}}(?!:?[0-9])|[0-9]{{2}}(?={CLOCK}))"
)
LONG_YEAR = r"(?:19|20)[0-9]{2}"
DAY_END = rf"(?:(?![0-9])|(?={CLOCK}))"

_PIVOT = 69


def iso_day(year: str, month: str, day: str) -> str | None:
    """The day as yyyy-mm-dd; None where there is none such. Years of two digits follow POSIX."""
    year = year.lstrip("'")
    number = int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= _PIVOT else 2000)
    try:
        return datetime.date(number, int(month), int(day)).isoformat()
    except ValueError:  # no such day: this reading is none
        return None
