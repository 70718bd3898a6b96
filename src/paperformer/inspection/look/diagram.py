"""The architecture of a model as a diagram, drawn from its configuration alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from paperformer.inspection.look.diagram_labels import (
    head_note,
    label_of,
    letter,
    note,
    output,
    shape,
    tables,
)
from paperformer.inspection.look.parts import Architecture, Block, Part, Stack
from paperformer.inspection.look.svg import (
    COLOURS,
    FAINT,
    INK,
    LINE,
    PAPER,
    amount,
    arrow,
    box,
    document,
    link,
    mask,
    text,
)
from paperformer.transformer.config import DecoderConfig, EncoderConfig, RecurrentConfig, StackConfig

COLUMN = 360.0  # width of a stack: that of a telephone
LEFT, WIDE, MIDDLE = 68.0, 224.0, 180.0  # where the boxes stand
BOX, NORM, GAP = 62.0, 24.0, 22.0
MEMORY = COLOURS["cross"][0]


@dataclass(slots=True)
class _Column:
    """A stack that is drawn upwards: ``y`` counts from its foot, and is negative."""

    mirrored: bool
    y: float = 0.0
    drawn: list[str] = field(default_factory=list)
    cross: list[float] = field(default_factory=list)  # heights at which a memory comes in

    def rise(self, label: str = "") -> None:
        """The arrow to what stands above, and what is written beside it."""
        self.drawn.append(arrow((MIDDLE, self.y), (MIDDLE, self.y - GAP + 1)))
        if label:
            self.drawn.append(text(MIDDLE + 8, self.y - 7, label, size=10.5, colour=FAINT))
        self.y -= GAP

    def side(self, distance: float) -> float:
        """So far out on the side where inputs are led around."""
        return LEFT + WIDE + distance if self.mirrored else LEFT - distance


def draw_overview(architecture: Architecture, *, narrow: bool = False, background: bool = False) -> str:
    """The whole model: stacks side by side or, where it shall be narrow, the decoder above the encoder."""
    columns = [_column(architecture, stack) for stack in architecture.stacks]
    heights = [-column.y for column in columns]
    title = f"Architecture: {architecture.kind}"
    margin = 20.0
    if len(columns) == 1:
        body = f'<g transform="translate(0 {heights[0] + margin:g})">{"".join(columns[0].drawn)}</g>'
        return document(COLUMN, heights[0] + 2 * margin, title, body, background=background)
    encoder, decoder = columns
    if narrow:
        gap = 44.0
        foot = heights[1] + margin
        top = foot + gap + heights[0]
        body = _at(0, foot, decoder) + _at(0, top, encoder)
        start = foot + gap
        body += _memory([(MIDDLE, start), (MIDDLE, start - 14), (14, start - 14)], decoder, 0, foot)
        return document(COLUMN, top + margin, title, body, background=background)
    height = max(heights) + margin
    body = _at(0, height, encoder) + _at(COLUMN, height, decoder)
    start = height - heights[0]
    body += _memory(
        [(MIDDLE, start), (MIDDLE, start - 16), (COLUMN + 14, start - 16)], decoder, COLUMN, height
    )
    return document(2 * COLUMN, height + margin, title, body, background=background)


def draw_block(architecture: Architecture, stack: Stack, block: Block) -> str:
    """One block alone."""
    column = _Column(mirrored=_has_cross(stack))
    _caption(column, shape(stack, architecture), "from below")
    column.rise()
    _block(column, architecture, stack, block, framed=False)
    column.rise()
    if column.cross:
        for height in column.cross:
            column.drawn.append(arrow((14, height), (LEFT, height), colour=MEMORY, width=2))
            column.drawn.append(text(6, height - 8, "memory", size=10.5, colour=MEMORY))
    _caption(column, shape(stack, architecture), "to above")
    body = f'<g transform="translate(0 {-column.y + 12:g})">{"".join(column.drawn)}</g>'
    return document(COLUMN, -column.y + 24, f"Block of the {stack.name}", body)


def _at(x: float, y: float, column: _Column) -> str:
    return f'<g transform="translate({x:g} {y:g})">{"".join(column.drawn)}</g>'


def _memory(start: list[tuple[float, float]], decoder: _Column, x: float, foot: float) -> str:
    """From the top of the encoder to each attention that reads it."""
    rail, paths = start[-1][0], []
    for height in decoder.cross:
        points = [*start, (rail, foot + height), (x + LEFT, foot + height)]
        paths.append(arrow(*points, colour=MEMORY, width=2))
    along = start[1][1]
    paths.append(text(start[1][0] + 10, along - 6, "memory", size=11, colour=MEMORY, bold=True))
    return "".join(paths)


def _column(architecture: Architecture, stack: Stack) -> _Column:
    column = _Column(mirrored=_has_cross(stack))
    reads = "ids of what is read" if stack.name == "encoder" else "ids of what is written"
    _caption(
        column, letter(architecture, stack), reads if len(architecture.stacks) == 2 else "ids of the tokens"
    )
    column.rise()
    _box(column, stack.embedding, tables(architecture))
    pooled = False
    for block in stack.blocks:
        if block.words and not pooled:
            pooled = True
            _pool(column, architecture, stack)
        column.rise(shape(stack, architecture, words=block.words))
        _block(column, architecture, stack, block, framed=True)
    if isinstance(architecture.config, EncoderConfig) and not pooled and architecture.config.layout:
        _pool(column, architecture, stack)
    for part in stack.above:
        column.rise(shape(stack, architecture))
        _norm(column, part) if part.kind == "norm" else _box(column, part, head_note(architecture))
    if len(architecture.stacks) == 1 or stack.name == "decoder":
        column.rise()
        _caption(column, output(architecture, stack), "states" if stack.name == "encoder" else "logits")
    return column


def _pool(column: _Column, architecture: Architecture, stack: Stack) -> None:
    column.rise(shape(stack, architecture))
    column.y -= NORM
    column.drawn.append(box(LEFT, column.y, WIDE, NORM, "pool", radius=12))
    column.drawn.append(text(MIDDLE, column.y + 16, "Mean of each word's pieces", size=11, anchor="middle"))


def _block(column: _Column, architecture: Architecture, stack: Stack, block: Block, *, framed: bool) -> None:
    """Its sub-layers, each with the arrow that leads its input around it."""
    foot = column.y
    column.y -= 14
    column.drawn.append(f'<path d="M{MIDDLE},{foot:g}v-14" stroke="{INK}" stroke-width="1.5"/>')
    config = architecture.config
    parts = list(block.parts)
    if isinstance(config, RecurrentConfig) or parts[0].kind == "cells":
        for number, part in enumerate(parts):
            if number:
                column.rise()
            _mark_cross(column, part)
            _box(column, part, note(architecture, part), mask_of=None)
    else:
        for sublayer, norm in zip(parts[::2], parts[1::2], strict=True):
            _sublayer(column, architecture, stack, sublayer, norm, first=sublayer is parts[0])
    top = column.y - 14
    column.drawn.append(f'<path d="M{MIDDLE},{column.y:g}v-14" stroke="{INK}" stroke-width="1.5"/>')
    column.y = top
    if framed:
        label = label_of(block)
        frame = (
            f'<rect x="26" y="{top:g}" width="{COLUMN - 52:g}" height="{foot - top:g}" rx="14" fill="none" '
            f'stroke="{LINE}" stroke-width="1.5" stroke-dasharray="5 4"/>'
        )
        at = 34.0 if column.mirrored else COLUMN - 34
        anchor = "start" if column.mirrored else "end"
        name = text(at, foot - 10, label, size=13, anchor=anchor, bold=True)
        opens = link(block_view(stack, block), f"Open the block: {label}", name)
        column.drawn.insert(0, frame)
        column.drawn.append(opens)


def _sublayer(
    column: _Column, architecture: Architecture, stack: Stack, part: Part, norm: Part, *, first: bool
) -> None:
    config = architecture.config
    assert isinstance(config, StackConfig)
    if not first:
        column.drawn.append(f'<path d="M{MIDDLE},{column.y:g}v-12" stroke="{INK}" stroke-width="1.5"/>')
        column.y -= 12
    start, before = column.y + 4, config.norm == "pre"
    if before:
        column.y += 0
        column.rise()
        _norm(column, norm, "Norm")
    column.rise()
    _mark_cross(column, part)
    causal = stack.name == "decoder" and part.kind == "attention"
    _box(column, part, note(architecture, part), mask_of=causal if part.mechanism else None)
    column.rise()
    adds = not isinstance(config, DecoderConfig) or config.residual
    if before or config.norm == "none":
        column.y -= 18
        if adds:
            column.drawn.append(_plus(column.y + 9))
        meets = column.y + 9
        side = MIDDLE + (9 if column.mirrored else -9)
    else:
        _norm(column, norm, "Add & norm" if adds else "Norm")
        meets, side = column.y + NORM / 2, LEFT + WIDE if column.mirrored else LEFT
    if adds:
        out = column.side(20)
        column.drawn.append(arrow((MIDDLE, start), (out, start), (out, meets), (side, meets), colour=FAINT))


def _plus(y: float) -> str:
    return (
        f'<circle cx="{MIDDLE}" cy="{y:g}" r="9" fill="{PAPER}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M{MIDDLE - 4.5},{y:g}h9M{MIDDLE},{y - 4.5:g}v9" stroke="{INK}" stroke-width="1.4"/>'
    )


def _mark_cross(column: _Column, part: Part) -> None:
    if part.kind == "cross":
        column.cross.append(column.y - BOX / 2)


def _box(column: _Column, part: Part, note: str, mask_of: bool | None = None) -> None:
    """A part with its name, what it holds, and the pattern of an attention; a click opens it."""
    column.y -= BOX
    y = column.y
    inside = [box(LEFT, y, WIDE, BOX, part.kind), text(LEFT + 12, y + 20, part.title, size=13, bold=True)]
    held = f"{amount(part.parameters)} parameters" if part.parameters else "0 parameters"
    counted = f"{held}, {amount(part.operations)} operations" if part.operations else held
    inside.append(text(LEFT + 12, y + 36, note, size=11, colour=INK))
    inside.append(text(LEFT + 12, y + 52, counted, size=10.5, colour=FAINT))
    if mask_of is not None:
        cross = part.kind == "cross"
        inside.append(
            mask(
                LEFT + WIDE - 42,
                y + 9,
                32,
                part.mechanism,
                causal=mask_of,
                cross=cross,
                blocks=bool(part.block),
            )
        )
    column.drawn.append(link(part.key, f"{part.title}: {counted}", *inside))


def _norm(column: _Column, part: Part, says: str | None = None) -> None:
    column.y -= NORM
    column.drawn.append(box(LEFT, column.y, WIDE, NORM, "norm", radius=12))
    column.drawn.append(text(MIDDLE, column.y + 16, says or part.title, size=11, anchor="middle"))


def _caption(column: _Column, shape: str, says: str) -> None:
    column.y -= 18
    column.drawn.append(text(MIDDLE, column.y + 13, f"{says}: {shape}", size=11.5, anchor="middle"))


def _has_cross(stack: Stack) -> bool:
    return any(part.kind == "cross" for block in stack.blocks for part in block.parts)


def block_view(stack: Stack, block: Block) -> str:
    """Names the view of a block."""
    return f"{stack.name}-{block.first}"
