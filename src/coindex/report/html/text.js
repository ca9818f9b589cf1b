import { OUTCOME, h, index } from "./data.js";

// The text of a document with chains drawn into it. `shown` has chains, more spans outside chains, and marks by span.
export function drawText(pane, text, shown, choose) {
  const box = h("div", { class: "words", role: "group", "aria-label": `${text.id}: ${shown.name}` });
  const speakers = Object.entries(text.speakers).map(([place, name]) => [text.sentences[place], name]);
  const open = [];
  let at = 0;
  const target = () => (open.length ? open[open.length - 1].node : box);
  const upTo = (end) => {
    while (speakers.length && speakers[0][0] <= end && !open.length) {
      const [start, name] = speakers.shift();
      if (start > at) box.append(text.text.slice(at, start));
      at = Math.max(at, start);
      box.append(h("span", { class: "speaker" }, `${name}:`));
    }
    if (end > at) target().append(text.text.slice(at, end));
    at = Math.max(at, end);
  };
  const close = (before) => {
    while (open.length && open[open.length - 1].end <= before) {
      const { end, finish } = open[open.length - 1];
      upTo(end);
      finish();
      open.pop();
    }
  };
  const pieces = piecesOf(text, shown);
  for (let i = 0; i < pieces.length; i += 1) {
    const piece = pieces[i];
    close(piece.start);
    const top = open[open.length - 1];
    if (top && piece.end > top.end) {  // two mentions that cross: the later one is cut in two
      insert(pieces, i, { ...piece, start: top.end });
      Object.assign(piece, { end: top.end, last: false });
    }
    upTo(piece.start);
    const node = mentionNode(piece, shown, choose);
    target().append(node);
    if (piece.start === piece.end) {  // what could stand in the place of a zero pronoun
      node.classList.add("zero");
      node.append(text.words(piece.span));
    }
    open.push({ node, end: piece.end, finish: () => piece.last && signed(node, piece, shown) });
  }
  close(Infinity);
  upTo(text.text.length);
  box.querySelector(".m")?.setAttribute("tabindex", "0");
  box.addEventListener("keydown", (event) => walk(event, box));
  pane.replaceChildren(h("h3", {}, shown.name), box);
}

function piecesOf(text, shown) {
  const pieces = [];
  const add = (span, chain) => {
    const edges = text.spans[span];
    for (let i = 0; i < edges.length; i += 2) {
      pieces.push({ span, chain, start: edges[i], end: edges[i + 1], last: i + 2 === edges.length });
    }
  };
  shown.chains.forEach((chain, number) => chain.forEach((span) => add(span, number)));
  shown.alone.forEach((span) => add(span, -1));
  pieces.sort((a, b) => a.start - b.start || b.end - a.end);
  return pieces;
}

function insert(pieces, from, rest) {
  let place = from + 1;
  while (place < pieces.length && pieces[place].start <= rest.start) place += 1;
  pieces.splice(place, 0, rest);
}

function mentionNode(piece, shown, choose) {
  const colour = piece.chain < 0 ? "" : `--c: var(--c${(piece.chain % 8) + 1})`;
  const node = h("span", {
    class: piece.chain < 0 ? "m alone" : "m", role: "button", tabindex: "-1", style: colour,
    "data-span": piece.span, "data-chain": piece.chain, title: shown.title(piece.span),
  });
  const chosen = (event) => { event.stopPropagation(); event.preventDefault(); choose(piece.span); };
  node.addEventListener("click", chosen);
  node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") chosen(event); });
  return node;
}

// The number of its chain, and a sign for what is wrong; lines under outer mentions stand lower than under inner ones.
function signed(node, piece, shown) {
  const apart = node.lastChild?.classList?.contains("m") ? "apart" : null;
  if (piece.chain >= 0) node.append(h("sub", { class: apart }, String(piece.chain + 1)));
  const outcome = shown.outcome(piece.span);
  if (outcome === OUTCOME.wrong || outcome === OUTCOME.spurious) node.append(h("sup", { class: "wrong" }, "✗"));
  if (outcome === OUTCOME.open || outcome === OUTCOME.undetected) node.append(h("sup", { class: "wrong" }, "○"));
  const inner = [...node.children].map((child) => Number(child.dataset?.depth ?? -1));
  node.dataset.depth = Math.max(0, ...inner.map((depth) => depth + 1));
  node.style.setProperty("--h", node.dataset.depth);
}

// One stop for the tabulator; arrows go from mention to mention.
function walk(event, box) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...box.querySelectorAll(".m")];
  const next = all[all.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  all.forEach((node) => node.setAttribute("tabindex", node === next ? "0" : "-1"));
  next.focus();
}

// Lights up a mention and its chain.
export function lightUp(pane, span) {
  let first = null;
  const own = pane.querySelector(`.m[data-span="${span}"]`);
  const chain = own ? own.dataset.chain : null;
  for (const node of pane.querySelectorAll(".m")) {
    const here = Number(node.dataset.span) === span;
    node.classList.toggle("at", here);
    node.classList.toggle("chain", chain !== null && chain !== "-1" && node.dataset.chain === chain);
    if (here && !first) first = node;
  }
  return first;
}

export const outcomeOf = (letter) => index.outcomes[letter] ?? "";
