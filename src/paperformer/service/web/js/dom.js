/** Building elements. Text only ever becomes text nodes, so nothing that a document says can be markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element.
 * @param {string} tag
 * @param {Record<string, unknown>} [props] `class`, attributes, `on` (listeners by event name), `value`, `checked`.
 * @param {...(Node|string|number|null|undefined|false|Array<unknown>)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, props);
  node.append(...asNodes(children));
  return node;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

/**
 * Put other children into a node.
 * @param {Element} node
 * @param {...unknown} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...asNodes(children));
}

/**
 * The first element that a selector finds.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {any}
 */
export function one(root, selector) {
  return root.querySelector(selector);
}

/**
 * Every element that a selector finds.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {any[]}
 */
export function every(root, selector) {
  return [...root.querySelectorAll(selector)];
}

/**
 * Call a function once calls have stopped for a while.
 * @template {unknown[]} A
 * @param {(...args: A) => void} call
 * @param {number} milliseconds
 */
export function debounce(call, milliseconds) {
  let timer = 0;
  /** @param {A} args */
  const later = (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => call(...args), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** Whether keys that are typed go into a control. @param {EventTarget|null} target */
export function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");
}

function setAttributes(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "value" || name === "checked") {
      node[name] = value;
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

function asNodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}
