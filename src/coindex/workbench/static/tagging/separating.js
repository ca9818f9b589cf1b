// Separating a chain that was fused from several: groups are proposed by name or gender, and changed by hand.
import { MOST_GROUPS, byGender, byHand, byName } from "../model/grouping.js";
import { startOf } from "../model/model.js";
import { separate } from "../model/several.js";
import { withoutDefaults } from "../model/wire.js";
import { announce, counted, h, notice, t } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../model/grouping.js").Groups} Groups */
/** @typedef {"name" | "gender" | "hand"} Way */

/** @type {[Way, string][]} */
const WAYS = [["name", t`by name`], ["gender", t`by gender`], ["hand", t`by hand`]];

/** @param {Editor} editor */
export function separateChain(editor) {
  const entity = editor.model.entityOf(/** @type {number} */ (editor.active));
  if (!entity || entity.mentions.length < 2) return announce(t`This mention is in no chain.`);
  new Separation(editor, entity).open();
}

class Separation {
  /** @type {Groups} */
  #groups;
  /** Selected rows. @type {Set<number>} */
  #selected = new Set();
  /** The row the keyboard is at, and the one where selecting began. */
  #at = 0;
  #anchor = 0;

  /** @param {Editor} editor @param {import("../model/model.js").Entity} entity */
  constructor(editor, entity) {
    this.editor = editor;
    this.entity = entity;
    this.#groups = byName(editor.model, editor.text, entity.mentions);
    this.ways = WAYS.map(([way, label]) => ({ way, button: h("button", { type: "button", "aria-pressed": "false", onclick: () => void this.#group(way) }, label) }));
    this.list = h("ul", { class: "separation-list", role: "listbox", tabindex: "0", "aria-multiselectable": "true", "aria-label": t`Mentions of the chain`, "aria-describedby": "separation-hint" });
    this.summary = h("p", { role: "status", class: "groups" });
    this.assign = h("div", { class: "row", role: "group", "aria-label": t`Put the selected mentions into group` });
    this.act = h("button", { type: "button", class: "primary", onclick: () => this.#separate() });
    this.dialog = h("dialog", { class: "separation", "aria-labelledby": "separation-title" },
      h("h2", { id: "separation-title" }, t`Separate chain ${editor.numberOf(entity.mentions[0])}: ${counted(entity.mentions.length, "mention")}`),
      h("div", { class: "row", role: "group", "aria-label": t`Groups` }, h("span", {}, t`Group`), ...this.ways.map(({ button }) => button)),
      this.list,
      h("p", { class: "hint", id: "separation-hint" }, t`Select mentions by clicking or dragging, with Shift or Ctrl for more, or with the arrow keys and Shift; a number puts them into that group; Enter separates.`),
      h("div", { class: "row" }, h("span", {}, t`Selected to group`), this.assign), this.summary,
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.dialog.close() }, t`Cancel`), this.act));
    this.dialog.addEventListener("close", () => { this.dialog.remove(); editor.focus(); });
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("pointerdown", (event) => this.#press(event));
  }

  open() {
    document.body.append(this.dialog);
    this.list.replaceChildren(...this.entity.mentions.map((key, place) => this.#row(key, place)));
    this.dialog.showModal();
    this.list.focus();
    this.#pressed("name");
    this.#draw();
  }

  /** @param {number} key @param {number} place */
  #row(key, place) {
    const { text, model } = this.editor, { parts, zero } = model.mention(key), start = startOf(model.mention(key));
    const [before, after] = text.around(zero === null ? [parts[0][0], parts[parts.length - 1][1]] : [start, start], 30);
    return h("li", { role: "option", id: `separation-${place}` }, h("b", { class: "group" }), h("span", { class: "context", dir: "auto" }, before, h("mark", {}, this.editor.words(key)), after));
  }

  /** @param {Way} way */
  async #group(way) {
    const { model, text } = this.editor, { mentions } = this.entity;
    try {
      if (way === "gender") this.#groups = byGender(mentions, await this.editor.proposals.genders(mentions.map((key) => withoutDefaults(model.mention(key)))));
      else this.#groups = way === "name" ? byName(model, text, mentions) : byHand(mentions);
    } catch (error) {
      return notice(/** @type {Error} */ (error).message, { bad: true });
    }
    this.#pressed(way);
    this.#draw();
    this.list.focus();
  }

  /** @param {Way} chosen */
  #pressed(chosen) {
    for (const { way, button } of this.ways) button.setAttribute("aria-pressed", String(way === chosen));
  }

  /** Mentions of each group. @returns {Map<number, number[]>} */
  #members() {
    const members = new Map(this.entity.mentions.map((key) => [/** @type {number} */ (this.#groups.get(key)), /** @type {number[]} */ ([])]));
    for (const key of this.entity.mentions) members.get(/** @type {number} */ (this.#groups.get(key)))?.push(key);
    return new Map([...members].sort(([a], [b]) => a - b));
  }

  #draw() {
    const { mentions } = this.entity, members = this.#members();
    [...this.list.children].forEach((row, place) => {
      const group = /** @type {number} */ (this.#groups.get(mentions[place]));
      row.className = `g${group}${place === this.#at ? " at" : ""}`;
      row.setAttribute("aria-selected", String(this.#selected.has(place)));
      /** @type {HTMLElement} */ (row.firstElementChild).textContent = String(group);
    });
    this.list.setAttribute("aria-activedescendant", `separation-${this.#at}`);
    this.summary.textContent = [...members].map(([group, keys]) => `${group}: ${this.#title(keys)}, ${counted(keys.length, "mention")}`).join(" · ");
    const known = Math.min(MOST_GROUPS, Math.max(...members.keys()) + 1);
    this.assign.replaceChildren(...Array.from({ length: known }, (_, place) => h("button", { type: "button", class: "small", disabled: !this.#selected.size, onclick: () => { this.#put(place + 1); this.list.focus(); } }, String(place + 1))));
    this.act.disabled = members.size < 2;
    this.act.textContent = members.size < 2 ? t`Separate` : t`Separate into ${counted(members.size, "entity", "entities")}`;
  }

  /** @param {number[]} keys */
  #title(keys) {
    const { model } = this.editor;
    return this.editor.words(keys.find((key) => model.mention(key).kind === "name") ?? keys[0]);
  }

  /** Put the selected rows, else the current one, into a group. @param {number} group */
  #put(group) {
    const places = this.#selected.size ? [...this.#selected] : [this.#at];
    this.#groups = new Map(this.#groups);
    for (const place of places) this.#groups.set(this.entity.mentions[place], group);
    this.#pressed("hand");
    this.#selected.clear();
    this.#draw();
    announce(t`${counted(places.length, "mention")} put into group ${group}.`);
  }

  /** @param {number} place @param {{extend?: boolean, add?: boolean}} [how] */
  #select(place, { extend = false, add = false } = {}) {
    const [first, last] = [this.#anchor, place].sort((a, b) => a - b);
    if (extend) this.#selected = new Set([...(add ? this.#selected : []), ...Array.from({ length: last - first + 1 }, (_, step) => first + step)]);
    else if (!add) this.#selected = new Set([place]);
    else if (!this.#selected.delete(place)) this.#selected.add(place);
    if (!extend) this.#anchor = place;
    this.#at = place;
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], last = this.entity.mentions.length - 1;
    if (step) this.#walk(Math.max(0, Math.min(last, this.#at + step)), event.shiftKey);
    else if (event.key === "Home" || event.key === "End") this.#walk(event.key === "Home" ? 0 : last, event.shiftKey);
    else if (event.key === " ") this.#select(this.#at, { add: true });
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) { this.#anchor = 0; this.#select(last, { extend: true }); }
    else if (/^[1-9]$/.test(event.key)) this.#put(Number(event.key));
    else if (event.key === "Enter") this.#separate();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} place @param {boolean} extend */
  #walk(place, extend) {
    if (extend) this.#select(place, { extend: true });
    else {
      this.#at = this.#anchor = place;
      this.#selected.clear();
      this.#draw();
    }
    this.list.children[place].scrollIntoView({ block: "nearest" });
  }

  /** Rows that the pointer is dragged over are selected. @param {PointerEvent} event */
  #press(event) {
    const place = this.#placeOf(event.target);
    if (place < 0 || event.button !== 0) return;
    this.#select(place, { extend: event.shiftKey, add: event.ctrlKey || event.metaKey });
    if (event.pointerType === "touch") return; // which scrolls
    const move = (/** @type {PointerEvent} */ moved) => {
      const over = this.#placeOf(moved.target);
      if (over >= 0 && over !== this.#at) this.#select(over, { extend: true });
    };
    this.list.addEventListener("pointermove", move);
    addEventListener("pointerup", () => this.list.removeEventListener("pointermove", move), { once: true });
  }

  /** @param {EventTarget | null} target */
  #placeOf(target) {
    const row = target instanceof Element ? target.closest("li") : null;
    return row ? [...this.list.children].indexOf(row) : -1;
  }

  #separate() {
    const groups = this.#members();
    if (groups.size < 2) return announce(t`All mentions are in one group; put some of them into another.`);
    const { editor, entity } = this;
    this.dialog.close();
    const label = t`chain of ${entity.mentions.length} separated into ${counted(groups.size, "entity", "entities")}`;
    editor.act(label, (draft) => { separate(draft, entity.id, this.#groups); });
    editor.select([]);
  }
}
