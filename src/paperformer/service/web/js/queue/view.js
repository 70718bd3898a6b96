/** The queue: documents with filters, the least sure first. */

import { ApiError, connection } from "../api.js";
import { debounce, every, fill, h, isTyping, one } from "../dom.js";
import { icon } from "../icons.js";
import { LEVELS } from "../levels.js";
import { message } from "../messages.js";
import { announce } from "../notify.js";
import { queueHash, rewrite } from "../router.js";
import { accountMenu, languageMenu, themeButton } from "../shell.js";
import { AssigneeFilter } from "./assignees.js";
import { exportMenu } from "./export.js";
import { TABS, countTabs, filtersOf, findDocuments, queryOf } from "./list.js";
import { rememberFilters, rememberItems, takeOpened } from "./memory.js";
import { Selection } from "./selection.js";
import { brokenQueue, emptyQueue } from "./states.js";
import { documentRow, documentTable } from "./table.js";

const POLL_MS = 2500;
const SORTS = ["doubt", "newest", "oldest"];

export class QueueView {
  /** @param {HTMLElement} host @param {import("../main.js").Context} context */
  constructor(host, context) {
    this.context = context;
    this.filters = filtersOf(new URLSearchParams());
    this.items = [];
    this.next = null;
    this.results = h("div", { class: "results", "aria-live": "off" });
    this.tabs = h("nav", { class: "tabs", "aria-label": message("queue.queues") });
    this.heading = h("h1", {}, message("queue.title"));
    this.export = exportMenu(message("queue.export"));
    this.tools = h("div", { class: "queue-tools" });
    this.selection = new Selection(context.session);
    this.selection.addEventListener("change", () => this.#markSelected());
    this.selection.addEventListener("done", () => Promise.all([this.#load(), this.assignee.load()]));
    this.#buildFilters();
    fill(
      host,
      this.#bar(),
      h(
        "main",
        { id: "main", class: "queue", tabindex: -1 },
        h("div", { class: "queue-head" }, this.heading, this.tools, context.uploads.button()),
        this.tabs,
        this.filterBar,
        this.results,
        this.selection.node,
      ),
    );
    document.title = `${message("queue.title")} – Paperformer`;
    this.refresh = () => this.#load();
    this.keys = (event) => this.#onKey(event);
    context.uploads.addEventListener("change", this.refresh);
    connection.addEventListener("online", this.refresh);
    document.addEventListener("keydown", this.keys);
    this.timer = setInterval(() => {
      if (
        this.items.some((item) => item.state === "queued" || item.state === "working") ||
        this.filters.tab === "working"
      )
        this.#load();
    }, POLL_MS);
  }

  /** @param {import("../router.js").Route} route */
  show(route) {
    if (route.view !== "queue") return false;
    this.filters = filtersOf(route.query);
    rememberFilters(route.query.toString());
    this.search.value = this.filters.q;
    this.tag.value = this.filters.tag;
    this.level.value = this.filters.level;
    this.sort.value = this.filters.sort;
    this.assignee.show(this.filters);
    this.assignee.load();
    this.#drawTabs(new Map());
    this.#load();
    return true;
  }

  close() {
    clearInterval(this.timer);
    this.context.uploads.removeEventListener("change", this.refresh);
    connection.removeEventListener("online", this.refresh);
    document.removeEventListener("keydown", this.keys);
  }

  #bar() {
    return h(
      "header",
      { class: "bar" },
      h("a", { class: "brand", href: "#/" }, h("img", { src: "/web/favicon.svg", alt: "" }), "Paperformer"),
      h("span", { class: "grow" }),
      languageMenu(),
      themeButton(),
      accountMenu(this.context.session),
    );
  }

  #buildFilters() {
    const typed = debounce(
      () => this.#change({ q: this.search.value.trim(), tag: this.tag.value.trim() }),
      250,
    );
    const input = (props) =>
      /** @type {HTMLInputElement} */ (
        h("input", { class: "input", autocomplete: "off", on: { input: typed }, ...props })
      );
    const select = (label, options, change) =>
      /** @type {HTMLSelectElement} */ (
        h(
          "select",
          { class: "select", "aria-label": label, on: { change } },
          options.map(([value, text]) => h("option", { value }, text)),
        )
      );
    this.search = input({
      type: "search",
      placeholder: message("queue.search_what"),
      "aria-label": message("queue.search"),
      name: "q",
    });
    this.tag = input({
      placeholder: message("queue.tag"),
      "aria-label": message("queue.tag"),
      name: "tag",
      list: "known-tags",
    });
    this.knownTags = h("datalist", { id: "known-tags" });
    this.level = select(
      message("queue.column_confidence"),
      [["", message("queue.any_confidence")], ...LEVELS.map(({ name }) => [name, message(`confidence.${name}`)])],
      () => this.#change({ level: this.level.value }),
    );
    const sorts = SORTS.map((name) => [name, message(`queue.${name}`)]);
    this.sort = select(message("queue.order"), sorts, () => this.#change({ sort: this.sort.value }));
    this.assignee = new AssigneeFilter(this.context.session.name, (filters) => this.#change(filters));
    this.filterBar = h(
      "div",
      { class: "filters", role: "search" },
      h("div", { class: "with-icon filter-text" }, icon("search"), this.search),
      h("div", { class: "filter-tag" }, this.tag, this.knownTags),
      this.level,
      this.assignee.node,
      this.sort,
    );
  }

  #change(filters) {
    Object.assign(this.filters, filters);
    const hash = queueHash(queryOf(this.filters));
    rewrite(hash);
    rememberFilters(hash.split("?")[1] ?? "");
    this.#load();
  }

  async #load() {
    const filters = { ...this.filters };
    const isCurrent = () => JSON.stringify(filters) === JSON.stringify(this.filters);
    try {
      const [found, counts] = await Promise.all([findDocuments(filters), countTabs(filters)]);
      if (!isCurrent()) return;
      Object.assign(this, { items: found.items, next: found.next });
      rememberItems(found.items);
      this.#drawTabs(counts);
      this.selection.list(this.items);
      this.#drawTools();
      this.#draw(counts);
      announce(message("page.documents", { count: found.total }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isCurrent()) this.#drawProblem(error);
    }
  }

  /** What can be done with all that the filters show. */
  #drawTools() {
    const { q, tag, level, assignee, unassigned, tab } = this.filters;
    const sure = h(
      "button",
      { class: "button", type: "button", on: { click: () => this.selection.selectSure() } },
      icon("check"),
      message("queue.sure_ones"),
    );
    fill(this.tools, tab === "review" && this.selection.canEdit ? sure : null, this.export.node);
    this.export.aim({ q, tag, level, assignee, unassigned });
  }

  #markSelected() {
    const { selection } = this;
    for (const row of every(this.results, "tbody tr"))
      one(row, ".pick-row").checked = selection.ids.has(row.dataset.id);
    const all = one(this.results, ".pick-all");
    if (all) all.checked = selection.hasAll;
  }

  #drawTabs(counts) {
    const tab = ({ name }) => {
      const count = counts.get(name);
      const href = queueHash(
        queryOf({ ...this.filters, tab: name, sort: filtersOf(new URLSearchParams({ tab: name })).sort }),
      );
      return h(
        "a",
        { href, "aria-current": name === this.filters.tab ? "page" : null },
        message(`queue.${name}`),
        count === undefined ? null : h("span", { class: "count numeric" }, count),
      );
    };
    const focused = this.tabs.contains(document.activeElement)
      ? document.activeElement?.getAttribute("href")
      : null;
    fill(this.tabs, TABS.map(tab));
    if (focused) one(this.tabs, `a[href="${CSS.escape(focused)}"]`)?.focus();
  }

  #draw(counts) {
    const hasFocus = this.results.contains(document.activeElement);
    const control = document.activeElement?.matches(".pick-row") ? ".pick-row" : "a";
    const focused = hasFocus ? document.activeElement?.closest("tr")?.dataset.id : takeOpened();
    const tags = new Set(this.items.flatMap((item) => item.tags));
    fill(
      this.knownTags,
      [...tags].map((tag) => h("option", { value: tag })),
    );
    if (!this.items.length)
      return fill(
        this.results,
        emptyQueue(this.filters, counts, () => this.context.uploads.button()),
      );
    const more = h(
      "button",
      { class: "button more", type: "button", on: { click: () => this.#more() } },
      message("queue.show_more"),
    );
    fill(this.results, documentTable(this.items, this.selection), this.next ? more : null);
    if (focused) one(this.results, `tr[data-id="${focused}"] ${control}`)?.focus();
  }

  async #more() {
    const found = await findDocuments(this.filters, this.next);
    this.items.push(...found.items);
    this.next = found.next;
    this.selection.list(this.items);
    one(this.results, "tbody")?.append(...found.items.map((item) => documentRow(item, this.selection)));
    this.#markSelected();
    if (!found.next) one(this.results, ".more")?.remove();
  }

  #drawProblem(error) {
    const seconds = error.status === 429 ? (error.retryAfter ?? 5) : null;
    const text = seconds ? message("page.too_many_requests", { seconds }) : error.message;
    if (seconds) setTimeout(() => this.#load(), seconds * 1000);
    if (this.items.length) return;
    fill(
      this.results,
      brokenQueue(error.title, text, () => this.#load()),
    );
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      this.search.focus();
    }
    if (event.key === " " && event.target.matches(".row-link")) {
      event.preventDefault();
      const { id } = event.target.closest("tr").dataset;
      this.selection.set(id, !this.selection.ids.has(id));
    }
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const links = every(this.results, ".row-link");
    const index = links.indexOf(document.activeElement);
    const wanted = links[Math.min(links.length - 1, Math.max(0, index + step))];
    wanted?.focus();
    wanted?.scrollIntoView({ block: "nearest" });
  }
}
