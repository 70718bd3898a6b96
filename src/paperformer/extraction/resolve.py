"""The joint answer: candidates of model and rules together, chosen so that they agree with one another.

Fields that hang together (totals, dates, account and bank, the two parties, the numbers) form groups. A group
is a small factor graph: every field takes one of its candidates or none, each candidate weighs by its odds,
and pairs and triples weigh by the rules they keep or break (``agreement``). All joint choices are summed up
exactly, so that a candidate's new probability is its share in them: totals that add up are worth more than
totals that do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.agreement import groups
from paperformer.extraction.factors import Choice, Factor, same_value
from paperformer.extraction.scored import Scored
from paperformer.fields.finding import Finding
from paperformer.fields.values.reading import NO_CONTEXT, ValueContext

_TINY = 1e-4


@dataclass(frozen=True, slots=True)
class ResolveConfig:
    """How much candidates and rules count.

    Args:
        per_field: Candidates of a field that take part in the joint choice; the others follow as they are.
        most: No probability above this leaves here.
    """

    per_field: int = 6
    most: float = 0.995


def candidates_of(findings: Iterable[Finding]) -> dict[str, list[Scored]]:
    """What rules found, as candidates."""
    found: dict[str, list[Scored]] = {}
    for finding in findings:
        parsed = finding.parsed
        found.setdefault(finding.field, []).append(
            Scored(
                finding.field, parsed.value, finding.text, finding.words, finding.score, "rule",
                parsed.scheme, parsed.alternatives, parsed.checked, None, finding.rule,
            )
        )  # fmt: skip
    return found


def resolve(
    candidates: Mapping[str, Sequence[Scored]],
    context: ValueContext = NO_CONTEXT,
    config: ResolveConfig = ResolveConfig(),
    deductions: Sequence[Decimal] = (),
) -> dict[str, list[Scored]]:
    """Candidates of every field with their joint probabilities, best first; never raises.

    Args:
        candidates: By field, of the model and of rules, in any order.
        context: What the document says about its values.
        config: How much what counts.
        deductions: What the document says was paid before, or withheld.
    """
    merged = {field: merge(found) for field, found in candidates.items() if found}
    answer = {field: list(found) for field, found in merged.items()}
    for factors in groups(context, deductions):
        names = [name for name in dict.fromkeys(n for f in factors for n in f.fields) if name in merged]
        usable = [f for f in factors if sum(name in merged for name in f.fields) >= min(2, len(f.fields))]
        if usable:  # a field of two groups goes on with what the first made of it
            answer.update(_joint({name: answer[name] for name in names}, usable, config))
    return {field: sorted(found, key=lambda c: -c.probability) for field, found in answer.items()}


def merge(candidates: Sequence[Scored]) -> list[Scored]:
    """Candidates with those of one value made one, best first.

    Two witnesses of one value are a noisy or: it is wrong only if both are, 1 - (1 - p)(1 - q). Print, words
    and source are those of the stronger witness.
    """
    by_value: dict[str, list[Scored]] = {}
    for candidate in candidates:
        by_value.setdefault(same_value(candidate), []).append(candidate)
    merged = []
    for same in by_value.values():
        # A known party's spelling, then of equals the model's, then the one printed first: the order of the
        # candidates decides nothing.
        best = min(same, key=lambda c: (c.source != "known", -c.probability, c.source, c.words, c.value))
        strongest: dict[str, float] = {}
        for one in same:
            strongest[one.source] = max(strongest.get(one.source, 0.0), one.probability)
        doubt = 1.0
        for probability in strongest.values():
            doubt *= 1.0 - probability
        scheme = best.scheme or next((one.scheme for one in same if one.scheme), None)
        merged.append(best._replace(probability=1.0 - doubt, scheme=scheme))
    return sorted(merged, key=lambda candidate: -candidate.probability)


def _joint(
    candidates: Mapping[str, Sequence[Scored]], factors: Sequence[Factor], config: ResolveConfig
) -> dict[str, list[Scored]]:
    """Marginal probabilities under ``factors``, by summing over all joint choices."""
    names = list(candidates)
    choices: dict[str, list[Choice]] = {n: [*candidates[n][: config.per_field], None] for n in names}
    total: NDArray[np.float64] = np.zeros([len(choices[name]) for name in names])
    for axis, name in enumerate(names):
        total += _along(_log_odds(choices[name]), [axis], len(names))
    for factor in factors:
        axes = [names.index(name) for name in factor.fields if name in choices]
        total += _along(_table(factor, choices), axes, len(names))
    weights = np.exp(total - total.max())
    weights /= weights.sum()
    answer = {}
    for axis, name in enumerate(names):
        shares = weights.sum(axis=tuple(other for other in range(len(names)) if other != axis))
        kept = [
            candidate._replace(probability=min(float(share), config.most))
            for candidate, share in zip(candidates[name], shares, strict=False)
        ][: config.per_field]
        answer[name] = kept + list(candidates[name][config.per_field :])
    return answer


def _log_odds(choices: Sequence[Choice]) -> NDArray[np.float64]:
    """Log-probability of each candidate, and of none: what they leave over."""
    probabilities = [choice.probability for choice in choices if choice is not None]
    scale = max(1.0, sum(probabilities) / (1.0 - _TINY))
    shares = [probability / scale for probability in probabilities]
    return np.log(np.maximum([*shares, 1.0 - sum(shares)], _TINY))


def _table(factor: Factor, choices: Mapping[str, Sequence[Choice]]) -> NDArray[np.float64]:
    """What the factor says of every combination; an axis for each of its fields that has candidates."""
    options = [choices.get(name, (None,)) for name in factor.fields]
    figures = [factor.judge(chosen) for chosen in product(*options)]
    return np.reshape(figures, [len(choices[name]) for name in factor.fields if name in choices])


def _along(table: NDArray[np.float64], axes: Sequence[int], dimensions: int) -> NDArray[np.float64]:
    """``table`` with its axes at ``axes`` of ``dimensions``, the others of length one."""
    ordered = table.transpose(np.argsort(axes))
    shape = [1] * dimensions
    for axis, length in zip(sorted(axes), ordered.shape, strict=True):
        shape[axis] = length
    return ordered.reshape(shape)
