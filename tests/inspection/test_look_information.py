"""A view opens on the head that says most: a query narrows down where its attention goes by so many bits."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from toy_subjects import TEXT, an_encoder

from paperformer.cli import main
from paperformer.inspection.look.attention import ALL, AttentionMap, Matrix, Part, Seen
from paperformer.inspection.look.information import bits, most_informative
from paperformer.inspection.look.of_text import see_text
from toy_model import save_bert, toy_tokenizer


def a_map(*heads: np.ndarray, part: Part = "encoder", layer: int = 0) -> AttentionMap:
    weights: Matrix = np.stack(heads).astype(np.float32)
    names = [tuple(map(str, range(size))) for size in weights.shape[1:]]
    return AttentionMap(part, layer, "softmax", weights, names[0], names[1])


def always(column: int, keys: int = 8) -> np.ndarray:
    """A head that attends to one key, whatever the query."""
    weights = np.zeros((keys, keys))
    weights[:, column] = 1.0
    return weights


NEXT = np.roll(np.eye(8), 1, axis=1)  # the last attends to the first
EVEN = np.full((8, 8), 1 / 8)


def test_a_head_that_attends_to_cls_says_nothing_and_one_that_attends_to_the_next_says_all() -> None:
    found = bits(a_map(always(0), EVEN, np.eye(8), NEXT))
    assert found[0] < 0.6  # only [CLS] itself differs from the others
    assert found[1] < found[0]
    assert found[2] == pytest.approx(0.0)  # all attend to themselves
    assert found[3] == pytest.approx(3.0)  # log2 of eight
    assert bits(a_map(always(0), EVEN, part="cross")) == pytest.approx([0.0, 0.0], abs=1e-9)


@given(st.integers(0, 1000), st.integers(2, 7), st.integers(2, 7))
def test_the_bits_are_the_mutual_information_of_query_and_key(seed: int, queries: int, keys: int) -> None:
    weights = np.random.default_rng(seed).dirichlet([0.3] * keys, size=queries)
    joint = weights.astype(np.float32).astype(np.float64) / queries
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    there = joint > 0
    expected = (joint[there] * np.log2(joint[there] / apart[there])).sum()
    assert bits(a_map(weights, part="cross"))[0] == pytest.approx(expected, abs=1e-5)


def test_of_the_words_that_are_asked_about_only_what_they_give_to_others_counts() -> None:
    among, beyond = EVEN.copy(), EVEN.copy()
    among[2], among[3] = np.eye(8)[3], np.eye(8)[2]  # the two attend to each other
    beyond[2], beyond[3] = np.eye(8)[6], np.eye(8)[6]
    each_other, another = bits(a_map(among, beyond), (2, 3))
    assert another > each_other


def test_layer_and_head_are_chosen_where_they_are_left_open() -> None:
    seen = Seen("", (a_map(always(0), EVEN), a_map(EVEN, NEXT, layer=1), a_map(NEXT, always(0), layer=2)))
    nobody = lambda one: ()  # noqa: E731, ARG005
    assert most_informative(seen, None, None, None, nobody)[1] == (1,)
    assert most_informative(seen, None, None, None, nobody)[0].layer == 1
    assert most_informative(seen, None, 2, None, nobody)[1] == (0,)
    one, heads = most_informative(seen, None, None, (0,), nobody)
    assert (one.layer, heads) == (2, (0,))
    assert most_informative(seen, None, 0, ALL, nobody)[1] == ALL


def test_what_the_chosen_token_attends_to_decides() -> None:
    sharp_once = always(0)
    sharp_once[5] = np.eye(8)[1]
    nearly = 0.8 * NEXT + 0.2 * EVEN
    seen = Seen("", (a_map(nearly, sharp_once),))

    def opened_on(rows: tuple[int, ...]) -> tuple[int, ...]:
        return most_informative(seen, None, None, None, lambda _: rows)[1]

    assert opened_on(()) == (0,)
    assert opened_on((5,)) == (1,)
    assert opened_on((4,)) == (0,)


def test_the_page_of_a_checkpoint_opens_there_and_tells_the_bits(opened: Any, tmp_path: Path) -> None:
    folder = save_bert(tmp_path / "bert", toy_tokenizer())
    out = tmp_path / "a.html"
    CliRunner().invoke(
        main, ["look", "attention", str(folder), TEXT, "--out", str(out)], catch_exceptions=False
    )
    page = opened(out.read_text(encoding="utf-8"))
    told = re.search(
        r"layer (\d+), head (\d+) \(softmax, ([\d.]+) bits\)", page.locator("#said").inner_text()
    )
    assert told is not None
    from paperformer.inspection.look.subject import load_subject

    found = np.stack([bits(one) for one in see_text(load_subject(str(folder)), TEXT).maps])
    assert np.unravel_index(found.argmax(), found.shape) == (int(told.group(1)), int(told.group(2)))
    assert float(told.group(3)) == pytest.approx(found.max(), abs=0.006)
    titles = page.locator("#grid button").evaluate_all("all => all.map(({title}) => title)")
    shown = [float(title.split(": ")[1].removesuffix(" bits")) for title in titles]
    assert shown == pytest.approx(found.ravel().tolist(), abs=0.006)


def test_the_bits_of_a_model_are_not_all_alike() -> None:
    found = np.concatenate([bits(one) for one in see_text(an_encoder(), TEXT).maps])
    assert found.min() > 0
    assert found.max() > 1.2 * found.min()
