// Comments on mentions, in threads; those that are flagged are listed on the page of the project's work.
import { bySignature, signature } from "../model/comparing.js";
import { call, fetched } from "../shell/api.js";
import { byId, h, notice, t, when } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{id: number, thread: number | null, place: string, words: string, author: string, created: string, content: string, flagged: boolean, closed: string}} Comment */

class Discussion {
  /** @type {Comment[]} */
  comments = [];
  #loaded = false;

  /** @param {Editor} editor @param {string} path of the comments @param {string} source */
  constructor(editor, path, source) {
    this.editor = editor;
    this.path = path;
    this.source = source;
    this.box = byId("discussion");
  }

  /** Nothing is asked of the server before the tab is opened. */
  async show() {
    if (this.box.hidden) return;
    if (!this.#loaded) await this.load();
    else this.draw();
  }

  async load() {
    this.#loaded = true;
    this.comments = await fetched(`${this.path}?${new URLSearchParams({ source: this.source })}`).catch(() => []);
    this.draw();
  }

  /** What cannot be sent is reported, and stays in its field. @param {() => Promise<any>} work */
  async #change(work) {
    try {
      await work();
      await this.load();
    } catch (error) {
      notice(/** @type {Error} */ (error).message, { bad: true });
    }
  }

  draw() {
    if (this.box.querySelector("textarea:focus")) return;
    const { active, model } = this.editor;
    const place = active === null ? null : signature(model.mention(active));
    const threads = this.comments.filter((one) => one.thread === null);
    const here = threads.filter((one) => one.place === place), others = threads.filter((one) => one.place !== place);
    this.box.replaceChildren(
      ...(active === null || place === null ? [h("p", { class: "empty" }, t`Select a mention to comment on it.`)]
        : [h("h2", {}, t`“${this.editor.words(active)}”`), ...here.map((one) => this.#thread(one)), this.#form(place, this.editor.words(active), null)]),
      ...(others.length ? [h("h3", {}, t`Other mentions`), h("ul", { class: "plain-list" }, ...others.map((one) => this.#other(one)))] : []));
  }

  /** @param {Comment} first */
  #thread(first) {
    const answers = this.comments.filter((one) => one.thread === first.id);
    return h("section", { class: "thread", "aria-label": first.content.slice(0, 60) },
      ...[first, ...answers].map((one) => h("p", {}, h("b", {}, one.author || t`annotator`), " ", h("small", { class: "hint" }, when(one.created)), h("br", {}), one.content)),
      first.flagged ? h("p", { class: "hint" }, first.closed ? t`Discussed.` : t`To discuss.`) : null,
      first.closed ? null : this.#form(first.place, first.words, first.id),
      h("button", { type: "button", class: "small", onclick: () => this.#change(() => call("PUT", `${this.path}/${first.id}`, { closed: !first.closed })) }, first.closed ? t`Open again` : t`Close thread`));
  }

  /** @param {string} place @param {string} words @param {number | null} thread */
  #form(place, words, thread) {
    const content = h("textarea", { rows: "2", maxlength: "20000", "aria-label": thread === null ? t`New comment` : t`Answer` });
    const flagged = h("input", { type: "checkbox" });
    const send = () => {
      if (!content.value.trim()) return;
      const body = { source: this.source, place, words: words.slice(0, 500), content: content.value.trim(), flagged: flagged.checked, ...(thread === null ? {} : { thread }) };
      content.blur();
      this.#change(() => call("POST", this.path, body));
    };
    return h("div", { class: "stack" }, content, thread === null ? h("label", { class: "check" }, flagged, t` Discuss`) : null,
      h("button", { type: "button", class: "small", onclick: send }, thread === null ? t`Add comment` : t`Send answer`));
  }

  /** @param {Comment} one */
  #other(one) {
    const go = () => {
      const key = bySignature(this.editor.model).get(one.place);
      if (key === undefined) notice(t`This mention is gone.`);
      else this.editor.activate(key);
    };
    return h("li", {}, h("button", { type: "button", class: "small", onclick: go }, one.words || one.place), ` ${one.content.slice(0, 80)}`, one.flagged && !one.closed ? h("b", {}, ` ${t`To discuss.`}`) : null);
  }
}

/** @param {Editor} editor @param {any} data */
export function keepDiscussion(editor, data) {
  const discussion = new Discussion(editor, `${data.documentPath}/comments`, data.source);
  for (const name of ["tab", "active"]) editor.addEventListener(name, () => discussion.show());
  const place = new URLSearchParams(location.search).get("place");
  const key = place === null ? undefined : bySignature(editor.model).get(place);
  if (place === null) return;
  setTimeout(() => {
    if (key !== undefined) editor.activate(key);
    byId("tab-discussion").click();
  });
}
