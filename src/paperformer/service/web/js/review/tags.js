/** The tags of a document: each leads to the documents that have it, can be taken off, and others added. */

import { post } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { announce, telling, toast } from "../notify.js";
import { queueHash } from "../router.js";
import { sentence } from "../sentences.js";

export class Tags {
  /** @param {{id: string, tags: string[]}} document @param {boolean} canEdit */
  constructor(document, canEdit) {
    this.document = document;
    this.canEdit = canEdit;
    this.list = h("ul", {});
    this.input = /** @type {HTMLInputElement} */ (
      h("input", {
        class: "tag-input",
        "aria-label": message("review.add_tag"),
        placeholder: message("review.add_tag"),
        autocomplete: "off",
        maxlength: 100,
        size: 10,
      })
    );
    this.node = h(
      "section",
      { class: "tags", "aria-label": message("review.tags"), hidden: !canEdit && !document.tags.length },
      this.list,
      canEdit ? this.input : null,
    );
    this.input.addEventListener("keydown", (event) => this.#onKey(event));
    this.input.addEventListener("change", () => this.#add());
    this.#draw();
  }

  #draw() {
    fill(this.list, this.document.tags.map((tag) => h("li", { class: "badge mine" }, this.#link(tag), this.#cross(tag))));
  }

  #link(tag) {
    return h("a", { class: "truncate", href: queueHash({ tab: "all", tag }), title: message("review.with_tag") }, tag);
  }

  #cross(tag) {
    if (!this.canEdit) return null;
    const label = message("review.take_tag_off", { tag });
    const props = { type: "button", "aria-label": label, title: label, on: { click: () => this.#remove(tag) } };
    return h("button", props, icon("cross"));
  }

  async #add() {
    const typed = this.input.value.split(",").map((tag) => tag.trim());
    const tags = [...new Set(typed)].filter((tag) => tag && !this.document.tags.includes(tag));
    if (!tags.length) return void (this.input.value = "");
    await this.#change(tags, []);
  }

  async #remove(tag) {
    this.input.focus();
    if (await this.#change([], [tag]))
      toast(message("review.tag_taken_off", { tag }), {
        action: { label: message("page.undo"), run: () => this.#change([tag], []) },
      });
  }

  /** @returns {Promise<boolean>} whether the service has done it */
  async #change(add, remove) {
    let isDone = false;
    await telling(async () => {
      const { document } = this;
      const { skipped } = await post("/v1/review/tag", { ids: [document.id], add, remove });
      if (skipped.length) return toast(sentence(skipped[0], skipped[0].reason), { tone: "poor" });
      document.tags = [...document.tags.filter((tag) => !remove.includes(tag)), ...add].sort();
      this.input.value = "";
      this.#draw();
      announce(message("review.tags_are", { tags: document.tags.join(", ") || message("review.no_tags") }));
      isDone = true;
    });
    return isDone;
  }

  #onKey(event) {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.#add();
    } else if (event.key === "Escape" && this.input.value) {
      event.stopPropagation();
      this.input.value = "";
    }
  }
}
