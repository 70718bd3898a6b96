/** A document: loads it, waits until it is read, shows its review or why there is none. */

import { ApiError, get, remove } from "../api.js";
import { fill, h } from "../dom.js";
import { message } from "../messages.js";
import { announce, telling, toast } from "../notify.js";
import { nextToReview } from "../queue/list.js";
import { lastFilters, neighbourOf, rememberOpened } from "../queue/memory.js";
import { documentHash, parseHash } from "../router.js";
import { confirmed } from "../shell.js";
import { askBeforeConfirming } from "./asking.js";
import { DocumentBar, queueAddress } from "./bar.js";
import { commandsOf } from "./commands.js";
import { tellConfirmed } from "./confirmation.js";
import { Confirming } from "./confirming.js";
import { resolveConflict } from "./conflict.js";
import { commandOf } from "./keys.js";
import { askAbout, whenRead } from "./loading.js";
import { prefetchNext } from "./prefetch.js";
import { askToReadAgain, askToSplit, isLocked, readAgainAsBefore } from "./reading-again.js";
import { Review } from "./review.js";
import { CHANGED_MEANWHILE, NOTHING_SAVED, Saving } from "./saving.js";
import { askToSplitFiles } from "./inside.js";
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
      readAgain: () => this.#readAgain(askToReadAgain),
      split: () => this.#readAgain(askToSplit),
      splitFiles: () => this.#readAgain(askToSplitFiles),
      goToUnsure: () => this.review?.goToUnsure(),
      step: (by) => this.#step(by),
      neighbour: (by) => neighbourOf(String(this.id), by),
    });
    this.confirming = new Confirming(this.bar);
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
    this.#leaveReview();
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

  #leaveReview() {
    this.review?.close();
    Object.assign(this, { review: null, saving: null, info: null });
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
    review.viewer.addEventListener("turned", () => this.#offerToKeepTurn());
    review.addEventListener("checked", () => this.bar.showUnsure(review.unsure().length));
    saving.addEventListener("conflict", (/** @type {any} */ event) => this.#onConflict(event.detail));
    this.#drawBar(document);
    fill(this.main, review.node);
    review.layout();
    const first = field && review.names.includes(field) ? field : review.list.first();
    review.list.rows.get(first)?.head.focus({ preventScroll: true });
    const supplier = document.supplier_name ?? message("review.no_supplier");
    announce(message("review.announced", { name: document.name, supplier }));
    prefetchNext(String(this.id), () => !this.isClosed);
  }

  #drawBar(document) {
    this.bar.draw(document, this.saving?.node ?? null, this.info);
  }

  #drawFailed(document) {
    this.document = document;
    const again = isLocked(document) ? askToReadAgain : readAgainAsBefore;
    const actions = { again: () => this.#readAgain(again), discard: () => this.#discard(document) };
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
    if (!review || !saving) return;
    await this.confirming.run(async () => {
      try {
        await review.list.rows.get(review.active)?.detail?.commit();
        if (await this.#isToBeConfirmed(review)) await this.#confirmAndGoOn(review, saving);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === CHANGED_MEANWHILE) await this.#onConflict(error);
        else toast(message("review.not_confirmed", { says: error.message }), { tone: "poor" });
      }
    });
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
    if (this.confirming.isTakenBack) return this.#takeBack();
    const says = next.id
      ? message("review.confirmed_left", { count: next.left })
      : message("review.confirmed_last");
    tellConfirmed(String(this.id), tag, before, says);
    location.hash = next.id ? documentHash(next.id) : queueAddress();
  }

  async #takeBack() {
    await telling(async () => {
      await this.saving?.takeBack();
      toast(message("review.taken_back"));
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

  /** Have the document read in another way, as `ask` finds out. */
  async #readAgain(ask) {
    await telling(async () => {
      await this.saving?.flush();
      const isTouched = ![null, NOTHING_SAVED].includes(this.saving?.tag ?? null);
      const quarters = this.review?.viewer.quarters ?? 0;
      const id = await ask({ document: this.document, quarters, isTouched });
      if (id === this.id) await this.#load(null);
      else if (id) location.hash = documentHash(id);
    });
  }

  #offerToKeepTurn() {
    if (!this.canEdit || this.review?.viewer.quarters === 0) return;
    const run = () => this.#readAgain(askToReadAgain);
    toast(message("review.turned_in_view"), { action: { label: message("review.read_it_so"), run } });
  }

  async #discard(document) {
    const text = message("review.ask_delete_text");
    if (!(await confirmed(message("review.ask_delete"), text, message("page.delete")))) return;
    await telling(async () => {
      await remove(`/v1/documents/${document.id}`);
      toast(message("review.deleted"));
      location.hash = queueAddress();
    });
  }

  #step(by) {
    const id = neighbourOf(String(this.id), by);
    if (id) location.hash = documentHash(id);
  }

  #onKey(event) {
    const command = commandOf(event, this.confirming.isUnderWay);
    if (!command) return;
    // The address names another document for a moment before that is drawn: nothing acts on this one any more.
    const review = parseHash(location.hash).id === this.id ? this.review : null;
    const act = commandsOf(review, this.canEdit, {
      isTakenBack: () => this.confirming.takeBack(),
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
    if (this.review?.viewer.pointer.isArmed) return this.review.arm(false);
    if (this.review?.dock.open) return this.review.openTable(null);
    location.hash = queueAddress();
  }
}
