// Between places on the page and tokens of the text.

/** @typedef {import("../reader/view.js").TextView} TextView */

/**
 * The character at a place in the page's tree.
 * @param {TextView} view
 * @param {Node} node
 * @param {number} offset
 * @returns {number | null}
 */
function characterAt(view, node, offset) {
  const block = (node instanceof Element ? node : node.parentElement)?.closest("[data-b]");
  if (!(block instanceof HTMLElement) || !view.box.contains(block)) return null;
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEnd(node, offset);
  return view.text.blocks[Number(block.dataset.b)].from + range.toString().length;
}

/**
 * The token at a point of the screen.
 * @param {TextView} view
 * @param {number} x
 * @param {number} y
 * @returns {number | null}
 */
export function tokenAtPoint(view, x, y) {
  const page = /** @type {any} */ (document);
  const found = page.caretPositionFromPoint?.(x, y) ?? page.caretRangeFromPoint?.(x, y);
  if (!found) return null;
  const character = characterAt(view, found.offsetNode ?? found.startContainer, found.offset ?? found.startOffset);
  if (character === null) return null;
  const token = view.text.tokenAt(character);
  const before = token - 1; // beyond the middle of its last letter one is at its end, but still in it
  if (before < 0 || view.text.ends[before] !== character) return token;
  const { left, right } = rangeOf(view, [before, token]).getBoundingClientRect();
  return (view.runsLeft(before) ? left <= x : right >= x) ? before : token;
}

/**
 * The tokens that are selected with the mouse; `null` if none, or something outside the text.
 * @param {TextView} view
 * @returns {import("../reader/document.js").Span | null}
 */
export function selectedTokens(view) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  const from = characterAt(view, range.startContainer, range.startOffset), to = characterAt(view, range.endContainer, range.endOffset);
  if (from === null || to === null || to <= from) return null;
  const start = view.text.tokenAt(from);
  let end = view.text.tokenAt(to - 1) + 1;
  if (end > start && view.text.starts[end - 1] >= to) end -= 1;
  return end > start ? [start, end] : null;
}

/**
 * Tokens as a range of the page.
 * @param {TextView} view
 * @param {import("../reader/document.js").Span} span within one block
 */
export function rangeOf(view, [start, end]) {
  const range = document.createRange();
  const first = pointAt(view, start, view.text.starts[start], false), last = pointAt(view, end - 1, view.text.ends[end - 1], true);
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset);
  return range;
}

/**
 * @param {TextView} view
 * @param {number} token
 * @param {number} character
 * @param {boolean} atEnd the end of a text node rather than the beginning of the next
 */
function pointAt(view, token, character, atEnd) {
  const place = view.text.blockOf(token), block = view.node(place);
  let left = character - view.text.blocks[place].from;
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (left < length || (atEnd && left === length)) return { node, offset: left };
    left -= length;
  }
  return { node: /** @type {Node} */ (block), offset: block.childNodes.length };
}
