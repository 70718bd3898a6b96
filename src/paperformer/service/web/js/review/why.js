/** Why a field has its value: the evidence that its answer carries, the weightiest first. */

import { ApiError, get } from "../api.js";
import { fill, h } from "../dom.js";
import { humanise } from "../format.js";
import { icon } from "../icons.js";

const MOST_REASONS = 8;

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
      const { candidates } = await get(`/v1/documents/${this.review.id}/evidence/${this.name}`);
      this.#draw(candidates[0]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fill(this.node, h("p", { class: "muted" }, error.message));
    }
  }

  #draw(best) {
    const reasons = best?.evidence?.slice(0, MOST_REASONS) ?? [];
    fill(
      this.node,
      h("h3", {}, "Why this value?"),
      h("p", {}, sureness(best)),
      reasons.length
        ? h("ul", { class: "check-list" }, reasons.map(line))
        : best && h("p", { class: "muted" }, withoutReasons(best)),
    );
    this.node.scrollIntoView({ block: "nearest" });
    this.review.hint(best?.words ?? []);
  }
}

function line({ says, counts }) {
  const holds = counts > 0;
  return h(
    "li",
    { class: holds ? "holds" : "fails" },
    icon(holds ? "check" : "warning"),
    h("span", {}, humanise(says)),
    h("span", { class: "muted", title: "What it adds to the score" }, signed(counts)),
  );
}

function signed(counts) {
  return `${counts > 0 ? "+" : "−"}${Math.abs(counts).toFixed(1)}`;
}

function withoutReasons({ source, evidence }) {
  if (source === "einvoice") return "The e-invoice in the file says so.";
  if (!evidence) return "An earlier release has read it, which kept no reasons. Read the document again.";
  return "Nothing else is known of it.";
}

function sureness(best) {
  if (!best) return "Nothing speaks for a value.";
  const percent = (best.confidence * 100).toFixed(best.confidence > 0.99 ? 1 : 0);
  return `“${best.value}” is right with ${percent} % probability.`;
}
