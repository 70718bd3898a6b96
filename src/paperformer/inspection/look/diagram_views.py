"""What stands behind each box of the diagram: its matrices, and of an attention one head."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.inspection.look.parts import Architecture, Part
from paperformer.inspection.look.svg import FAINT, OPENS, PAPER, document, link, mask, matrix, sign, text
from paperformer.transformer.config import (
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    RecurrentConfig,
    StackConfig,
)
from paperformer.transformer.config.tensors import feature_count

WIDTH = 360.0
TIMES = "\N{MULTIPLICATION SIGN}"
TALL, THIN, WIDE, SIDE = 64.0, 26.0, 54.0, 64.0  # sides of what has n rows, d columns, D columns, n times n


@dataclass(slots=True)
class _Page:
    """Rows of matrices, drawn downwards."""

    y: float = 10.0
    drawn: str = ""

    def heading(self, says: str) -> None:
        """What the next row does."""
        self.drawn += text(12, self.y + 16, says, size=13, bold=True)
        self.y += 26

    def note(self, says: str) -> None:
        """A line in smaller letters."""
        self.drawn += text(12, self.y + 12, says, size=11.5, colour=FAINT)
        self.y += 19

    def row(self, *items: str | tuple[float, float, str, str, str, int], tall: float = TALL) -> None:
        """Matrices (width, height, name, shape, kind, stripes) and the signs between them."""
        middle = self.y + 20 + tall / 2
        widths = [24.0 if isinstance(item, str) else max(item[0], 62.0) for item in items]
        space = min(14.0, (WIDTH - 16 - sum(widths)) / max(1, len(items) - 1))
        x = (WIDTH - sum(widths) - space * (len(items) - 1)) / 2
        for item, width in zip(items, widths, strict=True):
            if isinstance(item, str):
                self.drawn += sign(x + width / 2, middle, item)
            else:
                wide, high, name, shape, kind, stripes = item
                left = x + (width - wide) / 2
                self.drawn += matrix(left, middle - high / 2, wide, high, name, shape, kind, stripes)
            x += width + space
        self.y += tall + 48

    def picture(self, part: Part, shape: str) -> None:
        """The sketch of who sees whom, in the middle."""
        self.drawn += _mask(WIDTH / 2 - 48, self.y + 4, 96, part)
        self.drawn += text(WIDTH / 2, self.y + 116, shape, size=11, anchor="middle", colour=FAINT)
        self.y += 128

    def finished(self, title: str) -> str:
        """The SVG."""
        return document(WIDTH, self.y + 6, title, self.drawn)


def draw_part(architecture: Architecture, part: Part) -> str:
    """The matrices of a part."""
    page = _Page()
    config = architecture.config
    if part.kind == "embedding":
        _embedding(page, architecture, part)
    elif part.kind == "head":
        size, words = config.hidden_size, config.vocabulary_size
        n = _rows(architecture, part)
        page.heading("Each state is compared with every token's vector")
        page.row((WIDE, TALL, "H", f"{n} {TIMES} {size:,}", "norm", 0), TIMES,
                 (90, WIDE, "E\u1d40", f"{size:,} {TIMES} {words:,}", "head", 0), "=",
                 (90, TALL, "scores", f"{n} {TIMES} {words:,}", "embedding", 0))  # fmt: skip
        page.note("A softmax of a row is the probability of each next token.")
        if config.tied:  # type: ignore[union-attr]
            page.note("E is the token table itself: the weights are tied.")
        if getattr(config, "head_scaled", False):
            page.note(f"States are divided by \u221a{size:,} first.")
    elif part.kind in ("attention", "cross") and isinstance(config, StackConfig):
        _attention(page, architecture, config, part)
    elif part.kind == "feedforward" and isinstance(config, StackConfig):
        _feedforward(page, architecture, config, part)
    elif part.kind == "cross":
        assert isinstance(config, RecurrentConfig)
        _recurrent_attention(page, config)
    else:
        _tensors(page, part)
    return page.finished(part.title)


def draw_head(architecture: Architecture, part: Part) -> str:
    """One head of an attention, from its queries to its output."""
    config, mechanism = architecture.config, part.mechanism
    assert isinstance(config, StackConfig)
    page, n = _Page(), _rows(architecture, part)
    k = "n" if part.kind == "cross" else n
    d, v = config.head_dim, config.value_dim
    queries = (THIN, TALL, "Q", f"{n} {TIMES} {d}", part.kind, 0)
    values = (THIN, TALL, "V", f"{k} {TIMES} {v}", part.kind, 0)
    output = (THIN, TALL, "O", f"{n} {TIMES} {v}", part.kind, 0)
    if isinstance(mechanism, PerformerConfig):
        m = feature_count(mechanism, d)
        page.heading("1. Features: \u03c6(q)\u00b7\u03c6(k) estimates exp(q\u00b7k / \u221ad)")
        page.row(queries, "\u2192", (WIDE, TALL, "\u03c6(Q)", f"{n} {TIMES} {m}", part.kind, 0))
        page.note(f"{mechanism.feature_map} features, {mechanism.projection} directions, m = {m}.")
        page.heading("2. Keys and values are summed first")
        page.row((TALL, WIDE, "\u03c6(K)\u1d40", f"{m} {TIMES} {k}", part.kind, 0), TIMES, values, "=",
                 (THIN, WIDE, "S", f"{m} {TIMES} {v}", "norm", 0))  # fmt: skip
        page.heading("3. Each query reads the sum")
        page.row((WIDE, TALL, "\u03c6(Q)", f"{n} {TIMES} {m}", part.kind, 0), TIMES,
                 (THIN, WIDE, "S", f"{m} {TIMES} {v}", "norm", 0), "=", output)  # fmt: skip
        page.note(f"Divided by \u03c6(Q) (\u03c6(K)\u1d40 1). No matrix of {n} {TIMES} {k} is ever written.")
        if _causal(part):
            page.note("Masked: the sum grows from token to token.")
        return page.finished("One head")
    if isinstance(mechanism, LinformerConfig):
        p = mechanism.projected_length
        page.heading(f"1. The {k} keys and values become {p} mixtures")
        page.row((TALL, THIN, "E", f"{p} {TIMES} {k}", "norm", 0), TIMES,
                 (THIN, TALL, "K", f"{k} {TIMES} {d}", part.kind, 0), "=",
                 (THIN, THIN, "E K", f"{p} {TIMES} {d}", part.kind, 0))  # fmt: skip
        page.heading("2. Queries are compared with the mixtures")
        page.row(queries, TIMES, (THIN, THIN, "(E K)\u1d40", f"{d} {TIMES} {p}", part.kind, 0), "=",
                 (THIN, TALL, "scores", f"{n} {TIMES} {p}", "norm", 0))  # fmt: skip
        page.heading("3. Softmax of each row, times F V")
        page.row((THIN, TALL, "A", f"{n} {TIMES} {p}", "norm", 0), TIMES,
                 (THIN, THIN, "F V", f"{p} {TIMES} {v}", part.kind, 0), "=", output)  # fmt: skip
        return page.finished("One head")
    page.heading("1. Every query is compared with every key it may see")
    page.row(queries, TIMES, (TALL, THIN, "K\u1d40", f"{d} {TIMES} {k}", part.kind, 0), "=",
             (SIDE, SIDE, "scores", f"{n} {TIMES} {k}", "norm", 0))  # fmt: skip
    page.heading(f"2. Divided by \u221a{d}; {_pattern(part)}")
    page.picture(part, "rows: queries, columns: keys (a sketch)")
    page.heading("3. Softmax of each row, times the values")
    page.row((SIDE, SIDE, "A", f"{n} {TIMES} {k}", "norm", 0), TIMES, values, "=", output)
    return page.finished("One head")


def head_view(part: Part) -> str:
    """Names the view of one head of an attention."""
    return f"{part.key}-head"


def has_heads(architecture: Architecture, part: Part) -> bool:
    """Whether a part is an attention with heads to look into."""
    return part.kind in ("attention", "cross") and isinstance(architecture.config, StackConfig)


def _attention(page: _Page, architecture: Architecture, config: StackConfig, part: Part) -> None:
    n, size, heads = _rows(architecture, part), config.hidden_size, config.heads
    source = "n" if part.kind == "cross" else n
    page.heading("1. Three projections of the states")
    widths = (("Q", config.heads * config.head_dim, heads, n, "X"),
              ("K", config.shared_heads * config.head_dim, config.shared_heads, source, "X"),
              ("V", config.shared_heads * config.value_dim, config.shared_heads, source, "X"))  # fmt: skip
    for name, wide, stripes, rows, states in widths:
        given = "M" if part.kind == "cross" and name != "Q" else states
        page.row((WIDE, TALL, given, f"{rows} {TIMES} {size:,}", "norm", 0), TIMES,
                 (WIDE, WIDE, f"W {name}", f"{size:,} {TIMES} {wide:,}", part.kind, 0), "=",
                 (WIDE, TALL, name, f"{rows} {TIMES} {wide:,}", part.kind, stripes))  # fmt: skip
    if part.kind == "cross":
        page.note("M is the memory: the states that leave the encoder.")
    page.heading(f"2. {heads} heads attend, each with its own columns")
    y = page.y + 10
    group = "".join(
        f'<g opacity="{0.45 + 0.18 * at:.2f}">{_small(WIDTH / 2 - 74 + 16 * at, y + 18 - 6 * at, part)}</g>'
        for at in range(4)
    )
    says = text(WIDTH / 2 + 72, y + 40, "open one head", size=12.5, colour=OPENS, bold=True)
    page.drawn += link(head_view(part), "Open one head", group, says)
    page.y += 112
    page.heading("3. Joined again, and projected")
    joined = heads * config.value_dim
    page.row((WIDE, TALL, "O", f"{n} {TIMES} {joined:,}", part.kind, heads), TIMES,
             (WIDE, WIDE, "W O", f"{joined:,} {TIMES} {size:,}", part.kind, 0), "=",
             (WIDE, TALL, "out", f"{n} {TIMES} {size:,}", "norm", 0))  # fmt: skip
    if config.positions == "rotary" and part.kind == "attention":
        page.note("Queries and keys are turned by their place before they are compared.")


def _small(x: float, y: float, part: Part) -> str:
    sheet = f'<rect x="{x:g}" y="{y:g}" width="72" height="72" fill="{PAPER}"/>'
    return sheet + _mask(x, y, 72, part)


def _mask(x: float, y: float, side: float, part: Part) -> str:
    cross, blocks = part.kind == "cross", bool(part.block)
    return mask(x, y, side, part.mechanism, causal=_causal(part), cross=cross, blocks=blocks)


def _feedforward(page: _Page, architecture: Architecture, config: StackConfig, part: Part) -> None:
    n, size, inner = _rows(architecture, part), config.hidden_size, config.feedforward_size
    wide = 84.0
    page.heading("1. Widen each state, alone")
    page.row((WIDE, TALL, "X", f"{n} {TIMES} {size:,}", "norm", 0), TIMES,
             (wide, WIDE, "W\u2081", f"{size:,} {TIMES} {inner:,}", part.kind, 0), "=",
             (wide, TALL, "U", f"{n} {TIMES} {inner:,}", part.kind, 0))  # fmt: skip
    if config.gated:
        page.row((WIDE, TALL, "X", f"{n} {TIMES} {size:,}", "norm", 0), TIMES,
                 (wide, WIDE, "W\u1d4d", f"{size:,} {TIMES} {inner:,}", part.kind, 0), "=",
                 (wide, TALL, "G", f"{n} {TIMES} {inner:,}", part.kind, 0))  # fmt: skip
    page.heading(
        f"2. {config.activation}{'(G) multiplied with U' if config.gated else '(U)'}, number by number"
    )
    page.y += 4
    page.heading("3. Narrow again")
    page.row((wide, TALL, "U\u2032", f"{n} {TIMES} {inner:,}", part.kind, 0), TIMES,
             (WIDE, wide, "W\u2082", f"{inner:,} {TIMES} {size:,}", part.kind, 0), "=",
             (WIDE, TALL, "out", f"{n} {TIMES} {size:,}", "norm", 0), tall=wide)  # fmt: skip


def _embedding(page: _Page, architecture: Architecture, part: Part) -> None:
    config = architecture.config
    n, size = _rows(architecture, part), config.hidden_size
    page.heading("A row of each table, summed")
    tables = [tensor for tensor in part.tensors if len(tensor.shape) == 2]
    for table in tables:
        name = table.name.split("embedding.")[-1].removesuffix(".weight").removesuffix(".table")
        page.row((WIDE, TALL, name, f"{table.shape[0]:,} {TIMES} {size:,}", "embedding", 0), "\u2192",
                 (WIDE, THIN, "rows", f"{n} {TIMES} {size:,}", "norm", 0))  # fmt: skip
    if not tables:
        page.note("The token table is the one of the source: the two are tied.")
    if not isinstance(config, RecurrentConfig) and config.positions.startswith("sinusoidal"):
        page.note("Positions are sines and cosines of the place: nothing learned.")
    if isinstance(config, StackConfig) and getattr(config, "scaled", False):
        page.note(f"Token vectors are multiplied by \u221a{size:,}.")


def _recurrent_attention(page: _Page, config: RecurrentConfig) -> None:
    size = config.hidden_size
    page.heading("1. The annotations, projected once")
    page.row((84, TALL, "H", f"n {TIMES} {2 * size:,}", "cells", 0), TIMES,
             (WIDE, 84, "U", f"{2 * size:,} {TIMES} {size:,}", "cross", 0), "=",
             (WIDE, TALL, "K", f"n {TIMES} {size:,}", "cross", 0), tall=84)  # fmt: skip
    score = "v\u00b7tanh(W s + k)" if config.scorer == "additive" else "s\u00b7k"
    page.heading(f"2. At each step, a score for every token read: {score}")
    page.row((WIDE, THIN, "s", f"1 {TIMES} {size:,}", "cells", 0), "\u2192",
             (SIDE, THIN, "weights", f"1 {TIMES} n", "norm", 0))  # fmt: skip
    page.heading("3. The context: the mean of annotations")
    page.row((SIDE, THIN, "weights", f"1 {TIMES} n", "norm", 0), TIMES,
             (84, TALL, "H", f"n {TIMES} {2 * size:,}", "cells", 0), "=",
             (84, THIN, "c", f"1 {TIMES} {2 * size:,}", "cross", 0))  # fmt: skip


def _tensors(page: _Page, part: Part) -> None:
    page.heading("Its matrices")
    for tensor in part.tensors:
        if len(tensor.shape) == 2:
            name = tensor.name.rsplit(".", 1)[-1]
            name = name if name.startswith("weight_") else tensor.name.split(".")[-2]
            page.row(
                (84, WIDE, name, f"{tensor.shape[0]:,} {TIMES} {tensor.shape[1]:,}", part.kind, 0), tall=WIDE
            )


def _causal(part: Part) -> bool:
    return part.key.startswith("decoder") and part.kind == "attention"


def _rows(architecture: Architecture, part: Part) -> str:
    both = len(architecture.stacks) == 2
    return "m" if both and part.key.startswith("decoder") else "n"


def _pattern(part: Part) -> str:
    mechanism = part.mechanism
    if part.block:
        return f"its block of {part.block} and both beside it"
    if part.kind == "cross":
        return "nothing of the memory is hidden"
    if isinstance(mechanism, LongformerConfig):
        return f"a window of {mechanism.window} to each side"
    if isinstance(mechanism, HybridConfig):
        return "exact near by, the rest by features"
    return "later tokens are hidden" if _causal(part) else "nothing is hidden"
