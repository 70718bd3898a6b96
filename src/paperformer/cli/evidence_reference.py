"""The page ``docs/evidence-list.md``, from the register: ``python -m paperformer.cli.evidence_reference``."""

from __future__ import annotations

import sys
from inspect import getdoc

import click

from paperformer.evidence.registry import Evidence, all_evidence
from paperformer.extraction.relations.catalogue import SAYS as RELATIONS

_HEAD = """# List of evidence

Everything that can be observed of a candidate ([how evidence works](evidence.md)), by module of
`src/paperformer/evidence/observers`; *standard* marks check digits and arithmetic, which are kept whatever
they are worth. `python -m paperformer.cli.evidence_reference` writes this page (part of `make docs`).
"""


def render() -> str:
    """The page as Markdown."""
    modules: dict[str, list[Evidence]] = {}
    for evidence in all_evidence():
        modules.setdefault(evidence.observe.__module__, []).append(evidence)
    sections = (_section(module, pieces) for module, pieces in modules.items())
    return "\n".join([_HEAD, *sections, _relations()])


def _relations() -> str:
    """The relations between fields, which the joint choice weighs."""
    rows = [f"| `{name}` | {says} |" for name, says in RELATIONS.items()]
    head = ["## Relations between fields\n", "`src/paperformer/extraction/relations`\n"]
    return "\n".join([*head, "| name | what is so where it holds |", "|---|---|", *rows, ""])


def _section(module: str, pieces: list[Evidence]) -> str:
    title = (getdoc(sys.modules[module]) or module).split("\n")[0].removesuffix(".")
    rows = [
        f"| `{evidence.name}` | {_says(evidence)} | {_about(evidence)} | {_standard(evidence)} |"
        for evidence in pieces
    ]
    head = [f"## {title}\n", f"`{module.rpartition('.')[2]}.py`\n"]
    return "\n".join([*head, "| name | what it says | concerns | standard |", "|---|---|---|---|", *rows, ""])


def _says(evidence: Evidence) -> str:
    return evidence.says.replace("|", "\\|")


def _about(evidence: Evidence) -> str:
    if not evidence.fields and not evidence.types:
        return "all fields"
    kind, names = ("field", evidence.fields) if evidence.fields else ("type", evidence.types)
    return f"{kind}{'s' if len(names) > 1 else ''} " + ", ".join(f"`{name}`" for name in sorted(names))


def _standard(evidence: Evidence) -> str:
    return "yes" if evidence.standard else ""


if __name__ == "__main__":
    click.echo(render(), nl=False)
