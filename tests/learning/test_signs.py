"""A trade name above the legal one, and a branch above the address, which are no answers."""

import numpy as np
import pytest

from paperformer.documents.model import Word
from paperformer.extraction.flow import segments_of
from paperformer.learning.alignment import ABSENT, PRESENT, UNKNOWN
from paperformer.learning.signs import with_branch, with_sign
from toy_documents import words_of

NAME, UNASKED = 0, 2
OTHERS = ((("Golden", "Wok", "Kitchen", "Sdn", "Bhd"),),)
PAGE = words_of("Tax invoice", "ACME Trading Ltd", "12 High Street", "Total 12.00")


def targets_of(*name: int) -> np.ndarray:
    targets = np.full((len(PAGE), 3), ABSENT, dtype=np.int8)
    targets[list(name), NAME] = PRESENT
    targets[:, UNASKED] = UNKNOWN
    return targets


def signed(
    targets: np.ndarray, probability: float = 1.0, seed: int = 0
) -> tuple[tuple[Word, ...], np.ndarray]:
    return with_sign(PAGE, targets, OTHERS, NAME, probability, np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(8))
def test_the_sign_is_a_line_of_its_own_above_the_name_and_no_answer(seed: int) -> None:
    words, targets = signed(targets_of(2, 3, 4), seed=seed)
    title, sign, name, *_ = segments_of(words)
    assert [words[i].text for i in title] == ["Tax", "invoice"]
    assert [words[i].text for i in name] == ["ACME", "Trading", "Ltd"]
    shown = [words[i].text for i in sign]
    assert any(shown == list(source[: len(shown)]) for source in (OTHERS[0][0], ("ACME", "Trading", "Ltd")))
    assert (targets[sign.start : sign.stop, NAME] == ABSENT).all()
    assert (targets[name.start : name.stop, NAME] == PRESENT).all()
    assert max(words[i].box.y1 for i in sign) < min(words[i].box.y0 for i in name)


def test_the_name_and_what_is_below_it_move_down_and_nothing_is_lost() -> None:
    words, targets = signed(targets_of(2, 3, 4))
    kept = [w for w in words if w.line <= max(p.line for p in PAGE)]
    assert [w.text for w in kept] == [w.text for w in PAGE]
    steps = [round(after.box.y0 - before.box.y0, 9) for before, after in zip(PAGE, kept, strict=True)]
    assert steps[:2] == [0, 0]
    assert len(set(steps[2:])) == 1
    assert steps[2] > 0
    assert len(targets) == len(words)


def test_what_nobody_looked_for_stays_unknown() -> None:
    _, targets = signed(targets_of(2, 3, 4))
    assert (targets[:, UNASKED] == UNKNOWN).all()


@pytest.mark.parametrize("name", [(), (2, 3, 4, 5, 6, 7), (3, 4)])
def test_a_name_that_does_not_begin_its_only_line_has_no_sign(name: tuple[int, ...]) -> None:
    targets = targets_of(*name)
    words, after = signed(targets)
    assert words == PAGE
    assert after is targets


def test_without_chance_nothing_happens() -> None:
    assert signed(targets_of(2, 3, 4), probability=0.0)[0] == PAGE


def addressed(*address: int) -> np.ndarray:
    targets = targets_of()
    targets[list(address), 1] = PRESENT
    return targets


@pytest.mark.parametrize("seed", range(8))
def test_a_branch_is_a_line_of_its_own_above_the_address_and_no_answer(seed: int) -> None:
    words, targets = with_branch(
        PAGE, addressed(5, 6, 7), OTHERS, 1, 1.0, np.random.default_rng(seed)
    )  # fmt: skip
    _, name, branch, address, total = segments_of(words)
    assert [words[i].text for i in name] == ["ACME", "Trading", "Ltd"]
    assert words[branch.start].text == "Golden"
    assert len(branch) > 1
    assert (targets[branch.start : branch.stop, 1] == ABSENT).all()
    assert [words[i].text for i in address] == ["12", "High", "Street"]
    assert (targets[address.start : address.stop, 1] == PRESENT).all()
    assert max(words[i].box.y1 for i in branch) < min(words[i].box.y0 for i in address)
    assert [words[i].text for i in total] == ["Total", "12.00"]


@pytest.mark.parametrize("address", [(), (6, 7)])
def test_an_address_that_does_not_begin_a_line_has_no_branch(address: tuple[int, ...]) -> None:
    targets = addressed(*address)
    words, after = with_branch(PAGE, targets, OTHERS, 1, 1.0, np.random.default_rng(0))
    assert words == PAGE
    assert after is targets
