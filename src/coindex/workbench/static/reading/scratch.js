// A text or a file that is resolved and read, and not kept.
import { call } from "../shell/api.js";
import { byId, h, notice, t } from "../shell/dom.js";
import { stagesIn } from "../shell/options.js";
import { Stopped, Work } from "../shell/work.js";
import { keepChains } from "../side/chainlist.js";
import { offerExample } from "../shell/example.js";
import { keepTabs } from "../side/tabs.js";
import { Text } from "../reader/document.js";
import { keepControls, offer } from "./controls.js";
import { offerKeeping } from "./keeping.js";
import { Reader } from "./reader.js";
import { Version } from "./version.js";
import { keepWhy } from "./why.js";

const GIVEN = "given";
/** @type {Reader | null} */
let current = null;
/** @type {import("./keeping.js").Material} */
let material = { text: "", language: "" };
const form = /** @type {HTMLFormElement} */ (byId("resolve"));

/** @param {FormData} values @returns {import("./keeping.js").Material} */
function materialOf(values) {
  const word = (/** @type {string} */ name) => String(values.get(name) ?? "");
  const files = /** @type {File[]} */ (values.getAll("files").filter((file) => file instanceof File && file.name)); // without a choice, one without a name
  const empty = files.find(({ size }) => !size);
  if (empty) throw new Error(t`The file ${empty.name} is empty.`);
  return files.length ? { files, format: word("format") } : { text: word("text"), language: word("language") };
}

/** @param {import("./keeping.js").Material} asked @param {FormData} values @returns {Promise<any[]>} */
function resolved(asked, values) {
  return new Work(/** @type {HTMLElement} */ (form.querySelector(".working"))).run(async ({ signal, ticket }) => {
    if ("files" in asked) {
      values.delete("text");
      return call("POST", "/api/v1/resolve/files", values, signal, ticket);
    }
    const resolvers = values.getAll("resolvers");
    return [await call("POST", "/api/v1/resolve", { ...asked, ...stagesIn(/** @type {HTMLElement} */ (form.querySelector("[data-stages]"))), ...(resolvers.length ? { resolvers } : {}) }, signal, ticket)];
  });
}

/** The elements a reader draws into: new ones for each document, so that nothing of the last is left. @param {string} language */
function boxes(language) {
  const made = ["left", "right"].map((side) => {
    const box = h("div", { id: `text-${side}`, class: "text", tabindex: "0", lang: language, dir: "auto", role: "application", "aria-roledescription": t`annotated text`, "aria-label": side === "left" ? t`Text, first version` : t`Text, second version` });
    byId(`pane-${side}`).replaceChildren(box);
    return box;
  });
  return { left: made[0], right: made[1] };
}

/** @param {any} answer as the server tells it */
async function read({ text, tokens, language, attempts, given, remarks = [] }) {
  const reader = new Reader(boxes(language), new Text(text, tokens));
  if (given) reader.versions.set(GIVEN, new Version(GIVEN, { annotation: given }));
  const problems = [];
  for (const { resolver, result, problem } of attempts) {
    if (result) reader.versions.set(resolver, new Version(resolver, result));
    else problems.push(`${resolver}: ${problem}`);
  }
  for (const remark of remarks) notice(remark);
  for (const problem of problems) notice(problem, { bad: true });
  // A notice goes away; what was left undone, and why, stays beside the button.
  /** @type {HTMLElement} */ (form.querySelector(".problem")).textContent = [...remarks, ...problems].join(" ");
  const names = [...reader.versions.keys()];
  byId("result").hidden = !names.length;
  if (!names.length) return;
  current = reader;
  keepWhy(reader);
  keepChains(reader);
  const [first, second] = names.filter((name) => name !== GIVEN);
  offer(names, { left: first ?? GIVEN, right: second ?? (first && given ? GIVEN : ""), key: given ? GIVEN : "" });
  await keepControls(reader)();
  byId("result").scrollIntoView({ block: "start" });
  document.documentElement.dataset.ready = "true";
}

const showKeeping = offerKeeping(() => material);
const tabs = new EventTarget();
tabs.addEventListener("tab", () => current?.dispatchEvent(new Event("tab")));
keepTabs(tabs);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
  problem.textContent = "";
  try {
    const values = new FormData(form), asked = materialOf(values);
    if ("text" in asked && !asked.text.trim()) throw new Error(t`Paste a text, or choose files.`);
    const answers = await resolved(asked, values);
    material = asked;
    showKeeping();
    const which = /** @type {HTMLSelectElement} */ (byId("which"));
    which.replaceChildren(...answers.map(({ name }, place) => h("option", { value: String(place) }, name)));
    byId("which-label").hidden = answers.length < 2;
    which.onchange = () => read(answers[Number(which.value)]);
    await read(answers[0]);
  } catch (error) {
    if (!(error instanceof Stopped)) problem.textContent = /** @type {Error} */ (error).message;
  } finally {
    form.removeAttribute("aria-busy");
  }
});

offerExample(form);
