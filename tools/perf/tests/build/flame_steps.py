# SPDX-License-Identifier: GPL-2.0-only
"""The page with the flame graph: steps, ways around a function, the menu and the call tree, in a browser.

    flame_steps.py PAGE FOLDED      of the same recording, which has one event
"""
import collections
import json
import random
import re

import browser
from flame_page import folded, middle, near, percents, same, step, widest_child

# A model of stacks, and the stacks of one: what a file would hold, without the file.
MADE = """
function modelOf(stacks) {
  const names = [...new Set(stacks.flat())].sort(), up = [], frame = [], rows = { node: [], event: [], period: [], samples: [] };
  const root = { kids: new Map(), number: 0 };
  for (const s of stacks)
    s.reduce((node, f) => node.kids.get(f) || (node.kids.set(f, { kids: new Map() }), node.kids.get(f)), root);
  const number = (node, parent) => {
    for (const f of [...node.kids.keys()].sort()) {
      const kid = node.kids.get(f);
      frame.push(names.indexOf(f));
      kid.number = frame.length;
      up.push(kid.number - parent);
      number(kid, kid.number);
    }
  };
  number(root, 0);
  stacks.forEach((s, i) => {
    rows.node.push(s.reduce((node, f) => node.kids.get(f), root).number);
    rows.event.push(0);
    rows.period.push(i + 1);
    rows.samples.push(1);
  });
  const functions = { name: names, file: names.map((n) => n < "c" ? "first" : "second"), kind: names.map(() => 0) };
  return [loadModel({ up, frame, functions }), rows];
}
function stacksOf(model, tree) {
  const out = {};
  for (let i = 0; i < tree.parent.length; i++) {
    const path = [];
    for (let k = i; k; k = tree.parent[k])
      path.unshift(model.functions[tree.frame[k]].name);
    if (tree.own[i])
      out[path.join(";")] = (out[path.join(";")] || 0) + tree.own[i];
    if (i && tree.end[i] <= i)
      throw Error("a node without an end");
  }
  return out;
}
const ALL = { unit: "period", event: -1, thread: -1, cpu: null };
function afterSteps(stacks, texts) {
  const [model, rows] = modelOf(stacks), m = takeSteps(model, texts.map((t) => readStep(t, model))), sums = countRows(m, rows, ALL);
  const tree = makeTree(m.parent, m.frame, sums.own, sums.total, null);
  for (let i = 2; i < m.parent.length; i++)
    if (m.parent[i] === m.parent[i - 1] && m.rank[m.frame[i]] <= m.rank[m.frame[i - 1]])
      throw Error("children are not in the order of their names");
  return stacksOf(m, tree);
}
function callees(stacks, f) {
  const [model, rows] = modelOf(stacks), sums = countRows(model, rows, ALL), tree = makeTree(model.parent, model.frame, sums.own, sums.total, null);
  const t = calleesOf(model, tree, sums, sums, model.functions.findIndex((x) => x.name === f));
  if (t.total.some((v, i) => v !== t.oldTotal[i]))
    throw Error("both sides are equal here");
  return [stacksOf(model, t), t.total[0]];
}
"""


def collapsed(stack, of):
    out = []
    for f in stack:
        if f in of and f in out:
            del out[out.index(f) + 1:]
        else:
            out.append(f)
    return out


def meant(stacks, op, of):
    """The same by hand; @stacks: (frames, number)."""
    if op in ("with", "without"):
        return [(s, n) for s, n in stacks if bool(of & set(s)) == (op == "with")]
    if op == "joined":
        return [([f for f in s if f not in of], n) for s, n in stacks]
    if op == "shortened":
        return [([f for i, f in enumerate(s) if not i or s[i - 1] != f], n) for s, n in stacks]
    return [(collapsed(s, of), n) for s, n in stacks]


def summed(stacks):
    out = collections.Counter()
    for s, n in stacks:
        out[";".join(s)] += n
    return dict(out)


def check_made(page):
    """Stacks with much recursion, and every step, alone and behind others, against the same by hand."""
    page.run(MADE + "window.made = true")
    rnd = random.Random(7)
    for turn in range(40):
        stacks = [[rnd.choice("abcdeF") for _ in range(rnd.randrange(9))] for _ in range(60)]
        names = sorted(set("".join(map("".join, stacks))))
        texts, want = [], [(s, i + 1) for i, s in enumerate(stacks)]
        for _ in range(1 if turn < 15 else 3):
            op = rnd.choice(["with", "without", "joined", "collapsed", "shortened"])
            f = rnd.randrange(len(names))
            text, of = rnd.choice([(f"{f}", {names[f]}), (f"file {f}", {n for n in names if (n < "c") == (names[f] < "c")}),
                                   ("/[ab]/", {"a", "b"}), ("/f/", {"F"}), ("/F|c/", {"F", "c"})])
            texts.append(op if op == "shortened" else f"{op} {text}")
            want = meant(want, op, of)
        same(f"{texts} of {len(stacks)} stacks", summed(want), page.run(f"afterSteps({json.dumps(stacks)}, {json.dumps(texts)})"))
        f = rnd.choice(names)
        got, total = page.run(f"callees({json.dumps(stacks)}, {json.dumps(f)})")
        want = [(s[s.index(f):], i + 1) for i, s in enumerate(stacks) if f in s]
        same(f"callees of {f}", [summed(want), sum(n for _, n in want)], [got, total])
    for text in ("with", "with 99", "with x", "with /(/", "shortened 1", "gone 1", "", "toString", "with file /a/"):
        same(f"{text!r} is no step", True, page.run(f"readStep({json.dumps(text)}, modelOf([['a']])[0]) === null"))


def shown(page):
    return page.run("""(() => { const out = {}, t = flame.tree; for (let i = 0; i < t.parent.length; i++) if (t.own[i]) { const path = [];
        for (let k = i; k; k = t.parent[k]) path.unshift(flame.view.name(k)); out[path.join(';')] = (out[path.join(';')] || 0) + t.own[i]; }
        return out; })()""")


def alone(page, stacks):
    """A function inside of some stacks, not of all, and no other is called so."""
    every = collections.Counter(f for s, _ in stacks for f in set(s[1:-1]))
    twins = page.run("flame.model.functions.filter((f) => f.twin).map((f) => f.name)")
    return next(f for f, n in every.most_common() if n < len(stacks) and f not in twins)


def go_to(page, name):
    """The cursor, on the widest box of a function."""
    node = page.run("""flame.view.boxes.filter((b) => b.node && flame.view.name(b.node) === %s).reduce((a, b) => b.w > a.w ? b : a).node""" % json.dumps(name))
    page.run(f"$('canvas').focus(); flame.moveTo({node})")
    return node


def check_keys(page, stacks):
    name = alone(page, stacks)
    page.run("flame.set({ reverse: false })")
    before = shown(page)
    for key, op in (("=", "with"), ("x", "without"), ("j", "joined"), ("l", "collapsed"), ("R", "shortened")):
        go_to(page, name)
        page.key(key, key)
        same(f"{key}: {op}", summed(meant(stacks, op, {name})), shown(page))
        same("it stands above the graph", 1, page.run("$('steps-list').children.length"))
        same("and says of what", op != "shortened", name[:60] in page.run("$('steps-list').textContent"))
        page.key("Escape")
        page.key("Escape")
        same("Escape takes it back", before, shown(page))
    same("nothing stands there", True, page.run("$('steps').hidden"))
    go_to(page, name)
    page.key("=", "=")
    page.key("R", "R")
    same("two steps", 2, page.run("flame.choice.steps.length"))
    step(page, "back")
    same("Back takes one", 1, page.run("flame.choice.steps.length"))
    page.run("$('steps-list').querySelector('button').click()")
    same("its button takes the other", before, shown(page))
    page.run("$('canvas').focus(); flame.moveTo(0)")
    page.key("x", "x")
    same("the root is no function", [0, True], page.run("[flame.choice.steps.length, /^Move to a frame/.test($('status').textContent)]"))


def check_ways(page, stacks, path):
    name = alone(page, stacks)
    of = [(s, n) for s, n in stacks if name in s]
    total = sum(n for _, n in of)
    callees = summed([(s[s.index(name):], n) for s, n in of])
    go_to(page, name)
    page.key("C", "C")
    same("C shows callees", callees, shown(page))
    same("which it says", True, page.run("flame.rootName()").endswith(f": callees of {name}"))
    page.key("b", "b")
    page.frame()
    same("b shows both", total, page.run("flame.tree.total[0]"))
    same("its callees", callees, page.run("""(() => { const out = {}, t = flame.tree; for (let i = 1; i < t.parent.length; i++) if (!t.side[i] && t.own[i]) {
        const path = []; for (let k = i; k; k = t.parent[k]) path.unshift(flame.view.name(k));
        out[path.join(';')] = (out[path.join(';')] || 0) + t.own[i]; } return out; })()"""))
    callers = collections.Counter()
    for s, n in of:
        if s.index(name):
            callers[s[s.index(name) - 1]] += n
    same("its callers", dict(callers), page.run("""(() => { const out = {}, t = flame.tree; for (let i = 2; i < t.parent.length; i++)
        if (t.side[i] && t.parent[i] === 1) out[flame.view.name(i)] = t.total[i]; return out; })()"""))
    rows = page.run("flame.view.boxes.map((b) => [flame.tree.side[b.node], b.node === 1, b.row])")
    at = next(row for _, is_it, row in rows if is_it)
    same("callers on the one side of it, callees on the other", True, all(is_it or (row < at) == bool(side) for side, is_it, row in rows))
    same("each row at its place", 0, min(row for _, _, row in rows))
    x, y = middle(page, 1)
    top, bottom = page.run("(() => { const r = $('scroll').getBoundingClientRect(); return [r.top, r.bottom]; })()")
    same("the function is in sight", True, top < y < bottom)
    for text in (name, "e", "do_|main"):
        page.run("flame.set({search: %s})" % json.dumps(text if text != name else "^" + re.escape(name) + "$"))
        pattern = re.compile(text if text != name else "^" + re.escape(name) + "$", re.I)
        share = 100 * sum(n for s, n in of if any(pattern.search(f) for f in s)) / total
        same(f"what of both sides {text} finds", f"matched {share:.2f}%", page.run("$('share').textContent"))
    page.run("flame.set({search: ''})")
    page.run("$('canvas').focus(); flame.moveTo(1)")
    page.key("ArrowUp")
    inner = page.run("[flame.view.cursor, flame.tree.side[flame.view.cursor]]")
    page.run("flame.moveTo(1)")
    page.key("ArrowDown")
    outer = page.run("[flame.view.cursor, flame.tree.side[flame.view.cursor]]")
    same("up to a callee, down to a caller", [0, 1], [inner[1] if inner[0] != 1 else 0, outer[1]])
    page.key("ArrowUp")
    same("and back", 1, page.run("flame.view.cursor"))
    page.run("flame.set({ steps: [readStep('shortened', flame.model)], list: 'tree' })")
    link = page.run("location.href")
    page.open("about:blank")
    page.open(link)
    same("the link has all of it", ["both", "shortened", "tree", name], page.run(
        "[flame.choice.ways, flame.choice.steps[0].op, flame.choice.list, flame.model.functions[flame.choice.callers].name]"))
    same("and the boxes", [total, "both", False], page.run("[flame.tree.total[0], $('ways').value, $('ways-label').hidden]"))
    page.key("Escape")
    page.key("Escape")
    same("Escape leaves both, and then the step", [-1, 0], page.run("[flame.choice.callers, flame.choice.steps.length]"))
    page.run("flame.set({ list: 'functions' })")


def table_rows(page):
    """Name, own and total in percent, of the zoom and (as the mouse shows it) of all; not of functions that share their names."""
    return page.run("""(flame.shownRows = 1e6, flame.table(), [...$('rows').rows].filter((r) => !r.querySelector('.which'))
        .map((r) => [r.querySelector('button').textContent.replaceAll(';', ':'), ...[...r.cells].slice(0, 2).flatMap((c) => [c.textContent, c.title])]))""")


def check_zoomed(page, stacks, what):
    """Own and total of each function, rows of the call tree and what a search finds, in one zoom inside of another: as counted by hand."""
    twins = page.run("flame.model.functions.filter((f) => f.twin).map((f) => f.name)")
    everything, node, zooms = sum(n for _, n in stacks), 0, 0
    while page.run(f"flame.tree.end[{node}] - {node}") > 3:
        # The one with most functions in it; its neighbours are what must not be counted.
        node = page.run("""(() => { const t = flame.tree, out = []; for (let i = %d + 1; i < t.end[%d]; i = t.end[i]) out.push(i);
            return out.reduce((a, b) => t.end[b] - b > t.end[a] - a ? b : a); })()""" % (node, node))
        path = page.run("(() => { const out = []; for (let i = %d; i; i = flame.tree.parent[i]) out.unshift(flame.view.name(i)); return out; })()" % node)
        within = [(s[len(path) - 1:], n) for s, n in stacks if s[:len(path)] == path]
        whole = sum(n for _, n in within)
        if set(path) & set(twins) or whole == everything:
            continue
        zooms += 1
        page.run(f"flame.zoomTo({node})")
        own, total, first = collections.Counter(), collections.Counter(), collections.Counter()
        for s, n in within:
            own[s[-1]] += n
            for f in set(s):
                total[f] += n
            if len(s) > 1:
                first[s[1]] += n
        rows = table_rows(page)
        same(f"{what}: functions within {path[-1]}", sorted(f for f in total if f not in twins), sorted(r[0] for r in rows))
        for name, *cells in rows:
            for of, (shown_here, of_all) in zip((own, total), (cells[:2], cells[2:])):
                near(f"{what}: {name} within {path[-1]}", 100 * of[name] / whole, float(shown_here.rstrip("%")))
                near(f"{what}: {name}, of all", 100 * of[name] / everything, percents(of_all.split(" of ")[-2])[-1])
        page.run("flame.set({ list: 'tree' })")
        got = page.run("[...$('tree-rows').rows].filter((r) => r.getAttribute('aria-level') === '1').map((r) => [flame.view.name(Number(r.dataset.node)), r.cells[0].textContent])")
        same(f"{what}: frames of the call tree within {path[-1]}", sorted(f for f in first if f not in twins), sorted(f for f, _ in got if f not in twins))
        for name, text in got:
            if name not in twins:
                near(f"{what}: {name} in the call tree within {path[-1]}", 100 * first[name] / whole, float(text.rstrip("%")))
        page.run("flame.set({ list: 'functions' }), flame.set({ search: 'e' })")
        share = 100 * sum(n for s, n in within if any(re.search("e", f, re.I) for f in s)) / whole
        near(f"{what}: what a search finds within {path[-1]}", share, percents(page.run("$('share').textContent"))[0])
        page.run("flame.set({ search: '' })")
    same(f"{what}: some were zoomed to", True, zooms > 1)
    page.run("flame.zoomTo(0)")


def check_menu(page, stacks):
    name = alone(page, stacks)
    node = go_to(page, name)
    for kind in ("mousePressed", "mouseReleased"):
        x, y = middle(page, node)
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="right", clickCount=1)
    page.frame()
    same("the right button opens a menu", [False, "menu", name], page.run("[$('menu').hidden, $('menu').getAttribute('role'), $('menu').getAttribute('aria-label')]"))
    same("it takes the keys", "menuitem", page.run("document.activeElement.getAttribute('role')"))
    page.key("Escape")
    same("Escape closes it", [True, "canvas"], page.run("[$('menu').hidden, document.activeElement.id]"))
    page.key("m", "m")
    items = page.run("[...$('menu').querySelectorAll('button')].map((b) => b.textContent)")
    for _ in range(items.index("Without stacks that have it (x)")):
        page.key("ArrowDown")
    page.key("Enter", "\r")
    same("by the keyboard", summed(meant(stacks, "without", {name})), shown(page))
    page.key("Escape")
    page.run("flame.set({ search: 'e' }); $('of-search').click()")
    page.run("$('menu').querySelector('button').click()")
    of = {f for s, _ in stacks for f in s if re.search("e", f, re.I)}
    same("what the search finds", summed(meant(stacks, "with", of)), shown(page))
    same("is a step, and no search any more", ["/e/", ""], page.run("[flame.choice.steps[0].of, flame.choice.search]"))
    page.run("$('reset').click()")
    same("Whole takes all steps back", 0, page.run("flame.choice.steps.length"))


def check_tree(page, stacks):
    total = sum(n for _, n in stacks)
    page.run("$('canvas').focus()")
    page.key("t", "t")
    same("t shows the tree", [True, False, "true"], page.run(
        "[$('function-table').hidden, $('tree-table').hidden, document.querySelector('[data-list=tree]').getAttribute('aria-pressed')]"))
    first = collections.Counter()
    for s, n in stacks:
        if s:
            first[s[0]] += n
    rows = "[...$('tree-rows').rows].filter((r) => r.getAttribute('aria-level') === '1')"
    got = page.run(rows + ".map((r) => [flame.view.name(Number(r.dataset.node)), r.cells[0].textContent])")
    same("frames below the root, those with most first", [f"{100 * n / total:.2f}%" for n in sorted(first.values(), reverse=True)][:50],
         [percent for _, percent in got])
    same("each with its share", {f: f"{100 * n / total:.2f}%" for f, n in first.items()}, {**{f: f"{100 * n / total:.2f}%" for f, n in first.items()}, **dict(got)})
    page.run("document.querySelector('#tree-rows tr').focus()")
    same("the first row is open", "true", page.run("document.activeElement.getAttribute('aria-expanded')"))
    page.key("ArrowDown")
    same("down: the row below, and the graph goes along", [True, True], page.run(
        "[document.activeElement === $('tree-rows').rows[1], flame.view.cursor === Number(document.activeElement.dataset.node)]"))
    page.key("ArrowLeft")
    before = page.run("$('tree-rows').rows.length")
    page.key("ArrowLeft")
    page.run("document.querySelector('#tree-rows tr').focus()")
    page.key("Home")
    if page.run("document.activeElement.getAttribute('aria-expanded')") == "true":
        page.key("ArrowLeft")
    same("left closes", "false", page.run("document.activeElement.getAttribute('aria-expanded')"))
    same("and there are fewer rows", True, page.run("$('tree-rows').rows.length") < before)
    page.key("ArrowRight")
    same("right opens", "true", page.run("document.activeElement.getAttribute('aria-expanded')"))
    node = page.run("Number(document.activeElement.dataset.node)")
    page.key("Enter")
    same("Enter zooms, and the table is of the zoom", [node, True], page.run("[flame.view.zoom, $('tree-caption').textContent === flame.view.name(flame.view.zoom)]"))
    page.run("$('canvas').focus()")
    page.key("Escape")
    page.key("t", "t")
    same("t, once more", False, page.run("$('function-table').hidden"))


def look(path, stacks):
    stacks = folded(stacks)
    with browser.Page("file://" + path) as page:
        page.frame()
        same("the stacks", summed(stacks), shown(page))
        check_made(page)
        check_keys(page, stacks)
        check_menu(page, stacks)
        check_tree(page, stacks)
        check_zoomed(page, stacks, "all")
        name = alone(page, stacks)
        page.run("flame.set({ steps: [readStep('joined %d', flame.model)] })" % page.run("flame.model.functions.findIndex((f) => f.name === %s)" % json.dumps(name)))
        check_zoomed(page, meant(stacks, "joined", {name}), "after a step")
        page.run("flame.set({ steps: [] })")
        check_ways(page, stacks, path)
        widest_child(page, 0)
        same("what the page complains of", [], page.errors)

