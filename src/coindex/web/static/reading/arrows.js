// Arrows from anaphors to their antecedents, over the text.
import { antecedentsOf, chainOf } from "../model/chains.js";
import { startOf } from "../model/model.js";

const SVG = "http://www.w3.org/2000/svg";
/** Pixels above and below what is seen in which arrows are drawn as well. */
const MARGIN = 600;
/** Milliseconds without scrolling after which others are drawn. */
const STILL = 90;

/** @typedef {"none" | "chain" | "all"} Which */

export class Arrows {
  /** @type {Which} */
  which = "none";
  /** The mention that is pointed at. @type {number | null} */
  pointed = null;
  #waiting = false;

  /** @param {import("./pane.js").Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.layer = made("svg", { class: "arrows", "aria-hidden": "true" });
    pane.box.after(this.layer);
    new ResizeObserver(() => this.soon()).observe(pane.box);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    addEventListener("scroll", () => { // those that are drawn stay in place meanwhile
      if (this.which !== "all") return;
      clearTimeout(timer);
      timer = setTimeout(() => this.draw(), STILL);
    }, { passive: true });
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
    const { version } = this.pane;
    if (this.which === "none" || !version) return;
    const frame = this.layer.getBoundingClientRect();
    for (const key of this.which === "all" ? this.#seen() : this.#chain()) {
      for (const antecedent of antecedentsOf(version.model, key)) this.#arrow(key, antecedent, frame);
    }
  }

  /** Mentions of the chosen chain and of the one that is pointed at. */
  #chain() {
    const { active, version } = this.pane;
    const keys = [active, this.pointed].flatMap((key) => (key === null || !version ? [] : chainOf(version.model, key)));
    return new Set(keys);
  }

  /** Mentions in the part of the text that is seen. */
  #seen() {
    const { view, text, version } = this.pane;
    const seen = text.blocks.filter((_, place) => {
      const { top, bottom } = view.node(place).getBoundingClientRect();
      return bottom > -MARGIN && top < innerHeight + MARGIN;
    });
    if (!version || !seen.length) return [];
    const first = seen[0].first, { end } = seen[seen.length - 1];
    return version.model.order.filter((key) => startOf(version.model.mention(key)) >= first && startOf(version.model.mention(key)) < end);
  }

  /** @param {number} key @param {number} antecedent @param {DOMRect} frame */
  #arrow(key, antecedent, frame) {
    const from = this.#point(key, frame), to = this.#point(antecedent, frame);
    if (!from || !to) return;
    const number = this.pane.version?.numberOf(key);
    const rise = Math.min(60, 12 + Math.hypot(from.x - to.x, from.y - to.y) / 8);
    const middle = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - rise };
    const colour = number ? `c${((number - 1) % 8) + 1}` : "";
    const strong = key === this.pane.active ? " strong" : "";
    this.layer.append(made("path", { class: `arrow ${colour}${strong}`, d: `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}` }), head(to, middle, colour));
  }

  /** Above the first word of a mention. @param {number} key @param {DOMRect} frame */
  #point(key, frame) {
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
