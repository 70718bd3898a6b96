/** A field of the list: its value and level; where it is active, what can be done about it. */

import { fill, h } from "../dom.js";
import { fieldDescription, fieldLabel, shownValue, sourceLabel } from "../format.js";
import { icon, levelBars } from "../icons.js";
import { levelLabel, levelTone } from "../levels.js";
import { message } from "../messages.js";
import { isUnprinted } from "./draft.js";
import { FieldDetail } from "./field-detail.js";
import { isCharacter } from "./keys.js";

export class FieldRow {
  /** @param {any} definition @param {import("./review.js").Review} review */
  constructor(definition, review) {
    this.definition = definition;
    this.name = definition.name;
    this.label = fieldLabel(definition.name);
    this.review = review;
    /** @type {FieldDetail|null} */
    this.detail = null;
    this.isPressed = false;
    this.value = h("span", { class: "field-value" });
    this.sign = h("span", { class: "field-sign" });
    this.head = h(
      "button",
      { class: "field-head", type: "button", "aria-expanded": "false", title: fieldDescription(definition.name) },
      h("span", { class: "field-label" }, this.label),
      this.value,
      this.sign,
    );
    this.node = h("li", { class: "field", "data-field": this.name }, this.head);
    this.head.addEventListener("click", (event) => review.activate(this.name, event.detail > 0));
    // The list moves when the active field closes, so that a click may end elsewhere than it began.
    this.head.addEventListener("pointerdown", () => {
      this.isPressed = true;
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      this.head.addEventListener(end, () => {
        this.isPressed = false;
      });
    }
    this.head.addEventListener("focus", () => review.activate(this.name, this.isPressed));
    this.node.addEventListener("keydown", (event) => this.#onKey(event));
    this.node.addEventListener("pointerenter", () => review.hover(this.name));
    this.node.addEventListener("pointerleave", () => review.hover(null));
  }

  /** Show the draft's value. */
  update() {
    const shown = this.review.draft.shown(this.name);
    const failing = this.review.checks.of(this.name).some((check) => !check.holds);
    this.node.dataset.state = shown.state;
    const isMissing = shown.state === "absent" && this.review.isCore(this.name);
    this.node.classList.toggle("missing", isMissing);
    fill(this.value, shownOf(shown, this.definition.type, isMissing));
    fill(
      this.sign,
      failing
        ? h(
            "span",
            { class: "tone-poor", title: message("detail.check_fails") },
            icon("warning"),
            h("span", { class: "visually-hidden" }, message("detail.check_fails")),
          )
        : null,
      isMissing ? h("span", { class: "level tone-poor" }, icon("warning"), message("detail.missing")) : signOf(shown),
    );
    this.detail?.update(shown);
  }

  /** @param {boolean} isActive */
  setActive(isActive) {
    if (isActive === (this.detail !== null)) return;
    this.node.classList.toggle("active", isActive);
    this.head.setAttribute("aria-expanded", String(isActive));
    this.detail?.node.remove();
    this.detail = isActive ? new FieldDetail(this.definition, this.review, () => this.head.focus()) : null;
    if (this.detail) {
      this.node.append(this.detail.node);
      this.detail.update(this.review.draft.shown(this.name));
    }
  }

  /** Begin to type. @param {string} [text] in place of the value */
  edit(text) {
    this.review.activate(this.name, true);
    this.detail?.focusInput(text);
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isHead = event.target === this.head;
    if (this.review.canEdit && isCharacter(event) && event.target !== this.detail?.input) {
      event.preventDefault();
      this.edit(event.key);
    } else if (isHead && event.key === "Enter") {
      event.preventDefault();
      this.#accept();
    } else if (isHead && event.key === "F2") {
      event.preventDefault();
      this.edit();
    } else if (isHead && event.key === "ArrowRight") {
      event.preventDefault();
      this.detail?.focusFirst();
    }
  }

  /** The value is right: on to the next field; where there is none, it is to be typed. */
  #accept() {
    const { state } = this.review.draft.shown(this.name);
    if (state === "absent" && this.review.canEdit) return this.edit();
    this.review.accept(this.name);
  }
}

function shownOf(shown, type, isMissing) {
  if (shown.state === "removed") return h("span", { class: "muted" }, message("page.nothing"));
  if (shown.state === "absent") {
    const suggested = shown.suggestion && suggestionOf(type, shown.suggestion);
    return h("span", { class: "muted" }, suggested || (message(isMissing ? "detail.empty" : "detail.is_not_found")));
  }
  return shownValue(type, shown.value);
}

/** A known party that the page does not print is never more than this. */
function suggestionOf(type, suggestion) {
  const value = shownValue(type, suggestion.value);
  return message(isUnprinted(suggestion) ? "detail.perhaps_known" : "detail.perhaps", { value });
}

function signOf(shown) {
  if (shown.state === "corrected") return h("span", { class: "level tone-mine" }, icon("pen"), message("detail.corrected"));
  if (shown.state === "removed") return h("span", { class: "level tone-mine" }, icon("absent"), message("detail.removed"));
  if (shown.isAccepted) return h("span", { class: "level tone-good" }, icon("check"), message("detail.accepted"));
  const best = shown.candidate ?? shown.suggestion;
  if (!best) return null;
  if (isUnprinted(best)) return h("span", { class: "level", title: sourceLabel(best) }, message("detail.suggestion"));
  const { level } = best;
  return h(
    "span",
    { class: `level tone-${levelTone(level)}`, title: message("detail.found_by", { source: sourceLabel(best) }) },
    levelBars(level),
    levelLabel(level),
  );
}
