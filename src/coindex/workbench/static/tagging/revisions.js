// The history of a source: every revision that was saved, to be looked at and brought back.
import { compared } from "../model/comparing.js";
import { replace } from "../model/replacing.js";
import { modelOf } from "../model/wire.js";
import { fetched } from "../shell/api.js";
import { byId, counted, h, notice, period, t, when, worded } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */

const MOST = 100;
/** Milliseconds without a save after which another session begins. */
const PAUSE = 30 * 60 * 1000;

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
      h("ol", { class: "revision-list" }, ...sessionsOf(revisions).slice(0, MOST).map((session, place) => listed(editor, saver, session, place === 0))));
  };
  editor.addEventListener("tab", draw);
  saver.addEventListener("phase", () => { if (saver.phase === "saved") draw(); });
}

/**
 * Saves of one person without a long pause between them; whatever else was done stands alone, and so does what is finished.
 * @param {any[]} revisions newest first
 * @returns {any[][]}
 */
export function sessionsOf(revisions) {
  /** @type {any[][]} */
  const sessions = [];
  for (const revision of revisions) {
    const later = sessions[sessions.length - 1]?.at(-1);
    const together = later && [later, revision].every(({ kind, finished }) => kind === "save" && !finished)
      && later.author === revision.author && Date.parse(later.created) - Date.parse(revision.created) < PAUSE;
    if (together) sessions[sessions.length - 1].push(revision);
    else sessions.push([revision]);
  }
  return sessions;
}

/** @param {Editor} editor @param {import("./saving.js").Saver} saver @param {any[]} session newest first @param {boolean} newest */
function listed(editor, saver, session, newest) {
  const last = session[0], first = session[session.length - 1];
  if (session.length === 1) return item(editor, saver, last);
  const added = last.counts.mentions - first.counts.mentions;
  const revisions = h("ol", { class: "revision-list" });
  const box = h("details", {}, h("summary", {}, h("b", {}, `${first.number}–${last.number}`), " ", t`session of ${counted(session.length, "save")}`, newest ? t`, current` : ""),
    h("small", {}, `${period(first.created, last.created)}${last.author ? t` by ${last.author}` : ""}: ${counted(last.counts.mentions, "mention")} (${added < 0 ? "−" : "+"}${Math.abs(added)})`), revisions);
  box.addEventListener("toggle", () => { if (box.open && !revisions.children.length) revisions.replaceChildren(...session.slice(0, MOST).map((one) => item(editor, saver, one))); });
  return h("li", {}, box);
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
