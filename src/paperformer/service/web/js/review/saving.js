/** Keeping what was changed: a draft is saved a moment after every change, and whole when it is confirmed. */

import { ApiError, put } from "../api.js";
import { debounce, fill, h } from "../dom.js";
import { icon } from "../icons.js";

const DELAY_MS = 500;

export class Saving {
  /** @param {any} document @param {import("./draft.js").Draft} draft */
  constructor(document, draft) {
    this.document = document;
    this.address = `/v1/documents/${document.id}/fields`;
    this.draft = draft;
    this.node = h("span", { class: "saving", role: "status" });
    this.soon = debounce(() => this.#save(this.document.reviewed), DELAY_MS);
  }

  /** Save after a moment. */
  changed() {
    this.#show("clock", "Saving");
    this.isPending = true;
    this.soon();
  }

  /** Save at once what is not saved yet. */
  async flush() {
    if (!this.isPending) return;
    this.soon.cancel();
    await this.#save(this.document.reviewed);
  }

  /** Say that all values that are shown are true. */
  async confirm() {
    this.soon.cancel();
    this.isPending = false;
    await put(this.address, this.draft.feedback(true));
    this.document.reviewed = true;
  }

  async #save(confirmed) {
    this.isPending = false;
    try {
      await put(this.address, this.draft.feedback(confirmed));
      this.#show("check", "Saved");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.isPending = true;
      this.#show("warning", error.status === 0 ? "Not saved: no connection" : `Not saved: ${error.message}`);
    }
  }

  #show(name, text) {
    fill(this.node, icon(name), text);
  }
}
