// Somebody else, or another tab, saved in the meantime: both states are shown, and one is chosen.
import { compared } from "../model/comparing.js";
import { modelOf, take, told } from "../model/wire.js";
import { counted, h, when } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./saving.js").Saver} Saver */

const MOST = 200;

/**
 * @param {Editor} editor
 * @param {Saver} saver in conflict
 * @param {{mine?: import("../model/wire.js").State, since?: string}} [options] a state of mine that is not the one on the page
 */
export function showConflict(editor, saver, { mine, since = "" } = {}) {
  const { theirs } = saver;
  if (!theirs || document.querySelector("dialog.conflict")) return;
  const rows = compared(modelOf(theirs.annotation), mine ? modelOf(mine) : modelOf(told(editor.model).state), editor.text);
  const dialog = h("dialog", { class: "conflict", "aria-labelledby": "conflict-title", "aria-describedby": "conflict-text" },
    h("h2", { id: "conflict-title" }, "This document was saved elsewhere in the meantime"),
    h("p", { id: "conflict-text" },
      `Revision ${theirs.number}${theirs.author ? ` by ${theirs.author}` : ""} was saved on ${when(theirs.created)}, in another tab or by somebody else. `,
      since ? `Your changes of ${when(since)} in this browser are not in it. ` : "Your latest changes here are not in it. ",
      "Nothing is lost, whichever you choose: the other stays in the history."),
    table(rows),
    h("div", { class: "row" },
      h("button", { type: "button", id: "take-theirs", onclick: () => done(() => takeTheirs(editor, saver)) }, `Take theirs (revision ${theirs.number})`),
      h("button", { type: "button", id: "keep-mine", class: "primary", onclick: () => done(() => keepMine(editor, saver, mine)) }, "Keep mine, as a new revision on top")));
  /** @param {() => void} choice */
  const done = (choice) => {
    dialog.close();
    dialog.remove();
    choice();
    editor.focus();
  };
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {import("../model/comparing.js").Row[]} rows */
function table(rows) {
  if (!rows.length) return h("p", {}, "Both say the same of every mention.");
  const body = rows.slice(0, MOST).map((row) => h("tr", {}, h("th", { scope: "row" }, row.words), h("td", {}, row.aspect), h("td", {}, row.first), h("td", {}, row.second)));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Differences" },
    h("table", {}, h("caption", {}, `${counted(rows.length, "difference")}${rows.length > MOST ? `, the first ${MOST} shown` : ""}`),
      h("thead", {}, h("tr", {}, ...["Words", "Aspect", "Theirs", "Mine"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...body)));
}

/** @param {Editor} editor @param {Saver} saver */
function takeTheirs(editor, saver) {
  const state = saver.theirs?.annotation ?? {};
  saver.takeTheirs();
  saver.adopt(() => editor.act("their state taken", (draft) => take(draft, state)));
}

/** @param {Editor} editor @param {Saver} saver @param {import("../model/wire.js").State} [mine] */
function keepMine(editor, saver, mine) {
  if (mine) saver.adopt(() => editor.act("my unsaved changes taken up", (draft) => take(draft, mine)));
  saver.keepMine();
}
