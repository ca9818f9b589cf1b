// The history of a source: every revision that was saved, to be looked at and brought back.
import { compared } from "../model/comparing.js";
import { replace } from "../model/replacing.js";
import { modelOf } from "../model/wire.js";
import { fetched } from "../shell/api.js";
import { byId, counted, h, notice, t, when, worded } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */

const MOST = 100;

/**
 * @param {Editor} editor
 * @param {import("./saving.js").Saver} saver
 */
export function keepRevisions(editor, saver) {
  const box = byId("history");
  let shown = -1;
  const draw = async () => {
    const newest = saver.revision?.id ?? 0;
    if (box.hidden || shown === newest) return;
    shown = newest;
    const revisions = newest ? await fetched(`${saver.path}/revisions`) : [];
    box.replaceChildren(
      h("p", { class: "hint" }, revisions.length ? t`${counted(revisions.length, "revision")}; no saved revision is ever deleted.` : t`Nothing has been saved yet.`),
      h("ol", { class: "revision-list" }, ...revisions.slice(0, MOST).map((/** @type {any} */ revision) => item(editor, saver, revision))));
  };
  editor.addEventListener("tab", draw);
  saver.addEventListener("phase", () => { if (saver.phase === "saved") draw(); });
}

/** @param {Editor} editor @param {import("./saving.js").Saver} saver @param {any} revision */
function item(editor, saver, revision) {
  const { mentions, entities } = revision.counts;
  const current = revision.id === saver.revision?.id;
  return h("li", {},
    h("div", {}, h("b", {}, `${revision.number}`), ` ${worded(revision.kind)}${revision.finished ? t`, finished` : ""}${current ? t`, current` : ""}`),
    h("small", {}, `${when(revision.created)}${revision.author ? t` by ${revision.author}` : ""}: ${counted(mentions, "mention")}, ${counted(entities, "entity", "entities")}`),
    revision.comment ? h("p", { class: "hint" }, revision.comment) : null,
    current ? null : h("button", { type: "button", class: "small", onclick: () => compare(editor, saver, revision) }, t`Compare and restore …`));
}

/** @param {Editor} editor @param {import("./saving.js").Saver} saver @param {any} revision */
async function compare(editor, saver, revision) {
  let annotation;
  try {
    ({ annotation } = await fetched(`${saver.path}/revisions/${revision.id}`));
  } catch (error) {
    return notice(/** @type {Error} */ (error).message, { bad: true });
  }
  const rows = compared(modelOf(annotation), editor.model, editor.text);
  const restore = h("button", {
    type: "button", class: "primary", disabled: editor.readonly, onclick: () => {
      dialog.close();
      saver.nextKind = "restore";
      editor.act(t`revision ${revision.number} restored`, (draft) => replace(draft, annotation));
    },
  }, t`Restore revision ${revision.number}`);
  const body = rows.slice(0, MOST).map((row) => h("tr", {}, h("th", { scope: "row" }, row.words), h("td", {}, worded(row.aspect)), h("td", {}, worded(row.first)), h("td", {}, worded(row.second))));
  const dialog = h("dialog", { class: "conflict", "aria-label": t`Revision ${revision.number}` },
    h("h2", {}, t`Revision ${revision.number}, ${when(revision.created)}`),
    h("p", {}, rows.length ? t`${counted(rows.length, "difference")} from the current state. Restoring creates a new revision and can be undone.` : t`Identical to the current state.`),
    rows.length ? h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("thead", {}, h("tr", {}, ...[t`Words`, t`Aspect`, t`Revision ${revision.number}`, t`Now`].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...body))) : null,
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => dialog.close() }, t`Close`), restore));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
