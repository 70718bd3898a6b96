/** The bar above a document: which one it is, what can be done with it, the way to the others. */

import { fill, h } from "../dom.js";
import { shownMoment } from "../format.js";
import { icon, levelBars } from "../icons.js";
import { message } from "../messages.js";
import { lastFilters } from "../queue/memory.js";
import { queryOf } from "../queue/list.js";
import { documentHash, queueHash } from "../router.js";
import { accountMenu, languageMenu, menu, menuButton, menuDownload, themeButton } from "../shell.js";
import { keyNames, showHelp } from "./keys.js";
import { canSplitFiles, insideButton } from "./inside.js";
import { canBeSplit } from "./reading-again.js";

/** The address of the queue as it was last seen. */
export function queueAddress() {
  return queueHash(queryOf(lastFilters()));
}

/**
 * What the bar may ask for.
 * @typedef {{
 *   confirm(): void, takeBack(): void, discard(document: any): void, goToUnsure(): void,
 *   step(by: number): void, neighbour(by: number): string|null, readAgain(): void, split(): void, splitFiles(): void,
 * }} Actions
 */

export class DocumentBar {
  /** @param {any} session @param {Actions} actions */
  constructor(session, actions) {
    this.actions = actions;
    this.canEdit = session.scope !== "read";
    this.node = h("header", { class: "bar" });
    this.account = accountMenu(session);
    this.theme = themeButton();
    this.language = languageMenu();
    this.unsure = h("button", {
      class: "button quiet unsure",
      type: "button",
      hidden: true,
      title: message("review.unsure_title", { keys: keyNames("alt", "N") }),
      on: { click: actions.goToUnsure },
    });
    this.confirmButton = h("button", {
      class: "button primary confirm",
      type: "button",
      title: keyNames("ctrl", "enter"),
      on: { click: actions.confirm },
    });
  }

  /**
   * @param {any|null} document null while it is loaded
   * @param {Node|null} saving says whether changes are kept
   * @param {any|null} info who confirmed it
   */
  draw(document, saving, info = null) {
    const title = document ? document.supplier_name || document.name : "";
    window.document.title = `${title || message("review.document")} – Paperformer`;
    const confirmText = message(document?.reviewed ? "review.save_next" : "review.confirm_next");
    fill(
      this.confirmButton,
      icon("check"),
      h("span", { class: "confirm-text" }, confirmText),
      h("kbd", { "aria-hidden": "true" }, keyNames("ctrl", "⏎")),
    );
    fill(
      this.node,
      link("back", message("review.back"), queueAddress()),
      h(
        "div",
        { class: "titles grow" },
        h("h1", { class: "truncate" }, title),
        h("p", { class: "truncate" }, document ? subtitle(document) : ""),
      ),
      document ? insideButton(document) : null,
      document ? badges(document, info) : null,
      saving,
      this.unsure,
      this.#step("up", message("review.previous"), -1),
      this.#step("down", message("review.next"), 1),
      tool("help", message("keys.title"), showHelp),
      this.language,
      this.theme,
      document ? this.#menu(document) : null,
      this.account,
      document?.state === "done" && this.canEdit ? this.confirmButton : null,
    );
  }

  /** @param {number} count of fields to look at */
  showUnsure(count) {
    this.unsure.hidden = count === 0;
    fill(this.unsure, levelBars("mid"), message("review.unsure", { count }));
  }

  #step(name, label, by) {
    return tool(name, label, () => this.actions.step(by), !this.actions.neighbour(by));
  }

  #menu(document) {
    const path = `/v1/documents/${document.id}`;
    const isDone = document.state === "done";
    const { model } = document;
    return menu({
      label: message("review.more"),
      icon: "more",
      items: [
        isDone ? menuDownload("download", message("review.as_json"), `${path}/extraction`) : null,
        isDone ? menuDownload("table", message("review.as_csv"), `${path}/extraction?format=csv`) : null,
        menuDownload("file", message("review.original"), `${path}/file`),
        document.inner_name
          ? menuDownload("file", message("review.shown_file", { name: document.inner_name }), `${path}/file?inner=true`)
          : null,
        model ? h("span", { class: "menu-note" }, message("review.read_by", model)) : null,
        this.canEdit ? h("hr") : null,
        this.canEdit && (isDone || document.state === "failed")
          ? menuButton("rotate", message("review.read_again"), this.actions.readAgain)
          : null,
        this.canEdit && canBeSplit(document) ? menuButton("split", message("review.split"), this.actions.split) : null,
        this.canEdit && canSplitFiles(document)
          ? menuButton("split", message("review.split_files"), this.actions.splitFiles)
          : null,
        this.canEdit && document.reviewed
          ? menuButton("undo", message("review.take_back"), this.actions.takeBack)
          : null,
        this.canEdit ? menuButton("trash", message("page.delete"), () => this.actions.discard(document), "danger") : null,
      ],
    });
  }
}

/** The name of the file, and of the one inside of it that is shown. */
function subtitle({ supplier_name: supplier, name, inner_name: inner }) {
  if (inner) return message("review.inner_in", { inner, name });
  return supplier ? name : "";
}

function badges({ reviewed, duplicate_of: earlier, joined_in: whole, part_of: first, inside_of: outer }, info) {
  return h(
    "span",
    { class: "document-status" },
    reviewed ? h("span", { class: "badge good" }, icon("check"), confirmedBy(info)) : null,
    info?.open_by.length
      ? h("span", { class: "badge fair" }, icon("user"), message("review.open_by", { names: info.open_by.join(", ") }))
      : null,
    first ? h("a", { class: "badge fair", href: documentHash(first) }, icon("split"), message("review.part_of")) : null,
    outer ? h("a", { class: "badge fair", href: documentHash(outer) }, icon("file"), message("review.inside_of")) : null,
    whole ? h("a", { class: "badge fair", href: documentHash(whole) }, icon("join"), message("review.joined_in")) : null,
    earlier ? h("a", { class: "badge fair", href: documentHash(earlier) }, icon("copy"), message("review.duplicate")) : null,
  );
}

function confirmedBy(info) {
  if (!info?.confirmed || !info.saved) return message("review.confirmed");
  const moment = shownMoment(info.saved);
  if (!info.saved_by) return message("review.confirmed_at", { moment });
  return message("review.confirmed_by", { name: info.saved_by, moment });
}

function link(name, label, href) {
  return h("a", { class: "button quiet square", href, "aria-label": label, title: label }, icon(name));
}

function tool(name, label, run, disabled = false) {
  const props = { class: "button quiet square step", type: "button", "aria-label": label, title: label };
  return h("button", { ...props, disabled, on: { click: run } }, icon(name));
}
