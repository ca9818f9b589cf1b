// A text as one version has it: chains in colours, the chain that is pointed at or chosen, arrows.
import { isPronominal } from "../model/anaphors.js";
import { antecedentsOf, chainOf } from "../model/chains.js";
import { startOf } from "../model/model.js";
import { signOf } from "../model/naming.js";
import { TextView, coloured } from "../reader/view.js";
import { Arrows } from "./arrows.js";
import { t } from "../reader/wording.js";

/** @typedef {import("./version.js").Version} Version */

/** So many candidates are marked in the text; all are listed beside it. */
const MARKED = 6;

export class Pane {
  /** @type {Version | null} */
  version = null;
  /** @type {number | null} */
  active = null;

  /**
   * @param {HTMLElement} box
   * @param {import("../reader/document.js").Text} text
   */
  constructor(box, text) {
    this.box = box;
    this.text = text;
    this.view = new TextView(box, text);
    this.arrows = new Arrows(this);
    box.addEventListener("pointerover", (event) => this.point(this.view.mentionOf(event.target)));
    box.addEventListener("pointerleave", () => this.point(null));
  }

  /**
   * @param {Version} version
   * @param {Version | null} right what it is compared with
   */
  show(version, right) {
    for (const key of this.version?.keys ?? []) this.view.drop(key);
    this.view.unsign("active", "chain", "solution", "pointed", "candidate", "discarded");
    this.version = version;
    this.active = null;
    if (this.box.parentElement) this.box.parentElement.dataset.version = version.name;
    for (const key of version.model.order) {
      const { parts, zero, reference } = version.model.mention(key);
      const number = version.numberOf(key), outcome = version.outcome(key, right);
      const anaphor = isPronominal(version.model.mention(key)) ? ["anaphor"] : [];
      this.view.put({ key, parts, zero, number, classes: [...coloured(number), ...anaphor, reference, outcome && `is-${outcome}`].filter(Boolean), sign: signOf(this.text, version.model, key) });
    }
    this.view.refresh();
    this.arrows.draw();
  }

  /** @param {number | null} key Its chain stands out as long as it is pointed at. */
  point(key) {
    this.view.unsign("pointed");
    if (key !== null && this.version) for (const one of chainOf(this.version.model, key)) this.view.sign(one, "pointed");
    this.arrows.pointed = key;
    this.arrows.soon();
  }

  /**
   * @param {number | null} key
   * @param {{scroll?: boolean}} [options]
   */
  activate(key, { scroll = true } = {}) {
    this.active = key;
    this.view.unsign("active", "chain", "solution", "candidate", "discarded");
    if (key !== null && this.version) {
      const { model } = this.version;
      for (const one of chainOf(model, key)) this.view.sign(one, "chain");
      for (const one of antecedentsOf(model, key)) this.view.sign(one, "solution", { title: t`its antecedent` });
      this.#signCandidates(key);
      this.view.sign(key, "active");
      if (scroll) this.view.scrollTo(key);
    }
    this.arrows.soon();
  }

  /** @param {number} key */
  #signCandidates(key) {
    const version = /** @type {Version} */ (this.version);
    let number = 0;
    for (const { mention, rejected } of version.decisions.get(key)?.candidates ?? []) {
      if (!rejected) number += 1;
      const { key: one } = version.at(mention);
      if (one === null || (!rejected && number > MARKED)) continue;
      this.view.sign(one, rejected ? "discarded" : "candidate", { badge: rejected ? "✕" : String(number), title: rejected ? t`discarded: ${rejected}` : t`candidate ${number}` });
    }
  }

  /** The next mention, or the one before. @param {number} step */
  step(step) {
    const order = this.version?.model.order ?? [];
    const place = this.active === null ? (step > 0 ? 0 : order.length - 1) : order.indexOf(this.active) + step;
    return order[place] ?? null;
  }

  /** The innermost mention at a token, or the next one after it. @param {number} token */
  near(token) {
    const { model } = /** @type {Version} */ (this.version);
    return this.view.mentionsAt(token)[0] ?? model.order.find((key) => startOf(model.mention(key)) >= token) ?? null;
  }
}
