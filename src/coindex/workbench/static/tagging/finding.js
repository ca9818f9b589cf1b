// Finding words or a pattern in the text, looking at all occurrences, and marking them as one entity.
import { nameOf } from "../model/naming.js";
import { MOST_OCCURRENCES, markAll, occurrencesOf } from "../model/occurrences.js";
import { announce, counted, h, notice, t } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../model/occurrences.js").Occurrence} Occurrence */

/** Occurrences that are listed; the others are marked with them. */
const LISTED = 500;
const NEW = "";

/** @param {Editor} editor */
export function findAndMark(editor) {
  new Finder(editor).open();
}

class Finder {
  /** @type {Occurrence[]} */
  #places = [];
  /** Places that are not to be marked. @type {Set<number>} */
  #out = new Set();

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    const check = (/** @type {string} */ label, /** @type {boolean} */ on) => {
      const box = h("input", { type: "checkbox", onchange: () => this.#search() });
      box.checked = on;
      return { box, label: h("label", { class: "check" }, box, ` ${label}`) };
    };
    this.input = h("input", { type: "search", "aria-label": t`Words or pattern`, autocomplete: "off", spellcheck: "false", value: this.#suggestion(), oninput: () => this.#search(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) });
    this.whole = check(t`whole words`, true);
    this.exact = check(t`match case`, false);
    this.pattern = check(t`regular expression`, false);
    this.note = h("p", { class: "hint", role: "status" });
    this.list = h("ol", { class: "found-list", tabindex: "0", "aria-label": t`Occurrences` });
    this.target = h("select", { "aria-label": t`Entity` });
    this.act = h("button", { type: "submit", class: "primary" }, t`Mark`);
    const form = h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#mark(); } },
      h("h2", { id: "finding-title" }, t`Find and mark`), this.input,
      h("div", { class: "row" }, this.whole.label, this.exact.label, this.pattern.label), this.note, this.list,
      h("label", {}, t`Entity`, this.target),
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.dialog.close() }, t`Cancel`), this.act));
    this.dialog = h("dialog", { class: "finding", "aria-labelledby": "finding-title" }, form);
    this.dialog.addEventListener("close", () => { this.dialog.remove(); editor.focus(); });
    this.list.addEventListener("change", (event) => this.#ticked(/** @type {HTMLInputElement} */ (event.target)));
  }

  /** The selected words, else those of the active mention. */
  #suggestion() {
    const { cursor, active, text, model } = this.editor;
    if (!cursor.single) return cursor.words;
    const zero = active === null || text.zeroOf(model.mention(active)) !== null;
    return zero ? "" : text.words(model.mention(active).parts);
  }

  /** Escape would empty the field first, and close the dialog only when it is pressed again. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    this.dialog.close();
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.input.focus();
    this.input.select();
    this.#search();
  }

  #search() {
    const { text, model } = this.editor;
    try {
      this.#places = occurrencesOf(text, model, this.input.value, { whole: this.whole.box.checked, exact: this.exact.box.checked, pattern: this.pattern.box.checked });
    } catch (error) {
      this.#places = [];
      this.#draw(t`This regular expression is not valid: ${/** @type {Error} */ (error).message.replace(/^Invalid regular expression: /, "")}.`);
      return;
    }
    const target = this.#likely();
    this.#offer(target);
    this.#exclude(target);
    this.#draw("");
  }

  /** The entity that most of the occurrences are in. @returns {string} */
  #likely() {
    const counts = new Map();
    for (const { key } of this.#places) {
      const id = key === null ? undefined : this.editor.model.entityOf(key)?.id;
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? NEW;
  }

  /** Mentions of other chains stay there, unless they are ticked. @param {string} target */
  #exclude(target) {
    const { model } = this.editor;
    this.#out = new Set(this.#places.flatMap(({ key }, place) => {
      const entity = key === null ? undefined : model.entityOf(key);
      return entity && entity.id !== target && entity.mentions.length > 1 ? [place] : [];
    }));
  }

  /** @param {string} chosen */
  #offer(chosen) {
    const { editor } = this, { model } = editor;
    const entities = [...model.entities.values()].filter(({ id, mentions }) => mentions.length > 1 || id === chosen).sort((a, b) => model.before(a.mentions[0], b.mentions[0]));
    this.target.replaceChildren(h("option", { value: NEW }, t`a new entity`),
      ...entities.map((entity) => h("option", { value: entity.id }, `${editor.numberOf(entity.mentions[0]) ?? "–"} ${nameOf(editor, entity)}`)));
    this.target.value = chosen;
  }

  /** @param {HTMLInputElement} box */
  #ticked(box) {
    const place = Number(box.dataset.place);
    if (box.checked) this.#out.delete(place);
    else this.#out.add(place);
    this.#count();
  }

  /** @param {string} problem */
  #draw(problem) {
    this.list.replaceChildren(...this.#places.slice(0, LISTED).map((occurrence, place) => this.#row(occurrence, place)));
    const count = this.#places.length, more = count === MOST_OCCURRENCES ? t`at least ` : "";
    this.note.textContent = problem || (this.input.value.trim() ? `${more}${counted(count, "occurrence")}${count > LISTED ? t`, the first ${LISTED} shown` : ""}` : t`Type words to find them in the whole text.`);
    this.#count();
  }

  #count() {
    const count = this.#places.length - this.#out.size;
    this.act.disabled = !count;
    this.act.textContent = count ? t`Mark ${counted(count, "occurrence")}` : t`Mark`;
  }

  /** @param {Occurrence} occurrence @param {number} place */
  #row({ span, key }, place) {
    const { editor } = this, entity = key === null ? undefined : editor.model.entityOf(key);
    const box = h("input", { type: "checkbox", "data-place": place });
    box.checked = !this.#out.has(place);
    const [before, after] = editor.text.around(span);
    const state = entity && entity.mentions.length > 1 ? t`in ${nameOf(editor, entity)}` : key === null ? "" : t`marked`;
    return h("li", {}, h("label", { class: "check" }, box, h("span", { class: "context", dir: "auto" }, before, h("mark", {}, editor.text.words([span])), after)), state ? h("small", {}, state) : null);
  }

  #mark() {
    const { editor } = this, places = this.#places.filter((_, place) => !this.#out.has(place));
    if (!places.length) return;
    const kinds = new Map(), target = this.target.value || null;
    const kindOf = (/** @type {import("../model/model.js").Span} */ span) => {
      const words = editor.text.words([span]).toLowerCase();
      if (!kinds.has(words)) kinds.set(words, editor.anaphors.likelyKind([span]));
      return kinds.get(words);
    };
    for (const { span } of places) kindOf(span); // before anything is marked, which it would look at
    const label = t`${counted(places.length, "occurrence")} of “${this.input.value.trim()}” marked as one entity`;
    this.dialog.close();
    editor.act(label, (draft) => markAll(draft, places, target, kindOf)[0]);
    notice(t`${label}. Undo takes all of it back.`);
    announce(label);
  }
}
