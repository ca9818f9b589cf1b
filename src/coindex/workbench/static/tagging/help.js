// The overlay with all keys, and with what the signs in the text mean.
import { NOTES } from "../model/notes.js";
import { coloured } from "../reader/view.js";
import { h, t } from "../shell/dom.js";
import { keyLabel } from "./buttons.js";
import { COMMANDS } from "./commands.js";

/** @param {import("./editor.js").Editor} editor */
export function showHelp(editor) {
  const groups = [...new Set(COMMANDS.map((command) => command.group))];
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" },
    h("header", {}, h("h2", { id: "help-title" }, t`Keys`), h("form", { method: "dialog", class: "row" }, h("button", { value: "tour" }, t`Take the tour`), h("button", {}, t`Close `, h("kbd", {}, "Esc")))),
    h("div", { class: "help-groups" }, ...(document.body.dataset.page === "adjudicating" ? [adjudication()] : []), ...groups.map((group) => h("section", {}, h("h3", {}, group), keys(group))), legend()),
    h("p", { class: "hint" }, t`With the mouse: click a mention to work on it; drag over words to select them; drag the handles of the active mention to resize it; click another mention while holding Alt to make it the antecedent, Ctrl to select several, Shift to select all in between; drag a mention onto an entity in the list of chains, or a chain onto another to merge them.`));
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    editor.focus();
    if (dialog.returnValue === "tour") editor.dispatchEvent(new Event("tour"));
  });
  dialog.addEventListener("keydown", (event) => { if (event.key === "?") dialog.close(); });
  dialog.showModal();
}

/** The keys of the list of differences, where they mean something else than in the text. */
function adjudication() {
  const rows = /** @type {[string[], string][]} */ ([
    [["A", "B"], t`accept the first or the second annotation`], [["1", "–", "9"], t`accept the reading with this number`], [["Enter"], t`accept the majority`],
    [["O"], t`keep your own version`], [["N", "P"], t`next difference, previous difference`], [["E"], t`edit in the text; Escape returns`],
  ]);
  return h("section", {}, h("h3", {}, t`In the list of differences`),
    h("dl", {}, ...rows.flatMap(([pressed, label]) => [h("dt", {}, ...pressed.map((key) => (key === "–" ? key : h("kbd", {}, key)))), h("dd", {}, label)])));
}

/** What lines, letters and signs in the text mean. */
function legend() {
  const shown = (/** @type {string} */ classes, /** @type {string} */ number = "") => h("span", { class: `m ${classes}`, "data-n": number || null }, t`word`);
  const rows = /** @type {[HTMLElement | string, string][]} */ ([
    [shown("c1", "1"), t`mention of chain 1`], [shown(coloured(9).join(" "), "9"), t`from chain 9 on, the colours repeat with another line`], [shown("alone"), t`mention in no chain`], [shown("c1 anaphor", "1"), t`anaphor`], [shown("alone anaphor open"), t`unsolved anaphor`],
    [shown("nonreferential"), t`does not refer to anything`], ["→", t`cataphor: what it refers to follows`], ["!", t`exophor: what it refers to is not in the text`], ["$", t`other reference`],
    [NOTES.relation, t`bridging or another relation`], [NOTES.split, t`several antecedents`], [NOTES.optional, t`optional link`], [NOTES.comment, t`comment`],
  ]);
  return h("section", { class: "legend text" }, h("h3", {}, t`Signs in the text`), h("dl", {}, ...rows.flatMap(([sign, label]) => [h("dt", {}, sign), h("dd", {}, label)])));
}

/** @param {string} group */
function keys(group) {
  const rows = COMMANDS.filter((command) => command.group === group).map((command) => {
    const shown = command.id === "number" ? ["1", "…", "9"] : command.keys.filter((key, place) => !place || !/Shift\+(Arrow|Home|End)/.test(key));
    return [h("dt", {}, ...shown.map((key) => (key === "…" ? "–" : h("kbd", {}, keyLabel(key))))), h("dd", {}, command.label)];
  });
  return h("dl", {}, ...rows.flat());
}
