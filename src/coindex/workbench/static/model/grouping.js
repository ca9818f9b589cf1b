// How the mentions of a chain that was fused from several could be distinguished: by names, or by gender.
import { isPronominal } from "./anaphors.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../reader/document.js").Text} Text */
/** @typedef {Map<number, number>} Groups The group of each mention, from 1 on. */

/** More groups than keys are never proposed. */
export const MOST_GROUPS = 9;

/**
 * Mentions with the same name, or a shorter form of it, belong together; every other mention belongs to the name before it.
 * @param {Model} model
 * @param {Text} text
 * @param {number[]} chain in textual order
 * @returns {Groups}
 */
export function byName(model, text, chain) {
  const named = chain.filter((key) => model.mention(key).kind === "name");
  const naming = named.length ? named : chain.filter((key) => !isPronominal(model.mention(key)));
  const words = new Map(naming.map((key) => [key, wordsIn(text.words(model.mention(key).parts))]));
  const names = longest([...words.values()]);
  return carriedOn(chain, (key, before) => {
    const own = words.get(key);
    if (!own?.size) return null;
    const fitting = names.flatMap((name, place) => (within(own, name) ? [place + 1] : []));
    return fitting.includes(before ?? 0) ? before : fitting[0] ?? null; // a surname of two people: the one named last
  });
}

/**
 * Mentions of the same gender belong together; every mention whose gender is unknown, to the one before it.
 * @param {number[]} chain in textual order
 * @param {string[]} genders of each, empty where unknown
 * @returns {Groups}
 */
export function byGender(chain, genders) {
  const known = [...new Set(genders.filter(Boolean))];
  const own = new Map(chain.map((key, place) => [key, genders[place]]));
  return carriedOn(chain, (key) => (own.get(key) ? known.indexOf(/** @type {string} */ (own.get(key))) + 1 : null));
}

/** All in one group: the annotator tells them apart. @param {number[]} chain @returns {Groups} */
export const byHand = (chain) => new Map(chain.map((key) => [key, 1]));

/**
 * @param {number[]} chain
 * @param {(key: number, before: number | null) => number | null} groupOf `null`: not known; as the mention before it, or the first that is known
 * @returns {Groups}
 */
function carriedOn(chain, groupOf) {
  /** @type {number | null} */
  let last = null;
  const found = chain.map((key) => (last = groupOf(key, last) ?? last));
  const first = found.find((group) => group !== null) ?? 1;
  return numbered(new Map(chain.map((key, place) => [key, found[place] ?? first])));
}

/** Groups from 1 on, in the order of their first mentions; those beyond the last key join the last. @param {Groups} groups @returns {Groups} */
function numbered(groups) {
  const order = [...new Set(groups.values())];
  return new Map([...groups].map(([key, group]) => [key, Math.min(MOST_GROUPS, order.indexOf(group) + 1)]));
}

/** @param {string} words */
const wordsIn = (words) => new Set(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** @param {Set<string>} some @param {Set<string>} all */
const within = (some, all) => [...some].every((word) => all.has(word));

/** Names that are not a shorter form of another one. @param {Set<string>[]} names */
function longest(names) {
  const different = [...new Map(names.map((name) => [[...name].sort().join(" "), name])).values()].filter((name) => name.size);
  return different.filter((name) => !different.some((other) => other !== name && within(name, other)));
}
