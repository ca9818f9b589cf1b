// The page's side of ChainEditor: words that can be chosen, and buttons that change the chains.

/** @typedef {{parts: [number, number][], entity: string}} Mark */
/** @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void, on(event: string, act: () => void): void, off(event: string, act: () => void): void}} Model */

/** @param {{model: Model, el: HTMLElement}} given */
function render({ model, el }) {
  /** @type {{first: number, last: number} | null} */
  let chosen = null;
  let cursor = 0;
  el.classList.add("coindex-editor");
  const text = el.appendChild(element("div", { className: "text" }));
  text.setAttribute("role", "application");
  text.setAttribute("aria-label", "Text with chains. Arrow keys move, Shift extends the choice.");
  const tools = el.appendChild(element("div", { className: "tools" }));
  const status = element("span", {});
  status.setAttribute("role", "status");

  /** @returns {Mark[]} */
  const marks = () => model.get("marks");
  /** @returns {string[]} */
  const chains = () => [...new Set(marks().map((mark) => mark.entity))];

  /** The mention of exactly the chosen words, else the smallest one around them. */
  function current() {
    if (!chosen) return null;
    const { first, last } = chosen;
    const around = marks().filter((mark) => mark.parts.some(([start, end]) => start <= first && last < end));
    around.sort((a, b) => size(a) - size(b));
    return around[0] ?? null;
  }

  /** @param {Mark[]} changed */
  function save(changed) {
    model.set("marks", changed);
    model.save_changes();
    draw();
  }

  /** Put the chosen words into a chain; a mention of just these words moves there. @param {string} entity */
  function assign(entity) {
    if (!chosen) return;
    const { first, last } = chosen;
    const rest = marks().filter((mark) => !(mark.parts.length === 1 && mark.parts[0][0] === first && mark.parts[0][1] === last + 1));
    save([...rest, { parts: [[first, last + 1]], entity }]);
  }

  function fresh() {
    const known = new Set(chains());
    let number = known.size + 1;
    while (known.has(`new${number}`)) number += 1;
    return `new${number}`;
  }

  const into = document.createElement("select");
  into.setAttribute("aria-label", "Chain");
  const buttons = {
    create: button("New chain", () => assign(fresh())),
    add: button("Add to chain", () => into.value && assign(into.value)),
    remove: button("Remove mention", () => {
      const mark = current();
      if (mark) save(marks().filter((other) => other !== mark));
    }),
    merge: button("Merge chains", () => {
      const mark = current();
      if (mark && into.value) save(marks().map((other) => (other.entity === mark.entity ? { ...other, entity: into.value } : other)));
    }),
  };
  tools.append(buttons.create, buttons.add, into, buttons.merge, buttons.remove, status);

  /** @param {number} first @param {number} last */
  function choose(first, last) {
    chosen = { first: Math.min(first, last), last: Math.max(first, last) };
    draw();
  }

  /** Words stay in the page, so that pointer and focus stay on them; only their look changes. */
  function build() {
    /** @type {[string, string][]} */
    const words = model.get("words");
    return words.map(([form, gap], index) => {
      const word = element("span", { className: "word", textContent: form });
      word.dataset.index = String(index);
      const labels = element("span", {});
      text.append(gap, word, labels);
      return { form, word, labels };
    });
  }

  function draw() {
    /** @type {string[]} */
    const colours = model.get("colours");
    const names = chains();
    const mark = current();
    /** @param {string} name */
    const colour = (name) => colours[names.indexOf(name) % colours.length];
    /** @param {string} name */
    const line = (name) => String((Math.floor(names.indexOf(name) / colours.length) % model.get("lines")) + 1);
    words.forEach(({ word, labels }, index) => {
      const covering = marks().filter((other) => other.parts.some(([start, end]) => start <= index && index < end));
      covering.sort((a, b) => size(a) - size(b));
      const lit = mark !== null && covering.some((other) => other.entity === mark.entity);
      const shown = lit ? mark.entity : covering[0]?.entity;
      word.tabIndex = index === cursor ? 0 : -1;
      word.classList.toggle("chain", lit);
      word.classList.toggle("chosen", chosen !== null && chosen.first <= index && index <= chosen.last);
      if (shown === undefined) delete word.dataset.chain;
      else {
        word.dataset.chain = shown;
        word.dataset.line = line(shown);
        word.style.setProperty("--c", colour(shown));
      }
      const ending = covering.filter((other) => other.parts[other.parts.length - 1][1] === index + 1);
      labels.replaceChildren(...ending.map((other) => element("sub", { textContent: String(names.indexOf(other.entity) + 1) })));
    });
    const kept = into.value;
    into.replaceChildren(...names.map((name, number) => {
      const [start, end] = marks().find((other) => other.entity === name)?.parts[0] ?? [0, 0];
      const label = words.slice(start, end).map(({ form }) => form).join(" ");
      return element("option", { value: name, textContent: `${number + 1} ${label}` });
    }));
    if (names.includes(kept)) into.value = kept;
    buttons.create.disabled = buttons.add.disabled = !chosen;
    buttons.remove.disabled = buttons.merge.disabled = !mark;
    status.textContent = mark ? `chain ${names.indexOf(mark.entity) + 1}` : "";
  }

  /** @param {EventTarget | null} target */
  function indexOf(target) {
    const word = target instanceof Element ? target.closest(".word") : null;
    return word instanceof HTMLElement ? Number(word.dataset.index) : null;
  }

  /** @type {number | null} */
  let pressed = null;
  text.addEventListener("pointerdown", (event) => {
    pressed = indexOf(event.target);
    if (pressed === null) return;
    const from = event.shiftKey && chosen ? chosen.first : pressed;
    cursor = pressed;
    choose(from, pressed);
  });
  text.addEventListener("pointerover", (event) => {
    const index = indexOf(event.target);
    if (pressed !== null && index !== null && event.buttons) {
      cursor = index;
      choose(pressed, index);
    }
  });
  const released = () => { pressed = null; };
  window.addEventListener("pointerup", released);
  text.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const from = event.shiftKey && chosen ? (cursor === chosen.last ? chosen.first : chosen.last) : null;
    cursor = Math.min(Math.max(cursor + step, 0), words.length - 1);
    choose(from ?? cursor, cursor);
    words[cursor].word.focus();
  });
  const words = build();
  model.on("change:marks", draw);
  draw();
  return () => {
    window.removeEventListener("pointerup", released);
    model.off("change:marks", draw);
  };
}

/** @param {Mark} mark */
function size(mark) {
  return mark.parts.reduce((sum, [start, end]) => sum + end - start, 0);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Partial<HTMLElementTagNameMap[K]>} properties
 */
function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

/** @param {string} label @param {() => void} act */
function button(label, act) {
  const control = element("button", { type: "button", textContent: label });
  control.addEventListener("click", act);
  return control;
}

export default { render };
