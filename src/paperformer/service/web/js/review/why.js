/** Why a field has its value: the words, labels, sums and check digits that speak for it. */

import { ApiError, get } from "../api.js";
import { fill, h } from "../dom.js";
import { humanise } from "../format.js";
import { icon } from "../icons.js";

export class Why {
  /** @param {string} name of the field @param {import("./review.js").Review} review */
  constructor(name, review) {
    this.name = name;
    this.review = review;
    this.node = h("div", { class: "why", hidden: true });
  }

  get isShown() {
    return !this.node.hidden;
  }

  /** Show or hide it. */
  async toggle() {
    this.node.hidden = !this.node.hidden;
    if (this.node.hidden) return this.review.hint([]);
    try {
      const { candidates, evidence } = await get(`/v1/documents/${this.review.id}/evidence/${this.name}`);
      this.#draw(candidates[0], evidence);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fill(this.node, h("p", { class: "muted" }, error.message));
    }
  }

  #draw(best, evidence) {
    const line = (item) =>
      h(
        "li",
        {
          class: item.holds === null ? "" : item.holds ? "holds" : "fails",
          tabindex: item.words.length ? -1 : null,
          on: {
            pointerenter: () => this.review.hint(item.words),
            pointerleave: () => this.review.hint(evidence[0]?.words ?? []),
            focus: () => this.review.hint(item.words),
          },
        },
        icon(item.holds === null ? "forward" : item.holds ? "check" : "warning"),
        h("span", {}, humanise(item.says)),
      );
    fill(
      this.node,
      h("h3", {}, "Why this value?"),
      h("p", {}, sureness(best)),
      h("ul", { class: "check-list" }, evidence.map(line)),
    );
    this.node.scrollIntoView({ block: "nearest" });
    this.review.hint(evidence[0]?.words ?? []);
  }
}

function sureness(best) {
  if (!best) return "Nothing speaks for a value.";
  const percent = (best.confidence * 100).toFixed(best.confidence > 0.99 ? 1 : 0);
  return `“${best.value}” is right with ${percent} % probability.`;
}
