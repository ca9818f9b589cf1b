// Undo and redo without limit: changes, not copies. Below what was done on the page lie the revisions that were saved before.
import { startOf } from "../model/model.js";
import { replace } from "../model/replacing.js";

/** @typedef {import("../model/model.js").Model} Model */
/** @typedef {import("../model/model.js").Change} Change */
/** @typedef {import("./trail.js").Direction} Direction */
/** @typedef {{label: string, change: Change, active: number | null}} Deed `active`: the mention it was done to. */

export class History {
  /** @type {Deed[]} */
  #done = [];
  /** @type {Deed[]} */
  #undone = [];
  /** What was saved before the page was opened. @type {import("./trail.js").Trail | null} */
  trail = null;

  /** @param {Model} model */
  constructor(model) {
    this.model = model;
  }

  /** @param {Deed} deed */
  add(deed) {
    this.#done.push(deed);
    this.#undone = [];
    this.trail?.leave();
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

  /**
   * A step to a stored revision; afterwards it is a deed like any other.
   * @param {Direction} direction
   * @returns {Promise<Deed | null>} `null`: none is left, or something else was done in the meantime
   */
  async reach(direction) {
    const { version } = this.model, stop = await this.trail?.next(direction);
    if (!stop || this.model.version !== version) return null;
    const change = this.model.change((draft) => replace(draft, stop.state));
    stop.take();
    if (!change.length) return this.reach(direction); // only “finished” was changed
    const deed = { label: stop.label, change, active: firstOf(this.model, change) };
    if (direction === "redo") this.#done.push(deed);
    else this.#undone.push({ ...deed, change: change.map((step) => ({ ...step, before: step.after, after: step.before })) });
    return deed;
  }

  /** What undo and redo would do; empty: nothing. */
  get next() {
    return {
      undo: this.#done[this.#done.length - 1]?.label ?? this.trail?.label("undo") ?? "",
      redo: this.#undone[this.#undone.length - 1]?.label ?? this.trail?.label("redo") ?? "",
    };
  }
}

/** The first mention in the text that a change concerns, and that is there. @param {Model} model @param {Change} change */
function firstOf(model, change) {
  const keys = change.flatMap(({ table, key, before, after }) => {
    if (table === "mentions") return [key];
    if (table === "links") return [(after ?? before).anaphor];
    if (table !== "entities") return [];
    const was = new Set(before?.mentions), is = new Set(after?.mentions);
    return [...was, ...is].filter((one) => was.has(one) !== is.has(one));
  });
  const present = keys.filter((key) => model.mentions.has(key));
  return present.length ? present.reduce((first, key) => (startOf(model.mention(key)) < startOf(model.mention(first)) ? key : first)) : null;
}
