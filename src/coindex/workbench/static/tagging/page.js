// The page on which a document is annotated.
import { Baseline } from "../model/baseline.js";
import { content } from "../model/comparing.js";
import { replace } from "../model/replacing.js";
import { modelOf, told } from "../model/wire.js";
import { fetched, send } from "../shell/api.js";
import { byId, framing, notice, pageData, t } from "../shell/dom.js";
import { keepChains } from "../side/chainlist.js";
import { keepTabs } from "../side/tabs.js";
import { Text } from "../reader/document.js";
import { listenToButtons } from "./buttons.js";
import { settle } from "./conflict.js";
import { keepDiscussion } from "./discussion.js";
import { listenToDrags } from "./dragging.js";
import { Editor } from "./editor.js";
import { showHelp } from "./help.js";
import { listenToKeys } from "./keyboard.js";
import { listenToMouse } from "./mouse.js";
import { keepPanel } from "./panel.js";
import { keepPinned } from "./pinned.js";
import { FILE, NEAREST, NOBODY, Proposals, TUNED, bare, hasLists } from "./proposals.js";
import { keepRevisions } from "./revisions.js";
import { Saver } from "./saving.js";
import { keepSelected } from "./selection.js";
import { offerBeginnings } from "./starting.js";
import { keepStatus, watchOthers } from "./status.js";
import { startTour } from "./tour.js";
import { Trail } from "./trail.js";

/** @typedef {{editor: Editor, saver: Saver, data: any}} Opened */

/** @returns {Promise<Opened>} */
export async function openEditor() {
  const data = pageData();
  const document_ = `/api/v1/projects/${data.project}/documents/${data.document}`;
  const path = `${document_}/annotations/${encodeURIComponent(data.source)}`;
  const [text, tokens, found] = await Promise.all([send("GET", `${document_}/text`).then((answer) => answer.text()), fetched(`${document_}/tokens`), fetched(path)]);
  performance.mark("text shown");
  const model = modelOf(found.annotation), baseline = new Baseline(model, found.revision?.id ?? null), listed = hasLists(model);
  const editor = new Editor({
    box: byId("text"), text: new Text(text, tokens), model, lexicon: data.lexicon,
    proposals: new Proposals(model, { document: document_, source: data.source, baseline }), readonly: !(found.mine || (data.correct && found.correctable)), resolver: listed ? FILE : rememberedResolver(data), resolvers: data.resolvers, listed,
    pins: `coindex pins ${data.database} ${data.checksum} ${path}`,
  });
  const saver = new Saver({ path, document: { database: data.database, checksum: data.checksum, ...(data.correct ? { correct: true } : {}) }, revision: found.revision, baseline, state: () => told(editor.model).state });
  if (!editor.readonly) reachBack(editor, new Trail({ path, opened: found.revision, person: data.person, emptying: found.kind !== "adjudication" }));
  assemble(editor, saver, { ...data, documentPath: document_ });
  document.documentElement.dataset.ready = "true";
  performance.mark("ready");
  if (!editor.readonly) offerDraft(editor, saver, found);
  if (new URLSearchParams(location.search).has("tour")) startTour(editor);
  editor.prepare();
  return { editor, saver, data };
}

/** Undo and redo go on with what was saved before the page was opened. @param {Editor} editor @param {Trail} trail */
function reachBack(editor, trail) {
  editor.history.trail = trail;
  trail.prepare().then((looked) => looked && editor.dispatchEvent(new CustomEvent("change", { detail: null })), () => {}); // without a server, redo is not offered
}

const RESOLVER = "coindex resolver";

/** Where the choice is remembered: by project, if one was tuned to the project. @param {any} data */
const memory = ({ resolver, project, database }) => (resolver === TUNED ? `${RESOLVER} ${database} ${project}` : RESOLVER);

/** The one that was chosen last; the usual one, if that is none of this document's. @param {any} data @returns {string} */
function rememberedResolver(data) {
  const { resolver, resolvers, a } = data, last = localStorage.getItem(memory(data)) ?? "";
  return a === undefined && [...resolvers.map((/** @type {[string, string]} */ [name]) => name), NEAREST, NOBODY].includes(bare(last)) ? last : resolver;
}

/** @param {Editor} editor @param {Saver} saver @param {any} data */
function assemble(editor, saver, data) {
  editor.addEventListener("change", (event) => { if (/** @type {CustomEvent} */ (event).detail) saver.changed(/** @type {CustomEvent} */ (event).detail); });
  editor.addEventListener("typing", (event) => saver.typing(/** @type {CustomEvent} */ (event).detail));
  editor.addEventListener("resolver", () => { if (editor.resolver !== FILE) localStorage.setItem(memory(data), editor.resolver); });
  editor.addEventListener("help", () => showHelp(editor));
  editor.addEventListener("tour", () => startTour(editor));
  listenToButtons(editor);
  listenToKeys(editor);
  listenToMouse(editor);
  listenToDrags(editor);
  keepSelected(editor);
  keepPinned(editor);
  keepPanel(editor);
  keepChains(editor);
  keepRevisions(editor, saver);
  keepDiscussion(editor, data);
  keepTabs(editor);
  keepStatus(editor, saver);
  if (!editor.readonly) {
    offerBeginnings(editor, { document: data.documentPath, source: data.source, resolvers: data.resolvers });
    watchOthers(editor, saver, () => newestRevision(data));
  }
  document.getElementById("source")?.addEventListener("change", (event) => {
    const chosen = new URLSearchParams(framing());
    chosen.set("source", /** @type {HTMLSelectElement} */ (event.target).value);
    location.assign(`?${chosen}`);
  });
  editor.cursor.draw();
  editor.box.removeAttribute("aria-busy");
}

/** Without its content, which may be long. @param {any} data @returns {Promise<any>} */
async function newestRevision({ documentPath, source }) {
  const sources = await fetched(`${documentPath}/annotations`);
  return sources.find((/** @type {any} */ one) => one.name === source)?.head ?? null;
}

/** What this browser could not save when the page was last left. @param {Editor} editor @param {Saver} saver @param {any} found */
function offerDraft(editor, saver, found) {
  const draft = saver.draft();
  if (!draft) return;
  if (content(modelOf(draft.state)) === content(modelOf(found.annotation))) return saver.forget(); // sent when the page was left
  if (draft.base === (found.revision?.id ?? null)) {
    editor.act(t`unsaved changes recovered`, (edit) => replace(edit, draft.state));
    notice(t`Restored changes that were not saved when you last left this page.`);
  } else if (found.revision) {
    saver.theirs = { ...found.revision, annotation: found.annotation };
    settle(editor, saver, { mine: draft.state, base: draft.base, since: draft.time });
  }
}

if (document.body.dataset.page === "tagging") {
  openEditor().catch((error) => {
    byId("text").textContent = t`The document could not be opened: ${error.message}`;
    byId("text").removeAttribute("aria-busy");
    document.documentElement.dataset.failed = "true";
  });
}
