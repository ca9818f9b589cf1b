// Elements.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * `h("p", {class: "x", onclick: f}, "text", node)`: an element; strings become text, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes] `on...` are listeners; `null` and `false` leave an attribute out
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...shown(children));
  return made;
}

/** @param {Child[]} children */
const shown = (children) => /** @type {(Node | string)[]} */ (children.filter(Boolean));
