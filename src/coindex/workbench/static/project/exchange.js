// What an export would lose, told before it is made; what an import brought.
import { fetched, send } from "../shell/api.js";
import { byId, counted, grouped, h, notice, t, worded } from "../shell/dom.js";
import { Stopped, Work } from "../shell/work.js";

/** Milliseconds: by then the browser has taken what it saves. */
const MINUTE = 60_000;

const form = document.getElementById("export");

/** What the form last asked about; an answer about something else comes too late. */
let latest = "";

async function tellLosses() {
  if (!(form instanceof HTMLFormElement)) return;
  const box = byId("losses");
  box.className = "losses";
  box.textContent = "…";
  const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== "").map(([name, value]) => [name, String(value)]));
  latest = String(asked);
  try {
    const { documents, losses, annotated } = await fetched(`${form.dataset.losses}?${asked}`);
    if (latest !== String(asked)) return;
    const lost = Object.entries(losses);
    box.className = `losses ${lost.length ? "some" : "none"}`;
    box.replaceChildren(
      lost.length ? t`${counted(documents, "document")}; the format cannot represent:` : t`${counted(documents, "document")}; nothing is lost.`,
      ...listed(lost, annotated));
  } catch (error) {
    if (latest === String(asked)) box.textContent = /** @type {Error} */ (error).message;
  }
}

/** Losses of the annotation; those of text and parse behind a fold. @param {[string, any][]} lost @param {string[]} annotated */
function listed(lost, annotated) {
  const [own, others] = [true, false].map((wanted) => lost.filter(([what]) => annotated.includes(what) === wanted));
  const list = (/** @type {[string, any][]} */ rows) => h("ul", {}, ...rows.map(([what, count]) => h("li", {}, `${worded(what)}: ${grouped(count)}`)));
  return [...(own.length ? [list(own)] : []), ...(others.length ? [h("details", { open: !own.length }, h("summary", {}, t`Of the text and its parse`), list(others))] : [])];
}

form?.addEventListener("change", tellLosses);
form?.addEventListener("formdata", (event) => {
  const { formData } = /** @type {FormDataEvent} */ (event);
  if (formData.get("documents") === "") formData.delete("documents");
});
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!(form instanceof HTMLFormElement) || form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const asked = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  try {
    const { name, content } = await new Work(form).run(({ signal, ticket }) => file(`${form.action}?${asked}`, signal, ticket));
    const address = URL.createObjectURL(content);
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), MINUTE);
  } catch (error) {
    notice(error instanceof Stopped ? t`Stopped. Nothing was exported.` : /** @type {Error} */ (error).message, { bad: !(error instanceof Stopped) });
  } finally {
    form.removeAttribute("aria-busy");
  }
});

/** @param {string} path @param {AbortSignal} signal @param {string} ticket */
async function file(path, signal, ticket) {
  const response = await send("GET", path, undefined, signal, ticket);
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "documents";
  return { name: decodeURIComponent(name), content: await response.blob() };
}

tellLosses();

document.getElementById("import")?.addEventListener("sent", (event) => {
  event.preventDefault();
  const { source, revisions, unknown, inexact, lost, problems } = /** @type {CustomEvent} */ (event).detail;
  const said = [t`${counted(revisions.length, "document")} imported as ${source}.`];
  if (unknown?.length) said.push(t`Not in the project: ${unknown.join(", ")}.`);
  if (inexact) said.push(t`${counted(inexact, "mention")} began or ended inside a word and now cover the whole word.`);
  if (lost) said.push(t`${counted(lost, "mention")} had no counterpart and are lost.`);
  for (const [what, count] of Object.entries(problems ?? {})) said.push(`${what}: ${count}.`);
  byId("imported").replaceChildren(...said.map((line) => h("p", {}, line)));
});
