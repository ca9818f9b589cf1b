// A mention in a list: pressing it goes there.
import { h } from "../shell/dom.js";

/**
 * @typedef {object} Shown What lists beside a text need to know of it.
 * @property {import("../model/model.js").Model} model
 * @property {number | null} active
 * @property {(key: number) => string} words
 * @property {(key: number) => number | null} numberOf
 * @property {(key: number | null) => void} activate
 */

/** @param {Shown} shown @param {number} key @param {string} [label] */
export function jump(shown, key, label = shown.words(key)) {
  return h("button", { type: "button", class: "jump", onclick: () => shown.activate(key) }, label);
}
