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

const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("#new-run [name=resolvers]")]);
const preset = /** @type {HTMLSelectElement} */ (document.getElementById("preset"));
/** Resolvers of each preset. @type {string[][]} */
const presets = JSON.parse(preset.dataset.presets ?? "[]");
const box = /** @type {HTMLElement} */ (document.getElementById("chosen-resolvers"));

/** Say which resolvers are chosen, and which preset that is. */
function tell() {
  const chosen = boxes.filter(({ checked }) => checked);
  const same = presets.findIndex((one) => one.length === chosen.length && chosen.every(({ value }) => one.includes(value)));
  preset.value = same < 0 ? "" : String(same);
  box.textContent = `${chosen.length}: ${chosen.map((one) => one.parentElement?.querySelector("b")?.textContent).join(" · ")}`;
}

preset.addEventListener("change", () => {
  const chosen = presets[Number(preset.value)];
  /** @type {HTMLDetailsElement} */ (document.getElementById("every-resolver")).open = !preset.value;
  if (!preset.value) return;
  for (const one of boxes) one.checked = chosen.includes(one.value);
  tell();
});
for (const one of boxes) one.addEventListener("change", tell);
tell();
