/** A document: loads it, waits until it is read, shows its review or why there is none. */

import { ApiError, get, post, remove } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { announce, toast } from "../notify.js";
import { lastFilters } from "../queue/view.js";
import { nextToReview, queryOf } from "../queue/list.js";
import { documentHash, queueHash } from "../router.js";
import { accountMenu, confirmed, emptyState, menu, menuButton, menuDownload, themeButton } from "../shell.js";
import { commandOf, showHelp } from "./keys.js";
import { Review, mount } from "./review.js";
import { Saving } from "./saving.js";

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
    this.bar = h("header", { class: "bar" });
    this.main = h("main", { id: "main", class: "review", tabindex: -1 });
    fill(host, this.bar, this.main);
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
    fill(
      this.main,
      h(
        "div",
        { class: "loading" },
        h("span", { class: "spinner" }),
        h("span", { class: "visually-hidden" }, "Loading"),
      ),
    );
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
      const text =
        document.state === "queued" ? "It waits for its turn." : "This takes about a second a page.";
      fill(
        this.main,
        h(
          "div",
          { class: "empty" },
          h("span", { class: "spinner large" }),
          h("h1", {}, "Being read"),
          h("p", { role: "status" }, text),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  #drawReview(document, feedback, field) {
    const review = new Review(document, feedback, this.context.fields ?? [], this.canEdit);
    this.review = review;
    this.saving = new Saving(document, review.draft);
    review.addEventListener("change", () => this.saving?.changed());
    this.#drawBar(document);
    mount(this.main, review);
    const first = field && review.names.includes(field) ? field : review.list.first();
    review.list.rows.get(first)?.head.focus({ preventScroll: true });
    announce(`${document.name}, ${document.supplier_name ?? "no supplier"}`);
  }

  #drawBar(document) {
    const back = h(
      "a",
      {
        class: "button quiet square",
        href: queueHash(queryOf(lastFilters())),
        "aria-label": "Back to the queue",
        title: "Back to the queue",
      },
      icon("back"),
    );
    const title = document ? document.supplier_name || document.name : "";
    window.document.title = `${title || "Document"} – Paperformer`;
    const step = (name, label, by) =>
      h(
        "button",
        {
          class: "button quiet square step",
          type: "button",
          "aria-label": label,
          title: label,
          disabled: !this.#neighbour(by),
          on: { click: () => this.#step(by) },
        },
        icon(name),
      );
    this.status = h("span", { class: "document-status" });
    const isDone = document?.state === "done";
    this.confirmButton = h(
      "button",
      { class: "button primary", type: "button", on: { click: () => this.#confirm() } },
      icon("check"),
      h("span", { class: "confirm-text" }, document?.reviewed ? "Save and next" : "Confirm and next"),
      h("kbd", { "aria-hidden": "true" }, "C"),
    );
    fill(
      this.bar,
      back,
      h(
        "div",
        { class: "titles grow" },
        h("h1", { class: "truncate" }, title),
        h("p", { class: "truncate" }, document && document.supplier_name ? document.name : ""),
      ),
      this.status,
      this.saving?.node,
      step("up", "Previous document", -1),
      step("down", "Next document", 1),
      h(
        "button",
        {
          class: "button quiet square step",
          type: "button",
          "aria-label": "Keys",
          title: "Keys (?)",
          on: { click: showHelp },
        },
        icon("help"),
      ),
      themeButton(),
      document ? this.#menu(document) : null,
      accountMenu(this.context.session),
      isDone && this.canEdit ? this.confirmButton : null,
    );
    if (document?.reviewed) fill(this.status, h("span", { class: "badge good" }, icon("check"), "Reviewed"));
    if (document?.duplicate_of)
      this.status.append(
        h("a", { class: "badge fair", href: documentHash(document.duplicate_of) }, icon("copy"), "Duplicate"),
      );
  }

  #menu(document) {
    const path = `/v1/documents/${document.id}`;
    const isDone = document.state === "done";
    return menu({
      label: "More",
      icon: "more",
      items: [
        isDone ? menuDownload("download", "Extraction as JSON", `${path}/extraction`) : null,
        isDone ? menuDownload("table", "Extraction as CSV", `${path}/extraction?format=csv`) : null,
        menuDownload("file", "Original file", `${path}/file`),
        document.model
          ? h("span", { class: "menu-note" }, `Read by ${document.model.name} ${document.model.version}`)
          : null,
        this.canEdit ? h("hr") : null,
        this.canEdit ? menuButton("trash", "Delete", () => this.#delete(document), "danger") : null,
      ],
    });
  }

  #drawFailed(document) {
    const again = h(
      "button",
      { class: "button primary", type: "button", on: { click: () => this.#retry() } },
      icon("rotate"),
      "Read it again",
    );
    const file = h(
      "a",
      { class: "button", href: `/v1/documents/${document.id}/file`, download: "" },
      icon("download"),
      "Original file",
    );
    const drop = h(
      "button",
      { class: "button danger", type: "button", on: { click: () => this.#delete(document) } },
      icon("trash"),
      "Delete",
    );
    const reason = document.error?.detail || document.error?.title || "The service does not know why.";
    fill(
      this.main,
      emptyState({
        picture: "broken",
        title: "This document could not be read",
        text: reason,
        actions: this.canEdit ? [again, file, drop] : [file],
      }),
    );
    this.main.querySelector("button")?.focus();
  }

  #drawProblem(error) {
    const isGone = error.status === 404;
    const again = h(
      "button",
      { class: "button", type: "button", on: { click: () => this.#load(null) } },
      "Try again",
    );
    const back = h("a", { class: "button", href: queueHash(queryOf(lastFilters())) }, "Back to the queue");
    const text =
      error.status === 429
        ? `Too many requests at once. Trying again in ${error.retryAfter ?? 5} seconds.`
        : error.message;
    if (error.status === 429)
      setTimeout(
        () => {
          if (!this.isClosed) this.#load(null);
        },
        (error.retryAfter ?? 5) * 1000,
      );
    fill(
      this.main,
      emptyState({
        picture: "lost",
        title: isGone ? "There is no such document" : error.title,
        text,
        actions: isGone ? [back] : [again, back],
      }),
    );
  }

  async #confirm() {
    const { review, saving } = this;
    if (!review || !saving || this.isConfirming) return;
    this.isConfirming = true;
    this.confirmButton?.setAttribute("disabled", "");
    try {
      await review.list.rows.get(review.active)?.detail?.commit();
      await saving.confirm();
      const next = await nextToReview(String(this.id), lastFilters());
      toast(next.id ? `Confirmed. ${next.left} left to review.` : "Confirmed. Nothing is left to review.");
      location.hash = next.id ? documentHash(next.id) : queueHash(queryOf(lastFilters()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(`Not confirmed: ${error.message}`, { tone: "poor" });
    } finally {
      this.isConfirming = false;
      this.confirmButton?.removeAttribute("disabled");
    }
  }

  async #retry() {
    await this.#telling(async () => {
      await post(`/v1/documents/${this.id}/retry`);
      await this.#load(null);
    });
  }

  async #delete(document) {
    if (
      !(await confirmed(
        "Delete this document?",
        "Its file, its values and everything said about it are removed for good.",
        "Delete",
      ))
    )
      return;
    await this.#telling(async () => {
      await remove(`/v1/documents/${document.id}`);
      toast("Deleted.");
      location.hash = queueHash(queryOf(lastFilters()));
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
    const ids = JSON.parse(sessionStorage.getItem("paperformer.queue.ids") ?? "[]");
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
    location.hash = queueHash(queryOf(lastFilters()));
  }
}
