// Saving by itself, and saying at every moment what is safe on the server and what is not.
import { Problem, Unreachable, call } from "../shell/api.js";
import { t } from "../reader/wording.js";
import { notice } from "../shell/dom.js";

/** @typedef {import("../model/baseline.js").Baseline} Baseline */
/** @typedef {import("../model/wire.js").State} State */
/** @typedef {{id: number, number: number, author: string, created: string, comment: string, kind: string, finished: boolean, counts: any}} Revision */
/** @typedef {"saved" | "waiting" | "saving" | "offline" | "conflict" | "refused" | "signed out"} Phase */

const PAUSE = 300;
const LONGEST_PAUSE = 15_000;
/** After this time without a key, what is being typed becomes a change. */
const TYPING = 1_000;
/** Characters of a save that outlives the page: browsers allow 64 KiB, and a character takes up to four bytes. */
const LASTING = 16_000;

export class Saver extends EventTarget {
  /** @type {Phase} */
  phase = "saved";
  message = "";
  /** What another page saved in the meantime. @type {(Revision & {annotation: State}) | null} */
  theirs = null;
  finished = false;
  /** What the next change is called, if not `save`. */
  nextKind = "";
  #version = 0;
  #kind = "save";
  #comment = "";
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The version that is being saved by a request that goes on if the page is left. */
  #outliving = -1;
  /** Puts what is being typed into the annotation. @type {(() => void) | null} */
  #write = null;
  /** Whether nothing but typing waits. */
  #typed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;

  /**
   * @param {{path: string, document: {database: string, checksum: string}, revision: Revision | null, state: () => State, baseline: Baseline}} options
   *   `path` of the annotation; `document` is what tells this document apart from that of another database at the same path;
   *   `baseline` knows what the server does not have yet
   */
  constructor({ path, document, revision, state, baseline }) {
    super();
    this.baseline = baseline;
    this.path = path;
    this.document = document;
    /** The name under which the browser keeps what could not be saved. */
    this.drafts = `coindex draft ${document.database} ${document.checksum} ${path}`;
    this.revision = revision;
    this.state = state;
    this.finished = revision?.finished ?? false;
    addEventListener("online", () => this.phase === "offline" && this.retry());
    addEventListener("pagehide", () => this.#leave());
    addEventListener("visibilitychange", () => globalThis.document.hidden && this.#leave());
    addEventListener("beforeunload", (event) => {
      this.#leave();
      if (this.phase !== "saved" && this.#outliving !== this.#version) event.preventDefault();
    });
  }

  /** The page may be gone in a moment: what waits is sent at once, and kept here until the server has it. */
  #leave() {
    this.#finish();
    if (this.phase === "waiting") {
      clearTimeout(this.#timer);
      this.#save();
    }
    if (this.phase !== "saved") this.keep();
  }

  /** @param {string} [kind] Something changed: `save`, `undo`, `redo` or `restore`. */
  changed(kind = "save") {
    this.#version += 1;
    this.#typed = false;
    this.#kind = this.nextKind || kind;
    this.nextKind = "";
    if (this.phase === "conflict") return this.keep();
    if (this.phase !== "saving") this.#soon(PAUSE, "waiting");
  }

  /** Something is being typed that is not in the annotation yet. @param {() => void} write puts it there */
  typing(write) {
    this.#write = write;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#finish(), TYPING);
    if (this.phase === "saved") this.#waitForTyping();
  }

  #waitForTyping() {
    this.#typed = true;
    this.#become("waiting");
  }

  #finish() {
    clearTimeout(this.#typing);
    const write = this.#write;
    this.#write = null;
    write?.();
    if (!this.#typed) return;
    this.#typed = false; // it is as it was before
    this.#become("saved");
  }

  retry() {
    this.#soon(0, "waiting");
  }

  /** @param {number} pause @param {Phase} phase */
  #soon(pause, phase) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), pause);
    this.#become(phase);
  }

  async #save() {
    const version = this.#version;
    const { body, after } = this.baseline.pending();
    const about = { ...this.document, base: this.revision?.id ?? null, comment: this.#comment, kind: this.#kind, finished: this.finished };
    const lasting = JSON.stringify(body).length < LASTING;
    this.#outliving = lasting ? version : -1;
    this.#become("saving");
    try {
      const revision = /** @type {Revision} */ ((await call("change" in body ? "PATCH" : "PUT", this.path, { ...about, ...body }, undefined, undefined, lasting)).revision);
      this.revision = revision;
      this.baseline.settle(revision.id, after);
      this.#failures = 0;
      this.#comment = "";
      if (this.#version !== version) return this.#soon(0, "waiting");
      this.forget();
      if (this.#write) this.#waitForTyping();
      else this.#become("saved");
    } catch (error) {
      this.#failed(/** @type {Error} */ (error));
    }
  }

  /** @param {Error} error */
  #failed(error) {
    this.#outliving = -1;
    this.keep();
    if (error instanceof Problem && error.status === 409 && error.body?.head) {
      this.theirs = error.body.head;
      this.#become("conflict", error.message);
    } else if (error instanceof Problem && error.status === 401) {
      this.#become("signed out", t`sign in again in another tab, then save`);
    } else if (error instanceof Unreachable || (error instanceof Problem && error.status >= 500)) {
      this.#failures += 1;
      const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** this.#failures);
      this.message = error.message;
      this.#soon(pause, "offline");
    } else if (error instanceof Problem && error.body?.type === "urn:coindex:incomplete") {
      this.finished = false; // the work itself is saved
      notice(error.message, { bad: true });
      this.#soon(0, "waiting");
    } else this.#become("refused", error.message);
  }

  /**
   * A version that is given up becomes a revision of its own, on top of what was saved elsewhere, before another one takes its place.
   * @param {State} state
   * @param {string} comment
   * @returns {Promise<Revision>}
   */
  async setAside(state, comment) {
    const body = { ...this.document, base: this.theirs?.id ?? null, annotation: state, comment, kind: "save", finished: this.finished };
    try {
      return (await call("PUT", this.path, body)).revision;
    } catch (error) {
      if (error instanceof Problem && error.body?.head) this.theirs = error.body.head;
      throw error;
    }
  }

  /**
   * Go on from a revision that is not the one that was read or saved here: what is on the page is saved on top of it.
   * @param {Revision} revision
   * @param {{comment: string, kind: string, finished: boolean}} how
   */
  follow(revision, { comment, kind, finished }) {
    this.revision = revision;
    this.baseline.forget(revision.id);
    this.theirs = null;
    this.finished = finished;
    this.#comment = comment;
    this.nextKind = this.#kind = kind;
    this.#version += 1;
    this.#soon(0, "waiting");
  }

  /** @param {Phase} phase @param {string} [message] */
  #become(phase, message = phase === "offline" ? this.message : "") {
    this.phase = phase;
    this.message = message;
    this.dispatchEvent(new Event("phase"));
  }

  /** In this browser, until it can be saved. */
  keep() {
    try {
      localStorage.setItem(this.drafts, JSON.stringify({ base: this.revision?.id ?? null, state: this.state(), time: new Date().toISOString() }));
    } catch {
      // No room there, or none allowed: the page still has it, and warns before it is left.
    }
  }

  forget() {
    localStorage.removeItem(this.drafts);
  }

  /** What was not saved when the page was last left. @returns {{base: number | null, state: State, time: string} | null} */
  draft() {
    try {
      return JSON.parse(localStorage.getItem(this.drafts) ?? "null");
    } catch {
      return null;
    }
  }
}
