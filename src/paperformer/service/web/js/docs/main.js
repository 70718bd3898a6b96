/** The API, drawn from its OpenAPI document: nothing comes from another server. */

import { fill, h, one } from "../dom.js";
import { operationsByTag, webhooksOf } from "./description.js";
import { operationSection } from "./operation.js";
import { prose, schemaSection } from "./schema.js";

const ADDRESS = "/v1/openapi.json";

/** Draw the page. */
async function draw() {
  const main = one(document, "#content");
  try {
    const answer = await fetch(ADDRESS);
    if (!answer.ok) throw new Error(`the service answered with ${answer.status}`);
    show(main, await answer.json());
  } catch (error) {
    fill(main, h("p", { role: "alert" }, `The description cannot be loaded: ${error.message}. Reload the page.`));
  }
}

function show(main, api) {
  const groups = [...operationsByTag(api), ["webhooks", webhooksOf(api)]];
  const schemas = Object.entries(api.components.schemas).sort(([a], [b]) => a.localeCompare(b));
  fill(
    main,
    h("h1", {}, `${api.info.title} API ${api.info.version}`),
    prose(api.info.description),
    h("p", {}, "The same for programs: ", h("a", { href: ADDRESS }, ADDRESS), "."),
    ...groups.map(([tag, operations]) =>
      h("section", { id: `tag-${tag}` }, h("h2", {}, titleOf(tag)), ...operations.map((each) => operationSection(each))),
    ),
    h("section", { id: "tag-schemas" }, h("h2", {}, "Bodies"), ...schemas.map(([name, schema]) => schemaSection(name, schema))),
  );
  fill(one(document, "#contents"), ...groups.map(([tag, operations]) => contents(tag, operations)), contents("schemas", []));
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

function contents(tag, operations) {
  const items = operations.map((each) =>
    h("li", {}, h("a", { href: `#${each.operationId}` }, h("span", { class: "docs-method" }, each.method), ` ${each.path}`)),
  );
  const title = tag === "schemas" ? "Bodies" : titleOf(tag);
  return h("section", {}, h("h2", {}, h("a", { href: `#tag-${tag}` }, title)), h("ul", {}, ...items));
}

function titleOf(tag) {
  return tag[0].toUpperCase() + tag.slice(1);
}

draw();
