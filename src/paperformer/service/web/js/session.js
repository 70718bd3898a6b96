/** Signing in with a key, at the start and when a session has ended. */

import { ApiError, signIn } from "./api.js";
import { fill, h } from "./dom.js";
import { message } from "./messages.js";
import { rewrite } from "./router.js";
import { languageMenu } from "./shell.js";

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
    const card = signInForm(message("session.title"), problem, resolve);
    fill(host, h("main", { class: "sign-in", id: "main" }, card, languageMenu()));
    card.querySelector("input")?.focus();
  });
}

/** Ask for a key above whatever is shown, which stays as it is. @returns {Promise<void>} */
export function signInAgain() {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (
      h("dialog", { class: "narrow", "aria-label": message("session.again") })
    );
    const done = () => {
      dialog.close();
      dialog.remove();
      resolve();
    };
    fill(dialog, signInForm(message("session.ended"), "", done, message("session.ended_how")));
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * @param {string} title
 * @param {string} problem with a key that was tried before
 * @param {(session: any) => void} done
 * @param {string|null} [text] in place of where keys come from
 */
function signInForm(title, problem, done, text = null) {
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
  const button = h("button", { class: "button primary", type: "submit" }, message("session.sign_in"));
  const said = h("p", { class: "form-problem", id: "key-problem", role: "alert" }, problem);
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
    h("p", {}, text ?? [message("session.how"), " ", h("code", {}, "paperformer keys create"), "."]),
    h("label", {}, message("session.key"), input),
    said,
    button,
  );
}

function wordsOf(error) {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) return message("session.key_not_valid");
  if (error.status === 429) return message("session.too_many_keys", { seconds: error.retryAfter ?? 30 });
  return error.message;
}
