// Selecting several mentions: the selection itself, and its keys.
import { chainOf } from "../model/chains.js";
import { announce, counted, t } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** The mention from which a range is selected. @type {WeakMap<Editor, number>} */
const anchors = new WeakMap();

/** @param {Editor} editor @param {number[]} keys Select them, or unselect them if all are selected. */
export function toggle(editor, keys) {
  const all = keys.every((key) => editor.selected.has(key));
  const rest = [...editor.selected].filter((key) => !keys.includes(key));
  editor.select(all ? rest : [...rest, ...keys]);
  if (keys.length) anchors.set(editor, keys[keys.length - 1]);
  tell(editor);
}

/** Everything between the mention where selecting began and this one. @param {Editor} editor @param {number} key @param {number[]} order of the text, or of a list */
export function extendTo(editor, key, order) {
  const from = anchors.get(editor) ?? editor.active ?? key;
  const [first, last] = [order.indexOf(from), order.indexOf(key)].sort((a, b) => a - b);
  editor.select([...editor.selected, ...(first < 0 ? [key] : order.slice(first, last + 1))]);
  if (!anchors.has(editor)) anchors.set(editor, from);
  tell(editor);
}

/** @param {Editor} editor */
export function tell(editor) {
  announce(editor.selected.size ? t`${counted(editor.selected.size, "mention")} selected.` : t`No mention is selected.`, { routine: true });
}

/** @param {Editor} editor */
export function clear(editor) {
  anchors.delete(editor);
  editor.select([]);
}

/** @type {import("./commands.js").Command[]} */
export const selectingCommands = [
  { id: "select", group: t`Several mentions at once`, label: t`select the mention, or unselect it; commands are then for all that are selected`, short: t`Select`, keys: ["q"], active: true, run: (editor) => toggle(editor, [/** @type {number} */ (editor.active)]) },
  { id: "select-next", group: t`Several mentions at once`, label: t`extend the selection to the next mention`, keys: ["Shift+ArrowDown"], active: true, run: (editor) => walk(editor, 1) },
  { id: "select-previous", group: t`Several mentions at once`, label: t`extend the selection to the previous mention`, keys: ["Shift+ArrowUp"], active: true, run: (editor) => walk(editor, -1) },
  { id: "select-chain", group: t`Several mentions at once`, label: t`select the whole chain, or unselect it`, short: t`Select chain`, keys: ["Ctrl+a"], active: true, run: (editor) => toggle(editor, chainOf(editor.model, /** @type {number} */ (editor.active))) },
];

/** @param {Editor} editor @param {1 | -1} step */
function walk(editor, step) {
  const { order } = editor.model, from = /** @type {number} */ (editor.active);
  const next = order[order.indexOf(from) + step];
  if (next === undefined) return announce(step > 0 ? t`This is the last mention.` : t`This is the first mention.`);
  const shrinking = editor.selected.has(from) && editor.selected.has(next) && anchors.get(editor) !== from;
  if (!editor.selected.size) anchors.set(editor, from);
  editor.select(shrinking ? [...editor.selected].filter((key) => key !== from) : [...editor.selected, from, next]);
  editor.activate(next);
  tell(editor);
}
