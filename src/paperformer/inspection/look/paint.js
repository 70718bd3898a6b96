// What the page of attention is drawn with: elements, numbers, colours. Nothing here knows what is shown.
const $ = (id) => document.getElementById(id);
const svg = (name, attributes, text) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
};
const element = (name, properties, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};
const titled = (node, says) => {
  node.append(svg('title', {}, says));
  return node;
};
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const unbroken = (text) => text.replaceAll(' %', '\u00a0%'); // a sign stays with its number
const signed = (number) => number.toFixed(2).replace('-', '−');
function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen))));
}

// Two bytes a number, all low ones before all high ones, in steps.
async function unpacked({ step, data }) {
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const planes = new Uint8Array(await new Response(stream).arrayBuffer());
  const count = planes.length / 2;
  return Float32Array.from({ length: count }, (_, i) => step * (((planes[i] | (planes[count + i] << 8)) << 16) >> 16));
}

const FONT = 'Inter, system-ui, sans-serif';
const pen = document.createElement('canvas').getContext('2d');
const widthOf = (text, size) => {
  pen.font = `${size}px ${FONT}`;
  return pen.measureText(text).width;
};
function fitting(text, size, room) {
  if (widthOf(text, size) <= room) return text;
  let length = text.length;
  while (length > 1 && widthOf(`${text.slice(0, length)}…`, size) > room) length--;
  return `${text.slice(0, length)}…`;
}

// From nothing, the ground of the page, to all; at night from dark to light. Red ones are below zero.
const night = matchMedia('(prefers-color-scheme: dark)');
const DAY = { red: [217, 101, 75], shades: [[255, 255, 255], [215, 230, 244], [156, 195, 227], [79, 147, 199], [27, 95, 158], [11, 49, 102]] };
const NIGHT = { red: [255, 138, 110], shades: [[27, 33, 39], [34, 57, 82], [38, 84, 128], [56, 124, 184], [109, 179, 238], [205, 230, 252]] };
const tone = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
function colour(strength) {
  const { red, shades } = night.matches ? NIGHT : DAY;
  if (strength < 0) return red.map((value, i) => shades[0][i] + (value - shades[0][i]) * Math.min(1, -strength));
  const at = Math.min(1, strength) * (shades.length - 1);
  const low = shades[Math.floor(at)], high = shades[Math.ceil(at)];
  return low.map((value, i) => value + (high[i] - value) * (at % 1));
}
function paint(canvas, matrix, rows, columns, top) {
  canvas.width = columns;
  canvas.height = rows;
  const picture = new ImageData(columns, rows);
  for (let i = 0; i < matrix.length; i++) picture.data.set([...colour(matrix[i] / top), 255], 4 * i);
  canvas.getContext('2d').putImageData(picture, 0, 0);
}
// The weight at which colours end; of large matrices not the greatest, beside which all others would be white,
// but the one that 99.5 % of the cells stay below, to a thousandth of the greatest, and no less than a
// twentieth of it.
function highest(matrix) {
  const most = matrix.reduce((a, b) => Math.max(a, Math.abs(b)), 1e-9);
  if (matrix.length <= 4096) return most;
  const counts = new Uint32Array(1001);
  for (const weight of matrix) counts[Math.floor((1000 * Math.abs(weight)) / most)]++;
  let bin = 0;
  for (let below = counts[0]; below < 0.995 * matrix.length; below += counts[bin]) bin++;
  return most * Math.min(1, Math.max((bin + 1) / 1000, 0.05));
}
