"""A new user's path, as the README has it: serve, correct, fine-tune, promote, see the field right."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from running_service import Running, run

from paperformer.cli import main
from paperformer.service.config import ServiceConfig

pytest.importorskip("torch", reason="needs pip install 'paperformer[train]'")

from toy_model import save_toy, toy_model

SUPPLIER = "Acme Due"


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model that knows nothing yet."""
    from paperformer.learning.export.folder import export

    folder = save_toy(tmp_path_factory.mktemp("untrained"), toy_model(seed=3))
    export(folder, folder, precision="float32")
    return folder


def bill(number: int) -> bytes:
    """A bill whose supplier no rule is sure of: the same firm at its head, another number and total."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    lines = (SUPPLIER, "invoice", f"no {number}", f"total eur {number}.20", "thank you")
    for row, line in enumerate(lines):
        canvas.drawString(72, 770 - 20 * row, line)
    canvas.save()
    return buffer.getvalue()


def command(*arguments: object) -> Result:
    """Run a verb of the command line."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return done


def suppliers_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Who may sell, likeliest first, at any confidence: the tiny model is never as sure as a real one."""
    found: list[dict[str, Any]] = document["extraction"]["fields"]["supplier_name"]
    return found


def correct(running: Running, number: int) -> None:
    """Do what the page does: point at the words that print the supplier, and confirm."""
    id = running.post(bill(number)).raise_for_status().json()["id"]
    words = running.client.get(f"/v1/documents/{id}/pages/1/words").json()["words"]
    printed = [word["index"] for word in words if word["text"] in SUPPLIER.split()]
    body = {"fields": {"supplier_name": [{"value": SUPPLIER, "words": printed}]}, "confirmed": True}
    running.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()


def test_what_was_corrected_is_read_right_by_the_model_that_learned_it(
    untrained: Path, tmp_path: Path
) -> None:
    config = ServiceConfig(data=tmp_path / "data", port=0, workers=1, model=untrained, ocr="never")
    with run(config, None) as running:
        before = suppliers_of(running.post(bill(900)).raise_for_status().json())
        for number in range(101, 109):
            correct(running, number)
        out = tmp_path / "corrections.jsonl"
        command("corrections", "export", out, "--data", config.data)
        assert len(out.read_text().splitlines()) == 8
        forget_parties(running)
        settings = tmp_path / "mine.yaml"
        settings.write_text(
            f"output: {tmp_path / 'run'}\nname: mine\nschema_path: {untrained / 'schema.yaml'}\n"
            f"data:\n  - path: {out}\n    hold_out: 2\n"
            f"encoder:\n  pretrained: {untrained}\n"
            "training:\n  epochs: 40\n  learning_rate: 5.0e-3\n"
        )
        command("train", settings)
        trained = tmp_path / "run" / "model"
        command("evaluate", out, "--model", trained)
        command("models", "promote", trained, "--data", config.data)
        running.service._served.forget()
        document = running.post(bill(700)).json()
        assert document["model"]["name"] == "mine"
        best = suppliers_of(document)[0]
        assert (best["value"], best["source"]) == (SUPPLIER, "model")
        assert best["confidence"] > max(one["confidence"] for one in before)
        command("models", "rollback", "--data", config.data)
        running.service._served.forget()
        assert running.post(bill(701)).json()["model"]["name"] == "toy"


def forget_parties(running: Running) -> None:
    """So that the model alone answers, and not the list of confirmed suppliers."""
    for item in running.client.get("/v1/documents").json()["items"]:
        running.client.delete(f"/v1/documents/{item['id']}").raise_for_status()
    running.service.learned.learn()
