// Forms that are sent to the API: `<form data-send="POST /api/v1/..." data-then="/where/{id}" data-said="“[name]” added.">`, and buttons
// likewise.
import { Problem, call } from "./api.js";
import { counted, h, notice } from "./dom.js";
import { sayNext, sayNow } from "./said.js";
import { Stopped, Work } from "./work.js";

/** @param {HTMLFormElement} form */
function values(form) {
  const data = new FormData(form);
  if (form.enctype === "multipart/form-data") return data;
  /** @type {Record<string, any>} */
  const body = {};
  for (const [name, value] of data) {
    const field = form.querySelector(`[name="${name}"]`);
    if (field?.hasAttribute("data-list")) (body[name] ??= []).push(value);
    else if (value !== "" || !field?.hasAttribute("data-optional")) body[name] = value;
  }
  for (const field of form.querySelectorAll("[data-list]")) body[field.getAttribute("name") ?? ""] ??= [];
  return body;
}

/**
 * @param {HTMLElement} place the form or button that was used
 * @param {string} message
 */
function tell(place, message) {
  const box = place.querySelector(".problem") ?? (place instanceof HTMLFormElement ? place.appendChild(h("p", { class: "problem", role: "alert" })) : null);
  if (box) box.textContent = message;
  else notice(message, { bad: true });
}

/** What a group of boxes says of which at least one must be ticked, if none is. @param {HTMLFormElement} form */
function missing(form) {
  const groups = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-least]")]);
  return groups.find((group) => !group.querySelector("input:checked"))?.dataset.least ?? "";
}

/**
 * Where to go after a request; words in braces come from the answer.
 * @param {HTMLElement} place
 * @param {any} answer
 */
function follow(place, answer) {
  const then = place.dataset.then;
  if (then === undefined) return location.reload();
  const target = new URL(then.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(answer?.[name] ?? "")), location.href);
  location.assign(target.origin === location.origin ? target : "/");
}

/**
 * What the page after this one says was done; words in square brackets come from what was sent or from the answer.
 * @param {string} template
 * @param {any} answer
 * @param {any} body
 */
function told(template, answer, body) {
  const sent = body instanceof FormData ? Object.fromEntries(body) : body;
  return template.replace(/\[(\w+)\]/g, (_, name) => {
    const value = sent?.[name] ?? answer?.[name] ?? "";
    if (!Array.isArray(value)) return String(value);
    return name === "documents" ? counted(value.length, "document") : value.join(", ");
  });
}

/**
 * @param {HTMLElement} place
 * @param {any} [body]
 */
async function submit(place, body) {
  const [method, path] = (place.dataset.send ?? "").split(" ");
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await asked(place, method, path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(take(body, name))), body);
    const handled = !place.dispatchEvent(new CustomEvent("sent", { detail: answer, bubbles: true, cancelable: true }));
    if (handled) return;
    if (place.dataset.said) sayNext(told(place.dataset.said, answer, body));
    follow(place, answer);
  } catch (error) {
    if (error instanceof Stopped) return notice(place.dataset.stopped ?? error.message);
    tell(place, /** @type {Error} */ (error).message);
    if (error instanceof Problem && error.status === 401 && location.pathname !== "/login") location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
  } finally {
    place.removeAttribute("aria-busy");
  }
}

/**
 * The answer to a request; a form that may take long, and says so by what it says when it was stopped, shows how far it is.
 * @param {HTMLElement} place
 * @param {string} method
 * @param {string} path
 * @param {any} body
 */
function asked(place, method, path, body) {
  if (place.dataset.stopped === undefined) return call(method, path, body);
  return new Work(place).run(({ signal, ticket }) => call(method, path, body, signal, ticket));
}

/**
 * A field that is named in the path goes there and not into the body.
 * @param {any} body
 * @param {string} name
 */
function take(body, name) {
  const value = body?.[name] ?? "";
  if (body) delete body[name];
  return value;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.dataset.send) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  const lacking = missing(form);
  if (lacking) tell(form, lacking);
  else submit(form, values(form));
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-all], button[data-none]") : null;
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (button?.closest("fieldset")?.querySelectorAll("input:enabled") ?? [])) {
    box.checked = Boolean(button?.hasAttribute("data-all"));
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-send]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.ask && !confirm(button.dataset.ask)) return;
  submit(button);
});

// The button of a small form in a table, where it would be repeated in every row, is shown when there is something to save.
for (const form of document.querySelectorAll("form[data-when-changed]")) {
  const field = form.querySelector("select"), button = form.querySelector("button"), saved = field?.value;
  const show = () => button?.classList.toggle("unchanged", field?.value === saved);
  form.addEventListener("input", show);
  show();
}

sayNow();
