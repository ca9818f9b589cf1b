// What was decided about each difference; kept in the adjudicated annotation itself, line by line.

/** @typedef {"A" | "B" | "O"} Ruling */

const NAME = "rulings";
const LONGEST = 15_000;

/** @param {import("../model/model.js").Model} model @returns {Map<string, Ruling>} */
export function rulingsOf(model) {
  const lines = (model.attributes.get(0) ?? []).filter(([name]) => name === NAME).flatMap(([, value]) => value.split("\n"));
  return new Map(lines.filter(Boolean).map((line) => [line.slice(0, -3), /** @type {Ruling} */ (line.slice(-1))]));
}

/**
 * @param {import("../model/model.js").Draft} draft
 * @param {string} name of the difference
 * @param {Ruling} ruling
 */
export function rule(draft, name, ruling) {
  const rulings = rulingsOf(draft.model).set(name, ruling);
  /** @type {[string, string][]} */
  const values = [];
  for (const [one, said] of rulings) {
    const line = `${one}: ${said}`, last = values[values.length - 1];
    if (last && last[1].length + line.length < LONGEST) last[1] += `\n${line}`;
    else values.push([NAME, line]);
  }
  const rest = (draft.model.attributes.get(0) ?? []).filter(([own]) => own !== NAME);
  draft.set("attributes", 0, [...rest, ...values]);
}
