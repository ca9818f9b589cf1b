// The bar for selected mentions; selecting in lists by boxes, by clicks with Ctrl or Shift, and by drawing a frame.
import { byId, counted, h, t } from "../shell/dom.js";
import { button } from "./buttons.js";
import { clear, extendTo, tell, toggle } from "./selecting.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** Pixels that a pointer moves before it draws a frame. */
const STILL = 5;

/** The bar with what can be done to the selected mentions, and boxes and frames in the lists. @param {Editor} editor */
export function keepSelected(editor) {
  const bar = byId("several"), count = h("b", {});
  bar.append(count, ...["move", "gather"].map((id) => button(id)), button("merge-pick", { label: t`Merge chains` }), ...["kind", "type", "undecide"].map((id) => button(id)), button("remove", { label: t`Delete` }), h("button", { type: "button", class: "small", onclick: () => { clear(editor); editor.focus(); } }, t`Clear `, h("kbd", { "aria-hidden": "true" }, "Esc")));
  const side = /** @type {HTMLElement} */ (bar.closest(".side"));
  editor.addEventListener("selected", () => {
    bar.hidden = !editor.selected.size;
    count.textContent = t`${counted(editor.selected.size, "mention")} selected`;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (side.querySelectorAll("li[data-key]"))) {
      const selected = editor.selected.has(Number(row.dataset.key));
      row.classList.toggle("selected", selected);
      /** @type {HTMLInputElement} */ (row.querySelector("[data-select]")).checked = selected;
    }
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (side.querySelectorAll("[data-select-entity]"))) checkEntity(editor, box);
  });
  side.addEventListener("click", (event) => clicked(editor, event), true);
  side.addEventListener("pointerdown", (event) => frame(editor, side, event));
}

/** Whether all of an entity's mentions are selected, some, or none. @param {Pick<Editor, "model" | "selected">} editor @param {HTMLInputElement} box */
function checkEntity({ model, selected }, box) {
  const members = model.entities.get(box.dataset.selectEntity ?? "")?.mentions ?? [];
  const count = selected.size ? members.filter((key) => selected.has(key)).length : 0;
  box.checked = count > 0 && count === members.length;
  box.indeterminate = count > 0 && count < members.length;
}

/** @param {Editor} editor @param {MouseEvent} event */
function clicked(editor, event) {
  const target = event.target instanceof Element ? event.target : null;
  const row = target?.closest("li[data-key]"), entity = target?.closest("li[data-entity]");
  const whole = target?.closest("[data-select-entity]") ?? (event.ctrlKey || event.metaKey ? target?.closest("summary") : null);
  const boxed = target?.closest("[data-select]") ?? null;
  if (row instanceof HTMLElement && (boxed || event.ctrlKey || event.metaKey || event.shiftKey)) {
    const key = Number(row.dataset.key);
    if (event.shiftKey) extendTo(editor, key, [...(row.parentElement?.children ?? [])].map((one) => Number(/** @type {HTMLElement} */ (one).dataset.key)));
    else toggle(editor, [key]);
  } else if (whole && entity instanceof HTMLElement) toggle(editor, editor.model.entities.get(entity.dataset.entity ?? "")?.mentions ?? []);
  else return;
  event.stopPropagation();
  if (!boxed && !target?.closest("input")) event.preventDefault();
}

/** A frame that is drawn from the free room of a list selects the rows it touches. @param {Editor} editor @param {HTMLElement} side @param {PointerEvent} event */
function frame(editor, side, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.button !== 0 || event.pointerType === "touch" || editor.readonly || !target?.closest(".mentions") || target.closest("button, input")) return;
  const kept = event.ctrlKey || event.metaKey || event.shiftKey ? [...editor.selected] : [];
  const drawn = h("div", { class: "frame", "aria-hidden": "true", hidden: true });
  document.body.append(drawn);
  event.preventDefault();
  /** @param {PointerEvent} moved */
  const move = (moved) => {
    if (drawn.hidden && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < STILL) return;
    drawn.hidden = false;
    const [left, right] = [event.clientX, moved.clientX].sort((a, b) => a - b), [top, bottom] = [event.clientY, moved.clientY].sort((a, b) => a - b);
    Object.assign(drawn.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    const rows = /** @type {HTMLElement[]} */ ([...side.querySelectorAll("li[data-key]")]).filter((row) => {
      const box = row.getBoundingClientRect();
      return box.bottom > top && box.top < bottom && box.height > 0;
    });
    editor.select([...kept, ...rows.map((row) => Number(row.dataset.key))]);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!drawn.hidden) tell(editor);
    drawn.remove();
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
