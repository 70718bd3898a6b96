"""Mail addresses and web addresses; the value is in small letters, without scheme and closing slash."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.values.match import TextMatch, unreadable
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

_HOST = r"[A-Za-z0-9À-ž](?:[A-Za-z0-9À-ž-]{0,61}[A-Za-z0-9À-ž])?"
_DOMAIN = rf"(?:{_HOST}\.){{1,5}}[A-Za-z]{{2,18}}"
_EMAIL = re.compile(rf"(?<![\w.+-])[A-Za-z0-9_][\w.+-]{{0,63}}@{_DOMAIN}(?![\w@-])")
_PATH = r"(?:/[\w./~%+-]{0,80})?"
_WEBSITE = re.compile(rf"(?<![\w@./+-])(?:https?://(?:www\.)?|www\.){_DOMAIN}{_PATH}(?![\w@])", re.IGNORECASE)
# Without "www.", a name with an ending that few other words have: "acme.com", but "Nr.de" is none.
_BARE = re.compile(
    rf"(?<![\w@./+-])(?:{_HOST}\.){{1,3}}(?:com|net|org|eu|info|io|shop|biz|example"
    r"|(?:co|com|org|net)\.[a-z]{2})(?![\w@.-])",
    re.IGNORECASE,
)
_LEAST = 4  # letters of such a name
_SCHEME = re.compile(r"https?://", re.IGNORECASE)


def parse_email(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The mail address in ``text``, in small letters.

    Raises:
        ValueUnreadable: when there is none, or more than one.
    """
    return _only(text, _EMAIL, "email")


def find_emails(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All mail addresses in ``text``."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield TextMatch(*match.span(), ParsedValue(match[0].lower()))


def parse_website(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The web address in ``text``, in small letters, without scheme and closing slash.

    Raises:
        ValueUnreadable: when there is none, or more than one.
    """
    return _only(text, _WEBSITE if _WEBSITE.search(text) else _BARE, "website")


def find_websites(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All web addresses in ``text``; those without "www." are weak."""
    if "." not in text:
        return
    for pattern in (_WEBSITE, _BARE):
        for match in pattern.finditer(text):
            name = match[0].rstrip("./")
            if len(name.partition(".")[0]) >= _LEAST or pattern is _WEBSITE:
                value = ParsedValue(_normal(match[0]))
                yield TextMatch(match.start(), match.start() + len(name), value, weak=pattern is _BARE)


def _only(text: str, pattern: re.Pattern[str], kind: str) -> ParsedValue:
    values = {_normal(match[0]) for match in pattern.finditer(text)}
    if len(values) != 1:
        raise unreadable(kind, text)
    return ParsedValue(values.pop())


def _normal(printed: str) -> str:
    return _SCHEME.sub("", printed).rstrip("./").lower()
