// Commands on several selected mentions at once, on whole chains, and on entities that are pinned to a number key.
import { REFERENCES } from "../model/anaphors.js";
import { chainOf, setReference } from "../model/chains.js";
import { entitiesOf, gather, mergeAll, removeAll, retypeAll, undecideAll } from "../model/several.js";
import { announce, counted, t, worded } from "../shell/dom.js";
import { assigned, called, chooseEntity, moveTo, quoted } from "./assigning.js";
import { findAndMark } from "./finding.js";
import { separateChain } from "./separating.js";

/** @typedef {import("./editor.js").Editor} Editor */

const GROUP = t`Several mentions at once`;

/** @type {import("./commands.js").Command[]} */
export const severalCommands = [
  { id: "move", group: GROUP, label: t`move to an entity of the list; words that are not marked are marked first`, short: t`Move to …`, keys: ["j"], run: pickEntity },
  { id: "gather", group: GROUP, label: t`make an entity of their own`, short: t`New entity`, keys: ["Shift+j"], active: true, run: gatherTargets, many: gatherTargets },
  { id: "separate", group: GROUP, label: t`separate the chain by name, by gender or by hand`, short: t`Separate …`, keys: ["Shift+b"], active: true, run: separateChain },
  { id: "find", group: GROUP, label: t`find words or a pattern, and mark all occurrences as one entity`, short: t`Find and mark …`, keys: ["Shift+f"], run: findAndMark },
  { id: "pin", group: GROUP, label: t`pin the entity to a number key, or unpin it`, short: t`Pin`, keys: ["0"], active: true, run: pin },
];

/** @param {Editor} editor */
async function pickEntity(editor) {
  if (!editor.model.entities.size) return announce(t`Nothing is an entity yet: press F at a mention to begin one.`);
  const keys = assigned(editor);
  const chosen = await chooseEntity(editor, keys.length ? t`Move ${called(editor, keys)} to` : t`Mark “${editor.cursor.words}” as`);
  if (chosen !== null) moveTo(editor, chosen, keys);
}

/** @param {Editor} editor */
function gatherTargets(editor) {
  const keys = editor.targets, { model } = editor;
  const [id] = entitiesOf(model, keys);
  if (id !== undefined && keys.every((key) => model.entityOf(key)?.id === id) && model.entities.get(id)?.mentions.length === keys.length) return announce(keys.length > 1 ? t`${called(editor, keys)} are an entity already.` : t`${called(editor, keys)} is an entity already.`);
  editor.act(t`${called(editor, keys)} made an entity`, (draft) => { gather(draft, keys); });
  editor.select([]);
}

/** @param {Editor} editor */
export function mergeSelected(editor) {
  const keys = editor.targets, { model } = editor;
  const ids = entitiesOf(model, keys), alone = keys.filter((key) => !model.entityOf(key)).length;
  if (ids.length + alone < 2) return announce(t`The selected mentions are in one chain already.`);
  editor.act(t`${counted(ids.length + alone, "chain")} merged`, (draft) => { mergeAll(draft, keys); });
  editor.select([]);
}

/** @param {Editor} editor */
export function undecideSelected(editor) {
  const keys = editor.targets;
  editor.act(t`${called(editor, keys)} undecided`, (draft) => undecideAll(draft, keys));
}

/** @param {Editor} editor */
export function removeSelected(editor) {
  const keys = editor.targets;
  editor.act(t`${called(editor, keys)} removed`, (draft) => removeAll(draft, keys));
}

/** @param {Editor} editor @param {string} type */
export function retypeSelected(editor, type) {
  const keys = editor.targets;
  editor.act(t`type: ${worded(type) || t`none`}, ${called(editor, keys)}`, (draft) => retypeAll(draft, keys, type));
}

/** @param {Editor} editor @param {string} reference @param {string} [subtype] */
export function referSelected(editor, reference, subtype = "") {
  const keys = editor.targets, name = worded(/** @type {Record<string, string>} */ (REFERENCES)[reference]);
  editor.act(`${name}${subtype ? `: ${worded(subtype)}` : ""}, ${called(editor, keys)}`, (draft) => { for (const key of keys) setReference(draft, key, reference, subtype); });
}

/** @param {Editor} editor */
function pin(editor) {
  const key = /** @type {number} */ (editor.active), entity = editor.model.entityOf(key);
  if (!entity) return announce(t`This mention is in no entity; press F to begin one, or link it first.`);
  if (!editor.pins.free.length && editor.pins.numberOf(entity.id) === null) return announce(t`All nine numbers are taken; press 0 at a pinned entity to free its number.`);
  const number = editor.pins.toggle(entity.id);
  announce(number === null ? t`${quoted(editor, entity.id)} is no longer pinned.` : t`${quoted(editor, entity.id)} is pinned to ${number}: ${number} moves a mention there (${counted(chainOf(editor.model, key).length, "mention")} now).`);
}
