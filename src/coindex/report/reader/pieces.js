// Mentions drawn into a stretch of text: elements nest as mentions do, and the text in them stays what it is.

/**
 * @typedef {object} Mark A mention as it is drawn; numbers and signs are attributes, so that the text stays as it is.
 * @property {number} key
 * @property {import("./document.js").Span[]} parts
 * @property {number | null} zero the token a zero pronoun stands before
 * @property {number | null} number of its chain
 * @property {string[]} classes
 * @property {string} sign what stands for a zero pronoun
 * @property {string} [notes] signs behind the number: of links, doubts and comments
 * @property {string[]} [signs] what else may come to stand there: it has room for the longest
 */
/**
 * @typedef {object} Piece A part of a mention within a block, in characters.
 * @property {Mark} mark
 * @property {number} from
 * @property {number} to
 * @property {boolean} last
 * @property {boolean} zero
 */

const DEEPEST = 4;

/**
 * @param {import("./document.js").Text} text
 * @param {Mark} mark
 * @param {import("./document.js").Block} block
 * @returns {Piece[]}
 */
export function piecesIn(text, mark, block) {
  if (mark.zero !== null) {
    const at = text.starts[text.placeOf(mark.zero)];
    return mark.zero >= block.first && mark.zero < block.end ? [{ mark, from: at, to: at, last: true, zero: true }] : [];
  }
  /** @type {Piece[]} */
  const pieces = [];
  mark.parts.forEach(([start, end], place) => {
    if (end <= block.first || start >= block.end) return;
    const from = text.starts[Math.max(start, block.first)], to = text.ends[Math.min(end, block.end) - 1];
    const at = from === to ? text.starts[text.placeOf(start)] : from;
    pieces.push({ mark, from: at, to: from === to ? at : to, last: place === mark.parts.length - 1 && end <= block.end, zero: from === to });
  });
  return pieces;
}

/**
 * @param {Piece} a
 * @param {Piece} b
 */
const before = (a, b) => a.from - b.from || Number(b.zero) - Number(a.zero) || b.to - a.to;

/**
 * @param {string} text the whole text
 * @param {import("./document.js").Block} block
 * @param {Piece[]} pieces
 * @param {(mark: Mark) => string} classes
 * @returns {{box: DocumentFragment, starts: HTMLElement[][], ends: HTMLElement[][]}} the text, and the elements that begin or end together
 */
export function drawn(text, block, pieces, classes) {
  const box = document.createDocumentFragment();
  const starts = new Together(), ends = new Together();
  /** @type {{node: HTMLElement, piece: Piece, depth: number}[]} */
  const open = [];
  let at = block.from;
  /** @param {number} end */
  const upTo = (end) => {
    if (end > at) (open[open.length - 1]?.node ?? box).append(text.slice(at, end));
    at = Math.max(at, end);
  };
  /** @param {number} limit */
  const close = (limit) => {
    while (open.length && open[open.length - 1].piece.to <= limit) {
      const { node, piece, depth } = open[open.length - 1];
      upTo(piece.to);
      ends.add(piece.to, node);
      open.pop();
      if (depth) node.classList.add(`d${Math.min(depth, DEEPEST)}`);
      const outer = open[open.length - 1];
      if (outer && !piece.zero) outer.depth = Math.max(outer.depth, depth + 1);
    }
  };
  const waiting = pieces.sort(before);
  for (let place = 0; place < waiting.length; place += 1) {
    let piece = waiting[place];
    close(piece.from);
    const top = open[open.length - 1]?.piece;
    if (top && piece.to > top.to) { // two mentions that cross: the later one is cut in two
      insert(waiting, place + 1, { ...piece, from: top.to });
      piece = { ...piece, to: top.to, last: false };
    }
    upTo(piece.from);
    const node = element(piece, classes(piece.mark));
    (open[open.length - 1]?.node ?? box).append(node);
    starts.add(piece.from, node);
    if (!piece.zero) open.push({ node, piece, depth: 0 });
  }
  close(Infinity);
  upTo(block.to);
  return { box, starts: starts.groups(), ends: ends.groups() };
}

/** Elements by the character they begin or end at. */
class Together {
  /** @type {Map<number, HTMLElement[]>} */
  #at = new Map();

  /** @param {number} character @param {HTMLElement} node */
  add(character, node) {
    const found = this.#at.get(character);
    if (found) found.push(node);
    else this.#at.set(character, [node]);
  }

  groups() {
    return [...this.#at.values()].filter((nodes) => nodes.length > 1);
  }
}

/**
 * @param {Piece[]} pieces
 * @param {number} from
 * @param {Piece} piece
 */
function insert(pieces, from, piece) {
  let place = from;
  while (place < pieces.length && before(pieces[place], piece) <= 0) place += 1;
  pieces.splice(place, 0, piece);
}

/**
 * @param {Piece} piece
 * @param {string} classes
 */
function element({ mark, last, zero }, classes) {
  const node = document.createElement("span");
  node.className = zero ? `${classes} zero` : classes;
  node.dataset.m = String(mark.key);
  if (zero) node.dataset.zero = mark.sign;
  if (last && labelOf(mark)) node.dataset.n = labelOf(mark);
  return node;
}

/** What stands behind a mention: the number of its chain, and notes. @param {Mark} mark */
export const labelOf = ({ number, notes = "" }) => `${number ?? ""}${notes}`;
