// Making the adjudicated annotation say what one of the sides says, one difference at a time.
import { addLink, breakAt, merge, own } from "../model/chains.js";
import { bySignature, signature } from "../model/comparing.js";
import { remove, reshape } from "../tagging/shapes.js";

/** @typedef {import("../model/model.js").Model} Model */
/** @typedef {import("../model/model.js").Draft} Draft */
/** @typedef {{saying: string, sources: string[]}} Reading */
/** @typedef {{parts: [number, number][], zero: number | null, words: string, aspect: string, readings: Reading[], majority: boolean}} Difference */

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

  /**
   * The first mention of the same entity that other annotations have, too; null if none is before it.
   * @param {number} key
   * @param {(name: string) => boolean} known
   * @returns {string | null}
   */
  first(key, known) {
    const chain = this.model.entityOf(key)?.mentions ?? [];
    return chain.slice(0, chain.indexOf(key)).map((one) => this.nameOf(one)).find(known) ?? null;
  }
}

/** @param {Difference} difference */
export const nameOf = ({ parts, zero }) => (zero === null || zero === undefined ? parts.map((part) => part.join("-")).join("+") : `∅${zero}`);

/**
 * The names of a mention in all sides: several, where they have the same core and other bounds.
 * @param {Difference} difference
 * @param {Side[]} sides
 * @returns {string[]}
 */
export function variants(difference, sides) {
  const name = nameOf(difference);
  if (difference.aspect !== "span") return [name];
  const owner = sides.find((side) => side.key(name) !== undefined);
  const core = owner?.model.mention(/** @type {number} */ (owner.key(name))).minimum?.join();
  const others = sides.flatMap((side) => [...side.keys].filter(([, key]) => core && side.model.mention(key).minimum?.join() === core).map(([other]) => other));
  return [...new Set([name, ...others])].filter((other) => other === name || !sides.every((side) => side.keys.has(other)));
}

/** The key of the mention under any of its names. @param {Side} side @param {string[]} names */
export const keyOf = (side, names) => names.map((name) => side.key(name)).find((key) => key !== undefined);

/**
 * @param {Draft} draft of the adjudicated annotation
 * @param {Difference} difference
 * @param {Side} chosen
 * @param {Side[]} sides all of them, in order
 */
export function apply(draft, difference, chosen, sides) {
  const ours = new Side(draft.model), names = variants(difference, sides);
  const said = keyOf(chosen, names), key = keyOf(ours, names);
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
  else if (aspect === "entity") {
    const having = sides.filter((side) => keyOf(side, names) !== undefined);
    const known = (/** @type {string} */ name) => ours.keys.has(name) && having.every((side) => side.keys.has(name));
    // Between two sides the nearest antecedent decides. Of several, the nearest one may be in different chains; the first names the chain.
    if (sides.length > 2) {
      detach(draft, key, names, sides);
      settle(draft, key, chosen, said, chosen.first(said, known));
    } else {
      breakAt(draft, key);
      settle(draft, key, chosen, said, chosen.antecedent(said, known));
    }
  } else if (aspect === "link") relate(draft, key, chosen, said);
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
 * A mention leaves its chain, together with those after it that all sides keep with it.
 * @param {Draft} draft
 * @param {number} key
 * @param {string[]} names
 * @param {Side[]} sides
 */
function detach(draft, key, names, sides) {
  const entity = draft.model.entityOf(key);
  if (!entity) return;
  const ours = new Side(draft.model);
  const together = (/** @type {number} */ other) => sides.every((side) => {
    const [one, two] = [keyOf(side, names), side.key(ours.nameOf(other))];
    return one === undefined || two === undefined || (side.model.entityOf(one)?.mentions.includes(two) ?? false);
  });
  const moving = entity.mentions.slice(entity.mentions.indexOf(key)).filter((other) => other === key || together(other));
  if (moving.length === entity.mentions.length) return;
  draft.entity(entity.id, { mentions: entity.mentions.filter((other) => !moving.includes(other)) });
  draft.entity(draft.model.newEntityId(), { mentions: moving, type: entity.type });
}

/**
 * The chain that begins with a mention goes to the antecedent the side has for it.
 * @param {Draft} draft
 * @param {number} key
 * @param {Side} chosen
 * @param {number} said
 * @param {string | null} name of the antecedent
 */
function settle(draft, key, chosen, said, name) {
  own(draft, key);
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
