// What was decided about each difference; kept in the adjudicated annotation itself, line by line.

/** @typedef {string} Ruling The letter of the source that is right, or O for another reading. */

/** The letters of sources, in their order; O is for other readings. */
export const LETTERS = "ABCDEFGHIJKLMNPQRSTUVWXYZ";

const NAME = "rulings";
const LONGEST = 15_000;

/** @param {import("./model.js").Model} model @returns {Map<string, Ruling>} */
export const rulingsOf = (model) => rulingsIn(model.attributes.get(0) ?? []);

/** @param {import("./model.js").Attributes} attributes @returns {Map<string, Ruling>} */
export function rulingsIn(attributes) {
  const lines = attributes.filter(([name]) => name === NAME).flatMap(([, value]) => value.split("\n"));
  return new Map(lines.filter(Boolean).map((line) => [line.slice(0, -3), /** @type {Ruling} */ (line.slice(-1))]));
}

/**
 * @param {import("./model.js").Draft} draft
 * @param {string} name of the difference
 * @param {Ruling} ruling
 */
export function rule(draft, name, ruling) {
  draft.set("attributes", 0, withRulings(draft.model.attributes.get(0) ?? [], rulingsOf(draft.model).set(name, ruling)));
}

/**
 * @param {import("./model.js").Attributes} attributes
 * @param {Map<string, Ruling>} rulings instead of those that are in them
 * @returns {import("./model.js").Attributes}
 */
export function withRulings(attributes, rulings) {
  /** @type {import("./model.js").Attributes} */
  const values = [];
  for (const [one, said] of rulings) {
    const line = `${one}: ${said}`, last = values[values.length - 1];
    if (last && last[1].length + line.length < LONGEST) last[1] += `\n${line}`;
    else values.push([NAME, line]);
  }
  return [...attributes.filter(([own]) => own !== NAME), ...values];
}
