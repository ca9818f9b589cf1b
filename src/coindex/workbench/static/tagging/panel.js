// The panel beside the text: the mention that is worked on, its candidates, and everything that can be edited.
import { REFERENCES, RELATIONS } from "../model/anaphors.js";
import { antecedentsOf, chainOf, describe } from "../model/chains.js";
import { attributeOf, startOf } from "../model/model.js";
import { describedZero } from "../model/naming.js";
import { byId, counted, h, t, worded } from "../shell/dom.js";
import { addStages, optionsButton, stagesIn } from "../shell/options.js";
import { jump, row } from "../side/jump.js";
import { candidateList, countsOf, distance } from "../reader/candidates.js";
import { button } from "./buttons.js";
import { decide } from "./decisions.js";
import { bare } from "./proposals.js";
import { attributeFields, typeGuideline } from "./scheme.js";
import { setComment } from "./words.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** Whether the rarer things are shown. */
let detailed = false, discardedShown = false;

/**
 * @param {Editor} editor
 */
export function keepPanel(editor) {
  const box = byId("mention");
  let waiting = false, pressed = false;
  const draw = () => {
    box.replaceChildren(...(editor.active === null ? nothing(editor) : panel(editor, editor.active)));
    box.dataset.unsolved = String(editor.open); // says of which state this is the picture
  };
  // Nothing is taken from under anybody's hands: neither words being typed nor a button being pressed.
  const busy = () => pressed || box.querySelector("textarea:focus, input:focus") !== null;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = busy();
      if (!waiting) draw();
    });
  };
  const free = () => {
    pressed = false;
    if (waiting && !busy()) {
      waiting = false;
      soon();
    }
  };
  box.addEventListener("pointerdown", () => { pressed = true; });
  addEventListener("pointerup", () => setTimeout(free));
  box.addEventListener("focusout", () => setTimeout(free));
  for (const name of ["active", "proposal", "change", "pick"]) editor.addEventListener(name, soon);
  editor.addEventListener("cursor", () => tellSelected(editor));
  editor.addEventListener("comment", () => {
    detailed = true;
    draw();
    byId("comment-text").focus();
  });
  draw();
}

/** @param {Editor} editor */
function tellSelected({ cursor }) {
  const place = document.getElementById("selected");
  if (place) place.textContent = t`“${cursor.words}”`;
}

/** @param {Editor} editor */
function nothing(editor) {
  const { model, cursor } = editor;
  const chains = [...model.entities.values()].filter((entity) => entity.mentions.length > 1).length;
  return [
    h("h2", {}, model.mentions.size ? t`No mention selected` : t`Nothing marked yet`),
    model.mentions.size ? h("p", {}, `${counted(chains, "chain")}.`) : editor.readonly ? null : h("p", {}, t`Mark words, or choose “Start from …” above to begin with the output of a resolver.`),
    editor.readonly ? null : h("h3", {}, t`Selected`),
    editor.readonly ? null : h("p", { class: "words-shown", id: "selected" }, t`“${cursor.words}”`),
    editor.readonly ? null : h("div", { class: "row" }, button("mark"), button("zero")),
    editor.readonly || !model.mentions.size ? null : h("div", { class: "row" }, button("accept-certain")),
    h("p", { class: "hint" }, ...(model.mentions.size
      ? [t`Click a mention, or press `, h("kbd", {}, t`Space`), t` for the next unsolved anaphor; `]
      : [t`Select words with the mouse, or with the arrow keys and Shift; `]), h("kbd", {}, "?"), t` shows all keys.`),
  ].filter((node) => node !== null);
}

/** @param {Editor} editor @param {number} key */
function panel(editor, key) {
  return [heading(editor, key), solution(editor, key), ...(editor.readonly ? [] : [...deciding(editor, key), details(editor, key), furtherDeeds()]), chain(editor, key)];
}

/** @param {Editor} editor @param {number} key */
function heading(editor, key) {
  const { kind, reference, subtype } = editor.model.mention(key);
  const said = [kind, reference && /** @type {Record<string, string>} */ (REFERENCES)[reference], subtype].filter(Boolean).map(worded).join(" · ");
  return h("header", {}, h("h2", {}, t`“${editor.words(key)}”`), h("p", { class: "hint" }, said || t`no kind`));
}

/** @param {Editor} editor @param {number} key */
function solution(editor, key) {
  const open = editor.anaphors.isOpen(key);
  const found = antecedentsOf(editor.model, key);
  const optional = editor.model.linksFrom(key).some(([, link]) => link.optional);
  if (open) return h("p", { class: "state open" }, t`unsolved`);
  if (!found.length) return h("p", { class: "state" }, chainOf(editor.model, key).length > 1 ? t`first of its chain` : t`in no chain`);
  return h("p", { class: "state solved" }, t`refers to `, ...found.flatMap((one, place) => [place ? " + " : "", jump(editor, one)]), optional ? t` (optional)` : "");
}

/** @param {Editor} editor @param {number} key */
function deciding(editor, key) {
  const { reference } = editor.model.mention(key);
  const is = (/** @type {string} */ name) => reference === name;
  const proposed = Boolean(editor.proposal?.candidates[editor.look]);
  return [
    editor.pick ? h("p", { class: "picking", role: "status" }, t`${editor.pick.purpose}: click it, or type its number. Escape cancels.`) : null,
    h("div", { class: "deeds" },
      ...group(t`Link`, button("confirm", { disabled: !proposed, look: proposed || editor.asking ? "primary" : "" }), button("link", { look: proposed || editor.asking ? "" : "primary" })),
      ...group(t`Change`, quiet("new"), quiet("undecide"), quiet("cataphor", is("cataphoric")), quiet("exophor", is("exophoric")), quiet("other", is("other")),
        quiet("nonreferential", is("nonreferential")), quiet("anaphor", is("anaphoric")))),
    h("div", { class: "candidates-head" }, h("h3", {}, t`Candidates`), resolverChoice(editor)),
    ...candidates(editor, key),
  ].filter((node) => node !== null);
}

/** What can be done to one end: its name, and buttons. @param {string} name @param {HTMLElement[]} buttons */
const group = (name, ...buttons) => [h("span", { "aria-hidden": "true" }, name), h("div", { class: "row", role: "group", "aria-label": name }, ...buttons)];

/** @param {string} id @param {boolean | null} [pressed] */
const quiet = (id, pressed = null) => button(id, { pressed, look: "quiet" });

/** Comments, the discussion with others, and removal: what is done less often. */
function furtherDeeds() {
  const discuss = h("button", { type: "button", class: "command quiet", onclick: () => byId("tab-discussion").click() }, t`Discussion`);
  return h("div", { class: "deeds further" }, ...group(t`Discuss`, quiet("comment"), discuss), ...group(t`Delete`, button("remove", { look: "quiet danger" })));
}

/** One for each editor, because it keeps the options that were chosen. @type {WeakMap<Editor, HTMLElement>} */
const choices = new WeakMap();

/** Who proposes candidates, with its options, and what comes before it. @param {Editor} editor */
function resolverChoice(editor) {
  const known = choices.get(editor) ?? newChoice(editor);
  choices.set(editor, known);
  const select = /** @type {HTMLSelectElement} */ (known.querySelector("select"));
  if ([...select.options].some(({ value }) => value === editor.resolver)) select.value = editor.resolver;
  return known;
}

/** Asked of the server when they are first looked at, and again if it could not be reached. @param {HTMLElement} box */
async function offerStages(box) {
  if (box.querySelector("select")) return;
  box.replaceChildren();
  try {
    await addStages(box, t`its own`, ["parser", "fragmenter"]);
  } catch (error) {
    box.replaceChildren(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Editor} editor */
function newChoice(editor) {
  const select = h("select", { "aria-label": t`Proposing resolver`, onchange: () => { editor.useResolver(select.value); editor.focus(); } },
    ...editor.resolvers.map(([name, label]) => h("option", { value: name, "data-component": bare(name), selected: name === editor.resolver }, label)));
  const stages = h("div", { class: "fields", onchange: () => { editor.useStages(stagesIn(stages)); editor.focus(); } });
  const more = h("details", { class: "stages", ontoggle: () => void offerStages(stages) }, h("summary", {}, t`Parser, fragmenter`), stages);
  return h("div", { class: "proposer" }, h("div", { class: "row" }, select, optionsButton("resolvers")), more);
}

/** @param {Editor} editor @param {number} key */
function candidates(editor, key) {
  const { proposal } = editor;
  if (editor.asking) return [h("p", { class: "hint" }, t`Asking ${editor.called(editor.resolver)} …`)];
  if (!proposal) return [];
  const solved = antecedentsOf(editor.model, key), here = editor.text.sentenceOf(startOf(editor.model.mention(key)));
  const keys = editor.candidateKeys(proposal);
  const listed = proposal.candidates.map((candidate, place) => {
    const at = candidate.mention.zero ?? candidate.mention.parts[0][0];
    const tags = [proposal.decision && (candidate === proposal.chosen || (candidate.key !== null && proposal.group?.includes(candidate.key))) ? "proposed" : "", candidate.key !== null && solved.includes(candidate.key) ? "solution" : ""];
    return {
      ...candidate, words: editor.wordsFor(candidate), where: distance(here - editor.text.sentenceOf(at)),
      badge: candidate.rejected ? "✕" : keys[place], tags: tags.filter(Boolean), current: place === editor.look,
      choose: () => { decide(editor, candidate); editor.focus(); },
    };
  });
  const fit = listed.filter(({ rejected }) => !rejected), out = listed.filter(({ rejected }) => rejected);
  return [
    proposal.note && fit.length ? h("p", { class: "hint" }, t`${proposal.note}; showing the nearest mentions.`) : null,
    fit.length ? candidateList(fit, proposal.glossary) : h("p", { class: "hint" }, t`No earlier mention fits.`),
    out.length ? discarded(candidateList(out, proposal.glossary), out.length, out.some(({ current }) => current)) : null,
    countsOf(proposal.decision) ? h("p", { class: "hint" }, countsOf(proposal.decision)) : null,
  ].filter((node) => node !== null);
}

/** @param {HTMLElement} list @param {number} count @param {boolean} looked whether one of them is looked at */
function discarded(list, count, looked) {
  return h("details", { class: "out-of-question", open: looked || discardedShown, ontoggle: (/** @type {Event} */ event) => { if (!looked) discardedShown = /** @type {HTMLDetailsElement} */ (event.target).open; } },
    h("summary", {}, t`${count} discarded`), list);
}

/** @param {Editor} editor @param {number} key @param {string} name of the entity */
function rename(editor, key, name) {
  if (attributeOf(editor.model.entityOf(key), "name") !== name) editor.act(t`entity named`, (draft) => describe(draft, key, "name", name));
}

/**
 * A field that is written when it is left, and before that in pauses of typing: a page that is closed loses nothing.
 * @param {Editor} editor
 * @param {number} key
 * @param {() => void} write
 */
function written(editor, key, write) {
  const present = () => { if (editor.model.mentions.has(key)) write(); };
  return { onchange: present, oninput: () => { if (!editor.readonly) editor.dispatchEvent(new CustomEvent("typing", { detail: present })); } };
}

/** @param {Editor} editor @param {number} key */
function details(editor, key) {
  const mention = editor.model.mention(key), entity = editor.model.entityOf(key), zero = editor.text.zeroOf(mention);
  const comment = h("textarea", {
    id: "comment-text", rows: "2", maxlength: "20000", ...written(editor, key, () => setComment(editor, key, comment.value.trim())),
    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape" || (event.key === "Enter" && event.ctrlKey)) editor.focus(); },
  });
  comment.value = attributeOf(mention, "comment");
  const name = h("input", { type: "text", maxlength: "200", value: attributeOf(entity, "name"), ...written(editor, key, () => rename(editor, key, name.value.trim())) });
  const minimum = mention.minimum ? editor.text.words([mention.minimum]) : "—";
  return h("details", { class: "more", open: detailed, ontoggle: (/** @type {Event} */ event) => { detailed = /** @type {HTMLDetailsElement} */ (event.target).open; } },
    h("summary", {}, t`Words, entity, links, comment`),
    h("dl", { class: "said" },
      h("dt", {}, t`Words`), h("dd", {}, zero === null ? editor.text.words(mention.parts) : describedZero(editor.text, editor.model, key, zero)),
      h("dt", {}, t`Head`), h("dd", {}, mention.head === null ? "—" : editor.text.form(mention.head)),
      h("dt", {}, t`Minimal span`), h("dd", {}, minimum)),
    h("p", { class: "hint" }, t`Selected in the text: `, h("span", { id: "selected" }, `“${editor.cursor.words}”`)),
    h("div", { class: "row" }, button("extent"), button("add-part"), button("take-out"), button("divide"), button("head"), button("minimum"), button("kind")),
    h("label", {}, t`Name of the entity`, name),
    h("div", { class: "row" }, button("type", { label: worded(entity?.type || "") || t`Entity type` }), typeGuideline(editor, key), button("merge"), button("merge-pick"), button("break"), button("dissolve")),
    h("div", { class: "row" }, button("antecedent"), button("optional", { pressed: editor.model.linksFrom(key).some(([, link]) => link.optional) }), button("relation")),
    ...links(editor, key),
    ...attributeFields(editor, key),
    h("label", {}, t`Comment`, comment));
}

/** @param {Editor} editor @param {number} key */
function links(editor, key) {
  return editor.model.linksFrom(key).map(([number, link]) => {
    const relation = h("select", { "aria-label": t`Relation`, onchange: () => editor.act(t`relation: ${worded(relation.value)}`, (draft) => draft.set("links", number, { ...link, relation: relation.value })) },
      ...RELATIONS.map((value) => h("option", { value, selected: value === link.relation }, worded(value))));
    return h("p", { class: "link" }, relation, t` to `, ...link.antecedents.flatMap((one, place) => [place ? " + " : "", jump(editor, one)]), link.optional ? t` (optional)` : "", " ",
      h("button", { type: "button", class: "small", "aria-label": t`Remove link`, onclick: () => editor.act(t`link removed`, (draft) => draft.set("links", number, undefined)) }, "✕"));
  });
}

/** @param {Editor} editor @param {number} key */
function chain(editor, key) {
  const mentions = chainOf(editor.model, key), number = editor.numberOf(key), entity = editor.model.entityOf(key);
  if (mentions.length < 2) return h("span", {});
  const place = mentions.indexOf(key), shown = mentions.slice(Math.max(0, place - 12), place + 13);
  return h("section", { class: "its-chain" },
    h("h3", {}, t`Chain ${number}${entity?.type ? `, ${worded(entity.type)}` : ""}: ${counted(mentions.length, "mention")}`),
    h("ol", { class: "mentions", start: String(mentions.indexOf(shown[0]) + 1) }, ...shown.map((one) => row(editor, one, { here: one === key }))));
}
