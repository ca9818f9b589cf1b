// Everything the editor can do, in one table: keys, help, buttons and menus are made from it.
import { chainOf } from "../model/chains.js";
import { announce, t } from "../shell/dom.js";
import { decisionCommands } from "./decisions.js";
import { clear, selectingCommands } from "./selecting.js";
import { severalCommands } from "./several.js";
import { wordCommands } from "./words.js";

/** @typedef {import("./editor.js").Editor} Editor */
/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} group
 * @property {string} label
 * @property {string[]} keys as `keyName` says them; the first is shown
 * @property {string} [short] for buttons
 * @property {boolean} [reading] possible where nothing can be changed
 * @property {boolean} [active] needs a mention to work on
 * @property {(editor: Editor, key: string) => void} run
 * @property {(editor: Editor) => void} [many] what it does to several selected mentions instead
 */

/** @type {Command[]} */
const MOVING = [
  { id: "next-open", group: t`Moving through the text`, label: t`next unsolved anaphor`, short: t`Next unsolved`, keys: ["Space"], reading: true, run: (editor) => toOpen(editor, 1) },
  { id: "previous-open", group: t`Moving through the text`, label: t`previous unsolved anaphor`, keys: ["Shift+Space"], reading: true, run: (editor) => toOpen(editor, -1) },
  { id: "next", group: t`Moving through the text`, label: t`next mention`, keys: ["n"], reading: true, run: (editor) => toMention(editor, 1) },
  { id: "previous", group: t`Moving through the text`, label: t`previous mention`, keys: ["p"], reading: true, run: (editor) => toMention(editor, -1) },
  { id: "here", group: t`Moving through the text`, label: t`select the mention at the word, then the one around it`, keys: ["g"], reading: true, run: toHere },
  { id: "right", group: t`Moving through the text`, label: t`next word; with Shift, select`, keys: ["ArrowRight", "Shift+ArrowRight"], reading: true, run: (editor, key) => toWord(editor, 1, key) },
  { id: "left", group: t`Moving through the text`, label: t`previous word; with Shift, select`, keys: ["ArrowLeft", "Shift+ArrowLeft"], reading: true, run: (editor, key) => toWord(editor, -1, key) },
  { id: "next-sentence", group: t`Moving through the text`, label: t`next sentence`, keys: ["Ctrl+ArrowRight", "Ctrl+Shift+ArrowRight"], reading: true, run: (editor, key) => toSentence(editor, 1, key) },
  { id: "previous-sentence", group: t`Moving through the text`, label: t`previous sentence`, keys: ["Ctrl+ArrowLeft", "Ctrl+Shift+ArrowLeft"], reading: true, run: (editor, key) => toSentence(editor, -1, key) },
  { id: "first", group: t`Moving through the text`, label: t`first word of the sentence`, keys: ["Home", "Shift+Home"], reading: true, run: (editor, key) => toEdge(editor, "first", key) },
  { id: "last", group: t`Moving through the text`, label: t`last word of the sentence`, keys: ["End", "Shift+End"], reading: true, run: (editor, key) => toEdge(editor, "last", key) },
  { id: "beginning", group: t`Moving through the text`, label: t`beginning of the text`, keys: ["Ctrl+Home"], reading: true, run: (editor) => toToken(editor, 0) },
  { id: "end", group: t`Moving through the text`, label: t`end of the text`, keys: ["Ctrl+End"], reading: true, run: (editor) => toToken(editor, editor.text.length - 1) },
  { id: "leave", group: t`Moving through the text`, label: t`leave the mention`, keys: ["Escape"], reading: true, run: (editor) => { editor.cursor.collapse(); editor.activate(null); }, many: (editor) => { clear(editor); announce(t`No mention is selected.`, { routine: true }); } },
  { id: "next-member", group: t`Moving through the text`, label: t`next mention of the chain`, keys: ["Shift+n"], reading: true, active: true, run: (editor) => toMember(editor, 1) },
  { id: "previous-member", group: t`Moving through the text`, label: t`previous mention of the chain`, keys: ["Shift+p"], reading: true, active: true, run: (editor) => toMember(editor, -1) },
];

/** @type {Command[]} */
const DEEDS = [
  { id: "undo", group: t`General`, label: t`undo`, short: t`Undo`, keys: ["Ctrl+z"], run: (editor) => editor.step("undo") },
  { id: "redo", group: t`General`, label: t`redo`, short: t`Redo`, keys: ["Ctrl+y", "Ctrl+Shift+z"], run: (editor) => editor.step("redo") },
  { id: "help", group: t`General`, label: t`this help`, short: t`Keys`, keys: ["?"], reading: true, run: (editor) => { editor.dispatchEvent(new Event("help")); } },
];

/** @type {Command[]} */
export const COMMANDS = [...MOVING, ...decisionCommands, ...wordCommands, ...selectingCommands, ...severalCommands, ...DEEDS];
const byKey = new Map(COMMANDS.flatMap((command) => command.keys.map((key) => [key, command])));

/** @param {string} id @returns {Command} */
export function command(id) {
  const found = COMMANDS.find((one) => one.id === id);
  if (!found) throw new Error(`no command ${id}`);
  return found;
}

/** @param {string} key @returns {Command | undefined} */
export const commandOn = (key) => byKey.get(key);

/**
 * @param {Editor} editor
 * @param {Command} chosen
 * @param {string} [key]
 */
export function run(editor, chosen, key = chosen.keys[0]) {
  if (editor.readonly && !chosen.reading) return announce(t`This annotation is read-only.`);
  if (chosen.many && editor.selected.size) return chosen.many(editor);
  if (chosen.active && editor.active === null) return announce(t`Select a mention first: press N or P, or G at a word.`);
  chosen.run(editor, key);
}

/**
 * The name of a key: `Ctrl+Shift+z`, `Space`, `m`. Where the keyboard writes other letters than Latin ones, the place of
 * the key counts.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  let key = event.key === " " ? "Space" : event.key;
  if (key.length === 1 && key > "~" && /^Key[A-Z]$/.test(event.code)) key = event.code.slice(3);
  const letter = /^[A-Za-z]$/.test(key);
  if (letter) key = key.toLowerCase();
  const shift = event.shiftKey && (letter || key.length > 1);
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

/** @param {Editor} editor @param {1 | -1} step */
function toOpen(editor, step) {
  const found = editor.anaphors.next(editor.active ?? (editor.anaphors.sequence ? null : before(editor, step)), step);
  if (found === null) return announce(t`There is no unsolved anaphor.`);
  editor.activate(found);
}

/** The last mention before the cursor, to go on from there; behind it, going back. @param {Editor} editor @param {number} step */
function before(editor, step) {
  const { model, cursor } = editor;
  const place = model.order.findIndex((key) => (model.mention(key).zero ?? model.mention(key).parts[0][0]) >= cursor.focus);
  const at = place < 0 ? model.order.length : place;
  return model.order[step > 0 ? at - 1 : at] ?? null;
}

/** @param {Editor} editor @param {1 | -1} step */
function toMention(editor, step) {
  const { order } = editor.model;
  const from = editor.active ?? before(editor, step);
  const place = from === null ? (step > 0 ? 0 : order.length - 1) : order.indexOf(from) + step;
  if (order[place] === undefined) return announce(step > 0 ? t`This is the last mention.` : t`This is the first mention.`);
  editor.activate(order[place]);
}

/** @param {Editor} editor @param {1 | -1} step */
function toMember(editor, step) {
  const active = /** @type {number} */ (editor.active), chain = chainOf(editor.model, active);
  const next = chain[chain.indexOf(active) + step];
  if (next === undefined) return announce(step > 0 ? t`This is the last mention of the chain.` : t`This is the first mention of the chain.`);
  editor.activate(next);
}

/** @param {Editor} editor @param {number} token */
function toToken(editor, token) {
  editor.activate(null);
  editor.cursor.to(token);
  moved(editor);
}

/** @param {Editor} editor */
function toHere(editor) {
  const here = editor.view.mentionsAt(editor.cursor.focus);
  if (!here.length) return announce(t`There is no mention here.`);
  const at = editor.active === null ? -1 : here.indexOf(editor.active);
  editor.activate(here[(at + 1) % here.length], { keepCursor: true });
}

/** The arrow to the left goes on in a text that runs to the left. @param {Editor} editor @param {number} step to the right, or to the left if negative */
const onwards = ({ view, cursor }, step) => (view.runsLeft(cursor.focus) ? -step : step);

/** @param {Editor} editor @param {number} step @param {string} key */
function toWord(editor, step, key) {
  editor.cursor.to(editor.cursor.focus + onwards(editor, step), key.includes("Shift+"));
  moved(editor);
}

/** @param {Editor} editor @param {number} step @param {string} key */
function toSentence(editor, step, key) {
  editor.cursor.bySentence(onwards(editor, step), key.includes("Shift+"));
  moved(editor);
}

/** @param {Editor} editor @param {"first" | "last"} which @param {string} key */
function toEdge(editor, which, key) {
  editor.cursor.toEdge(which, key.includes("Shift+"));
  moved(editor);
}

/** @param {Editor} editor */
function moved(editor) {
  editor.cursor.show();
  editor.dispatchEvent(new Event("cursor"));
  announce(editor.cursor.told, { routine: true });
}
