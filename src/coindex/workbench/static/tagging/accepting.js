// Accepting a resolver's proposals for all unsolved anaphors about which it is certain enough, in one step.
import { link } from "../model/chains.js";
import { endOf, startOf } from "../model/model.js";
import { announce, counted, h, notice, t } from "../shell/dom.js";
import { FILE, NEAREST, NOBODY } from "./proposals.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./proposals.js").Certain} Certain */

/** In percent. */
const USUAL = 90;
/** Proposals that are listed; the others are accepted with them. */
const LISTED = 500;

/** @param {Editor} editor */
export async function acceptCertain(editor) {
  if ([NEAREST, NOBODY, FILE].includes(editor.resolver)) return announce(t`Choose a resolver that proposes candidates first: press V.`);
  announce(t`Asking ${editor.called(editor.resolver)} …`);
  try {
    const proposed = await editor.proposals.certain(editor.resolver);
    const known = (/** @type {number} */ key) => editor.model.mentions.has(key);
    const open = proposed.filter(({ anaphor, antecedent }) => antecedent !== null && known(anaphor) && known(antecedent) && editor.anaphors.isOpen(anaphor));
    if (!open.length) return announce(t`${editor.called(editor.resolver)} proposes nothing for the unsolved anaphors.`);
    new Acceptance(editor, open.sort((a, b) => editor.model.before(a.anaphor, b.anaphor))).open();
  } catch (error) {
    announce(/** @type {Error} */ (error).message);
  }
}

class Acceptance {
  /** Anaphors that are left out. @type {Set<number>} */
  #out = new Set();

  /** @param {Editor} editor @param {Certain[]} proposed in textual order */
  constructor(editor, proposed) {
    this.editor = editor;
    this.proposed = proposed;
    this.least = h("input", { type: "number", min: "0", max: "100", step: "1", value: String(USUAL), required: "", oninput: () => this.#draw() });
    this.note = h("p", { class: "hint", role: "status" });
    this.list = h("ol", { class: "found-list", tabindex: "0", "aria-label": t`Proposals` });
    this.act = h("button", { type: "submit", class: "primary" }, t`Accept`);
    this.dialog = h("dialog", { class: "finding", "aria-labelledby": "accepting-title" },
      h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#accept(); } },
        h("h2", { id: "accepting-title" }, t`Accept proposals of ${editor.called(editor.resolver)}`),
        h("label", {}, t`Least certainty, in percent`, this.least), this.note, this.list,
        h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.dialog.close() }, t`Cancel`), this.act)));
    this.dialog.addEventListener("close", () => { this.dialog.remove(); editor.focus(); });
    this.list.addEventListener("change", (event) => this.#ticked(/** @type {HTMLInputElement} */ (event.target)));
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.least.select();
    this.#draw();
  }

  /** Proposals that are certain enough. */
  get #enough() {
    const least = Number(this.least.value) / 100;
    return this.proposed.filter(({ certainty }) => certainty >= least);
  }

  /** @param {HTMLInputElement} box */
  #ticked(box) {
    const anaphor = Number(box.dataset.anaphor);
    if (box.checked) this.#out.delete(anaphor);
    else this.#out.add(anaphor);
    this.#count();
  }

  #draw() {
    const enough = this.#enough;
    this.list.replaceChildren(...enough.slice(0, LISTED).map((one) => this.#row(one)));
    this.note.textContent = t`${enough.length} of ${counted(this.proposed.length, "unsolved anaphor")}.`;
    this.#count();
  }

  #count() {
    const count = this.#chosen.length;
    this.act.disabled = !count;
    this.act.textContent = count ? t`Accept ${counted(count, "proposal")}` : t`Accept`;
  }

  get #chosen() {
    return this.#enough.filter(({ anaphor }) => !this.#out.has(anaphor));
  }

  /** @param {Certain} proposal */
  #row({ anaphor, antecedent, certainty }) {
    const { editor } = this, mention = editor.model.mention(anaphor);
    const box = h("input", { type: "checkbox", "data-anaphor": anaphor });
    box.checked = !this.#out.has(anaphor);
    const [before, after] = editor.text.around([startOf(mention), endOf(mention)]);
    return h("li", {}, h("label", { class: "check" }, box, h("span", { class: "context", dir: "auto" }, before, h("mark", {}, editor.words(anaphor)), after)),
      h("small", {}, t`refers to ${editor.words(/** @type {number} */ (antecedent))}, ${Math.round(100 * certainty)} %`));
  }

  #accept() {
    const { editor } = this, chosen = this.#chosen;
    if (!chosen.length) return;
    const label = t`${counted(chosen.length, "proposal")} of ${editor.called(editor.resolver)} accepted`;
    this.dialog.close();
    editor.act(label, (draft) => { for (const { anaphor, antecedent } of chosen) link(draft, anaphor, /** @type {number} */ (antecedent)); });
    notice(t`${label}. Undo takes all of it back.`);
    announce(label);
  }
}
