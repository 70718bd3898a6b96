// What is chosen above, and what is said of it; everything is drawn from here.
function draw() {
  const one = map();
  fill($('layer'), layers().map((each) => [each.layer, each.layer]), one.layer);
  const asking = rowsAsking();
  fill($('token'), [['', 'none'], ...one.queries.map((name, row) => [row, `${row}  ${name}`])], asking.length === 1 ? asking[0] : '');
  if (DATA.units) $('answer').value = state.answer;
  $('least').value = percent(state.least);
  $('exact-label').hidden = !one.exact;
  shown = matrixOf(one, state.heads, state.exact);
  const shares = asking.length ? attention(shown, asking) : new Float32Array(one.keys.length);
  drawHeads();
  drawPage(asking, shares);
  drawLines(shown, asking, shares);
  drawMatrix(shown, asking);
  drawNeuron();
  markGrid();
  say(one, asking, shares);
}
function say(one, asking, shares) {
  const whole = state.heads.length === one.heads && one.heads > 1;
  const several = whole ? 'mean of all heads' : `mean of heads ${state.heads.join(', ')}`;
  const heads = state.heads.length > 1 ? several : one.heads > 1 ? `head ${state.heads[0]}` : one.mean ? 'mean of all heads' : 'its only head';
  let said = `${one.name}, ${heads} (${one.mechanism}`;
  said += state.heads.length === 1 && one.heads > 1 ? `, ${one.bits[state.heads[0]].toFixed(2)} bits). ` : '). ';
  if (one.error) {
    const ofHeads = (errors) => state.heads.reduce((sum, head) => sum + errors[head], 0) / state.heads.length;
    said += `${percent(ofHeads(one.error))} of its attention goes elsewhere than exact softmax sends it`;
    said += one.limit ? `; with ever more random features it would be ${percent(ofHeads(one.limit))}. ` : '. ';
  }
  if (asking.length) {
    const most = [...shares.keys()].sort((a, b) => shares[b] - shares[a]).slice(0, 4).filter((key) => shares[key] >= state.least);
    const names = asking.slice(0, 6).map((row) => one.queries[row]).join(' ');
    said += `${names} attends to ${most.map((key) => `${one.keys[key]} (${percent(shares[key])})`).join(', ') || 'nothing above the threshold'}.`;
  }
  $('said').textContent = unbroken(said);
}

document.title = DATA.title;
document.querySelector('h1').textContent = DATA.title;
$('notes').textContent = DATA.notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`).join(' ');
fill($('part'), PARTS.map((part) => [part, part]), state.part);
$('part-label').hidden = PARTS.length < 2;
$('part').addEventListener('change', () => {
  Object.assign(state, { part: $('part').value, token: null, key: null, units: [], answer: -1 });
  state.layer = layers().at(-1).layer;
  drawGrid();
  choose({});
});
$('layer').addEventListener('change', () => choose({ layer: +$('layer').value }));
$('all').addEventListener('click', () => choose({ heads: everyHead(map()) }));
$('token').addEventListener('change', () => {
  if ($('token').value === '') choose({ token: null, units: [], answer: -1, key: null });
  else chooseRow(+$('token').value);
});
$('threshold').addEventListener('input', () => choose({ least: +$('threshold').value / 100 }));
$('exact').addEventListener('change', () => choose({ exact: $('exact').checked }));
if (DATA.units) {
  $('page-section').hidden = $('answer-label').hidden = false;
  const numbers = Object.keys(DATA.pages);
  const told = DATA.answers.findIndex(([field, value]) => `${field} ${value}` === first.asks);
  state.answer = told >= 0 ? told : answerOf(state.units); // several answers may print the same words
  state.page = state.units.length ? DATA.units[state.units[0]][1] : numbers[0];
  if (!(state.page in DATA.pages)) state.page = numbers[0];
  $('page-label').hidden = numbers.length < 2;
  fill($('page'), numbers.map((number) => [number, number]), state.page);
  $('page').addEventListener('change', () => choose({ page: $('page').value }));
  fill($('answer'), [[-1, 'none'], ...DATA.answers.map(([field, value], i) => [i, `${field}: ${value}`])], -1);
  $('answer').addEventListener('change', () => {
    const answer = +$('answer').value, units = DATA.answers[answer]?.[2] ?? [];
    const page = units.length ? DATA.units[units[0]][1] : state.page;
    if (page in DATA.pages) $('page').value = page;
    choose({ units, answer, page: page in DATA.pages ? page : state.page, token: null, key: null });
  });
  $('larger').addEventListener('click', () => {
    $('larger').setAttribute('aria-pressed', $('sheet').classList.toggle('large'));
    choose({});
    $('sheet').querySelector('.framed')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
}
// Columns of like height: beside a page, or long lines, stands more than beside a sentence.
if (!DATA.units) $('left').append($('neuron-section'));
if (!DATA.units || DATA.units.length <= MOST_LINES) $('right').append($('grid-section'));
$('threshold').value = 100 * state.least;
drawGrid();
choose({});
// At night, and at another width of the window, it is another picture; letters keep their size.
night.addEventListener('change', () => {
  drawGrid();
  choose({});
});
let drawn = innerWidth;
addEventListener('resize', () => {
  if (innerWidth !== drawn) choose({});
  drawn = innerWidth;
});
