// Commands that decide what a mention refers to: antecedents, chains, cataphors, exophors, pronouns that do not refer.
import { NONREFERENTIAL, REFERENCES, TYPES } from "../model/anaphors.js";
import { addLink, antecedentsOf, breakAt, chainOf, dissolve, link, merge, own, setReference, setType, toggleAntecedent, toggleOptional, undecide } from "../model/chains.js";
import { announce } from "../shell/dom.js";
import { choose } from "./choosing.js";
import { goOn, moveTo } from "./assigning.js";
import { startPicking } from "./picking.js";
import { mergeSelected, referSelected, retypeSelected, undecideSelected } from "./several.js";
import { activeOf } from "./words.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./proposals.js").Candidate} Candidate */

const DECIDING = "Deciding on the mention", CHAINS = "Chains and links";
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** @type {import("./commands.js").Command[]} */
export const decisionCommands = [
  { id: "confirm", group: DECIDING, label: "confirm the highlighted candidate and continue", short: "Confirm", keys: ["Enter"], active: true, run: confirm },
  { id: "number", group: DECIDING, label: "choose the candidate, or the pinned entity, with this number", keys: DIGITS, run: (editor, key) => chooseNumber(editor, Number(key)) },
  { id: "look-next", group: DECIDING, label: "highlight the next candidate", keys: ["ArrowDown"], active: true, run: (editor) => look(editor, 1) },
  { id: "look-previous", group: DECIDING, label: "highlight the previous candidate", keys: ["ArrowUp"], active: true, run: (editor) => look(editor, -1) },
  { id: "link", group: DECIDING, label: "choose any mention as antecedent", short: "Link to …", keys: ["l"], active: true, run: pickAntecedent },
  { id: "new", group: DECIDING, label: "new: it introduces an entity", short: "New", keys: ["f"], active: true, run: begin },
  { id: "cataphor", group: DECIDING, label: "cataphor: it refers to what follows", short: "Cataphor", keys: ["c"], active: true, run: (editor) => refer(editor, "cataphoric"), many: (editor) => referSelected(editor, "cataphoric") },
  { id: "exophor", group: DECIDING, label: "exophor: it refers to the situation", short: "Exophor", keys: ["x"], active: true, run: (editor) => refer(editor, "exophoric"), many: (editor) => referSelected(editor, "exophoric") },
  { id: "other", group: DECIDING, label: "other: none of these", short: "Other", keys: ["o"], active: true, run: (editor) => refer(editor, "other"), many: (editor) => referSelected(editor, "other") },
  { id: "nonreferential", group: DECIDING, label: "non-referential, with its type", short: "Non-referential", keys: ["r"], active: true, run: chooseNonreferential, many: chooseNonreferential },
  { id: "anaphor", group: DECIDING, label: "treat it as an anaphor, whatever its kind", short: "Anaphor", keys: ["a"], active: true, run: (editor) => refer(editor, "anaphoric"), many: (editor) => referSelected(editor, "anaphoric") },
  { id: "undecide", group: DECIDING, label: "undecided: remove it from its chain", short: "Undecided", keys: ["u"], active: true, run: undecided, many: undecideSelected },
  { id: "merge", group: CHAINS, label: "merge its chain with the candidate's", short: "Merge chains", keys: ["Shift+Enter"], active: true, run: mergeLooked },
  { id: "merge-pick", group: CHAINS, label: "merge its chain with that of any mention", short: "Merge with …", keys: ["Shift+m"], active: true, run: pickMerge, many: mergeSelected },
  { id: "break", group: CHAINS, label: "split the chain: it and later mentions become another chain", short: "Split here", keys: ["b"], active: true, run: split },
  { id: "dissolve", group: CHAINS, label: "remove the chain; its mentions stay", short: "Remove chain", keys: ["d"], active: true, run: removeChain },
  { id: "antecedent", group: CHAINS, label: "split antecedent: add or remove an antecedent", short: "Split antecedent", keys: ["s"], active: true, run: pickSplit },
  { id: "optional", group: CHAINS, label: "mark the link as optional: another reading is possible", short: "Optional", keys: ["y"], active: true, run: optional },
  { id: "relation", group: CHAINS, label: "add another relation to any mention, such as bridging", short: "Relation to …", keys: ["Shift+l"], active: true, run: pickRelation },
  { id: "resolver", group: DECIDING, label: "choose who proposes candidates", keys: ["v"], active: true, run: chooseResolver },
  { id: "type", group: CHAINS, label: "choose the type of the entity", short: "Entity type", keys: ["t"], active: true, run: chooseType, many: chooseType },
];

/** @param {Editor} editor */
function confirm(editor) {
  const candidate = editor.proposal?.candidates[editor.look];
  if (!candidate) return announce(editor.asking ? "The candidates are still being computed." : "There are no candidates; press L to choose a mention.");
  decide(editor, candidate);
}

/** @param {Editor} editor @param {number} number */
function chooseNumber(editor, number) {
  const pinned = editor.pins.entity(number);
  if (pinned !== null) return moveTo(editor, pinned);
  if (editor.active === null) return announce(`No entity is pinned to ${number}; press 0 at one of its mentions to pin it.`);
  const place = editor.proposal ? editor.candidateKeys(editor.proposal).indexOf(String(number)) : -1;
  const candidate = editor.proposal?.candidates[place];
  if (candidate) decide(editor, candidate);
  else announce(`There is no candidate ${number}.`);
}

/** @param {Editor} editor @param {Candidate} candidate */
export function decide(editor, candidate) {
  const key = activeOf(editor), wasOpen = editor.anaphors.isOpen(key);
  linkTo(editor, key, (draft) => {
    if (candidate.key !== null) return candidate.key;
    const made = draft.model.newKey();
    draft.set("mentions", made, candidate.mention);
    return made;
  });
  if (wasOpen) goOn(editor);
}

/** @param {Editor} editor @param {number} key @param {(draft: import("../model/model.js").Draft) => number} antecedent */
function linkTo(editor, key, antecedent) {
  const before = chainOf(editor.model, key).length;
  /** @type {string} */
  let how = "";
  editor.act(`“${editor.words(key)}” linked`, (draft) => { how = link(draft, key, antecedent(draft)); });
  const to = antecedentsOf(editor.model, key).map((one) => `“${editor.words(one)}”`).join(" + ");
  const alone = how === "moved" && before > 2 ? " Only this mention moved; to move those after it as well, press Ctrl+Z, then B, and link again." : "";
  announce(`“${editor.words(key)}” refers to ${to}, chain ${editor.numberOf(key)}.${alone}`);
}

/** @param {Editor} editor @param {number} step */
function look(editor, step) {
  const count = editor.proposal?.candidates.length ?? 0;
  if (count) editor.lookAt((editor.look + step + count) % count);
}

/** @param {Editor} editor */
function pickAntecedent(editor) {
  const key = activeOf(editor), wasOpen = editor.anaphors.isOpen(key);
  startPicking(editor, "Antecedent", (chosen) => {
    linkTo(editor, key, () => chosen);
    if (wasOpen) editor.focus();
  });
}

/** @param {Editor} editor */
function begin(editor) {
  const key = activeOf(editor), wasOpen = editor.anaphors.isOpen(key);
  editor.act(`“${editor.words(key)}” begins an entity`, (draft) => {
    if (chainOf(draft.model, key)[0] !== key) undecide(draft, key);
    own(draft, key);
  });
  if (wasOpen && !editor.anaphors.isOpen(key)) goOn(editor);
}

/** @param {Editor} editor @param {string} reference @param {string} [subtype] */
export function refer(editor, reference, subtype = "") {
  const key = activeOf(editor), mention = editor.model.mention(key), wasOpen = editor.anaphors.isOpen(key);
  const same = mention.reference === reference && mention.subtype === subtype;
  const name = /** @type {Record<string, string>} */ (REFERENCES)[reference];
  editor.act(same ? `no longer ${name}` : `${name}${subtype ? `: ${subtype}` : ""}`, (draft) => setReference(draft, key, same ? "" : reference, same ? "" : subtype));
  if (wasOpen && !same && !["cataphoric", "anaphoric"].includes(reference)) goOn(editor);
}

/** @param {Editor} editor */
async function chooseNonreferential(editor) {
  const { reference, subtype } = editor.model.mention(editor.targets[0]);
  const used = [...editor.model.mentions.values()].filter((mention) => mention.reference === "nonreferential").map((mention) => mention.subtype);
  const options = [...new Set([...NONREFERENTIAL, ...used])].filter(Boolean).map((value) => ({ value }));
  const current = reference === "nonreferential" ? subtype : "";
  const chosen = await choose("Non-referential", [...options, { value: "", label: "no type" }], { free: true, current });
  editor.focus();
  if (chosen === null) return;
  if (editor.selected.size) referSelected(editor, "nonreferential", chosen);
  else refer(editor, "nonreferential", chosen);
}

/** @param {Editor} editor */
function undecided(editor) {
  const key = activeOf(editor);
  editor.act(`“${editor.words(key)}” undecided`, (draft) => undecide(draft, key));
}

/** @param {Editor} editor */
function mergeLooked(editor) {
  const other = editor.proposal?.candidates[editor.look]?.key;
  if (other === null || other === undefined) return announce("There is no candidate to merge with.");
  mergeWith(editor, activeOf(editor), other);
}

/** @param {Editor} editor */
function pickMerge(editor) {
  const key = activeOf(editor);
  startPicking(editor, "Chain to merge with", (chosen) => mergeWith(editor, key, chosen));
}

/** @param {Editor} editor @param {number} key @param {number} other */
function mergeWith(editor, key, other) {
  editor.act(`chains of “${editor.words(other)}” and “${editor.words(key)}” merged`, (draft) => merge(draft, other, key));
}

/** @param {Editor} editor */
function split(editor) {
  const key = activeOf(editor);
  if (chainOf(editor.model, key)[0] === key) return announce("This mention is the first of its chain.");
  editor.act(`chain split at “${editor.words(key)}”`, (draft) => breakAt(draft, key));
}

/** @param {Editor} editor */
function removeChain(editor) {
  const entity = editor.model.entityOf(activeOf(editor));
  if (!entity) return announce("This mention is not in a chain.");
  editor.act(`chain of ${entity.mentions.length} removed`, (draft) => dissolve(draft, entity.id));
}

/** @param {Editor} editor */
function pickSplit(editor) {
  const key = activeOf(editor);
  startPicking(editor, "One of several antecedents", (chosen) => {
    if (chainOf(editor.model, key).includes(chosen)) return announce(`“${editor.words(chosen)}” is in the same chain; choose a mention of another chain.`);
    editor.act(`split antecedent: “${editor.words(chosen)}”`, (draft) => toggleAntecedent(draft, key, chosen));
  });
}

/** @param {Editor} editor */
function optional(editor) {
  const key = activeOf(editor);
  if (!antecedentsOf(editor.model, key).length && !editor.model.linksFrom(key).length) return announce("This mention has no antecedent yet.");
  const was = editor.model.linksFrom(key).some(([, one]) => one.optional);
  editor.act(was ? "link no longer optional" : "link optional", (draft) => toggleOptional(draft, key));
}

/** @param {Editor} editor */
function pickRelation(editor) {
  const key = activeOf(editor);
  startPicking(editor, "Mention it is related to", async (chosen) => {
    const options = ["bridging", "apposition", "predication", "discourse"].map((value) => ({ value }));
    const relation = await choose("Relation", options);
    editor.focus();
    if (relation) editor.act(`${relation} to “${editor.words(chosen)}”`, (draft) => addLink(draft, key, [chosen], { relation }));
  });
}

/** @param {Editor} editor */
async function chooseResolver(editor) {
  const chosen = await choose("Who proposes candidates", editor.resolvers.map(([value, label]) => ({ value, label })), { current: editor.resolver });
  editor.focus();
  if (chosen) editor.useResolver(chosen);
}

/** @param {Editor} editor */
async function chooseType(editor) {
  const [key] = editor.targets, current = editor.model.entityOf(key)?.type ?? "";
  const used = [...editor.model.entities.values()].map((entity) => entity.type);
  const options = [...new Set([...TYPES, ...used])].filter(Boolean).map((value) => ({ value }));
  const chosen = await choose("Entity type", [...options, { value: "", label: "none" }], { free: true, current });
  editor.focus();
  if (chosen === null) return;
  if (editor.selected.size) retypeSelected(editor, chosen);
  else editor.act(`type: ${chosen || "not said"}`, (draft) => setType(draft, key, chosen));
}
