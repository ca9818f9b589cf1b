// A mention in a list: pressing it goes there; where several can be selected, it has a box for that.
import { jump as jumpTo } from "../reader/reasons.js";
import { h, t } from "../shell/dom.js";

/**
 * @typedef {object} Shown What lists beside a text need to know about it.
 * @property {import("../model/model.js").Model} model
 * @property {number | null} active
 * @property {(key: number) => string} words
 * @property {(key: number) => number | null} numberOf
 * @property {(key: number | null) => void} activate
 * @property {boolean} [readonly]
 * @property {Set<number>} [selected] mentions that are selected, where they can be
 */

/** @param {Shown} shown @param {number} key @param {string} [label] */
export function jump(shown, key, label = shown.words(key)) {
  return jumpTo(shown, key, label);
}

/** @param {Shown} shown Whether mentions can be selected. */
export const selectable = ({ selected, readonly = false }) => selected !== undefined && !readonly;

/** @param {Shown} shown @param {number} key @param {{here: boolean}} options */
export function row(shown, key, { here }) {
  const selected = shown.selected?.has(key) ?? false, words = shown.words(key);
  const box = selectable(shown) ? h("input", { type: "checkbox", "aria-label": t`Select “${words}”`, "data-select": key }) : null;
  if (box) box.checked = selected;
  return h("li", { class: [here ? "here" : "", selected ? "selected" : ""].join(" ").trim() || null, "data-key": key }, box, jump(shown, key, words));
}
