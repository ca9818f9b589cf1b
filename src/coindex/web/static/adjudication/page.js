// The page for deciding the differences between two annotations.
import { rule, rulingsOf } from "../model/rulings.js";
import { modelOf } from "../model/wire.js";
import { fetched } from "../shell/api.js";
import { announce, byId, counted, h } from "../shell/dom.js";
import { openEditor } from "../tagging/page.js";
import { Side, apply, nameOf, otherSpan } from "./applying.js";

/** @typedef {import("./applying.js").Difference} Difference */
/** @typedef {import("../model/rulings.js").Ruling} Ruling */

const ASPECTS = /** @type {Record<string, string>} */ ({
  mention: "marked by one only", span: "bounds", core: "minimal span", kind: "kind", reference: "how it refers",
  entity: "what it refers to", link: "links", description: "type of the entity",
});

class Walk {
  at = 0;

  /**
   * @param {import("../tagging/editor.js").Editor} editor
   * @param {any} data
   * @param {Difference[]} differences
   * @param {{a: Side, b: Side}} sides
   */
  constructor(editor, data, differences, sides) {
    this.editor = editor;
    this.names = { a: data.a, b: data.b };
    this.differences = differences;
    this.sides = sides;
    this.box = byId("differences");
    this.at = Math.max(0, this.#next(-1));
    this.box.addEventListener("keydown", (event) => this.#key(event));
    editor.addEventListener("change", () => this.draw());
    editor.box.addEventListener("keydown", (event) => { if (event.key === "Escape" && !editor.pick) this.focus(); });
  }

  /** @param {Difference} difference */
  #name = (difference) => `${difference.aspect} ${nameOf(difference)}`;

  /** The next one that is not settled; -1 if all are. @param {number} from */
  #next(from) {
    const rulings = rulingsOf(this.editor.model), count = this.differences.length;
    for (let step = 1; step <= count; step += 1) {
      const place = (from + step + count) % count;
      if (!rulings.has(this.#name(this.differences[place]))) return place;
    }
    return -1;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "a" || key === "b") this.settle(/** @type {"A" | "B"} */ (key.toUpperCase()));
    else if (key === "o") this.settle("O");
    else if (key === "arrowdown" || key === "n") this.go(this.at + 1);
    else if (key === "arrowup" || key === "p") this.go(this.at - 1);
    else if (key === "e") this.edit();
    else return;
    event.preventDefault();
  }

  /** @param {number} place */
  go(place) {
    this.at = Math.max(0, Math.min(this.differences.length - 1, place));
    this.draw();
    this.show();
    const { words, aspect } = this.differences[this.at];
    announce(`${words}, ${ASPECTS[aspect]}`, { routine: true });
  }

  /** The mention on the adjudicated side, or the place where it would be. */
  show() {
    const difference = this.differences[this.at];
    if (!difference) return;
    const ours = new Side(this.editor.model);
    const key = ours.key(nameOf(difference)) ?? ours.key(this.#other(difference));
    this.editor.activate(key ?? null, { quiet: true });
    if (key !== undefined) return;
    const span = difference.parts[0] ?? [difference.zero ?? 0, (difference.zero ?? 0) + 1];
    this.editor.cursor.select(span);
    this.editor.cursor.show();
  }

  /** @param {Difference} difference */
  #other = (difference) => (difference.aspect === "span" ? otherSpan(difference, this.sides.a, this.sides.b) : nameOf(difference));

  /** @param {Ruling} ruling */
  settle(ruling) {
    const difference = this.differences[this.at];
    if (!difference) return;
    const { a, b } = this.sides;
    const side = ruling === "A" ? this.names.a : ruling === "B" ? this.names.b : "another reading";
    this.editor.act(`${difference.words}: ${side}`, (draft) => {
      if (ruling !== "O") apply(draft, difference, ruling === "A" ? a : b, ruling === "A" ? b : a, nameOf(difference), this.#other(difference));
      rule(draft, this.#name(difference), ruling);
    });
    const next = this.#next(this.at);
    if (next >= 0) this.at = next;
    this.draw();
    this.show();
    this.focus();
    announce(next < 0 ? "Every difference is settled." : `Settled: ${side}. Next: ${this.differences[next].words}, ${ASPECTS[this.differences[next].aspect]}`);
  }

  /** Change the annotation by hand at this place; Escape comes back. */
  edit() {
    this.show();
    this.editor.focus();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.box.querySelector(".difference"))?.focus({ preventScroll: true });
  }

  draw() {
    const rulings = rulingsOf(this.editor.model);
    const settled = this.differences.filter((one) => rulings.has(this.#name(one))).length;
    const difference = this.differences[this.at];
    const inside = this.box.contains(document.activeElement);
    this.box.replaceChildren(
      h("p", {}, `${settled} of ${counted(this.differences.length, "difference")} settled`),
      h("progress", { max: this.differences.length || 1, value: settled, "aria-label": "Settled differences" }),
      difference ? this.#card(difference, rulings.get(this.#name(difference))) : h("p", { class: "empty" }, `${this.names.a} and ${this.names.b} do not differ.`),
      h("ol", { class: "difference-list" }, ...this.differences.map((one, place) => this.#item(one, place, rulings.get(this.#name(one))))));
    const list = this.box.querySelector("ol"), here = this.box.querySelector("li.here");
    if (list && here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (inside) this.focus();
  }

  /** @param {Difference} difference @param {Ruling | undefined} ruling */
  #card(difference, ruling) {
    const span = /** @type {[number, number]} */ (difference.parts[0] ?? [difference.zero, difference.zero]);
    const [before, after] = this.editor.text.around(span);
    const reading = (/** @type {Ruling} */ one, /** @type {string} */ name, /** @type {string} */ said) =>
      h("button", { type: "button", "aria-pressed": String(ruling === one), "data-ruling": one, onclick: () => this.settle(one) }, h("b", {}, one), h("span", {}, `${name}: `, h("em", {}, said)), h("kbd", {}, one));
    return h("div", { class: "difference", tabindex: "-1", role: "group", "aria-label": `Difference ${this.at + 1}: ${difference.words}, ${ASPECTS[difference.aspect]}` },
      h("p", { class: "words-shown" }, before, h("b", {}, difference.words), after),
      h("p", { class: "hint" }, ASPECTS[difference.aspect] ?? difference.aspect),
      h("div", { class: "readings" }, reading("A", this.names.a, difference.a), reading("B", this.names.b, difference.b), reading("O", "other", "as it stands in the text now")),
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.edit() }, "Edit by hand", h("kbd", {}, "E")),
        h("button", { type: "button", onclick: () => this.go(this.at - 1) }, "Previous", h("kbd", {}, "P")), h("button", { type: "button", onclick: () => this.go(this.at + 1) }, "Next", h("kbd", {}, "N"))));
  }

  /** @param {Difference} difference @param {number} place @param {Ruling | undefined} ruling */
  #item(difference, place, ruling) {
    return h("li", { class: place === this.at ? "here" : null },
      h("button", { type: "button", tabindex: "-1", onclick: () => this.go(place) },
        h("span", { class: "ruling" }, ruling ?? "·"), h("span", {}, difference.words), h("small", {}, ASPECTS[difference.aspect] ?? difference.aspect)));
  }
}

async function start() {
  const { editor, data } = await openEditor();
  const path = `/api/v1/projects/${data.project}/documents/${data.document}`;
  if (!data.a || !data.b) {
    byId("differences").replaceChildren(h("p", { class: "empty" }, "Adjudication needs two sources that have annotated this document."));
    return;
  }
  const pair = new URLSearchParams([["a", data.a], ["b", data.b]]);
  const [found, a, b] = await Promise.all([
    fetched(`${path}/differences?${pair}`), ...[data.a, data.b].map((name) => fetched(`${path}/annotations/${encodeURIComponent(name)}`)),
  ]);
  // Nothing is saved before the first ruling: opening the page leaves no adjudication behind.
  if (!editor.model.mentions.size && !rulingsOf(editor.model).size) editor.start(a.annotation);
  const differences = found.differences.map((/** @type {any} */ one) => ({ parts: [], zero: null, ...one }));
  const walk = new Walk(editor, data, differences, { a: new Side(modelOf(a.annotation)), b: new Side(modelOf(b.annotation)) });
  walk.draw();
  walk.show();
  walk.focus();
  document.documentElement.dataset.walking = "true";
}

start().catch((error) => {
  byId("differences").textContent = `The differences could not be opened: ${error.message}`;
});
