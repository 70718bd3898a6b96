/** Signing in with a key, at the start and when a session has ended. */

import { ApiError, signIn } from "./api.js";
import { fill, h } from "./dom.js";
import { rewrite } from "./router.js";

/** The key that the address carries (`#key=...`); it is taken out, so that it stays in no history. */
export function keyInAddress() {
  const found = /^#key=([\w.~-]+)$/.exec(location.hash);
  if (!found) return null;
  rewrite("#/");
  return found[1];
}

/**
 * Show the sign-in screen until somebody is signed in.
 * @param {HTMLElement} host
 * @param {string|null} key tried at once
 * @returns {Promise<any>} the session
 */
export async function signInScreen(host, key) {
  let problem = "";
  if (key) {
    try {
      return await signIn(key);
    } catch (error) {
      problem = wordsOf(error);
    }
  }
  return new Promise((resolve) => {
    const card = signInForm("Sign in to Paperformer", problem, resolve);
    fill(host, h("main", { class: "sign-in", id: "main" }, card));
    card.querySelector("input")?.focus();
  });
}

/** Ask for a key above whatever is shown, which stays as it is. @returns {Promise<void>} */
export function signInAgain() {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (
      h("dialog", { class: "narrow", "aria-label": "Sign in again" })
    );
    const done = () => {
      dialog.close();
      dialog.remove();
      resolve();
    };
    fill(dialog, signInForm("Your session has ended", "", done, "Sign in again to go on. Nothing is lost."));
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
  });
}

function signInForm(
  title,
  problem,
  done,
  text = "Use a key of this service. An administrator makes one with",
) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      type: "password",
      name: "key",
      autocomplete: "current-password",
      spellcheck: "false",
      required: true,
      "aria-describedby": "key-problem",
    })
  );
  const button = h("button", { class: "button primary", type: "submit" }, "Sign in");
  const said = h("p", { class: "form-problem", id: "key-problem", role: "alert" }, problem);
  const isAgain = !text.endsWith("with");
  const submit = async (event) => {
    event.preventDefault();
    button.setAttribute("disabled", "");
    try {
      done(await signIn(input.value.trim()));
    } catch (error) {
      said.textContent = wordsOf(error);
      input.setAttribute("aria-invalid", "true");
      input.select();
    } finally {
      button.removeAttribute("disabled");
    }
  };
  return h(
    "form",
    { class: "sign-in-card", on: { submit } },
    h("img", { src: "/web/favicon.svg", alt: "", width: 40, height: 40 }),
    h("h1", {}, title),
    h("p", {}, text, isAgain ? null : [" ", h("code", {}, "paperformer keys create"), "."]),
    h("label", {}, "Key", input),
    said,
    button,
  );
}

function wordsOf(error) {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) return "This key is not valid. It may have expired or been revoked.";
  if (error.status === 429)
    return `Too many keys were tried from here. Wait ${error.retryAfter ?? 30} seconds.`;
  return error.message;
}
