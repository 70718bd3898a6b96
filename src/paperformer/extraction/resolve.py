"""The joint answer: candidates of model and rules together, chosen so that they agree with one another.

Fields that hang together (totals, dates, account and bank, the two parties, the numbers) form groups. A group is a
small factor graph: every field takes one of its candidates or none, each candidate weighs by its odds, and pairs and
triples weigh by the rules they keep or break. All joint choices are summed up exactly, so that a candidate's new
probability is its share in them (sum-product), and a total that adds up is worth more than one that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.scored import Scored
from paperformer.fields.finding import Finding
from paperformer.fields.totals import consistency
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import NO_CONTEXT, ValueContext

_TINY = 1e-4

# A factor: what the chosen candidates of some fields (None: field left empty) add to the log-probability.
Choice = Scored | None
Judge = Callable[[Sequence[Choice]], float]


@dataclass(frozen=True, slots=True)
class ResolveConfig:
    """How much candidates and rules count.

    Args:
        per_field: Candidates of a field that take part in the joint choice; the others follow as they are.
        rule_trust: How far a rule's score is believed where the model scores the field too.
        most: No probability above this leaves here.
    """

    per_field: int = 6
    rule_trust: float = 0.6
    most: float = 0.995


@dataclass(frozen=True, slots=True)
class _Factor:
    fields: tuple[str, ...]
    judge: Judge


def candidates_of(findings: Iterable[Finding]) -> dict[str, list[Scored]]:
    """What rules found, as candidates."""
    found: dict[str, list[Scored]] = {}
    for finding in findings:
        parsed = finding.parsed
        found.setdefault(finding.field, []).append(
            Scored(
                finding.field, parsed.value, finding.text, finding.words, finding.score, "rule",
                parsed.scheme, parsed.ambiguous, parsed.checked,
            )
        )  # fmt: skip
    return found


def resolve(
    candidates: Mapping[str, Sequence[Scored]],
    context: ValueContext = NO_CONTEXT,
    config: ResolveConfig = ResolveConfig(),
) -> dict[str, list[Scored]]:
    """Candidates of every field with their joint probabilities, best first; never raises.

    Args:
        candidates: By field, of the model and of rules, in any order.
        context: What the document says about its values.
        config: How much what counts.
    """
    merged = {
        field: merge(found, config.rule_trust if any(c.source == "model" for c in found) else 1.0)
        for field, found in candidates.items()
        if found
    }
    answer = {field: list(found) for field, found in merged.items()}
    for factors in _groups(context):
        names = [name for name in dict.fromkeys(n for f in factors for n in f.fields) if name in merged]
        usable = [f for f in factors if sum(name in merged for name in f.fields) > 1]
        if usable:
            answer.update(_joint({name: merged[name] for name in names}, usable, config))
    return {field: sorted(found, key=lambda c: -c.probability) for field, found in answer.items()}


def merge(candidates: Sequence[Scored], rule_trust: float) -> list[Scored]:
    """Candidates with those of one value made one, best first.

    Two witnesses of one value are a noisy or: it is wrong only if both are, 1 - (1 - p)(1 - q), the rule's q
    weighed by ``rule_trust``. Print, words and source are those of the stronger witness.
    """
    by_value: dict[str, list[Scored]] = {}
    for candidate in candidates:
        if candidate.source == "rule":
            candidate = replace(candidate, probability=candidate.probability * rule_trust)
        by_value.setdefault(_same(candidate), []).append(candidate)
    merged = []
    for same in by_value.values():
        best = max(same, key=lambda candidate: candidate.probability)
        strongest: dict[str, float] = {}
        for one in same:
            strongest[one.source] = max(strongest.get(one.source, 0.0), one.probability)
        doubt = 1.0
        for probability in strongest.values():
            doubt *= 1.0 - probability
        scheme = best.scheme or next((one.scheme for one in same if one.scheme), None)
        merged.append(replace(best, probability=1.0 - doubt, scheme=scheme))
    return sorted(merged, key=lambda candidate: -candidate.probability)


def _same(candidate: Scored) -> str:
    """What two candidates of one value have in common: letters and digits of names and addresses."""
    if candidate.field.endswith(("_name", "_address")):
        return "".join(c for c in folded(candidate.value) if c.isalnum()) or candidate.value
    return candidate.value


def _joint(
    candidates: Mapping[str, Sequence[Scored]], factors: Sequence[_Factor], config: ResolveConfig
) -> dict[str, list[Scored]]:
    """Marginal probabilities under ``factors``, by summing over all joint choices."""
    names = list(candidates)
    choices: dict[str, list[Choice]] = {n: [*candidates[n][: config.per_field], None] for n in names}
    total: NDArray[np.float64] = np.zeros([len(choices[name]) for name in names])
    for axis, name in enumerate(names):
        total += _along(_log_odds(choices[name]), [axis], len(names))
    for factor in factors:
        axes = [axis for axis, name in enumerate(names) if name in factor.fields]
        total += _along(_table(factor, [names[axis] for axis in axes], choices), axes, len(names))
    weights = np.exp(total - total.max())
    weights /= weights.sum()
    answer = {}
    for axis, name in enumerate(names):
        shares = weights.sum(axis=tuple(other for other in range(len(names)) if other != axis))
        kept = [
            replace(candidate, probability=min(float(share), config.most))
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


def _table(
    factor: _Factor, names: Sequence[str], choices: Mapping[str, Sequence[Choice]]
) -> NDArray[np.float64]:
    shape = [len(choices[name]) for name in names]
    table = np.zeros(shape)
    for index in np.ndindex(*shape):
        chosen = dict(
            zip(names, (choices[name][i] for name, i in zip(names, index, strict=True)), strict=True)
        )
        table[index] = factor.judge([chosen.get(name) for name in factor.fields])
    return table


def _along(table: NDArray[np.float64], axes: Sequence[int], dimensions: int) -> NDArray[np.float64]:
    """``table`` with its axes at ``axes`` of ``dimensions``, the others of length one."""
    shape = [1] * dimensions
    for axis, length in zip(axes, table.shape, strict=True):
        shape[axis] = length
    return table.reshape(shape)


def _groups(context: ValueContext) -> list[list[_Factor]]:
    """The factors, by groups of fields that no factor links."""
    totals = [
        _Factor(
            ("total_excl_vat", "total_vat", "total_incl_vat"),
            _judge_totals("total_excl_vat", "total_vat", "total_incl_vat"),
        ),
        _Factor(
            ("total_incl_vat", "amount_due", "rounding"),
            _judge_totals("total_incl_vat", "amount_due", "rounding"),
        ),
        _Factor(("total_excl_vat", "subtotal"), _judge_totals("total_excl_vat", "subtotal")),
        *(
            _Factor((one, "total_vat"), _apart(2.0))
            for one in ("total_incl_vat", "amount_due", "total_excl_vat", "subtotal")
        ),
    ]
    dates = [
        _Factor(("document_date", "due_date"), _in_order(0.3, 2.0)),
        _Factor(("period_start", "period_end"), _in_order(0.5, 3.0)),
        _Factor(("period_start", "period_end"), _apart(1.0)),
        _Factor(("document_date", "period_start"), _apart(0.7)),
        _Factor(("document_date", "due_date"), _apart(0.5)),
    ]
    numbers = (
        "document_number",
        "order_number",
        "receiver_order_number",
        "customer_number",
        "contract_number",
    )
    parties = [
        _Factor(("supplier_vat_number", "receiver_vat_number"), _different(3.0)),
        _Factor(("supplier_vat_number", "supplier_country"), _vat_country),
        _Factor(("receiver_vat_number", "receiver_country"), _vat_country),
    ]
    names = [_Factor(("supplier_name", "receiver_name"), _different(2.0))]
    places = [_Factor(("supplier_address", "receiver_address"), _different(2.0))]
    pairs = [(a, b) for i, a in enumerate(numbers) for b in numbers[i + 1 :]]
    return [
        totals, dates, parties, names, places,
        [_Factor(("iban", "bic"), _bank_country)],
        [_Factor(pair, _apart(1.5)) for pair in pairs],
    ]  # fmt: skip


def _judge_totals(*fields: str) -> Judge:
    def judge(chosen: Sequence[Choice]) -> float:
        amounts = {name: _decimal(c) for name, c in zip(fields, chosen, strict=True) if c is not None}
        known = {name: amount for name, amount in amounts.items() if amount is not None}
        return consistency(known).score if len(known) > 1 else 0.0

    return judge


def _decimal(candidate: Scored) -> Decimal | None:
    try:
        amount = Decimal(candidate.value)
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None


def _in_order(bonus: float, penalty: float) -> Judge:
    """The first date is no later than the second; ISO dates compare as text."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = chosen
        if first is None or second is None:
            return 0.0
        return bonus if first.value <= second.value else -penalty

    return judge


def _apart(penalty: float) -> Judge:
    """One print does not serve two fields."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = chosen
        if first is None or second is None or not set(first.words) & set(second.words):
            return 0.0
        return -penalty

    return judge


def _different(penalty: float) -> Judge:
    """Two parties are not one."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = chosen
        if first is None or second is None:
            return 0.0
        return -penalty if _same(first) == _same(second) or set(first.words) & set(second.words) else 0.0

    return judge


def _bank_country(chosen: Sequence[Choice]) -> float:
    """The country in an IBAN is that of its bank's BIC (ISO 13616, ISO 9362)."""
    iban, bic = chosen
    if iban is None or bic is None:
        return 0.0
    return 1.0 if iban.value[:2] == bic.value[4:6] else -1.0


def _vat_country(chosen: Sequence[Choice]) -> float:
    """A VAT number begins with its owner's country more often than not."""
    number, country = chosen
    if number is None or country is None:
        return 0.0
    return 0.5 if number.value[:2] == country.value else -0.2
