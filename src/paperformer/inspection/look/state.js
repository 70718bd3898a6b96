// What is shown is in `state`; every change of it draws anew. Nothing is loaded from anywhere.
const LEAST = DATA.units ? 0.005 : 0.02; // shares below are not shown: a page has many words

for (const map of DATA.maps) {
  map.weights = await unpacked(map);
  delete map.data;
  if (map.exact) map.exact.weights = await unpacked(map.exact);
  for (const name of map.vectors ? ['query', 'key', 'bias', 'hidden'] : []) {
    if (map.vectors[name]) map.vectors[name] = await unpacked(map.vectors[name]);
  }
}

// The weights of one head, or the mean of several.
function matrixOf(map, heads, exact) {
  const all = exact && map.exact ? map.exact.weights : map.weights;
  const size = map.queries.length * map.keys.length;
  if (heads.length === 1) return all.subarray(heads[0] * size, (heads[0] + 1) * size);
  const mean = new Float32Array(size);
  for (const h of heads) for (let i = 0; i < size; i++) mean[i] += all[h * size + i] / heads.length;
  return mean;
}

const PARTS = [...new Set(DATA.maps.map((map) => map.part))];
const first = DATA.chosen;
const state = {
  part: first.part ?? PARTS[0], layer: 0, heads: first.heads ?? [],
  units: first.units ?? [], answer: -1, // of a document: the units that ask, and the answer that they print
  token: first.token ?? null, key: null, neuron: null,
  least: LEAST, exact: false, page: null,
};
const layers = () => DATA.maps.filter((map) => map.part === state.part);
const map = () => layers().find((one) => one.layer === state.layer) ?? layers()[0];
const everyHead = (one) => Array.from({ length: one.heads }, (_, head) => head);
state.layer = first.layer ?? layers().at(-1).layer;

let shown = new Float32Array(); // the matrix that is drawn

// Which rows ask: of a document all rows of the chosen units.
function rowsAsking() {
  if (state.units.length && map().units.length) return map().units.flatMap((unit, row) => (state.units.includes(unit) ? [row] : []));
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
  state.heads = state.heads.filter((head) => head < map().heads).sort((a, b) => a - b);
  if (!state.heads.length) state.heads = everyHead(map());
  if (!state.heads.includes(state.neuron)) state.neuron = state.heads.reduce((best, head) => (map().bits[head] > map().bits[best] ? head : best));
  draw();
}
const answerOf = (units) => (DATA.answers ?? []).findIndex((answer) => String(answer[2]) === String(units));
function chooseRow(row, key = null) {
  const unit = map().units.length ? map().units[row] : -1;
  const units = unit >= 0 ? [unit] : [];
  choose({ token: row, units, answer: answerOf(units), key });
}
const chooseUnit = (unit) => chooseRow(map().units.indexOf(unit));
