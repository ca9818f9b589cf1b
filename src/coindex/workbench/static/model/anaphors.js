// Which mentions are anaphors, which of them nobody has decided about, and what kind new mentions are likely to be.
import { chainOf } from "./chains.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Span} Span */
/** @typedef {import("../reader/document.js").Text} Text */
/** @typedef {{pronouns: Record<string, string>, definite: string[]}} Lexicon Kinds of pronouns by form; words that make a noun phrase definite. */

export const KINDS = [
  "name", "nominal", "personal", "possessive", "reflexive", "reciprocal", "relative", "demonstrative", "interrogative", "indefinite", "zero",
  "coordination", "verbal",
];
const PRONOMINAL = new Set(["personal", "possessive", "reflexive", "reciprocal", "relative", "demonstrative", "interrogative", "indefinite", "zero"]);
export const REFERENCES = { "": "unspecified", anaphoric: "anaphor", cataphoric: "cataphor", exophoric: "exophor", other: "other", nonreferential: "non-referential" };
export const NONREFERENTIAL = ["extraposition", "cleft", "idiom", "ambient", "existential"];
export const TYPES = ["person", "organization", "place", "object", "animal", "plant", "substance", "event", "time", "abstract"];
export const RELATIONS = ["identity", "apposition", "predication", "bridging", "discourse"];

/** @param {import("./model.js").Mention} mention */
export const isPronominal = ({ kind, zero }) => zero !== null || PRONOMINAL.has(kind);

export class Anaphors {
  /** Whether definite descriptions are gone through as well. */
  descriptions = false;
  /** Keys in the order of work, where that is not the order of the text. @type {number[] | null} */
  sequence = null;

  /**
   * @param {Text} text
   * @param {Model} model
   * @param {Lexicon} lexicon
   */
  constructor(text, model, lexicon) {
    this.text = text;
    this.model = model;
    this.lexicon = lexicon;
    this.definite = new Set(lexicon.definite);
  }

  /** @param {number} key */
  isAnaphor(key) {
    const { kind, zero, reference } = this.model.mention(key);
    return zero !== null || PRONOMINAL.has(kind) || reference === "anaphoric" || (this.descriptions && this.isDescription(key));
  }

  /** @param {number} key */
  isDescription(key) {
    const { kind, parts } = this.model.mention(key);
    return (kind === "nominal" || kind === "") && parts.length > 0 && parts[0][1] - parts[0][0] > 1 && this.definite.has(this.text.form(parts[0][0]).toLowerCase());
  }

  /** @param {number} key An anaphor nobody has decided about; a description is decided about as soon as it has an entity. */
  isOpen(key) {
    const mention = this.model.mention(key), { reference } = mention;
    if ((reference && reference !== "anaphoric") || !this.isAnaphor(key)) return false;
    const pronominal = isPronominal(mention) || reference === "anaphoric";
    return !this.model.hasLinks(key) && (pronominal ? chainOf(this.model, key).length < 2 : !this.model.entityOf(key));
  }

  /** @param {number} key */
  isPronominal(key) {
    return isPronominal(this.model.mention(key));
  }

  /** How many are open. */
  get open() {
    let count = 0;
    for (const key of this.model.mentions.keys()) if (this.isOpen(key)) count += 1;
    return count;
  }

  /**
   * The next open anaphor after a mention in the order of work, or before it; around the end to the beginning.
   * @param {number | null} from
   * @param {1 | -1} step
   * @returns {number | null}
   */
  next(from, step) {
    const order = this.#work();
    const at = from === null ? (step > 0 ? -1 : order.length) : order.indexOf(from);
    for (let away = 1; away <= order.length; away += 1) {
      const key = order[(((at + step * away) % order.length) + order.length) % order.length];
      if (this.isOpen(key)) return key;
    }
    return null;
  }

  /** All mentions: those of the order of work, then the others as in the text. */
  #work() {
    const { order, mentions } = this.model;
    if (!this.sequence) return order;
    const known = this.sequence.filter((key) => mentions.has(key)), listed = new Set(known);
    return [...known, ...order.filter((key) => !listed.has(key))];
  }

  /**
   * What kind some words are likely to be: what the same words were elsewhere, what the lexicon says, or the tags.
   * @param {Span[]} parts
   */
  likelyKind(parts) {
    if (this.text.zeroOf({ parts, zero: null }) !== null) return "zero";
    const words = this.text.words(parts).toLowerCase();
    const same = [...this.#alike(parts)].filter((mention) => this.text.words(mention.parts).toLowerCase() === words);
    if (same.length) return mostFrequent(same.map((mention) => mention.kind));
    if (Object.hasOwn(this.lexicon.pronouns, words)) return this.lexicon.pronouns[words];
    const tags = parts.flatMap(([start, end]) => Array.from({ length: end - start }, (_, step) => this.text.tag(start + step)));
    if (tags.includes("NOUN")) return "nominal";
    if (tags.includes("PROPN")) return "name";
    return tags.length === 1 && tags[0] === "VERB" ? "verbal" : "";
  }

  /** Mentions that may have the same words: as many tokens, the first as long; the words of a novel's mentions take too long to compare. @param {Span[]} parts */
  *#alike(parts) {
    const [[first]] = parts, tokens = tokensIn(parts), { starts, ends } = this.text;
    const letters = ends[first] - starts[first];
    for (const mention of this.model.mentions.values()) {
      if (!mention.kind || mention.zero !== null || tokensIn(mention.parts) !== tokens) continue;
      const [[start]] = mention.parts;
      if (ends[start] - starts[start] === letters) yield mention;
    }
  }
}

/** @param {Span[]} parts */
function tokensIn(parts) {
  let count = 0;
  for (const [start, end] of parts) count += end - start;
  return count;
}

/** @param {string[]} values */
function mostFrequent(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0][0];
}
