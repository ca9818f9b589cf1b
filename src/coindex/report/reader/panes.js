// A text as one source has it, or two sources side by side; what is chosen in one is shown in the other.
import { TextView } from "./view.js";
import { t } from "./wording.js";

/** @typedef {"left" | "right"} Side */
/**
 * @typedef {object} Reading What a source says about a document, as far as its text is drawn.
 * @property {number[]} order its mentions, in textual order
 * @property {(key: number) => number[]} chainOf the mention's chain, with itself; alone if it is in none
 * @property {(key: number) => number[]} antecedentsOf
 * @property {(key: number) => {key: number | null, rejected: string}[]} candidatesOf those that were considered, in order
 * @property {(key: number, other: any) => number | null} counterpart the same mention in another reading
 * @property {(key: number) => string} [titleOf] what is said of a mention that is pointed at
 */

/** So many candidates are marked in the text; all are listed beside it. */
const MARKED = 6;
/** Steps from mention to mention. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, n: 1, ArrowLeft: -1, ArrowUp: -1, p: -1 };

/** @template {Reading} R */
export class Pane extends EventTarget {
  /** @type {R | null} */
  reading = null;
  /** @type {number | null} */
  active = null;
  /** The mention that is pointed at. @type {number | null} */
  pointed = null;

  /**
   * @param {HTMLElement} box
   * @param {import("./document.js").Text} text
   */
  constructor(box, text) {
    super();
    this.box = box;
    this.text = text;
    this.view = new TextView(box, text);
    box.addEventListener("pointerover", (event) => this.point(this.view.mentionOf(event.target)));
    box.addEventListener("pointerleave", () => this.point(null));
  }

  /** @param {R} reading @param {(key: number) => import("./pieces.js").Mark} markOf */
  show(reading, markOf) {
    this.view.unsign("active", "chain", "solution", "pointed", "candidate", "discarded", "titled");
    this.reading = reading;
    this.active = this.pointed = null;
    this.view.place(reading.order.map((key) => [key, markOf(key)]));
    for (const key of reading.titleOf ? reading.order : []) {
      const title = reading.titleOf?.(key);
      if (title) this.view.sign(key, "titled", { title });
    }
    this.view.refresh();
    this.dispatchEvent(new Event("show"));
  }

  /** @param {number | null} key Its chain stands out as long as it is pointed at. */
  point(key) {
    this.view.unsign("pointed");
    if (key !== null && this.reading) for (const one of this.reading.chainOf(key)) this.view.sign(one, "pointed");
    this.pointed = key;
    this.dispatchEvent(new Event("mark"));
  }

  /**
   * @param {number | null} key
   * @param {{scroll?: boolean}} [options]
   */
  activate(key, { scroll = true } = {}) {
    this.active = key;
    this.view.unsign("active", "chain", "solution", "candidate", "discarded");
    if (key !== null && this.reading) {
      for (const one of this.reading.chainOf(key)) this.view.sign(one, "chain");
      for (const one of this.reading.antecedentsOf(key)) this.view.sign(one, "solution", { title: t`its antecedent` });
      this.#signCandidates(key, this.reading);
      this.view.sign(key, "active");
      if (scroll) this.view.scrollTo(key);
    }
    this.dispatchEvent(new Event("mark"));
  }

  /** @param {number} key @param {R} reading */
  #signCandidates(key, reading) {
    let number = 0;
    for (const { key: one, rejected } of reading.candidatesOf(key)) {
      if (!rejected) number += 1;
      if (one === null || (!rejected && number > MARKED)) continue;
      this.view.sign(one, rejected ? "discarded" : "candidate", { badge: rejected ? "✕" : String(number), title: rejected ? t`discarded: ${rejected}` : t`candidate ${number}` });
    }
  }

  /** The next mention, or the one before. @param {number} step */
  step(step) {
    const order = this.reading?.order ?? [];
    const place = this.active === null ? (step > 0 ? 0 : order.length - 1) : order.indexOf(this.active) + step;
    return order[place] ?? null;
  }
}

/** @template {Reading} R */
export class Panes extends EventTarget {
  /** The pane that was used last. @type {Side} */
  side = "left";

  /**
   * @param {{left: HTMLElement, right: HTMLElement}} boxes
   * @param {import("./document.js").Text} text
   */
  constructor(boxes, text) {
    super();
    this.text = text;
    /** @type {Record<Side, Pane<R>>} */
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
      const step = STEPS[event.key];
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

  get active() {
    return this.pane.active;
  }

  /**
   * Choose a mention, and the same one in the other pane, which is scrolled to it if this one does not have it.
   * @param {number | null} key
   * @param {{scroll?: boolean}} [options]
   */
  activate(key, options) {
    const { pane } = this, other = this.panes[this.side === "left" ? "right" : "left"];
    pane.activate(key, options);
    if (other.reading && pane.reading && !other.box.hidden) {
      const here = key === null || pane.reading.order.includes(key);
      other.activate(key === null ? null : pane.reading.counterpart(key, other.reading), { scroll: !here });
    }
    this.dispatchEvent(new Event("active"));
  }
}
