"""How documents are spelled, asked of words whose outlines say nothing.

The character model takes a moment to load, and a language that it has not learned looks as strange to it as
a cipher. So it is asked about doubtful pages only, and chooses between two readings of one page.
"""

from __future__ import annotations

from collections.abc import Iterable

# Mean logarithm of a letter's probability. Invoices and orders in the languages that the model knows have
# -3.1 and more, ciphers -5.3 and less, and so have Hungarian and Turkish, which it does not know.
STRANGE = -4.5
# What is neither spelled nor a cipher ranks between the two.
UNKNOWN = -5.0
SHORTEST, ENOUGH_LETTERS = 3, 30


def spelling(texts: Iterable[str]) -> float:
    """How documents would spell these words: the higher, the likelier; ``UNKNOWN`` of little Latin text."""
    from paperformer.documents.ocr.character_model import is_latin, load_character_model

    said = [text for text in texts if len(text) >= SHORTEST and text.isalpha() and is_latin(text)]
    if sum(map(len, said)) < ENOUGH_LETTERS:
        return UNKNOWN
    model = load_character_model()
    scores = [model.score(letter, text[:place]) for text in said for place, letter in enumerate(text)]
    return sum(scores) / len(scores)
