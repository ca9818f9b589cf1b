// Work in a project: locking documents, and how agreement develops.
import { call, fetched } from "../shell/api.js";
import { fixed, h, notice, t, when } from "../shell/dom.js";
import { sayNext } from "../shell/said.js";

for (const button of document.querySelectorAll("button[data-lock]")) {
  const { path, lock } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", async () => {
    try {
      await call("PUT", path ?? "", { locked: lock === "true" });
      sayNext(lock === "true" ? t`Locked: its annotations cannot be changed.` : t`Unlocked: its annotations can be changed again.`);
      location.reload();
    } catch (error) {
      notice(/** @type {Error} */ (error).message, { bad: true });
    }
  });
}

/** @param {number} value */
const percent = (value) => fixed(100 * value, 1);

/** A table with a row for each item. @param {string} caption @param {string[]} columns @param {HTMLElement[]} rows */
const table = (caption, columns, rows) => h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("caption", {}, caption),
  h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows)));

const WIDE = 640, HIGH = 200, EDGE = 34;

/** A part of a drawing. @param {string} name @param {Record<string, string>} attributes @param {string[]} words */
function drawn(name, attributes, ...words) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...words);
  return node;
}

/** Alpha of each document as a dot, the mean of the last five as a line. @param {any[]} points */
function curve(points) {
  const low = Math.min(0, ...points.map((one) => one.alpha));
  const across = (/** @type {number} */ place) => EDGE + (points.length > 1 ? (place / (points.length - 1)) * (WIDE - 2 * EDGE) : (WIDE - 2 * EDGE) / 2);
  const up = (/** @type {number} */ value) => HIGH - 20 - ((value - low) / (1 - low)) * (HIGH - 36);
  const picture = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "img", "aria-label": t`Agreement over time: the table below has the same numbers` });
  for (const value of [low, 0.5, 0.8, 1].filter((one, place) => place === 0 || one > low)) {
    picture.append(drawn("line", { x1: String(EDGE), x2: String(WIDE - EDGE), y1: String(up(value)), y2: String(up(value)), class: "grid" }), drawn("text", { x: String(EDGE - 6), y: String(up(value) + 4), "text-anchor": "end" }, (100 * value).toFixed(0)));
  }
  picture.append(drawn("polyline", { class: "mean", points: points.map((one, place) => `${across(place)},${up(one.recent)}`).join(" ") }));
  points.forEach((one, place) => {
    const dot = drawn("circle", { class: "point", r: "3.5", cx: String(across(place)), cy: String(up(one.alpha)) });
    dot.append(drawn("title", {}, `${one.document}: ${percent(one.alpha)}`));
    picture.append(dot);
  });
  return picture;
}

/** How agreement develops, and what was done on which day. @param {HTMLElement} box */
async function overTime(box) {
  const { days, agreement } = await fetched(box.dataset.api ?? "");
  const points = agreement.map((/** @type {any} */ one) => h("tr", {}, h("th", { scope: "row" }, one.document), h("td", {}, when(one.when)), h("td", {}, percent(one.alpha)), h("td", {}, percent(one.recent))));
  const rows = days.map((/** @type {any} */ one) => h("tr", {}, h("th", { scope: "row" }, one.day), h("td", { class: "t" }, one.person), h("td", {}, fixed(one.minutes, 1)), h("td", {}, String(one.finished))));
  box.replaceChildren(
    ...(points.length ? [curve(agreement), table(t`Krippendorff's alpha of each document, in percent`, [t`Document`, t`Finished by two`, t`Alpha`, t`Mean of the last five`], points)]
      : [h("p", { class: "empty" }, t`The curve begins when two people have finished the same document.`)]),
    ...(rows.length ? [table(t`Work by day`, [t`Day`, t`Annotator`, t`Minutes`, t`Finished`], rows)] : []));
}

const box = document.getElementById("over-time");
if (box) overTime(box).catch((error) => { box.textContent = error.message; });
