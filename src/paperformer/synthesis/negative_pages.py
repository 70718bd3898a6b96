"""Lays out pages that are no invoice, one function a kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal

from paperformer.synthesis.blocks import beside, framed, paragraph, rule, stack
from paperformer.synthesis.chance import chance, pick
from paperformer.synthesis.ink import NOTHING, Block, Pen, Piece, Rule, Sheet, plain
from paperformer.synthesis.names import person_name
from paperformer.synthesis.phones import phone
from paperformer.synthesis.prose import Writer
from paperformer.synthesis.style import Style

Draw = Callable[[Writer, Style], list[Sheet]]


def _text(lines: Sequence[str], style: Style, width: float, pen: Pen | None = None) -> Block:
    return paragraph([plain(line) for line in lines], pen or style.pen(), style.leading, width)


def _gap(style: Style, lines: float) -> Block:
    return Block(1.0, style.body * style.leading * lines)


def _paged(blocks: Iterable[Block], style: Style, numbered: bool = False) -> list[Sheet]:
    """The blocks one below the other, on as many pages as they need."""
    sheets = [Sheet(style.width, style.height)]
    y = style.margin
    for block in blocks:
        if y > style.margin and y + block.height > style.height - style.margin:
            sheets.append(Sheet(style.width, style.height, len(sheets) + 1))
            y = style.margin
        sheets[-1].put(block, style.margin, y)
        y += block.height
    if numbered:
        for sheet in sheets:
            foot = _text([f"{sheet.number} / {len(sheets)}"], style, style.content_width)
            sheet.put(foot, style.width / 2, style.height - style.margin * 0.7)
    return sheets


def _side(rng: random.Random, block: Block, style: Style) -> Block:
    """The block at the left or the right."""
    return block if chance(rng, 0.5) else beside([(style.content_width * 0.55, block)])


def _head(writer: Writer, style: Style) -> Block:
    """A letter-head: the sender's name and how to reach it."""
    own, width = writer.own, style.content_width
    lines = [*own.address]
    if chance(writer.rng, 0.5):
        lines.append(own.phone.text)
    if chance(writer.rng, 0.4):
        lines.append(own.email)
    name = _text([own.trade_name], style, width * 0.45, style.title_pen())
    details = _text(lines, style, width * 0.45, style.pen(size=style.small))
    return _side(writer.rng, stack([name, details]), style)


def blank(writer: Writer, style: Style) -> list[Sheet]:
    """A page with nothing on it, or next to nothing."""
    rng, sheet = writer.rng, Sheet(style.width, style.height)
    if chance(rng, 0.5):
        note = _text([writer.one("blank")], style, style.content_width)
        sheet.put(note, rng.uniform(style.margin, style.width * 0.6), rng.uniform(30, style.height - 60))
    return [sheet]


def letter(writer: Writer, style: Style) -> list[Sheet]:
    """A letter of a firm or a person, with sender, receiver, date and subject."""
    rng, width = writer.rng, style.content_width
    firm = chance(rng, 0.6)
    blocks = (
        [_head(writer, style)]
        if firm
        else [_text([person_name(rng, writer.locale), *writer.own.address], style, width)]
    )
    to = [writer.other.name] if chance(rng, 0.5) else [person_name(rng, writer.locale)]
    place = f"{pick(rng, writer.locale.cities)}, {writer.date()}" if chance(rng, 0.5) else writer.date()
    blocks += [
        _gap(style, 2), _text([*to, *writer.other.address], style, width * 0.5), _gap(style, 2),
        _side(rng, _text([place], style, width * 0.45), style), _gap(style, 2),
    ]  # fmt: skip
    if chance(rng, 0.7):
        blocks += [_text([writer.one("subjects")], style, width, style.pen(bold=True)), _gap(style, 1)]
    blocks += [_text([writer.one("greetings")], style, width), _gap(style, 1)]
    sentences = writer.several("letter", 3, 12)
    while sentences:
        count = rng.randint(1, 4)
        blocks += [_text([" ".join(sentences[:count])], style, width), _gap(style, 1)]
        sentences = sentences[count:]
    blocks += [_text([writer.one("closings"), "", "", person_name(rng, writer.locale)], style, width)]
    if firm and chance(rng, 0.4):
        foot = _text(
            [" · ".join([writer.own.name, *writer.own.address])], style, width, style.pen(size=style.small)
        )
        blocks += [_gap(style, 3), foot]
    return _paged(blocks, style)


def cv(writer: Writer, style: Style) -> list[Sheet]:
    """A CV: a person, headings, years beside posts and schools."""
    rng, width = writer.rng, style.content_width
    blocks = [
        _text([writer.one("cv_titles")], style, width),
        _text([person_name(rng, writer.locale)], style, width, style.title_pen()),
        _text([*writer.own.address, phone(rng, writer.locale).text, writer.date()], style, width),
    ]
    year = writer.day.year
    for turn, heading in enumerate(writer.prose["cv_headings"]):
        blocks += [
            _gap(style, 1),
            _text([heading], style, width, style.pen(bold=True, size=style.body * 1.2)),
        ]
        if turn in (1, 2):
            for _ in range(rng.randint(1, 4)):
                begun = year - rng.randint(1, 4)
                what = writer.one("jobs" if turn == 1 else "schools")
                where = f", {writer.other.trade_name}, {pick(rng, writer.locale.cities)}" if turn == 1 else ""
                entry = _text([what + where, *writer.several("cv", 0, 2)], style, width * 0.75)
                years = _text([f"{begun} - {year}"], style, width * 0.2)
                blocks.append(beside([(0, years), (width * 0.23, entry)]))
                year = begun
        else:
            blocks.append(_text(writer.several("cv", 1, 3), style, width))
    return _paged(blocks, style)


def contract(writer: Writer, style: Style) -> list[Sheet]:
    """A contract of one to five pages: parties, numbered clauses, signatures."""
    rng, width = writer.rng, style.content_width
    blocks = [
        _text([writer.one("contract_titles")], style, width, style.title_pen()), _gap(style, 1),
        _text([writer.one("between")], style, width), _gap(style, 1),
    ]  # fmt: skip
    for number in range(1, rng.randint(4, 22)):
        title = writer.one("clause_titles")
        blocks.append(_text([f"{number}. {title}"], style, width, style.pen(bold=True)))
        for part, clause in enumerate(writer.several("clauses", 1, 4), start=1):
            blocks.append(_text([f"{number}.{part} {clause}"], style, width))
        blocks.append(_gap(style, 0.7))
    for line in writer.several("signature", 2, 4):
        blocks += [_gap(style, 2), rule(width * 0.4, 0.5), _text([line], style, width)]
    return _paged(blocks, style, numbered=chance(rng, 0.5))


def table(writer: Writer, style: Style) -> list[Sheet]:
    """A table of counts, times, marks and measurements: no sums of money."""
    rng, width = writer.rng, style.content_width
    columns = writer.several("table_columns", 3, 7)
    step = width / len(columns)
    cells: list[Callable[[], str]] = [_cell_of(writer) for _ in columns]
    rows = [columns, *([draw() for draw in cells] for _ in range(rng.randint(5, 35)))]
    blocks = [_text([writer.one("table_titles")], style, width, style.title_pen()), _gap(style, 1)]
    for turn, row in enumerate(rows):
        pen = style.pen(bold=turn == 0)
        blocks.append(
            beside([(i * step, _text([cell], style, step * 0.95, pen)) for i, cell in enumerate(row)])
        )
        if turn == 0 or style.grid:
            blocks += [_gap(style, 0.2), rule(width, 0.5)]
    return _paged(blocks, style, numbered=chance(rng, 0.3))


def _cell_of(writer: Writer) -> Callable[[], str]:
    """What one column's cells hold."""
    rng = writer.rng
    makers: tuple[Callable[[], str], ...] = (
        lambda: person_name(rng, writer.locale),
        lambda: pick(rng, writer.locale.cities),
        lambda: pick(rng, writer.prose["table_words"]),
        lambda: str(rng.randint(0, 240)),
        lambda: f"{rng.randint(5, 23)}:{rng.randrange(0, 60, 5):02d}",
        lambda: writer.printer.number(Decimal(rng.randint(0, 999)) / 10, 1),
        writer.date,
        writer.code,
    )
    return pick(rng, makers)


def newspaper(writer: Writer, style: Style) -> list[Sheet]:
    """A page of a newspaper: masthead, date, stories in columns."""
    rng, width = writer.rng, style.content_width
    sheet = Sheet(style.width, style.height)
    head = stack([
        _text([writer.one("mastheads")], style, width, style.title_pen()),
        _text([f"{writer.date()}    Nr. {rng.randint(1, 320)}"], style, width),
        rule(width, 0.8),
    ])  # fmt: skip
    sheet.put(head, style.margin, style.margin)
    count = rng.randint(2, 4)
    room = width / count
    big = style.pen(bold=True, size=style.body * 1.3)
    for column in range(count):
        y = style.margin + head.height + style.body
        while True:
            story = stack([
                _text([writer.one("headlines")], style, room * 0.93, big),
                _text([" ".join(writer.several("news", 2, 6))], style, room * 0.93),
                _gap(style, 1),
            ])  # fmt: skip
            if y + story.height > style.height - style.margin:
                break
            sheet.put(story, style.margin + column * room, y)
            y += story.height
    return [sheet]


def form(writer: Writer, style: Style) -> list[Sheet]:
    """A form with captions and empty or filled places, boxes to tick, small print."""
    rng, width = writer.rng, style.content_width
    full = chance(rng, 0.5)
    blocks = [_head(writer, style) if chance(rng, 0.5) else NOTHING]
    blocks += [_text([writer.one("form_titles")], style, width, style.title_pen()), _gap(style, 1)]
    labels = writer.several("form_labels", 6, 16)
    columns = rng.choice((1, 1, 2))
    for start in range(0, len(labels), columns):
        room = width / columns
        places = [
            (i * room, _place(writer, style, label, room, full))
            for i, label in enumerate(labels[start : start + columns])
        ]
        blocks += [beside(places), _gap(style, 0.6)]
    for question in writer.several("form_labels", 0, 3):
        ticks = "   ".join(
            f"[{'x' if full and chance(rng, 0.5) else ' '}] {word}" for word in writer.prose["yes_no"]
        )
        blocks.append(_text([f"{question}: {ticks}"], style, width))
    notes = _text(writer.several("form_notes", 1, 3), style, width * 0.95, style.pen(size=style.small))
    blocks += [_gap(style, 1), framed(notes, 4) if chance(rng, 0.4) else notes]
    return _paged([block for block in blocks if block.height], style)


def _place(writer: Writer, style: Style, label: str, room: float, full: bool) -> Block:
    """A caption with a line to write on, and what somebody wrote there."""
    rng = writer.rng
    caption = paragraph([(Piece(label + style.suffix),)], style.caption_pen(), style.leading, room * 0.38)
    answers: tuple[Callable[[], str], ...] = (
        lambda: person_name(rng, writer.locale),
        lambda: writer.own.address[-1],
        lambda: phone(rng, writer.locale).text,
        writer.date,
        writer.code,
        lambda: pick(rng, writer.prose["jobs"]),
    )
    answer = (
        _text([pick(rng, answers)()], style, room * 0.55) if full and chance(rng, 0.8) else _gap(style, 1)
    )
    height = style.body * style.leading
    line = Block(room * 0.55, height, (Rule(0, height, room * 0.55, height),))
    return beside([(0, caption), (room * 0.4, answer), (room * 0.4, line)])


DRAWN: Mapping[str, Draw] = {
    "blank": blank, "letter": letter, "cv": cv, "contract": contract,
    "table": table, "newspaper": newspaper, "form": form,
}  # fmt: skip
