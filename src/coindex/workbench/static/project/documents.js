// The list of documents: search and filter; and what an upload brought, before the page shows it.
import { counted, notice, t } from "../shell/dom.js";
import { reload } from "../shell/reload.js";

document.getElementById("upload")?.addEventListener("sent", (event) => {
  const { documents, problems } = /** @type {CustomEvent} */ (event).detail;
  const count = Object.values(problems ?? {}).reduce((sum, one) => sum + one, 0);
  if (!count) return;
  event.preventDefault();
  notice(t`${documents.length} documents; ${count} problems: ${Object.entries(problems).map(([what, many]) => `${what} (${many})`).join(", ")}`);
  setTimeout(reload, 4000);
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
