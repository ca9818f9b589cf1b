import { h } from "../reader/dom.js";
import { t } from "../reader/wording.js";

// A file made in the page: nothing is fetched, so that it works in a report on disk as well.
function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const fileName = (words, suffix) => `${words.trim().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 80) || "report"}.${suffix}`;

// A figure on its own: with the styles of the page, on which its colours depend.
export function drawing(svg) {
  const copy = svg.cloneNode(true), style = document.createElementNS(svg.namespaceURI, "style");
  style.textContent = [...document.querySelectorAll("style")].map((one) => one.textContent).join("\n");
  copy.setAttribute("xmlns", svg.namespaceURI);
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

// What a spreadsheet would run as a formula gets an apostrophe before it, as in the files that the program writes.
// Numbers may begin with a minus: their cells are no headings and have no class.
function inert(cell) {
  const words = cell.textContent.trim().replace(/\s+/g, " ");
  return cell.matches("th, .t") && /^[=+\-@]./.test(words) ? `'${words}` : words;
}

function commaSeparated(table) {
  return [...table.rows].map((row) => [...row.cells].map((cell) => quoted(inert(cell))).join(",")).join("\n");
}

function offer(figure, label, saved) {
  figure.append(h("p", { class: "download" }, h("button", { type: "button", onclick: saved }, label)));
}

export function offerDownloads() {
  for (const figure of document.querySelectorAll("figure.plot")) {
    const svg = figure.querySelector("svg"), title = figure.querySelector("figcaption")?.textContent ?? "";
    if (svg) offer(figure, t`Download as SVG`, () => save(fileName(title, "svg"), drawing(svg), "image/svg+xml"));
  }
  for (const figure of document.querySelectorAll("figure.table")) {
    const table = figure.querySelector("table");
    if (table) offer(figure, t`Download as CSV`, () => save(fileName(table.caption?.textContent ?? "", "csv"), commaSeparated(table), "text/csv"));
  }
}
