// Arrows from anaphors to their antecedents, over the text.
import { startOf } from "../model/model.js";
import { coloured } from "../reader/view.js";

const SVG = "http://www.w3.org/2000/svg";
/** Pixels above and below what is seen in which arrows begin and end exactly; farther away, at the edge of a block. */
const MARGIN = 600;
/** Milliseconds without scrolling or growing after which they are drawn again. */
const STILL = 90;

/** @typedef {"none" | "chain" | "all"} Which */
/** @typedef {import("./version.js").Version} Version */

export class Arrows {
  /** @type {Which} */
  which = "none";
  #waiting = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Boxes of the text's blocks, and the first and the last that are near. */
  #boxes = /** @type {DOMRect[]} */ ([]);
  #near = [0, 0];

  /** @param {import("../reader/panes.js").Pane<Version>} pane */
  constructor(pane) {
    this.pane = pane;
    pane.addEventListener("show", () => this.draw());
    pane.addEventListener("mark", () => this.soon());
    this.layer = made("svg", { class: "arrows", "aria-hidden": "true" });
    pane.box.after(this.layer);
    new ResizeObserver(() => this.#later()).observe(pane.box); // blocks that come into view get their true height
    addEventListener("scroll", () => this.#later(), { passive: true });
  }

  /** Those that are drawn stay in place meanwhile. */
  #later() {
    if (this.which === "none") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.draw(), STILL);
  }

  soon() {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.draw();
    });
  }

  draw() {
    this.layer.replaceChildren();
    const { reading: version } = this.pane;
    if (this.which === "none" || !version) return;
    const frame = this.layer.getBoundingClientRect();
    this.#measure();
    for (const key of this.which === "all" ? this.#seen() : this.#chain()) {
      for (const antecedent of version.antecedentsOf(key)) this.#arrow(key, antecedent, frame);
    }
  }

  /** Mentions of the chosen chain and of the one that is pointed at. */
  #chain() {
    const { active, pointed, reading } = this.pane;
    const keys = [active, pointed].flatMap((key) => (key === null || !reading ? [] : reading.chainOf(key)));
    return new Set(keys);
  }

  /** Blocks lie one below the other. */
  #measure() {
    const { view, text } = this.pane;
    this.#boxes = text.blocks.map((_, place) => view.boxOf(place));
    const first = this.#boxes.findIndex(({ bottom }) => bottom > -MARGIN), beyond = this.#boxes.findIndex(({ top }) => top >= innerHeight + MARGIN);
    this.#near = [first < 0 ? this.#boxes.length : first, (beyond < 0 ? this.#boxes.length : beyond) - 1];
  }

  /** Mentions in the part of the text that is seen. */
  #seen() {
    const { text, reading: version } = this.pane, [from, to] = this.#near;
    if (!version || from > to) return [];
    const { first } = text.blocks[from], { end } = text.blocks[to];
    return version.model.order.filter((key) => startOf(version.model.mention(key)) >= first && startOf(version.model.mention(key)) < end);
  }

  /** @param {number} key @param {number} antecedent @param {DOMRect} frame */
  #arrow(key, antecedent, frame) {
    const ends = [key, antecedent].map((one) => this.#blockOf(one)), [first, last] = this.#near;
    if (Math.max(...ends) < first || Math.min(...ends) > last) return; // it neither begins nor ends nor passes here
    const from = this.#point(key, ends[0], frame), to = this.#point(antecedent, ends[1], frame);
    if (!from || !to) return;
    const number = this.pane.reading?.numberOf(key);
    const rise = Math.min(60, 12 + Math.hypot(from.x - to.x, from.y - to.y) / 8);
    const middle = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - rise };
    const colour = number ? coloured(number).join(" ") : "";
    const strong = key === this.pane.active ? " strong" : "";
    this.layer.append(made("path", { class: `arrow ${colour}${strong}`, d: `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}` }), head(to, middle, colour));
  }

  /** @param {number} key */
  #blockOf(key) {
    const { text, reading } = this.pane;
    return text.blockOf(startOf(/** @type {Version} */ (reading).model.mention(key)));
  }

  /**
   * Above the first word of a mention; far away nobody sees where exactly, and to ask would have the block laid out.
   * @param {number} key
   * @param {number} block
   * @param {DOMRect} frame
   */
  #point(key, block, frame) {
    if (block < this.#near[0] || block > this.#near[1]) {
      const { left, top, width } = this.#boxes[block];
      return { x: left + width / 2 - frame.left, y: top - frame.top };
    }
    const box = this.pane.view.elements(key)[0]?.getClientRects()[0];
    return box ? { x: box.left + box.width / 2 - frame.left, y: box.top - frame.top + 3 } : null;
  }
}

/** @typedef {{x: number, y: number}} Point */

/** The head of an arrow that comes from another point. @param {Point} at @param {Point} from @param {string} colour */
function head(at, from, colour) {
  const turn = (Math.atan2(at.y - from.y, at.x - from.x) * 180) / Math.PI;
  return made("path", { class: `arrow-head ${colour}`, d: "M0 0L-8 -3.5L-8 3.5Z", transform: `translate(${at.x} ${at.y}) rotate(${turn})` });
}

/** @param {"svg" | "path"} tag @param {Record<string, string>} attributes */
function made(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
