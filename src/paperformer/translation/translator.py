"""Raw text in one language in, raw text in the other out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.generation.beam import Beams, beam_search
from paperformer.transformer.generation.ensemble import Ensemble
from paperformer.transformer.generation.protocol import Decodable, Hypothesis, Limits, Prompt
from paperformer.translation.batches import pad
from paperformer.translation.consensus import by_consensus
from paperformer.translation.model_folder import TranslationParts, load_translator, shape_in
from paperformer.translation.preparation import one_line
from paperformer.translation.reach import Reach, reach

TOKENS_PER_BATCH = 2048  # of the source, padding included; each is decoded in as many beams as are wanted
LONGEST_FACTOR, LONGEST_MORE = 2, 20  # at most twice the tokens of its class, and 20 more
CLASS = 8  # source lengths are rounded up to multiples of this
CHUNK = 4096  # texts that are sorted by length together


@dataclass(frozen=True, slots=True)
class Translation:
    """One translation of a text.

    Args:
        text: As one would write it, on one line.
        prepared: As the model wrote it, before its preparation was undone.
        score: The log probability divided by the length penalty, by which they are ranked unless a consensus
            ranks them anew.
        source_ids, target_ids: Subwords of both, without special tokens.
        finished: Whether the model ended it; else it was cut off at the greatest length.
    """

    text: str
    prepared: str
    score: float
    source_ids: tuple[int, ...]
    target_ids: tuple[int, ...]
    finished: bool


UNTRANSLATED = Translation("", "", 0.0, (), (), True)


class Translator:
    """A model that translates, or several that do so together (``Ensemble``).

    Args:
        parts: What it is made of; the model is put into evaluation mode.
        others: Further models of the same subwords and preparation, which have as much say in each token.
    """

    def __init__(self, parts: TranslationParts, others: Sequence[TranslationParts] = ()) -> None:
        self.parts = parts
        self.model = parts.model
        self.device = next(parts.model.parameters()).device
        self.reach = _reach_of([parts, *others])
        self._models = [parts.model, *(other.model for other in others)]

    @classmethod
    def load(cls, folder: Path, *others: Path) -> Translator:
        """The translator of a folder, or of several together.

        Raises:
            ModelMismatch: a folder is no translator, incomplete or damaged, or cuts its texts in another way
                than the first.
            InvalidConfig: one needs a package that is not installed.
        """
        parts, *rest = (load_translator(path) for path in (folder, *others))
        for other, its_folder in zip(rest, others, strict=True):
            _check_fellow(parts, other, folder, its_folder)
        if torch.cuda.is_available():
            for own in (parts, *rest):
                own.model.cuda()
        return cls(parts, rest)

    def translate(
        self,
        texts: Iterable[str],
        *,
        beam: int | None = None,
        n_best: int = 1,
        length_penalty: float | None = None,
        consensus: float | None = None,
    ) -> Iterator[list[Translation]]:
        """For each text its ``n_best`` translations, best first; an empty text has an empty one.

        A text of more tokens than the model reads (``reach``) has none.

        Args:
            texts: One sentence each, as a rule.
            beam: Texts followed at a time; None is the model's own setting.
            n_best: How many are returned, at most ``beam``.
            length_penalty: None is the model's own setting.
            consensus: Sharpness with which those of the beam are ranked by what they agree on
                (``consensus.by_consensus``); 0 ranks by score, None is the model's own setting.

        Raises:
            InvalidConfig: ``n_best`` is no number from 1 to the beam's, or another setting cannot be.
        """
        prepare = self.parts.preparations[0].apply
        given = iter(texts)
        while chunk := [prepare(text) for text in islice(given, CHUNK)]:
            yield from self.translate_prepared(
                chunk, beam=beam, n_best=n_best, length_penalty=length_penalty, consensus=consensus
            )

    def translate_prepared(
        self,
        texts: Sequence[str],
        *,
        beam: int | None = None,
        n_best: int = 1,
        length_penalty: float | None = None,
        consensus: float | None = None,
    ) -> list[list[Translation]]:
        """The same for texts that are prepared already."""
        search = self.parts.manifest.search
        width = beam or search.beam
        sharpness = search.consensus if consensus is None else consensus
        beams = Beams(
            width=width,
            n_best=n_best,
            length_penalty=search.length_penalty if length_penalty is None else length_penalty,
        )
        if not 0.0 <= sharpness < math.inf:
            raise InvalidConfig(f"consensus is {sharpness}", "Give 0 or more")
        beams = replace(beams, n_best=width) if sharpness else beams  # all of them have a say
        for model in self._models:
            model.eval()
        sources = self.parts.subwords[0].encode(texts)
        most = self.reach.source - 1  # the end token is read too
        found: list[list[Translation]] = [[UNTRANSLATED] if len(ids) <= most else [] for ids in sources]
        for rows in _batched([len(ids) if len(ids) <= most else 0 for ids in sources]):
            hypotheses = self._search([sources[row] for row in rows], beams)
            for row, ranked in zip(rows, hypotheses, strict=True):
                best = _agreeing(ranked, sharpness) if sharpness else ranked
                found[row] = [self._translation(sources[row], hypothesis) for hypothesis in best[:n_best]]
        return found

    def _search(self, sources: Sequence[Sequence[int]], beams: Beams) -> list[list[Hypothesis]]:
        reading, writing = self.parts.subwords
        ids, exists = pad([np.array(source) for source in sources], reading, end=True)
        prompt = Prompt(
            torch.full((len(sources), 1), writing.begin_id, device=self.device),
            source=ids.to(self.device),
            source_mask=None if exists is None else exists.to(self.device),
        )
        most = longest_translation(ids.shape[1] - 1)
        if self.reach.target is not None:
            most = min(most, self.reach.target)
        limits = Limits(max_tokens=most, end_id=writing.end_id)
        model: Decodable[Any] = self.model  # either kind of model, with a state of its own
        together = model if len(self._models) == 1 else Ensemble(self._models)
        return beam_search(together, prompt, limits, beams)

    def _translation(self, source: Sequence[int], hypothesis: Hypothesis) -> Translation:
        prepared = one_line(self.parts.subwords[1].decode(hypothesis.tokens))
        text = self.parts.preparations[1].undo(prepared)
        return Translation(
            text, prepared, hypothesis.score, tuple(source), hypothesis.tokens, hypothesis.finished
        )


def _agreeing(found: Sequence[Hypothesis], sharpness: float) -> list[Hypothesis]:
    order = by_consensus(
        [hypothesis.tokens for hypothesis in found], [hypothesis.score for hypothesis in found], sharpness
    )
    return [found[place] for place, _ in order]


def _reach_of(models: Sequence[TranslationParts]) -> Reach:
    """What all of them can read and write."""
    each = [reach(shape_in(parts.manifest)) for parts in models]
    targets = [own.target for own in each if own.target is not None]
    return Reach(min(own.source for own in each), min(targets, default=None))


def _check_fellow(parts: TranslationParts, other: TranslationParts, folder: Path, its_folder: Path) -> None:
    ours, theirs = parts.manifest, other.manifest
    for what, same in (
        ("subwords", ours.subwords == theirs.subwords),
        ("preparation", ours.prepare == theirs.prepare),
        ("languages", (ours.source, ours.target) == (theirs.source, theirs.target)),
    ):
        if not same:
            raise ModelMismatch(
                f"{its_folder}: has other {what} than {folder}",
                "Models that translate together are trained on one configuration, with seeds of their own",
            )


def longest_translation(source_tokens: int) -> int:
    """How many tokens a translation may have, the end token included, of a text of so many without it."""
    return LONGEST_FACTOR * _class_of(source_tokens) + LONGEST_MORE


def _batched(lengths: Sequence[int]) -> list[list[int]]:
    """Indices of texts that are not empty, those of one length class together, the longest first."""
    order = sorted((row for row, length in enumerate(lengths) if length), key=lambda row: -lengths[row])
    batches: list[list[int]] = []
    for row in order:
        first = lengths[batches[-1][0]] if batches else 0
        full = batches and first * (len(batches[-1]) + 1) > TOKENS_PER_BATCH
        if full or _class_of(first) != _class_of(lengths[row]):
            batches.append([])
        batches[-1].append(row)
    return batches


def _class_of(length: int) -> int:
    """Texts of one class may be as long; so a text is translated the same in any company."""
    return -(-length // CLASS) * CLASS
