// Where two states of a document differ, in words.
import { antecedentsOf } from "./chains.js";
import { startOf } from "./model.js";
import { wordsOf } from "./naming.js";
import { withoutDefaults } from "./wire.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{at: number, words: string, aspect: string, first: string, second: string}} Row */

/** @param {import("./model.js").Mention} mention What a mention is known by: its words. */
export const signature = ({ parts, zero }) => (zero === null ? parts.map((part) => part.join("-")).join("+") : `∅${zero}`);

/** @param {Model} model @returns {Map<string, number>} Keys of mentions by their words; a second zero before one word has another name. */
export function bySignature(model) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const key of model.order) {
    let name = signature(model.mention(key));
    while (found.has(name)) name += "'";
    found.set(name, key);
  }
  return found;
}

/** Everything that a model says, whatever the order of its rows and their keys: equal texts mean equal annotations. @param {Model} model */
export function content(model) {
  const names = new Map([...bySignature(model)].map(([name, key]) => [key, name]));
  const named = (/** @type {number[]} */ keys) => keys.map((key) => names.get(key)).sort();
  const mentions = [...names].map(([key, name]) => JSON.stringify([name, withoutDefaults(model.mention(key))]));
  const entities = [...model.entities.values()].map((one) => JSON.stringify(withoutDefaults({ ...one, mentions: named(one.mentions) })));
  const links = [...model.links.values()].map((one) => JSON.stringify({ ...withoutDefaults(one), anaphor: names.get(one.anaphor), antecedents: named(one.antecedents) }));
  return JSON.stringify([mentions.sort(), entities.sort(), links.sort(), model.attributes.get(0) ?? []]);
}

/**
 * @param {Model} first
 * @param {Model} second
 * @param {import("../reader/document.js").Text} text
 * @returns {Row[]} in textual order
 */
export function compared(first, second, text) {
  const left = bySignature(first), right = bySignature(second);
  /** @type {Row[]} */
  const rows = [];
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const a = left.get(name), b = right.get(name);
    const [model, key] = a === undefined ? [second, /** @type {number} */ (b)] : [first, a];
    const at = startOf(model.mention(key)), words = wordsOf(text, model, key);
    if (a === undefined || b === undefined) rows.push({ at, words, aspect: "mention", first: a === undefined ? "—" : "marked", second: b === undefined ? "—" : "marked" });
    else rows.push(...aspects(first, a, second, b, text).map((row) => ({ at, words, ...row })));
  }
  return rows.sort((a, b) => a.at - b.at);
}

/** @param {Model} first @param {number} a @param {Model} second @param {number} b @param {import("../reader/document.js").Text} text */
function aspects(first, a, second, b, text) {
  return Object.entries(ASPECTS).flatMap(([aspect, say]) => {
    const said = [say(first, a, text), say(second, b, text)];
    return said[0] === said[1] ? [] : [{ aspect, first: said[0] || "—", second: said[1] || "—" }];
  });
}

/** What a model says of a mention under each aspect, in words. @type {Record<string, (model: Model, key: number, text: import("../reader/document.js").Text) => string>} */
export const ASPECTS = {
  antecedent: (model, key, text) => antecedentsOf(model, key).map((one) => wordsOf(text, model, one)).join(" + "),
  kind: (model, key) => model.mention(key).kind,
  reference: (model, key) => [model.mention(key).reference, model.mention(key).subtype].filter(Boolean).join(" "),
  head: (model, key, text) => (model.mention(key).head === null ? "" : text.form(/** @type {number} */ (model.mention(key).head))),
  "minimal span": (model, key, text) => (model.mention(key).minimum ? text.words([/** @type {any} */ (model.mention(key).minimum)]) : ""),
  attributes: (model, key) => model.mention(key).attributes.map((pair) => pair.join(": ")).join("; "),
  "entity type": (model, key) => model.entityOf(key)?.type ?? "",
  links: (model, key, text) => model.linksFrom(key).map(([, link]) => `${link.optional ? "optional " : ""}${link.relation} ${link.antecedents.map((one) => wordsOf(text, model, one)).join(" + ")}`).sort().join("; "),
};
