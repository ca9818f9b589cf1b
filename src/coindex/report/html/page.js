import { h } from "../reader/dom.js";
import { Panes } from "../reader/panes.js";
import { sortable } from "../reader/sorting.js";
import { documentAt, index } from "./data.js";
import { GOLD, Source } from "./source.js";
import { explain } from "./why.js";
import { drawList } from "./list.js";
import { offerDownloads } from "./downloads.js";
import { t } from "../reader/wording.js";

const shown = document.getElementById("shown"), wanted = document.getElementById("wanted");
const [left, right] = document.querySelectorAll(".pane"), why = document.getElementById("why");
const options = (...pairs) => pairs.map(([value, label]) => h("option", { value }, label));
const runsOf = (numbers) => numbers.map((number) => [String(number), index.runs[number].label]);
const everyRun = [...new Set(index.documents.flatMap(({ runs }) => runs))].sort((a, b) => a - b);

function choose(select, value) {
  const found = [...select.options].find((option) => option.value === value);
  if (found) found.selected = true;
  return Boolean(found);
}

// A document, with what one or two sources say about it.
function showText(asked) {
  const place = Number(asked.get("document") ?? 0);
  const { runs } = index.documents[place] ?? {};
  if (!runs) return;
  const text = documentAt(place);
  const before = { run: shown.run.value, beside: shown.beside.value };
  choose(shown.elements.document, String(place));
  shown.run.replaceChildren(...options(...runsOf(runs), [GOLD, t`gold`]));
  shown.beside.replaceChildren(...options(["", t`nothing`], [GOLD, t`gold`], ...runsOf(runs)));
  choose(shown.run, asked.get("run") ?? before.run) || choose(shown.run, String(runs[0]));
  choose(shown.beside, asked.get("beside") ?? (before.beside || GOLD));
  const sources = [shown.run.value, shown.beside.value].map((name) => (name === "" ? null : new Source(text, name, shown.alone.checked)));
  const boxes = { left: boxOf(left, text, sources[0]), right: boxOf(right, text, sources[1]) };
  left.parentElement.classList.toggle("single", !sources[1]);
  const reader = new Panes(boxes, text.reader.text);
  for (const [number, side] of ["left", "right"].entries()) if (sources[number]) reader.panes[side].show(sources[number], (span) => sources[number].markOf(span));
  reader.addEventListener("active", () => showWhy(place, text, reader));
  if (asked.has("at")) reader.activate(Number(asked.get("at")));
  else why.replaceChildren(h("p", {}, t`Choose a mention.`));
}

// A new box for each document, so that nothing of the last one is left.
function boxOf(node, text, source) {
  const box = h("div", { class: "text", role: "group", tabindex: "0", "aria-label": `${text.id}: ${source?.name ?? ""}` });
  node.hidden = !source;
  node.replaceChildren(h("h3", {}, source?.name ?? ""), box);
  return box;
}

function showWhy(place, text, reader) {
  const { active: span, pane: { reading } } = reader;
  const address = new URLSearchParams({ document: place, run: shown.run.value, beside: shown.beside.value, ...(span === null ? {} : { at: span }) });
  history.replaceState(null, "", `#text?${address}`);
  if (span === null) return why.replaceChildren(h("p", {}, t`Choose a mention.`));
  explain(why, text, reading.number, span, reader);
}

function showList(asked) {
  if (!asked.has("run")) asked.set("run", wanted.run.value);
  if (![...asked.keys()].some((name) => name !== "run")) asked.set("outcome", index.not_right);
  choose(wanted.run, asked.get("run"));
  if (!choose(wanted.outcome, asked.get("outcome") ?? "")) wanted.outcome.selectedIndex = -1;
  wanted.words.value = asked.get("words") ?? "";
  drawList(asked);
}

// Addresses: #list?run=3&outcome=w, #text?document=0&run=3&at=12, or the id of anything.
function follow() {
  const [id, query] = location.hash.slice(1).split("?");
  const target = document.getElementById(id);
  if (id === "list") showList(new URLSearchParams(query ?? ""));
  if (id === "text" && query) showText(new URLSearchParams(query));
  if (!target) return;
  for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
  if (target.dataset.groups !== undefined) reveal(target.dataset.groups);
  const arrived = id === "text" && new URLSearchParams(query).has("at");
  if (!arrived) target.scrollIntoView();
}

// Shows one group, or all; what belongs to none is always shown.
const modes = document.querySelector(".modes");
const mode = () => modes?.querySelector(":checked").value ?? "";
const visible = (groups) => mode() === "" || groups.split(" ").includes(mode());
function applyMode() {
  document.querySelectorAll("[data-groups]").forEach((node) => { node.hidden = !visible(node.dataset.groups); });
}

function reveal(groups) {
  if (visible(groups)) return;
  Object.assign(modes.querySelector(`[value="${groups.split(" ")[0]}"]`), { checked: true, selected: true });
  applyMode();
}

const labels = index.outcomes;
wanted.run.replaceChildren(...options(...runsOf(everyRun)));
wanted.outcome.replaceChildren(...options([index.not_right, t`not right`], [`${index.letters.right}${index.not_right}`, t`all anaphors`], ...Object.entries(labels)));
wanted.addEventListener("input", () => {
  const asked = new URLSearchParams({ run: wanted.run.value, outcome: wanted.outcome.value || index.not_right, words: wanted.words.value });
  history.replaceState(null, "", `#list?${asked}`);
  drawList(asked);
});
wanted.addEventListener("submit", (event) => event.preventDefault());
shown.elements.document.replaceChildren(...options(...index.documents.map(({ id, genre }, place) => [place, genre ? `${id} (${genre})` : id])));
shown.addEventListener("input", () => showText(new URLSearchParams({ document: shown.elements.document.value, run: shown.run.value, beside: shown.beside.value })));
document.querySelectorAll("figure.table table").forEach(sortable);
offerDownloads();
if (modes) {
  modes.hidden = false;
  modes.addEventListener("input", applyMode);
  applyMode();
}
// The list reads all documents of the page, which takes a while in long reports: not before it is in sight.
new IntersectionObserver((entries, observer) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  if (index.documents.length && !document.getElementById("found").textContent) showList(new URLSearchParams());
}).observe(document.getElementById("list"));
addEventListener("hashchange", follow);
if (index.documents.length) showText(new URLSearchParams({ document: 0 }));
follow();
