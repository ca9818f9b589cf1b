async ({ folder, seed, rounds }) => {
  const load = (name) => import(`${folder}/model/${name}.js`);
  const [{ Model }, { Baseline }, { mentionOf, modelOf, told }] = await Promise.all(["model", "baseline", "wire"].map(load));
  const random = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
  const below = (count) => Math.floor(random() * count);
  const any = (rows) => [...rows][below([...rows].length)];
  const span = () => { const start = below(60); return { parts: [[start, start + 1 + below(3)]], zero: null }; };
  let model = new Model();
  let count = 0;
  const mark = (draft) => draft.set("mentions", model.newKey(), mentionOf({ id: `m${count += 1}`, ...(below(8) ? span() : { zero: below(60) }) }));
  const leave = (draft, key) => {
    const entity = model.entityOf(key);
    if (entity) draft.entity(entity.id, { mentions: entity.mentions.filter((one) => one !== key) });
  };
  const EDITS = {
    mark,
    mark_more: mark,
    unmark(draft) {
      const key = any(model.mentions.keys());
      leave(draft, key);
      for (const [number, link] of [...model.links]) if (link.anaphor === key || link.antecedents.includes(key)) draft.set("links", number, undefined);
      draft.set("mentions", key, undefined);
    },
    resize(draft) { draft.mention(any(model.mentions.keys()), span()); },
    describe(draft) { draft.mention(any(model.mentions.keys()), { kind: any(["name", ""]), attributes: below(2) ? [["comment", "x"]] : [] }); },
    join(draft) {
      const key = any(model.mentions.keys());
      leave(draft, key);
      const id = model.entities.size && below(3) ? any(model.entities.keys()) : model.newEntityId();
      draft.entity(id, { mentions: [...(model.entities.get(id)?.mentions ?? []), key] });
    },
    type(draft) { if (model.entities.size) draft.entity(any(model.entities.keys()), { type: any(["person", ""]), attributes: below(2) ? [["a", "b"]] : [] }); },
    link(draft) {
      const link = { anaphor: any(model.mentions.keys()), antecedents: [any(model.mentions.keys())], relation: any(["identity", "bridging"]), subtype: "", optional: !below(3), attributes: [] };
      draft.set("links", model.links.size && below(2) ? any(model.links.keys()) : model.newKey(), link);
    },
    unlink(draft) { if (model.links.size) draft.set("links", any(model.links.keys()), undefined); },
    rule(draft) { draft.set("attributes", 0, [["rulings", "x"], ["comment", "y"], ["note", "z"]].slice(0, below(4))); },
  };
  for (let number = 0; number < 30; number += 1) model.change(mark);
  const begun = told(model).state;
  begun.mentions.reverse(); // as another program may have listed them
  model = modelOf(begun);
  const baseline = new Baseline(model, 1), done = [], sent = [];
  const edit = () => {
    if (done.length && !below(5)) model.undo(done.pop());
    else done.push(model.change((draft) => { if (model.mentions.size) EDITS[any(Object.keys(EDITS))](draft); else mark(draft); }));
  };
  for (let round = 0; round < rounds; round += 1) {
    for (let edits = below(4); edits >= 0; edits -= 1) edit();
    const { body, after } = baseline.pending();
    sent.push({ body, whole: told(model).state, order: after.order.map((key) => model.mention(key).id) });
    // The server is asked for candidates while it saves, and people go on: often they take back what they just did.
    for (let edits = below(3); edits > 0; edits -= 1) {
      if (done.length && below(2)) model.undo(done.pop());
      else edit();
      baseline.question("x");
    }
    baseline.settle(round + 2, after);
  }
  return { begun, sent };
}
