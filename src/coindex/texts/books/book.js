const slider = document.getElementById('chapter');
const shown = document.getElementById('chapter-name');
const lines = [...document.querySelectorAll('#network line')].map((line) => ({
  line,
  width: line.getAttribute('stroke-width'),
  weights: new Map((line.dataset.weights || '').split(' ').filter(Boolean).map((pair) => pair.split(':').map(Number))),
}));
const nodes = [...document.querySelectorAll('#network [data-chapters]')].map((node) => ({
  node,
  chapters: new Set(node.dataset.chapters.split(' ').map(Number)),
}));

/** Show who meets whom in one chapter, or in the whole book (0). */
function show(chapter) {
  const heaviest = Math.max(1, ...lines.map(({ weights }) => weights.get(chapter) || 0));
  for (const { line, width, weights } of lines) {
    const weight = weights.get(chapter) || 0;
    line.style.display = chapter && !weight ? 'none' : '';
    line.setAttribute('stroke-width', chapter ? 0.6 + 7 * Math.sqrt(weight / heaviest) : width);
  }
  for (const { node, chapters } of nodes) node.style.opacity = chapter && !chapters.has(chapter) ? 0.15 : 1;
  shown.textContent = chapter ? slider.dataset.titles.split('\n')[chapter - 1] : slider.dataset.whole;
}
if (slider) slider.addEventListener('input', () => show(Number(slider.value)));

const speaker = document.getElementById('speaker');
if (speaker) {
  speaker.addEventListener('change', () => {
    for (const item of document.querySelectorAll('.said li')) {
      item.hidden = Boolean(speaker.value) && item.dataset.speaker !== speaker.value;
    }
    for (const part of document.querySelectorAll('details.chapter')) {
      const any = [...part.querySelectorAll('li')].some((item) => !item.hidden);
      part.hidden = !any;
      part.open = Boolean(speaker.value) && any;
    }
  });
}
