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
/** @typedef {{order: number[], ids: string[], numbers: number[], attributes: Attributes}} Lists */
/** @typedef {"mentions" | "entities" | "links"} Table */
/** @typedef {[Table, any, any][]} Rows Table, key and row; `undefined`: no such row. */
/** @typedef {Lists & ({whole: Snapshot} | {rows: Rows})} After What the server has once it has taken a change, or everything. */
/** @typedef {{get: (key: any) => number | undefined}} Places */
/** @typedef {{body: {annotation: State} | {change: any}, after: After}} Pending `after`: what the server has once it has taken `body`. */

/** @type {Table[]} */
const TABLES = ["mentions", "entities", "links"];
/** Changes of fewer rows are always sent as such. */
const FEW = 50;
/** Keys that are looked for in a list one by one; for more, all places are noted. */
const SEARCHED = 20;

/** Its work grows with what was changed, not with the annotation: the model notes which rows were set. */
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
    this.#known = snapshot(model, [...model.mentions.keys()]);
    for (const table of TABLES) model.touched[table].clear();
  }

  /** What the server does not have yet. @returns {Pending} */
  pending() {
    const known = this.#known, differing = known && this.#differing(known);
    if (known && differing && this.#few(known, differing)) {
      const { change, ...lists } = changed(known, this.model, differing);
      const rows = /** @type {Rows} */ (TABLES.flatMap((table) => differing[table].map((key) => [table, key, /** @type {Map<any, any>} */ (this.model[table]).get(key)])));
      return { body: { change }, after: { ...lists, rows } };
    }
    const { state, order } = told(this.model), whole = snapshot(this.model, order);
    return { body: { annotation: state }, after: { ...whole, whole } };
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

  /** The server has saved what was pending. @param {number} revision @param {After} after */
  settle(revision, after) {
    this.revision = revision;
    if ("whole" in after) this.#known = after.whole;
    else if (this.#known) {
      const { rows, ...lists } = after, known = this.#known;
      Object.assign(known, lists);
      for (const [table, key, row] of rows) {
        const stored = /** @type {Map<any, any>} */ (known[table]);
        if (row === undefined) stored.delete(key);
        else stored.set(key, row);
      }
    }
    if (!this.#known) return;
    // Only now: a row that was taken back while it was being saved is as the server had it, and not as it has it after the save.
    const differing = this.#differing(this.#known);
    for (const table of TABLES) this.model.touched[table] = new Set(differing[table]);
  }

  /** The server has something else: the next save sends everything. @param {number | null} revision */
  forget(revision) {
    this.revision = revision;
    this.#known = null;
  }

  /** Keys of rows that are not as the server has them. @param {Snapshot} known @returns {Record<Table, any[]>} */
  #differing(known) {
    const of = (/** @type {Table} */ table) => [...this.model.touched[table]].filter((key) => /** @type {Map<any, any>} */ (this.model[table]).get(key) !== /** @type {Map<any, any>} */ (known[table]).get(key));
    return { mentions: of("mentions"), entities: of("entities"), links: of("links") };
  }

  /** Whether a change is worth telling: fewer rows differ than stay. @param {Snapshot} known @param {Record<Table, any[]>} differing */
  #few(known, differing) {
    const count = TABLES.reduce((sum, table) => sum + differing[table].length, 0);
    const rows = TABLES.reduce((sum, table) => sum + Math.max(this.model[table].size, known[table].size), 0);
    return count < FEW || count < rows - count;
  }
}

/** @param {Model} model @param {number[]} order @returns {Snapshot} Rows are never changed, so that a copy of the tables is enough. */
function snapshot(model, order) {
  return {
    mentions: new Map(model.mentions), order, entities: new Map(model.entities), ids: [...model.entities.keys()],
    links: new Map(model.links), numbers: [...model.links.keys()], attributes: model.attributes.get(0) ?? [],
  };
}

/** @param {Snapshot} known @param {Model} model @param {Record<Table, any[]>} differing @returns {Lists & {change: any}} */
function changed(known, model, differing) {
  const { mentions, order } = mentionChanges(known, model, differing.mentions);
  const before = places(known.order), now = places(order);
  const { entities, ids } = entityChanges(known, model, differing.entities, before, now);
  const { links, numbers } = linkChanges(known, model, differing.links, now);
  const is = model.attributes.get(0) ?? [];
  return { change: filled({ mentions, entities, links, attributes: attributeChanges(known.attributes, is) }), order, ids, numbers, attributes: is };
}

/** Where keys are in a list. @param {any[]} keys @returns {Places} */
function places(keys) {
  let searched = 0;
  /** @type {Map<any, number> | null} */
  let counted = null;
  return {
    get: (key) => {
      if (!counted && (searched += 1) > SEARCHED) counted = new Map(keys.map((one, place) => [one, place]));
      if (counted) return counted.get(key);
      const place = keys.indexOf(key);
      return place < 0 ? undefined : place;
    },
  };
}

/** @param {any} one @param {any} other */
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Without empty lists, and what consists of nothing else. @param {any} told */
function filled(told) {
  const lists = Object.entries(told).map(([name, kinds]) => [name, Object.fromEntries(Object.entries(kinds).filter(([, rows]) => rows.length))]);
  return Object.fromEntries(lists.filter(([, kinds]) => Object.keys(kinds).length));
}

/** @param {any} one @param {any} other Pairs that begin with a place in a list. */
const byPlace = (one, other) => (one[0] ?? one) - (other[0] ?? other);

/**
 * New mentions, and those with other words, are put where they belong in the text; all others stay as they are listed.
 * @param {Snapshot} known
 * @param {Model} model
 * @param {number[]} keys
 */
function mentionChanges(known, model, keys) {
  const removed = /** @type {number[]} */ ([]), rows = /** @type {any[]} */ ([]), moving = /** @type {number[]} */ ([]), fresh = /** @type {number[]} */ ([]);
  const before = places(known.order);
  for (const key of keys) {
    const was = known.mentions.get(key), is = model.mentions.get(key), place = /** @type {number} */ (before.get(key));
    if (!was && is) fresh.push(key);
    else if (was && !is) removed.push(place);
    else if (was && is && !alike(is, was)) {
      rows.push([place, withoutDefaults(is)]);
      if (startOf(is) !== startOf(was) || endOf(is) !== endOf(was)) moving.push(key);
    }
  }
  removed.sort(byPlace);
  rows.sort(byPlace);
  if (!removed.length && !moving.length && !fresh.length) return { mentions: { removed, changed: rows, moved: [], added: [] }, order: known.order };
  const gone = new Set([...moving, ...keys.filter((key) => !model.mentions.has(key))]);
  const staying = gone.size ? known.order.filter((key) => !gone.has(key)) : known.order;
  const order = merged(staying, [...moving, ...fresh].sort(model.before), model.before);
  const now = places(order);
  const moved = moving.map((key) => [before.get(key), now.get(key)]);
  const added = fresh.map((key) => [now.get(key), withoutDefaults(model.mention(key))]).sort(byPlace);
  return { mentions: { removed, changed: rows, moved: moved.sort(byPlace), added }, order };
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

/** @param {Snapshot} known @param {Model} model @param {string[]} differing @param {Places} before @param {Places} now */
function entityChanges(known, model, differing, before, now) {
  const removed = /** @type {number[]} */ ([]), rows = /** @type {any[]} */ ([]), added = /** @type {any[]} */ ([]);
  const listed = places(known.ids), fresh = /** @type {string[]} */ ([]);
  for (const id of differing) {
    const was = known.entities.get(id), is = model.entities.get(id), place = /** @type {number} */ (listed.get(id));
    if (!was) {
      if (is) fresh.push(id);
    } else if (!is) removed.push(place);
    else {
      const change = entityChange(was, is, before, now);
      if (Object.keys(change).length) rows.push([place, change]);
    }
  }
  const ids = listedAfter(known.ids, removed, fresh);
  fresh.forEach((id, place) => {
    const entity = /** @type {Entity} */ (model.entities.get(id));
    added.push([ids.length - fresh.length + place, withoutDefaults({ ...entity, mentions: entity.mentions.map((key) => now.get(key)) })]);
  });
  return { entities: { removed: removed.sort(byPlace), changed: rows.sort(byPlace), added }, ids };
}

/** A list without some of its places, and with more at its end. @template T @param {T[]} listed @param {number[]} removed @param {T[]} fresh @returns {T[]} */
function listedAfter(listed, removed, fresh) {
  const gone = new Set(removed);
  const staying = gone.size ? listed.filter((_, place) => !gone.has(place)) : listed;
  return fresh.length ? [...staying, ...fresh] : staying;
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

/** @param {Snapshot} known @param {Model} model @param {number[]} differing @param {Places} now */
function linkChanges(known, model, differing, now) {
  const row = (/** @type {Link} */ link) => ({ ...withoutDefaults(link), anaphor: now.get(link.anaphor), antecedents: link.antecedents.map((key) => now.get(key)) });
  const removed = /** @type {number[]} */ ([]), rows = /** @type {any[]} */ ([]);
  const listed = places(known.numbers), fresh = /** @type {number[]} */ ([]);
  for (const key of differing) {
    const was = known.links.get(key), is = model.links.get(key), place = /** @type {number} */ (listed.get(key));
    if (!was) {
      if (is) fresh.push(key);
    } else if (!is) removed.push(place);
    else if (!alike(is, was)) rows.push([place, row(is)]);
  }
  const numbers = listedAfter(known.numbers, removed, fresh);
  const added = fresh.map((key, place) => [numbers.length - fresh.length + place, row(/** @type {Link} */ (model.links.get(key)))]);
  return { links: { removed: removed.sort(byPlace), changed: rows.sort(byPlace), added }, numbers };
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
