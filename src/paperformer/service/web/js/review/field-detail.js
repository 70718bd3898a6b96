/** What can be done about the active field: type, choose another candidate, say that there is none, ask why. */

import { debounce, every, fill, h } from "../dom.js";
import { fieldLabel, shownValue, sourceLabel } from "../format.js";
import { icon, levelBars } from "../icons.js";
import { levelLabel, levelTone } from "../levels.js";
import { message } from "../messages.js";
import { printedOnce } from "../geometry.js";
import { checkLine, problemText } from "./checks.js";
import { choiceInput, choiceOf, drawChoices } from "./choice.js";
import { Why } from "./why.js";

const MOST_CANDIDATES = 5;
const TYPING_MS = 220;

export class FieldDetail {
  /**
   * @param {any} definition
   * @param {import("./review.js").Review} review
   * @param {() => void} leave
   */
  constructor(definition, review, leave) {
    this.definition = definition;
    this.name = definition.name;
    this.review = review;
    this.leave = leave;
    this.id = `field-${this.name}`;
    this.isChoice = definition.choices.length > 0;
    const tag = definition.multiline ? "textarea" : "input";
    const props = {
      class: "input field-input",
      id: this.id,
      autocomplete: "off",
      spellcheck: "false",
      rows: definition.multiline ? 3 : null,
      tabindex: -1,
      "aria-describedby": `${this.id}-note`,
      disabled: !review.canEdit,
    };
    this.input = /** @type {HTMLInputElement} */ (
      this.isChoice ? choiceInput(definition, props) : h(tag, props)
    );
    this.note = h("p", { class: "field-note", id: `${this.id}-note`, role: "status" });
    this.checks = h("ul", { class: "check-list" });
    this.others = h("div", { class: "others" });
    this.actions = h("div", { class: "field-actions" });
    this.why = new Why(this.name, review);
    this.node = h(
      "div",
      { class: "field-detail" },
      h("label", { class: "visually-hidden", for: this.id }, message("detail.value_of", { field: fieldLabel(this.name) })),
      this.input,
      this.note,
      this.checks,
      this.others,
      this.actions,
      this.why.node,
    );
    this.isTyped = false;
    this.typed = debounce(() => this.#checkTyped(), TYPING_MS);
    this.input.addEventListener("input", () => {
      this.isTyped = true;
      this.typed();
    });
    this.input.addEventListener("focus", () => review.activate(this.name, true));
    this.input.addEventListener("change", () => this.commit());
    this.node.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {import("./draft.js").Shown} shown */
  update(shown) {
    this.shown = shown;
    if (this.isChoice) drawChoices(this.input, this.definition, shown.value);
    else if (!this.isTyped) {
      this.input.value = shown.value;
      this.input.placeholder =
        message(shown.state === "removed" ? "page.nothing" : "detail.type_or_click");
      const inWords = shownValue(this.definition.type, shown.value);
      this.#say(inWords === shown.value ? "" : inWords, "");
    }
    fill(this.checks, this.review.checks.of(this.name).map(checkLine));
    this.#drawOthers(shown);
    this.#drawActions(shown);
  }

  /** @param {string} [text] begins to type, in place of the value */
  focusInput(text) {
    this.input.focus();
    if (this.isChoice) return this.#beginChoice(text);
    if (text === undefined) return this.input.select();
    this.input.value = text;
    this.input.dispatchEvent(new Event("input"));
  }

  /** A letter chooses, as it does in a select that has the focus. */
  #beginChoice(text) {
    const chosen = text ? choiceOf(this.definition, text) : null;
    if (!chosen) return;
    this.input.value = chosen;
    this.input.dispatchEvent(new Event("input"));
    this.input.dispatchEvent(new Event("change"));
  }

  focusFirst() {
    this.#controls()[0]?.focus();
  }

  /** Take what was typed. @returns {Promise<boolean>} whether it can be a value of the field */
  commit() {
    if (!this.isTyped) return Promise.resolve(true);
    this.typed.cancel();
    this.isTyped = false;
    const taken = this.#take(this.input.value.trim());
    this.review.waitFor(taken);
    return taken;
  }

  async #take(text) {
    if (!text) {
      this.review.remove(this.name);
      return true;
    }
    const checked = await this.review.checks.normalise(this.name, text);
    const { value } = checked;
    this.review.set(this.name, value, this.#wordsOf(value, text));
    if (checked.problem) this.#say(problemText(checked), "poor");
    return checked.problem === null;
  }

  /** Take what was typed, and go on to the next field where it can be a value. */
  async #accept() {
    this.input.readOnly = true; // what is typed now is meant for the next field
    const canBe = await this.commit();
    this.input.readOnly = false;
    if (canBe) this.review.accept(this.name);
  }

  /** The words of a candidate of this value; else those that print what was typed, where they do once. */
  #wordsOf(value, text) {
    const candidate = this.review.draft.candidates(this.name).find((one) => one.value === value);
    if (candidate) return candidate.words;
    const printed = printedOnce(text, this.review.viewer.words);
    return printed.length ? printed.map((word) => word.index) : null;
  }

  async #checkTyped() {
    const text = this.input.value.trim();
    if (!text) return this.#say(message("detail.empty_means"), "");
    const checked = await this.review.checks.normalise(this.name, text);
    if (!this.isTyped || this.input.value.trim() !== text) return;
    this.input.setAttribute("aria-invalid", String(checked.problem !== null || checked.checked === false));
    if (checked.problem) return this.#say(problemText(checked), "poor");
    if (checked.checked === false) return this.#say(message("detail.digits_fail"), "poor");
    const says = checked.value === text ? "" : this.#readsAs(checked.value);
    this.#say(
      [
        says,
        checked.checked ? message("detail.digits_hold") : "",
        checked.ambiguous ? message("detail.ambiguous") : "",
      ]
        .filter(Boolean)
        .join(" · "),
      "good",
    );
  }

  #readsAs(value) {
    return message("detail.reads_as", { value: shownValue(this.definition.type, value) });
  }

  #say(text, tone) {
    this.note.className = `field-note tone-${tone || "none"}`;
    this.note.textContent = text;
    if (!text) this.input.removeAttribute("aria-invalid");
  }

  #drawOthers(shown) {
    const others = this.review.draft
      .candidates(this.name)
      .filter((one) => one.value !== shown.value || shown.state === "removed")
      .slice(0, MOST_CANDIDATES);
    const option = (one) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            class: "candidate",
            type: "button",
            tabindex: -1,
            disabled: !this.review.canEdit,
            on: {
              click: () => this.#choose(one),
              pointerenter: () => this.review.point(one),
              focus: () => this.review.point(one),
              pointerleave: () => this.review.point(null),
              blur: () => this.review.point(null),
            },
          },
          h("span", { class: "candidate-value" }, shownValue(this.definition.type, one.value)),
          h("span", { class: "muted" }, sourceLabel(one)),
          h(
            "span",
            { class: `level tone-${levelTone(one.level)}`, title: message(`confidence.${one.level}`) },
            levelBars(one.level),
            h("span", { class: "visually-hidden" }, levelLabel(one.level)),
          ),
        ),
      );
    fill(
      this.others,
      others.length
        ? [h("h3", {}, message(shown.value ? "detail.other_candidates" : "detail.candidates")), h("ul", {}, others.map(option))]
        : null,
    );
  }

  #choose(candidate) {
    this.isTyped = false;
    this.review.point(null);
    this.review.set(this.name, candidate.value, candidate.words);
    this.leave();
  }

  #drawActions(shown) {
    const action = (name, label, run, props = {}) =>
      h(
        "button",
        { class: "button quiet small", type: "button", tabindex: -1, on: { click: run }, ...props },
        icon(name),
        label,
      );
    const after = (run) => () => {
      this.isTyped = false;
      run();
      this.leave();
    };
    const isEdited = shown.state === "corrected" || shown.state === "removed";
    fill(
      this.actions,
      this.review.canEdit && shown.state !== "removed" && shown.value
        ? action(
            "absent",
            message("page.nothing"),
            after(() => this.review.remove(this.name)),
          )
        : null,
      this.review.canEdit && isEdited
        ? action(
            "undo",
            message("detail.as_read"),
            after(() => this.review.reset(this.name)),
          )
        : null,
      shown.candidate || shown.suggestion
        ? action("bulb", message("detail.why"), () => this.showWhy(), {
            "aria-expanded": String(this.why.isShown),
          })
        : null,
    );
  }

  /** Show or hide the evidence. */
  async showWhy() {
    await this.why.toggle();
    this.#drawActions(this.shown);
  }

  #controls() {
    return every(this.node, "button:not([disabled])");
  }

  #onKey(event) {
    const isInput = event.target === this.input;
    if (event.key === "Escape") {
      event.stopPropagation();
      this.isTyped = false;
      this.update(this.shown);
      this.review.arm(false);
      this.leave();
    } else if (event.key === "Enter" && isInput && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.#accept();
    } else if (event.key === "ArrowDown" && isInput && !this.definition.multiline && !this.isChoice) {
      event.preventDefault();
      this.focusFirst();
    } else if (!isInput && /^Arrow/.test(event.key)) {
      event.preventDefault();
      this.#step(/Down|Right/.test(event.key) ? 1 : -1, event.target);
    }
  }

  #step(by, from) {
    const controls = this.#controls();
    const next = controls.indexOf(from) + by;
    if (next < 0) this.leave();
    else controls[Math.min(next, controls.length - 1)]?.focus();
  }
}
