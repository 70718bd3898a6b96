// A page of a document: the words that ask are framed, others shaded by the attention they get, and curves lead to
// the strongest few, whose shares stand beside it. `page.py` draws the same.
const CURVES = 5, CURVED = 0.01, LISTED = 8, BEND = 0.2;

const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];
function edge(place, towards) {
  const [x, y] = middle(place), across = towards[0] - x, down = towards[1] - y;
  const reach = Math.min((place[2] - place[0]) / 2 / Math.abs(across), (place[3] - place[1]) / 2 / Math.abs(down), 1);
  return [x + reach * across, y + reach * down];
}
function curve(start, end, apart) {
  const [x0, y0] = middle(start), [x1, y1] = middle(end), across = x1 - x0, down = y1 - y0;
  const side = across > 0 || (across === 0 && down < 0) ? BEND : -BEND;
  const control = [(x0 + x1) / 2 + side * down, (y0 + y1) / 2 - side * across];
  const around = [end[0] - apart, end[1] - apart, end[2] + apart, end[3] + apart];
  return [edge(start, control), control, edge(around, control)];
}
const distance = (a, b) => Math.hypot(middle(a)[0] - middle(b)[0], middle(a)[1] - middle(b)[1]);
const nearest = (places, to) => places.reduce((best, place) => (distance(place, to) < distance(best, to) ? place : best));
// Neighbouring words of a line as one.
function joined(places) {
  const found = [];
  for (const place of places) {
    const last = found.at(-1), at = middle(place)[1];
    if (last && last[1] < at && at < last[3] && last[0] <= place[0]) {
      found[found.length - 1] = [last[0], Math.min(last[1], place[1]), Math.max(last[2], place[2]), Math.max(last[3], place[3])];
    } else found.push(place);
  }
  return found;
}

// The share of each unit, and of what stands around the words.
function sharesOfUnits(shares) {
  const to = new Float32Array(DATA.units.length);
  let outside = 0;
  map().units.forEach((unit, place) => {
    if (unit >= 0) to[unit] = shares[place];
    else outside += shares[place];
  });
  const strongest = [...to.keys()].filter((unit) => !state.units.includes(unit) && to[unit] >= 0.001).sort((a, b) => to[b] - to[a]);
  return { to, outside, strongest, top: strongest.length ? to[strongest[0]] : 1e-9 };
}
const strength = (share, top) => Math.sqrt(Math.min(1, Math.max(0, share) / top)); // so that a tenth is seen beside the whole
const onPage = (unit) => String(DATA.units[unit][1]) === String(state.page);

function drawPage(asking, shares) {
  if (!DATA.units) return;
  const found = sharesOfUnits(shares), sheet = DATA.pages[state.page];
  const image = $('sheet').querySelector('img') ?? document.createElement('img');
  if (image.src !== sheet.src) image.src = sheet.src;
  image.alt = `Page ${state.page}`;
  const wide = $('sheet').clientWidth, tall = (wide * sheet.height) / sheet.width;
  const place = (unit, margin) => {
    const [, , x0, y0, x1, y1] = DATA.units[unit];
    return [x0 * wide - margin, y0 * tall - margin, x1 * wide + margin, y1 * tall + margin];
  };
  const box = ([left, top, right, bottom], attributes) => svg('rect', { x: left, y: top, width: right - left, height: bottom - top, rx: 2, ...attributes });
  const shades = svg('svg', { viewBox: `0 0 ${wide} ${tall}`, class: 'shades', 'aria-hidden': true });
  const over = svg('svg', { viewBox: `0 0 ${wide} ${tall}` });
  const here = [...DATA.units.keys()].filter(onPage);
  const framed = joined(state.units.filter(onPage).map((unit) => place(unit, 2)));
  for (const unit of asking.length ? here : []) {
    if (state.units.includes(unit) || found.to[unit] < state.least) continue;
    shades.append(box(place(unit, 1), { class: 'shaded', 'fill-opacity': strength(found.to[unit], found.top), 'data-unit': unit, 'data-share': found.to[unit].toFixed(4) }));
  }
  for (const one of framed) over.append(box(one, { class: 'framed' }));
  if (framed.length) curves(over, found, framed, place);
  for (const unit of here) {
    const text = DATA.units[unit][0];
    const word = titled(box(place(unit, 1), { class: 'word', 'data-unit': unit }), asking.length ? `${text}: ${percent(found.to[unit])}` : text);
    word.addEventListener('click', () => chooseUnit(unit));
    over.append(word);
  }
  $('sheet').replaceChildren(image, shades, over);
  drawLegend(asking, found);
}
const curvesTo = ({ to, strongest }) => strongest.slice(0, CURVES).filter((unit) => onPage(unit) && to[unit] >= CURVED);
function curves(picture, found, framed, place) {
  const mark = Math.min(8, Math.max(5, $('sheet').clientWidth / 70)); // smaller where letters are
  curvesTo(found).reverse().forEach((unit) => {
    const there = place(unit, 1);
    const [start, control, end] = curve(nearest(framed, there), there, mark - 1);
    const d = `M${start} Q${control} ${end}`, width = 1 + 2 * strength(found.to[unit], found.top);
    picture.append(
      svg('path', { d, class: 'casing', 'stroke-width': width + 2.5 }), svg('path', { d, class: 'curve', 'stroke-width': width, 'data-unit': unit }),
      svg('circle', { cx: end[0], cy: end[1], r: mark, class: 'mark' }), svg('text', { x: end[0], y: end[1] + 0.43 * mark, 'font-size': 1.25 * mark, class: 'mark' }, found.strongest.indexOf(unit) + 1),
    );
  });
}

// The words that get most, and where the rest goes: together all of the attention.
function drawLegend(asking, { to, outside, strongest, top }) {
  $('legend').hidden = !asking.length;
  if (!asking.length) return;
  const named = strongest.slice(0, LISTED), numbered = curvesTo({ to, strongest });
  const sum = (units) => units.reduce((total, unit) => total + to[unit], 0);
  const left = [...to.keys()].filter((unit) => !named.includes(unit) && !state.units.includes(unit));
  const answer = DATA.answers[state.answer];
  const whose = answer ? `${answer[0]} ${answer[1]}` : state.units.map((unit) => DATA.units[unit][0]).join(' ');
  $('whose').textContent = whose || map().queries[asking[0]];
  $('shares').replaceChildren(...named.map((unit) => {
    const [text, page] = DATA.units[unit];
    const rank = element('i', { textContent: numbered.includes(unit) ? strongest.indexOf(unit) + 1 : '' });
    const name = element('button', { type: 'button', textContent: onPage(unit) ? text : `${text} (page ${page})` });
    name.addEventListener('click', () => chooseUnit(unit));
    const row = element('li', {}, rank, name, element('span', { textContent: percent(to[unit]) }));
    row.style.setProperty('--share', to[unit]);
    row.dataset.unit = unit;
    return row;
  }));
  const rest = [[`${left.length} other words`, sum(left)], ['the framed words', sum(state.units)], ['[CLS] and [SEP]', outside]];
  $('rest').replaceChildren(...rest.filter(([, share], i) => i < 2 || share >= 0.0005).map(([name, share]) => element('li', {}, name, element('span', { textContent: percent(share) }))));
  $('shades').replaceChildren(...[1, 2, 3, 4, 5].map((step) => {
    const shade = element('li', { textContent: percent(top * (step / 5) ** 2) });
    shade.style.setProperty('--strength', step / 5);
    return shade;
  }));
}
