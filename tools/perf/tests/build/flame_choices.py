# SPDX-License-Identifier: GPL-2.0-only
"""The page with the flame graph: what its controls, its links and its table do.

    flame_choices.py events PAGE FOLDED                 of the same recording, which has several events
    flame_choices.py page PAGE
    flame_choices.py weights PAGE FOLDED REPORT-JSON    other weights than samples: the sums of the report
    flame_choices.py empty PAGE                         of a recording without samples
    flame_choices.py nameless PAGE [MISSING-JSON...]    what the page says of samples without names: as these, or nothing
    flame_choices.py diff PAGE FOLDED-NEW FOLDED-OLD    made with --diff
"""
import collections
import colorsys
import json
import sys
import xml.etree.ElementTree as xml

import browser
from flame_page import check_numbers, folded, middle, near, same, widest_child

SVG = "{http://www.w3.org/2000/svg}"


def press(page, what):
    """The mouse, on an element."""
    page.click(*page.run("(() => { const r = %s.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()" % what))


def choose(page, box, value):
    page.run(f"(() => {{ const b = $('{box}'); b.value = '{value}'; b.dispatchEvent(new Event('change')); }})()")


def check_events(page, path):
    sums = collections.Counter()
    with open(path, encoding="utf-8") as f:
        for line in f:
            stack, n = line.rsplit(" ", 1)
            sums[stack.split(";")[0]] += int(n)
    names = page.run("[...$('event').options].map((o) => o.text)")
    same("several events", True, len(sums) > 1)
    same("all of them are there", True, set(sums) <= set(names))
    for i, name in enumerate(names):
        choose(page, "event", i)
        same(f"the sum of {name}", sums[name], page.run("flame.sums.total[0]"))
        same(f"the root is {name}", name, page.run("flame.view.name(0)"))
    best = names.index(max(sums, key=sums.get))
    choose(page, "event", best)
    return best


def hue(rgb):
    """In degrees; None of a grey."""
    h, _, saturation = colorsys.rgb_to_hls(*(x / 255 for x in rgb))
    return 360 * h if saturation > 0.1 else None


def check_colours(page):
    """Each box has the hue that its kind has in the legend, and is drawn in that colour."""
    colours = """(() => { const c = document.createElement('canvas').getContext('2d');
        const rgb = (x) => { c.fillStyle = x; return [1, 3, 5].map((i) => parseInt(c.fillStyle.slice(i, i + 2), 16)); };
        return [[...document.querySelectorAll('#legend i')].map((i) => rgb(i.style.background)),
                flame.view.boxes.filter((b) => b.node).map((b) =>
                    [flame.model.functions[flame.tree.frame[b.node]].kind, rgb(flame.view.colour(b.node))])]; })()"""
    for dark in (False, True):
        page.run(f"flame.set({{dark: {str(dark).lower()}}})")
        legend, functions = page.run(colours)
        same("the legend", ["user", "kernel", "inlined", "known by its call", "what is missing"],
             page.run("[...$('legend').children].map((e) => e.textContent)"))
        hues = [hue(colour) for colour in legend]
        same("the grey one", [4], [i for i, h in enumerate(hues) if h is None])
        for kind, colour in functions:
            h = hue(colour)
            near_to = 4 if h is None else min(range(4), key=lambda i: abs((h - hues[i] + 180) % 360 - 180))
            same(f"the kind of {colour}, dark {dark}", kind, near_to)
    node = widest_child(page, 0)
    page.run("window.matched = flame.view.name(%d)" % node)
    for dark, search in ((True, "''"), (False, "''"), (False, "matched"), (True, "matched"), (False, "''")):
        page.run(f"flame.set({{ dark: {str(dark).lower()} }}), flame.set({{ search: {search} }})")
        page.frame()
        x, y = middle(page, node)
        drawn, meant = page.run("""(() => { const c = $('canvas').getContext('2d'), r = $('canvas').getBoundingClientRect();
            const d = c.getImageData(%d - r.left, %d - r.top - 7, 1, 1).data, o = document.createElement('canvas').getContext('2d');
            o.fillStyle = flame.matches ? matchColour(flame.choice.dark) : flame.view.colour(%d); o.fillRect(0, 0, 1, 1);
            return [[...d], [...o.getImageData(0, 0, 1, 1).data]]; })()""" % (x, y, node))
        same(f"what is drawn, dark {dark}, search {search}", meant, drawn)


def check_legend(page):
    """The legend shows what lies in the middle of the colours that boxes of a kind can have."""
    for dark in (False, True):
        for kind in range(4):
            colours = page.run("[...Array(2000).keys()].map((i) => kindColour(%d, %s, 'f' + i).match(/[0-9]+/g).map(Number))" % (kind, str(dark).lower()))
            near_to = page.run("kindColour(%d, %s).match(/[0-9]+/g).map(Number)" % (kind, str(dark).lower()))
            for part in (0, 2):
                values = [c[part] for c in colours]
                same(f"kind {kind}, dark {dark}: the middle", (min(values) + max(values)) / 2, near_to[part])


def check_widths(page):
    """In a window of usual width what is chosen stands in one row, also where a search has matches, and what is seen of it in another."""
    page.run("flame.set({search: 'e'})")
    for width, most in ((1920, 2), (1300, 2), (1100, 2), (600, 5)):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
        page.frame()
        middles = page.run("""[...document.querySelectorAll('#controls select, #controls input, #controls button, #share, #legend')]
            .map((e) => e.getBoundingClientRect()).filter((r) => r.width).map((r) => [r.top + r.height / 2, r.right])""")
        down = sorted(y for y, _ in middles)
        same(f"{width} pixels: rows", True, 1 + sum(b - a > 10 for a, b in zip(down, down[1:])) <= most)
        same(f"{width} pixels: all of it can be seen", True, all(right <= width for _, right in middles))
    page.call("Emulation.setDeviceMetricsOverride", width=1300, height=800, deviceScaleFactor=1, mobile=False)
    page.run("flame.set({search: ''})")
    page.frame()


def check_keys(page):
    page.run("flame.set({reverse: false}), $('canvas').focus()")
    page.frame()
    node = next((n for n in page.run("flame.view.boxes.map((b) => b.node)") if page.run(
        """(() => { const t = flame.tree, s = new Set(flame.view.boxes.map((b) => b.node)); let n = 0;
        for (let k = %d + 1; k < t.end[%d]; k = t.end[k]) n += s.has(k); return n; })()""" % (n, n)) > 1), None)
    if node is None:
        raise SystemExit("no frame has two callees: nothing to go to")
    children = page.run("""(() => { const t = flame.tree, s = new Set(flame.view.boxes.map((b) => b.node)), out = [];
        for (let k = %d + 1; k < t.end[%d]; k = t.end[k]) if (s.has(k)) out.push(k); return out; })()""" % (node, node))
    page.run(f"flame.moveTo({children[0]})")
    page.key("ArrowRight")
    same("right", children[1], page.run("flame.view.cursor"))
    page.key("ArrowLeft")
    same("left", children[0], page.run("flame.view.cursor"))
    page.key("ArrowDown")
    same("outwards", node, page.run("flame.view.cursor"))
    page.key("i", "i")
    page.run(f"flame.moveTo({children[0]})")
    page.key("ArrowUp")
    same("outwards is up in an icicle", node, page.run("flame.view.cursor"))
    page.key("i", "i")
    page.run(f"flame.moveTo({children[0]})")
    function = page.run(f"flame.tree.frame[{children[0]}]")
    page.key("c", "c")
    same("c shows callers", function, page.run("flame.choice.callers"))
    press(page, "$('reset')")
    same("Whole", -1, page.run("flame.choice.callers"))
    page.key("?", "?")
    same("? opens the list of keys", True, page.run("$('keys').open"))
    press(page, "document.querySelector('#keys button')")
    same("which closes again", False, page.run("$('keys').open"))


def check_table(page):
    for by, column in (("total", 1), ("own", 0)):
        press(page, f"document.querySelector('th button[data-sort={by}]')")
        shown = page.run("[...$('rows').rows].map((r) => parseFloat(r.cells[%d].textContent))" % column)
        same(f"sorted by {by}", sorted(shown, reverse=True), shown)
        same("as readers are told", "descending",
             page.run(f"document.querySelector('th button[data-sort={by}]').parentElement.ariaSort"))
    press(page, "document.querySelector('th button[data-sort=name]')")
    names = page.run("[...$('rows').rows].map((r) => r.cells[r.cells.length - 1].querySelector('button').textContent)")
    same("sorted by name", sorted(names), names)
    press(page, "document.querySelector('#rows button.callers')")
    same("callers of the first row", names[0], page.run("flame.model.functions[flame.choice.callers].name"))
    press(page, "$('reset')")
    press(page, "document.querySelector('#rows button')")
    found = page.run("[...$('rows').rows].map((r) => r.cells[r.cells.length - 1].querySelector('button').textContent)")
    same("a name searches for itself", {names[0]}, set(found))
    press(page, "$('reset')")
    page.run("flame.shownRows = 2, flame.table()")
    same("few rows", 2, page.run("$('rows').rows.length"))
    press(page, "$('more')")
    same("more rows", min(8, len(names)), page.run("$('rows').rows.length"))


def check_readers(page):
    """What a screen reader gets: the table, cell by cell, in a narrow window too."""
    page.call("Accessibility.enable")
    page.run("flame.shownRows = 100, flame.table()")
    want = page.run("[...$('rows').rows].map((r) => r.cells[0].textContent)")
    for width in (1300, 600):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
        page.frame()
        tree = [n for n in page.call("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
        said = collections.defaultdict(list)
        for n in tree:
            said[n["role"]["value"]].append(n.get("name", {}).get("value", ""))
        same(f"rows, {width} wide", len(want) + 1, len(said["row"]))
        same(f"heads, {width} wide", ["Own", "Total", "Function"], said["columnheader"])
        same(f"numbers, {width} wide", want, [c for c in said["cell"] + said["gridcell"]][::3])
        same("what the graph is called", True, any("table of functions" in s for s in said["image"] + said["img"]))
        page.frame()
        same("graph and table are in sight", [True] * 3, page.run("[$('scroll').clientWidth > 200 && $('scroll').clientHeight > 100, "
             "$('functions').getBoundingClientRect().bottom <= innerHeight, document.documentElement.scrollHeight <= innerHeight]"))
    page.call("Emulation.setDeviceMetricsOverride", width=1300, height=800, deviceScaleFactor=1, mobile=False)
    page.frame()


def check_beside(page):
    """The shares of another weight are those that it has where it is the chosen one."""
    shown = "[...$('rows').rows].map((r) => [r.querySelector('button').title, ...[...r.querySelectorAll('td.n')].map((c) => c.textContent)])"
    page.run("flame.shownRows = 1e6; flame.set({event: 1, unit: 'period', beside: '', sort: 'own', thread: -1, cpu: null, search: '', reverse: false})")
    alone = {row[0]: row[2] for row in page.run(shown)}
    name, whole = page.run("[flame.data.events[1].name, flame.number(flame.sums.total[0])]")
    page.run("flame.set({event: 0})")
    before = {row[0]: row[1:] for row in page.run(shown)}
    choose(page, "beside", "1")
    rows = page.run(shown)
    same("the column's name", ["Beside", False], page.run("[$('delta-head').textContent, $('delta-head').hidden]"))
    same("the chosen weight is as before", before, {r[0]: r[1:3] for r in rows if r[0] in before})
    same("the other one's shares", alone, {r[0]: r[3] for r in rows if r[0] in alone})
    same("functions of both", set(before) | set(alone), {r[0] for r in rows})
    same("the root tells both", True, f"{name}: 100.00%, {whole}; difference 0.00 points" in page.run("$('status').textContent"))
    same("no sums of different things are compared", True, page.run("$('norm-label').hidden"))
    same("what is red and what is wide is said", [True, name], page.run("[$('legend').textContent.includes(' than of '), $('widths').options[1].textContent]"))
    link = page.run("location.href")
    page.run("flame.set({list: 'tree'})")
    sums = page.run("[0, 2].map((cell) => [...$('tree-rows').rows].filter((r) => r.getAttribute('aria-level') === '1').reduce((a, r) => a + parseFloat(r.cells[cell].textContent), 0))")
    same("in the call tree, too", [True, True], [abs(n - 100) < 0.5 for n in sums])
    page.open("about:blank")
    page.open(link)
    same("the link has it", ["1", "1"], page.run("[$('beside').value, new URLSearchParams(location.hash.slice(1)).get('beside')]"))
    page.run("flame.set({event: 1})")
    same("nothing is beside itself", ["", True], page.run("[$('beside').value, $('delta-head').hidden]"))
    page.run("flame.set({event: 0, beside: 'unit'})")
    same("samples beside periods", page.run("flame.data.rows.samples.reduce((a, n, i) => a + (flame.data.rows.event[i] ? 0 : n), 0)"), page.run("flame.oldSums.total[0]"))
    page.run("flame.shownRows = FIRST_ROWS; flame.set({beside: ''})")


def check_svg(page):
    """The button saves what is shown: zoomed, with what is found."""
    page.run("URL.createObjectURL = ((was) => (b) => { window.saved = b; return was.call(URL, b); })(URL.createObjectURL)")
    node = widest_child(page, 0)
    page.run(f"flame.zoomTo({node}), flame.set({{search: '^' + flame.view.name({node}).replace(/[^a-z_]/g, '.') + '$'}})")
    for what in ("button", "key"):
        page.run("window.saved = null")
        if what == "button":
            press(page, "$('svg')")
        else:
            page.run("$('canvas').focus()")
            page.key("e", "e")
        svg = xml.fromstring(page.run("saved.text()"))
        boxes = svg.findall(SVG + "g")
        shown = page.run("flame.view.boxes.map((b) => [flame.view.name(b.node), b.w])")
        same(f"boxes, by the {what}", [name for name, _ in shown], [g.find(SVG + "title").text.split("\n")[0] for g in boxes])
        zoomed = [g.find(SVG + "rect") for g in boxes][[name for name, _ in shown].index(page.run(f"flame.view.name({node})"))]
        near("the zoomed box is as wide as the picture", float(svg.get("width")), float(zoomed.get("width")) + 0.5)
        same("what is found has the colour of it", "#f06bac", zoomed.get("fill"))
    page.run("flame.set({search: ''}), flame.zoomTo(0)")
    same("names that go beyond their box", [], page.run("""(() => {
        const svg = document.importNode(new DOMParser().parseFromString(flame.svg(), 'image/svg+xml').documentElement, true);
        document.body.append(svg);
        const out = [...svg.querySelectorAll('text')].filter((t) => t.getBBox().width > t.previousSibling.getBBox().width - 3);
        svg.remove();
        return out.map((t) => t.textContent); })()"""))


def check_links(page, path, event):
    """All that is chosen stands in the link, and comes back."""
    choices = ({"event": event, "thread": 0, "cpu": 0, "unit": "samples", "search": "a|b", "icicle": True, "reverse": True},
               {"event": event, "callers": page.run(f"flame.forward.frame[{widest_child(page, 0)}]")})
    for choice in choices:
        page.run(f"flame.set({json.dumps(choice)})")
        link, seen = page.run("[location.href, [flame.tree.total[0], flame.tree.parent.length]]")
        page.open("about:blank")
        page.open(link)
        page.frame()
        got = page.run("flame.choice")
        same("what the link brings back", choice, {k: got[k] for k in choice})
        same("and what is seen", seen, page.run("[flame.tree.total[0], flame.tree.parent.length]"))
        page.open("about:blank")
        page.open("file://" + path)
        page.frame()
    page.open("about:blank")
    page.open("file://" + path + "#event=999&thread=-4&cpu=x&callers=99999999&zoom=99999999&unit=y&search=(")
    page.frame()
    same("a link that is wrong", [0, -1, None, -1, 0],
         page.run("[...['event', 'thread', 'cpu', 'callers'].map((k) => flame.choice[k]), flame.view.zoom]"))


def check_reversed(page):
    """The trees of callers beside what a map of paths comes to: their sums, both recordings', and the order of their frames."""
    compare = """((of) => { const m = flame.model, want = new Map([["", [0, 0]]]), got = new Map();
        const add = (path, now, old) => { const w = want.get(path) || [0, 0]; want.set(path, [w[0] + now, w[1] + old]); };
        for (let i = 1; i < m.parent.length; i++) {
            if (of >= 0 && m.frame[i] !== of) continue;
            const column = of < 0 ? 'own' : 'total', now = flame.sums[column][i], old = flame.oldSums ? flame.oldSums[column][i] : 0;
            let recurses = false;
            for (let k = m.parent[i]; k; k = m.parent[k]) recurses = recurses || m.frame[k] === of;
            if (recurses || !(now > 0 || old > 0)) continue;
            let path = "";
            add(path, now, old);
            for (let k = i; k; k = m.parent[k]) add(path += "/" + m.frame[k], now, old);
        }
        const t = reversed(m, flame.sums, flame.oldSums, of), paths = [""];
        for (let i = 0; i < t.parent.length; i++) {
            paths[i] = i ? paths[t.parent[i]] + "/" + t.frame[i] : "";
            got.set(paths[i], [t.total[i], t.oldTotal ? t.oldTotal[i] : 0]);
            let inside = 0;
            for (let k = i + 1; k < t.end[i]; k = t.end[k]) {
                inside += t.total[k];
                if (t.end[k] < t.end[i] && m.rank[t.frame[t.end[k]]] <= m.rank[t.frame[k]]) return "order of " + paths[k];
            }
            if (Math.abs(t.own[i] + inside - t.total[i]) > 1e-6 * t.total[i]) return "own of " + paths[i];
        }
        if (got.size !== t.parent.length || got.size !== want.size) return `${got.size} of ${want.size} frames`;
        for (const [path, [now, old]] of want) {
            const g = got.get(path);
            if (!g || Math.abs(g[0] - now) > 1e-6 * now || Math.abs(g[1] - old) > 1e-6 * old) return path + ": " + g;
        }
        return ""; })(%d)"""
    functions = page.run("flame.model.functions.length")
    for of in [-1, *range(min(functions, 40))]:
        same(f"callers of function {of}", "", page.run(compare % of))


def own(stacks):
    out = collections.Counter()
    for stack, n in stacks:
        if stack:
            out[stack[-1]] += n
    return out, sum(n for _, n in stacks)


def check_diff(page, new, old):
    (now, all_now), (before, all_before) = own(folded(new)), own(folded(old))
    got = """(() => { const out = {}; flame.model.functions.forEach((f, i) => {
        out[f.name] = (out[f.name] || 0) + flame.delta(flame.functions.own[i], flame.oldFunctions.own[i]); }); return out; })()"""
    for norm in (True, False):
        if not norm:
            press(page, "$('norm')")
        same("normalised", norm, page.run("flame.choice.norm"))
        for name, change in page.run(got).items():
            whole = max(all_now, all_before)
            near(f"the change of {name}, normalised {norm}", (now[name] / all_now - before[name] / all_before) if norm
                 else (now[name] - before[name]) / whole, change)
        hues = page.run("flame.view.boxes.filter((b) => b.node).map((b) => [flame.change(flame.tree, b.node), flame.view.colour(b.node)])")
        for change, colour in hues:
            same(f"the colour of {change}", "hsl(5," if change > 0 else "hsl(215,", colour.split(" ")[0])
    same("the legend", ["more than before", "as before", "less"], page.run("[...$('legend').children].map((e) => e.textContent)"))
    same("changes as text", ["0.00", "0.00", "+12.35", "-0.01"], page.run("[0, -0.00001, 0.12345001, -0.0001].map((v) => flame.points(v))"))
    choose(page, "widths", "old")
    page.frame()
    sums = page.run("""(() => { const t = flame.tree, b = flame.view.boxes;
        return b.filter((x) => x.node).map((x) => [x.w / b[0].w, t.oldTotal[x.node] / t.oldTotal[0]]); })()""")
    same("something is drawn", True, bool(sums) or not all_before)
    for wide, share in sums:
        near("a box is as wide as its share was", share, wide)


def check_empty(page):
    """A sentence, where a bare bar and a time of 0 would stand."""
    sentence = "No samples in this recording, or none of those that were asked for."
    same("what it says", sentence, page.run("$('status').textContent"))
    same("no bar", 0, page.run("flame.view.boxes.length"))
    same("the sentence is drawn", True, page.run("flame.view.canvas.getContext('2d').getImageData(0, 0, 600, 60).data.some((v) => v)"))
    if page.run("!!flame.lanes"):
        same("no time", "No CPU and no thread has anything to show.", page.run("$('stretch-status').textContent"))
        same("and no tick", 1, page.run("""(() => {
            const data = $('lanes-canvas').getContext('2d').getImageData(0, 0, 400, 16).data;
            return new Set(new Uint32Array(data.buffer)).size; })()"""))
    page.run("flame.view.canvas.focus()")
    same("in the exported picture, too", True, sentence in page.run("svgOf(flame.view)"))


def check_nameless(page, reports):
    lines = []
    for i, path in enumerate(reports):
        with open(path, encoding="utf-8") as f:
            r = json.load(f)
        rows = [m for m in r["missing"] if m["samples"]]
        places = "; ".join(f"{m['percent']:.1f}% in {m['place']}: {m['why']}" for m in rows[:3])
        lines.append(f"{'Before: ' if i else ''}{100 * r['without_name'] / r['samples']:.1f}% of the samples have no name ({places}): "
                     "perf report --missing tells more")
    same("what has no name", lines, page.run("[...$('nameless').children].map((e) => e.textContent)"))
    rows = page.run("(flame.shownRows = 1000, flame.table(), [...$('rows').rows].map((r) => r.cells[r.cells.length - 1].textContent))")
    same("rows that cannot be told apart", [], sorted({r for r in rows if rows.count(r) > 1}))
    same("where it can be seen", bool(lines), page.run("(() => { const r = $('nameless').getBoundingClientRect(); return r.height > 10 && r.top < 200; })()"))


def look(what, path, *rest):
    """What the module is for, at the page @path."""
    with browser.Page("file://" + path) as page:
        if what == "diff":
            check_diff(page, *rest)
            check_reversed(page)
        elif what == "nameless":
            check_nameless(page, rest)
        elif what == "empty":
            page.frame()
            check_empty(page)
        elif what == "weights":
            check_numbers(page, folded(rest[0]), rest[1])
        elif what == "events":
            best = check_events(page, *rest)
            check_beside(page)
            check_reversed(page)
            check_links(page, path, best)
        else:
            check_colours(page)
            check_reversed(page)
            check_widths(page)
            check_legend(page)
            check_keys(page)
            check_table(page)
            check_readers(page)
            check_svg(page)
        same("what the page complains of", [], page.errors)

