// A text that is rewritten: every change is marked, with its reason.
import { call } from "../shell/api.js";
import { byId, h, notice, t } from "../shell/dom.js";
import { offerExample } from "../shell/example.js";
import { Stopped, Work } from "../shell/work.js";

/** @typedef {{start: number, end: number, old: string, new: string, reason: string}} Mark */
/** @typedef {{text: string, resolver: string, replaced: number, left: Record<string, number>, marks: Mark[]}} Answer */

const form = /** @type {HTMLFormElement} */ (byId("rewrite"));
const plain = /** @type {HTMLInputElement} */ (byId("plain"));
/** The old text by its characters, as the server counts them. @type {string[]} */
let old = [];
/** @type {Answer | null} */
let current = null;

/** What the form asks for. */
function asked() {
  const values = new FormData(form);
  return {
    ...Object.fromEntries([...values].filter(([name]) => name !== "kinds" && name !== "quotations")),
    kinds: values.getAll("kinds"),
    quotations: values.has("quotations"),
    min_confidence: Number(values.get("min_confidence")),
  };
}

/** @param {Mark} mark */
function marked(mark) {
  if (!mark.new) return [h("span", { class: "kept", title: mark.reason }, mark.old)];
  const inserted = h("ins", { title: mark.reason }, mark.new);
  return mark.old ? [h("del", {}, mark.old), " ", inserted] : [inserted];
}

/** The old text with its changes, or the new one. */
function show() {
  if (!current) return;
  const box = byId("changes");
  if (plain.checked) {
    box.textContent = current.text;
    return;
  }
  /** @type {(Node | string)[]} */
  const pieces = [];
  let last = 0;
  for (const mark of current.marks) {
    if (mark.start < last) continue; // inside a description that is marked already
    pieces.push(old.slice(last, mark.start).join(""), ...marked(mark));
    last = mark.end;
  }
  box.replaceChildren(...pieces, old.slice(last).join(""));
}

/** A subject that is left out, with the word before which it would stand. @param {number} place */
const zeroBefore = (place) => `∅ ${/^[^\p{L}]*([\p{L}’'-]+)/u.exec(old.slice(place, place + 60).join(""))?.[1] ?? ""}`.trimEnd();

/** @param {Answer} answer */
function showReasons({ marks, replaced, left, resolver }) {
  const stay = Object.values(left).reduce((sum, count) => sum + count, 0);
  byId("summary").textContent = t`${replaced} replaced, ${stay} left as they are; resolved by ${resolver}`;
  const rows = marks.map((mark) => h("tr", {}, h("td", {}, mark.old || zeroBefore(mark.end)), h("td", {}, mark.new || "–"), h("td", {}, mark.reason)));
  /** @type {HTMLTableElement} */ (byId("reasons")).tBodies[0].replaceChildren(...rows);
}

offerExample(form);
plain.addEventListener("change", show);
byId("copy").addEventListener("click", async () => {
  if (!current) return;
  await navigator.clipboard.writeText(current.text);
  notice(t`Copied.`);
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
  problem.textContent = "";
  try {
    const body = asked();
    const work = new Work(/** @type {HTMLElement} */ (form.querySelector(".working")));
    current = await work.run(({ signal, ticket }) => call("POST", "/api/v1/rewrite", body, signal, ticket));
    old = [...String(new FormData(form).get("text"))];
    show();
    showReasons(/** @type {Answer} */ (current));
    byId("result").hidden = false;
    byId("result").scrollIntoView({ block: "start" });
    document.documentElement.dataset.ready = "true";
  } catch (error) {
    if (!(error instanceof Stopped)) problem.textContent = /** @type {Error} */ (error).message;
  } finally {
    form.removeAttribute("aria-busy");
  }
});
