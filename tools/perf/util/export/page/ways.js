/* What a function called, and the same with its callers: trees of that function alone. */

/* Below the root function @f, and below that what it called, wherever it was called from. Inside of itself it is a callee like others. */
function calleesOf(model, tree, sums, oldSums, f) {
  const out = new Growing(), known = new Map(), at = new Int32Array(model.parent.length), many = model.functions.length + 1;
  out.add(0, 0);
  out.add(0, f);
  const count = (node, i) => {
    out.own[node] += sums.own[i];
    if (oldSums)
      out.old[node] += oldSums.own[i];
  };
  for (const start of outermost(model, f)) {
    at[start] = 1;
    count(1, start);
    for (let i = start + 1; i < tree.end[start]; i++) {
      const key = at[model.parent[i]] * many + model.frame[i];
      let node = known.get(key);
      if (node === undefined) {
        node = out.add(at[model.parent[i]], model.frame[i]);
        known.set(key, node);
      }
      at[i] = node;
      count(node, i);
    }
  }
  for (let i = out.n - 1; i >= 0; i--) {
    out.total[i] += out.own[i];
    if (i) {
      out.total[out.parent[i]] += out.total[i];
      out.old[out.parent[i]] += out.old[i];
    }
  }
  const sorted = inOrder(model, out.parent.slice(0, out.n), out.frame.slice(0, out.n));
  const moved = (column) => {
    const list = new Float64Array(out.n);
    sorted.to.forEach((number, i) => { list[number] = column[i]; });
    return list;
  };
  return makeTree(sorted.parent, sorted.frame, moved(out.own), moved(out.total), oldSums ? moved(out.old) : null);
}

/* Both in one: below the function stand its callees and behind them its callers, which @side marks. */
function bothWays(callees, callers) {
  const n = callees.parent.length, rest = Math.max(callers.parent.length - 2, 0);
  const joined = (column, move) => {
    const list = new column(n + rest), key = move.key;
    list.set(callees[key]);
    for (let i = 0; i < rest; i++)
      list[n + i] = move.value(callers[key][i + 2]);
    return list;
  };
  const same = (key) => ({ key, value: (v) => v }), below = { key: "parent", value: (v) => v === 1 ? 1 : v - 2 + n };
  const tree = makeTree(joined(Int32Array, below), joined(Int32Array, same("frame")), joined(Float64Array, same("own")),
    joined(Float64Array, same("total")), callees.oldTotal ? joined(Float64Array, same("oldTotal")) : null);
  tree.side = new Uint8Array(n + rest).fill(1, n);
  return tree;
}
