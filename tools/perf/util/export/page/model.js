/*
 * The recording as tables of numbers, and what is counted in them. A node's descendants are the numbers right behind it, up to
 * end[node]; its children stand in the order of their names.
 */

/* Which threads are in control group @path, or in one below it; remembered for the last one. */
function threadsIn(data, path) {
  if (data.takenPath !== path) {
    const taken = data.groups.map((g) => g === path || g.startsWith(path === "/" ? path : path + "/"));
    data.takenPath = path;
    data.taken = data.threads.map((t) => t[3] >= 0 && taken[t[3]]);
  }
  return data.taken;
}

/* Is it a thread that is chosen, by itself, by its command, or by its control group? */
function takesThread(data, choice, thread) {
  if (choice.group && !threadsIn(data, choice.group)[thread])
    return false;
  return choice.comm === null ? choice.thread < 0 || thread === choice.thread : !!data.threads[thread] && data.threads[thread][0] === choice.comm;
}

/* Sums of the rows that are chosen, by node: own and total. @rows: columns of equal length; steps may have moved their nodes (model.to). */
function countRows(model, rows, choice) {
  const n = model.parent.length, own = new Float64Array(n), total = new Float64Array(n);
  const values = choice.unit === "samples" ? rows.samples : rows.period;
  for (let i = 0; i < rows.node.length; i++) {
    const node = model.to ? model.to[rows.node[i]] : rows.node[i];
    if (node >= 0 && (choice.event < 0 || rows.event[i] === choice.event) && (!rows.thread || takesThread(model.data, choice, rows.thread[i])) &&
        (choice.cpu === null || !rows.cpu || rows.cpu[i] === choice.cpu))
      own[node] += values[i];
  }
  total.set(own);
  for (let i = n - 1; i > 0; i--)
    total[model.parent[i]] += total[i];
  return { own, total };
}

/* Sums of differences. */
function timesOf(steps, scale) {
  const out = new Float64Array(steps.length);
  for (let i = 0, at = 0; i < steps.length; i++)
    out[i] = (at += steps[i]) * scale;
  return out;
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

/* Columns of a tree that grows, node by node. */
class Growing {
  constructor() {
    this.n = 0;
    this.parent = new Int32Array(1 << 12);
    this.frame = new Int32Array(1 << 12);
    this.own = new Float64Array(1 << 12);
    this.total = new Float64Array(1 << 12);
    this.old = new Float64Array(1 << 12);
  }
  add(parent, frame) {
    if (this.n === this.parent.length)
      for (const column of ["parent", "frame", "own", "total", "old"]) {
        const was = this[column];
        this[column] = new was.constructor(this.n * 2);
        this[column].set(was);
      }
    this.parent[this.n] = parent;
    this.frame[this.n] = frame;
    return this.n++;
  }
  tree(withOld) {
    const [parent, frame, own, total, old] = ["parent", "frame", "own", "total", "old"].map((column) => this[column].slice(0, this.n));
    return makeTree(parent, frame, own, total, withOld ? old : null);
  }
}

/*
 * The tree read from the inside: below the root what was sampled (or function @of), below that its callers. Stacks that have all
 * in common so far are a range of @at; they are told apart by the next caller, in the order of names, until they end.
 */
function reversed(model, sums, oldSums, of) {
  const column = of < 0 ? "own" : "total", now = sums[column], before = oldSums ? oldSums[column] : null, out = new Growing();
  const starts = of < 0 ? Int32Array.from({ length: now.length - 1 }, (_, i) => i + 1) : Int32Array.from(outermost(model, of));
  const at = starts.filter((i) => now[i] > 0 || (before && before[i] > 0)), first = at.slice();
  const index = Int32Array.from(at, (_, i) => i), open = [[0, at.length, 0, 0]];
  const rank = (i) => model.rank[model.frame[at[i]]];
  /* What the stack at place @i adds to node @node; it goes on to its next caller. */
  const count = (node, i) => {
    const start = first[index[i]];
    out.total[node] += now[start];
    if (before)
      out.old[node] += before[start];
    if (node)
      at[i] = model.parent[at[i]];
    if (!at[i])
      out.own[node] += now[start];
  };
  while (open.length) {
    const [from, to, parent, frame] = open.pop();
    let node = out.add(parent, frame);
    for (let i = from; i < to; i++)
      count(node, i);
    if (to - from === 1) {
      while (at[from]) {
        node = out.add(node, model.frame[at[from]]);
        count(node, from);
      }
      continue;
    }
    sortRange(from, to, (i) => at[i] ? rank(i) : -1, at, index);
    for (let end = to; end > from && at[end - 1];) {
      let begin = end - 1;
      while (begin > from && at[begin - 1] && model.frame[at[begin - 1]] === model.frame[at[begin]])
        begin--;
      open.push([begin, end, node, model.frame[at[begin]]]);
      end = begin;
    }
  }
  return out.tree(before);
}

/* Brings places @from to @to of both lists in the order of their keys. */
function sortRange(from, to, key, a, b) {
  const n = to - from, keys = new Float64Array(n);
  for (let i = 0; i < n; i++)
    keys[i] = key(from + i) * 2 ** 26 + i;	/* exact: a page has less than 2^26 nodes, and functions */
  keys.sort();
  const as = a.slice(from, to), bs = b.slice(from, to);
  for (let i = 0; i < n; i++) {
    const k = keys[i] - Math.floor(keys[i] / 2 ** 26) * 2 ** 26;
    a[from + i] = as[k];
    b[from + i] = bs[k];
  }
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

/* Own and total of each function within node @from. A function that calls itself counts once a sample. */
function countFunctions(model, tree, sums, from = 0) {
  const own = new Float64Array(model.functions.length), total = new Float64Array(model.functions.length);
  const until = new Int32Array(model.functions.length);	/* where the descendants of the function's outermost node end */
  for (let i = Math.max(from, 1); i < tree.end[from]; i++) {
    const f = tree.frame[i];
    own[f] += sums.own[i];
    if (i >= until[f]) {
      until[f] = tree.end[i];
      total[f] += sums.total[i];
    }
  }
  return { own, total };
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
  /* What tells functions apart that are called the same: "[unknown]" of the kernel and of a program, main of two programs. */
  const alike = new Map();
  functions.forEach((f) => alike.set(f.name, (alike.get(f.name) || 0) + 1));
  functions.forEach((f) => { f.twin = alike.get(f.name) > 1; });
  return { parent, frame, functions, rank, data };
}
