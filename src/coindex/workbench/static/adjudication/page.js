// The page for deciding the differences between two annotations or more.
import { ASPECTS } from "../model/aspects.js";
import { LETTERS, rule, rulingsOf } from "../model/rulings.js";
import { modelOf } from "../model/wire.js";
import { fetched } from "../shell/api.js";
import { announce, byId, counted, h, t, worded } from "../shell/dom.js";
import { commandOn, keyName } from "../tagging/commands.js";
import { openEditor } from "../tagging/page.js";
import { Side, apply, keyOf, nameOf, variants } from "./applying.js";

/** @typedef {import("./applying.js").Difference} Difference */
/** @typedef {import("../model/rulings.js").Ruling} Ruling */

/** What the annotation is about; the rest is about its details. */
const MAJOR = ["mention", "span", "reference", "entity", "link"];
const ALL = "", MAJOR_ONLY = "major";

class Walk {
  at = 0;
  /** Which differences are shown: all, the major ones, or those of one aspect. */
  filter = ALL;
  /** Whether keys pressed in the text edit it: from *Edit by hand* until the panel is used again. */
  #byHand = false;

  /**
   * @param {import("../tagging/editor.js").Editor} editor
   * @param {string[]} names of the sources
   * @param {Difference[]} differences
   * @param {Side[]} sides in the order of the names
   */
  constructor(editor, names, differences, sides) {
    this.editor = editor;
    this.names = names;
    this.several = names.length > 2;
    this.all = differences;
    /** Those that are shown. */
    this.differences = differences;
    if (differences.some(({ aspect }) => MAJOR.includes(aspect))) this.#filter(MAJOR_ONLY);
    this.sides = sides;
    this.box = byId("differences");
    this.at = Math.max(0, this.#next(-1));
    this.box.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keydown", (event) => this.#outside(event), { capture: true }); // before the text has it
    for (const name of ["focusin", "pointerdown"]) this.box.addEventListener(name, () => { this.#byHand = false; });
    editor.addEventListener("tab", () => { this.#byHand = false; });
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

  /** How many are not settled. @param {Difference[]} differences */
  #open(differences) {
    const rulings = rulingsOf(this.editor.model);
    return differences.filter((one) => !rulings.has(this.#name(one))).length;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const readings = this.differences[this.at]?.readings ?? [];
    if (!this.several && (key === "a" || key === "b")) this.settle(key.toUpperCase());
    else if (this.several && key >= "1" && key <= "9" && readings[Number(key) - 1]) this.settle(this.#letter(readings[Number(key) - 1]));
    else if (key === "enter" && event.target === this.box.querySelector(".difference") && this.differences[this.at]?.majority) this.settle(this.#letter(readings[0]));
    else if (key === "o") this.settle("O");
    else if (key === "arrowdown" || key === "n") this.go(this.at + 1);
    else if (key === "arrowup" || key === "p") this.go(this.at - 1);
    else if (key === "e") this.edit();
    else return;
    event.preventDefault();
  }

  /**
   * Letters pressed in the text, or nowhere, are for the difference that is shown, as the panel says; they edit the text only
   * by hand, or with another tab in front.
   * @param {KeyboardEvent} event
   */
  #outside(event) {
    const inText = event.target instanceof Node && this.editor.box.contains(event.target);
    if (this.box.hidden || this.editor.pick || event.isComposing || document.querySelector("dialog[open]")) return;
    if (inText ? this.#byHand : event.target !== document.body) return;
    if (!inText || event.key.length === 1) this.#key(event);
    const key = keyName(event), command = commandOn(key);
    if (!event.defaultPrevented && command && !command.reading && !/Ctrl|Alt/.test(key)) {
      event.preventDefault();
      announce(t`To change the annotation at this place, press E: Edit by hand.`);
    }
    if (event.defaultPrevented) event.stopPropagation();
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
    const key = keyOf(ours, variants(difference, this.sides));
    this.editor.activate(key ?? null, { quiet: true });
    if (key !== undefined) return;
    const span = difference.parts[0] ?? [difference.zero ?? 0, (difference.zero ?? 0) + 1];
    this.editor.cursor.select(span);
    this.editor.cursor.show();
  }

  /** The letter of the first source with this reading. @param {import("./applying.js").Reading} reading @returns {Ruling} */
  #letter = (reading) => LETTERS[this.names.indexOf(reading.sources[0])];

  /** Mentions as people find them: “Su hermano”, sentence 3, and not by the number of a token. @param {string} saying */
  #placed = (saying) => saying.replace(/ @(\d+)$/, (_, token) => t`, sentence ${this.editor.text.sentenceOf(Number(token)) + 1}`);
  /** @param {Difference} difference @param {Ruling | undefined} ruling */
  #chosen = (difference, ruling) => difference.readings.find((reading) => reading.sources.some((name) => LETTERS[this.names.indexOf(name)] === ruling));

  /** @param {Ruling} ruling */
  settle(ruling) {
    const difference = this.differences[this.at];
    if (!difference) return;
    const reading = this.#chosen(difference, ruling);
    const side = reading ? reading.sources.join(", ") : t`another reading`;
    this.editor.act(`${difference.words}: ${side}`, (draft) => this.#rule(draft, difference, ruling));
    const next = this.#next(this.at);
    if (next >= 0) this.at = next;
    this.draw();
    this.show();
    this.focus();
    if (next >= 0) return announce(t`Settled: ${side}. Next: ${this.differences[next].words}, ${ASPECTS[this.differences[next].aspect]}`);
    const others = this.#open(this.all);
    announce(others ? t`Every difference that is shown is settled. ${counted(others, "difference")} of other kinds are open.` : t`Every difference is settled.`);
  }

  /** @param {import("../model/model.js").Draft} draft @param {Difference} difference @param {Ruling} ruling */
  #rule(draft, difference, ruling) {
    const reading = this.#chosen(difference, ruling);
    if (reading) apply(draft, difference, this.sides[this.names.indexOf(reading.sources[0])], this.sides);
    rule(draft, this.#name(difference), ruling);
  }

  /** @param {string} filter */
  #filter(filter) {
    this.filter = filter;
    this.differences = this.all.filter(({ aspect }) => filter === ALL || aspect === filter || (filter === MAJOR_ONLY && MAJOR.includes(aspect)));
  }

  /** @param {string} filter */
  showOnly(filter) {
    this.#filter(filter);
    this.at = Math.max(0, this.#next(-1));
    this.draw();
    this.show();
    this.focus();
    announce(t`${counted(this.differences.length, "difference")} shown.`);
  }

  /** Settle all open differences that are shown as one source has them, in one step. @param {number} place of the source */
  settleShown(place) {
    const rulings = rulingsOf(this.editor.model), letter = LETTERS[place];
    const open = this.differences.filter((one) => !rulings.has(this.#name(one)));
    this.editor.act(t`${this.names[place]}: ${counted(open.length, "difference")}`, (draft) => { for (const one of open) this.#rule(draft, one, letter); });
    this.draw();
    this.show();
    this.focus();
    announce(t`${counted(open.length, "difference")} settled: ${this.names[place]}.`);
  }

  /** @param {Map<string, Ruling>} rulings */
  #filters(rulings) {
    const counts = new Map(), open = this.differences.filter((one) => !rulings.has(this.#name(one))).length;
    for (const { aspect } of this.all) counts.set(aspect, (counts.get(aspect) ?? 0) + 1);
    const major = MAJOR.reduce((sum, aspect) => sum + (counts.get(aspect) ?? 0), 0);
    const options = [h("option", { value: ALL }, `${t`all differences`} (${this.all.length})`), h("option", { value: MAJOR_ONLY }, `${t`mentions and reference`} (${major})`),
      ...[...counts].map(([aspect, count]) => h("option", { value: aspect }, `${ASPECTS[aspect] ?? aspect} (${count})`))];
    const select = h("select", { "aria-label": t`Differences shown`, onchange: () => this.showOnly(select.value) }, ...options);
    select.value = this.filter;
    const settle = this.filter === ALL || !open ? [] : this.names.map((name, place) => h("button", { type: "button", class: "small", "data-settle": LETTERS[place], onclick: () => this.settleShown(place) }, t`All ${open}: ${name}`));
    return h("div", { class: "row" }, select, ...settle);
  }

  /** Settle all open differences as most sources have them, in one step. */
  acceptMajorities() {
    const rulings = rulingsOf(this.editor.model);
    const open = this.differences.filter((one) => one.majority && !rulings.has(this.#name(one)));
    this.editor.act(t`majority: ${counted(open.length, "difference")}`, (draft) => {
      for (const one of open) this.#rule(draft, one, this.#letter(one.readings[0]));
    });
    this.at = Math.max(0, this.#next(-1));
    this.draw();
    this.show();
    this.focus();
    announce(t`${counted(open.length, "difference")} settled as the majority has them.`);
  }

  /** Change the annotation by hand at this place; Escape comes back. */
  edit() {
    this.show();
    this.#byHand = true;
    this.editor.focus();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.box.querySelector(".difference"))?.focus({ preventScroll: true });
  }

  draw() {
    const rulings = rulingsOf(this.editor.model);
    const shown = this.differences.length, settled = shown - this.#open(this.differences);
    const difference = this.differences[this.at];
    const inside = this.box.contains(document.activeElement);
    this.box.replaceChildren(
      h("p", {}, t`${settled} of ${counted(shown, "difference")} settled`),
      h("progress", { max: shown || 1, value: settled, "aria-label": t`Settled differences` }),
      settled === shown ? this.#others() : "",
      this.#majorities(rulings), this.all.length ? this.#filters(rulings) : "",
      difference ? this.#card(difference, rulings.get(this.#name(difference))) : h("p", { class: "empty" }, t`${this.names.join(t` and `)} do not differ.`),
      h("ol", { class: "difference-list", tabindex: "0", "aria-label": t`Differences` }, ...this.differences.map((one, place) => this.#item(one, place, rulings.get(this.#name(one))))));
    const list = this.box.querySelector("ol"), here = this.box.querySelector("li.here");
    if (list && here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (inside) this.focus();
  }

  /** @param {Difference} difference @param {Ruling | undefined} ruling */
  #card(difference, ruling) {
    const span = /** @type {[number, number]} */ (difference.parts[0] ?? [difference.zero, difference.zero]);
    const [before, after] = this.editor.text.around(span);
    const button = (/** @type {Ruling} */ one, /** @type {string} */ shortcut, /** @type {string} */ name, /** @type {string} */ saying, /** @type {boolean} */ pressed, most = false) =>
      h("button", { type: "button", class: most ? "majority" : null, "aria-pressed": String(pressed), "data-ruling": one, onclick: () => this.settle(one) },
        h("b", {}, shortcut), h("span", {}, `${name}: `, h("em", {}, worded(saying)), ...(most ? [h("small", {}, t` majority`)] : [])), h("kbd", {}, most ? "Enter" : shortcut));
    const chosen = this.#chosen(difference, ruling);
    const readings = difference.readings.map((one, place) => button(this.#letter(one), this.several ? String(place + 1) : this.#letter(one), one.sources.join(", "), this.#placed(one.saying), one === chosen, difference.majority && place === 0));
    return h("div", { class: "difference", tabindex: "-1", role: "group", "aria-label": t`Difference ${this.at + 1}: ${difference.words}, ${ASPECTS[difference.aspect]}` },
      h("p", { class: "words-shown" }, before, h("b", {}, difference.words), after),
      h("p", { class: "hint" }, ASPECTS[difference.aspect] ?? difference.aspect),
      h("div", { class: "readings" }, ...readings, button("O", "O", t`other`, t`as it stands in the text now`, ruling === "O")),
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.edit() }, t`Edit by hand`, h("kbd", {}, "E")),
        h("button", { type: "button", onclick: () => this.go(this.at - 1) }, t`Previous`, h("kbd", {}, "P")), h("button", { type: "button", onclick: () => this.go(this.at + 1) }, t`Next`, h("kbd", {}, "N"))));
  }

  /** What is open when everything that is shown is settled, with a button that shows it. */
  #others() {
    const count = this.#open(this.all);
    return count ? h("p", { class: "row" }, t`${counted(count, "difference")} of other kinds are open.`, h("button", { type: "button", class: "small primary", onclick: () => this.showOnly(ALL) }, t`Show all`)) : "";
  }

  /** How many open differences a majority would settle, with a button for it. @param {Map<string, Ruling>} rulings */
  #majorities(rulings) {
    const count = this.differences.filter((one) => one.majority && !rulings.has(this.#name(one))).length;
    return count ? h("button", { type: "button", class: "small", onclick: () => this.acceptMajorities() }, t`Accept the majority of ${counted(count, "difference")}`) : "";
  }

  /** @param {Difference} difference @param {number} place @param {Ruling | undefined} ruling */
  #item(difference, place, ruling) {
    return h("li", { class: place === this.at ? "here" : null },
      h("button", { type: "button", tabindex: "-1", onclick: () => this.go(place) },
        h("span", { class: "ruling" }, ruling ?? "·"), h("span", {}, difference.words), h("small", {}, ASPECTS[difference.aspect] ?? difference.aspect)));
  }
}

/**
 * The sources that have annotated the document, and their differences.
 * @param {string} path
 * @param {any} data
 * @returns {Promise<{names: string[], differences: Difference[]}>}
 */
async function disputed(path, { a, b, also }) {
  if (also.length) {
    const { sources, disagreements } = await fetched(`${path}/disagreements?${new URLSearchParams([a, b, ...also].map((name) => ["source", name]))}`);
    return { names: sources, differences: disagreements.map((/** @type {any} */ one) => ({ parts: [], zero: null, ...one })) };
  }
  const { differences } = await fetched(`${path}/differences?${new URLSearchParams([["a", a], ["b", b]])}`);
  const withReadings = (/** @type {any} */ one) => ({ parts: [], zero: null, majority: false, ...one, readings: [{ saying: one.a, sources: [a] }, { saying: one.b, sources: [b] }] });
  return { names: [a, b], differences: differences.map(withReadings) };
}

/** The source that is most often with the majority; the first, if none is. @param {string[]} names @param {Difference[]} differences */
function closest(names, differences) {
  const counts = names.map((name) => differences.filter((one) => one.majority && one.readings[0].sources.includes(name)).length);
  return counts.indexOf(Math.max(...counts));
}

async function start() {
  const { editor, data } = await openEditor();
  const path = `/api/v1/projects/${data.project}/documents/${data.document}`;
  if (!data.a || !data.b) {
    byId("differences").replaceChildren(h("p", { class: "empty" }, t`Adjudication needs two sources that have annotated this document.`));
    return;
  }
  const { names, differences } = await disputed(path, data);
  const states = await Promise.all(names.map((/** @type {string} */ name) => fetched(`${path}/annotations/${encodeURIComponent(name)}`)));
  // Nothing is saved before the first ruling: opening the page leaves no adjudication behind.
  if (!editor.model.mentions.size && !rulingsOf(editor.model).size) editor.start(states[closest(names, differences)].annotation);
  const walk = new Walk(editor, names, differences, states.map((state) => new Side(modelOf(state.annotation))));
  walk.draw();
  walk.show();
  walk.focus();
  document.documentElement.dataset.walking = "true";
}

start().catch((error) => {
  byId("differences").textContent = t`The differences could not be opened: ${error.message}`;
});
