// Tokens in two columns, and a line for each weight: of one head, or of several in their colours.
const MOST_LINES = 160; // tokens; more are in the matrix alone
const ROW = 25, LETTERS = 14;

function drawLines(matrix, asking, shares) {
  const { queries, keys } = map();
  const tooMany = Math.max(queries.length, keys.length) > MOST_LINES;
  $('lines-section').hidden = tooMany;
  if (tooMany) return;
  const several = state.heads.length > 1;
  const place = placed(queries, keys, asking, several);
  const height = ROW * Math.max(queries.length, keys.length) + 8;
  const picture = svg('svg', { width: place.width, height, viewBox: `0 0 ${place.width} ${height}`, role: 'img', 'aria-label': 'Lines between tokens' });
  const matrices = state.heads.map((head) => [head, matrixOf(map(), [head], state.exact)]);
  const top = Math.max(...matrices.map(([, one]) => highest(one)));
  if (asking.length) behind(picture, place, matrix, asking);
  matrices.forEach(([head, one], at) => {
    const shift = several ? 12 * (at / (matrices.length - 1) - 0.5) : 0; // heads side by side
    for (const row of asking.length ? asking : queries.keys()) linesOf(picture, place, one, head, row, shift, top);
  });
  if (several && asking.length) weightSquares(picture, place, matrices, asking);
  names(picture, place, asking, shares);
  $('lines').replaceChildren(picture);
}

// Where columns stand: names keep their size at any width and are shortened where there is no room.
function placed(queries, keys, asking, several) {
  const width = Math.min(640, Math.max(280, $('lines').clientWidth));
  const longest = (names) => Math.ceil(Math.max(...names.map((name) => widthOf(name, LETTERS))));
  const share = asking.length ? 52 : 0;
  const square = several && asking.length ? Math.min(9, (0.2 * width) / state.heads.length) : 0;
  const squares = square * state.heads.length;
  const left = Math.min(longest(queries) + 10, 0.3 * width);
  const right = Math.min(longest(keys) + 10, 0.28 * width);
  return { width, left, right, square, share, end: width - right - share - squares - (squares ? 8 : 0) };
}
const y = (row) => ROW * row + ROW / 2 + 4;

function linesOf(picture, place, matrix, head, row, shift, top) {
  const { queries, keys } = map();
  keys.forEach((key, column) => {
    const weight = matrix[row * keys.length + column];
    if (Math.abs(weight) < state.least) return;
    const strength = Math.min(1, Math.abs(weight) / top);
    const line = svg('line', {
      x1: place.left, y1: y(row) + shift, x2: place.end, y2: y(column) + shift, class: weight < 0 ? 'stands negative' : 'stands',
      style: headStyle(head), 'stroke-width': 0.6 + 4 * strength,
      'stroke-opacity': state.heads.length > 3 && !rowsAsking().length ? 0.04 + 0.86 * strength : 0.25 + 0.75 * strength, // many let the strong ones through
      'data-head': head, 'data-row': row, 'data-column': column, 'data-weight': weight.toFixed(4),
    });
    picture.append(titled(line, `head ${head}: ${queries[row]} → ${key} ${percent(weight)}`));
  });
}
// Strong weights of the queries that were not chosen.
function behind(picture, place, matrix, asking) {
  const columns = map().keys.length;
  matrix.forEach((weight, cell) => {
    const row = Math.floor(cell / columns);
    if (weight < Math.max(0.25, state.least) || asking.includes(row)) return;
    picture.append(svg('line', { x1: place.left, y1: y(row), x2: place.end, y2: y(cell % columns), class: 'behind', 'stroke-width': 0.6 + 4 * weight }));
  });
}
// Beside each key a square for each head, as strong as the head's weight.
function weightSquares(picture, place, matrices, asking) {
  matrices.forEach(([head, matrix], at) => {
    attention(matrix, asking).forEach((weight, column) => {
      const square = svg('rect', {
        x: place.end + 6 + at * place.square, y: y(column) - 7, width: place.square - 1, height: 14, class: 'weight',
        style: headStyle(head), 'fill-opacity': Math.min(1, Math.max(0, weight)), 'data-head': head, 'data-column': column, 'data-weight': weight.toFixed(4),
      });
      picture.append(titled(square, `head ${head}: ${map().keys[column]} ${percent(weight)}`));
    });
  });
}
function names(picture, place, asking, shares) {
  const { queries, keys } = map();
  const word = (name, row, at, anchor, kind, room, chosen) => {
    const text = svg('text', { ...at, 'text-anchor': anchor, class: kind }, fitting(name, LETTERS, room));
    text.addEventListener('click', chosen);
    picture.append(titled(text, name));
  };
  queries.forEach((name, row) => word(
    name, row, { x: place.left - 8, y: y(row) + 5 }, 'end', asking.includes(row) ? 'chosen query' : 'query', place.left - 8, () => chooseRow(row),
  ));
  const start = place.width - place.right - place.share + 6, against = map().vectors ? pair().key : -1;
  keys.forEach((name, column) => {
    const gets = asking.length && Math.abs(shares[column]) >= state.least;
    const kind = `key${asking.length && !gets ? ' faint' : ''}${column === against ? ' asked' : ''}`;
    word(name, column, { x: start, y: y(column) + 5 }, 'start', kind, place.right - 8, () => choose({ key: column }));
    if (gets) picture.append(svg('text', { x: place.width - 2, y: y(column) + 5, 'text-anchor': 'end', class: 'share' }, percent(shares[column])));
  });
}
