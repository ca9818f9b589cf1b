// Dragging with the mouse: a mention, or all selected ones, onto an entity of a list or onto a mention in the text; a chain onto another
// to merge them. Each has a key as well: J, and Shift+M with several mentions selected.
import { announce, h, t } from "../shell/dom.js";
import { called, mergeInto, moveTo, quoted } from "./assigning.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{keys: number[], entity: string | null, inText: boolean, x: number, y: number}} Load `entity`: a whole chain is dragged. */

/** Pixels that a pointer moves before it drags. */
const STILL = 6;

/** @param {Editor} editor */
export function listenToDrags(editor) {
  const side = /** @type {HTMLElement} */ (document.querySelector(".side"));
  const ghost = h("div", { class: "ghost", "aria-hidden": "true", hidden: true });
  document.body.append(ghost);
  /** @type {Load | null} */
  let load = null;
  /** @type {HTMLElement | null} */
  let over = null;
  const aim = (/** @type {HTMLElement | null} */ target) => {
    if (target === over) return;
    over?.classList.remove("drop");
    target?.classList.add("drop");
    over = target;
    document.documentElement.classList.toggle("dropping", target !== null);
    if (target && load) announce(t`Release to ${purpose(editor, load, target)}.`, { routine: true });
  };
  const end = () => {
    aim(null);
    ghost.hidden = true;
    load = null;
  };
  document.addEventListener("pointerdown", (event) => { load = loadOf(editor, side, event); });
  document.addEventListener("pointermove", (event) => {
    if (!load || (ghost.hidden && Math.hypot(event.clientX - load.x, event.clientY - load.y) < STILL)) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (load.inText && !under?.closest(".side")) { // words are being selected, as long as the pointer is in the text
      ghost.hidden = true;
      return aim(null);
    }
    ghost.hidden = false;
    ghost.textContent = load.entity === null ? called(editor, load.keys) : t`chain of ${quoted(editor, load.entity)}`;
    Object.assign(ghost.style, { left: `${event.clientX + 12}px`, top: `${event.clientY + 10}px` });
    aim(targetOf(editor, load, under));
  });
  document.addEventListener("pointerup", (event) => {
    if (load && over && !ghost.hidden) drop(editor, load, over);
    if (load && !ghost.hidden && !load.inText) suppressClick(event);
    end();
  });
  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || ghost.hidden) return;
    end();
    event.stopPropagation();
    announce(t`Nothing was moved.`);
  }, true);
}

/** What is dragged from here. @param {Editor} editor @param {HTMLElement} side @param {PointerEvent} event @returns {Load | null} */
function loadOf(editor, side, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (editor.readonly || event.button !== 0 || event.pointerType === "touch" || event.ctrlKey || event.shiftKey || event.altKey || event.metaKey) return null;
  const place = { x: event.clientX, y: event.clientY };
  const inText = editor.view.mentionOf(target);
  const row = target?.closest("li[data-key] button");
  const key = inText ?? (row && side.contains(row) ? Number(/** @type {HTMLElement} */ (row.parentElement).dataset.key) : null);
  if (key !== null) return { ...place, keys: editor.selected.has(key) ? editor.targets : [key], entity: null, inText: inText !== null };
  const chain = target?.closest(".chain-list summary")?.closest("li[data-entity]");
  const entity = chain instanceof HTMLElement ? chain.dataset.entity ?? null : null;
  return entity === null ? null : { ...place, keys: [], entity, inText: false };
}

/** What it can be dropped onto here. @param {Editor} editor @param {Load} load @param {Element | null} under @returns {HTMLElement | null} */
function targetOf(editor, load, under) {
  const entity = under?.closest("[data-entity]");
  if (entity instanceof HTMLElement) return useful(editor, load, entity.dataset.entity ?? null) ? entity : null;
  const mention = under?.closest("#text [data-m]");
  return mention instanceof HTMLElement && useful(editor, load, editor.model.entityOf(Number(mention.dataset.m))?.id ?? null) ? mention : null;
}

/** @param {Editor} editor @param {Load} load @param {string | null} id */
function useful({ model }, load, id) {
  return id !== null && (load.entity === null ? load.keys.some((key) => model.entityOf(key)?.id !== id) : load.entity !== id);
}

/** @param {Editor} editor @param {HTMLElement} target @returns {string} */
const entityOf = ({ model }, target) => target.dataset.entity ?? model.entityOf(Number(target.dataset.m))?.id ?? "";

/** @param {Editor} editor @param {Load} load @param {HTMLElement} target */
function purpose(editor, load, target) {
  const name = quoted(editor, entityOf(editor, target));
  return load.entity === null ? t`move ${called(editor, load.keys)} to ${name}` : t`merge ${quoted(editor, load.entity)} into ${name}`;
}

/** @param {Editor} editor @param {Load} load @param {HTMLElement} target */
function drop(editor, load, target) {
  const id = entityOf(editor, target);
  getSelection()?.removeAllRanges();
  if (load.entity === null) moveTo(editor, id, load.keys);
  else mergeInto(editor, id, load.entity);
}

/** The button or heading that a drag began on is not pressed by its end. @param {PointerEvent} released */
function suppressClick(released) {
  const stop = (/** @type {Event} */ event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }));
  released.preventDefault();
}
