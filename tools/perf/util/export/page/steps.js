/*
 * Stacks without some of them, or of their frames: steps, taken one after the other, each by a function, by the file of one, or by an
 * expression. A step makes another tree, and says where each node has gone; the rows of the file stay as they are.
 */
const STEPS = {
  with: "only stacks with", without: "without stacks that have", joined: "without frames of", collapsed: "recursion collapsed:",
  shortened: "direct recursion collapsed",
};

/* Of a step, in a link: "with 12" (a function's number), "with file 12" (the file of that one), "with /expression/". */
function readStep(text, model) {
  const [, op, file, of] = /^(\w+)(?: (file ))? ?(.*)$/s.exec(text) || [], step = { op, of, file: !!file };
  if (!Object.hasOwn(STEPS, op ?? ""))
    return null;
  if (op === "shortened")
    return of ? null : step;
  return stepMatches(model, step) ? step : null;
}
function writeStep(step) {
  return [step.op, ...step.file ? ["file"] : [], ...step.of ? [step.of] : []].join(" ");
}

/* Which functions the step is about; null: it is none. */
function stepMatches(model, step) {
  const fs = model.functions, expression = /^\/(.+)\/$/s.exec(step.of);
  if (expression && !step.file) {
    try {
      const re = new RegExp(expression[1], isExact(expression[1]) ? "u" : "iu");
      return Uint8Array.from(fs, (f) => re.test(f.name));
    } catch (e) {
      return null;
    }
  }
  if (!/^\d+$/.test(step.of) || Number(step.of) >= fs.length)
    return null;
  const chosen = fs[step.of];
  return step.file ? Uint8Array.from(fs, (f) => f.file === chosen.file) : Uint8Array.from(fs, (f) => f === chosen);
}

/* What it is, for people. */
function stepText(model, step) {
  const f = /^\d+$/.test(step.of) ? model.functions[step.of] : null;
  return STEPS[step.op] + (step.op === "shortened" ? "" : " " + (f ? step.file ? f.file || KINDS[f.kind].name : f.name : step.of));
}

/* The model as it is after these steps: with a tree of its own, and @to, the node in it of each node of the file, -1: it is gone. */
function takeSteps(model, steps) {
  let now = model;
  for (const step of steps) {
    const next = takeStep(now, step), to = now.to;
    now = { ...model, parent: next.parent, frame: next.frame, to: to ? to.map((i) => i < 0 ? -1 : next.to[i]) : next.to };
  }
  return now;
}

function takeStep(m, step) {
  const is = step.op === "shortened" ? null : stepMatches(m, step);
  if (step.op === "with" || step.op === "without")
    return { parent: m.parent, frame: m.frame, to: chosenStacks(m, is, step.op === "with") };
  return gathered(m, m.frame.length, step.op === "joined" ? (i, to) => is[m.frame[i]] ? to[m.parent[i]] : -1
    : step.op === "shortened" ? (i, to) => i && m.parent[i] && m.frame[i] === m.frame[m.parent[i]] ? to[m.parent[i]] : -1
      : collapsing(m, is));
}

/* Stacks stay, as they are, or go. */
function chosenStacks(m, is, wanted) {
  const n = m.parent.length, inside = new Uint8Array(n), to = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    inside[i] = i && (inside[m.parent[i]] || is[m.frame[i]]);
    if (!!inside[i] === wanted)
      to[i] = i;
  }
  return to;
}

/* Of a function's frames in a stack only the outermost stays, and what the innermost called: each is told apart from other functions. */
function collapsing(m, is) {
  const outer = new Map();		/* node -> function -> its outermost node, where it has one */
  return (i, to) => {
    const above = outer.get(m.parent[i]), f = m.frame[i];
    if (!is[f]) {
      if (above)
        outer.set(i, above);
      return -1;
    }
    if (above && above.has(f)) {
      /* What was between them is no frame of this stack any more. */
      outer.set(i, outer.get(above.get(f)));
      return to[above.get(f)];
    }
    outer.set(i, new Map(above || []).set(f, i));
    return -1;
  };
}

/*
 * The tree in which each node stands where @place(node, to) says, at the new number of another one, or, -1, below its parent's, once for
 * each function there. The root stays.
 */
function gathered(m, n, place) {
  const out = new Growing(), to = new Int32Array(n), known = new Map(), many = m.functions.length + 1;
  out.add(0, 0);
  for (let i = 1; i < n; i++) {
    to[i] = place(i, to);
    if (to[i] >= 0)
      continue;
    const key = to[m.parent[i]] * many + m.frame[i];
    let node = known.get(key);
    if (node === undefined) {
      node = out.add(to[m.parent[i]], m.frame[i]);
      known.set(key, node);
    }
    to[i] = node;
  }
  const sorted = inOrder(m, out.parent.slice(0, out.n), out.frame.slice(0, out.n));
  return { parent: sorted.parent, frame: sorted.frame, to: to.map((i) => sorted.to[i]) };
}

/* The nodes of a tree as all of this needs them: descendants right behind, children in the order of their names. @to: their new numbers. */
function inOrder(m, parent, frame) {
  const n = parent.length, first = new Int32Array(n).fill(-1), next = new Int32Array(n).fill(-1);
  const byRank = Float64Array.from({ length: n - 1 }, (_, i) => m.rank[frame[i + 1]] * 2 ** 26 + i + 1).sort();
  for (let k = n - 2; k >= 0; k--) {
    const i = byRank[k] % 2 ** 26;
    next[i] = first[parent[i]];
    first[parent[i]] = i;
  }
  const to = new Int32Array(n), p = new Int32Array(n), f = new Int32Array(n);
  for (let at = 0, number = 0;;) {
    const child = first[at];
    if (child >= 0) {
      first[at] = next[child];
      to[child] = ++number;
      p[number] = to[at];
      f[number] = frame[child];
      at = child;
    } else if (at) {
      at = parent[at];
    } else {
      break;
    }
  }
  return { parent: p, frame: f, to };
}
