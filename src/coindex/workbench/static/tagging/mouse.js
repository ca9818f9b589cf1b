// The mouse in the text: clicking mentions, selecting words, dragging the ends of the active mention.
import { link } from "../model/chains.js";
import { byId, h, t } from "../shell/dom.js";
import { rangeOf, selectedTokens, tokenAtPoint } from "./places.js";
import { button } from "./buttons.js";
import { highlight } from "./cursor.js";
import { pickUp } from "./picking.js";
import { extendTo, toggle } from "./selecting.js";
import { covers, reshape, withoutPart } from "./shapes.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../model/model.js").Span} Span */

/** Height of a handle's dot in pixels; there is more room between two lines. */
const DOT = 12;

/**
 * What can be done with selected words, and when: without an active mention, or with one that has words.
 * @type {Record<string, (span: Span, active: import("../model/model.js").Mention | null) => boolean>}
 */
const APPLIES = {
  mark: () => true,
  zero: ([start, end]) => end === start + 1,
  extent: (span, active) => Boolean(active) && String(active?.parts) !== String([span]),
  "add-part": (span, active) => worded(active) && !active.parts.some(([start, end]) => span[0] < end && start < span[1]),
  "take-out": (span, active) => worded(active) && active.parts.some(([start, end]) => span[0] < end && start < span[1]) && withoutPart(active.parts, span).length > 0,
  divide: ([start], active) => worded(active) && covers(active.parts, [start, start + 1]) && start !== active.parts[0][0],
  head: ([start, end], active) => worded(active) && end === start + 1 && covers(active.parts, [start, end]),
  minimum: (span, active) => worded(active) && covers(active.parts, span),
};

/** @param {import("../model/model.js").Mention | null} mention @returns {mention is import("../model/model.js").Mention} */
const worded = (mention) => Boolean(mention && mention.zero === null);

/** @param {Editor} editor */
export function listenToMouse(editor) {
  const bar = byId("selection-bar");
  const buttons = Object.keys(APPLIES).map((id) => button(id));
  bar.append(...buttons);
  const hide = () => { bar.hidden = true; };
  /** The active mention, while it cannot have the focus. @type {Element | null} */
  let held = null;
  /**
   * While words are being selected, no handle comes in between. Nor can the active mention have the focus: Chromium selects nothing from
   * the edge of an element that has it, which is where its first word begins.
   * @param {boolean} on
   */
  const selecting = (on) => {
    document.documentElement.classList.toggle("selecting", on);
    held?.setAttribute("tabindex", "0");
    held = on ? editor.box.querySelector(".m[tabindex]") : null;
    held?.removeAttribute("tabindex");
  };
  let pressed = false;
  editor.box.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0;
    selecting(pressed);
  });
  editor.box.addEventListener("mousedown", (event) => { // Shift and Ctrl select mentions, unless words are being selected
    const several = (event.shiftKey && editor.cursor.single) || event.ctrlKey || event.metaKey;
    if (editor.readonly || !several || editor.view.mentionOf(event.target) === null) return;
    event.preventDefault();
    getSelection()?.removeAllRanges();
    editor.focus();
  });
  document.addEventListener("pointercancel", () => selecting(pressed = false));
  document.addEventListener("pointerup", (event) => { // wherever it is released, what was begun in the text is finished
    if (!pressed || event.button !== 0) return;
    selecting(pressed = false);
    const span = selectedTokens(editor.view);
    if (span) {
      editor.cursor.select(span);
      editor.dispatchEvent(new Event("cursor"));
      for (const one of buttons) one.hidden = !APPLIES[one.dataset.command ?? ""](span, editor.active === null ? null : editor.model.mention(editor.active));
      if (!editor.readonly) place(bar, rangeOf(editor.view, [span[1] - 1, span[1]]).getBoundingClientRect());
    } else if (event.target instanceof Node && editor.box.contains(event.target)) click(editor, event);
  });
  document.addEventListener("pointerdown", (event) => { if (!(event.target instanceof Element && event.target.closest("#selection-bar"))) hide(); });
  for (const name of ["change", "active"]) editor.addEventListener(name, hide);
  if (!editor.readonly) keepHandles(editor);
}

/** @param {Editor} editor @param {PointerEvent} event */
function click(editor, event) {
  const token = tokenAtPoint(editor.view, event.clientX, event.clientY), key = editor.view.mentionOf(event.target);
  if (editor.pick && key !== null) return pickUp(editor, key);
  if (token !== null) editor.cursor.to(token);
  const { active } = editor;
  if (key !== null && !editor.readonly && (event.ctrlKey || event.metaKey)) toggle(editor, [key]);
  else if (key !== null && !editor.readonly && event.shiftKey) extendTo(editor, key, editor.model.order);
  else if (key !== null && active !== null && key !== active && event.altKey) {
    editor.act(t`“${editor.words(active)}” linked to “${editor.words(key)}”`, (draft) => { link(draft, active, key); });
  } else editor.activate(key, { keepCursor: token !== null, still: true });
}

/** @param {HTMLElement} bar @param {DOMRect} beside */
function place(bar, beside) {
  bar.hidden = false;
  const width = bar.offsetWidth;
  bar.style.left = `${Math.max(8, Math.min(scrollX + beside.left, scrollX + innerWidth - width - 8))}px`;
  bar.style.top = `${scrollY + beside.bottom + 8}px`;
}

/** Two handles at the ends of the active mention. @param {Editor} editor */
function keepHandles(editor) {
  const handles = /** @type {const} */ (["start", "end"]).map((which) => {
    const handle = h("span", { class: `handle ${which}`, "aria-hidden": "true", hidden: true });
    document.body.append(handle);
    handle.addEventListener("pointerdown", (event) => drag(editor, handle, which, event));
    return { handle, which };
  });
  let pointing = false;
  const draw = () => {
    const mention = editor.active === null ? null : editor.model.mentions.get(editor.active);
    for (const { handle, which } of handles) {
      handle.hidden = !mention || editor.text.zeroOf(mention) !== null || editor.pick !== null || !pointing;
      if (!mention || handle.hidden) continue;
      const parts = mention.parts, span = which === "start" ? parts[0] : parts[parts.length - 1];
      const boxes = rangeOf(editor.view, which === "start" ? [span[0], span[0] + 1] : [span[1] - 1, span[1]]).getClientRects();
      const box = which === "start" ? boxes[0] : boxes[boxes.length - 1];
      if (!box) continue;
      const atLeft = (which === "start") !== editor.view.runsLeft(span[0]);
      handle.style.left = `${scrollX + (atLeft ? box.left : box.right)}px`;
      handle.style.top = `${scrollY + (which === "start" ? box.top - DOT : box.bottom)}px`;
      handle.style.setProperty("--letters", `${box.height}px`);
    }
  };
  const soon = () => requestAnimationFrame(draw);
  for (const name of ["active", "proposal", "change", "pick"]) editor.addEventListener(name, soon);
  editor.box.addEventListener("pointerdown", () => { pointing = true; });
  editor.box.addEventListener("keydown", () => { pointing = false; soon(); });
  addEventListener("resize", soon);
  new ResizeObserver(soon).observe(editor.box);
}

/** @param {Editor} editor @param {HTMLElement} handle @param {"start" | "end"} which @param {PointerEvent} event */
function drag(editor, handle, which, event) {
  const key = editor.active;
  if (key === null) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  handle.classList.add("dragged");
  /** @type {Span[]} */
  let parts = editor.model.mention(key).parts;
  handle.onpointermove = (moved) => {
    const token = tokenAtPoint(editor.view, moved.clientX, moved.clientY);
    if (token === null) return;
    parts = pulled(editor.model.mention(key).parts, which, token);
    highlight("pulled", editor.cursor.ranges(parts));
  };
  handle.onpointerup = () => {
    handle.onpointermove = handle.onpointerup = null;
    handle.classList.remove("dragged");
    highlight("pulled", []);
    editor.act(t`mention is now “${editor.text.words(parts)}”`, (draft) => reshape(draft, key, parts));
  };
}

/**
 * The parts of a mention when one of its ends is pulled to a token.
 * @param {Span[]} parts
 * @param {"start" | "end"} which
 * @param {number} token
 * @returns {Span[]}
 */
function pulled(parts, which, token) {
  /** @type {Span[]} */
  const copy = parts.map(([start, end]) => [start, end]);
  if (which === "start") {
    const kept = copy.filter(([, end]) => end > token);
    const first = kept[0] ?? copy[copy.length - 1];
    return [[Math.min(token, first[1] - 1), first[1]], ...kept.slice(1)];
  }
  const kept = copy.filter(([start]) => start <= token);
  const last = kept[kept.length - 1] ?? copy[0];
  return [...kept.slice(0, -1), [last[0], Math.max(token + 1, last[0] + 1)]];
}
