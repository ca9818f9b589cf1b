// Commands on the words of mentions: marking, resizing, parts, heads, minimal spans, zero pronouns, kinds, comments.
import { KINDS } from "../model/anaphors.js";
import { note } from "../model/chains.js";
import { attributeOf } from "../model/model.js";
import { announce, counted } from "../shell/dom.js";
import { choose } from "./choosing.js";
import { removeSelected } from "./several.js";
import { covers, divide, insertZero, mark, moveZero, remove, reshape, withPart, withoutPart } from "./shapes.js";

/** @typedef {import("./editor.js").Editor} Editor */

const GROUP = "Words";

/** @type {import("./commands.js").Command[]} */
export const wordCommands = [
  { id: "mark", group: GROUP, label: "mark the selected words as a mention", short: "Mark", keys: ["m"], run: markSelection },
  { id: "zero", group: GROUP, label: "insert a zero pronoun before the word", short: "Zero pronoun", keys: ["z"], run: zero },
  { id: "extent", group: GROUP, label: "resize the mention to the selected words; move a zero pronoun before them", short: "Resize", keys: ["e"], active: true, run: extent },
  { id: "add-part", group: GROUP, label: "add the selected words to the mention as another part", short: "Add part", keys: ["+"], active: true, run: addPart },
  { id: "take-out", group: GROUP, label: "remove the selected words from the mention", short: "Remove words", keys: ["-"], active: true, run: takeOut },
  { id: "divide", group: GROUP, label: "split the mention before the word", short: "Split", keys: ["/"], active: true, run: divideActive },
  { id: "head", group: GROUP, label: "make the word the head", short: "Head", keys: ["h"], active: true, run: head },
  { id: "minimum", group: GROUP, label: "make the selected words the minimal span", short: "Minimal span", keys: ["i"], active: true, run: minimum },
  { id: "kind", group: GROUP, label: "choose the kind of the mention", short: "Kind", keys: ["k"], active: true, run: chooseKind, many: chooseKind },
  { id: "comment", group: GROUP, label: "write a comment", short: "Comment", keys: ["w"], active: true, run: (editor) => { editor.dispatchEvent(new Event("comment")); } },
  { id: "remove", group: GROUP, label: "remove the mention", short: "Remove mention", keys: ["Delete", "Backspace"], active: true, run: removeActive, many: removeSelected },
];

/** @param {Editor} editor @returns {number} The active mention, which the command's caller made sure of. */
export const activeOf = (editor) => /** @type {number} */ (editor.active);

/** @param {Editor} editor @param {number} key */
const isZero = ({ text, model }, key) => text.zeroOf(model.mention(key)) !== null;

/** @param {Editor} editor */
function markSelection(editor) {
  const { span } = editor.cursor;
  const kind = editor.anaphors.likelyKind([span]);
  editor.cursor.collapse();
  editor.act(`“${editor.text.words([span])}” marked${kind ? ` as ${kind}` : ""}`, (draft) => mark(draft, [span], kind));
}

/** @param {Editor} editor */
function zero(editor) {
  const { text, cursor } = editor, token = cursor.span[0];
  editor.act(`zero pronoun before “${text.form(text.hostOf(token))}”`, (draft) => insertZero(draft, text, token));
}

/** @param {Editor} editor */
function extent(editor) {
  const key = activeOf(editor), { text, cursor: { span } } = editor;
  if (isZero(editor, key)) {
    editor.act(`zero pronoun moved before “${text.form(text.hostOf(span[0]))}”`, (draft) => moveZero(draft, text, key, span[0]));
  } else editor.act(`mention is now “${editor.text.words([span])}”`, (draft) => reshape(draft, key, [span]));
}

/** @param {Editor} editor */
function addPart(editor) {
  const key = activeOf(editor), { span } = editor.cursor, { parts } = editor.model.mention(key);
  if (isZero(editor, key)) return announce("A zero pronoun has no words.");
  const more = withPart(parts, span);
  editor.act(`mention is now “${editor.text.words(more)}”`, (draft) => reshape(draft, key, more));
}

/** @param {Editor} editor */
function takeOut(editor) {
  const key = activeOf(editor), { span } = editor.cursor, { parts } = editor.model.mention(key);
  const rest = withoutPart(parts, span);
  if (isZero(editor, key) || !rest.length) return announce("The mention would be empty; press Delete to remove it.");
  editor.act(`mention is now “${editor.text.words(rest)}”`, (draft) => reshape(draft, key, rest));
}

/** @param {Editor} editor */
function divideActive(editor) {
  const key = activeOf(editor), [token] = editor.cursor.span, { parts } = editor.model.mention(key);
  if (isZero(editor, key) || !covers(parts, [token, token + 1]) || token === parts[0][0]) return announce("Move to the word of this mention that begins the second one.");
  const kind = editor.anaphors.likelyKind(withoutPart(parts, [0, token]));
  editor.act(`mention split before “${editor.text.form(token)}”`, (draft) => divide(draft, key, token, kind));
}

/** @param {Editor} editor */
function head(editor) {
  const key = activeOf(editor), { focus } = editor.cursor, mention = editor.model.mention(key);
  if (!covers(mention.parts, [focus, focus + 1])) return announce("The head must be a word of the mention; move to it first.");
  const gone = mention.head === focus;
  editor.act(gone ? "no head" : `head: “${editor.text.form(focus)}”`, (draft) => draft.mention(key, { head: gone ? null : focus }));
}

/** @param {Editor} editor */
function minimum(editor) {
  const key = activeOf(editor), { span } = editor.cursor, mention = editor.model.mention(key);
  if (!covers(mention.parts, span)) return announce("The minimal span must lie inside the mention; select its words first.");
  const gone = mention.minimum?.join() === span.join();
  editor.act(gone ? "no minimal span" : `minimal span: “${editor.text.words([span])}”`, (draft) => draft.mention(key, { minimum: gone ? null : span }));
}

/** @param {Editor} editor */
async function chooseKind(editor) {
  const keys = editor.targets.filter((key) => !isZero(editor, key));
  if (!keys.length) return announce("The kind of a zero pronoun is always zero.");
  const { kind } = editor.model.mention(keys[0]);
  const options = [...KINDS.filter((value) => value !== "zero"), ""].map((value) => ({ value, label: value || "none" }));
  const chosen = await choose("Kind", options, { current: kind });
  editor.focus();
  if (chosen !== null) setKind(editor, keys, chosen);
}

/** @param {Editor} editor @param {number[]} keys @param {string} kind */
function setKind(editor, keys, kind) {
  editor.act(`kind: ${kind || "none"}${keys.length > 1 ? `, ${counted(keys.length, "mention")}` : ""}`, (draft) => { for (const key of keys) draft.mention(key, { kind }); });
}

/** @param {Editor} editor */
function removeActive(editor) {
  const key = activeOf(editor);
  const { order } = editor.model;
  const next = order[order.indexOf(key) + 1] ?? null;
  editor.act(`“${editor.words(key)}” removed`, (draft) => remove(draft, key));
  if (next !== null && editor.active === null) editor.cursor.draw();
}

/** @param {Editor} editor @param {number} key @param {string} text */
export function setComment(editor, key, text) {
  if (attributeOf(editor.model.mention(key), "comment") !== text) editor.act(text ? "comment written" : "comment removed", (draft) => note(draft, key, "comment", text));
}
