// What the server has of an annotation, and what was changed since: a save sends the change, not the whole state.
import { endOf, startOf } from "./model.js";
import { told, withoutDefaults } from "./wire.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Mention} Mention */
/** @typedef {import("./model.js").Entity} Entity */
/** @typedef {import("./model.js").Link} Link */
/** @typedef {import("./model.js").Attributes} Attributes */
/** @typedef {import("./wire.js").State} State */
/**
 * @typedef {object} Snapshot A state as the server lists it: rows, and their keys in the order of its lists.
 * @property {Map<number, Mention>} mentions
 * @property {number[]} order
 * @property {Map<string, Entity>} entities
 * @property {string[]} ids
 * @property {Map<number, Link>} links
 * @property {number[]} numbers
 * @property {Attributes} attributes
 */
/** @typedef {Map<any, number>} Places */
/** @typedef {{body: {annotation: State} | {change: any}, after: Snapshot}} Pending `after`: what the server has once it has taken `body`. */

/** Changes of fewer rows are always sent as such. */
const FEW = 50;

export class Baseline {
  /** The revision that was read or saved last. @type {number | null} */
  revision;
  /** `null`: not known, so that the whole state has to be sent. @type {Snapshot | null} */
  #known;

  /**
   * @param {Model} model as it was read
   * @param {number | null} revision it was read from, if there is one
   */
  constructor(model, revision) {
    this.model = model;
    this.revision = revision;
    this.#known = snapshot(model, [...model.mentions.keys()], [...model.entities.keys()], [...model.links.keys()]);
  }

  /** What the server does not have yet. @returns {Pending} */
  pending() {
    const found = this.#known && this.#few(this.#known) ? changed(this.#known, this.model) : null;
    if (found) return { body: { change: found.change }, after: found.after };
    const { state, order } = told(this.model);
    return { body: { annotation: state }, after: snapshot(this.model, order, [...this.model.entities.keys()], [...this.model.links.keys()]) };
  }

  /**
   * The state on the page for a question to the server, without sending what the server has.
   * @param {string} source
   * @returns {{asked: any, order: number[]}} `order` has the key of each mention of the state's list
   */
  question(source) {
    const { body, after } = this.pending();
    if ("change" in body && this.revision !== null) return { asked: { source, base: this.revision, ...body }, order: after.order };
    const { state, order } = told(this.model);
    return { asked: { annotation: state }, order };
  }

  /** The server has saved what was pending. @param {number} revision @param {Snapshot} after */
  settle(revision, after) {
    this.revision = revision;
    this.#known = after;
  }

  /** The server has something else: the next save sends everything. @param {number | null} revision */
  forget(revision) {
    this.revision = revision;
    this.#known = null;
  }

  /** Whether a change is worth telling: fewer rows differ than stay. @param {Snapshot} known */
  #few(known) {
    let rows = 0, same = 0;
    for (const table of /** @type {const} */ (["mentions", "entities", "links"])) {
      const now = /** @type {Map<any, any>} */ (this.model[table]);
      rows += Math.max(now.size, known[table].size);
      for (const [key, row] of known[table]) same += Number(now.get(key) === row);
    }
    return rows - same < FEW || rows - same < same;
  }
}

/** @param {Model} model @param {number[]} order @param {string[]} ids @param {number[]} numbers @returns {Snapshot} Rows are never changed, so that a copy of the tables is enough. */
function snapshot(model, order, ids, numbers) {
  return { mentions: new Map(model.mentions), order, entities: new Map(model.entities), ids, links: new Map(model.links), numbers, attributes: model.attributes.get(0) ?? [] };
}

/** @param {Snapshot} known @param {Model} model */
function changed(known, model) {
  const { mentions, order } = mentionChanges(known, model);
  /** @type {Places} */
  const before = places(known.order), now = places(order);
  const { entities, ids } = entityChanges(known, model, before, now);
  const { links, numbers } = linkChanges(known, model, now);
  const attributes = attributeChanges(known.attributes, model.attributes.get(0) ?? []);
  return { change: filled({ mentions, entities, links, attributes }), after: snapshot(model, order, ids, numbers) };
}

/** @type {WeakMap<any[], Places>} */
const remembered = new WeakMap();

/** Remembered for a list, because most changes leave the list of mentions as it was. @param {any[]} keys never changed afterwards @returns {Places} */
function places(keys) {
  const counted = remembered.get(keys) ?? new Map(keys.map((key, place) => [key, place]));
  remembered.set(keys, counted);
  return counted;
}

/** @param {any} one @param {any} other */
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Without empty lists, and what consists of nothing else. @param {any} told */
function filled(told) {
  const lists = Object.entries(told).map(([name, kinds]) => [name, Object.fromEntries(Object.entries(kinds).filter(([, rows]) => rows.length))]);
  return Object.fromEntries(lists.filter(([, kinds]) => Object.keys(kinds).length));
}

/**
 * New mentions, and those with other words, are put where they belong in the text; all others stay as they are listed.
 * @param {Snapshot} known
 * @param {Model} model
 */
function mentionChanges(known, model) {
  const removed = /** @type {number[]} */ ([]), rows = /** @type {any[]} */ ([]), moving = new Set();
  known.order.forEach((key, place) => {
    const was = /** @type {Mention} */ (known.mentions.get(key)), is = model.mentions.get(key);
    if (!is) removed.push(place);
    if (!is || is === was || alike(is, was)) return;
    rows.push([place, withoutDefaults(is)]);
    if (startOf(is) !== startOf(was) || endOf(is) !== endOf(was)) moving.add(key);
  });
  const fresh = [...model.mentions.keys()].filter((key) => !known.mentions.has(key));
  if (!removed.length && !moving.size && !fresh.length) return { mentions: { removed, changed: rows, moved: [], added: [] }, order: known.order };
  const staying = known.order.filter((key) => model.mentions.has(key) && !moving.has(key));
  const order = merged(staying, [...moving, ...fresh].sort(model.before), model.before);
  const before = places(known.order), now = places(order);
  const moved = [...moving].map((key) => [before.get(key), now.get(key)]);
  const added = fresh.map((key) => [now.get(key), withoutDefaults(model.mention(key))]);
  return { mentions: { removed, changed: rows, moved, added }, order };
}

/** @param {number[]} staying @param {number[]} coming in textual order @param {(a: number, b: number) => number} before */
function merged(staying, coming, before) {
  if (!coming.length) return staying;
  const order = /** @type {number[]} */ ([]);
  let next = 0;
  for (const key of staying) {
    while (next < coming.length && before(coming[next], key) < 0) order.push(coming[next++]);
    order.push(key);
  }
  return [...order, ...coming.slice(next)];
}

/** @param {Snapshot} known @param {Model} model @param {Places} before @param {Places} now */
function entityChanges(known, model, before, now) {
  const removed = /** @type {number[]} */ ([]), rows = /** @type {any[]} */ ([]), added = /** @type {any[]} */ ([]);
  known.ids.forEach((id, place) => {
    const was = /** @type {Entity} */ (known.entities.get(id)), is = model.entities.get(id);
    if (!is) removed.push(place);
    else if (is !== was) {
      const differing = entityChange(was, is, before, now);
      if (Object.keys(differing).length) rows.push([place, differing]);
    }
  });
  const ids = known.ids.filter((id) => model.entities.has(id));
  for (const [id, entity] of model.entities) {
    if (known.entities.has(id)) continue;
    added.push([ids.length, withoutDefaults({ ...entity, mentions: entity.mentions.map((key) => now.get(key)) })]);
    ids.push(id);
  }
  return { entities: { removed, changed: rows, added }, ids };
}

/** What differs in an entity, which may have thousands of mentions. @param {Entity} was @param {Entity} is @param {Places} before @param {Places} now */
function entityChange(was, is, before, now) {
  const earlier = new Set(was.mentions), later = new Set(is.mentions);
  const joined = is.mentions.filter((key) => !earlier.has(key)).map((key) => now.get(key));
  const left = was.mentions.filter((key) => !later.has(key)).map((key) => before.get(key));
  return {
    ...(joined.length ? { joined } : {}), ...(left.length ? { left } : {}),
    ...(is.type === was.type ? {} : { type: is.type }), ...(alike(is.attributes, was.attributes) ? {} : { attributes: is.attributes }),
  };
}

/** @param {Snapshot} known @param {Model} model @param {Places} now */
function linkChanges(known, model, now) {
  const row = (/** @type {Link} */ link) => ({ ...withoutDefaults(link), anaphor: now.get(link.anaphor), antecedents: link.antecedents.map((key) => now.get(key)) });
  const removed = /** @type {number[]} */ ([]), rows = /** @type {any[]} */ ([]), added = /** @type {any[]} */ ([]);
  known.numbers.forEach((key, place) => {
    const was = known.links.get(key), is = model.links.get(key);
    if (!is) removed.push(place);
    else if (is !== was && !alike(is, was)) rows.push([place, row(is)]);
  });
  const numbers = known.numbers.filter((key) => model.links.has(key));
  for (const [key, link] of model.links) {
    if (known.links.has(key)) continue;
    added.push([numbers.length, row(link)]);
    numbers.push(key);
  }
  return { links: { removed, changed: rows, added }, numbers };
}

/** @param {Attributes} was @param {Attributes} is */
function attributeChanges(was, is) {
  const both = Math.min(was.length, is.length);
  return {
    removed: was.slice(both).map((_, place) => both + place),
    changed: is.slice(0, both).flatMap((pair, place) => (alike(pair, was[place]) ? [] : [[place, pair]])),
    added: is.slice(both).map((pair, place) => [both + place, pair]),
  };
}
