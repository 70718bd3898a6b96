/** A document: loads it, waits until it is read, shows its review or why there is none. */

import { ApiError, get, post, remove } from "../api.js";
import { fill, h } from "../dom.js";
import { announce, toast } from "../notify.js";
import { nextToReview } from "../queue/list.js";
import { lastFilters, lastIds, rememberOpened } from "../queue/memory.js";
import { documentHash } from "../router.js";
import { confirmed } from "../shell.js";
import { askBeforeConfirming } from "./asking.js";
import { DocumentBar, queueAddress } from "./bar.js";
import { commandsOf } from "./commands.js";
import { tellConfirmed } from "./confirmation.js";
import { resolveConflict } from "./conflict.js";
import { commandOf } from "./keys.js";
import { askAbout, whenRead } from "./loading.js";
import { prefetch } from "./prefetch.js";
import { Review } from "./review.js";
import { CHANGED_MEANWHILE, Saving } from "./saving.js";
import { failedState, loadingState, problemState, readingState, secondsOf } from "./states.js";

const INFORM_MS = 20_000;

export class ReviewView {
  /** @param {HTMLElement} host @param {import("../main.js").Context} context */
  constructor(host, context) {
    this.context = context;
    this.canEdit = context.session.scope !== "read";
    /** @type {string|null} */
    this.id = null;
    /** @type {Review|null} */
    this.review = null;
    /** @type {any} */
    this.document = null;
    /** @type {any} what a reviewer has to know of it */
    this.info = null;
    this.bar = new DocumentBar(context.session, {
      confirm: () => this.#confirm(),
      takeBack: () => this.#takeBack(),
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
    this.timer = setInterval(() => this.#keepInformed(), INFORM_MS);
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
    clearInterval(this.timer);
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
      const document = await whenRead(String(this.id), (unread) => {
        if (this.isClosed) return false;
        this.#drawBar(unread);
        fill(this.main, readingState(unread));
        return true;
      });
      if (!document || this.isClosed) return;
      this.#drawBar(document);
      if (document.state === "failed") return this.#drawFailed(document);
      this.context.fields ??= await get("/v1/fields");
      await this.#showReview(document, field);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#drawProblem(error);
    }
  }

  /** Show a document with what was saved about it. */
  async #showReview(document, field) {
    const [saved, info] = await askAbout(document);
    if (this.isClosed) return;
    document.reviewed = info.confirmed;
    this.#drawReview(document, saved, info, field);
  }

  /** Ask again what a reviewer has to know, while the document is looked at. */
  async #keepInformed() {
    const { review, document: shown } = this;
    if (!review || !shown || document.hidden) return;
    try {
      const [, info] = await askAbout(shown);
      if (this.isClosed || review !== this.review) return;
      this.info = info;
      review.tell(info);
      this.#drawBar(shown);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the banner tells of a lost service
    }
  }

  #drawReview(document, { body: feedback, tag }, info, field) {
    const review = new Review(document, feedback, info, this.context.fields ?? [], this.canEdit);
    this.review?.close();
    this.review = review;
    this.document = document;
    this.info = info;
    const saving = new Saving(document, review.draft, tag);
    this.saving = saving;
    review.addEventListener("change", () => saving.changed());
    review.addEventListener("checked", () => this.bar.showUnsure(review.unsure().length));
    saving.addEventListener("conflict", (/** @type {any} */ event) => this.#onConflict(event.detail));
    this.#drawBar(document);
    fill(this.main, review.node);
    review.layout();
    const first = field && review.names.includes(field) ? field : review.list.first();
    review.list.rows.get(first)?.head.focus({ preventScroll: true });
    announce(`${document.name}, ${document.supplier_name ?? "no supplier"}`);
    this.#prefetchNext();
  }

  async #prefetchNext() {
    try {
      const next = await nextToReview(String(this.id), lastFilters());
      if (next.id && !this.isClosed) await prefetch(next.id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // it will be asked for again
    }
  }

  #drawBar(document) {
    this.bar.draw(document, this.saving?.node ?? null, this.info);
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
      if (await this.#isToBeConfirmed(review)) await this.#confirmAndGoOn(review, saving);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === CHANGED_MEANWHILE) await this.#onConflict(error);
      else toast(`Not confirmed: ${error.message}`, { tone: "poor" });
    } finally {
      this.isConfirming = false;
      this.bar.confirmButton.removeAttribute("disabled");
    }
  }

  /** Ask where something speaks against it; who wants to look again is led to the first field of it. */
  async #isToBeConfirmed(review) {
    const doubts = await review.doubts();
    if (!doubts.length || (await askBeforeConfirming(doubts)) === "confirm") return true;
    const field = doubts.find((one) => one.field)?.field;
    if (field) review.list.rows.get(field)?.head.focus();
    return false;
  }

  async #confirmAndGoOn(review, saving) {
    const before = review.draft.feedback(false);
    const tag = await saving.confirm();
    const next = await nextToReview(String(this.id), lastFilters());
    const says = next.id
      ? `Confirmed. ${next.left} left to review.`
      : "Confirmed. Nothing is left to review.";
    tellConfirmed(String(this.id), tag, before, says);
    location.hash = next.id ? documentHash(next.id) : queueAddress();
  }

  async #takeBack() {
    await this.#telling(async () => {
      await this.saving?.takeBack();
      toast("The confirmation is taken back.");
      await this.#showReview(this.document, this.review?.active ?? null);
    });
  }

  /** Somebody else has saved meanwhile: show what, and let the person choose. */
  async #onConflict(error) {
    const { review, saving, document } = this;
    if (!review || !saving) return;
    const [theirs, info] = await askAbout(document);
    const chosen = await resolveConflict(
      document,
      review.draft,
      saving.base,
      theirs.body,
      error.problem.saved_by,
    );
    saving.isConflicted = false; // what is changed next asks again
    if (!chosen) return;
    document.reviewed = theirs.body.confirmed;
    this.#drawReview(document, { body: chosen.body, tag: theirs.tag }, info, review.active);
    if (chosen.isMerged) this.saving?.changed();
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
    const act = commandsOf(this.review, this.canEdit, {
      confirm: () => this.#confirm(),
      step: (by) => this.#step(by),
      escape: () => this.#escape(),
    })[command];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** One step back: from picking, from the table, from the document. */
  #escape() {
    const { review } = this;
    if (review?.viewer.pointer.isArmed) return review.arm(false);
    if (review?.dock.open) return review.openTable(null);
    location.hash = queueAddress();
  }
}
