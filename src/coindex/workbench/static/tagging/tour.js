// A tour of the tagging tool in two minutes: each step shows one thing, and goes on by itself when it has been tried.
import { byId, h, t } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{at: string, title: string, text: string, until?: [string, (editor: Editor) => boolean]}} Step `at`: a selector; `until`: an event of the editor, and whether it is the awaited one */

/** @returns {Step[]} */
const steps = () => [
  { at: "#text", title: t`The text`, text: t`Mentions are underlined. Anaphors are in italics; as long as nobody has decided what they refer to, they are tinted and their line is dashed.` },
  { at: '[data-command="next-open"]', title: t`The next anaphor`, text: t`Press Space, or this button, to go to the next unsolved anaphor.`, until: ["active", (editor) => editor.active !== null] },
  { at: "#mention", title: t`Candidates`, text: t`A resolver proposes antecedents, with its reasons. Press Enter to confirm the highlighted one, or a number for another. L chooses any mention.`, until: ["change", () => true] },
  { at: "#text", title: t`Words of your own`, text: t`Select words with the mouse, or with the arrow keys and Shift, and press M to mark them as a mention.` },
  { at: "#text", title: t`Several at once`, text: t`Hold Ctrl and click two mentions, or press Q at each. The bar below the panel moves, merges, retypes or deletes all of them.`, until: ["selected", (editor) => editor.selected.size > 1] },
  { at: "#tab-chains", title: t`Chains`, text: t`All entities are listed here. Drag a mention onto one, or a chain onto another to merge them.` },
  { at: "#saving", title: t`Nothing is lost`, text: t`Every change is saved at once, and Undo takes any number of them back. History has all revisions.` },
  { at: '[data-command="help"]', title: t`All keys`, text: t`Press the question mark to see every key. This tour is there as well.` },
];

/** @param {Editor} editor */
export function startTour(editor) {
  document.getElementById("tour")?.remove();
  new Tour(editor).show(0);
}

class Tour {
  #at = 0;
  /** @type {AbortController | null} */
  #waiting = null;

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.steps = steps();
    this.title = h("h2", {});
    this.text = h("p", {});
    this.count = h("small", {});
    this.back = h("button", { type: "button", class: "small", onclick: () => this.show(this.#at - 1) }, t`Back`);
    this.next = h("button", { type: "button", class: "small primary", onclick: () => this.show(this.#at + 1) });
    this.box = h("section", { id: "tour", class: "tour", "aria-label": t`Tour` },
      h("div", { "aria-live": "polite" }, this.title, this.text),
      h("div", { class: "row" }, this.count, h("button", { type: "button", class: "small plain", onclick: () => this.end() }, t`End the tour`), this.back, this.next));
    byId("main").append(this.box);
    document.body.classList.add("touring");
  }

  /** @param {number} place */
  show(place) {
    this.#waiting?.abort();
    if (place >= this.steps.length) return this.end();
    this.#at = place;
    const { at, title, text, until } = this.steps[place];
    this.title.textContent = title;
    this.text.textContent = text;
    this.count.textContent = t`${place + 1} of ${this.steps.length}`;
    this.back.disabled = place === 0;
    this.next.textContent = place === this.steps.length - 1 ? t`Finish` : t`Next`;
    this.#point(document.querySelector(at));
    if (until) this.#await(...until);
    this.editor.focus();
  }

  /** @param {Element | null} target */
  #point(target) {
    for (const old of document.querySelectorAll(".toured")) old.classList.remove("toured");
    target?.classList.add("toured");
  }

  /** @param {string} event @param {(editor: Editor) => boolean} done */
  #await(event, done) {
    const waiting = (this.#waiting = new AbortController()), { editor } = this;
    editor.addEventListener(event, () => { if (done(editor)) this.show(this.#at + 1); }, { signal: waiting.signal });
  }

  end() {
    this.#waiting?.abort();
    this.#point(null);
    this.box.remove();
    document.body.classList.remove("touring");
    this.editor.focus();
  }
}
