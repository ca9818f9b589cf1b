// A beginning for an annotation: what a resolver or another source says, with its chains or the mentions alone.
import { add } from "../model/adding.js";
import { beginning, take } from "../model/wire.js";
import { call, fetched } from "../shell/api.js";
import { announce, byId, counted, h, notice, t } from "../shell/dom.js";
import { addStages, optionsButton, stagesIn } from "../shell/options.js";
import { Stopped, Work } from "../shell/work.js";

/** @typedef {import("./editor.js").Editor} Editor */

/**
 * @param {Editor} editor
 * @param {{document: string, source: string, resolvers: [string, string][]}} known `document`: path of the document in the API
 */
export function offerBeginnings(editor, known) {
  byId("start-from").addEventListener("click", async () => {
    const sources = (await fetched(`${known.document}/annotations`)).filter((/** @type {any} */ one) => one.head && one.name !== known.source && one.kind !== "resolver");
    const from = h("select", { name: "from" },
      sources.length ? h("optgroup", { label: t`Sources of this document` }, ...sources.map((/** @type {any} */ one) => h("option", { value: `source ${one.name}` }, `${one.name} (${counted(one.head.counts.mentions, "mention")})`))) : null,
      h("optgroup", { label: t`Resolvers` }, ...known.resolvers.map(([name]) => h("option", { value: `resolver ${name}`, "data-component": name, "data-prefix": "resolver ", selected: !sources.length && name === editor.resolver }, editor.called(name)))));
    const chains = h("select", { name: "what" }, h("option", { value: "mentions" }, t`mentions only: I decide on every anaphor`), h("option", { value: "chains" }, t`mentions and chains: I correct them`));
    const adding = h("input", { type: "checkbox", name: "adding" }), there = editor.model.mentions.size;
    const warning = h("p", {});
    const warn = () => { warning.textContent = !there ? t`This adds mentions, so that you do not have to mark all of them yourself.` : adding.checked ? t`Your ${counted(there, "mention")} stay as they are.` : t`This replaces the ${counted(there, "mention")} of this annotation. You can undo this.`; };
    adding.addEventListener("change", warn);
    warn();
    const stages = h("div", { class: "fields" }), more = h("details", { class: "stages" }, h("summary", {}, t`Parser, fragmenter, detector`), stages), options = h("div", { class: "row" }, h("label", {}, t`Annotation of`, from), optionsButton("resolvers"));
    addStages(stages, t`its own`);
    const offered = () => { for (const part of [more, options.querySelector("button")]) if (part) part.hidden = !from.value.startsWith("resolver "); };
    from.addEventListener("change", offered);
    offered();
    const progress = h("div", {}), work = new Work(progress, { button: false });
    const dialog = h("dialog", { class: "starting", "aria-labelledby": "starting-title" },
      h("h2", { id: "starting-title" }, t`Start from …`),
      warning, options, more, h("label", {}, t`Include`, chains), there ? h("label", { class: "check" }, adding, t` Keep what is there, and add to it`) : null, progress,
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => dialog.close() }, t`Cancel`),
        h("button", { type: "button", class: "primary", onclick: () => begin(editor, known, work, dialog, from.value, { chains: chains.value === "chains", adding: adding.checked }, stagesIn(stages)) }, t`Start`)));
    dialog.addEventListener("close", () => { work.stop(); dialog.remove(); editor.focus(); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {Editor} editor @param {{document: string}} known @param {Work} work @param {HTMLDialogElement} dialog @param {string} from @param {{chains: boolean, adding: boolean}} how @param {Record<string, string>} stages */
async function begin(editor, known, work, dialog, from, { chains, adding }, stages) {
  if (dialog.getAttribute("aria-busy") === "true") return;
  const [kind, ...rest] = from.split(" "), name = rest.join(" "), title = kind === "resolver" ? editor.called(name) : name;
  dialog.setAttribute("aria-busy", "true");
  try {
    const answer = await work.run(({ signal, ticket }) => (kind === "resolver"
      ? call("POST", `${known.document}/resolve`, { resolver: name, ...stages }, signal, ticket)
      : call("GET", `${known.document}/annotations/${encodeURIComponent(name)}`, undefined, signal)));
    const state = beginning(answer.annotation, { chains });
    let count = 0;
    if (adding) editor.act(t`added from ${title}`, (draft) => { count = add(draft, state); });
    else editor.act(t`started from ${title}`, (draft) => { take(draft, state); count = draft.model.mentions.size; });
    notice(t`${counted(count, "mention")} from ${title}.`);
    dialog.close();
  } catch (error) {
    if (error instanceof Stopped) announce(t`Cancelled. Nothing was changed.`);
    else notice(/** @type {Error} */ (error).message, { bad: true });
  } finally {
    dialog.removeAttribute("aria-busy");
  }
}
