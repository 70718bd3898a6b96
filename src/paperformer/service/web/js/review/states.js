/** What is shown in place of a review: that it is loaded, being read, failed, or not there. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { language, message } from "../messages.js";
import { failure, isKnown } from "../sentences.js";
import { emptyState } from "../shell.js";
import { isLocked } from "./reading-again.js";

const USUAL_WAIT = 5;

export function loadingState() {
  return h(
    "div",
    { class: "loading" },
    h("span", { class: "spinner" }),
    h("span", { class: "visually-hidden" }, message("review.loading")),
  );
}

/** @param {any} document that is not read yet */
export function readingState(document) {
  const text = message(document.state === "queued" ? "review.waits" : "review.takes");
  return h(
    "div",
    { class: "empty" },
    h("span", { class: "spinner large" }),
    h("h2", {}, message("review.being_read")),
    h("p", { role: "status" }, text),
  );
}

/**
 * @param {any} document
 * @param {{again(): void, discard(): void}|null} actions null where nothing may be changed
 */
export function failedState(document, actions) {
  const text = isLocked(document)
    ? message("review.asks_password", { name: document.name })
    : [failure(document.error), isTold(document.error) ? null : inEnglish(document.error.detail)];
  const file = h(
    "a",
    { class: "button", href: `/v1/documents/${document.id}/file`, download: "" },
    icon("download"),
    message("review.original"),
  );
  const buttons = actions
    ? [
        isLocked(document)
          ? button("lock", message("review.give_password"), "primary", actions.again)
          : button("rotate", message("review.read_it_again"), "primary", actions.again),
        file,
        button("trash", message("page.delete"), "danger", actions.discard),
      ]
    : [file];
  return emptyState({ picture: "broken", title: message("review.failed"), text, actions: buttons });
}

/** Whether the reader's language says all that matters. @param {{code: string|null}} error */
function isTold(error) {
  return language === "en" || isKnown(error);
}

/** The particulars, which somebody may have to pass on. @param {string} detail */
function inEnglish(detail) {
  return h("span", { class: "particulars", lang: "en" }, detail);
}

/**
 * @param {import("../api.js").ApiError} error
 * @param {() => void} again
 * @param {string} queue its address
 */
export function problemState(error, again, queue) {
  const back = h("a", { class: "button", href: queue }, message("review.back"));
  if (error.status === 404) {
    const text = error.message;
    return emptyState({ picture: "lost", title: message("review.no_such"), text, actions: [back] });
  }
  const text =
    error.status === 429
      ? message("page.too_many_requests", { seconds: secondsOf(error) })
      : error.message;
  const retry = button("rotate", message("page.try_again"), "", again);
  return emptyState({ picture: "lost", title: error.title, text, actions: [retry, back] });
}

/** How long to wait before trying again. @param {import("../api.js").ApiError} error */
export function secondsOf(error) {
  return error.retryAfter ?? USUAL_WAIT;
}

function button(name, label, style, run) {
  return h("button", { class: `button ${style}`, type: "button", on: { click: run } }, icon(name), label);
}
