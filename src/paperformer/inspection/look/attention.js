// What is shown is in `state`; every change of it draws anew. Nothing is loaded from anywhere.
const $ = (id) => document.getElementById(id);
const MEAN = -1;
const LEAST = DATA.units ? 0.005 : 0.02; // shares below are not shown: a page has many words
const MOST_LINES = 160; // tokens of the head view; more are in the matrix alone

const weightsOf = (map) => (map.weights ??= unpacked(map));
const exactOf = (map) => (map.exactWeights ??= unpacked(map.exact));

// The rows of one head, or the mean of all.
function matrixOf(map, head, exact) {
  const all = exact && map.exact ? exactOf(map) : weightsOf(map);
  const size = map.queries.length * map.keys.length;
  if (head !== MEAN) return all.subarray(head * size, (head + 1) * size);
  const mean = new Float32Array(size);
  for (let h = 0; h < map.heads; h++) for (let i = 0; i < size; i++) mean[i] += all[h * size + i] / map.heads;
  return mean;
}

for (const packed of DATA.maps.flatMap((map) => [map, ...(map.exact ? [map.exact] : [])])) {
  packed.bytes = await inflated(packed.data);
  delete packed.data;
}

const PARTS = [...new Set(DATA.maps.map((map) => map.part))];
const first = DATA.chosen;
const state = { part: first.part ?? PARTS[0], layer: 0, head: first.head ?? MEAN, token: null, least: LEAST, exact: false, page: null };
const layers = () => DATA.maps.filter((map) => map.part === state.part);
const map = () => layers().find((one) => one.layer === state.layer) ?? layers()[0];
state.layer = first.layer ?? layers().at(-1).layer;

let shown = new Float32Array(); // the matrix that is drawn

// Which rows ask: of a document all rows of the chosen units.
let units = first.units ?? [];
function rowsAsking() {
  if (units.length && map().units.length) return map().units.flatMap((unit, row) => (units.includes(unit) ? [row] : []));
  return state.token === null ? [] : [state.token];
}
function attention(matrix, rows) {
  const keys = map().keys.length;
  const shares = new Float32Array(keys);
  for (const row of rows) for (let k = 0; k < keys; k++) shares[k] += matrix[row * keys + k] / rows.length;
  return shares;
}
function choose(changes) {
  Object.assign(state, changes);
  if (map().heads <= state.head) state.head = MEAN;
  draw();
}
function chooseRow(row) {
  units = map().units.length && map().units[row] >= 0 ? [map().units[row]] : [];
  choose({ token: row });
}

function drawMatrix(matrix, asking) {
  const { queries, keys } = map();
  const cell = Math.max(1, Math.min(34, Math.floor(620 / Math.max(queries.length, keys.length))));
  const words = cell >= 11;
  const measure = document.createElement('canvas').getContext('2d');
  measure.font = '12px Inter, system-ui, sans-serif';
  const room = (names) => (words ? Math.ceil(Math.max(...names.map((name) => measure.measureText(name).width))) + 8 : 2);
  const left = room(queries), top = room(keys);
  const small = document.createElement('canvas');
  const most = highest(matrix);
  paint(small, matrix, queries.length, keys.length, most);
  drawScale(matrix, most);
  const canvas = $('matrix');
  canvas.width = left + cell * keys.length + 2;
  canvas.height = top + cell * queries.length + 2;
  const pen = canvas.getContext('2d');
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, left, top, cell * keys.length, cell * queries.length);
  pen.strokeStyle = '#c3cad0';
  pen.strokeRect(left - 0.5, top - 0.5, cell * keys.length + 1, cell * queries.length + 1);
  pen.strokeStyle = '#b3261e';
  pen.globalAlpha = cell < 6 ? 0.4 : 1; // a frame around a thin row lets it be seen
  for (const row of asking) pen.strokeRect(left - 0.5, top + cell * row - 0.5, cell * keys.length + 1, cell + 1);
  pen.globalAlpha = 1;
  canvas.geometry = { left, top, cell };
  if (!words) return;
  pen.font = measure.font;
  pen.textBaseline = 'middle';
  queries.forEach((name, row) => {
    pen.fillStyle = asking.includes(row) ? '#b3261e' : '#1c2733';
    pen.textAlign = 'right';
    pen.fillText(name, left - 5, top + cell * (row + 0.5));
  });
  pen.fillStyle = '#1c2733';
  pen.textAlign = 'left';
  keys.forEach((name, column) => {
    pen.save();
    pen.translate(left + cell * (column + 0.5), top - 5);
    pen.rotate(-Math.PI / 2);
    pen.fillText(name, 0, 0);
    pen.restore();
  });
}

// The colours of the matrix and what they stand for; red ones where weights are negative.
function drawScale(matrix, most) {
  const [low, bar, high] = $('scale').children;
  const signed = matrix.some((weight) => weight < -1e-6);
  const steps = Array.from({ length: 11 }, (_, i) => `rgb(${colour(signed ? i / 5 - 1 : i / 10)})`);
  bar.style.background = `linear-gradient(to right, ${steps.join(', ')})`;
  const top = matrix.reduce((a, b) => Math.max(a, b)), bottom = matrix.reduce((a, b) => Math.min(a, b));
  const beyond = (end, word, extreme) => (extreme > most ? `${percent(end)} and ${word} ${percent(Math.sign(end) * extreme)}` : percent(end));
  low.textContent = signed ? beyond(-most, 'less, down to', -bottom) : percent(0);
  high.textContent = beyond(most, 'more, up to', top);
}

function drawLines(matrix, asking, shares) {
  const { queries, keys } = map();
  const tooMany = Math.max(queries.length, keys.length) > MOST_LINES;
  $('lines-section').hidden = tooMany;
  if (tooMany) return;
  const step = 25, left = 150, right = 400, height = step * Math.max(queries.length, keys.length) + 8;
  const picture = svg('svg', { width: 580, height, viewBox: `0 0 580 ${height}`, role: 'img', 'aria-label': 'Lines between tokens' });
  const top = highest(matrix);
  const y = (place) => step * place + step / 2 + 4;
  queries.forEach((_, row) => {
    const stands = !asking.length || asking.includes(row);
    keys.forEach((_, column) => {
      const weight = matrix[row * keys.length + column];
      if (Math.abs(weight) < state.least || (!stands && weight < 0.25)) return;
      const strength = Math.min(1, Math.abs(weight) / top);
      picture.append(svg('line', {
        x1: left, y1: y(row), x2: right, y2: y(column), 'stroke-linecap': 'round', class: stands ? 'stands' : 'behind',
        stroke: !stands ? '#d5dade' : weight < 0 ? '#c2410c' : '#0a5fa8', 'stroke-width': 0.6 + 4.4 * strength, 'stroke-opacity': stands ? 0.2 + 0.8 * strength : 0.5,
      }));
    });
  });
  const word = (name, place, x, anchor, kind, row) => {
    const text = svg('text', { x, y: y(place) + 5, 'text-anchor': anchor, class: kind, 'data-row': row }, name);
    if (row !== '') text.addEventListener('click', () => chooseRow(row));
    picture.append(text);
  };
  queries.forEach((name, row) => word(name, row, left - 8, 'end', asking.includes(row) ? 'chosen query' : 'query', row));
  keys.forEach((name, column) => {
    const share = asking.length && Math.abs(shares[column]) >= state.least ? `${name}  ${percent(shares[column])}` : name;
    word(share, column, right + 8, 'start', asking.length && share === name ? 'faint key' : 'key', map().part === 'cross' ? '' : column);
  });
  $('lines').replaceChildren(picture);
}

function drawGrid() {
  const maps = layers();
  const grid = $('grid');
  grid.style.gridTemplateColumns = `22px repeat(${maps[0].heads}, minmax(18px, 46px))`;
  const cells = [document.createElement('span')];
  const span = (text) => Object.assign(document.createElement('span'), { textContent: text });
  for (let head = 0; head < maps[0].heads; head++) cells.push(span(maps[0].heads > 1 ? head : 'mean'));
  for (const one of maps) {
    cells.push(span(one.layer));
    for (let head = 0; head < one.heads; head++) {
      const button = Object.assign(document.createElement('button'), { type: 'button', title: `layer ${one.layer}, head ${head}` });
      button.dataset.layer = one.layer;
      button.dataset.head = head;
      const canvas = document.createElement('canvas');
      const matrix = matrixOf(one, head, false);
      paint(canvas, matrix, one.queries.length, one.keys.length, highest(matrix));
      button.append(canvas);
      button.addEventListener('click', () => choose({ layer: one.layer, head }));
      cells.push(button);
    }
  }
  grid.replaceChildren(...cells);
}
function markGrid() {
  for (const button of $('grid').querySelectorAll('button')) {
    const pressed = +button.dataset.layer === state.layer && (state.head === MEAN || +button.dataset.head === state.head);
    button.setAttribute('aria-pressed', pressed);
  }
}

function drawPage(asking, shares) {
  if (!DATA.units) return;
  const places = map().units;
  const byUnit = new Map(places.map((unit, place) => [unit, shares[place] ?? 0]));
  const sheet = DATA.pages[state.page];
  const picture = svg('svg', { viewBox: `0 0 ${sheet.width} ${sheet.height}`, preserveAspectRatio: 'none' });
  const top = DATA.units.reduce((most, _, u) => (units.includes(u) ? most : Math.max(most, byUnit.get(u) ?? 0)), 1e-9);
  DATA.units.forEach(([text, page, x0, y0, x1, y1], unit) => {
    if (String(page) !== String(state.page)) return;
    const share = byUnit.get(unit) ?? 0;
    const chosen = units.includes(unit);
    const seen = asking.length && !chosen && share >= state.least;
    const margin = chosen ? 3 : 1;
    const box = svg('rect', {
      x: x0 * sheet.width - margin, y: y0 * sheet.height - margin,
      width: (x1 - x0) * sheet.width + 2 * margin, height: (y1 - y0) * sheet.height + 2 * margin,
      fill: chosen || !seen ? 'transparent' : '#f59e0b', 'fill-opacity': 0.08 + 0.57 * Math.min(1, share / top),
      stroke: chosen ? '#b3261e' : 'none', 'stroke-width': 2, 'data-unit': unit,
    });
    box.append(svg('title', {}, asking.length ? `${text}: ${percent(share)}` : text));
    box.addEventListener('click', () => { units = [unit]; choose({ token: map().units.indexOf(unit) }); });
    picture.append(box);
  });
  const image = $('sheet').querySelector('img') ?? document.createElement('img');
  if (image.src !== sheet.src) image.src = sheet.src;
  image.alt = `Page ${state.page}`;
  $('sheet').replaceChildren(image, picture);
}

function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen))));
}
function draw() {
  const one = map();
  fill($('layer'), layers().map((each) => [each.layer, each.layer]), one.layer);
  const heads = Array.from({ length: one.heads }, (_, head) => [head, head]);
  fill($('head'), [[MEAN, 'mean of all'], ...(one.heads > 1 ? heads : [])], state.head);
  const asking = rowsAsking();
  fill($('token'), [['', 'none'], ...one.queries.map((name, row) => [row, `${row}  ${name}`])], asking.length === 1 ? asking[0] : '');
  $('least').value = percent(state.least);
  $('exact-label').hidden = !one.exact;
  const matrix = matrixOf(one, state.head, state.exact);
  shown = matrix;
  const shares = asking.length ? attention(matrix, asking) : new Float32Array(one.keys.length);
  drawPage(asking, shares);
  drawLines(matrix, asking, shares);
  drawMatrix(matrix, asking);
  markGrid();
  say(one, asking, shares);
}
function say(one, asking, shares) {
  const heads = state.head === MEAN ? 'mean of all heads' : `head ${state.head}`;
  let said = `${one.name}, ${heads} (${one.mechanism}). `;
  if (one.error) {
    const ofHead = (shares) => (state.head === MEAN ? shares.reduce((a, b) => a + b) / shares.length : shares[state.head]);
    said += `${percent(ofHead(one.error))} of its attention goes elsewhere than exact softmax sends it`;
    said += one.limit ? `; with ever more random features it would be ${percent(ofHead(one.limit))}. ` : '. ';
  }
  if (asking.length) {
    const most = [...shares.keys()].sort((a, b) => shares[b] - shares[a]).slice(0, 4).filter((key) => shares[key] >= state.least);
    const names = asking.slice(0, 6).map((row) => one.queries[row]).join(' ');
    said += `${names} attends to ${most.map((key) => `${one.keys[key]} (${percent(shares[key])})`).join(', ') || 'nothing above the threshold'}.`;
  }
  $('said').textContent = said;
}

document.title = DATA.title;
document.querySelector('h1').textContent = DATA.title;
$('notes').textContent = DATA.notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`).join(' ');
fill($('part'), PARTS.map((part) => [part, part]), state.part);
$('part-label').hidden = PARTS.length < 2;
$('part').addEventListener('change', () => {
  Object.assign(state, { part: $('part').value, token: null });
  units = [];
  state.layer = layers().at(-1).layer;
  drawGrid();
  choose({});
});
$('layer').addEventListener('change', () => choose({ layer: +$('layer').value }));
$('head').addEventListener('change', () => choose({ head: +$('head').value }));
$('token').addEventListener('change', () => {
  if ($('token').value === '') { units = []; choose({ token: null }); } else chooseRow(+$('token').value);
});
$('threshold').addEventListener('input', () => choose({ least: +$('threshold').value / 100 }));
$('exact').addEventListener('change', () => choose({ exact: $('exact').checked }));
function cellAt(event) {
  const canvas = $('matrix'), { left, top, cell } = canvas.geometry;
  const scale = canvas.width / canvas.getBoundingClientRect().width;
  return [Math.floor((event.offsetY * scale - top) / cell), Math.floor((event.offsetX * scale - left) / cell)];
}
$('matrix').addEventListener('click', (event) => {
  const [row] = cellAt(event);
  if (row >= 0 && row < map().queries.length) chooseRow(row);
});
$('matrix').addEventListener('mousemove', (event) => {
  const [row, column] = cellAt(event), { queries, keys } = map();
  const inside = row >= 0 && row < queries.length && column >= 0 && column < keys.length;
  $('cell').textContent = inside ? `${queries[row]} → ${keys[column]}: ${percent(shown[row * keys.length + column])}` : '';
});
if (DATA.units) {
  $('page-section').hidden = $('answer-label').hidden = false;
  const numbers = Object.keys(DATA.pages);
  state.page = units.length ? DATA.units[units[0]][1] : numbers[0];
  if (!(state.page in DATA.pages)) state.page = numbers[0];
  $('page-label').hidden = numbers.length < 2;
  fill($('page'), numbers.map((number) => [number, number]), state.page);
  $('page').addEventListener('change', () => choose({ page: $('page').value }));
  fill($('answer'), [['', 'none'], ...DATA.answers.map(([field, value], i) => [i, `${field}: ${value}`])],
    DATA.answers.findIndex((answer) => String(answer[2]) === String(units)));
  $('answer').addEventListener('change', () => {
    units = $('answer').value === '' ? [] : DATA.answers[+$('answer').value][2];
    const page = units.length ? DATA.units[units[0]][1] : state.page;
    if (page in DATA.pages) { state.page = page; $('page').value = page; }
    choose({ token: null });
  });
}
if (first.token !== undefined) state.token = first.token;
$('threshold').value = 100 * state.least;
drawGrid();
choose({});
