// Making the adjudicated annotation say what one of the two sides says, one difference at a time.
import { addLink, breakAt, merge, own } from "../model/chains.js";
import { bySignature, signature } from "../model/comparing.js";
import { remove, reshape } from "../tagging/shapes.js";

/** @typedef {import("../model/model.js").Model} Model */
/** @typedef {import("../model/model.js").Draft} Draft */
/** @typedef {{parts: [number, number][], zero: number | null, words: string, aspect: string, a: string, b: string}} Difference */

/** One annotation, asked about its mentions by their words. */
export class Side {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.keys = bySignature(model);
  }

  /** @param {string} name @returns {number | undefined} */
  key(name) {
    return this.keys.get(name);
  }

  /** @param {number} key */
  nameOf(key) {
    return signature(this.model.mention(key));
  }

  /**
   * The nearest earlier mention of the same entity that another annotation has, too.
   * @param {number} key
   * @param {(name: string) => boolean} known
   * @returns {string | null}
   */
  antecedent(key, known) {
    const chain = this.model.entityOf(key)?.mentions ?? [];
    const earlier = chain.slice(0, chain.indexOf(key)).reverse().map((one) => this.nameOf(one));
    return earlier.find(known) ?? null;
  }
}

/** @param {Difference} difference */
export const nameOf = ({ parts, zero }) => (zero === null || zero === undefined ? parts.map((part) => part.join("-")).join("+") : `∅${zero}`);

/**
 * The words of the other side, where the two have the same core and other bounds.
 * @param {Difference} difference
 * @param {Side} first
 * @param {Side} second
 * @returns {string}
 */
export function otherSpan(difference, first, second) {
  const name = nameOf(difference), key = first.key(name);
  const minimum = key === undefined ? null : first.model.mention(key).minimum;
  for (const [other, found] of second.keys) {
    if (!first.keys.has(other) && minimum && second.model.mention(found).minimum?.join() === minimum.join()) return other;
  }
  return name;
}

/**
 * @param {Draft} draft of the adjudicated annotation
 * @param {Difference} difference
 * @param {Side} chosen
 * @param {Side} other
 * @param {string} aName the words of the first side's mention
 * @param {string} bName of the second's
 */
export function apply(draft, difference, chosen, other, aName, bName) {
  const ours = new Side(draft.model);
  const said = chosen.key(aName) ?? chosen.key(bName);
  const key = ours.key(aName) ?? ours.key(bName);
  if (said === undefined) {
    if (key !== undefined) remove(draft, key);
    return;
  }
  if (key === undefined) return copy(draft, chosen, said);
  const mention = chosen.model.mention(said);
  const { aspect } = difference;
  if (aspect === "span") {
    reshape(draft, key, mention.parts);
    draft.mention(key, { head: mention.head, minimum: mention.minimum });
  } else if (aspect === "core") draft.mention(key, { head: mention.head, minimum: mention.minimum });
  else if (aspect === "kind") draft.mention(key, { kind: mention.kind });
  else if (aspect === "reference") draft.mention(key, { reference: mention.reference, subtype: mention.subtype, attributes: mention.attributes });
  else if (aspect === "entity") relink(draft, key, chosen, said, (name) => other.keys.has(name) && ours.keys.has(name));
  else if (aspect === "link") relate(draft, key, chosen, said);
  else if (aspect === "description") describe(draft, key, chosen, said);
}

/** @param {Draft} draft @param {Side} chosen @param {number} said */
function copy(draft, chosen, said) {
  const key = draft.model.newKey();
  draft.set("mentions", key, { ...chosen.model.mention(said) });
  const ours = new Side(draft.model);
  const entity = chosen.model.entityOf(said);
  const company = entity?.mentions.map((one) => ours.key(chosen.nameOf(one))).find((one) => one !== undefined && one !== key);
  if (company !== undefined) merge(draft, company, key);
  else if (entity) {
    own(draft, key);
    describe(draft, key, chosen, said);
  }
  relate(draft, key, chosen, said);
}

/**
 * The mention, and whatever was linked through it, goes to the chain of the antecedent the side has for it.
 * @param {Draft} draft
 * @param {number} key
 * @param {Side} chosen
 * @param {number} said
 * @param {(name: string) => boolean} known
 */
function relink(draft, key, chosen, said, known) {
  breakAt(draft, key);
  own(draft, key);
  const name = chosen.antecedent(said, known);
  const antecedent = name === null ? undefined : new Side(draft.model).key(name);
  if (antecedent !== undefined) merge(draft, antecedent, key);
  else describe(draft, key, chosen, said);
}

/** @param {Draft} draft @param {number} key @param {Side} chosen @param {number} said */
function relate(draft, key, chosen, said) {
  const ours = new Side(draft.model);
  for (const [number] of draft.model.linksFrom(key)) draft.set("links", number, undefined);
  for (const [, link] of chosen.model.linksFrom(said)) {
    const antecedents = link.antecedents.map((one) => ours.key(chosen.nameOf(one))).filter((one) => one !== undefined);
    if (antecedents.length) addLink(draft, key, antecedents, { relation: link.relation, subtype: link.subtype, optional: link.optional, attributes: link.attributes });
  }
}

/** @param {Draft} draft @param {number} key @param {Side} chosen @param {number} said */
function describe(draft, key, chosen, said) {
  const entity = chosen.model.entityOf(said);
  if (entity) draft.entity(own(draft, key).id, { type: entity.type, attributes: entity.attributes });
}
