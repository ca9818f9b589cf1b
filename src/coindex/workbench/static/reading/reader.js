// A document in one version or in two side by side; what is chosen in one is shown in the other.
import { isPronominal } from "../model/anaphors.js";
import { startOf } from "../model/model.js";
import { signOf, wordsOf } from "../model/naming.js";
import { Panes } from "../reader/panes.js";
import { coloured } from "../reader/view.js";
import { announce, t } from "../shell/dom.js";
import { Arrows } from "./arrows.js";

/** @typedef {import("./version.js").Version} Version */

/** @extends {Panes<Version>} */
export class Reader extends Panes {
  /** Versions by name. @type {Map<string, Version>} */
  versions = new Map();
  /** What is taken for right; nothing: nobody's. */
  key = "";

  /**
   * @param {{left: HTMLElement, right: HTMLElement}} boxes
   * @param {import("../reader/document.js").Text} text
   */
  constructor(boxes, text) {
    super(boxes, text);
    this.arrows = Object.values(this.panes).map((pane) => new Arrows(pane));
  }

  get version() {
    return /** @type {Version} */ (this.pane.reading);
  }

  get model() {
    return this.version.model;
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
    const words = wordsOf(this.text, this.model, key);
    return words.length > 60 ? `${words.slice(0, 57)}…` : words;
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
    this.#draw("left", first);
    if (second) this.#draw("right", second);
    if (!second) this.side = "left";
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("active"));
  }

  /** @param {import("../reader/panes.js").Side} side @param {Version} version */
  #draw(side, version) {
    const { box } = this.panes[side], { model } = version, { right } = this;
    if (box.parentElement) box.parentElement.dataset.version = version.name;
    this.panes[side].show(version, (key) => {
      const mention = model.mention(key), number = version.numberOf(key), outcome = version.outcome(key, right);
      const classes = [...coloured(number), isPronominal(mention) ? "anaphor" : "", mention.reference, outcome && `is-${outcome}`].filter(Boolean);
      return { key, parts: mention.parts, zero: mention.zero, number, classes, sign: signOf(this.text, model, key) };
    });
  }

  /**
   * @param {number | null} key
   * @param {{scroll?: boolean}} [options]
   */
  activate(key, options) {
    super.activate(key, options);
    if (key === null) return;
    const chain = this.version.chainOf(key), number = this.numberOf(key);
    announce(`${this.words(key)}${number === null ? t`, in no chain` : t`, chain ${number}, mention ${chain.indexOf(key) + 1} of ${chain.length}`}`, { routine: true });
  }

  /** The innermost mention at a token, or the next one after it. @param {number} token */
  near(token) {
    return this.pane.view.mentionsAt(token)[0] ?? this.model.order.find((key) => startOf(this.model.mention(key)) >= token) ?? null;
  }

  /** @param {import("./arrows.js").Which} which */
  drawArrows(which) {
    for (const arrows of this.arrows) {
      arrows.which = which;
      arrows.draw();
    }
  }
}
