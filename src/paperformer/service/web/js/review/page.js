/** One page: its picture, and over it the marks of fields and words. Loaded when it comes near the window. */

import { get } from "../api.js";
import { fill, h, svg } from "../dom.js";
import { lineBoxes } from "../geometry.js";
import { message } from "../messages.js";
import { pictureOf, wordsOf } from "./page-address.js";

const DPI_STEPS = [72, 110, 150, 200, 300];
const POINTS = 72;
const PAPER_INCHES = 8.27; // what the width of a picture stands for
const PAD = 0.003; // around boxes, in parts of the page's width

/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {{name: string, label: string, tone: string, boxes: Box[]}} Mark */

export class Page {
  /**
   * @param {{id: string, finished: string}} document
   * @param {{number: number, width: number, height: number}} info
   * @param {string} label
   */
  constructor(document, info, label) {
    this.number = info.number;
    this.info = info;
    this.document = document;
    /** @type {Promise<import("../geometry.js").Word[]>|null} */
    this.loading = null;
    /** @type {import("../geometry.js").Word[]} */
    this.words = [];
    this.dpi = 0;
    this.isNear = false;
    this.seen = 0; // how much of it is in the window, in pixels
    this.picture = /** @type {HTMLImageElement} */ (h("img", { alt: label, draggable: "false" }));
    this.layers = {
      words: svg("g", { class: "words" }),
      marks: svg("g", { class: "marks" }),
      hints: svg("g", { class: "hints" }),
      pick: svg("g", { class: "pick" }),
    };
    const overlay = svg(
      "svg",
      { class: "overlay", "aria-hidden": "true" },
      this.layers.words,
      this.layers.marks,
      this.layers.hints,
      this.layers.pick,
    );
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    this.sheet = h("div", { class: "sheet" }, this.picture, overlay, this.tip);
    this.node = h("div", { class: "page", "data-page": info.number, "data-broken": message("view.broken") }, this.sheet);
  }

  /** Width over height of the upright page. */
  get ratio() {
    return this.info.width / this.info.height;
  }

  /**
   * @param {number} width of the upright page in CSS pixels
   * @param {number} quarters turns to the right
   */
  resize(width, quarters) {
    this.width = width;
    const height = width / this.ratio;
    const isLying = quarters % 2 === 1;
    this.node.style.width = `${isLying ? height : width}px`;
    this.node.style.height = `${isLying ? width : height}px`;
    this.sheet.style.width = `${width}px`;
    this.sheet.style.height = `${height}px`;
    this.sheet.style.transform = `translate(-50%, -50%) rotate(${quarters * 90}deg)`;
    if (this.isNear) this.#draw();
  }

  /** Load what belongs to the page; called when it comes near. */
  load() {
    this.isNear = true;
    this.#draw();
    return this.loadWords();
  }

  loadWords() {
    this.loading ??= get(wordsOf(this.document, this.number)).then(({ words }) => {
      this.words = words;
      return words;
    });
    this.loading.catch(() => {
      this.loading = null;
    });
    return this.loading;
  }

  /** @param {Mark[]} marks @param {string|null} active the name of the field that is looked at */
  drawMarks(marks, active) {
    const drawn = marks.map(({ name, tone, boxes }) => {
      const group = svg("g", {
        class: `mark mark-${tone} ${name === active ? "active" : ""}`,
        "data-field": name,
      });
      group.append(...boxes.map((box) => this.#rectangle(box, PAD)));
      return { group, isActive: name === active };
    });
    drawn.sort((a, b) => Number(a.isActive) - Number(b.isActive));
    this.layers.marks.replaceChildren(...drawn.map(({ group }) => group));
  }

  /** Mark words that speak for a value. @param {number[]} indices */
  drawHints(indices) {
    const wanted = new Set(indices);
    const words = this.words.filter((word) => wanted.has(word.index));
    this.layers.hints.replaceChildren(...lineBoxes(words).map((box) => this.#rectangle(box, PAD)));
  }

  /**
   * Mark words that are being picked, and the box that is dragged.
   * @param {import("../geometry.js").Word[]} words
   * @param {Box|null} dragged
   */
  drawPick(words, dragged) {
    const parts = words.map((word) => this.#rectangle(word.box, PAD / 3));
    if (dragged) {
      const box = this.#rectangle(dragged, 0);
      box.classList.add("dragged");
      parts.push(box);
    }
    this.layers.pick.replaceChildren(...parts);
  }

  /** Name a mark beside it. @param {string|null} text @param {Box|null} box */
  showTip(text, box) {
    this.tip.hidden = !text || !box;
    if (!text || !box) return;
    fill(this.tip, text);
    this.tip.classList.toggle("below", box.y0 < 0.04);
    this.tip.style.left = `${box.x0 * 100}%`;
    this.tip.style.top = `${(box.y0 < 0.04 ? box.y1 : box.y0) * 100}%`;
  }

  #draw() {
    const pixels = this.width * Math.min(2, devicePixelRatio);
    const needed = Math.max((pixels * POINTS) / this.info.width, pixels / PAPER_INCHES);
    const dpi = DPI_STEPS.find((step) => step >= needed * 0.9) ?? 300;
    if (dpi <= this.dpi) return;
    this.dpi = dpi;
    const address = pictureOf(this.document, this.number, dpi);
    if (!this.picture.src) {
      this.picture.src = address;
      this.picture.onload = () => this.node.classList.add("loaded");
      this.picture.onerror = () => this.node.classList.add("broken");
      return;
    }
    const sharper = new Image();
    sharper.onload = () => {
      this.picture.src = address;
    };
    sharper.src = address;
  }

  #rectangle(box, pad) {
    const percent = (part) => `${(part * 100).toFixed(3)}%`;
    const tall = pad * this.ratio; // the same distance above as beside
    return svg("rect", {
      x: percent(box.x0 - pad),
      y: percent(box.y0 - tall),
      width: percent(Math.max(0, box.x1 - box.x0) + 2 * pad),
      height: percent(Math.max(0, box.y1 - box.y0) + 2 * tall),
      rx: 3,
    });
  }
}
