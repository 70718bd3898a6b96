/** Uploading: a button, files dropped anywhere on the window, and a panel with the progress of each file. */

import { ApiError, get, uploadFile } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { shownBytes } from "./format.js";
import { message } from "./messages.js";
import { announce } from "./notify.js";
import { documentHash } from "./router.js";
import { failure } from "./sentences.js";

const AT_ONCE = 2;
const POLL_MS = 700;
const TYPES = ".pdf,.png,.jpg,.jpeg,.webp,.tif,.tiff,.gif,.bmp,.heic,.avif,.xml,.eml,.msg,.zip";

/**
 * @typedef {{file: File, state: "waiting"|"sending"|"reading"|"done"|"failed"|"held", part: number, says:
 * string, id: string|null, row: HTMLElement}} Item
 */

/** `change` tells that a document came or was read. */
export class Uploads extends EventTarget {
  /** @param {boolean} isAllowed whether whoever is signed in may upload */
  constructor(isAllowed) {
    super();
    this.isAllowed = isAllowed;
    /** @type {Item[]} */
    this.items = [];
    this.list = h("ul", { class: "upload-list" });
    this.title = h("h2", {});
    const close = h(
      "button",
      {
        class: "button quiet square small",
        type: "button",
        "aria-label": message("upload.close"),
        on: { click: () => this.#clear() },
      },
      icon("cross"),
    );
    const section = h(
      "section",
      { class: "uploads", "aria-label": message("upload.region"), hidden: true },
      h("header", {}, this.title, close),
      this.list,
    );
    this.veil = h(
      "div",
      { class: "drop-veil", hidden: true },
      h(
        "div",
        {},
        icon("upload"),
        h("strong", {}, message("upload.drop")),
        h("span", {}, message("upload.drop_what")),
      ),
    );
    this.section = section;
    this.panel = h("div", {}, section, this.veil);
    if (isAllowed) this.#listenForDrops();
  }

  /** A button that opens the file chooser. @param {string} [style] */
  button(style = "primary") {
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "file",
        multiple: true,
        accept: TYPES,
        hidden: true,
        tabindex: -1,
        "aria-hidden": "true",
      })
    );
    input.addEventListener("change", () => {
      this.add([...(input.files ?? [])]);
      input.value = "";
    });
    const button = h(
      "button",
      { class: `button ${style}`, type: "button", on: { click: () => input.click() } },
      icon("upload"),
      message("upload.button"),
    );
    return h("span", { hidden: !this.isAllowed }, button, input);
  }

  /** @param {File[]} files */
  add(files) {
    for (const file of files) {
      const item = {
        file,
        state: /** @type {const} */ ("waiting"),
        part: 0,
        says: message("upload.waiting"),
        id: null,
        row: h("li", {}),
      };
      this.items.push(item);
      this.list.append(item.row);
      this.#draw(item);
    }
    this.#next();
  }

  #next() {
    const busy = this.items.filter((item) => item.state === "sending" || item.state === "held").length;
    const waiting = this.items
      .filter((item) => item.state === "waiting")
      .slice(0, Math.max(0, AT_ONCE - busy));
    for (const item of waiting) this.#send(item);
  }

  async #send(item) {
    this.#set(item, "sending", message("upload.sending"));
    try {
      const document = await uploadFile(item.file, (part) => {
        item.part = part;
        this.#draw(item);
      });
      item.id = document.id;
      this.#set(item, "reading", message("upload.reading"));
      this.dispatchEvent(new Event("change"));
      this.#next();
      await this.#follow(item);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 429) await this.#hold(item, error.retryAfter ?? 2);
      else this.#set(item, "failed", error.message);
    }
    this.#next();
  }

  /** The queue is full: wait as long as the service says, then send again. */
  async #hold(item, seconds) {
    for (let left = seconds; left > 0; left -= 1) {
      this.#set(item, "held", message("upload.held", { seconds: left }));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    this.#set(item, "waiting", message("upload.waiting"));
  }

  async #follow(item) {
    for (;;) {
      const document = await get(`/v1/documents/${item.id}?fields=total_incl_vat`);
      if (document.state === "done") return this.#finish(item, "done", message("upload.done"));
      if (document.state === "failed") return this.#finish(item, "failed", failure(document.error));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  #finish(item, state, says) {
    this.#set(item, state, says);
    announce(`${item.file.name}: ${says}`);
    this.dispatchEvent(new Event("change"));
  }

  #set(item, state, says) {
    Object.assign(item, { state, says });
    this.#draw(item);
  }

  #draw(item) {
    const { file, state } = item;
    item.row.dataset.state = state;
    const name = item.id
      ? h("a", { class: "truncate", href: documentHash(item.id) }, file.name)
      : h("span", { class: "truncate" }, file.name);
    const bar = h("progress", { max: 1, "aria-label": message("upload.progress", { name: file.name }) });
    if (state === "sending") bar.setAttribute("value", String(item.part));
    const sign =
      { done: icon("check"), failed: icon("warning"), held: icon("clock") }[state] ??
      h("span", { class: "spinner" });
    fill(
      item.row,
      sign,
      h(
        "div",
        { class: "grow" },
        h(
          "div",
          { class: "upload-name" },
          name,
          h("span", { class: "muted numeric" }, shownBytes(file.size)),
        ),
        h("p", { class: state === "failed" ? "tone-poor" : "muted" }, item.says),
        state === "sending" || state === "reading" ? bar : null,
      ),
    );
    const open = this.items.filter((one) => !["done", "failed"].includes(one.state)).length;
    this.title.textContent = open ? message("upload.title_open", { count: open }) : message("upload.title_done");
    this.section.hidden = false;
  }

  #clear() {
    this.items = this.items.filter((item) => !["done", "failed"].includes(item.state));
    fill(
      this.list,
      this.items.map((item) => item.row),
    );
    this.section.hidden = true;
  }

  #listenForDrops() {
    let depth = 0;
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    const show = (step) => {
      depth = step === 0 ? 0 : depth + step;
      this.veil.hidden = depth <= 0;
    };
    addEventListener("dragenter", (event) => {
      if (hasFiles(event)) show(1);
    });
    addEventListener("dragleave", (event) => {
      if (hasFiles(event)) show(-1);
    });
    addEventListener("dragover", (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
    addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      show(0);
      this.add([...(event.dataTransfer?.files ?? [])]);
    });
  }
}
