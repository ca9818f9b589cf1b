// The list of comparisons: those at work tell how far they are; a new one is put together.
import { fetched } from "../shell/api.js";
import { reload } from "../shell/reload.js";
import "../shell/sorting.js";
import { t, worded } from "../reader/wording.js";

const PAUSE = 2000;
const api = `/api/v1${location.pathname}`;

/** @param {HTMLElement} cell */
async function follow(cell) {
  const run = await fetched(`${api}/${cell.dataset.waiting}`).catch(() => null);
  if (run && !["queued", "running"].includes(run.state)) return reload();
  if (run) cell.textContent = run.total ? t`${worded(run.state)}, ${run.done} of ${run.total}` : worded(run.state);
  setTimeout(() => follow(cell), PAUSE);
}

for (const cell of document.querySelectorAll("[data-waiting]")) follow(/** @type {HTMLElement} */ (cell));

for (const button of document.querySelectorAll("[data-all], [data-none]")) {
  button.addEventListener("click", () => {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (button.closest("fieldset")?.querySelectorAll("input:enabled"));
    for (const box of boxes) box.checked = button.hasAttribute("data-all");
  });
}
