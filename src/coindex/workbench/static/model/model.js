// An annotation that is being edited: tables of mentions, entities and links, and changes that can be taken back.

/** @typedef {import("../reader/document.js").Span} Span */
/** @typedef {[string, string][]} Attributes */
/**
 * @typedef {object} Mention Never changed, only replaced.
 * @property {string} id
 * @property {Span[]} parts
 * @property {number | null} zero the token a zero pronoun stands before; it has no parts then
 * @property {number | null} head
 * @property {string} kind
 * @property {Span | null} minimum
 * @property {string} reference
 * @property {string} subtype
 * @property {Attributes} attributes
 */
/** @typedef {{id: string, mentions: number[], type: string, attributes: Attributes}} Entity Mentions by their keys, in textual order. */
/** @typedef {{anaphor: number, antecedents: number[], relation: string, subtype: string, optional: boolean, attributes: Attributes}} Link */
/** @typedef {{mentions: Mention, entities: Entity, links: Link, attributes: Attributes}} Rows */
/** @typedef {{table: keyof Rows, key: any, before: any, after: any}} Step `undefined`: no such row. */
/** @typedef {Step[]} Change */

export class Model {
  /** @type {Map<number, Mention>} */
  mentions = new Map();
  /** @type {Map<string, Entity>} */
  entities = new Map();
  /** @type {Map<number, Link>} */
  links = new Map();
  /** The attributes of the annotation as a whole, under the only key 0. @type {Map<number, Attributes>} */
  attributes = new Map();
  /** @type {Map<number, string>} */
  #entityOf = new Map();
  /** @type {Map<number, Set<number>>} */
  #linksFrom = new Map();
  /** @type {number[] | null} */
  #order = null;
  /** Mentions that were added, removed or moved since the order was last asked for. */
  #unsorted = 0;
  #next = 1;
  /** Grows with every change. */
  version = 0;
  /** Rows that were set, by table, since the last save, or since they were read: what may have to be saved. */
  touched = { mentions: /** @type {Set<number>} */ (new Set()), entities: /** @type {Set<string>} */ (new Set()), links: /** @type {Set<number>} */ (new Set()) };

  /**
   * Rows of an empty model, as they were read: not to be saved. One by one, those of a novel take three times as long.
   * @param {Mention[]} mentions the first gets the key 1, the next 2 ...
   * @param {(inText: boolean) => Iterable<Entity>} entities `inText`: the mentions are in textual order, and so are their keys
   */
  fill(mentions, entities) {
    let key = 0, inText = true;
    for (const mention of mentions) {
      this.mentions.set((key += 1), mention);
      inText &&= key === 1 || this.#compare(mentions[key - 2], mention) <= 0;
    }
    this.#next = key + 1;
    if (inText) this.#order = [...this.mentions.keys()];
    for (const entity of entities(inText)) {
      this.entities.set(entity.id, entity);
      for (const member of entity.mentions) this.#entityOf.set(member, entity.id);
    }
  }

  /** A key no mention or link has had. */
  newKey() {
    return this.#next++;
  }

  newEntityId() {
    let number = this.entities.size + 1;
    while (this.entities.has(`e${number}`)) number += 1;
    return `e${number}`;
  }

  /** @param {number} key @returns {Mention} */
  mention(key) {
    const found = this.mentions.get(key);
    if (!found) throw new Error(`no mention ${key}`);
    return found;
  }

  /** @param {number} key @returns {Entity | undefined} */
  entityOf(key) {
    const id = this.#entityOf.get(key);
    return id === undefined ? undefined : this.entities.get(id);
  }

  /** @param {number} key @returns {[number, Link][]} Links from a mention. */
  linksFrom(key) {
    return [...(this.#linksFrom.get(key) ?? [])].map((number) => [number, /** @type {Link} */ (this.links.get(number))]);
  }

  /** @param {number} key Whether any link goes out from a mention. */
  hasLinks(key) {
    return (this.#linksFrom.get(key)?.size ?? 0) > 0;
  }

  /** @param {number} key */
  #from(key) {
    const found = this.#linksFrom.get(key) ?? new Set();
    this.#linksFrom.set(key, found);
    return found;
  }

  /** Keys of all mentions in textual order, longer ones first. */
  get order() {
    this.#order ??= [...this.mentions.keys()].sort(this.before);
    this.#unsorted = 0;
    return this.#order;
  }

  /** @param {number} a @param {number} b */
  before = (a, b) => this.#compare(this.mention(a), this.mention(b)) || a - b;

  /** @param {Mention} left @param {Mention} right */
  #compare(left, right) {
    return startOf(left) - startOf(right) || Number(right.zero !== null) - Number(left.zero !== null) || endOf(right) - endOf(left);
  }

  /** @param {(draft: Draft) => void} edit @returns {Change} What it changed; nothing if it changed nothing. */
  change(edit) {
    const draft = new Draft(this);
    edit(draft);
    return draft.steps();
  }

  /** @param {Change} change */
  redo(change) {
    for (const { table, key, after } of change) this.set(table, key, after);
  }

  /** @param {Change} change */
  undo(change) {
    for (const { table, key, before } of change) this.set(table, key, before);
  }

  /**
   * @template {keyof Rows} Table
   * @param {Table} table
   * @param {any} key
   * @param {Rows[Table] | undefined} value
   */
  set(table, key, value) {
    const rows = /** @type {Map<any, any>} */ (this[table]);
    this.version += 1;
    const touched = /** @type {Record<string, Set<any> | undefined>} */ (this.touched);
    touched[table]?.add(key);
    if (table === "entities") {
      for (const member of rows.get(key)?.mentions ?? []) if (this.#entityOf.get(member) === key) this.#entityOf.delete(member);
      for (const member of /** @type {Entity | undefined} */ (value)?.mentions ?? []) this.#entityOf.set(member, key);
    }
    if (table === "links") {
      this.#linksFrom.get(rows.get(key)?.anaphor)?.delete(key);
      if (value) this.#from(/** @type {Link} */ (value).anaphor).add(key);
    }
    if (table === "mentions" && this.#order) this.#sortIn(Number(key), rows.get(key), /** @type {Mention | undefined} */ (value));
    if (table === "mentions" || table === "links") this.#next = Math.max(this.#next, Number(key) + 1);
    if (value === undefined) rows.delete(key);
    else rows.set(key, value);
  }

  /**
   * Keep the order while mentions are changed one by one: sorting all takes a tenth of a second in a novel.
   * @param {number} key
   * @param {Mention | undefined} was
   * @param {Mention | undefined} is
   */
  #sortIn(key, was, is) {
    if (was && is && was.zero === is.zero && startOf(was) === startOf(is) && endOf(was) === endOf(is)) return;
    this.#unsorted += 1;
    if (this.#unsorted > FEW) {
      this.#order = null;
      return;
    }
    const order = /** @type {number[]} */ (this.#order).filter((other) => other !== key); // a copy: others may hold the old one
    if (is) {
      this.mentions.set(key, is);
      let low = 0, high = order.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.before(order[middle], key) < 0) low = middle + 1;
        else high = middle;
      }
      order.splice(low, 0, key);
    }
    this.#order = order;
  }
}

/** Changes after which it is quicker to sort everything. */
const FEW = 30;

/** Edits under way: what rows were before is remembered. */
export class Draft {
  /** @type {Map<string, Step>} */
  #steps = new Map();

  /** @param {Model} model */
  constructor(model) {
    this.model = model;
  }

  /**
   * @template {keyof Rows} Table
   * @param {Table} table
   * @param {any} key
   * @param {Rows[Table] | undefined} value
   */
  set(table, key, value) {
    const name = `${table} ${key}`;
    const step = this.#steps.get(name) ?? { table, key, before: /** @type {Map<any, any>} */ (this.model[table]).get(key), after: undefined };
    step.after = value;
    this.#steps.set(name, step);
    this.model.set(table, key, value);
  }

  /** @param {number} key @param {Partial<Mention>} changes */
  mention(key, changes) {
    this.set("mentions", key, { ...this.model.mention(key), ...changes });
  }

  /** @param {string} id @param {Partial<Entity>} changes An entity without mentions goes. */
  entity(id, changes) {
    const { mentions, ...rest } = { id, mentions: [], type: "", attributes: [], ...this.model.entities.get(id), ...changes };
    const sorted = [...mentions].sort(this.model.before);
    this.set("entities", id, sorted.length ? { ...rest, mentions: sorted } : undefined);
  }

  steps() {
    return [...this.#steps.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  }
}

/** @param {Mention} mention */
export const startOf = (mention) => mention.zero ?? mention.parts[0][0];

/** @param {Mention} mention After its last token. */
export const endOf = (mention) => (mention.zero !== null ? mention.zero : mention.parts[mention.parts.length - 1][1]);

/** @param {{attributes: Attributes} | undefined} row @param {string} name */
export const attributeOf = (row, name) => row?.attributes.find(([own]) => own === name)?.[1] ?? "";

/** @param {Attributes} attributes @param {string} name @param {string} value Empty: without it. @returns {Attributes} */
export function withAttribute(attributes, name, value) {
  const rest = attributes.filter(([own]) => own !== name);
  return value ? [...rest, [name, value]] : rest;
}
