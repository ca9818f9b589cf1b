// Commands on several selected mentions at once, on whole chains, and on entities that are pinned to a number key.
import { REFERENCES } from "../model/anaphors.js";
import { chainOf, setReference } from "../model/chains.js";
import { entitiesOf, gather, mergeAll, removeAll, retypeAll, undecideAll } from "../model/several.js";
import { announce, counted } from "../shell/dom.js";
import { assigned, called, chooseEntity, moveTo, quoted } from "./assigning.js";
import { findAndMark } from "./finding.js";
import { separateChain } from "./separating.js";

/** @typedef {import("./editor.js").Editor} Editor */

const GROUP = "Several mentions at once";

/** @type {import("./commands.js").Command[]} */
export const severalCommands = [
  { id: "move", group: GROUP, label: "move to an entity of the list; words that are not marked are marked first", short: "Move to …", keys: ["j"], run: pickEntity },
  { id: "gather", group: GROUP, label: "make an entity of their own", short: "New entity", keys: ["Shift+j"], active: true, run: gatherTargets, many: gatherTargets },
  { id: "separate", group: GROUP, label: "separate the chain by name, by gender or by hand", short: "Separate …", keys: ["Shift+b"], active: true, run: separateChain },
  { id: "find", group: GROUP, label: "find words or a pattern, and mark all occurrences as one entity", short: "Find and mark …", keys: ["Shift+f"], run: findAndMark },
  { id: "pin", group: GROUP, label: "pin the entity to a number key, or unpin it", short: "Pin", keys: ["0"], active: true, run: pin },
];

/** @param {Editor} editor */
async function pickEntity(editor) {
  if (!editor.model.entities.size) return announce("Nothing is an entity yet: press F at a mention to begin one.");
  const keys = assigned(editor);
  const chosen = await chooseEntity(editor, keys.length ? `Move ${called(editor, keys)} to` : `Mark “${editor.cursor.words}” as`);
  if (chosen !== null) moveTo(editor, chosen, keys);
}

/** @param {Editor} editor */
function gatherTargets(editor) {
  const keys = editor.targets, { model } = editor;
  const [id] = entitiesOf(model, keys);
  if (id !== undefined && keys.every((key) => model.entityOf(key)?.id === id) && model.entities.get(id)?.mentions.length === keys.length) return announce(`${called(editor, keys)} ${keys.length > 1 ? "are" : "is"} an entity already.`);
  editor.act(`${called(editor, keys)} made an entity`, (draft) => { gather(draft, keys); });
  editor.select([]);
}

/** @param {Editor} editor */
export function mergeSelected(editor) {
  const keys = editor.targets, { model } = editor;
  const ids = entitiesOf(model, keys), alone = keys.filter((key) => !model.entityOf(key)).length;
  if (ids.length + alone < 2) return announce("The selected mentions are in one chain already.");
  editor.act(`${counted(ids.length + alone, "chain")} merged`, (draft) => { mergeAll(draft, keys); });
  editor.select([]);
}

/** @param {Editor} editor */
export function undecideSelected(editor) {
  const keys = editor.targets;
  editor.act(`${called(editor, keys)} undecided`, (draft) => undecideAll(draft, keys));
}

/** @param {Editor} editor */
export function removeSelected(editor) {
  const keys = editor.targets;
  editor.act(`${called(editor, keys)} removed`, (draft) => removeAll(draft, keys));
}

/** @param {Editor} editor @param {string} type */
export function retypeSelected(editor, type) {
  const keys = editor.targets;
  editor.act(`type: ${type || "none"}, ${called(editor, keys)}`, (draft) => retypeAll(draft, keys, type));
}

/** @param {Editor} editor @param {string} reference @param {string} [subtype] */
export function referSelected(editor, reference, subtype = "") {
  const keys = editor.targets, name = /** @type {Record<string, string>} */ (REFERENCES)[reference];
  editor.act(`${name}${subtype ? `: ${subtype}` : ""}, ${called(editor, keys)}`, (draft) => { for (const key of keys) setReference(draft, key, reference, subtype); });
}

/** @param {Editor} editor */
function pin(editor) {
  const key = /** @type {number} */ (editor.active), entity = editor.model.entityOf(key);
  if (!entity) return announce("This mention is in no entity; press F to begin one, or link it first.");
  if (!editor.pins.free.length && editor.pins.numberOf(entity.id) === null) return announce("All nine numbers are taken; press 0 at a pinned entity to free its number.");
  const number = editor.pins.toggle(entity.id);
  announce(number === null ? `${quoted(editor, entity.id)} is no longer pinned.` : `${quoted(editor, entity.id)} is pinned to ${number}: ${number} moves a mention there (${counted(chainOf(editor.model, key).length, "mention")} now).`);
}
