/** A document: loads it, waits until it is read, shows its review or why there is none. */

import { ApiError, get, post, remove } from "../api.js";
import { fill, h } from "../dom.js";
import { announce, toast } from "../notify.js";
import { nextToReview } from "../queue/list.js";
import { lastFilters, lastIds, rememberOpened } from "../queue/memory.js";
import { documentHash } from "../router.js";
import { confirmed } from "../shell.js";
import { DocumentBar, queueAddress } from "./bar.js";
import { commandOf, showHelp } from "./keys.js";
import { Review, mount } from "./review.js";
import { Saving } from "./saving.js";
import { failedState, loadingState, problemState, readingState, secondsOf } from "./states.js";

const POLL_MS = 800;
const NO_FEEDBACK = { fields: {}, rows: {}, confirmed: false };

export class ReviewView {
  /** @param {HTMLElement} host @param {import("../main.js").Context} context */
  constructor(host, context) {
    this.context = context;
    this.canEdit = context.session.scope !== "read";
    /** @type {string|null} */
    this.id = null;
    /** @type {Review|null} */
    this.review = null;
    this.bar = new DocumentBar(context.session, {
      confirm: () => this.#confirm(),
      discard: (document) => this.#discard(document),
      goToUnsure: () => this.review?.goToUnsure(),
      step: (by) => this.#step(by),
      neighbour: (by) => this.#neighbour(by),
    });
    this.main = h("main", { id: "main", class: "review", tabindex: -1 });
    fill(host, this.bar.node, this.main);
    host.classList.add("fixed");
    this.host = host;
    this.keys = (event) => this.#onKey(event);
    document.addEventListener("keydown", this.keys);
    this.leaving = (event) => {
      if (this.saving?.isPending) event.preventDefault();
    };
    addEventListener("beforeunload", this.leaving);
  }

  /** @param {import("../router.js").Route} route */
  show(route) {
    if (route.view !== "document") return false;
    if (route.id === this.id) {
      this.review?.activate(route.query.get("field"), false);
      return true;
    }
    if (this.id) return false;
    this.id = route.id;
    rememberOpened(route.id);
    this.#load(route.query.get("field"));
    return true;
  }

  close() {
    this.isClosed = true;
    this.saving?.flush();
    this.review?.close();
    this.host.classList.remove("fixed");
    document.removeEventListener("keydown", this.keys);
    removeEventListener("beforeunload", this.leaving);
  }

  async #load(field) {
    this.#drawBar(null);
    fill(this.main, loadingState());
    try {
      const document = await this.#whenRead();
      if (!document) return;
      this.#drawBar(document);
      if (document.state === "failed") return this.#drawFailed(document);
      this.context.fields ??= await get("/v1/fields");
      const feedback = { ...NO_FEEDBACK, ...(await get(`/v1/documents/${this.id}/fields`)) };
      if (!this.isClosed) this.#drawReview(document, feedback, field);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#drawProblem(error);
    }
  }

  async #whenRead() {
    for (;;) {
      const document = await get(`/v1/documents/${this.id}`);
      if (this.isClosed) return null;
      if (document.state === "done" || document.state === "failed") return document;
      this.#drawBar(document);
      fill(this.main, readingState(document));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  #drawReview(document, feedback, field) {
    const review = new Review(document, feedback, this.context.fields ?? [], this.canEdit);
    this.review = review;
    this.saving = new Saving(document, review.draft);
    review.addEventListener("change", () => this.saving?.changed());
    review.addEventListener("checked", () => this.bar.showUnsure(review.unsure().length));
    this.#drawBar(document);
    mount(this.main, review);
    const first = field && review.names.includes(field) ? field : review.list.first();
    review.list.rows.get(first)?.head.focus({ preventScroll: true });
    announce(`${document.name}, ${document.supplier_name ?? "no supplier"}`);
  }

  #drawBar(document) {
    this.bar.draw(document, this.saving?.node ?? null);
  }

  #drawFailed(document) {
    const actions = { again: () => this.#retry(), discard: () => this.#discard(document) };
    fill(this.main, failedState(document, this.canEdit ? actions : null));
    this.main.querySelector("button")?.focus();
  }

  #drawProblem(error) {
    const again = () => {
      if (!this.isClosed) this.#load(null);
    };
    fill(this.main, problemState(error, again, queueAddress()));
    if (error.status === 429) setTimeout(again, secondsOf(error) * 1000);
  }

  async #confirm() {
    const { review, saving } = this;
    if (!review || !saving || this.isConfirming) return;
    this.isConfirming = true;
    this.bar.confirmButton.setAttribute("disabled", "");
    try {
      await review.list.rows.get(review.active)?.detail?.commit();
      await saving.confirm();
      const next = await nextToReview(String(this.id), lastFilters());
      toast(next.id ? `Confirmed. ${next.left} left to review.` : "Confirmed. Nothing is left to review.");
      location.hash = next.id ? documentHash(next.id) : queueAddress();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(`Not confirmed: ${error.message}`, { tone: "poor" });
    } finally {
      this.isConfirming = false;
      this.bar.confirmButton.removeAttribute("disabled");
    }
  }

  async #retry() {
    await this.#telling(async () => {
      await post(`/v1/documents/${this.id}/retry`);
      await this.#load(null);
    });
  }

  async #discard(document) {
    const text = "Its file, its values and everything said about it are removed for good.";
    if (!(await confirmed("Delete this document?", text, "Delete"))) return;
    await this.#telling(async () => {
      await remove(`/v1/documents/${document.id}`);
      toast("Deleted.");
      location.hash = queueAddress();
    });
  }

  async #telling(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, { tone: "poor" });
    }
  }

  #neighbour(by) {
    const ids = lastIds();
    const index = ids.indexOf(this.id);
    return index < 0 ? null : (ids[index + by] ?? null);
  }

  #step(by) {
    const id = this.#neighbour(by);
    if (id) location.hash = documentHash(id);
  }

  #onKey(event) {
    const command = commandOf(event);
    if (!command) return;
    const { review } = this;
    const row = review?.list.rows.get(review.active);
    const needed = review
      ? {
          remove: () => row && this.canEdit && review.remove(row.name),
          why: () => row?.detail?.showWhy(),
          unsure: () => review.goToUnsure(),
          undo: () => review.undo(),
          table: () => review.openTable(review.dock.open ? null : (review.list.tables[0]?.name ?? null)),
          zoomIn: () => review.viewer.zoomIn(),
          zoomOut: () => review.viewer.zoomOut(),
          fitWidth: () => review.viewer.fitWidth(),
          rotate: () => review.viewer.rotate(),
          pageDown: () => review.viewer.turn(1),
          pageUp: () => review.viewer.turn(-1),
          confirm: () => this.canEdit && this.#confirm(),
        }
      : {};
    const commands = {
      ...needed,
      next: () => this.#step(1),
      previous: () => this.#step(-1),
      help: showHelp,
      escape: () => this.#escape(),
    };
    if (!commands[command]) return;
    event.preventDefault();
    commands[command]();
  }

  /** One step back: from picking, from the table, from the document. */
  #escape() {
    const { review } = this;
    if (review?.viewer.pointer.isArmed) return review.arm(false);
    if (review?.dock.open) return review.openTable(null);
    location.hash = queueAddress();
  }
}
