"""The recurrent encoder-decoder: its equations, its padding, its two scorers."""

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_recurrent
from paperformer.transformer.config import CellName, RecurrentConfig, ScorerName
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.scorer import AdditiveScorer, DotScorer

SIZE = 6
SOURCE = torch.tensor([[3, 7, 2, 5, 4], [6, 2, 0, 0, 0], [8, 8, 3, 1, 0]])
MASK = torch.arange(5) < torch.tensor([5, 2, 4])[:, None]
TARGET = torch.tensor([[1, 4, 5, 6], [1, 2, 3, 8], [1, 7, 7, 2]])


@pytest.fixture(params=["gru", "lstm"])
def cell(request: pytest.FixtureRequest) -> CellName:
    name: CellName = request.param
    return name


@pytest.fixture(params=["additive", "dot"])
def scorer(request: pytest.FixtureRequest) -> ScorerName:
    name: ScorerName = request.param
    return name


@pytest.fixture
def model(cell: CellName, scorer: ScorerName, generator: torch.Generator) -> RecurrentSeq2Seq:
    config = RecurrentConfig(vocabulary_size=9, hidden_size=SIZE, cell=cell, scorer=scorer)
    built = build_recurrent(config, generator).double().eval()
    with torch.no_grad():
        for parameter in built.parameters():
            parameter.add_(0.4 * torch.randn(parameter.shape, generator=generator))
    return built


def advance(
    rnn: torch.nn.RNNBase, given: torch.Tensor, state: tuple[torch.Tensor, ...], suffix: str = ""
) -> tuple[torch.Tensor, ...]:
    """One step of a cell by its equations: the gates in torch's order."""
    w, u, b, c = (
        rnn.get_parameter(f"{name}_l0{suffix}") for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    )
    from_input, from_state = w @ given + b, u @ state[0] + c
    if len(state) == 2:
        i, f, g, o = (from_input + from_state).chunk(4)
        memory = f.sigmoid() * state[1] + i.sigmoid() * g.tanh()
        return o.sigmoid() * memory.tanh(), memory
    r, z, n = zip(from_input.chunk(3), from_state.chunk(3), strict=True)
    update = sum(z).sigmoid()
    return ((1 - update) * (n[0] + sum(r).sigmoid() * n[1]).tanh() + update * state[0],)


def by_the_equations(model: RecurrentSeq2Seq, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """The logits of one unpadded row, place by place, gate by gate."""
    lstm = isinstance(model.encoder.rnn, torch.nn.LSTM)
    start = tuple(torch.zeros(SIZE).double() for _ in range(2 if lstm else 1))
    read = model.source_embedding.weight[source]
    forwards, backwards = [], []
    for sequence, states, suffix in ((read, forwards, ""), (read.flip(0), backwards, "_reverse")):
        state = start
        for given in sequence:
            state = advance(model.encoder.rnn, given, state, suffix)
            states.append(state[0])
    annotations = torch.cat([torch.stack(forwards), torch.stack(backwards[::-1])], dim=1)
    decoder = model.decoder
    state = ((decoder.bridge.weight @ backwards[-1] + decoder.bridge.bias).tanh(), *start[1:])
    logits = []
    for token in target:
        scores = [score(decoder.attention, state[0], annotation) for annotation in annotations]
        context = torch.stack(scores).softmax(0) @ annotations
        given = model.target_embedding.weight[token]
        state = advance(decoder.rnn, torch.cat([given, context]), state)
        seen = torch.cat([state[0], context, given])
        logits.append(model.head.weight @ (decoder.readout.weight @ seen + decoder.readout.bias).tanh())
    return torch.stack(logits)


def score(attention: torch.nn.Module, state: torch.Tensor, annotation: torch.Tensor) -> torch.Tensor:
    key, scorer = attention.key.weight @ annotation, attention.scorer
    if isinstance(scorer, DotScorer):
        return state @ key
    assert isinstance(scorer, AdditiveScorer)
    return scorer.score.weight[0] @ (scorer.query.weight @ state + scorer.query.bias + key).tanh()


def test_it_follows_the_equations(model: RecurrentSeq2Seq) -> None:
    found = model(SOURCE, TARGET, MASK)
    for row in range(3):
        expected = by_the_equations(model, SOURCE[row][MASK[row]], TARGET[row])
        assert expected.std() > 0.1
        torch.testing.assert_close(found[row], expected, atol=1e-10, rtol=1e-8)


def test_what_stands_in_the_sources_padding_changes_nothing_bit_for_bit(model: RecurrentSeq2Seq) -> None:
    before = model(SOURCE, TARGET, MASK)
    assert torch.equal(model(SOURCE.masked_fill(~MASK, 8), TARGET, MASK), before)


def test_weights_add_up_to_one_and_padding_has_none(model: RecurrentSeq2Seq) -> None:
    attention = model.decoder.attention
    keys = attention.key(model.encode(SOURCE, MASK))
    weights = attention.weights(torch.ones(3, SIZE).double(), keys, MASK)
    torch.testing.assert_close(weights.sum(1), torch.ones(3).double())
    assert (weights[~MASK] == 0).all()
    assert (weights[MASK] > 0).all()


@pytest.mark.parametrize(
    "row", [[False] * 5, [False, True, True, True, True], [True, False, True, True, True]]
)
def test_padding_that_a_reader_would_stumble_over_is_refused(
    model: RecurrentSeq2Seq, row: list[bool]
) -> None:
    mask = MASK.clone()
    mask[1] = torch.tensor(row)
    with pytest.raises(InvalidConfig, match=r"is empty|padded elsewhere"):
        model(SOURCE, TARGET, mask)


def test_layers_stand_on_one_another(cell: CellName, generator: torch.Generator) -> None:
    config = RecurrentConfig(vocabulary_size=9, hidden_size=SIZE, layers=3, cell=cell)
    model = build_recurrent(config, generator).eval()
    state = model.decoder.initial_state(model.encode(SOURCE, MASK), MASK)
    assert state.hidden.shape == (3, 3, SIZE)
    assert (state.cell is not None) == (cell == "lstm")
    assert model(SOURCE, TARGET, MASK).shape == (3, 4, 9)


def test_the_same_seed_gives_the_same_model_and_leaves_global_chance_alone(cell: CellName) -> None:
    torch.manual_seed(5)
    before = torch.get_rng_state()
    config = RecurrentConfig(vocabulary_size=9, hidden_size=SIZE, cell=cell)
    first, second, other = (
        build_recurrent(config, torch.Generator().manual_seed(seed)).state_dict() for seed in (1, 1, 2)
    )
    assert torch.equal(before, torch.get_rng_state())
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert not all(torch.equal(first[name], other[name]) for name in first)
