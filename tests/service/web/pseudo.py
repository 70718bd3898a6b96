"""A language that only tests have: the texts of the page in ⟦ ⟧, so that what is none of them stands out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

import paperformer.service

ENGLISH = Path(paperformer.service.__file__).parent / "web" / "messages" / "en.json"
_INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
# Dates, ages and sizes as Intl writes them, and names of keys.
_WRITTEN = re.compile(
    r"[A-Z][a-z]{2} \d{1,2}, \d{4}|\d{1,2}:\d{2}(:\d{2})? ?[AP]M|\d+ (?:day|hr|min)s?\. ago|yesterday"
    r"|\d+ kB|\b(?:[A-Z]|F\d)\b"
)
# What a person can see or hear: texts, and attributes that are said. What has a language of its own is left
# out: names of languages, and English sentences of the service that have no code.
_SEEN = """() => {
    const root = document.documentElement;
    const own = (node) => node.closest('[lang]') !== root || node.closest('code, svg') !== null;
    const isSeen = (node) => node.closest('option') !== null || node.checkVisibility();
    // A text with an element inside of it is read as a whole.
    const isWhole = (text) => text.split('⟦').length === text.split('⟧').length;
    const found = [document.title];
    for (const node of document.querySelectorAll('body *')) {
        if (own(node) || !isSeen(node)) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
            if (node.getAttribute(name)) found.push(node.getAttribute(name));
        for (const child of node.childNodes)
            if (child.nodeType === Node.TEXT_NODE && child.data.trim())
                found.push(isWhole(child.data) ? child.data : node.textContent);
    }
    return found;
}"""


def _wrapped(text: Any) -> Any:
    if isinstance(text, dict):
        return {name: _wrapped(one) for name, one in text.items()}
    return f"⟦{text}⟧"


def speak_pseudo(page: Page) -> None:
    """Serve the page in the language of tests."""
    texts = _wrapped(json.loads(ENGLISH.read_text("utf-8")))

    def answer(route: Route) -> None:
        route.fulfill(json=texts)

    page.route("**/web/messages/en.json", answer)


def hard_coded(page: Page, data: set[str]) -> list[str]:
    """Words on the page that are neither a text of it nor data.

    Args:
        page: As it is now.
        data: What documents and people are called, and what documents say.
    """
    return sorted({text for text in page.evaluate(_SEEN) if _words_of(text, data)})


def _words_of(text: str, data: set[str]) -> bool:
    before = None
    while before != text:  # texts stand in texts
        before, text = text, _INNERMOST.sub(" ", text)
    for known in sorted(data, key=len, reverse=True):
        text = text.replace(known, " ")
    return any(character.isalpha() for character in _WRITTEN.sub(" ", text))
