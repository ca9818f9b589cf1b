// The bar above the text: how saving stands, undo and redo, how many anaphors are left.
import { announce, byId, counted, h, t } from "../shell/dom.js";
import { button } from "./buttons.js";
import { settle } from "./conflict.js";
import { FILE, NEAREST, NOBODY } from "./proposals.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./saving.js").Saver} Saver */

/** @param {Saver} saver */
function words(saver) {
  const { phase, revision, message } = saver;
  if (phase === "saved") return revision ? t`Saved, revision ${revision.number}` : t`Nothing to save yet`;
  if (phase === "waiting") return t`Changed`;
  if (phase === "saving") return t`Saving …`;
  if (phase === "offline") return t`Offline, retrying (${message})`;
  if (phase === "conflict") return t`Conflict: saved elsewhere`;
  return phase === "signed out" ? t`Signed out: ${message}` : t`Not saved: ${message}`;
}

/** @param {Editor} editor @param {Saver} saver */
export function keepStatus(editor, saver) {
  const state = byId("saving"), again = byId("save-again"), tools = byId("tools"), bar = byId("elsewhere");
  let troubled = false;
  const drawState = () => {
    state.textContent = state.title = words(saver);
    state.dataset.phase = saver.phase;
    state.dataset.revision = String(saver.revision?.number ?? 0);
    const trouble = ["offline", "refused", "signed out", "conflict"].includes(saver.phase), settled = saver.phase === "saved";
    again.hidden = !trouble;
    again.textContent = saver.phase === "conflict" ? t`Compare` : t`Save now`;
    bar.hidden = !trouble;
    if (trouble) bar.textContent = `${words(saver)}.`;
    if (troubled && settled) announce(`${words(saver)}.`); // otherwise the bar shows it, as routine
    troubled = trouble || (troubled && !settled);
    if (saver.phase === "conflict") settle(editor, saver);
  };
  again.addEventListener("click", () => (saver.phase === "conflict" ? settle(editor, saver) : saver.retry()));
  saver.addEventListener("phase", drawState);
  const undo = button("undo"), redo = button("redo"), further = button("next-open");
  tools.append(undo, redo, further);
  const drawTools = () => {
    const next = editor.history.next, open = editor.open;
    undo.disabled = !next.undo;
    redo.disabled = !next.redo;
    undo.title = next.undo ? t`Undo: ${next.undo}` : editor.history.trail?.end || t`Nothing to undo`;
    redo.title = next.redo ? t`Redo: ${next.redo}` : t`Nothing to redo`;
    further.disabled = !open;
    /** @type {HTMLElement} */ (further.firstElementChild).textContent = t`Next unsolved (${open})`;
    byId("counts").textContent = `${counted(editor.model.mentions.size, "mention")}, ${counted(open, "unsolved anaphor")}`;
  };
  editor.addEventListener("change", () => requestAnimationFrame(drawTools));
  keepChecks(editor, saver);
  drawState();
  drawTools();
}

/** @param {Editor} editor @param {Saver} saver */
function keepChecks(editor, saver) {
  const finished = /** @type {HTMLInputElement} */ (byId("finished")), descriptions = /** @type {HTMLInputElement} */ (byId("descriptions"));
  finished.checked = saver.finished;
  finished.addEventListener("change", () => {
    const open = finished.checked ? editor.open : 0;
    if (open && !confirm(t`${counted(open, "unsolved anaphor")}. Finished all the same?`)) {
      finished.checked = false;
      return editor.focus();
    }
    saver.finished = finished.checked;
    saver.changed();
    editor.focus();
  });
  saver.addEventListener("phase", () => { finished.checked = saver.finished; });
  const uncertain = /** @type {HTMLInputElement} */ (byId("uncertain"));
  uncertain.addEventListener("change", () => orderWork(editor, uncertain));
  descriptions.addEventListener("change", () => {
    editor.anaphors.descriptions = descriptions.checked;
    editor.drawAll();
    editor.dispatchEvent(new CustomEvent("change", { detail: null }));
    editor.focus();
  });
}

/** Unsolved anaphors in the order of the text, or the least certain ones first. @param {Editor} editor @param {HTMLInputElement} box */
async function orderWork(editor, box) {
  editor.focus();
  editor.anaphors.sequence = null;
  if (!box.checked) return announce(t`Unsolved anaphors follow in the order of the text.`);
  if ([NEAREST, NOBODY, FILE].includes(editor.resolver)) {
    box.checked = false;
    return announce(t`Choose a resolver that proposes candidates first: press V.`);
  }
  box.disabled = true;
  try {
    editor.anaphors.sequence = (await editor.proposals.certain(editor.resolver)).map(({ anaphor }) => anaphor);
    announce(t`The anaphors about which ${editor.called(editor.resolver)} is least certain come first.`);
  } catch (error) {
    box.checked = false;
    announce(/** @type {Error} */ (error).message);
  }
  box.disabled = false;
}

/**
 * Warns if another page saved while this one was in the background.
 * @param {Editor} editor
 * @param {Saver} saver
 * @param {() => Promise<any>} newest
 */
export function watchOthers(editor, saver, newest) {
  const bar = byId("elsewhere");
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState !== "visible" || saver.phase !== "saved") return;
    const found = await newest().catch(() => null);
    if (!found || found.id === saver.revision?.id || saver.phase !== "saved") return;
    bar.hidden = false;
    bar.replaceChildren(t`Revision ${found.number} was saved elsewhere. `, h("button", { type: "button", onclick: () => location.reload() }, t`Load`));
  });
}
