/*
 * The stacks of one thread in the order of time: what is drawn beside each other came one after the other, and a function that is called
 * again is another box. Boxes are as wide as what was counted, so that time in which nothing was counted takes no room.
 */
function inTime(model, rows, choice) {
  const out = new Growing(), values = choice.unit === "samples" ? rows.samples : rows.period, wanted = [];
  for (let i = 0; i < rows.node.length; i++) {
    const node = model.to ? model.to[rows.node[i]] : rows.node[i];
    if (node >= 0 && rows.event[i] === choice.event && takesThread(model.data, choice, rows.thread[i]) && (choice.cpu === null || rows.cpu[i] === choice.cpu))
      wanted.push([node, values[i]]);
  }
  let open = [out.add(0, 0)], frames = [0];		/* the boxes of the stack before, outermost first, and their nodes in the model */
  for (const [node, value] of wanted) {
    const path = [];
    for (let k = node; k; k = model.parent[k])
      path.push(k);
    path.push(0);
    path.reverse();
    let same = 1;
    while (same < path.length && same < frames.length && path[same] === frames[same])
      same++;
    open = open.slice(0, same);
    for (let d = same; d < path.length; d++)
      open.push(out.add(open[d - 1], model.frame[path[d]]));
    frames = path;
    out.own[open[open.length - 1]] += value;
    for (const i of open)
      out.total[i] += value;
  }
  return out.tree(false);
}
