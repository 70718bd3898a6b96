"""The steps of a decoder are those that it takes when it writes."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from click.testing import CliRunner
from toy_subjects import a_decoder, a_recurrent_translator, a_translator, an_encoder

from paperformer.cli import main
from paperformer.errors import InvalidConfig
from paperformer.inspection.look.steps import see_steps, steps_page
from paperformer.transformer import generate
from paperformer.transformer.generation.protocol import Prompt

TRANSLATOR = "models/tiny-translator"


def test_a_language_model_shows_the_tokens_that_it_writes_with_their_probabilities() -> None:
    subject = a_decoder()
    found = see_steps(subject, "abc", tokens=4)
    pieces: Any = subject.tokenizer
    prompt = torch.tensor([[pieces.begin_id, *pieces.encode(["abc"])[0]]])
    model: Any = subject.model
    (written,) = generate(model, prompt, max_tokens=4, end_id=pieces.end_id)
    assert len(found.steps) == len(written.tokens)
    assert (found.read, found.given) == ((), prompt.shape[1])
    state = model.start(Prompt(prompt))  # an independent way: token by token, with the cache
    tokens = prompt
    for step, one in zip(found.steps, written.tokens, strict=True):
        with torch.no_grad():
            logits, state = model.step(tokens, state)
        assert step.chosen.probability == pytest.approx(float(logits[0].softmax(-1)[int(one)]), abs=6e-5)
        assert step.chosen == step.best[0]  # greedy
        tokens = torch.tensor([[int(one)]])


def test_attention_of_each_step_adds_up_to_one_and_reaches_only_what_is_there() -> None:
    found = see_steps(a_translator(), "abc")
    for number, step in enumerate(found.steps):
        assert len(step.of_read) == len(step.of_written) == 2  # layers
        assert all(len(layer) == len(found.read) for layer in step.of_read)
        assert all(len(layer) == found.given + number for layer in step.of_written)
        for layer in (*step.of_read, *step.of_written):
            assert sum(layer) == pytest.approx(1.0, abs=5e-3)


def test_a_recurrent_decoder_shows_what_it_looked_at_before_each_token() -> None:
    subject = a_recurrent_translator()
    model: Any = subject.model
    found = see_steps(subject, "abc")
    pieces: Any = subject.tokenizer
    source = torch.tensor([[*pieces.encode(["abc"])[0], pieces.end_id]])
    assert subject.translator is not None
    ((best,),) = subject.translator.translate(["abc"])
    written = [pieces.begin_id, *best.target_ids, pieces.end_id]
    state = model.start(Prompt(torch.tensor([[pieces.begin_id]]), source=source))
    attention = model.decoder.attention
    assert len(found.steps) == len(written) - 1 > 1
    for step, token, following in zip(found.steps, written, written[1:], strict=False):
        expected = attention.weights(state.hidden[-1], state.keys)[0].tolist()  # by its cache, step by step
        assert step.of_read[0] == pytest.approx(expected, abs=6e-5)
        assert step.of_written == ()
        with torch.no_grad():
            logits, state = model.step(torch.tensor([[token]]), state)
        assert step.chosen.probability == pytest.approx(float(logits[0].softmax(-1)[following]), abs=6e-5)


def test_what_writes_nothing_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="writes nothing"):
        see_steps(an_encoder(), "abc")
    with pytest.raises(InvalidConfig, match="empty"):
        see_steps(a_decoder(), " ")


def test_a_page_cannot_be_closed_by_its_text() -> None:
    page = steps_page(see_steps(a_decoder(), "</script><b>", tokens=1))
    assert page.count("</script>") == 2  # those of the page
    assert (
        "<b>"
        not in page.replace("<b>Read</b>", "")
        .replace("<b>Written so far</b>", "")
        .replace("<b>Writes</b>", "")
        .split("<script>const DATA")[0]
    )


def test_the_command_prints_where_a_recurrent_translator_looks() -> None:
    sentence = "The old woman has given the child a red apple."
    done = CliRunner().invoke(main, ["look", "steps", "models/tiny-recurrent", sentence])
    assert done.exit_code == 0
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert [row[1] for row in rows][:6] == ["Die", "alte", "Frau", "hat", "dem", "Kind"]
    assert [row[3] for row in rows][1:6] == ["old", "woman", "has", "the", "child"]


def test_the_command_draws_a_translation_and_prints_its_alignment(tmp_path: Path) -> None:
    run, out = CliRunner(), tmp_path / "steps.html"
    sentence = "The tired man wants to sing at school."
    done = run.invoke(main, ["look", "steps", TRANSLATOR, sentence, "--out", str(out), "-o", "json"])
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert [step["chosen"]["piece"] for step in told["steps"]][:4] == ["Der", "m\u00fcde", "Mann", "will"]
    last = told["steps"][2]["of_read"][-1]
    assert told["read"][last.index(max(last))] == "man"
    assert "\u201cDer m\u00fcde Mann" in out.read_text(encoding="utf-8")
    refused = run.invoke(main, ["look", "steps", TRANSLATOR, sentence, "--out", "steps.png"])
    assert refused.exit_code == 2
    assert "Name it something.html, .gif or .webp" in refused.stderr
