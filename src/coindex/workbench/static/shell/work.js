// Work on the server that may take long: a bar says how far it is, and a button stops it.
import { grouped, h, t, worded } from "./dom.js";

/** @typedef {{signal: AbortSignal, ticket: string}} Asked What a request carries that can be followed and stopped. */
/** @typedef {{stage: string, done: number, total: number, document: number}} Progress As the server tells it. */

/** Milliseconds after which work counts as long. */
const SOON = 300;

/** The user has stopped the work. */
export class Stopped extends Error {}

export class Work {
  #controller = new AbortController();
  #bar = h("progress", { "aria-label": t`Progress` });
  #words = h("span", {}, t`Sending …`);

  /**
   * @param {HTMLElement} place where the bar is shown
   * @param {{button?: boolean}} [options] without a button, something else on the page has to stop it
   */
  constructor(place, { button = true } = {}) {
    this.place = place;
    this.box = h("div", { class: "work", role: "status" }, this.#bar, this.#words, button ? h("button", { type: "button", class: "small", onclick: () => this.stop() }, t`Stop`) : null);
  }

  get stopped() {
    return this.#controller.signal.aborted;
  }

  /** The request is given up, and the server with it: it notices that nobody waits any more. */
  stop() {
    this.#controller.abort();
  }

  /**
   * @template T
   * @param {(asked: Asked) => Promise<T>} request
   * @returns {Promise<T>} `Stopped` is thrown if it was stopped, whatever the request does
   */
  async run(request) {
    if (this.stopped) throw new Stopped(t`Stopped.`);
    const ticket = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    /** @type {EventSource | undefined} */
    let events;
    const timer = setTimeout(() => {
      this.place.append(this.box);
      events = this.#follow(ticket);
    }, SOON);
    try {
      const answer = await request({ signal: this.#controller.signal, ticket });
      if (this.stopped) throw new Stopped(t`Stopped.`);
      return answer;
    } catch (error) {
      throw this.stopped ? new Stopped(t`Stopped.`) : error;
    } finally {
      clearTimeout(timer);
      events?.close();
      this.box.remove();
    }
  }

  /** @param {string} ticket */
  #follow(ticket) {
    const events = new EventSource(`/api/v1/work/${ticket}`);
    events.addEventListener("progress", (event) => this.#tell(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    events.addEventListener("end", () => events.close());
    return events;
  }

  /** @param {Progress} progress */
  #tell({ stage: english, done, total, document }) {
    const stage = worded(english);
    if (total) Object.assign(this.#bar, { max: total, value: done });
    else this.#bar.removeAttribute("value");
    const what = document > 1 ? t`Document ${grouped(document)}, ${stage}` : stage.charAt(0).toUpperCase() + stage.slice(1);
    this.#words.textContent = total ? `${what}: ${Math.floor((100 * done) / total)} %` : `${what} …`;
  }
}
