// What a source or a resolver says of a document, and why.
import { antecedentsOf, chainOf } from "../model/chains.js";
import { bySignature } from "../model/comparing.js";
import { mentionOf, modelOf } from "../model/wire.js";

/** @typedef {import("../model/model.js").Mention} Mention */
/** @typedef {"right" | "wrong" | "open" | ""} Outcome */

export class Version {
  /** The resolver's decisions by anaphor, as the server tells them. @type {Map<number, any>} */
  decisions = new Map();
  /** Numbers of chains, by entity. @type {Map<string, number>} */
  numbers = new Map();

  /**
   * @param {string} name
   * @param {{annotation: any, decisions?: any[], more?: any[], glossary?: Record<string, string>}} said
   */
  constructor(name, { annotation, decisions = [], more = [], glossary = {} }) {
    this.name = name;
    this.glossary = glossary;
    this.model = modelOf(annotation);
    this.keys = [...this.model.mentions.keys()];
    this.more = more.map(mentionOf);
    for (const decision of decisions) this.decisions.set(this.keys[decision.anaphor], decision);
    this.signatures = bySignature(this.model);
    this.names = new Map([...this.signatures].map(([signature, key]) => [key, signature]));
  }

  /** @param {number} place in the server's list @returns {{key: number | null, mention: Mention}} */
  at(place) {
    const key = this.keys[place];
    return key === undefined ? { key: null, mention: this.more[place - this.keys.length] } : { key, mention: this.model.mention(key) };
  }

  get order() {
    return this.model.order;
  }

  /** @param {number} key @returns {number[]} */
  chainOf(key) {
    return chainOf(this.model, key);
  }

  /** @param {number} key @returns {number[]} */
  antecedentsOf(key) {
    return antecedentsOf(this.model, key);
  }

  /** @param {number} key @returns {{key: number | null, rejected: string}[]} */
  candidatesOf(key) {
    const candidates = this.decisions.get(key)?.candidates ?? [];
    return candidates.map((/** @type {any} */ { mention, rejected }) => ({ key: this.at(mention).key, rejected }));
  }

  /** @param {number} key */
  numberOf(key) {
    const entity = this.model.entityOf(key);
    return entity ? this.numbers.get(entity.id) ?? null : null;
  }

  /**
   * Number the chains in textual order; those that are also in another version are called as they are there.
   * @param {Version | null} [other]
   */
  number(other = null) {
    const chains = [...this.model.entities.values()].filter(({ mentions }) => mentions.length > 1);
    chains.sort((a, b) => this.model.before(a.mentions[0], b.mentions[0]));
    this.numbers = new Map();
    const taken = new Set();
    for (const { id, count, number } of other ? this.#shared(chains, other) : []) {
      if (!count || taken.has(number) || this.numbers.has(id)) continue;
      this.numbers.set(id, number);
      taken.add(number);
    }
    let next = Math.max(0, ...(other?.numbers.values() ?? []));
    for (const { id } of chains) if (!this.numbers.has(id)) this.numbers.set(id, (next += 1));
  }

  /** How many mentions chains have in common with those of another version, most first. @param {import("../model/model.js").Entity[]} chains @param {Version} other */
  #shared(chains, other) {
    const pairs = chains.flatMap(({ id, mentions }) => {
      const counts = new Map();
      for (const key of mentions) {
        const there = this.counterpart(key, other), number = there === null ? null : other.numberOf(there);
        if (number !== null) counts.set(number, (counts.get(number) ?? 0) + 1);
      }
      return [...counts].map(([number, count]) => ({ id, number, count }));
    });
    return pairs.sort((a, b) => b.count - a.count);
  }

  /** The mention with the same words in another version. @param {number} key @param {Version} other @returns {number | null} */
  counterpart(key, other) {
    return other.signatures.get(/** @type {string} */ (this.names.get(key))) ?? null;
  }

  /**
   * What became of an anaphor, if another version is right: its antecedent belongs to the same entity there.
   * @param {number} key
   * @param {Version | null} right
   * @returns {Outcome}
   */
  outcome(key, right) {
    const there = right && right !== this ? this.counterpart(key, right) : null;
    if (!right || there === null) return "";
    const chain = chainOf(right.model, there), expected = antecedentsOf(right.model, there).length > 0;
    const found = antecedentsOf(this.model, key);
    if (!found.length) return expected ? "open" : "";
    const counterparts = found.map((one) => this.counterpart(one, right));
    return expected && counterparts.every((one) => one !== null && chain.includes(one)) ? "right" : "wrong";
  }
}
