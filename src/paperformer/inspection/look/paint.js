// What the page of attention is drawn with: elements, numbers, colours. Nothing here knows what is shown.
const svg = (name, attributes, text) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
};
const percent = (share) => `${(100 * share).toFixed(Math.abs(share) < 0.0995 ? 1 : 0)} %`;

async function inflated(data) {
  const packed = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}
function unpacked(packed) {
  const bytes = packed.signed ? new Int8Array(packed.bytes) : new Uint8Array(packed.bytes);
  const top = packed.signed ? 127 : 255;
  return Float32Array.from(bytes, (b) => packed.scale * Math.sign(b) * (b / top) ** 2);
}

const RED = [217, 101, 75]; // of weights below zero
const SHADES = [[255, 255, 255], [215, 230, 244], [156, 195, 227], [79, 147, 199], [27, 95, 158], [11, 49, 102]];
function colour(strength) {
  if (strength < 0) return RED.map((value) => 255 + (value - 255) * Math.min(1, -strength));
  const at = Math.min(1, strength) * (SHADES.length - 1);
  const low = SHADES[Math.floor(at)], high = SHADES[Math.ceil(at)];
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
