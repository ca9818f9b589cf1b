// What mentions are called: their words, or for a zero pronoun the one that could stand in its place.
import { ZERO } from "../reader/document.js";
import { isPronominal } from "./anaphors.js";
import { chainOf } from "./chains.js";
import { attributeOf } from "./model.js";
import { t } from "../reader/wording.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Mention} Mention */
/** @typedef {import("../reader/document.js").Text} Text */

/** @param {Text} text @param {Model} model @param {number} key In lists. */
export const wordsOf = (text, model, key) => wordsFor(text, model.mention(key), membersOf(model, key));

/**
 * @param {Text} text
 * @param {Mention} mention which may be one that only a resolver knows
 * @param {Iterable<Mention>} [chain]
 */
export function wordsFor(text, mention, chain = []) {
  const zero = text.zeroOf(mention);
  return zero === null ? text.words(mention.parts) : `${ZERO} ${pronounFor(text, zero, chain) || text.form(text.hostOf(zero))}`;
}

/** What stands in the text for a zero pronoun; nothing for other mentions. @param {Text} text @param {Model} model @param {number} key */
export function signOf(text, model, key) {
  const zero = text.zeroOf(model.mention(key));
  return zero === null ? "" : `${ZERO} ${pronounFor(text, zero, membersOf(model, key))}`.trimEnd();
}

/** All that could come to stand there, as its chain grows. @param {Text} text @param {Model} model @param {number} key */
export function signsOf(text, model, key) {
  const zero = text.zeroOf(model.mention(key));
  return zero === null ? [] : (text.pronouns[zero] ?? []).map((pronoun) => `${ZERO} ${pronoun}`);
}

/** In a sentence. @param {Text} text @param {Model} model @param {number} key @param {number} zero */
export function describedZero(text, model, key, zero) {
  const pronoun = pronounFor(text, zero, membersOf(model, key)), host = text.form(text.hostOf(zero));
  return pronoun ? t`zero pronoun ${pronoun} before ${host}` : t`zero pronoun before ${host}`;
}

/**
 * What an entity is called: its name, else the first of its mentions that say most.
 * @param {{model: Model, words: (key: number) => string}} shown
 * @param {import("./model.js").Entity} entity
 */
export function nameOf(shown, entity) {
  const { model } = shown, { mentions } = entity;
  const telling = mentions.find((key) => model.mention(key).kind === "name") ?? mentions.find((key) => !isPronominal(model.mention(key))) ?? mentions[0];
  return attributeOf(entity, "name") || shown.words(telling);
}

/** @param {Model} model @param {number} key */
function* membersOf(model, key) {
  for (const one of chainOf(model, key)) yield model.mention(one);
}

/** By the first gender that is known of its chain. @param {Text} text @param {number} zero @param {Iterable<Mention>} chain */
function pronounFor(text, zero, chain) {
  const pronouns = text.pronouns[zero];
  if (!pronouns) return "";
  for (const mention of chain) {
    const gender = text.zeroOf(mention) === null ? genderOf(text, mention) : "";
    if (gender) return pronouns[gender === "Fem" ? 1 : 0];
  }
  return pronouns[0];
}

/** Of its head, else of the first word that has one; of several that are coordinated, all must be feminine. @param {Text} text @param {Mention} mention */
function genderOf(text, { kind, head, parts }) {
  const own = head === null || kind === "coordination" ? undefined : text.genders.get(head);
  if (own) return own;
  const tokens = parts.flatMap(([start, end]) => Array.from({ length: end - start }, (_, step) => start + step));
  const known = tokens.flatMap((token) => text.genders.get(token) ?? []);
  return kind === "coordination" && known.includes("Masc") ? "Masc" : known[0] ?? "";
}
