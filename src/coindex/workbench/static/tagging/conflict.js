// Another tab, or another person, saved in the meantime: both versions are merged; what both changed differently is asked about.
import { compared } from "../model/comparing.js";
import { merged } from "../model/merging.js";
import { replace } from "../model/replacing.js";
import { modelOf, told } from "../model/wire.js";
import { fetched } from "../shell/api.js";
import { announce, counted, h, notice, t, when, worded } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./saving.js").Saver} Saver */
/** @typedef {import("./saving.js").Revision} Revision */
/** @typedef {import("../model/merging.js").Conflict} Conflict */
/** @typedef {import("../model/merging.js").Side} Side */
/** @typedef {import("../model/wire.js").State} State */
/** @typedef {{base: State, mine: State, theirs: Revision & {annotation: State}, finished: boolean, since: string}} Versions */

/** Conflicts that are listed; of any others, mine is kept. */
const MOST = 500;
let settling = false;

/**
 * @param {Editor} editor
 * @param {Saver} saver in conflict
 * @param {{mine?: State, base?: number | null, since?: string}} [draft] a state of mine that is not the one on the page, and the revision it
 *   was made from
 */
export async function settle(editor, saver, { mine, base = saver.revision?.id ?? null, since = "" } = {}) {
  const { theirs } = saver;
  if (!theirs || settling) return;
  settling = true;
  try {
    const before = base === null ? null : await fetched(`${saver.path}/revisions/${base}`);
    const finished = saver.finished === (before?.revision.finished ?? false) ? theirs.finished : saver.finished;
    /** @type {Versions} */
    const versions = { base: before?.annotation ?? {}, mine: mine ?? told(editor.model).state, theirs, finished, since };
    const { state, conflicts } = merged(versions.base, versions.mine, theirs.annotation, editor.text);
    if (conflicts.length) await ask(editor, saver, versions, conflicts);
    else take(editor, saver, versions, state);
  } catch (error) {
    announce(t`The two versions could not be compared: ${/** @type {Error} */ (error).message}.`);
  } finally {
    settling = false;
  }
  if (saver.theirs && saver.theirs !== theirs) await settle(editor, saver, { mine, base, since }); // yet another revision has come
}

/** What was merged is saved on top of theirs. @param {Editor} editor @param {Saver} saver @param {Versions} versions @param {State} state */
function take(editor, saver, { mine, theirs, finished }, state) {
  const [here, there, now] = [mine, theirs.annotation, state].map(modelOf);
  const count = compared(here, now, editor.text).length, mineToo = compared(there, now, editor.text).length > 0;
  putIn(editor, saver, { state, on: theirs, comment: mineToo ? t`merged with revision ${theirs.number}` : "", finished });
  notice(t`Revision ${theirs.number}, saved elsewhere, was merged with your changes${count ? t`: ${counted(count, "change")} taken over` : ""}.`);
}

/**
 * @param {Editor} editor
 * @param {Saver} saver
 * @param {{state: State, on: Revision, comment: string, finished: boolean, kind?: string}} result `on`: the revision that it follows
 */
function putIn(editor, saver, { state, on, comment, finished, kind = "save" }) {
  saver.follow(on, { comment, finished, kind });
  editor.act(comment || t`changes saved elsewhere taken over`, (draft) => replace(draft, state));
}

/**
 * @param {Editor} editor
 * @param {Saver} saver
 * @param {Versions} versions
 * @param {Conflict[]} conflicts
 * @returns {Promise<void>} when one of the versions, or a mixture, has been taken
 */
function ask(editor, saver, versions, conflicts) {
  const { mine, theirs, finished, since } = versions;
  const form = h("form", { class: "choices-to-make" }, table(conflicts));
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {string} id @param {string} label @param {() => Promise<void>} choice @param {boolean} [primary] */
  const button = (id, label, choice, primary) => h("button", { type: "button", id, class: primary ? "primary" : null, onclick: () => done(choice) }, label);
  const dialog = h("dialog", { class: "conflict", "aria-labelledby": "conflict-title", "aria-describedby": "conflict-text" },
    h("h2", { id: "conflict-title" }, t`This document was saved elsewhere in the meantime`),
    h("p", { id: "conflict-text" },
      t`Revision ${theirs.number}${theirs.author ? t` by ${theirs.author}` : ""} was saved on ${when(theirs.created)}, in another tab or by another person. `,
      t`Both versions${since ? t`, yours of ${when(since)},` : ""} changed the following differently: choose which to keep. All other changes are merged. `,
      t`Both versions stay in the history, whichever you choose.`),
    form, problem,
    h("div", { class: "row" },
      button("take-theirs", t`Take theirs (revision ${theirs.number})`, async () => {
        const aside = await saver.setAside(mine, t`set aside: revision ${theirs.number} was taken instead`);
        putIn(editor, saver, { state: theirs.annotation, on: aside, comment: t`revision ${theirs.number} taken`, finished: theirs.finished, kind: "restore" });
      }),
      button("keep-mine", t`Keep mine`, async () => putIn(editor, saver, { state: mine, on: theirs, comment: t`kept over revision ${theirs.number}`, finished: saver.finished })),
      button("merge", t`Merge as chosen`, async () => {
        const choices = chosen(form, conflicts);
        const { state } = merged(versions.base, mine, theirs.annotation, editor.text, choices);
        const on = [...choices.values()].includes("theirs") ? await saver.setAside(mine, t`set aside before it was merged with revision ${theirs.number}`) : theirs;
        putIn(editor, saver, { state, on, comment: t`merged with revision ${theirs.number}`, finished });
      }, true)));
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
  /** @type {() => void} */
  let finish = () => {};
  const settled = new Promise((/** @type {(value: void) => void} */ resolve) => { finish = resolve; });
  const close = () => {
    dialog.close();
    dialog.remove();
    finish();
  };
  /** @param {() => Promise<void>} choice */
  async function done(choice) {
    if (dialog.getAttribute("aria-busy") === "true") return;
    dialog.setAttribute("aria-busy", "true");
    try {
      await choice();
      close();
      editor.focus();
    } catch (error) { // nothing is taken before mine is stored
      problem.textContent = t`${/** @type {Error} */ (error).message}. Your changes are kept in this browser; try again.`;
      dialog.removeAttribute("aria-busy");
      if (saver.theirs !== theirs) close();
    }
  }
  return settled;
}

/** @param {Conflict[]} conflicts */
function table(conflicts) {
  /** @param {Side} side */
  const all = (side) => h("button", {
    type: "button", class: "small", "aria-label": side === "mine" ? t`All mine` : t`All theirs`, onclick: (/** @type {Event} */ event) => {
      const boxes = /** @type {HTMLElement} */ (event.target).closest("table")?.querySelectorAll(`input[value="${side}"]`) ?? [];
      for (const box of boxes) /** @type {HTMLInputElement} */ (box).checked = true;
    },
  }, t`all`);
  /** @param {Conflict} conflict @param {number} place @param {Side} side */
  const option = (conflict, place, side) =>
    h("td", {}, h("label", { class: "check" }, h("input", { type: "radio", name: String(place), value: side, checked: side === "mine" }), h("span", {}, conflict[side])));
  const rows = conflicts.slice(0, MOST).map((conflict, place) =>
    h("tr", {}, h("th", { scope: "row" }, conflict.words), h("td", {}, worded(conflict.aspect)), option(conflict, place, "theirs"), option(conflict, place, "mine")));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t`Conflicts` },
    h("table", {}, h("caption", {}, `${counted(conflicts.length, "conflict")}${conflicts.length > MOST ? t`; the first ${MOST} are listed, of the others yours are kept` : ""}`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t`Words`), h("th", { scope: "col" }, t`Aspect`), h("th", { scope: "col" }, t`Theirs `, all("theirs")), h("th", { scope: "col" }, t`Mine `, all("mine")))),
      h("tbody", {}, ...rows)));
}

/** @param {HTMLFormElement} form @param {Conflict[]} conflicts @returns {Map<string, Side>} */
function chosen(form, conflicts) {
  return new Map([...new FormData(form)].map(([place, side]) => [conflicts[Number(place)].id, /** @type {Side} */ (side)]));
}
