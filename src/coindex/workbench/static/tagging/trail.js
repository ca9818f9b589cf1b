// The way back to what was saved before the page was opened: stored revisions as steps of undo and redo.
import { content } from "../model/comparing.js";
import { modelOf } from "../model/wire.js";
import { fetched } from "../shell/api.js";
import { t, when } from "../shell/dom.js";

/** @typedef {import("../model/wire.js").State} State */
/** @typedef {import("./saving.js").Revision} Revision */
/** @typedef {"undo" | "redo"} Direction */
/** @typedef {{state: State, label: string, take: () => void}} Stop A state that a step leads to; `take`: the step is made. */

/** What people do in the tagging tool; anything else, such as an import, is not taken back step by step. */
const STEPS = ["save", "undo", "redo", "restore", "correction"];

/** States that are kept: those of a novel are long, and most are needed once. */
const CACHED = 8;

/**
 * Revisions are named by their numbers, which have no gaps; 0 is the empty annotation before the first one.
 *
 * Undo leads from a revision to the one before it. A revision that was itself an undo or a redo has the content of an earlier one, and the
 * way goes on from there. What another person saved is never taken back: the way ends there, and says so.
 */
export class Trail {
  /** The revision below everything that was done on this page. */
  #bottom;
  /** The one above everything that was undone on this page; `null`: something else was done since. @type {number | null} */
  #top;
  /** @type {Map<number, Revision>} */
  #revisions = new Map();
  /** @type {Map<number, Promise<State>>} */
  #states = new Map();
  /** Whether all revisions up to the one that was opened are known. */
  #complete = false;
  /** Whether redo leads anywhere from the top, if only a look at the revisions can tell. */
  #ahead = false;
  /** The look at the revisions, once it has begun. @type {Promise<boolean> | null} */
  #looked = null;

  /**
   * @param {object} parts
   * @param {string} parts.path of the annotation
   * @param {Revision | null} parts.opened the revision on the page
   * @param {string} parts.person whose revisions may be undone; empty without accounts
   * @param {boolean} parts.emptying whether undo may lead to the empty annotation before the first revision
   */
  constructor({ path, opened, person, emptying }) {
    this.path = path;
    this.opened = opened;
    this.person = person;
    this.floor = emptying ? 0 : 1;
    this.#bottom = this.#top = opened?.number ?? 0;
    if (opened) this.#revisions.set(opened.number, opened);
  }

  /** Something was done on the page: redo leads nowhere from there. */
  leave() {
    this.#top = null;
  }

  /** Finds out whether redo leads anywhere, if the last revision does not tell: it is a redo itself. @returns {Promise<boolean>} whether it looked */
  prepare() {
    return (this.#looked ??= this.#look().catch((error) => {
      this.#looked = null; // the next step tries again
      throw error;
    }));
  }

  async #look() {
    if (this.opened?.kind !== "redo") return false;
    await this.#load();
    this.#ahead = (await this.#after(this.opened.number)) !== null;
    return true;
  }

  /** What a step would take back or do again, as far as it is known; empty: nothing. @param {Direction} direction */
  label(direction) {
    if (direction === "redo") {
      const revision = this.#top === null ? undefined : this.#revisions.get(this.#top);
      const leads = revision && this.#own(revision) && (revision.kind === "undo" || (revision.kind === "redo" && this.#ahead));
      return leads ? t`what was undone before` : "";
    }
    if (this.#bottom <= this.floor || this.end) return "";
    const revision = /** @type {Revision} */ (this.#revisions.get(this.#bottom));
    return ["undo", "redo"].includes(revision.kind) ? t`an earlier revision` : named(revision);
  }

  /** Why undo leads no further than the bottom; empty: it does, or nothing is there. */
  get end() {
    const revision = this.#revisions.get(this.#bottom);
    if (!revision || this.#own(revision)) return "";
    if (revision.author !== this.person) return t`Undo ends here: revision ${revision.number} was saved by ${revision.author || t`another person`}. Earlier revisions can be restored under History.`;
    return t`Undo ends here: revision ${revision.number} was imported. Earlier revisions can be restored under History.`;
  }

  /** The state that a step leads to. @param {Direction} direction @returns {Promise<Stop | null>} */
  async next(direction) {
    if (direction === "redo") await this.prepare(); // the key may be faster than the server
    if (!this.label(direction)) return null;
    await this.#load();
    const from = direction === "undo" ? await this.#place(this.#bottom) : /** @type {number} */ (this.#top);
    const to = direction === "undo" ? await this.#before(from) : await this.#after(from);
    if (to === null) {
      if (direction === "undo") this.#bottom = from;
      else this.#top = null;
      return null;
    }
    const state = await this.#state(to), label = named(/** @type {Revision} */ (this.#revisions.get(direction === "undo" ? from : to)));
    const further = direction === "redo" && (await this.#after(to)) !== null;
    return { state, label, take: () => { if (direction === "undo") this.#bottom = to; else [this.#top, this.#ahead] = [to, further]; } };
  }

  /** @param {Revision} revision Whether this person made it, step by step. */
  #own = ({ author, kind }) => author === this.person && STEPS.includes(kind);

  /** The revision whose content an undo or a redo brought back, else the revision itself. @param {number} number @returns {Promise<number>} */
  async #place(number) {
    const revision = this.#revisions.get(number);
    if (!revision || !["undo", "redo"].includes(revision.kind) || !this.#own(revision)) return number;
    /** @type {number | null} */
    let place = number - 1;
    while ((place = revision.kind === "undo" ? await this.#before(place) : await this.#after(place)) !== null) {
      if (await this.#alike(place, number)) return place;
    }
    return number; // a state between two saves: a step like any other
  }

  /** Where undo leads from a revision. @param {number} number @returns {Promise<number | null>} */
  async #before(number) {
    const place = await this.#place(number), revision = this.#revisions.get(place);
    return revision && place > this.floor && this.#own(revision) ? place - 1 : null;
  }

  /** Where redo leads from a revision. @param {number} number @returns {Promise<number | null>} */
  async #after(number) {
    const revision = this.#revisions.get(number);
    if (!revision || !this.#own(revision)) return null;
    if (revision.kind === "undo") return number > 1 ? number - 1 : null;
    const place = revision.kind === "redo" ? await this.#place(number) : number;
    return place === number ? null : this.#after(place);
  }

  /** Whether two revisions say the same. @param {number} one @param {number} other */
  async #alike(one, other) {
    const counts = [one, other].map((number) => this.#revisions.get(number)?.counts ?? {}).map(({ mentions = 0, entities = 0, links = 0 }) => `${mentions} ${entities} ${links}`);
    if (counts[0] !== counts[1]) return false;
    const [first, second] = await Promise.all([this.#state(one), this.#state(other)]);
    return content(modelOf(first)) === content(modelOf(second));
  }

  async #load() {
    if (this.#complete || !this.opened) return;
    const { id, number, created } = this.opened;
    /** @type {Revision[]} */
    const listed = (await fetched(`${this.path}/revisions`)).filter((/** @type {Revision} */ one) => one.number <= number);
    if (listed[0]?.id !== id || listed[0].created !== created) throw new Error(OTHER);
    this.#revisions = new Map(listed.map((one) => [one.number, one]));
    this.#complete = true;
  }

  /** @param {number} number @returns {Promise<State>} */
  #state(number) {
    const known = this.#states.get(number) ?? this.#fetched(number);
    this.#states.delete(number);
    this.#states.set(number, known); // the last one that was asked for is the last one to go
    if (this.#states.size > CACHED) this.#states.delete([...this.#states.keys()][0]);
    known.catch(() => this.#states.delete(number));
    return known;
  }

  /** @param {number} number @returns {Promise<State>} */
  async #fetched(number) {
    if (!number) return {};
    const { id, created } = /** @type {Revision} */ (this.#revisions.get(number));
    const { revision, annotation } = await fetched(`${this.path}/revisions/${id}`);
    if (revision.created !== created || revision.number !== number) throw new Error(OTHER);
    return annotation;
  }
}

/** The same address may belong to another document, if the server was started with another database. */
const OTHER = t`This server has a different database open; load the page again.`;

/** @param {Revision} revision */
const named = ({ number, created }) => t`revision ${number} (${when(created)})`;
