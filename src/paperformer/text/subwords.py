"""Subwords for texts that are written as well as read: what is encoded can be decoded to the same text.

On the ``tokenizers`` library. A word begins with the mark U+2581 in the place of the space before it, as in
SentencePiece (Kudo & Richardson 2018), and punctuation stands apart. No text is special: a printed "</s>" is
ordinary pieces, and so is a printed "<0x41>"; a U+2581 of the text itself is written in its bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import ModelMismatch

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from tokenizers.normalizers import Normalizer
    from tokenizers.pre_tokenizers import PreTokenizer

SubwordKind = Literal["bpe", "wordpiece"]
PADDING, BEGIN, END, UNKNOWN = SPECIAL = ("<pad>", "<s>", "</s>", "<unk>")
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
SPACE, INSIDE = "\u2581", "##"
LONGEST_WORD = 200  # characters of a word that the library's WordPiece cuts; longer ones are cut here


class Subwords:
    """A vocabulary of subwords, and the way to cut texts into them and to put them together again.

    Args:
        kind: ``bpe`` (Sennrich et al. 2016) merges the pair learned first, ``wordpiece`` (Schuster & Nakajima
            2012) takes the longest piece first. In both a character that the vocabulary lacks is written in
            its UTF-8 bytes, so that nothing is unknown.
        vocabulary: The pieces in the order of their numbers, ``SPECIAL`` first, then ``BYTES``.
        merges: BPE's pairs, the first merged first; empty for WordPiece.

    Raises:
        ModelMismatch: the vocabulary does not begin with the special pieces, holds one twice, or lacks what
            the merges make.
    """

    def __init__(
        self, kind: SubwordKind, vocabulary: Sequence[str], merges: Sequence[tuple[str, str]] = ()
    ) -> None:
        self.kind = kind
        self.vocabulary = tuple(vocabulary)
        self.merges = tuple(merges)
        fixed = SPECIAL + BYTES
        if self.vocabulary[: len(fixed)] != fixed or len(set(self.vocabulary)) != len(self.vocabulary):
            raise ModelMismatch(
                f"the subwords do not begin with {' '.join(SPECIAL)} and all bytes, or hold a piece twice",
                "Learn them again, or restore the file",
            )
        self.padding_id, self.begin_id, self.end_id, self.unknown_id = range(len(SPECIAL))
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        self._longest = max(map(len, self.vocabulary))
        self._tokenizer = _tokenizer(kind, self.vocabulary, self.merges)
        self._inside = _tokenizer(kind, self.vocabulary, self.merges, inside=True)

    def __len__(self) -> int:
        return len(self.vocabulary)

    def encode(self, texts: Sequence[str], *, inside: bool = False) -> list[list[int]]:
        """The numbers of each text's pieces, without special ones around them.

        Args:
            texts: What to cut.
            inside: Each goes on where another text ended: no space is put before it.
        """
        tokenizer = self._inside if inside else self._tokenizer
        encodings = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [
            self._numbers_of(text, encoding.ids, inside=inside)
            for text, encoding in zip(texts, encodings, strict=True)
        ]

    def _numbers_of(self, text: str, found: list[int], *, inside: bool) -> list[int]:
        """What the library found, except where it does not keep the text as it is."""
        if SPACE in text:
            return self._with_marks(text, inside=inside)
        if self.kind == "wordpiece" and self.unknown_id in found:
            return [number for word in self._cut(text, inside=inside) for number in self._spelled(word)]
        return found

    def _spelled(self, word: str) -> list[int]:
        """WordPiece's numbers of a word: the longest piece first, a character without one in its bytes."""
        numbers: list[int] = []
        start = 0
        while start < len(word):
            mark = INSIDE if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                number = self._numbers.get(mark + word[start:end])
                if number is not None:
                    numbers.append(number)
                    start = end
                    break
            else:
                written = word[start].replace(SPACE, " ").encode()
                numbers += [len(SPECIAL) + byte for byte in written]
                start += 1
        return numbers

    def _with_marks(self, text: str, *, inside: bool) -> list[int]:
        """The pieces of a text that holds the mark of a space itself."""
        first, *others = text.split(SPACE)
        (numbers,) = self.encode([first], inside=inside)
        for ids in self.encode(others, inside=True):
            numbers += [len(SPECIAL) + byte for byte in SPACE.encode()] + ids
        return numbers

    def split(self, text: str) -> list[str]:
        """The words and marks of punctuation that are cut each by itself."""
        return self._cut(text, inside=False)

    def _cut(self, text: str, *, inside: bool) -> list[str]:
        tokenizer = self._inside if inside else self._tokenizer
        normal = tokenizer.normalizer.normalize_str(text) if text else ""
        return [word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(normal)]

    def ids(self, pieces: Iterable[str]) -> list[int]:
        """The numbers of pieces; a single character that has none is written in its bytes."""
        numbers: list[int] = []
        for piece in pieces:
            number = self._numbers.get(piece)
            if number is None:
                numbers += [len(SPECIAL) + byte for byte in piece.encode()]
            else:
                numbers.append(number)
        return numbers

    def decode(self, ids: Iterable[int], *, inside: bool = False) -> str:
        """The text of these pieces; special ones are left out, and bytes that are no UTF-8 become U+FFFD.

        Args:
            ids: Their numbers.
            inside: They go on where other pieces ended: a space before the first word is the text's own.
        """
        written = bytearray()
        for number in ids:
            piece = self.vocabulary[number]
            if number >= len(SPECIAL):
                written += _bytes_of(piece, number, self.kind)
        text = written.decode("utf-8", "replace")
        return text if inside else text.removeprefix(" ")

    def byte_counts(self) -> NDArray[np.int64]:
        """How many bytes of text each piece stands for, ``(pieces,)``.

        Special ones stand for none, but the end of a text for -1: it takes back the space put before it.
        """
        counts = [len(_bytes_of(piece, number, self.kind)) for number, piece in enumerate(self.vocabulary)]
        counts[: len(SPECIAL)] = [0] * len(SPECIAL)
        counts[self.end_id] = -1
        return np.array(counts, np.int64)

    def pieces(self, ids: Iterable[int]) -> list[str]:
        """The pieces of these numbers."""
        return [self.vocabulary[number] for number in ids]

    def words(self, ids: Sequence[int]) -> list[int]:
        """For each piece the number of the word (or mark of punctuation) that it belongs to, from 0."""
        numbers, word, before = [], -1, ""
        for piece in self.pieces(ids):
            word += (self._starts(piece) and before != SPACE) or word < 0
            numbers.append(word)
            before = piece
        return numbers

    def fingerprint(self) -> str:
        """What tells this vocabulary from any other."""
        content = json.dumps([self.kind, self.vocabulary, self.merges])
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def save(self, path: Path) -> None:
        """Write a ``tokenizer.json`` that the ``tokenizers`` library can read too."""
        path.write_text(self._tokenizer.to_str(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Subwords:
        """Read what ``save`` wrote.

        Raises:
            ModelMismatch: the file is missing, damaged or holds no subwords of this kind.
        """
        try:
            parts = _parts(json.loads(path.read_text(encoding="utf-8"))["model"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            raise ModelMismatch(
                f"{path}: no vocabulary of subwords ({reason})", "Restore it, or train again"
            ) from error
        try:
            return cls(*parts)
        except ModelMismatch as error:
            raise ModelMismatch(f"{path}: {error.message}", error.remedy) from error

    def _starts(self, piece: str) -> bool:
        """Whether a piece begins a word or stands by itself, as punctuation does."""
        if piece.startswith(SPACE) or piece in SPECIAL:
            return True
        return len(piece) == 1 and not piece.isalnum()


def subword_steps(*, inside: bool = False) -> tuple[Normalizer, PreTokenizer]:
    """What happens to a text before it is cut: its spaces are marked, and punctuation is set apart.

    A space is put before the text, but not ``inside`` another. No piece reaches over the edge of a word, or
    of a mark of punctuation with the space before it.
    """
    from tokenizers import Regex, normalizers, pre_tokenizers

    before = [] if inside else [normalizers.Prepend(SPACE)]
    spaces = normalizers.Sequence([*before, normalizers.Replace(" ", SPACE)])
    return spaces, pre_tokenizers.Split(Regex(f"{SPACE}?(?:\\w+|[^\\w{SPACE}])|{SPACE}"), "isolated")


def _bytes_of(piece: str, number: int, kind: SubwordKind) -> bytes:
    place = number - len(SPECIAL)
    if 0 <= place < len(BYTES):
        return bytes([place])
    text = piece.removeprefix(INSIDE) if kind == "wordpiece" else piece
    return text.replace(SPACE, " ").encode()


def _tokenizer(
    kind: SubwordKind,
    vocabulary: Sequence[str],
    merges: Sequence[tuple[str, str]],
    *,
    inside: bool = False,
) -> Tokenizer:
    from tokenizers import Tokenizer, models

    ids = {piece: number for number, piece in enumerate(vocabulary)}
    try:
        model: Any = (
            models.BPE(vocab=ids, merges=list(merges), unk_token=UNKNOWN, byte_fallback=True)
            if kind == "bpe"
            else models.WordPiece(vocab=ids, unk_token=UNKNOWN, max_input_chars_per_word=LONGEST_WORD)
        )
    except Exception as error:
        raise ModelMismatch(
            f"the subwords are inconsistent ({error})", "Learn them again, or restore the file"
        ) from error
    tokenizer = Tokenizer(model)
    tokenizer.normalizer, tokenizer.pre_tokenizer = subword_steps(inside=inside)
    return tokenizer


def _parts(model: dict[str, Any]) -> tuple[SubwordKind, list[str], list[tuple[str, str]]]:
    kinds: dict[str, SubwordKind] = {"BPE": "bpe", "WordPiece": "wordpiece"}
    ids: dict[str, int] = model["vocab"]
    merges = [(str(left), str(right)) for left, right in model.get("merges", [])]
    return kinds[model["type"]], sorted(ids, key=ids.__getitem__), merges
