// Entities that have a number key of their own: up to nine, remembered by the browser for this annotation.

/** @typedef {import("../model/model.js").Model} Model */

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export class Pins extends EventTarget {
  /** Entities by their numbers. @type {Map<number, string>} */
  #entities = new Map();

  /** @param {Model} model @param {string} name under which the browser remembers them; empty: not at all */
  constructor(model, name) {
    super();
    this.model = model;
    this.name = name;
    this.#recall();
  }

  #recall() {
    try {
      const kept = JSON.parse((this.name && localStorage.getItem(this.name)) || "[]");
      for (const [number, id] of kept) if (DIGITS.includes(number) && typeof id === "string") this.#entities.set(number, id);
    } catch {
      // What another program wrote there is not for us.
    }
  }

  /** The entity with this number; an entity that is gone comes back with undo, and so does its number. @param {number} number @returns {string | null} */
  entity(number) {
    const id = this.#entities.get(number);
    return id !== undefined && this.model.entities.has(id) ? id : null;
  }

  /** @param {string} id @returns {number | null} */
  numberOf(id) {
    return DIGITS.find((number) => this.entity(number) === id) ?? null;
  }

  /** Numbers that are not taken. */
  get free() {
    return DIGITS.filter((number) => this.entity(number) === null);
  }

  /** Numbers and entities, in order. @returns {[number, string][]} */
  get all() {
    return DIGITS.flatMap((number) => {
      const id = this.entity(number);
      return id === null ? [] : [/** @type {[number, string]} */ ([number, id])];
    });
  }

  /** Pin an entity to the first free number, or unpin it. @param {string} id @returns {number | null} its number; `null`: it has none now, or none is free */
  toggle(id) {
    const old = this.numberOf(id), number = old === null ? this.free[0] ?? null : null;
    if (old !== null) this.#entities.delete(old);
    if (number !== null) this.#entities.set(number, id);
    if (this.name) localStorage.setItem(this.name, JSON.stringify([...this.#entities]));
    this.dispatchEvent(new Event("pins"));
    return number;
  }
}
