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

/** Show who meets whom in the n-th chapter, or in the whole book (0). */
function show(place) {
  const chapter = place && Number(slider.dataset.numbers.split(' ')[place - 1]);
  const heaviest = Math.max(1, ...lines.map(({ weights }) => weights.get(chapter) || 0));
  for (const { line, width, weights } of lines) {
    const weight = weights.get(chapter) || 0;
    line.style.display = chapter && !weight ? 'none' : '';
    line.setAttribute('stroke-width', chapter ? 0.6 + 7 * Math.sqrt(weight / heaviest) : width);
  }
  for (const { node, chapters } of nodes) node.style.opacity = chapter && !chapters.has(chapter) ? 0.15 : 1;
  shown.textContent = chapter ? slider.dataset.titles.split('\n')[place - 1] : slider.dataset.whole;
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

const rows = document.querySelector('#correct ul');
if (rows) {
  const all = () => [...rows.children];
  const box = (row) => row.querySelector('[type=checkbox]');
  const field = (row) => row.querySelector('[type=text]');
  const names = (row) => [...row.querySelectorAll('.name')];
  const chosen = () => all().filter((row) => box(row).checked);
  const clear = (row) => {
    box(row).checked = false;
    for (const name of names(row)) name.setAttribute('aria-pressed', 'false');
  };
  const on = (id, action) => document.getElementById(id).addEventListener('click', action);
  const touched = new Set(all().filter((row) => row.classList.contains('given')));
  const touch = (row) => touched.add(row);

  rows.addEventListener('input', ({ target }) => target.type === 'text' && touch(target.closest('li')));
  rows.addEventListener('click', ({ target }) => {
    if (target.matches('.name')) target.setAttribute('aria-pressed', target.getAttribute('aria-pressed') !== 'true');
  });
  on('merge', () => {
    const [first, ...others] = chosen();
    if (!others.length) return;
    for (const row of others) {
      first.querySelector('span').append(...names(row));
      touched.delete(row);
      row.remove();
    }
    clear(first);
    touch(first);
  });
  on('split', () => {
    for (const row of all()) {
      const own = names(row);
      const split = own.filter((name) => name.getAttribute('aria-pressed') === 'true');
      if (!split.length || split.length === own.length) continue;
      const other = row.cloneNode(true);
      other.querySelector('span').replaceChildren(...split);
      field(other).value = split[0].textContent;
      row.after(other);
      for (const part of [row, other]) {
        clear(part);
        touch(part);
      }
    }
  });
  on('nobody', () => {
    for (const row of chosen()) {
      row.classList.toggle('nobody');
      clear(row);
      touch(row);
    }
  });
  on('download', () => {
    const characters = all()
      .filter((row) => touched.has(row))
      .map((row) => ({
        name: field(row).value,
        names: names(row).map((name) => name.textContent),
        ...(row.classList.contains('nobody') ? { person: false } : {}),
      }));
    const text = JSON.stringify({ format: 'coindex-characters/1', characters }, null, 1);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = 'names.json';
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
