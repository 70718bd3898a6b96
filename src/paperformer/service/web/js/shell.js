/** Pieces that views share: the top bar's menus, dialogs, empty states. */

import { signOut } from "./api.js";
import { fill, h, one } from "./dom.js";
import { icon, picture } from "./icons.js";
import { LANGUAGES, chooseLanguage, language, message } from "./messages.js";
import { currentTheme, toggleTheme } from "./theme.js";

/**
 * A button that opens a list of actions.
 * @param {{label: string, icon: string, items: (Node|null)[], isNamed?: boolean}} what `isNamed` says that the
 * label is shown
 */
export function menu({ label, icon: name, items, isNamed = false }) {
  const button = h(
    "button",
    {
      class: isNamed ? "button small" : "button quiet square",
      type: "button",
      "aria-label": isNamed ? null : label,
      title: isNamed ? null : label,
      "aria-expanded": "false",
    },
    icon(name),
    isNamed ? label : null,
  );
  const list = h("div", { class: "menu-list", hidden: true }, items);
  const node = h("div", { class: "menu" }, button, list);
  const set = (open) => {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => {
    set(list.hidden);
    if (!list.hidden) one(list, "button, a")?.focus();
  });
  list.addEventListener("click", () => set(false));
  node.addEventListener("focusout", (event) => {
    if (!node.contains(/** @type {Node} */ (event.relatedTarget)) && event.relatedTarget) set(false);
  });
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    event.stopPropagation();
    set(false);
    button.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!node.contains(/** @type {Node} */ (event.target))) set(false);
  });
  return node;
}

/**
 * An action of a menu.
 * @param {string} name an icon
 * @param {string} label
 * @param {() => void} run
 * @param {string} [style]
 */
export function menuButton(name, label, run, style = "") {
  return h("button", { type: "button", class: style, on: { click: run } }, icon(name), label);
}

/**
 * A link of a menu, which downloads.
 * @param {string} name an icon
 * @param {string} label
 * @param {string} href
 */
export function menuDownload(name, label, href) {
  return h("a", { href, download: "" }, icon(name), label);
}

/** Light or dark. */
export function themeButton() {
  const button = h("button", { class: "button quiet square", type: "button" });
  const draw = () => {
    const other = currentTheme() === "dark" ? "light" : "dark";
    const label = message(`page.use_${other}`);
    fill(button, icon(other === "light" ? "sun" : "moon"));
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    toggleTheme();
    draw();
  });
  draw();
  return button;
}

/** The languages of the page; the one that is chosen is remembered. */
export function languageMenu() {
  const items = Object.entries(LANGUAGES).map(([name, label]) => {
    const props = { type: "button", lang: name, "aria-current": name === language ? "true" : null };
    const mark = name === language ? icon("check") : h("span", { class: "icon" });
    return h("button", { ...props, on: { click: () => chooseLanguage(name) } }, mark, label);
  });
  const node = menu({ label: message("page.language"), icon: "globe", items });
  node.classList.add("languages");
  return node;
}

/** Who is signed in, and the way out. @param {any} session */
export function accountMenu(session) {
  const leave = async () => {
    await signOut();
    location.hash = "#/";
    location.reload();
  };
  const isLocal = session.csrf_token === "";
  return menu({
    label: message("page.account"),
    icon: "user",
    items: [
      h("span", { class: "menu-note" }, signedIn(session)),
      session.scope === "admin"
        ? menuButton("bulb", message("page.improve"), () => import("./improve.js").then((it) => it.openImprovement()))
        : null,
      isLocal ? null : menuButton("exit", message("page.sign_out"), leave),
    ],
  });
}

function signedIn({ name, scope }) {
  return message("page.signed_in", { name, scope: message(`scope.${scope}`) });
}

/**
 * What is shown where nothing is.
 * @param {{picture: string, title: string, text: unknown, actions?: Node[]}} what
 */
export function emptyState({ picture: name, title, text, actions = [] }) {
  return h(
    "div",
    { class: "empty" },
    picture(name),
    h("h2", {}, title),
    h("p", {}, text),
    actions.length ? h("div", { class: "actions" }, actions) : null,
  );
}

/** A dialog with a title. @param {string} title @param {...unknown} body */
export function openDialog(title, ...body) {
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title }));
  const close = h(
    "button",
    {
      class: "button quiet square",
      type: "button",
      "aria-label": message("page.close"),
      on: { click: () => dialog.close() },
    },
    icon("cross"),
  );
  fill(
    dialog,
    h("div", { class: "dialog-head" }, h("h2", {}, title), close),
    h("div", { class: "dialog-body" }, body),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask before something that cannot be undone.
 * @param {string} title
 * @param {string} text
 * @param {string} action
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, action) {
  return new Promise((resolve) => {
    const yes = h("button", { class: "button danger", type: "button" }, action);
    const no = h("button", { class: "button", type: "button", autofocus: true }, message("page.cancel"));
    const dialog = openDialog(title, h("p", {}, text), h("div", { class: "dialog-actions" }, no, yes));
    yes.addEventListener("click", () => {
      resolve(true);
      dialog.close();
    });
    no.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => resolve(false));
  });
}
