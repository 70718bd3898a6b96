"""The diagram of a config counts what the real model holds, and every part of it can be reached."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import torch
from click.testing import CliRunner
from torch.utils.flop_counter import FlopCounterMode
from transformers import GPT2Config, MarianConfig

from model_configs import ATTENTIONS, CONFIGS, SIZE
from paperformer.cli import main
from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.inspection.look.architecture import architecture_of
from paperformer.inspection.look.configs import config_named
from paperformer.inspection.look.diagram import draw_overview
from paperformer.inspection.look.diagram_page import diagram_page
from paperformer.inspection.look.operations import attention_operations
from paperformer.inspection.look.svg import COLOURS, FAINT, INK, NIGHT, OPENS, PAPER
from paperformer.transformer import Decoder, Encoder, RecurrentSeq2Seq, Seq2Seq
from paperformer.transformer.config import (
    DecoderConfig,
    EncoderConfig,
    LongformerConfig,
    RecurrentConfig,
    Seq2SeqConfig,
    SoftmaxConfig,
    small,
)

CLASSES: dict[type, Any] = {
    EncoderConfig: Encoder,
    DecoderConfig: Decoder,
    Seq2SeqConfig: Seq2Seq,
    RecurrentConfig: RecurrentSeq2Seq,
}


@pytest.mark.parametrize("name", CONFIGS)
def test_the_parts_hold_the_parameters_of_the_real_model_and_each_view_can_be_reached(name: str) -> None:
    config = CONFIGS[name]
    found = architecture_of(config, 12, 9)
    model = CLASSES[type(config)].from_config(config)
    assert found.parameters == sum(parameter.numel() for parameter in model.parameters())
    page = diagram_page(found, name)
    views = re.findall(r'<section class="view" id="([^"]+)"', page)
    assert len(set(views)) == len(views)
    assert set(re.findall(r'href="#([^"]+)"', page)) == set(views)
    assert f"{found.parameters:,} parameters" in page
    for picture in re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL):
        ElementTree.fromstring(picture)
    assert not re.search(r'(src|href)="(?!#)', page)  # nothing from a server


@pytest.mark.parametrize("name", CONFIGS)
def test_every_colour_of_a_diagram_has_another_at_night(name: str) -> None:
    page = diagram_page(architecture_of(CONFIGS[name], 12, 9), name)
    drawn = "".join(re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL))
    used = set(re.findall(r'(?:fill|stroke)="(#[^"]+)"', drawn))
    assert used
    assert used <= set(NIGHT)
    for colour in used:
        assert f'svg [fill="{colour}"] {{ fill: {NIGHT[colour]}; }}' in page


@pytest.mark.parametrize("night", [False, True])
def test_what_a_diagram_says_stands_out_from_its_ground_by_day_and_night(night: bool) -> None:
    def shown(colour: str) -> str:
        return NIGHT[colour] if night else colour

    grounds = [PAPER, *(fill for _, fill in COLOURS.values())]
    for ground in grounds:
        assert contrast(shown(INK), shown(ground)) >= 4.5  # WCAG 2.2, 1.4.3
        assert contrast(shown(FAINT), shown(ground)) >= 4.5
    assert min(contrast(shown(said), shown(PAPER)) for said in (OPENS, COLOURS["cross"][0])) >= 4.5
    for line, fill in COLOURS.values():
        assert contrast(shown(line), shown(fill)) >= 3  # 1.4.11: lines and masks


def contrast(one: str, other: str) -> float:
    """Of two colours, as WCAG 2.2 defines it."""

    def light(colour: str) -> float:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(c * share for c, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


# Queries with keys and weights with values, for 12 tokens read and 9 written: pairs, times the widths of all
# heads, times 2. Torch does not count them where its kernel fuses them.
BETWEEN = {
    "encoder-softmax": 2 * (2 * 144 * 32),
    "encoder-llama": 2 * (2 * 144 * 44),
    "decoder-untied": 2 * (2 * 78 * 32),
    "seq2seq": 2 * (2 * 144 * 32) + 2 * (2 * 45 * 32) + 2 * (2 * 9 * 12 * 32),
}


@pytest.mark.parametrize("name", BETWEEN)
def test_operations_are_those_that_torch_counts(name: str) -> None:
    config = CONFIGS[name]
    model = CLASSES[type(config)].from_config(config).eval().requires_grad_(False)
    ids = torch.randint(1, 19, (1, 12))
    with FlopCounterMode(display=False) as counter:
        model(ids, ids[:, :9]) if isinstance(model, Seq2Seq) else model(ids)
    counts = {str(operator): number for operator, number in counter.get_flop_counts()["Global"].items()}
    linear = sum(number for operator, number in counts.items() if operator in ("aten.addmm", "aten.mm"))
    assert architecture_of(config, 12, 9).operations == linear + BETWEEN[name]
    assert counts.get("aten.bmm", BETWEEN[name]) == BETWEEN[name]


def test_a_window_costs_less_than_all_pairs_and_grows_linearly() -> None:
    config = small(30_000)
    near = LongformerConfig(window=64, global_projections=False)
    costs = [attention_operations(config, near, tokens, tokens) for tokens in (1024, 2048)]
    exact = [attention_operations(config, SoftmaxConfig(), tokens, tokens) for tokens in (1024, 2048)]
    assert costs[1] == 2 * costs[0]
    assert costs[0] < exact[0] < exact[1] / 2


def test_a_picture_shows_stacks_shapes_mechanisms_and_the_memory() -> None:
    svg = draw_overview(architecture_of(config_named("base", 37_000), 128))
    texts = [node.text for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]
    assert texts.count("Cross-attention") == 1
    assert texts.count("6 \u00d7") == 2
    assert {"memory", "softmax, 8 heads", "512 to 2,048, relu", "logits: m \u00d7 37,000"} <= set(texts)


def test_layers_that_differ_are_blocks_of_their_own() -> None:
    config = EncoderConfig(
        **(SIZE | {"layers": 3}), attention=(*[ATTENTIONS["softmax"]] * 2, LongformerConfig())
    )
    (stack,) = architecture_of(config).stacks
    assert [(block.first, block.count) for block in stack.blocks] == [(0, 2), (2, 1)]


def test_the_command_draws_counts_and_answers_in_json(tmp_path: Path) -> None:
    run = CliRunner()
    for ending in ("svg", "html"):
        out = tmp_path / f"model.{ending}"
        assert run.invoke(main, ["look", "model", "tiny", "--out", str(out)]).exit_code == 0
        assert "Cross-attention" in out.read_text(encoding="utf-8")
    answer = run.invoke(main, ["look", "model", "small", "--vocabulary", "30522", "-o", "json"])
    told = json.loads(answer.stdout)
    assert told["parameters"] == sum(part["parameters"] for part in told["parts"]) == 22_565_376
    table = run.invoke(main, ["look", "model", "small", "--attention", "performer"]).stdout
    assert "encoder self-attention" in table
    assert run.invoke(main, ["look", "model", "tiny", "--out", "model.png"]).exit_code == 2


def test_every_kind_of_config_file_is_understood(tmp_path: Path) -> None:
    for name in ("encoder-hybrid", "decoder-qwen", "seq2seq-mixed", "recurrent-lstm"):
        CLASSES[type(CONFIGS[name])].from_config(CONFIGS[name]).save_pretrained(tmp_path / name)
        assert config_named(str(tmp_path / name)) == CONFIGS[name]
        assert config_named(str(tmp_path / name / "config.json")) == CONFIGS[name]
    for theirs, kind in ((GPT2Config(), DecoderConfig), (MarianConfig(), Seq2SeqConfig)):
        theirs.save_pretrained(tmp_path / theirs.model_type)
        assert type(config_named(str(tmp_path / theirs.model_type))) is kind
    assert config_named("default").layout is not None  # type: ignore[union-attr]
    assert isinstance(config_named("models/tiny-translator"), Seq2SeqConfig)
    with pytest.raises(InvalidConfig, match="no attention to exchange"):
        config_named(str(tmp_path / "recurrent-lstm"), attention="performer")
    with pytest.raises(ModelMismatch, match="no config is there"):
        config_named(str(tmp_path))
