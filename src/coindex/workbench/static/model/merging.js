// Merges two annotations with a common origin: a change on one side only is taken from that side; where both sides changed the same thing
// differently, the annotator has to choose.
import { ASPECTS, bySignature } from "./comparing.js";
import { startOf } from "./model.js";
import { wordsOf } from "./naming.js";
import { rulingsIn, withRulings } from "./rulings.js";
import { mentionOf, modelOf } from "./wire.js";

/** @typedef {import("./model.js").Attributes} Attributes */
/** @typedef {import("./model.js").Mention} Mention */
/** @typedef {import("./wire.js").State} State */
/** @typedef {import("../reader/document.js").Text} Text */
/** @typedef {"mine" | "theirs"} Side */
/** @typedef {{id: string, at: number, words: string, aspect: string, mine: string, theirs: string}} Conflict */
/** @typedef {{state: State, conflicts: Conflict[]}} Merged */
/** @typedef {{relation: string, subtype: string, optional: boolean, attributes: Attributes, antecedents: string[]}} NamedLink */

/** @type {[string, (keyof Mention)[]][]} */
const FIELDS = [["kind", ["kind"]], ["reference", ["reference", "subtype"]], ["head", ["head"]], ["minimal span", ["minimum"]]];

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Side} side @returns {Side} */
const opposite = (side) => (side === "mine" ? "theirs" : "mine");

/** One of the three annotations; mentions are named by their words, entities so that the same one has the same name in all three. */
class Version {
  /** Names of entities by their ids. @type {Map<string, string>} */
  entities = new Map();

  /** @param {State} state */
  constructor(state) {
    this.model = modelOf(state);
    this.keys = bySignature(this.model);
    this.names = new Map([...this.keys].map(([name, key]) => [key, name]));
  }

  /** @param {string} name */
  has(name) {
    return this.keys.has(name);
  }

  /** @param {string} name @returns {Mention} a plain one, if it has none of that name */
  mention(name) {
    const key = this.keys.get(name);
    return key === undefined ? mentionOf({}) : this.model.mention(key);
  }

  /** @param {string} name */
  entity(name) {
    const key = this.keys.get(name);
    return key === undefined ? undefined : this.model.entityOf(key);
  }

  /** @param {string} name @returns {string} the name of the mention's entity; empty if it is in none */
  entityName(name) {
    return this.entities.get(this.entity(name)?.id ?? "") ?? "";
  }

  /** @param {string} name @returns {string[]} the mention's chain, in textual order; empty if it is in none */
  chain(name) {
    return (this.entity(name)?.mentions ?? []).map((key) => /** @type {string} */ (this.names.get(key)));
  }

  /** @param {string} entity its name */
  named(entity) {
    for (const [id, name] of this.entities) if (name === entity) return this.model.entities.get(id);
    return undefined;
  }

  /** Links by what kind they are. @param {string} name @returns {Map<string, NamedLink[]>} */
  links(name) {
    const key = this.keys.get(name), found = new Map();
    for (const [, { anaphor, antecedents, ...link }] of key === undefined ? [] : this.model.linksFrom(key)) {
      const kind = `${link.relation} ${link.subtype}`;
      found.set(kind, [...(found.get(kind) ?? []), { ...link, antecedents: antecedents.map((one) => this.names.get(one)) }]);
    }
    return found;
  }
}

/**
 * Names for the entities of all versions: one that has mentions in common with the base's entity of the same id is that; of new ones, those
 * of both sides that begin with the same mention or share two are the same.
 * @param {Version} base @param {Version} mine @param {Version} theirs
 */
function nameEntities(base, mine, theirs) {
  for (const id of base.model.entities.keys()) base.entities.set(id, `base ${id}`);
  for (const [side, version] of /** @type {[Side, Version][]} */ ([["mine", mine], ["theirs", theirs]])) {
    for (const [id, { mentions }] of version.model.entities) {
      const old = base.model.entities.has(id) && mentions.some((key) => base.entity(/** @type {string} */ (version.names.get(key)))?.id === id);
      version.entities.set(id, old ? `base ${id}` : `${side} ${id}`);
    }
  }
  const taken = new Set();
  for (const [id, name] of theirs.entities) {
    if (!name.startsWith("theirs ")) continue;
    const members = /** @type {import("./model.js").Entity} */ (theirs.model.entities.get(id)).mentions.map((key) => /** @type {string} */ (theirs.names.get(key)));
    const ours = members.map((one) => mine.entityName(one)).find((one) => one.startsWith("mine ") && !taken.has(one) && alike(members, mine, one));
    if (!ours) continue;
    theirs.entities.set(id, ours);
    taken.add(ours);
  }
}

/** @param {string[]} members of an entity @param {Version} version @param {string} entity another one, of that version */
function alike(members, version, entity) {
  const shared = members.filter((name) => version.entityName(name) === entity);
  return shared.length > 1 || version.chain(shared[0])[0] === members[0];
}

class Merging {
  /** @type {Conflict[]} */
  conflicts = [];

  /**
   * @param {State} base @param {State} mine @param {State} theirs
   * @param {Text} text
   * @param {Map<string, Side>} choices sides of conflicts by their ids; mine, where nothing is chosen
   */
  constructor(base, mine, theirs, text, choices) {
    this.base = new Version(base);
    this.mine = new Version(mine);
    this.theirs = new Version(theirs);
    this.text = text;
    this.choices = choices;
    nameEntities(this.base, this.mine, this.theirs);
  }

  /** @returns {State} */
  state() {
    const names = this.#kept();
    const place = new Map(names.map((name, number) => [name, number]));
    const numbered = (/** @type {string[]} */ some) => some.flatMap((name) => place.get(name) ?? []);
    const mentions = names.map((name) => this.#mention(name));
    const entities = this.#entities(names).map(({ members, ...entity }) => ({ ...entity, mentions: numbered(members) }));
    const links = names.flatMap((name, anaphor) => this.#links(name).map(({ antecedents, ...link }) => ({ ...link, anaphor, antecedents: numbered(antecedents) })));
    return { mentions, entities, links: links.filter(({ antecedents }) => antecedents.length), attributes: this.#attributes() };
  }

  /**
   * @template T
   * @param {string} name of the mention
   * @param {string} aspect
   * @param {{base: T, mine: T, theirs: T}} values
   * @param {{detail?: string, said?: {mine: string, theirs: string}}} [options] `detail` tells apart several values of one aspect, `said` is
   *   what the sides say in words, if not as they say it elsewhere
   * @returns {T}
   */
  #chosen(name, aspect, values, options) {
    if (same(values.mine, values.base) || same(values.mine, values.theirs)) return values.theirs;
    return same(values.theirs, values.base) ? values.mine : values[this.#ask(name, aspect, options)];
  }

  /** @param {string} name @param {string} aspect @param {{detail?: string, said?: {mine: string, theirs: string}}} [options] @returns {Side} */
  #ask(name, aspect, { detail = "", said } = {}) {
    const id = `${name} ${aspect} ${detail}`;
    const one = this.mine.has(name) ? this.mine : this.theirs, key = /** @type {number} */ (one.keys.get(name));
    const words = { mine: this.#said(this.mine, name, aspect), theirs: this.#said(this.theirs, name, aspect), ...said };
    this.conflicts.push({ id, at: startOf(one.model.mention(key)), words: wordsOf(this.text, one.model, key), aspect, mine: words.mine || "—", theirs: words.theirs || "—" });
    return this.choices.get(id) ?? "mine";
  }

  /** @param {Version} version @param {string} name @param {string} aspect */
  #said(version, name, aspect) {
    const key = version.keys.get(name);
    return key === undefined ? "" : ASPECTS[aspect]?.(version.model, key, this.text) ?? "";
  }

  /** Names of the mentions that are left, in textual order. */
  #kept() {
    const all = new Map([this.theirs, this.mine].flatMap((version) => [...version.keys].map(([name, key]) => [name, version.model.mention(key)])));
    const kept = [...all.keys()].filter((name) => this.#stays(name));
    return kept.sort((a, b) => startOf(/** @type {Mention} */ (all.get(a))) - startOf(/** @type {Mention} */ (all.get(b))));
  }

  /** @param {string} name */
  #stays(name) {
    const ours = this.mine.has(name);
    if (ours === this.theirs.has(name) || !this.base.has(name)) return true;
    const left = ours ? "mine" : "theirs"; // the side that still has it
    if (!this.#differs(this[left], name)) return false;
    const said = { mine: "removed", theirs: "removed", [left]: "changed" };
    return this.#ask(name, "mention", { said }) === left;
  }

  /** Whether a side says anything else of a mention than the base does. @param {Version} version @param {string} name */
  #differs(version, name) {
    const [one, other] = [this.base, version].map((from) => ({ ...from.mention(name), id: "" }));
    return !same(one, other) || this.#moved(version, name) || !same([...this.base.links(name)], [...version.links(name)]);
  }

  /**
   * Whether a side has put a mention into another chain, or has said that it is alone. That another one was linked to it, which makes it the
   * first of a new chain, decides nothing about it.
   * @param {Version} version @param {string} name
   */
  #moved(version, name) {
    const before = this.base.entityName(name), now = version.entityName(name);
    if (!version.has(name) || now === before) return false;
    const chain = version.chain(name);
    return before !== "" || now.startsWith("base ") || chain.length === 1 || chain[0] !== name;
  }

  /** @param {string} name */
  #mention(name) {
    const only = !this.theirs.has(name) ? this.mine : !this.mine.has(name) ? this.theirs : null;
    if (only) return only.mention(name);
    const base = this.base.mention(name), mine = this.mine.mention(name), theirs = this.theirs.mention(name);
    const said = { ...theirs };
    for (const [aspect, fields] of FIELDS) {
      const part = (/** @type {Mention} */ one) => Object.fromEntries(fields.map((field) => [field, one[field]]));
      Object.assign(said, this.#chosen(name, aspect, { base: part(base), mine: part(mine), theirs: part(theirs) }));
    }
    return { ...said, attributes: this.#described(name, { base: base.attributes, mine: mine.attributes, theirs: theirs.attributes }) };
  }

  /** Attributes one by one. @param {string} name @param {{base: Attributes, mine: Attributes, theirs: Attributes}} all @param {string} [detail] @returns {Attributes} */
  #described(name, all, detail = "") {
    const every = [...new Set(Object.values(all).flat().map(([own]) => own))];
    return every.flatMap((own) => {
      const values = { base: pick(all.base, own), mine: pick(all.mine, own), theirs: pick(all.theirs, own) };
      const told = (/** @type {Attributes} */ pairs) => pairs.map(([, value]) => value).join("; ");
      return this.#chosen(name, own, values, { detail, said: { mine: told(values.mine), theirs: told(values.theirs) } });
    });
  }

  /** Which side decides on the chain of a mention; `null`: neither has moved it. @param {string} name @returns {Side | null} */
  #decider(name) {
    const mine = this.#moved(this.mine, name), theirs = this.#moved(this.theirs, name);
    if (mine && theirs && this.mine.entityName(name) !== this.theirs.entityName(name)) return this.#ask(name, "antecedent");
    return mine ? "mine" : theirs ? "theirs" : null;
  }

  /**
   * Chains: a mention that a side has moved goes with the nearest one it has there; those that nobody has moved stay together.
   * @param {string[]} names
   */
  #entities(names) {
    const deciders = new Map(names.map((name) => [name, this.#decider(name)]));
    const groups = new Groups(names);
    for (const name of names) {
      const company = this.#company(name, deciders);
      if (company !== undefined) groups.join(name, company);
    }
    const used = new Set();
    return groups.all().flatMap((members) => {
      const said = members.map((name) => this[deciders.get(name) ?? "base"].entityName(name)).filter(Boolean);
      return said.length || members.length > 1 ? [{ members, ...this.#entity(members[0], said, used) }] : [];
    });
  }

  /** The mention whose chain another one belongs to. @param {string} name @param {Map<string, Side | null>} deciders @returns {string | undefined} */
  #company(name, deciders) {
    const side = deciders.get(name);
    if (!side) {
      const chain = this.base.chain(name);
      return chain.slice(0, chain.indexOf(name)).reverse().find((other) => deciders.get(other) === null);
    }
    const chain = this[side].chain(name), at = chain.indexOf(name);
    const near = [...chain.slice(0, Math.max(0, at)).reverse(), ...chain.slice(at + 1)].filter((other) => deciders.has(other));
    // One that the other side has moved comes last: this side knew it where it was; one that this side would have moved does not count.
    const own = near.filter((other) => deciders.get(other) !== opposite(side));
    return own[0] ?? near.find((other) => !this.#moved(this[side], other));
  }

  /** @param {string} first mention of it @param {string[]} said names its mentions' entities have @param {Set<string>} used ids */
  #entity(first, said, used) {
    const names = [...new Set(said)];
    const described = names.map((entity) => {
      const found = { base: this.base.named(entity), mine: this.mine.named(entity), theirs: this.theirs.named(entity) };
      const blank = { type: "", attributes: /** @type {Attributes} */ ([]) };
      const [base, mine, theirs] = [found.base ?? blank, found.mine ?? found.base ?? found.theirs ?? blank, found.theirs ?? found.base ?? found.mine ?? blank];
      const type = this.#chosen(first, "entity type", { base: base.type, mine: mine.type, theirs: theirs.type }, { detail: entity, said: { mine: mine.type, theirs: theirs.type } });
      return { type, attributes: this.#described(first, { base: base.attributes, mine: mine.attributes, theirs: theirs.attributes }, entity) };
    });
    let id = (names[0] ?? "").replace(/^\w+ /, "");
    for (let number = used.size + 1; !id || used.has(id); number += 1) id = `e${number}`;
    used.add(id);
    return { id, type: described.find(({ type }) => type)?.type ?? "", attributes: described.find(({ attributes }) => attributes.length)?.attributes ?? [] };
  }

  /** @param {string} name @returns {NamedLink[]} */
  #links(name) {
    const only = !this.theirs.has(name) ? this.mine : !this.mine.has(name) ? this.theirs : null;
    if (only) return [...only.links(name).values()].flat();
    const base = this.base.links(name), mine = this.mine.links(name), theirs = this.theirs.links(name);
    const kinds = new Set([...base.keys(), ...mine.keys(), ...theirs.keys()]);
    return [...kinds].flatMap((kind) => this.#chosen(name, "links", { base: base.get(kind) ?? [], mine: mine.get(kind) ?? [], theirs: theirs.get(kind) ?? [] }, { detail: kind }));
  }

  /** Of the annotation as a whole; rulings one by one. @returns {Attributes} */
  #attributes() {
    const [base, mine, theirs] = [this.base, this.mine, this.theirs].map(({ model }) => model.attributes.get(0) ?? []);
    const rulings = [base, mine, theirs].map((one) => rulingsIn(one));
    const merged = new Map([...rulings[1]].filter(([name, ruling]) => rulings[2].get(name) === ruling || rulings[0].get(name) !== ruling));
    for (const [name, ruling] of rulings[2]) if (!merged.has(name) && rulings[0].get(name) !== ruling) merged.set(name, ruling);
    return withRulings(same(mine, base) ? theirs : mine, merged);
  }
}

/** @param {Attributes} attributes @param {string} name */
const pick = (attributes, name) => attributes.filter(([own]) => own === name);

/** Mentions that belong together. */
class Groups {
  /** @param {string[]} names */
  constructor(names) {
    this.names = names;
    /** @type {Map<string, string>} */
    this.parents = new Map();
  }

  /** @param {string} name @returns {string} */
  #top(name) {
    let top = name;
    for (let parent = this.parents.get(top); parent !== undefined; parent = this.parents.get(top)) top = parent;
    if (top !== name) this.parents.set(name, top);
    return top;
  }

  /** @param {string} one @param {string} other */
  join(one, other) {
    const [a, b] = [this.#top(one), this.#top(other)];
    if (a !== b) this.parents.set(a, b);
  }

  /** @returns {string[][]} in textual order */
  all() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const name of this.names) found.set(this.#top(name), [...(found.get(this.#top(name)) ?? []), name]);
    return [...found.values()];
  }
}

/**
 * @param {State} base what both sides began with
 * @param {State} mine
 * @param {State} theirs
 * @param {Text} text
 * @param {Map<string, Side>} [choices] sides of conflicts by their ids; mine, where nothing is chosen
 * @returns {Merged} the conflicts, in textual order, are the same whatever is chosen
 */
export function merged(base, mine, theirs, text, choices = new Map()) {
  const merging = new Merging(base, mine, theirs, text, choices);
  const state = merging.state();
  return { state, conflicts: merging.conflicts.sort((a, b) => a.at - b.at) };
}
