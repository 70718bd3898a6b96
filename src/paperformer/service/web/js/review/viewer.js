/** The pages of a document, one below the other: zoom, rotation, loading what is near, thumbnails. */

import { every, fill, h } from "../dom.js";
import { shownShare } from "../format.js";
import { icon } from "../icons.js";
import { message, messageParts } from "../messages.js";
import { announce } from "../notify.js";
import { emptyState } from "../shell.js";
import { pictureOf } from "./page-address.js";
import { Page } from "./page.js";
import { Pointer } from "./pointer.js";

const SMALL_DPI = 36; // of thumbnails
const STEP = 1.2;
const LEAST = 0.25;
const MOST = 5;
const MARGIN = 48;
const NATURAL = 4 / 3; // CSS pixels a point
const WIDEST = 1100; // the natural width of a picture, whose pixels say nothing of its size

/**
 * Tells `field` (a mark was clicked), `picked` (words were clicked or dragged over),
 * `turned` (the pages are shown another way up), `blank` (an empty place was clicked), `words` (a page's
 * words were loaded), `stop` (no more words are wanted). */
export class Viewer extends EventTarget {
  /** @param {any} document */
  constructor(document) {
    super();
    this.quarters = 0;
    /** @type {number|null} null fits the width */
    this.zoom = null;
    this.pages = document.extraction.pages.map(
      (info) => new Page(document, info, message("view.page_of", { number: info.number, name: document.name })),
    );
    this.thumbnails = this.pages.length > 1 ? this.#thumbnails(document) : null;
    this.scroller = h(
      "div",
      { class: "scroller", tabindex: 0, role: "region", "aria-label": message("view.pages") },
      h("div", { class: "sheets" }, this.pages.length ? this.pages.map((page) => page.node) : noPages()),
    );
    this.percent = h("span", { class: "numeric percent" });
    this.hint = h("div", { class: "pick-hint", hidden: true });
    this.node = h(
      "section",
      { class: "viewer", "aria-label": message("review.document") },
      this.thumbnails,
      h(
        "div",
        { class: "stage-pages" },
        this.scroller,
        this.hint,
        this.pages.length ? this.#toolbar() : null,
      ),
    );
    /** @type {import("./page.js").Mark[][]} marks of each page */
    this.marks = this.pages.map(() => []);
    this.active = null;
    this.pointer = new Pointer(this);
    this.scroller.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    this.near = new IntersectionObserver((entries) => this.#onNear(entries), {
      root: this.scroller,
      rootMargin: "100% 0px",
    });
    this.seen = new IntersectionObserver((entries) => this.#onSeen(entries), {
      root: this.scroller,
      threshold: [0, 0.25, 0.5, 0.75, 1],
    });
    this.resizing = new ResizeObserver(() => {
      if (this.zoom === null) this.layout();
    });
    for (const page of this.pages) {
      this.near.observe(page.node);
      this.seen.observe(page.node);
    }
    this.resizing.observe(this.scroller);
  }

  close() {
    for (const observer of [this.near, this.seen, this.resizing]) observer.disconnect();
  }

  /**
   * @param {import("./page.js").Mark[][]} marks of each page
   * @param {string|null} active the field that is looked at
   */
  draw(marks, active) {
    Object.assign(this, { marks, active });
    this.pages.forEach((page, index) => page.drawMarks(marks[index], active));
  }

  /** @param {number[]} words */
  drawHints(words) {
    for (const page of this.pages) page.drawHints(words);
  }

  /** Let clicks pick words for something, or no longer. @param {string|null} label */
  arm(label) {
    this.pointer.isArmed = label !== null;
    this.scroller.classList.toggle("armed", label !== null);
    this.hint.hidden = label === null;
    const stop = () => this.dispatchEvent(new Event("stop"));
    if (label)
      fill(
        this.hint,
        icon("pointer"),
        h("span", {}, messageParts("view.pick", { field: h("strong", {}, label) })),
        h("button", { type: "button", on: { click: stop } }, message("view.done")),
      );
    if (!label) for (const page of this.pages) page.drawPick([], null);
  }

  /** Every word that was loaded, in reading order. */
  get words() {
    return this.pages.flatMap((page) => page.words);
  }

  /**
   * Bring a box into sight.
   * @param {number} number of the page
   * @param {import("../geometry.js").Box|null} box
   */
  reveal(number, box) {
    const page = this.pages.find((one) => one.number === number);
    if (!page) return;
    const frame = this.scroller.getBoundingClientRect();
    const place = page.node.getBoundingClientRect();
    if (!box || this.quarters % 4) return page.node.scrollIntoView({ block: "nearest" });
    const top = place.top - frame.top + box.y0 * place.height;
    const bottom = place.top - frame.top + box.y1 * place.height;
    const left = place.left - frame.left + box.x0 * place.width;
    const right = place.left - frame.left + box.x1 * place.width;
    const isSeen = top > 40 && bottom < frame.height - 60 && left > 0 && right < frame.width;
    if (isSeen) return;
    this.scroller.scrollBy({
      top: (top + bottom) / 2 - frame.height / 2,
      left: left < 0 || right > frame.width ? (left + right) / 2 - frame.width / 2 : 0,
      behavior: "smooth",
    });
  }

  /** Set every page's size. */
  layout() {
    const scale = this.scale;
    for (const page of this.pages) page.resize(natural(page) * scale, this.quarters);
    this.percent.textContent = shownShare(scale);
  }

  get scale() {
    if (this.zoom !== null) return this.zoom;
    const widest = Math.max(
      ...this.pages.map((page) => (this.quarters % 2 ? natural(page) / page.ratio : natural(page))),
    );
    const room = Math.max(
      200,
      this.scroller.clientWidth - (this.scroller.clientWidth < 700 ? MARGIN / 2 : MARGIN),
    );
    return Math.min(room / widest, 1.35);
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [at] stays where it is, in client coordinates
   */
  zoomBy(factor, at) {
    const before = this.scale;
    const frame = this.scroller.getBoundingClientRect();
    const point = {
      x: (at?.x ?? frame.left + frame.width / 2) - frame.left,
      y: (at?.y ?? frame.top + frame.height / 2) - frame.top,
    };
    this.zoom = Math.min(MOST, Math.max(LEAST, before * factor));
    const ratio = this.zoom / before;
    const { scrollLeft, scrollTop } = this.scroller;
    this.layout();
    this.scroller.scrollTo((scrollLeft + point.x) * ratio - point.x, (scrollTop + point.y) * ratio - point.y);
  }

  zoomIn() {
    this.zoomBy(STEP);
  }
  zoomOut() {
    this.zoomBy(1 / STEP);
  }

  fitWidth() {
    this.zoom = null;
    this.layout();
  }

  rotate() {
    this.quarters = (this.quarters + 1) % 4;
    this.layout();
    announce(message("view.turned", { degrees: this.quarters * 90 }));
    this.dispatchEvent(new Event("turned"));
  }

  /** Scroll by pages. @param {number} step */
  turn(step) {
    this.scroller.scrollBy({ top: step * this.scroller.clientHeight * 0.85, behavior: "smooth" });
  }

  #toolbar() {
    const tool = (name, label, run) =>
      h(
        "button",
        {
          class: "button quiet square",
          type: "button",
          "aria-label": label,
          title: label,
          on: { click: run },
        },
        icon(name),
      );
    return h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": message("view.toolbar") },
      tool("minus", message("view.zoom_out"), () => this.zoomOut()),
      this.percent,
      tool("plus", message("view.zoom_in"), () => this.zoomIn()),
      tool("width", message("view.fit"), () => this.fitWidth()),
      tool("rotate", message("view.rotate"), () => this.rotate()),
    );
  }

  #thumbnails(document) {
    const button = (page) =>
      h(
        "button",
        {
          class: "thumbnail",
          type: "button",
          "aria-label": message("page.page", { number: page.number }),
          "data-page": page.number,
          on: { click: () => page.node.scrollIntoView({ block: "start", behavior: "smooth" }) },
        },
        h("img", {
          src: pictureOf(document, page.number, SMALL_DPI),
          alt: "",
          loading: "lazy",
          width: 64,
          height: Math.round(64 / page.ratio),
        }),
        h("span", { class: "numeric" }, page.number),
      );
    return h("nav", { class: "thumbnails", "aria-label": message("view.pages") }, this.pages.map(button));
  }

  #onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  }

  #onNear(entries) {
    for (const entry of entries) {
      const page = this.#pageOf(entry.target);
      if (!entry.isIntersecting || page.isNear) continue;
      page.load().then(
        () => this.dispatchEvent(new CustomEvent("words", { detail: page.number })),
        () => {},
      );
    }
  }

  #onSeen(entries) {
    for (const entry of entries) this.#pageOf(entry.target).seen = entry.intersectionRect.height;
    const most = this.pages.reduce((best, page) => (page.seen > best.seen ? page : best));
    for (const button of this.thumbnails ? every(this.thumbnails, "button") : []) {
      const isShown = Number(button.dataset.page) === most.number;
      if (isShown && !button.hasAttribute("aria-current")) button.scrollIntoView({ block: "nearest" });
      button.toggleAttribute("aria-current", isShown);
    }
  }

  #pageOf(node) {
    return this.pages[this.pages.findIndex((page) => page.node === node)];
  }
}

function noPages() {
  const text = message("view.no_page_text");
  return emptyState({ picture: "inbox", title: message("view.no_page"), text });
}

/** The width of a page in CSS pixels at 100 %. */
function natural(page) {
  return Math.min(page.info.width * NATURAL, WIDEST);
}
