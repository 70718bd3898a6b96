"""The diagram as one HTML file: from the model to a block, to the matrices of a part, to one head.

Each view is a section that an address in the page names, so that links, the keyboard and the browser's way
back work without a server.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files

from paperformer.inspection.look.diagram import block_view, draw_block, draw_overview
from paperformer.inspection.look.diagram_views import draw_head, draw_part, has_heads, head_view
from paperformer.inspection.look.parts import Architecture, Block, Part, Stack
from paperformer.inspection.look.svg import amount, night_rules

MODEL = "model"
BELOW, TIMES = (
    " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ",
    "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}",
)


def diagram_page(architecture: Architecture, name: str) -> str:
    """The page.

    Args:
        architecture: What to draw.
        name: Of the model.
    """
    views = [_overview(architecture)]
    for stack in architecture.stacks:
        for part in (stack.embedding, *stack.above):
            views += [] if part.kind == "norm" else [_part(architecture, part, [])]
        for block in stack.blocks:
            trail = [(block_view(stack, block), _block_name(stack, block))]
            views.append(_block(architecture, stack, block))
            for part in block.parts:
                if part.kind == "norm":
                    continue
                views.append(_part(architecture, part, trail))
                if has_heads(architecture, part):
                    inner = [*trail, (part.key, part.title)]
                    views.append(_head(architecture, part, inner))
    page = files("paperformer.inspection.look").joinpath("diagram.html").read_text(encoding="utf-8")
    subtitle = (
        f"{architecture.parameters:,} parameters; {amount(architecture.operations)} operations for "
        f"{read_and_written(architecture)}. Select a part to open it; Escape goes back up."
    )
    return (
        page.replace("<!--NAME-->", escape(name))
        .replace("<!--SUMMARY-->", escape(subtitle))
        .replace("/*NIGHT*/", night_rules())
        .replace("<!--VIEWS-->", "\n".join(views))
    )


def read_and_written(architecture: Architecture) -> str:
    """How long the input is that operations are counted for."""
    first, *others = architecture.stacks
    written = f" read and {others[0].tokens:,} written" if others else ""
    return f"{first.tokens:,} tokens{written}"


def _overview(architecture: Architecture) -> str:
    wide = draw_overview(architecture)
    is_alone = len(architecture.stacks) == 1
    pictures = f'<div class="wide">{wide}</div>'
    if not is_alone:  # a telephone has room for one stack
        pictures = f'<div class="narrow">{draw_overview(architecture, narrow=True)}</div>{pictures}'
    return _view(MODEL, "", "The whole model", pictures, _counts(architecture), is_alone=is_alone)


def _counts(architecture: Architecture) -> str:
    """Parameters and operations by part."""
    parameters, operations = architecture.parameters or 1, architecture.operations or 1
    rows = []
    for stack in architecture.stacks:
        listed = [(stack.embedding, ""), *_listed(stack), *((part, "") for part in stack.above)]
        for part, layers in listed:
            linked = escape(part.title) if part.kind == "norm" else _link(part.key, part.title)
            rows.append(
                f"<tr><td>{stack.name.capitalize()}{layers}: {linked}</td>"
                f"<td>{part.parameters:,}{_bar(part.parameters / parameters)}</td>"
                f"<td>{amount(part.operations)}{_bar(part.operations / operations, 'ops')}</td></tr>"
            )
    return (
        "<h2>By part</h2><table><thead><tr><th>Part</th><th>Parameters</th><th>Operations</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody><tfoot><tr><td>All</td><td>{architecture.parameters:,}</td>"
        f"<td>{amount(architecture.operations)}</td></tr></tfoot></table>"
        '<p class="small">Counts are of all layers together; a matrix that serves in several places counts '
        "once. Operations are those of matrix products: a multiplication and its addition are two. n tokens "
        "are read, m are written, w are words.</p>"
    )


def _listed(stack: Stack) -> list[tuple[Part, str]]:
    return [
        (part, f" {_layers(block)}")
        for block in stack.blocks
        for part in block.parts
        if part.kind != "norm" or part.parameters
    ]


def _block(architecture: Architecture, stack: Stack, block: Block) -> str:
    tensors = "".join(_tensor_rows(part) for part in block.parts)
    facts = f"<h2>Tensors of one layer</h2>{_tensor_table(tensors)}"
    name = _block_name(stack, block)
    return _view(
        block_view(stack, block),
        _trail([]),
        name,
        draw_block(architecture, stack, block),
        facts,
        is_alone=True,
    )


def _part(architecture: Architecture, part: Part, trail: list[tuple[str, str]]) -> str:
    facts = "<h2>Its tensors</h2>"
    facts += _tensor_table(_tensor_rows(part)) if part.tensors else "<p>It has none of its own.</p>"
    facts += (
        f'<p class="small">{part.parameters:,} parameters and {amount(part.operations)} operations in all '
        "layers of this kind together.</p>"
    )
    return _view(part.key, _trail(trail), part.title, draw_part(architecture, part), facts, is_alone=True)


def _head(architecture: Architecture, part: Part, trail: list[tuple[str, str]]) -> str:
    mechanism = part.mechanism
    assert mechanism is not None
    settings = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(str(getattr(mechanism, name)))}</td></tr>"
        for name in mechanism.__dataclass_fields__
        if name != "mechanism"
    )
    facts = f"<h2>Settings of {escape(mechanism.mechanism)}</h2><table><tbody>{settings}</tbody></table>"
    title = f"One head of {part.title.lower()}"
    return _view(head_view(part), _trail(trail), title, draw_head(architecture, part), facts, is_alone=True)


def _view(key: str, trail: str, title: str, figure: str, facts: str, *, is_alone: bool) -> str:
    shape = "figure one" if is_alone else "figure"
    return (
        f'<section class="view" id="{key}" aria-label="{escape(title)}"><div class="{shape}">{trail}'
        f'<h2>{escape(title)}</h2>{figure}</div><div class="facts">{facts}</div></section>'
    )


def _trail(steps: list[tuple[str, str]]) -> str:
    links = [_link(MODEL, "The whole model"), *(_link(key, name) for key, name in steps)]
    return f'<nav aria-label="Way back">{BELOW.join([*links, ""])}</nav>'


def _tensor_table(rows: str) -> str:
    head = "<thead><tr><th>Name</th><th>Shape</th><th>Numbers</th></tr></thead>"
    return f"<table>{head}<tbody>{rows}</tbody></table>"


def _tensor_rows(part: Part) -> str:
    return "".join(
        f"<tr><td><code>{escape(tensor.name)}</code>{'' if tensor.learned else ' (drawn, not learned)'}</td>"
        f"<td>{TIMES.join(f'{side:,}' for side in tensor.shape)}</td><td>{tensor.size:,}</td></tr>"
        for tensor in part.tensors
    )


def _block_name(stack: Stack, block: Block) -> str:
    return f"{stack.name.capitalize()} {_layers(block)}"


def _layers(block: Block) -> str:
    last = block.first + block.count - 1
    return f"layer {block.first}" if block.count == 1 else f"layers {block.first} to {last}"


def _link(key: str, says: str) -> str:
    return f'<a href="#{key}">{escape(says)}</a>'


def _bar(share: float, kind: str = "") -> str:
    return f'<i class="{kind}" style="width:{100 * share:.1f}%"></i>'
