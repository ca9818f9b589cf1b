// Makes tables with the class `sortable` sortable.
import { sortable } from "../reader/sorting.js";

for (const table of document.querySelectorAll("table.sortable")) sortable(/** @type {HTMLTableElement} */ (table));
