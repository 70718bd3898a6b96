/** Joining selected documents: their order is asked for, and joining can be undone. */

import { post, remove } from "../api.js";
import { every, fill, h } from "../dom.js";
import { formDialog, textField } from "../form-dialog.js";
import { icon } from "../icons.js";
import { message } from "../messages.js";
import { telling, toast } from "../notify.js";

/**
 * Ask in which order, and have the documents joined.
 * @param {any[]} items the selected documents
 * @param {() => void} changed called once they are one, and again where that is undone
 */
export async function askToJoin(items, changed) {
  const order = [...items].sort((a, b) => a.created.localeCompare(b.created)); // as the pages were scanned
  const list = h("ol", { class: "join-order" });
  const move = (item, by) => {
    const from = order.indexOf(item);
    order.splice(from + by, 0, ...order.splice(from, 1));
    draw();
    const [up, down] = every(list.children[from + by], "button");
    const wanted = by < 0 ? up : down;
    (wanted.disabled ? (by < 0 ? down : up) : wanted).focus();
  };
  const draw = () => fill(list, order.map((item, index) => entry(item, index, order.length, move)));
  draw();
  const name = textField(message("select.name"), message("select.join_name"), { maxlength: 200 });
  const hint = h("p", {}, message("select.join_hint"));
  const title = message("select.ask_join", { count: items.length });
  const joined = await formDialog(title, message("select.join"), [hint, list, name.node], () =>
    post("/v1/review/join", {
      ids: order.map(({ id }) => id),
      ...(name.input.value.trim() ? { name: name.input.value.trim() } : {}),
    }),
  );
  if (!joined) return;
  changed();
  offerUndo(joined, items.length, changed);
}

function offerUndo(joined, count, changed) {
  const run = () =>
    telling(async () => {
      await remove(`/v1/documents/${joined.id}`);
      toast(message("select.parted"));
      changed();
    });
  toast(message("select.joined", { count }), { seconds: 10, action: { label: message("page.undo"), run } });
}

function entry(item, index, count, move) {
  const title = item.supplier_name ?? item.name;
  const step = (name, place, by, isOff) =>
    h(
      "button",
      {
        class: "button quiet square small",
        type: "button",
        "aria-label": message(`select.${place}_one`, { title }),
        title: message(`select.${place}`),
        disabled: isOff,
        on: { click: () => move(item, by) },
      },
      icon(name),
    );
  const about = [item.supplier_name ? item.name : null, item.document_number, message("page.pages", { count: item.pages ?? 0 })];
  return h(
    "li",
    {},
    h("span", { class: "numeric muted" }, index + 1),
    h(
      "span",
      { class: "grow" },
      h("span", { class: "truncate" }, title),
      h("span", { class: "muted truncate" }, about.filter(Boolean).join(" · ")),
    ),
    step("up", "earlier", -1, index === 0),
    step("down", "later", 1, index === count - 1),
  );
}
