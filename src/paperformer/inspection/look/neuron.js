// One query and one key of one head: their products by dimension, the sum, its scale, and the softmax that follows.
const MOST_KEYS = 12; // rows of the table

// The pair that is shown: what was chosen, else the greatest weight between two tokens, or of the chosen query.
function pair() {
  const one = map(), columns = one.keys.length;
  const matrix = matrixOf(one, [state.neuron], state.exact);
  const asking = rowsAsking();
  const rows = asking.length ? [asking[0]] : [...one.queries.keys()];
  const greatest = { query: rows[0], key: 0, weight: -1 };
  for (const row of rows) {
    for (let column = 0; column < columns; column++) {
      if (!asking.length && row === column && one.part !== 'cross') continue;
      const weight = matrix[row * columns + column];
      if (weight > greatest.weight) Object.assign(greatest, { query: row, key: column, weight });
    }
  }
  return { query: greatest.query, key: state.key !== null && state.key < columns ? state.key : greatest.key };
}

// Of one query, for each key: products by dimension, their sum, the logit, and softmax over all keys.
function reckoned(one, head, query) {
  const { width, query: queries, key: keys, bias, hidden } = one.vectors;
  const rows = one.queries.length, columns = one.keys.length;
  const q = queries.subarray((head * rows + query) * width, (head * rows + query + 1) * width);
  const all = Array.from({ length: columns }, (_, column) => {
    const k = keys.subarray((head * columns + column) * width, (head * columns + column + 1) * width);
    const products = q.map((value, i) => value * k[i]);
    const sum = products.reduce((a, b) => a + b);
    const added = bias ? bias[(head * rows + query) * columns + column] : 0;
    const unseen = hidden ? hidden[query * columns + column] > 0 : false;
    return { column, q, k, products, sum, scaled: sum / Math.sqrt(width), added, logit: unseen ? -Infinity : sum / Math.sqrt(width) + added };
  });
  const top = Math.max(...all.map((each) => each.logit));
  const total = all.reduce((sum, each) => sum + Math.exp(each.logit - top), 0);
  for (const each of all) each.share = Math.exp(each.logit - top) / total;
  return all;
}

function drawNeuron() {
  const one = map();
  $('neuron-section').hidden = !DATA.maps.some((each) => each.vectors);
  $('neuron').hidden = !one.vectors;
  $('no-vectors').hidden = Boolean(one.vectors);
  if (!one.vectors) return;
  const { query, key } = pair(), head = state.neuron;
  fill($('neuron-head'), state.heads.map((each) => [each, each]), head);
  $('neuron-head-label').hidden = state.heads.length < 2;
  const all = reckoned(one, head, query);
  $('pair').replaceChildren('query ', element('b', { textContent: one.queries[query] }), ' × key ', element('b', { textContent: one.keys[key] }), ` in head ${head}`);
  drawProducts(all[key]);
  sayProducts(one, head, query, all[key]);
  drawSoftmax(one, head, query, all, key);
}

// Bars of the query, the key and their products; the first two share a scale.
function drawProducts({ q, k, products }) {
  const width = Math.max(260, $('products').clientWidth), tall = 58, left = 54;
  const picture = svg('svg', { width, height: 3 * tall + 16, viewBox: `0 0 ${width} ${3 * tall + 16}`, role: 'img', 'aria-label': 'Query, key and their products by dimension' });
  const step = (width - left) / q.length;
  const most = (numbers) => numbers.reduce((a, b) => Math.max(a, Math.abs(b)), 1e-9);
  const both = Math.max(most(q), most(k));
  [['query', q, both], ['key', k, both], ['product', products, most(products)]].forEach(([name, numbers, top], strip) => {
    const middle = strip * tall + tall / 2;
    picture.append(svg('text', { x: 0, y: middle + 4 }, name), svg('line', { x1: left, x2: width, y1: middle, y2: middle, class: 'base' }));
    numbers.forEach((number, i) => {
      const high = (Math.abs(number) / top) * (tall / 2 - 4);
      const bar = svg('rect', {
        x: left + i * step, width: Math.max(1, step - 1), y: number < 0 ? middle : middle - high, height: Math.max(0.5, high),
        class: `${name} ${number < 0 ? 'below' : 'above'}`, 'data-dimension': i, 'data-value': number.toFixed(4),
      });
      picture.append(titled(bar, `dimension ${i}: ${signed(q[i])} × ${signed(k[i])} = ${signed(products[i])}`));
    });
  });
  const every = [1, 2, 4, 8, 16, 32].find((each) => each * step >= 22) ?? 64;
  for (let i = 0; i < q.length; i += every) picture.append(svg('text', { x: left + (i + 0.5) * step, y: 3 * tall + 12, 'text-anchor': 'middle', class: 'tick' }, i));
  $('products').replaceChildren(picture);
}

function sayProducts(one, head, query, { column, q, k, products, sum, scaled, added, logit, share }) {
  const best = products.reduce((most, product, i) => (Math.abs(product) > Math.abs(products[most]) ? i : most), 0);
  let said = `The ${products.length} products sum to ${signed(sum)}; divided by √${products.length} that is ${signed(scaled)}`;
  if (one.vectors.bias) said += `, with the bias ${signed(added)} it is ${signed(scaled + added)}`;
  said += logit === -Infinity ? '. The key stands later and is hidden' : `. Softmax over ${one.keys.length} keys makes it ${percent(share)}`;
  if (one.exact) said += `; ${one.mechanism} gives ${percent(one.weights[(head * one.queries.length + query) * one.keys.length + column])}`;
  $('sum').textContent = unbroken(`${said}. Dimension ${best} counts most: ${signed(q[best])} × ${signed(k[best])} = ${signed(products[best])}.`);
}

// The keys with the greatest shares, and the chosen one: the same sums beside each other.
function drawSoftmax(one, head, query, all, key) {
  const order = [...all].sort((a, b) => b.share - a.share);
  const rows = all.length <= MOST_KEYS ? all : order.filter((each, rank) => rank < MOST_KEYS || each.column === key);
  const top = all.reduce((most, { products }) => products.reduce((a, b) => Math.max(a, Math.abs(b)), most), 1e-9);
  const heading = element('tr', {}, ...['key', 'products', 'sum', `÷ √${one.vectors.width}`, ...(one.vectors.bias ? ['+ bias'] : []), 'softmax'].map((text) => element('th', { textContent: text, scope: 'col' })));
  const cell = (text) => element('td', { textContent: text });
  $('softmax').replaceChildren(element('thead', {}, heading), element('tbody', {}, ...rows.map((each) => {
    const strip = document.createElement('canvas');
    paint(strip, each.products, 1, each.products.length, top);
    const name = element('button', { type: 'button', textContent: one.keys[each.column] });
    name.addEventListener('click', () => choose({ key: each.column }));
    const bar = element('td', { className: 'share', textContent: each.logit === -Infinity ? 'hidden' : percent(each.share) });
    bar.style.setProperty('--share', each.share);
    const numbers = [cell(signed(each.sum)), cell(signed(each.scaled)), ...(one.vectors.bias ? [cell(signed(each.scaled + each.added))] : [])];
    const row = element('tr', { className: each.column === key ? 'chosen' : '' }, element('td', {}, name), element('td', {}, strip), ...numbers, bar);
    row.dataset.column = each.column;
    return row;
  })));
  $('keys-left').textContent = rows.length < all.length ? `The ${rows.length} of ${all.length} keys that get most.` : '';
}
$('neuron-head').addEventListener('change', () => choose({ neuron: +$('neuron-head').value }));
