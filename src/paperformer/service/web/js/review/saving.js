/** Keeping what was changed: a draft is saved a moment after every change, and whole when it is confirmed. */

import { ApiError, putTagged } from "../api.js";
import { debounce, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";

const DELAY_MS = 500;
export const CHANGED_MEANWHILE = 412;
/** The tag of a document about which nothing was saved. */
export const NOTHING_SAVED = '"none"';

/** `conflict` tells that somebody else has saved since; nothing more is saved then. */
export class Saving extends EventTarget {
  /**
   * @param {any} document
   * @param {import("./draft.js").Draft} draft
   * @param {string|null} tag of what is saved now
   */
  constructor(document, draft, tag) {
    super();
    this.document = document;
    this.address = `/v1/documents/${document.id}/fields`;
    this.draft = draft;
    this.tag = tag;
    this.base = draft.feedback(false); // what is known to be saved
    /** @type {Promise<unknown>} one request at a time, each with the tag of the one before */
    this.turn = Promise.resolve();
    this.isConflicted = false;
    this.node = h("span", { class: "saving", role: "status" });
    this.soon = debounce(() => this.#save(), DELAY_MS);
  }

  /** Save after a moment. */
  changed() {
    this.#show("clock", message("review.saving"));
    this.isPending = true;
    this.soon();
  }

  /** Save at once what is not saved yet. */
  async flush() {
    this.soon.cancel();
    if (this.isPending) await this.#save();
    await this.turn;
  }

  /** Say that all values that are shown are true. @returns {Promise<string|null>} the tag of what is saved */
  async confirm() {
    this.soon.cancel();
    await this.turn;
    this.isPending = false;
    await this.#put(true);
    this.document.reviewed = true;
    return this.tag;
  }

  /** Take back that a person has confirmed the values. */
  async takeBack() {
    this.soon.cancel();
    await this.turn;
    await this.#put(false);
    this.document.reviewed = false;
  }

  async #save() {
    if (this.isConflicted) return;
    this.isPending = false;
    try {
      await this.#put(this.document.reviewed);
      this.#show("check", message("review.saved"));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.isPending = true;
      this.#show("warning", notSaved(error));
      if (error.status === CHANGED_MEANWHILE) this.#tellConflict(error);
    }
  }

  #put(confirmed) {
    const put = this.turn.then(async () => {
      const base = this.draft.feedback(false);
      const { tag } = await putTagged(this.address, this.draft.feedback(confirmed), this.tag);
      this.tag = tag;
      this.base = base;
    });
    this.turn = put.catch(() => {});
    return put;
  }

  #tellConflict(error) {
    if (this.isConflicted) return;
    this.isConflicted = true;
    this.dispatchEvent(new CustomEvent("conflict", { detail: error }));
  }

  #show(name, text) {
    fill(this.node, icon(name), text);
  }
}

function notSaved({ status, message: says }) {
  return status === 0 ? message("review.not_saved_offline") : message("review.not_saved", { says });
}
