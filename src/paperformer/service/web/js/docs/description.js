/** What an OpenAPI document says, in the order in which the page shows it. */

/**
 * All operations, by their first tag.
 * @param {any} api An OpenAPI document.
 * @returns {Array<[string, any[]]>}
 */
export function operationsByTag(api) {
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "other";
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push({ ...operation, path, method: method.toUpperCase() });
    }
  }
  return [...groups];
}

/**
 * The webhooks, as operations of which the path is the event.
 * @param {any} api An OpenAPI document.
 * @returns {any[]}
 */
export function webhooksOf(api) {
  return Object.entries(api.webhooks ?? {}).map(([path, { post }]) => ({ ...post, path, method: "POST" }));
}

/**
 * The type of a schema, as pieces: texts, and names of other schemas as `{ name }`.
 * @param {any} schema
 * @returns {Array<string | { name: string }>}
 */
export function typeOf(schema) {
  if (schema.$ref) return [{ name: schema.$ref.split("/").pop() }];
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return some.flatMap((each, number) => (number ? [" or ", ...typeOf(each)] : typeOf(each)));
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(", ")];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.type === "array") return ["list of ", ...typeOf(schema.items ?? {})];
  const values = schema.additionalProperties || Object.values(schema.patternProperties ?? {})[0];
  if (schema.type === "object" && values) return ["object of ", ...typeOf(values)];
  return [schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "anything")];
}

const BOUNDS = [
  ["minimum", "at least"],
  ["maximum", "at most"],
  ["minLength", "at least", "characters"],
  ["maxLength", "at most", "characters"],
  ["minItems", "at least", "items"],
  ["maxItems", "at most", "items"],
  ["maxProperties", "at most", "names"],
  ["pattern", "pattern"],
];

/**
 * The bounds of a schema, each as a text.
 * @param {any} schema
 * @returns {string[]}
 */
export function boundsOf(schema) {
  const plain = (schema.anyOf ?? []).find((each) => each.type !== "null") ?? schema;
  const bounds = BOUNDS.filter(([name]) => plain[name] !== undefined).map(([name, says, unit]) =>
    [says, plain[name], unit].filter((part) => part !== undefined).join(" "),
  );
  const usual = schema.default;
  return usual === undefined || usual === null || usual === "" ? bounds : [...bounds, `${JSON.stringify(usual)} if left out`];
}
