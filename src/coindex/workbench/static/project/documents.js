// The list of documents: search and filter; and what an upload brought.
import { counted, t } from "../shell/dom.js";
import { sayNext } from "../shell/said.js";

document.getElementById("upload")?.addEventListener("sent", (event) => {
  const { documents, sources, problems, notes } = /** @type {CustomEvent} */ (event).detail;
  const said = [t`${counted(documents.length, "document")} added.`];
  if (sources?.length) said.push(t`Annotations are stored as: ${sources.join(", ")}.`);
  const found = Object.entries(problems ?? {}).map(([what, many]) => `${what} (${many})`);
  if (found.length) said.push(t`Problems in the files: ${found.join(", ")}.`);
  said.push(...(notes ?? []).map((/** @type {string} */ note) => `${note}.`));
  sayNext(said.join(" "));
});

const form = document.getElementById("filter"), count = document.getElementById("shown-documents");

if (form instanceof HTMLFormElement) {
  const rows = [...document.querySelectorAll("#documents tbody tr")].map((row) => ({ row: /** @type {HTMLElement} */ (row), name: (row.querySelector("th a")?.textContent ?? "").toLowerCase() }));
  const filter = () => {
    const data = new FormData(form), words = String(data.get("words")).trim().toLowerCase(), state = data.get("state");
    let shown = 0;
    for (const { row, name } of rows) {
      row.hidden = !name.includes(words) || Boolean(state && row.dataset.state !== state);
      shown += Number(!row.hidden);
    }
    if (count) count.textContent = counted(shown, "document");
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter(); // browsers fill the fields again after "back"
}
