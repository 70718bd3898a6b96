/** Pointing at pages: one set of listeners finds marks and words by their geometry. */

import { area, between, contains, upright, wordAt, wordsIn } from "../geometry.js";

const CLICK_PIXELS = 4;

export class Pointer {
  /** @param {import("./viewer.js").Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.isArmed = false;
    /**
     * @type {{page: import("./page.js").Page, from: {x: number, y: number}, client: {x: number, y: number},
     * isDrag: boolean}|null}
     */
    this.press = null;
    const { scroller } = viewer;
    scroller.addEventListener("pointerdown", (event) => this.#down(event));
    scroller.addEventListener("mousedown", (event) => {
      // A text field that is being edited keeps the focus.
      if (this.isArmed && this.#pageAt(event)) event.preventDefault();
    });
    scroller.addEventListener("pointermove", (event) => this.#move(event));
    scroller.addEventListener("pointerup", (event) => this.#up(event));
    scroller.addEventListener("pointercancel", () => this.#release());
    scroller.addEventListener("pointerleave", () => this.#clear());
  }

  #down(event) {
    const page = this.#pageAt(event);
    if (event.button !== 0 || !page) return;
    this.press = {
      page,
      from: this.#pointOn(page, event),
      client: { x: event.clientX, y: event.clientY },
      isDrag: false,
    };
    if (this.isArmed) this.viewer.scroller.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (this.press && this.isArmed) return this.#drag(event);
    if (event.pointerType === "touch") return;
    const page = this.#pageAt(event);
    this.#clear(page);
    if (!page) return;
    const point = this.#pointOn(page, event);
    const word = this.isArmed ? wordAt(page.words, point) : null;
    page.drawPick(word ? [word] : [], null);
    const mark = this.isArmed ? null : this.#markAt(page, point);
    const box = mark?.boxes[0] ?? null;
    page.showTip(mark?.label ?? null, box);
    this.viewer.scroller.classList.toggle("on-mark", mark !== null);
  }

  #drag(event) {
    const { page, from, client } = this.press;
    this.press.isDrag ||= Math.hypot(event.clientX - client.x, event.clientY - client.y) > CLICK_PIXELS;
    if (!this.press.isDrag) return;
    const box = between(from, this.#pointOn(page, event));
    page.drawPick(wordsIn(page.words, box), box);
  }

  #up(event) {
    if (!this.press) return;
    const { page, from, isDrag, client } = this.press;
    this.#release();
    const point = this.#pointOn(page, event);
    if (this.isArmed) {
      const word = wordAt(page.words, point);
      const words = isDrag ? wordsIn(page.words, between(from, point)) : word ? [word] : [];
      if (words.length) this.#tell("picked", { words, isMore: event.shiftKey });
      return;
    }
    if (Math.hypot(event.clientX - client.x, event.clientY - client.y) > CLICK_PIXELS) return;
    const mark = this.#markAt(page, point);
    this.#tell(mark ? "field" : "blank", mark?.name ?? null);
  }

  #release() {
    this.press?.page.drawPick([], null);
    this.press = null;
  }

  #clear(except = null) {
    for (const page of this.viewer.pages) {
      if (page === except || this.press) continue;
      page.drawPick([], null);
      page.showTip(null, null);
    }
  }

  /** The smallest mark under a point. */
  #markAt(page, point) {
    const marks = this.viewer.marks[this.viewer.pages.indexOf(page)];
    const hits = marks.flatMap((mark) =>
      mark.boxes.filter((box) => contains(box, point, 0.003)).map((box) => ({ mark, size: area(box) })),
    );
    hits.sort((a, b) => a.size - b.size);
    return hits[0]?.mark ?? null;
  }

  #pageAt(event) {
    const node = /** @type {Element} */ (event.target).closest?.(".page");
    return this.viewer.pages.find((page) => page.node === node) ?? null;
  }

  #pointOn(page, event) {
    const place = page.node.getBoundingClientRect();
    const shown = {
      x: (event.clientX - place.left) / place.width,
      y: (event.clientY - place.top) / place.height,
    };
    return upright(shown, this.viewer.quarters);
  }

  #tell(type, detail) {
    this.viewer.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
