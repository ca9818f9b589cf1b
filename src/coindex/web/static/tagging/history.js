// Undo and redo without limit: changes, not copies.

/** @typedef {import("../model/model.js").Change} Change */
/** @typedef {{label: string, change: Change, active: number | null}} Deed `active`: the mention it was done to. */

export class History {
  /** @type {Deed[]} */
  #done = [];
  /** @type {Deed[]} */
  #undone = [];

  /** @param {import("../model/model.js").Model} model */
  constructor(model) {
    this.model = model;
  }

  /** @param {Deed} deed */
  add(deed) {
    this.#done.push(deed);
    this.#undone = [];
  }

  /** @returns {Deed | null} What was taken back. */
  undo() {
    const deed = this.#done.pop();
    if (!deed) return null;
    this.model.undo(deed.change);
    this.#undone.push(deed);
    return deed;
  }

  /** @returns {Deed | null} */
  redo() {
    const deed = this.#undone.pop();
    if (!deed) return null;
    this.model.redo(deed.change);
    this.#done.push(deed);
    return deed;
  }

  /** What undo and redo would do; empty: nothing. */
  get next() {
    return { undo: this.#done[this.#done.length - 1]?.label ?? "", redo: this.#undone[this.#undone.length - 1]?.label ?? "" };
  }
}
