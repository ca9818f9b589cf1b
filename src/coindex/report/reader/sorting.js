// Tables that are sorted by the column whose heading is pressed; pressing it again reverses the order.
import { decimal, thousands } from "./wording.js";

/** @param {HTMLTableElement} table */
export function sortable(table) {
  const heads = [...(table.tHead?.rows[0].cells ?? [])];
  heads.forEach((head, column) => {
    if (head.dataset.still !== undefined) return; // a column of buttons
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, heads, column));
    head.append(button);
  });
}

/** @param {HTMLTableElement} table @param {HTMLTableCellElement[]} heads @param {number} column */
function sort(table, heads, column) {
  const head = heads[column], before = head.getAttribute("aria-sort");
  const worded = column === 0 || head.classList.contains("t");
  const down = before ? before === "ascending" : !worded;
  for (const one of heads) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, value: valueOf(row.cells[column], worded) }));
  rows.sort((a, b) => (down ? -1 : 1) * (typeof a.value === "string" ? a.value.localeCompare(String(b.value)) : a.value - Number(b.value)));
  table.tBodies[0].append(...rows.map(({ row }) => row));
}

/** Cells without a number are smaller than any number. @param {HTMLTableCellElement | undefined} cell @param {boolean} worded */
function valueOf(cell, worded) {
  const text = cell?.dataset.value ?? cell?.textContent?.trim() ?? "";
  const number = Number.parseFloat(text.replaceAll(thousands, "").replace(decimal, ".").replace("<", ""));
  if (worded) return text;
  return Number.isNaN(number) ? -Infinity : number;
}
