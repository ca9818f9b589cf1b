// Commands on the words of mentions: marking, resizing, parts, heads, minimal spans, zero pronouns, kinds, comments.
import { KINDS } from "../model/anaphors.js";
import { note } from "../model/chains.js";
import { attributeOf } from "../model/model.js";
import { announce, counted, t, worded } from "../shell/dom.js";
import { choose } from "./choosing.js";
import { removeSelected } from "./several.js";
import { covers, divide, insertZero, mark, moveZero, remove, reshape, withPart, withoutPart } from "./shapes.js";

/** @typedef {import("./editor.js").Editor} Editor */

const GROUP = t`Words`;

/** @type {import("./commands.js").Command[]} */
export const wordCommands = [
  { id: "mark", group: GROUP, label: t`mark the selected words as a mention`, short: t`Mark`, keys: ["m"], run: markSelection },
  { id: "zero", group: GROUP, label: t`insert a zero pronoun before the word`, short: t`Zero pronoun`, keys: ["z"], run: zero },
  { id: "extent", group: GROUP, label: t`resize the mention to the selected words; move a zero pronoun before them`, short: t`Resize`, keys: ["e"], active: true, run: extent },
  { id: "add-part", group: GROUP, label: t`add the selected words to the mention as another part`, short: t`Add part`, keys: ["+"], active: true, run: addPart },
  { id: "take-out", group: GROUP, label: t`remove the selected words from the mention`, short: t`Remove words`, keys: ["-"], active: true, run: takeOut },
  { id: "divide", group: GROUP, label: t`split the mention before the word`, short: t`Split`, keys: ["/"], active: true, run: divideActive },
  { id: "head", group: GROUP, label: t`make the word the head`, short: t`Head`, keys: ["h"], active: true, run: head },
  { id: "minimum", group: GROUP, label: t`make the selected words the minimal span`, short: t`Minimal span`, keys: ["i"], active: true, run: minimum },
  { id: "kind", group: GROUP, label: t`choose the kind of the mention`, short: t`Kind`, keys: ["k"], active: true, run: chooseKind, many: chooseKind },
  { id: "comment", group: GROUP, label: t`write a comment`, short: t`Comment`, keys: ["w"], active: true, run: (editor) => { editor.dispatchEvent(new Event("comment")); } },
  { id: "remove", group: GROUP, label: t`remove the mention`, short: t`Remove mention`, keys: ["Delete", "Backspace"], active: true, run: removeActive, many: removeSelected },
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
  editor.act(t`“${editor.text.words([span])}” marked${kind ? t` as ${worded(kind)}` : ""}`, (draft) => mark(draft, [span], kind));
}

/** @param {Editor} editor */
function zero(editor) {
  const { text, cursor } = editor, token = cursor.span[0];
  editor.act(t`zero pronoun before “${text.form(text.hostOf(token))}”`, (draft) => insertZero(draft, text, token));
}

/** @param {Editor} editor */
function extent(editor) {
  const key = activeOf(editor), { text, cursor: { span } } = editor;
  if (isZero(editor, key)) {
    editor.act(t`zero pronoun moved before “${text.form(text.hostOf(span[0]))}”`, (draft) => moveZero(draft, text, key, span[0]));
  } else editor.act(t`mention is now “${editor.text.words([span])}”`, (draft) => reshape(draft, key, [span]));
}

/** @param {Editor} editor */
function addPart(editor) {
  const key = activeOf(editor), { span } = editor.cursor, { parts } = editor.model.mention(key);
  if (isZero(editor, key)) return announce(t`A zero pronoun has no words.`);
  const more = withPart(parts, span);
  editor.act(t`mention is now “${editor.text.words(more)}”`, (draft) => reshape(draft, key, more));
}

/** @param {Editor} editor */
function takeOut(editor) {
  const key = activeOf(editor), { span } = editor.cursor, { parts } = editor.model.mention(key);
  const rest = withoutPart(parts, span);
  if (isZero(editor, key) || !rest.length) return announce(t`The mention would be empty; press Delete to remove it.`);
  editor.act(t`mention is now “${editor.text.words(rest)}”`, (draft) => reshape(draft, key, rest));
}

/** @param {Editor} editor */
function divideActive(editor) {
  const key = activeOf(editor), [token] = editor.cursor.span, { parts } = editor.model.mention(key);
  if (isZero(editor, key) || !covers(parts, [token, token + 1]) || token === parts[0][0]) return announce(t`Move to the word of this mention that begins the second one.`);
  const kind = editor.anaphors.likelyKind(withoutPart(parts, [0, token]));
  editor.act(t`mention split before “${editor.text.form(token)}”`, (draft) => divide(draft, key, token, kind));
}

/** @param {Editor} editor */
function head(editor) {
  const key = activeOf(editor), { focus } = editor.cursor, mention = editor.model.mention(key);
  if (!covers(mention.parts, [focus, focus + 1])) return announce(t`The head must be a word of the mention; move to it first.`);
  const gone = mention.head === focus;
  editor.act(gone ? t`no head` : t`head: “${editor.text.form(focus)}”`, (draft) => draft.mention(key, { head: gone ? null : focus }));
}

/** @param {Editor} editor */
function minimum(editor) {
  const key = activeOf(editor), { span } = editor.cursor, mention = editor.model.mention(key);
  if (!covers(mention.parts, span)) return announce(t`The minimal span must lie inside the mention; select its words first.`);
  const gone = mention.minimum?.join() === span.join();
  editor.act(gone ? t`no minimal span` : t`minimal span: “${editor.text.words([span])}”`, (draft) => draft.mention(key, { minimum: gone ? null : span }));
}

/** @param {Editor} editor */
async function chooseKind(editor) {
  const keys = editor.targets.filter((key) => !isZero(editor, key));
  if (!keys.length) return announce(t`The kind of a zero pronoun is always zero.`);
  const { kind } = editor.model.mention(keys[0]);
  const options = [...KINDS.filter((value) => value !== "zero"), ""].map((value) => ({ value, label: worded(value) || t`none` }));
  const chosen = await choose(t`Kind`, options, { current: kind });
  editor.focus();
  if (chosen !== null) setKind(editor, keys, chosen);
}

/** @param {Editor} editor @param {number[]} keys @param {string} kind */
function setKind(editor, keys, kind) {
  editor.act(t`kind: ${worded(kind) || t`none`}${keys.length > 1 ? `, ${counted(keys.length, "mention")}` : ""}`, (draft) => { for (const key of keys) draft.mention(key, { kind }); });
}

/** @param {Editor} editor */
function removeActive(editor) {
  const key = activeOf(editor);
  const { order } = editor.model;
  const next = order[order.indexOf(key) + 1] ?? null;
  editor.act(t`“${editor.words(key)}” removed`, (draft) => remove(draft, key));
  if (next !== null && editor.active === null) editor.cursor.draw();
}

/** @param {Editor} editor @param {number} key @param {string} text */
export function setComment(editor, key, text) {
  if (attributeOf(editor.model.mention(key), "comment") !== text) editor.act(text ? t`comment written` : t`comment removed`, (draft) => note(draft, key, "comment", text));
}
