// Commands that decide what a mention refers to: antecedents, chains, cataphors, exophors, pronouns that do not refer.
import { NONREFERENTIAL, REFERENCES } from "../model/anaphors.js";
import { addLink, antecedentsOf, breakAt, chainOf, dissolve, doubtfulLink, link, merge, own, setReference, setType, toggleAntecedent, toggleOptional, undecide } from "../model/chains.js";
import { announce, t, worded } from "../shell/dom.js";
import { acceptCertain } from "./accepting.js";
import { choose } from "./choosing.js";
import { goOn, moveTo } from "./assigning.js";
import { startPicking } from "./picking.js";
import { mergeSelected, referSelected, retypeSelected, undecideSelected } from "./several.js";
import { relationOptions, typeOptions } from "./scheme.js";
import { activeOf } from "./words.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./proposals.js").Candidate} Candidate */

const DECIDING = t`Deciding on the mention`, CHAINS = t`Chains and links`;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** @type {import("./commands.js").Command[]} */
export const decisionCommands = [
  { id: "confirm", group: DECIDING, label: t`confirm the highlighted candidate and continue`, short: t`Confirm`, keys: ["Enter"], active: true, run: confirm },
  { id: "number", group: DECIDING, label: t`choose the candidate, or the pinned entity, with this number`, keys: DIGITS, run: (editor, key) => chooseNumber(editor, Number(key)) },
  { id: "look-next", group: DECIDING, label: t`highlight the next candidate`, keys: ["ArrowDown"], active: true, run: (editor) => look(editor, 1) },
  { id: "look-previous", group: DECIDING, label: t`highlight the previous candidate`, keys: ["ArrowUp"], active: true, run: (editor) => look(editor, -1) },
  { id: "link", group: DECIDING, label: t`choose any mention as antecedent`, short: t`Link to …`, keys: ["l"], active: true, run: pickAntecedent },
  { id: "new", group: DECIDING, label: t`new: it introduces an entity`, short: t`New`, keys: ["f"], active: true, run: begin },
  { id: "cataphor", group: DECIDING, label: t`cataphor: it refers to what follows`, short: t`Cataphor`, keys: ["c"], active: true, run: (editor) => refer(editor, "cataphoric"), many: (editor) => referSelected(editor, "cataphoric") },
  { id: "exophor", group: DECIDING, label: t`exophor: it refers to the situation`, short: t`Exophor`, keys: ["x"], active: true, run: (editor) => refer(editor, "exophoric"), many: (editor) => referSelected(editor, "exophoric") },
  { id: "other", group: DECIDING, label: t`other: none of these`, short: t`Other`, keys: ["o"], active: true, run: (editor) => refer(editor, "other"), many: (editor) => referSelected(editor, "other") },
  { id: "nonreferential", group: DECIDING, label: t`non-referential, with its type`, short: t`Non-referential`, keys: ["r"], active: true, run: chooseNonreferential, many: chooseNonreferential },
  { id: "anaphor", group: DECIDING, label: t`treat it as an anaphor, whatever its kind`, short: t`Anaphor`, keys: ["a"], active: true, run: (editor) => refer(editor, "anaphoric"), many: (editor) => referSelected(editor, "anaphoric") },
  { id: "undecide", group: DECIDING, label: t`undecided: remove it from its chain`, short: t`Undecided`, keys: ["u"], active: true, run: undecided, many: undecideSelected },
  { id: "accept-certain", group: DECIDING, label: t`accept all proposals that are certain enough`, short: t`Accept certain …`, keys: ["Shift+a"], run: acceptCertain },
  { id: "merge", group: CHAINS, label: t`merge its chain with the candidate's`, short: t`Merge chains`, keys: ["Shift+Enter"], active: true, run: mergeLooked },
  { id: "merge-pick", group: CHAINS, label: t`merge its chain with that of any mention`, short: t`Merge with …`, keys: ["Shift+m"], active: true, run: pickMerge, many: mergeSelected },
  { id: "break", group: CHAINS, label: t`split the chain: it and later mentions become another chain`, short: t`Split here`, keys: ["b"], active: true, run: split },
  { id: "dissolve", group: CHAINS, label: t`remove the chain; its mentions stay`, short: t`Remove chain`, keys: ["d"], active: true, run: removeChain },
  { id: "antecedent", group: CHAINS, label: t`split antecedent: add or remove an antecedent`, short: t`Split antecedent`, keys: ["s"], active: true, run: pickSplit },
  { id: "optional", group: CHAINS, label: t`mark the link as optional: another reading is possible`, short: t`Optional`, keys: ["y"], active: true, run: optional },
  { id: "relation", group: CHAINS, label: t`add another relation to any mention, such as bridging`, short: t`Relation to …`, keys: ["Shift+l"], active: true, run: pickRelation },
  { id: "resolver", group: DECIDING, label: t`choose who proposes candidates`, keys: ["v"], active: true, run: chooseResolver },
  { id: "type", group: CHAINS, label: t`choose the type of the entity`, short: t`Entity type`, keys: ["t"], active: true, run: chooseType, many: chooseType },
];

/** @param {Editor} editor */
function confirm(editor) {
  const candidate = editor.proposal?.candidates[editor.look];
  if (candidate) decide(editor, candidate);
  else if (editor.asking) confirmLater(editor);
  else announce(t`There are no candidates; press L to choose a mention.`);
}

/** A key that comes before the candidates confirms what the resolver proposes, once it is there and the anaphor is still active. @param {Editor} editor */
function confirmLater(editor) {
  const waiting = new AbortController(), { signal } = waiting;
  editor.addEventListener("active", () => waiting.abort(), { signal });
  editor.addEventListener("proposal", () => {
    waiting.abort();
    const { proposal } = editor, candidate = proposal?.candidates[editor.look];
    if (candidate && proposal?.resolver === editor.resolver) decide(editor, candidate);
  }, { signal });
  announce(t`The proposal is confirmed as soon as it is there.`);
}

/** @param {Editor} editor @param {number} number */
function chooseNumber(editor, number) {
  const pinned = editor.pins.entity(number);
  if (pinned !== null) return moveTo(editor, pinned);
  if (editor.active === null) return announce(t`No entity is pinned to ${number}; press 0 at one of its mentions to pin it.`);
  const place = editor.proposal ? editor.candidateKeys(editor.proposal).indexOf(String(number)) : -1;
  const candidate = editor.proposal?.candidates[place];
  if (candidate) decide(editor, candidate);
  else announce(t`There is no candidate ${number}.`);
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
  editor.act(t`“${editor.words(key)}” linked`, (draft) => { how = link(draft, key, antecedent(draft)); });
  const to = antecedentsOf(editor.model, key).map((one) => t`“${editor.words(one)}”`).join(" + ");
  const alone = how === "moved" && before > 2 ? t` Only this mention moved; to move those after it as well, press Ctrl+Z, then B, and link again.` : "";
  announce(t`“${editor.words(key)}” refers to ${to}, chain ${editor.numberOf(key)}.${alone}`);
}

/** @param {Editor} editor @param {number} step */
function look(editor, step) {
  const count = editor.proposal?.candidates.length ?? 0;
  if (count) editor.lookAt((editor.look + step + count) % count);
}

/** @param {Editor} editor */
function pickAntecedent(editor) {
  const key = activeOf(editor), wasOpen = editor.anaphors.isOpen(key);
  startPicking(editor, t`Antecedent`, (chosen) => {
    linkTo(editor, key, () => chosen);
    if (wasOpen) editor.focus();
  });
}

/** @param {Editor} editor */
function begin(editor) {
  const key = activeOf(editor), wasOpen = editor.anaphors.isOpen(key);
  editor.act(t`“${editor.words(key)}” begins an entity`, (draft) => {
    if (chainOf(draft.model, key)[0] !== key) undecide(draft, key);
    own(draft, key);
  });
  if (!editor.anaphors.isOpen(key)) return wasOpen ? goOn(editor) : undefined;
  // A resolver puts every pronoun that it cannot solve into an entity of its own; that decides nothing.
  announce(t`“${editor.words(key)}” begins an entity and stays unsolved until a mention is linked to it. If the text has no other mention of it, press X or O.`);
}

/** @param {Editor} editor @param {string} reference @param {string} [subtype] */
export function refer(editor, reference, subtype = "") {
  const key = activeOf(editor), mention = editor.model.mention(key), wasOpen = editor.anaphors.isOpen(key);
  const same = mention.reference === reference && mention.subtype === subtype;
  const name = worded(/** @type {Record<string, string>} */ (REFERENCES)[reference]);
  editor.act(same ? t`no longer ${name}` : `${name}${subtype ? `: ${worded(subtype)}` : ""}`, (draft) => setReference(draft, key, same ? "" : reference, same ? "" : subtype));
  if (wasOpen && !same && !["cataphoric", "anaphoric"].includes(reference)) goOn(editor);
}

/** @param {Editor} editor */
async function chooseNonreferential(editor) {
  const { reference, subtype } = editor.model.mention(editor.targets[0]);
  const used = [...editor.model.mentions.values()].filter((mention) => mention.reference === "nonreferential").map((mention) => mention.subtype);
  const options = [...new Set([...NONREFERENTIAL, ...used])].filter(Boolean).map((value) => ({ value }));
  const current = reference === "nonreferential" ? subtype : "";
  const chosen = await choose(t`Non-referential`, [...options, { value: "", label: t`no type` }], { free: true, current });
  editor.focus();
  if (chosen === null) return;
  if (editor.selected.size) referSelected(editor, "nonreferential", chosen);
  else refer(editor, "nonreferential", chosen);
}

/** @param {Editor} editor */
function undecided(editor) {
  const key = activeOf(editor);
  editor.act(t`“${editor.words(key)}” undecided`, (draft) => undecide(draft, key));
}

/** @param {Editor} editor */
function mergeLooked(editor) {
  const other = editor.proposal?.candidates[editor.look]?.key;
  if (other === null || other === undefined) return announce(t`There is no candidate to merge with.`);
  mergeWith(editor, activeOf(editor), other);
}

/** @param {Editor} editor */
function pickMerge(editor) {
  const key = activeOf(editor);
  startPicking(editor, t`Chain to merge with`, (chosen) => mergeWith(editor, key, chosen));
}

/** @param {Editor} editor @param {number} key @param {number} other */
function mergeWith(editor, key, other) {
  editor.act(t`chains of “${editor.words(other)}” and “${editor.words(key)}” merged`, (draft) => merge(draft, other, key));
}

/** @param {Editor} editor */
function split(editor) {
  const key = activeOf(editor);
  if (chainOf(editor.model, key)[0] === key) return announce(t`This mention is the first of its chain.`);
  editor.act(t`chain split at “${editor.words(key)}”`, (draft) => breakAt(draft, key));
}

/** @param {Editor} editor */
function removeChain(editor) {
  const entity = editor.model.entityOf(activeOf(editor));
  if (!entity) return announce(t`This mention is not in a chain.`);
  editor.act(t`chain of ${entity.mentions.length} removed`, (draft) => dissolve(draft, entity.id));
}

/** @param {Editor} editor */
function pickSplit(editor) {
  const key = activeOf(editor);
  startPicking(editor, t`One of several antecedents`, (chosen) => {
    if (chainOf(editor.model, key).includes(chosen)) return announce(t`“${editor.words(chosen)}” is in the same chain; choose a mention of another chain.`);
    editor.act(t`split antecedent: “${editor.words(chosen)}”`, (draft) => toggleAntecedent(draft, key, chosen));
  });
}

/** @param {Editor} editor */
function optional(editor) {
  const key = activeOf(editor);
  if (!antecedentsOf(editor.model, key).length && !editor.model.linksFrom(key).length) return announce(t`This mention has no antecedent yet.`);
  const was = doubtfulLink(editor.model, key)?.[1].optional;
  editor.act(was ? t`link no longer optional` : t`link optional`, (draft) => toggleOptional(draft, key));
}

/** @param {Editor} editor */
function pickRelation(editor) {
  const key = activeOf(editor);
  startPicking(editor, t`Mention it is related to`, async (chosen) => {
    const named = await choose(t`Relation`, relationOptions());
    editor.focus();
    const [relation, subtype = ""] = (named ?? "").split(" ");
    if (relation) editor.act(t`${worded(relation)} to “${editor.words(chosen)}”`, (draft) => addLink(draft, key, [chosen], { relation, subtype }));
  });
}

/** @param {Editor} editor */
async function chooseResolver(editor) {
  const chosen = await choose(t`Proposing resolver`, editor.resolvers.map(([value, label]) => ({ value, label })), { current: editor.resolver });
  editor.focus();
  if (chosen) editor.useResolver(chosen);
}

/** @param {Editor} editor */
async function chooseType(editor) {
  const [key] = editor.targets, current = editor.model.entityOf(key)?.type ?? "";
  const { options, free } = typeOptions(editor);
  const chosen = await choose(t`Entity type`, [...options, { value: "", label: t`none` }], { free, current });
  editor.focus();
  if (chosen === null) return;
  if (editor.selected.size) retypeSelected(editor, chosen);
  else editor.act(t`type: ${worded(chosen) || t`unspecified`}`, (draft) => setType(draft, key, chosen));
}
