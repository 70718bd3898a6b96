/** What is shown in place of a review: that it is loaded, being read, failed, or not there. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { emptyState } from "../shell.js";
import { isLocked } from "./reading-again.js";

const USUAL_WAIT = 5;

export function loadingState() {
  return h(
    "div",
    { class: "loading" },
    h("span", { class: "spinner" }),
    h("span", { class: "visually-hidden" }, "Loading"),
  );
}

/** @param {any} document that is not read yet */
export function readingState(document) {
  const text = document.state === "queued" ? "It waits for its turn." : "This takes about a second a page.";
  return h(
    "div",
    { class: "empty" },
    h("span", { class: "spinner large" }),
    h("h2", {}, "Being read"),
    h("p", { role: "status" }, text),
  );
}

/**
 * @param {any} document
 * @param {{again(): void, discard(): void}|null} actions null where nothing may be changed
 */
export function failedState(document, actions) {
  const text = isLocked(document)
    ? `${document.name} asks for a password. It is used once, and not kept.`
    : document.error?.detail || document.error?.title || "The service does not know why.";
  const file = h(
    "a",
    { class: "button", href: `/v1/documents/${document.id}/file`, download: "" },
    icon("download"),
    "Original file",
  );
  const buttons = actions
    ? [
        isLocked(document)
          ? button("lock", "Give its password …", "primary", actions.again)
          : button("rotate", "Read it again", "primary", actions.again),
        file,
        button("trash", "Delete", "danger", actions.discard),
      ]
    : [file];
  return emptyState({ picture: "broken", title: "This document could not be read", text, actions: buttons });
}

/**
 * @param {import("../api.js").ApiError} error
 * @param {() => void} again
 * @param {string} queue its address
 */
export function problemState(error, again, queue) {
  const back = h("a", { class: "button", href: queue }, "Back to the queue");
  if (error.status === 404) {
    const text = error.message;
    return emptyState({ picture: "lost", title: "There is no such document", text, actions: [back] });
  }
  const text =
    error.status === 429
      ? `Too many requests at once. Trying again in ${secondsOf(error)} seconds.`
      : error.message;
  const retry = button("rotate", "Try again", "", again);
  return emptyState({ picture: "lost", title: error.title, text, actions: [retry, back] });
}

/** How long to wait before trying again. @param {import("../api.js").ApiError} error */
export function secondsOf(error) {
  return error.retryAfter ?? USUAL_WAIT;
}

function button(name, label, style, run) {
  return h("button", { class: `button ${style}`, type: "button", on: { click: run } }, icon(name), label);
}
