// The matrix of the chosen head, or the mean of several, with as many names as there is room for.
const NAMES = 12; // size of their letters

function drawMatrix(matrix, asking) {
  const { queries, keys } = map();
  const room = (names, most) => Math.min(most, Math.ceil(Math.max(...names.map((name) => widthOf(name, NAMES))))) + 8;
  const wide = Math.max(260, $('matrix').parentElement.clientWidth - 34); // of the section, without its padding
  const left = room(queries, 0.28 * wide), top = room(keys, 110);
  const cell = Math.min(34, (wide - left - 2) / keys.length, Math.max(1, 620 / queries.length));
  const canvas = $('matrix'), sharpness = window.devicePixelRatio || 1;
  const size = [left + cell * keys.length + 2, top + cell * queries.length + 2];
  [canvas.width, canvas.height] = size.map((side) => Math.round(side * sharpness));
  [canvas.style.width, canvas.style.height] = size.map((side) => `${side}px`);
  canvas.geometry = { left, top, cell };
  const most = highest(matrix);
  drawScale(matrix, most);
  const brush = canvas.getContext('2d');
  brush.scale(sharpness, sharpness);
  brush.imageSmoothingEnabled = false;
  const small = document.createElement('canvas');
  paint(small, matrix, queries.length, keys.length, most);
  brush.drawImage(small, left, top, cell * keys.length, cell * queries.length);
  frames(brush, asking);
  brush.font = `${NAMES}px ${FONT}`;
  brush.textBaseline = 'middle';
  const every = Math.ceil((NAMES + 1) / cell); // names that do not cover each other
  const marked = asking.filter((row, i) => !i || row - asking[i - 1] >= every);
  queries.forEach((name, row) => {
    if (!marked.includes(row) && (row % every || (every > 1 && asking.some((other) => Math.abs(other - row) < every)))) return;
    brush.fillStyle = asking.includes(row) ? tone('--red') : tone('--ink');
    brush.textAlign = 'right';
    brush.fillText(fitting(name, NAMES, left - 8), left - 5, top + cell * (row + 0.5));
  });
  brush.fillStyle = tone('--ink');
  brush.textAlign = 'left';
  keys.forEach((name, column) => {
    if (column % every) return;
    brush.save();
    brush.translate(left + cell * (column + 0.5), top - 5);
    brush.rotate(-Math.PI / 2);
    brush.fillText(fitting(name, NAMES, top - 8), 0, 0);
    brush.restore();
  });
}
function frames(brush, asking) {
  const { left, top, cell } = $('matrix').geometry, { queries, keys } = map();
  brush.strokeStyle = tone('--line');
  brush.strokeRect(left - 0.5, top - 0.5, cell * keys.length + 1, cell * queries.length + 1);
  brush.strokeStyle = tone('--red');
  brush.globalAlpha = cell < 6 ? 0.4 : 1; // a frame around a thin row lets it be seen
  for (const row of asking) brush.strokeRect(left - 0.5, top + cell * row - 0.5, cell * keys.length + 1, cell + 1);
  brush.globalAlpha = 1;
}

// The colours of the matrix and what they stand for; red ones where weights are negative.
function drawScale(matrix, most) {
  const [low, bar, high] = $('scale').children;
  const negative = matrix.some((weight) => weight < -1e-6);
  const steps = Array.from({ length: 11 }, (_, i) => `rgb(${colour(negative ? i / 5 - 1 : i / 10)})`);
  bar.style.background = `linear-gradient(to right, ${steps.join(', ')})`;
  const top = matrix.reduce((a, b) => Math.max(a, b)), bottom = matrix.reduce((a, b) => Math.min(a, b));
  const beyond = (end, word, extreme) => (extreme > most ? `${percent(end)} and ${word} ${percent(Math.sign(end) * extreme)}` : percent(end));
  low.textContent = negative ? beyond(-most, 'less, down to', -bottom) : percent(0);
  high.textContent = beyond(most, 'more, up to', top);
}

function cellAt(event) {
  const { left, top, cell } = $('matrix').geometry;
  return [Math.floor((event.offsetY - top) / cell), Math.floor((event.offsetX - left) / cell)];
}
$('matrix').addEventListener('click', (event) => {
  const [row, column] = cellAt(event);
  if (row < 0 || row >= map().queries.length) return;
  chooseRow(row, column >= 0 && column < map().keys.length ? column : null);
});
$('matrix').addEventListener('mousemove', (event) => {
  const [row, column] = cellAt(event), { queries, keys } = map();
  const inside = row >= 0 && row < queries.length && column >= 0 && column < keys.length;
  $('cell').textContent = inside ? `${queries[row]} → ${keys[column]}: ${percent(shown[row * keys.length + column])}` : '';
});
