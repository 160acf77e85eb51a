/*
 * The recording as tables of numbers, and what is counted in them. A node's descendants are the numbers right behind it, up to
 * end[node]; its children stand in the order of their names.
 */

/* Sums of the rows that are chosen, by node: own and total. @rows: columns of equal length. */
function countRows(model, rows, choice) {
  const n = model.parent.length, own = new Float64Array(n), total = new Float64Array(n);
  const values = choice.unit === "samples" ? rows.samples : rows.period;
  for (let i = 0; i < rows.node.length; i++)
    if ((choice.event < 0 || rows.event[i] === choice.event) && (choice.thread < 0 || !rows.thread || rows.thread[i] === choice.thread) &&
        (choice.cpu === null || !rows.cpu || rows.cpu[i] === choice.cpu))
      own[rows.node[i]] += values[i];
  total.set(own);
  for (let i = n - 1; i > 0; i--)
    total[model.parent[i]] += total[i];
  return { own, total };
}

/* A tree that is drawn. */
function makeTree(parent, frame, own, total, oldTotal) {
  const n = parent.length, end = new Int32Array(n), depth = new Int32Array(n);
  for (let i = n - 1; i > 0; i--) {
    end[i] = Math.max(end[i], i + 1);
    end[parent[i]] = Math.max(end[parent[i]], end[i]);
  }
  end[0] = n;
  for (let i = 1; i < n; i++)
    depth[i] = depth[parent[i]] + 1;
  return { parent, frame, own, total, oldTotal, end, depth };
}

/* Numbers in an order in which keys do not fall: a counting sort. */
function sortedBy(list, key, keys) {
  const count = new Int32Array(keys + 1), out = new Int32Array(list.length);
  for (const i of list)
    count[key(i) + 1]++;
  for (let i = 0; i < keys; i++)
    count[i + 1] += count[i];
  for (const i of list)
    out[count[key(i)]++] = i;
  return out;
}

/* The place of each node in the order that a tree has; parents have smaller numbers. */
function placesOf(model, parent, frame) {
  const n = parent.length, size = new Int32Array(n).fill(1), next = new Int32Array(n), at = new Int32Array(n);
  const all = Int32Array.from({ length: n - 1 }, (_, i) => i + 1);
  for (let i = n - 1; i > 0; i--)
    size[parent[i]] += size[i];
  next[0] = 1;
  for (const i of sortedBy(sortedBy(all, (k) => model.rank[frame[k]], model.functions.length), (k) => parent[k], n)) {
    at[i] = next[parent[i]];
    next[parent[i]] += size[i];
    next[i] = at[i] + 1;
  }
  return at;
}

/* The tree read from the inside: below the root what was sampled (or one function), below that its callers. */
function reversed(model, sums, oldSums, of) {
  const starts = of < 0 ? null : outermost(model, of);
  const parent = [0], frame = [0], own = [0], old = [0], children = new PairTable();
  const walk = (node, weight, sum) => {
    let at = 0;
    sum[0] += weight;
    for (let k = node; k; k = model.parent[k]) {
      let child = children.get(at, model.frame[k]);
      if (!child) {
        child = parent.length;
        children.set(at, model.frame[k], child);
        parent.push(at);
        frame.push(model.frame[k]);
        own.push(0);
        old.push(0);
      }
      at = child;
      sum[at] += weight;
    }
  };
  const each = (counted, sum) => {
    const weights = starts ? counted.total : counted.own;
    if (starts)
      starts.forEach((i) => weights[i] > 0 && walk(i, weights[i], sum));
    else
      for (let i = 1; i < weights.length; i++)
        if (weights[i] > 0)
          walk(i, weights[i], sum);
  };
  each(sums, own);
  if (oldSums)
    each(oldSums, old);
  /* Everything to its place. */
  const n = parent.length, at = placesOf(model, parent, frame), t = { parent: new Int32Array(n), frame: new Int32Array(n),
    mine: new Float64Array(n), total: new Float64Array(n), old: oldSums ? new Float64Array(n) : null };
  for (let i = 0; i < n; i++) {
    t.parent[at[i]] = at[parent[i]];
    t.frame[at[i]] = frame[i];
    t.total[at[i]] = own[i];
    t.mine[at[i]] += own[i];
    if (i)
      t.mine[at[parent[i]]] -= own[i];
    if (oldSums)
      t.old[at[i]] = old[i];
  }
  return makeTree(t.parent, t.frame, t.mine, t.total, t.old);
}

/* Nodes of function @f with none of it further out: each sample counts once. */
function outermost(model, f) {
  const inside = new Uint8Array(model.parent.length), out = [];
  for (let i = 1; i < model.parent.length; i++) {
    inside[i] = inside[model.parent[i]];
    if (model.frame[i] === f && !inside[i]) {
      inside[i] = 1;
      out.push(i);
    }
  }
  return out;
}

/* Own and total of each function. A function that calls itself counts once a sample. */
function countFunctions(model, tree, sums) {
  const own = new Float64Array(model.functions.length), total = new Float64Array(model.functions.length);
  const until = new Int32Array(model.functions.length);	/* where the descendants of the function's outermost node end */
  for (let i = 1; i < sums.own.length; i++) {
    const f = tree.frame[i];
    own[f] += sums.own[i];
    if (i >= until[f]) {
      until[f] = tree.end[i];
      total[f] += sums.total[i];
    }
  }
  return { own, total };
}

/* From two small numbers to a number: open addressing, as a Map of pairs costs too much. */
class PairTable {
  constructor() {
    this.size = 0;
    this.make(1 << 12);
  }
  make(cap) {
    this.a = new Int32Array(cap);
    this.b = new Int32Array(cap);
    this.v = new Int32Array(cap);
    this.mask = cap - 1;
  }
  slot(a, b) {
    let i = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b)) >>> 3 & this.mask;
    while (this.v[i] && (this.a[i] !== a || this.b[i] !== b))
      i = i + 1 & this.mask;
    return i;
  }
  get(a, b) {
    return this.v[this.slot(a, b)];
  }
  set(a, b, v) {
    if (++this.size * 2 > this.mask) {
      const { a: as, b: bs, v: vs } = this;
      this.make((this.mask + 1) * 2);
      for (let i = 0; i < vs.length; i++)
        if (vs[i])
          this.put(as[i], bs[i], vs[i]);
    }
    this.put(a, b, v);
  }
  put(a, b, v) {
    const i = this.slot(a, b);
    this.a[i] = a;
    this.b[i] = b;
    this.v[i] = v;
  }
}

/* What the file holds, with parents and ranks worked out. */
function loadModel(data) {
  const n = data.up.length + 1, parent = new Int32Array(n), frame = new Int32Array(n);
  for (let i = 1; i < n; i++) {
    parent[i] = i - data.up[i - 1];
    frame[i] = data.frame[i - 1];
  }
  const functions = data.functions.name.map((name, i) => ({ name, file: data.functions.file[i], kind: data.functions.kind[i] }));
  const rank = new Int32Array(functions.length);
  functions.map((f, i) => i).sort((a, b) => functions[a].name < functions[b].name ? -1 : functions[a].name > functions[b].name ? 1 : a - b)
    .forEach((f, i) => { rank[f] = i; });
  return { parent, frame, functions, rank, data };
}
