/** Why a field has its value: the evidence that its answer carries, the weightiest first. */

import { ApiError, get } from "../api.js";
import { fill, h } from "../dom.js";
import { capital, shownAmount, shownShare, shownValue } from "../format.js";
import { icon } from "../icons.js";
import { has, message } from "../messages.js";

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
      h("h3", {}, message("detail.why")),
      h("p", {}, sureness(best, this.review.definitionOf(this.name).type)),
      reasons.length
        ? h("ul", { class: "check-list" }, reasons.map(line))
        : best && h("p", { class: "muted" }, withoutReasons(best)),
    );
    this.node.scrollIntoView({ block: "nearest" });
    this.review.hint(best?.words ?? []);
  }
}

function line({ name, says, counts }) {
  const holds = counts > 0;
  const text = textOf(name, holds);
  return h(
    "li",
    { class: holds ? "holds" : "fails" },
    icon(holds ? "check" : "warning"),
    h("span", { lang: text ? null : "en" }, capital(text ?? says)),
    h("span", { class: "muted counts numeric", title: message("detail.counts") }, signed(counts)),
  );
}

/** A piece of evidence says the same whatever it counts; a relation that counts against a value does not hold. */
function textOf(name, holds) {
  if (has(`evidence.${name}`)) return message(`evidence.${name}`);
  if (!has(`relation.${name}`)) return null;
  const says = message(`relation.${name}`);
  return holds ? says : message("detail.not_so", { says });
}

function signed(counts) {
  return `${counts > 0 ? "+" : "−"}${shownAmount(Math.abs(counts).toFixed(1))}`;
}

function withoutReasons({ source, evidence }) {
  if (source === "einvoice") return message("detail.einvoice_says");
  if (!evidence) return message("detail.no_reasons");
  return message("detail.nothing_known");
}

function sureness(best, type) {
  if (!best) return message("detail.no_value");
  const share = shownShare(best.confidence, best.confidence > 0.99 ? 1 : 0);
  return message("detail.probability", { value: shownValue(type, best.value), share });
}
