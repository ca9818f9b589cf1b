// What an upload brought, before the page shows it.
import { notice, t } from "../shell/dom.js";
import { reload } from "../shell/reload.js";

document.getElementById("upload")?.addEventListener("sent", (event) => {
  const { documents, problems } = /** @type {CustomEvent} */ (event).detail;
  const count = Object.values(problems ?? {}).reduce((sum, one) => sum + one, 0);
  if (!count) return;
  event.preventDefault();
  notice(t`${documents.length} documents; ${count} problems: ${Object.entries(problems).map(([what, many]) => `${what} (${many})`).join(", ")}`);
  setTimeout(reload, 4000);
});
