// A document in one version or in two side by side; what is chosen in one is shown in the other.
import { chainOf } from "../model/chains.js";
import { wordsOf } from "../model/naming.js";
import { announce, t } from "../shell/dom.js";
import { Pane } from "./pane.js";

/** @typedef {import("./version.js").Version} Version */
/** @typedef {"left" | "right"} Side */

export class Reader extends EventTarget {
  /** Versions by name. @type {Map<string, Version>} */
  versions = new Map();
  /** What is taken for right; nothing: nobody's. */
  key = "";
  /** The pane that was used last. @type {Side} */
  side = "left";

  /**
   * @param {{left: HTMLElement, right: HTMLElement}} boxes
   * @param {import("../reader/document.js").Text} text
   */
  constructor(boxes, text) {
    super();
    this.text = text;
    this.panes = { left: new Pane(boxes.left, text), right: new Pane(boxes.right, text) };
    for (const side of /** @type {Side[]} */ (["left", "right"])) this.#listen(side);
  }

  /** @param {Side} side */
  #listen(side) {
    const { box, view } = this.panes[side];
    box.addEventListener("click", (event) => {
      this.side = side;
      this.activate(view.mentionOf(event.target), { scroll: false });
    });
    box.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, n: 1, ArrowLeft: -1, ArrowUp: -1, p: -1 }[event.key];
      if (event.key !== "Escape" && !step) return;
      event.preventDefault();
      this.side = side;
      const next = step ? this.panes[side].step(step) : null;
      if (next !== null || !step) this.activate(next);
    });
  }

  get pane() {
    return this.panes[this.side];
  }

  get version() {
    return /** @type {Version} */ (this.pane.version);
  }

  get model() {
    return this.version.model;
  }

  get active() {
    return this.pane.active;
  }

  get right() {
    return this.versions.get(this.key) ?? null;
  }

  /** @param {number} key */
  numberOf(key) {
    return this.version.numberOf(key);
  }

  /** @param {number} key Its words, short. */
  words(key) {
    const told = wordsOf(this.text, this.model, key);
    return told.length > 60 ? `${told.slice(0, 57)}…` : told;
  }

  /**
   * Versions for both panes; without a second one there is one pane.
   * @param {string} left
   * @param {string} right
   */
  show(left, right) {
    const first = /** @type {Version} */ (this.versions.get(left)), second = this.versions.get(right) ?? null;
    first.number();
    if (second && second !== first) second.number(first);
    this.panes.left.show(first, this.right);
    if (second) this.panes.right.show(second, this.right);
    if (!second) this.side = "left";
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("active"));
  }

  /**
   * Choose a mention; in the other pane, the one with the same words.
   * @param {number | null} key
   * @param {{scroll?: boolean}} [options]
   */
  activate(key, options) {
    this.pane.activate(key, options);
    const other = this.side === "left" ? this.panes.right : this.panes.left;
    if (other.version && !other.box.hidden) other.activate(key === null ? null : this.version.counterpart(key, other.version), { scroll: false });
    this.dispatchEvent(new Event("active"));
    if (key === null) return;
    const chain = chainOf(this.model, key), number = this.numberOf(key);
    announce(`${this.words(key)}${number === null ? t`, in no chain` : t`, chain ${number}, mention ${chain.indexOf(key) + 1} of ${chain.length}`}`, { routine: true });
  }

  /** @param {import("./arrows.js").Which} which */
  drawArrows(which) {
    for (const { arrows } of Object.values(this.panes)) {
      arrows.which = which;
      arrows.draw();
    }
  }
}
