// The squares that switch heads on and off, in the colours that their lines have, and the small matrix of each head.
const headStyle = (head) => `--head: ${DATA.colours[head]}`;
const headTitle = (one, head) => `layer ${one.layer}, head ${head}: ${one.bits[head].toFixed(2)} bits`;

function drawHeads() {
  const one = map();
  $('heads-row').hidden = one.heads < 2;
  const on = (head) => state.heads.includes(head);
  const squares = everyHead(one).map((head) => {
    const square = element('button', { type: 'button', className: 'square', textContent: head, title: headTitle(one, head), style: headStyle(head) });
    square.dataset.head = head;
    square.setAttribute('aria-pressed', on(head));
    square.setAttribute('aria-label', `Head ${head}`);
    square.addEventListener('click', () => {
      const heads = on(head) ? state.heads.filter((each) => each !== head) : [...state.heads, head];
      if (heads.length) choose({ heads, neuron: on(head) ? state.neuron : head });
    });
    square.addEventListener('dblclick', () => choose({ heads: [head] }));
    return square;
  });
  // A click must not take away what a double click waits for: squares that are there stay.
  const there = $('heads').children;
  if (there.length !== squares.length || $('heads').dataset.layer !== `${one.part} ${one.layer}`) {
    $('heads').replaceChildren(...squares);
    $('heads').dataset.layer = `${one.part} ${one.layer}`;
    return;
  }
  squares.forEach((square, head) => there[head].setAttribute('aria-pressed', on(head)));
}

function drawGrid() {
  const maps = layers();
  const grid = $('grid');
  grid.style.gridTemplateColumns = `22px repeat(${maps[0].heads}, minmax(0, 46px))`;
  const cells = [element('span', {})];
  for (const head of everyHead(maps[0])) cells.push(element('span', { textContent: maps[0].mean ? 'mean' : head }));
  for (const one of maps) {
    cells.push(element('span', { textContent: one.layer }));
    for (const head of everyHead(one)) {
      const canvas = document.createElement('canvas');
      const matrix = matrixOf(one, [head], false);
      paint(canvas, matrix, one.queries.length, one.keys.length, highest(matrix));
      const button = element('button', { type: 'button', title: headTitle(one, head) }, canvas);
      Object.assign(button.dataset, { layer: one.layer, head });
      button.addEventListener('click', () => choose({ layer: one.layer, heads: [head] }));
      cells.push(button);
    }
  }
  grid.replaceChildren(...cells);
}
function markGrid() {
  for (const button of $('grid').querySelectorAll('button')) {
    button.setAttribute('aria-pressed', +button.dataset.layer === state.layer && state.heads.includes(+button.dataset.head));
  }
}
