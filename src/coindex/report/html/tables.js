import { h } from "./data.js";

// Every table with a head can be sorted by each of its columns.
export function sortable(table) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = h("button", { type: "button", onclick: () => sort(table, column) }, head.textContent);
    head.replaceChildren(button);
  });
}

function sort(table, column) {
  const heads = [...table.tHead.rows[0].cells];
  const now = heads[column].getAttribute("aria-sort"), words = heads[column].className === "t" || column === 0;
  const down = now ? now === "ascending" : !words;
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = ({ textContent: text }) => (words ? text : Number.parseFloat(text.replace(/[,<]/g, "")));
  const keyed = [...table.tBodies[0].rows].map((row) => [key(row.cells[column]), row]);
  keyed.sort(([a], [b]) => (down ? compare(b, a) : compare(a, b)));
  table.tBodies[0].append(...keyed.map(([, row]) => row));
}

// What is not a number comes last in descending order.
function compare(a, b) {
  if (typeof a === "string") return a.localeCompare(b);
  return (Number.isNaN(a) ? -Infinity : a) - (Number.isNaN(b) ? -Infinity : b) || 0;
}
