// Assigning mentions to an entity: chosen from a list, by its number key, or dropped onto it.
import { nameOf } from "../model/naming.js";
import { mergeAll, moveAll } from "../model/several.js";
import { announce, counted, t } from "../shell/dom.js";
import { choose } from "./choosing.js";
import { mark } from "./shapes.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** To the next unsolved anaphor, as long as there is one. @param {Editor} editor */
export function goOn(editor) {
  const next = editor.anaphors.next(editor.active, 1);
  if (next !== null) editor.activate(next);
  else announce(t`Every anaphor is resolved.`);
}

/** The name of an entity, in quotation marks. @param {Editor} editor @param {string} id */
export function quoted(editor, id) {
  const entity = editor.model.entities.get(id);
  return entity ? `“${nameOf(editor, entity)}”` : t`a new entity`;
}

/** What mentions are called in messages: the words of one, the number of several. @param {Editor} editor @param {number[]} keys */
export const called = (editor, keys) => (keys.length === 1 ? t`“${editor.words(keys[0])}”` : counted(keys.length, "mention"));

/**
 * Whatever is to be assigned: the selected mentions, else the active one; if the cursor has left that, the mention that has exactly
 * the words at the cursor, or none.
 * @param {Editor} editor
 * @returns {number[]}
 */
export function assigned(editor) {
  const { active, selected, cursor, model, view } = editor, [start, end] = cursor.span;
  if (selected.size || (active !== null && view.mentionsAt(cursor.focus).includes(active))) return editor.targets;
  const here = view.mentionsAt(start).filter((key) => {
    const { parts, zero } = model.mention(key);
    return zero === null && parts.length === 1 && parts[0][0] === start && parts[0][1] === end;
  });
  return here.slice(0, 1);
}

/**
 * Move mentions to an entity. Without any, the words at the cursor are marked first.
 * @param {Editor} editor
 * @param {string} id
 * @param {number[]} [keys]
 */
export function moveTo(editor, id, keys = assigned(editor)) {
  const name = quoted(editor, id);
  if (!keys.length) return markAs(editor, id, name);
  if (keys.every((key) => editor.model.entityOf(key)?.id === id)) return announce(keys.length > 1 ? t`${called(editor, keys)} are in ${name} already.` : t`${called(editor, keys)} is in ${name} already.`);
  const several = editor.selected.size > 0, wasOpen = !several && keys[0] === editor.active && editor.anaphors.isOpen(keys[0]);
  editor.act(t`${called(editor, keys)} moved to ${name}`, (draft) => moveAll(draft, keys, id));
  if (several) editor.select([]);
  if (wasOpen) goOn(editor);
}

/** @param {Editor} editor @param {string} id @param {string} name */
function markAs(editor, id, name) {
  const { span } = editor.cursor, kind = editor.anaphors.likelyKind([span]);
  editor.cursor.collapse();
  editor.act(t`“${editor.text.words([span])}” marked and moved to ${name}`, (draft) => {
    const key = mark(draft, [span], kind);
    moveAll(draft, [key], id);
    return key;
  });
}

/** Two chains become one. @param {Editor} editor @param {string} id whose name and type stay @param {string} other */
export function mergeInto(editor, id, other) {
  const { model } = editor, kept = model.entities.get(id), gone = model.entities.get(other);
  if (!kept || !gone || id === other) return;
  editor.act(t`chains of ${quoted(editor, other)} and ${quoted(editor, id)} merged`, (draft) => { mergeAll(draft, [...kept.mentions, ...gone.mentions]); });
}

/** Choose an entity by typing. @param {Editor} editor @param {string} title @returns {Promise<string | null>} */
export async function chooseEntity(editor, title) {
  const { model } = editor;
  const entities = [...model.entities.values()].sort((a, b) => Number(b.mentions.length > 1) - Number(a.mentions.length > 1) || model.before(a.mentions[0], b.mentions[0]));
  const options = entities.map((entity) => {
    const number = editor.numberOf(entity.mentions[0]);
    return { value: entity.id, label: `${number === null ? "" : `${number} `}${nameOf(editor, entity)}`, hint: [entity.type, entity.mentions.length].filter(Boolean).join(" · ") };
  });
  const chosen = await choose(title, options);
  editor.focus();
  return chosen;
}
