/** One operation of the API: what it takes and what it answers. */

import { h } from "../dom.js";
import { fieldTable, prose, typeText, valueTable } from "./schema.js";

/**
 * An operation.
 * @param {any} operation With its `path` and `method`.
 * @returns {HTMLElement}
 */
export function operationSection(operation) {
  const parameters = (operation.parameters ?? []).map((each) => ({ ...each, where: `in ${each.in}` }));
  return h(
    "article",
    { id: operation.operationId, class: "docs-entry" },
    h("h3", {}, h("span", { class: "docs-method" }, operation.method), " ", h("code", {}, operation.path)),
    ...(operation.description ?? operation.summary ?? "").split("\n\n").map((text) => prose(text)),
    valueTable(`Parameters of ${operation.operationId}`, parameters),
    ...bodies(operation),
    answers(operation),
  );
}

function bodies({ requestBody, operationId }) {
  if (!requestBody) return [];
  return Object.entries(requestBody.content).flatMap(([kind, { schema }]) => [
    h("h4", {}, "Body: ", h("code", {}, kind)),
    schema.properties ? fieldTable(`Fields of the form of ${operationId}`, schema) : h("p", {}, typeText(schema)),
  ]);
}

function answers({ responses }) {
  const items = Object.entries(responses ?? {}).map(([status, { description, content }]) => {
    const kinds = Object.entries(content ?? {}).map(([kind, { schema }]) =>
      h("span", { class: "docs-kind" }, " ", h("code", {}, kind), " ", schema ? typeText(schema) : null),
    );
    return h("li", {}, h("strong", {}, status), ` ${description}`, ...kinds);
  });
  return h("div", {}, h("h4", {}, "Answers"), h("ul", {}, ...items));
}
