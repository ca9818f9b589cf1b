// The overlay with all keys.
import { h, t } from "../shell/dom.js";
import { keyLabel } from "./buttons.js";
import { COMMANDS } from "./commands.js";

/** @param {import("./editor.js").Editor} editor */
export function showHelp(editor) {
  const groups = [...new Set(COMMANDS.map((command) => command.group))];
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" },
    h("header", {}, h("h2", { id: "help-title" }, t`Keys`), h("form", { method: "dialog", class: "row" }, h("button", { value: "tour" }, t`Take the tour`), h("button", {}, t`Close `, h("kbd", {}, "Esc")))),
    h("div", { class: "help-groups" }, ...groups.map((group) => h("section", {}, h("h3", {}, group), keys(group)))),
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

/** @param {string} group */
function keys(group) {
  const rows = COMMANDS.filter((command) => command.group === group).map((command) => {
    const shown = command.id === "number" ? ["1", "…", "9"] : command.keys.filter((key, place) => !place || !/Shift\+(Arrow|Home|End)/.test(key));
    return [h("dt", {}, ...shown.map((key) => (key === "…" ? "–" : h("kbd", {}, keyLabel(key))))), h("dd", {}, command.label)];
  });
  return h("dl", {}, ...rows.flat());
}
