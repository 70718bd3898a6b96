"""Dependencies point one way, and reading documents needs no torch."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import paperformer

SOURCE = Path(paperformer.__file__).parent

# What each room may import of ours, beside itself: whole rooms, or single modules.
READING = {"errors", "documents", "evidence", "fields", "splitting", "text"}
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "transformer": {"errors"},
    "documents": {"errors"},
    "text": {"errors", "documents.model"},
    "fields": {"errors", "documents.model"},
    "evidence": {"errors", "documents.model", "fields"},
    "splitting": {"errors", "documents", "fields"},
    "einvoicing": {"errors", "documents"},
    "extraction": READING | {"einvoicing"},
    "labelled": {
        *("errors", "documents", "fields"),
        *("extraction.label_record", "extraction.levels", "extraction.result"),
    },
    "evaluation": {"errors", "documents", "fields", "extraction", "labelled"},
    "comparison": {"errors", "documents", "fields", "extraction", "labelled"},
    "synthesis": READING | {"extraction", "labelled.documents"},
    "learning": READING | {"extraction", "labelled", "evaluation.sroie", "transformer"},
    "improving": {
        *("errors", "extraction.model_folder", "labelled.documents"),
        *("evaluation.evaluate", "evaluation.sroie", "learning.evidence_fit"),
    },
    "translation": {"errors", "text", "transformer", "learning"},
    "inspection": {
        *READING,
        *("extraction", "labelled.documents", "evaluation.reliability"),
        *("transformer", "learning", "translation"),
    },
    "service": READING | {"extraction", "improving.improve"},
    "client": {"errors"},
    "cluster": READING | {"extraction"},
    "mcp": READING | {"einvoicing", "extraction"},
    "__main__": {"cli"},
    "cli": {
        *READING,
        "einvoicing",
        "extraction",
        "labelled",
        "evaluation",
        "comparison",
        "synthesis",
        "learning",
        "improving",
        "translation",
        "inspection",
        "service",
        "cluster",
        "mcp",
    },
}
# What the rooms inside ``fields`` may import of it.
VALUES = {"errors", "documents.model", "fields.values", "fields.words"}
INSIDE_FIELDS: dict[str, set[str]] = {
    "fields.words": {"errors", "fields.words"},
    "fields.values": VALUES,
    "fields.page": VALUES | {"fields.context", "fields.page", "fields.schema"},
    "fields.countries": VALUES | {"fields.countries", "fields.page", "fields.schema", "fields.scored"},
}
ROOT_ALLOWED = READING | {"extraction"}  # the public API shows what reads documents
ON_TOP = {"service", "cluster", "mcp", "cli"}  # may use the public API itself

TORCH = {"torch", "safetensors", "jaxtyping"}
HUB = "huggingface_hub"
TORCH_ROOMS = {"transformer", "learning", "translation", "inspection"}
WITHOUT_TORCH = [
    *("documents", "text", "fields", "evidence", "splitting", "einvoicing", "extraction"),
    *("labelled", "evaluation", "comparison", "improving", "service", "client", "cluster", "mcp", "cli"),
]


@dataclass(frozen=True)
class Arrow:
    """One import: the module that states it, the line, and what it names (dotted)."""

    module: str
    line: int
    target: str

    @property
    def room(self) -> str:
        """The room the importing module stands in; empty for the package itself."""
        return self.module.partition(".")[2].partition(".")[0]

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}"


@cache
def arrows(source: Path) -> list[Arrow]:
    """Every import under ``source``, at any depth of the code, the lazy and the type-only ones too."""
    found = []
    for path in sorted(source.rglob("*.py")):
        parts = (source.name, *path.relative_to(source).with_suffix("").parts)
        package = parts[:-1]
        module = ".".join(package if parts[-1] == "__init__" else parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found += [Arrow(module, node.lineno, target) for target in targets(node, package)]
    return found


def targets(node: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    """The dotted names that an import statement may load."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        start = package[: len(package) - node.level + 1] if node.level else ()
        base = ".".join((*start, *((node.module,) if node.module else ())))
        yield from (f"{base}.{alias.name}" for alias in node.names)


def runs_back_up(arrow: Arrow) -> bool:
    """Whether an arrow between two rooms of ours is one that ``ALLOWED`` does not name."""
    ours, _, target = arrow.target.partition(".")
    if ours != "paperformer":
        return False
    room = arrow.room
    target_room = target.split(".")[0]
    if room and target_room == room:
        return False
    if not (SOURCE / target_room).exists() and not (SOURCE / f"{target_room}.py").exists():
        return room not in ON_TOP  # a name of the public API, such as ``from paperformer import Extractor``
    allowed = ALLOWED.get(room, set()) if room else ROOT_ALLOWED
    return not any(target == name or target.startswith(f"{name}.") for name in allowed)


def test_modules_of_tests_have_names_of_their_own() -> None:
    """Pytest imports them by their last name: two alike cannot be collected together."""
    names = [path.name for path in Path(__file__).parent.rglob("*.py") if path.name != "conftest.py"]
    assert {name for name in names if names.count(name) > 1} == set()


def test_no_import_runs_back_up() -> None:
    wrong = [str(arrow) for arrow in arrows(SOURCE) if runs_back_up(arrow)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("room", INSIDE_FIELDS)
def test_rooms_inside_fields_import_what_lies_below_them(room: str) -> None:
    own = [arrow for arrow in arrows(SOURCE) if f"{arrow.module}.".startswith(f"paperformer.{room}.")]
    targets_of = {str(arrow): f"{arrow.target}." for arrow in own if arrow.target.startswith("paperformer.")}
    below = tuple(f"paperformer.{name}." for name in INSIDE_FIELDS[room])
    assert [arrow for arrow, target in targets_of.items() if not target.startswith(below)] == []
    assert targets_of


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {
        path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert rooms - {"__init__", "__main__"} <= ALLOWED.keys()


def test_the_transformer_stands_on_torch_alone() -> None:
    theirs = [arrow for arrow in arrows(SOURCE) if arrow.room == "transformer"]
    packages = {arrow.target.split(".")[0] for arrow in theirs} - sys.stdlib_module_names
    assert packages <= TORCH | {"paperformer", HUB}
    # The hub's client is for hub ids alone, and imported when one is given.
    hub = {arrow.module for arrow in theirs if arrow.target.split(".")[0] == HUB}
    assert hub == {"paperformer.transformer.pretrained.source"}
    top = ast.parse((SOURCE / "transformer/pretrained/source.py").read_text(encoding="utf-8")).body
    assert not any(target.startswith(HUB) for node in top for target in targets(node, ()))


def test_only_rooms_that_train_name_torch() -> None:
    wrong = [
        str(arrow)
        for arrow in arrows(SOURCE)
        if arrow.target.split(".")[0] in TORCH and arrow.room not in TORCH_ROOMS
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "statement", "wrong"),
    [
        ("text/pieces.py", "from paperformer.extraction import result", True),
        ("text/pieces.py", "from ..extraction import result", True),
        ("text/pieces.py", "from paperformer.documents import open_document", True),
        ("text/pieces.py", "from paperformer.documents.model import Word", False),
        ("text/pieces.py", "def f():\n    import paperformer.learning.trainer", True),
        ("fields/values/date.py", "from paperformer.fields.finding import Finding", False),
        ("fields/values/date.py", "from .reading import ParsedValue", False),
        ("transformer/mask.py", "from paperformer.errors import InvalidConfig", False),
        ("transformer/mask.py", "from paperformer.text.pieces import Pieces", True),
        ("extraction/pipeline.py", "from paperformer.transformer.config import small", True),
        ("extraction/pipeline.py", "from paperformer import Extractor", True),
        ("extraction/batch.py", "def f():\n    from paperformer.evaluation import mistakes", True),
        ("extraction/batch.py", "def f():\n    from paperformer.labelled import answers", True),
        ("labelled/answers.py", "from paperformer.extraction.result import Extraction", False),
        ("labelled/answers.py", "from paperformer.extraction.pipeline import Extractor", True),
        ("evaluation/evaluate.py", "from paperformer.extraction.pipeline import Extractor", False),
        ("service/app.py", "from paperformer import Extractor", False),
        ("cli/train.py", "from paperformer.learning import trainer", False),
        ("__init__.py", "from paperformer.learning import trainer", True),
        ("__init__.py", "from paperformer.extraction.result import Extraction", False),
    ],
)
def test_the_check_itself_sees_an_arrow_that_runs_back_up(
    tmp_path: Path, module: str, statement: str, wrong: bool
) -> None:
    path = tmp_path / "paperformer" / module
    path.parent.mkdir(parents=True)
    path.write_text(statement)
    assert [runs_back_up(arrow) for arrow in arrows(tmp_path / "paperformer")] == [wrong]


BLOCKED = """
import importlib, pkgutil, sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError(f"{{name}} is blocked")

sys.meta_path.insert(0, Block())
room = importlib.import_module("paperformer.{room}")
for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print("imported")
"""


@pytest.mark.parametrize("room", WITHOUT_TORCH)
def test_reading_documents_needs_no_torch(room: str) -> None:
    """Every module of the room imports where torch and what comes with training is not installed."""
    script = BLOCKED.format(blocked=sorted({*TORCH, "transformers", "rapidfuzz"}), room=room)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "imported\n", done.stderr
