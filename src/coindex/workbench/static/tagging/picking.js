// Choosing another mention for the active one: by the number shown beside it, by walking there, or with the mouse.
import { chainOf } from "../model/chains.js";
import { announce, t } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */

const MOST = 200;

/**
 * @param {Editor} editor
 * @param {string} purpose what is being chosen, as the page tells it
 * @param {(key: number) => void} choose
 */
export function startPicking(editor, purpose, choose) {
  if (editor.active === null) return announce(t`Select a mention first: press N or P, or G at a word.`);
  stopPicking(editor);
  const hints = nearby(editor, editor.active);
  editor.view.unsign("candidate", "discarded", "looked");
  hints.forEach((key, place) => editor.view.sign(key, "pickable", { badge: String(place + 1) }));
  editor.pick = { purpose, hints, at: null, typed: "", choose };
  editor.dispatchEvent(new Event("pick"));
  announce(t`${purpose}: type its number, or go to it with N and P; Enter chooses, Escape cancels.`);
}

/** Mentions before the active one, nearest first; behind it, for a cataphor. @param {Editor} editor @param {number} active */
function nearby({ model }, active) {
  const { order } = model;
  const place = order.indexOf(active), own = new Set(chainOf(model, active));
  const forward = model.mention(active).reference === "cataphoric";
  const around = forward ? order.slice(place + 1) : order.slice(0, place).reverse();
  return around.filter((key) => !own.has(key) && model.mention(key).reference !== "nonreferential").slice(0, MOST);
}

/** @param {Editor} editor */
function stopPicking(editor) {
  if (!editor.pick) return;
  editor.pick = null;
  editor.view.unsign("pickable", "aim");
  editor.dispatchEvent(new Event("pick"));
}

/** @param {Editor} editor @param {number} key */
export function pickUp(editor, key) {
  const { pick } = editor;
  if (!pick || key === editor.active) return;
  stopPicking(editor);
  pick.choose(key);
}

/**
 * A key while a mention is being chosen.
 * @param {Editor} editor
 * @param {string} key
 * @returns {boolean} whether it meant something
 */
export function pickKey(editor, key) {
  const { pick } = editor;
  if (!pick) return false;
  if (key === "Escape") {
    stopPicking(editor);
    editor.activate(editor.active);
  } else if (/^\d$/.test(key)) type(editor, pick, key);
  else if (key === "Enter" && pick.at !== null) pickUp(editor, pick.at);
  else if (["n", "ArrowRight", "ArrowDown"].includes(key)) walk(editor, pick, 1);
  else if (["p", "ArrowLeft", "ArrowUp"].includes(key)) walk(editor, pick, -1);
  else return key === "Enter";
  return true;
}

/** @param {Editor} editor @param {import("./editor.js").Pick} pick @param {string} digit */
function type(editor, pick, digit) {
  const typed = pick.hints[Number(pick.typed + digit) - 1] === undefined ? digit : pick.typed + digit;
  const key = pick.hints[Number(typed) - 1];
  if (key === undefined) return;
  pick.typed = typed;
  aim(editor, pick, key);
  if (Number(typed) * 10 > pick.hints.length) pickUp(editor, key);
}

/** @param {Editor} editor @param {import("./editor.js").Pick} pick @param {number} step */
function walk(editor, pick, step) {
  const { order } = editor.model;
  let place = order.indexOf(pick.at ?? /** @type {number} */ (editor.active)) + step;
  if (order[place] === editor.active) place += step;
  if (order[place] !== undefined) aim(editor, pick, order[place]);
}

/** @param {Editor} editor @param {import("./editor.js").Pick} pick @param {number} key */
function aim(editor, pick, key) {
  pick.at = key;
  editor.view.unsign("aim");
  editor.view.sign(key, "aim");
  editor.view.scrollTo(key);
  announce(editor.describe(key), { routine: true });
}
