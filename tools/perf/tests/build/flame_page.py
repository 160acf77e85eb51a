# SPDX-License-Identifier: GPL-2.0-only
"""The page with the flame graph, in a browser, with hands and eyes.

    flame_page.py page PAGE FOLDED REPORT-JSON      FOLDED: of the same recording, which has one event; REPORT-JSON: --no-children -s sym
    flame_page.py diff PAGE FOLDED-NEW FOLDED-OLD   PAGE: made with --diff
    flame_page.py names PAGE NAME-FILE              every line of NAME-FILE is a function of the page, whole
"""
import collections
import json
import re
import xml.etree.ElementTree as xml

import browser


def same(what, want, got):
    if want != got:
        raise SystemExit(f"{what}: {str(got)[:300]} instead of {str(want)[:300]}")


def near(what, want, got):
    if abs(want - got) > 0.006:
        raise SystemExit(f"{what}: {got} instead of {want}")


def folded(path):
    out = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            stack, n = line.rstrip("\n").rsplit(" ", 1)
            out.append((stack.split(";")[1:], int(n)))
    return out


def share(page):
    m = re.match(r"^matched ([0-9.]+)%$", page.run("$('share').textContent"))
    return float(m.group(1)) if m else None


def middle(page, node):
    """Where on the screen the box of @node is, when all is drawn: a row of controls more or less, and the graph's place is another one."""
    page.frame()
    return page.run("""(() => { const b = flame.view.boxes.find((b) => b.node === %d), r = $('canvas').getBoundingClientRect();
        return [r.left + b.x + b.w / 2, r.top + flame.view.top(b.row, flame.view.height) - flame.view.scroll.scrollTop + 9]; })()""" % node)


def widest_child(page, node):
    page.frame()
    return page.run("""flame.view.boxes.filter((b) => b.node && flame.tree.parent[b.node] === %d)
        .reduce((a, b) => b.w > a.w ? b : a).node""" % node)


def check_numbers(page, stacks, report):
    total = sum(n for _, n in stacks)
    same("the sum", total, page.run("flame.sums.total[0]"))
    own, every = collections.Counter(), collections.Counter()
    for stack, n in stacks:
        for name in set(stack):
            every[name] += n
        if stack:
            own[stack[-1]] += n
    by_name = """(() => { const out = {}; flame.model.functions.forEach((f, i) => {
        out[f.name] = [(out[f.name] || [0, 0])[0] + flame.functions.own[i], flame.functions.total[i]]; }); return out; })()"""
    for name, (o, t) in page.run(by_name).items():
        name = name.replace(";", ":")
        same(f"own of {name}", own[name], o)
        if t:
            same(f"total of {name}", True, t <= every[name])
    with open(report, encoding="utf-8") as f:
        r = json.load(f)
    same("the report's sum", total, r["events"][0]["members"][0]["period"])
    first = page.run("[...$('rows').rows[0].cells].map((c) => c.textContent)")
    shown = page.run("[...$('rows').rows].map((r) => [...r.cells].slice(0, 2).map((c) => parseFloat(c.textContent)))")
    same("rows by own, and where that is equal by total", sorted(shown, reverse=True), shown)
    best = max(own.values())
    same("the table's first row", [f"{100 * best / total:.2f}%"], first[:1])


def check_search(page, stacks):
    total = sum(n for _, n in stacks)
    page.run("$('canvas').focus()")
    page.key("/", "/")
    same("/ goes to the search", "search", page.run("document.activeElement.id"))
    for c in "page|do_":
        page.key(c, c)
    near("share of the matches", 100 * sum(n for s, n in stacks if any(re.search("page|do_", x) for x in s)) / total, share(page))
    same("the table has what matches", True, page.run("[...$('rows').rows].every((r) => /page|do_/.test(r.textContent))"))
    same("the link has the search", "page|do_", page.run("new URLSearchParams(location.hash.slice(1)).get('search')"))
    page.key("Escape")
    same("Escape leaves the search", "canvas", page.run("document.activeElement.id"))
    page.run("flame.set({search: ''})")
    check_cases(page, stacks)
    check_wrong(page)


def check_cases(page, stacks):
    """Lower case finds both, a capital letter makes it exact, and what is clicked on finds that name alone."""
    total = sum(n for _, n in stacks)
    names = sorted({x for s, _ in stacks for x in s})
    low = next(x for x in names if x == x.lower() and x.isidentifier())
    for text, flags in ((low, re.I), (low.upper(), 0)):
        page.run("flame.set({search: %s})" % json.dumps(text))
        near(f"search for {text}", 100 * sum(n for s, n in stacks if any(re.search(re.escape(text), x, flags) for x in s)) / total, share(page))
    finds = """(() => { const f = flame.model.functions[0], name = f.name, out = []; f.name = 'ReadAll';
        for (const text of ['readall', 'ReadAll', 'readAll', 'read', '[R]ead']) { flame.set({search: text}); out.push(flame.matches[0]); }
        f.name = name; return out; })()"""
    same("readall, ReadAll, readAll, read, [R]ead find ReadAll", [True, True, False, True, True], page.run(finds))
    for text, exact in (("\\\\Sx\\\\W", False), ("\\\\p{Lu}", False), ("\\\\x4Ax", False), ("\\\\SX", True), ("[A-z]", True), ("\u00e4", False),
                        ("\u00c4", True)):
        same(f"{text} is exact", exact, page.run('isExact("%s")' % text))
    same("a name that another one has in capitals", ["^read$(?!A)", "^READ$", "^a\\+$"],
         page.run("""['read', 'READ', 'a+'].map((n) => exactly(n, ['read', 'READ', 'a+'].map((name) => ({ name }))))"""))
    same("it is found alone", ["read"], page.run("""['read', 'READ', 'reads'].filter((n) => new RegExp('^read$(?!A)', 'u').test(n))"""))
    page.run("flame.set({search: ''})")


def check_wrong(page):
    for text, want in (("(", "no ) for the ( at letter 1: \\( finds one"), ("a)", "no ( for the ) at letter 2: \\) finds one"),
                       ("operator[", "no ] for the [ at letter 9: \\[ finds one"), ("x]", "no [ for the ] at letter 2: \\] finds one"),
                       ("*a", "nothing to repeat before the * at letter 1: \\* finds one"),
                       ("a|+", "nothing to repeat before the + at letter 3: \\+ finds one"),
                       ("a{", "the { at letter 2 tells no number of times: \\{ finds one"), ("\U0001f600}", "no { for the } at letter 2: \\} finds one"),
                       ("a\\", "nothing follows the \\ at the end: \\\\ finds one")):
        page.run("flame.set({search: %s})" % json.dumps(text))
        same(f"what {text} lacks", ["true", want], page.run("[$('search').getAttribute('aria-invalid'), $('share').textContent]"))
    page.run("flame.set({search: '[z-a]'})")
    same("what else is wrong is as the browser says it", True, page.run("/range/i.test($('share').textContent)"))
    page.run("flame.set({search: '(a|b)[c)]{2,3}?\\\\(x*?'})")
    same("nothing is wrong", [None, "matched 0.00%"], page.run("[$('search').getAttribute('aria-invalid'), $('share').textContent]"))
    page.run("flame.set({search: ''})")
    same("nothing is said", "", page.run("$('share').textContent"))


def check_zoom(page):
    node = widest_child(page, 0)
    page.click(*middle(page, node))
    same("a click zooms", node, page.run("flame.view.zoom"))
    same("the zoomed frame is as wide as the graph", True,
         page.run("flame.view.boxes.find((b) => b.node === flame.view.zoom).w === $('scroll').clientWidth"))
    inner = widest_child(page, node)
    page.run("$('canvas').focus()")
    page.key("ArrowUp")
    same("an arrow goes inwards", inner, page.run("flame.view.cursor"))
    name = page.run("flame.view.name(flame.view.cursor)")
    same("what it is is said", True, page.run("$('status').textContent").startswith(name))
    page.key("Enter")
    same("Enter zooms", inner, page.run("flame.view.zoom"))
    link = page.run("location.href")
    page.key("Backspace")
    same("Backspace goes out", node, page.run("flame.view.zoom"))
    page.key("Escape")
    same("Escape shows the whole", 0, page.run("flame.view.zoom"))
    page.click(*middle(page, widest_child(page, 0)))
    page.click(*middle(page, 0))
    same("a click on the root, too", 0, page.run("flame.view.zoom"))
    return link, inner


def step(page, where):
    """Back or forward, as the browser's buttons do it."""
    page.run("new Promise((done) => { addEventListener('hashchange', () => requestAnimationFrame(done), { once: true }); history.%s(); })" % where)


def check_history(page):
    page.key("Escape")
    first = widest_child(page, 0)
    page.click(*middle(page, first))
    second = widest_child(page, first)
    page.click(*middle(page, second))
    page.run("flame.set({search: 'a'})")
    step(page, "back")
    same("back from a zoom", first, page.run("flame.view.zoom"))
    step(page, "back")
    same("back to the whole", 0, page.run("flame.view.zoom"))
    step(page, "forward")
    step(page, "forward")
    same("forward to the second, with the search of then", [second, "a"], page.run("[flame.view.zoom, flame.choice.search]"))
    function = page.run("flame.tree.frame[flame.view.zoom]")
    page.run("$('canvas').focus()")
    page.key("c", "c")
    same("c shows callers", function, page.run("flame.choice.callers"))
    inner = widest_child(page, 0)
    page.click(*middle(page, inner))
    page.key("Escape")
    same("Escape leaves the zoom first", [0, function, "a"], page.run("[flame.view.zoom, flame.choice.callers, flame.choice.search]"))
    page.key("Escape")
    same("and then the callers", [0, -1, "a"], page.run("[flame.view.zoom, flame.choice.callers, flame.choice.search]"))
    page.key("Escape")
    same("and then the search", [0, -1, ""], page.run("[flame.view.zoom, flame.choice.callers, flame.choice.search]"))
    for want in ([0, function], [inner, function], [0, function], [second, -1]):
        step(page, "back")
        same("back through the callers", want, page.run("[flame.view.zoom, flame.choice.callers]"))
    page.key("Escape")
    page.run("flame.set({search: ''})")


def check_refused(page):
    """A browser that has got too many links in a row takes no more for a while: what is shown stands in the link when it does again."""
    for refuse in ("() => {}", "() => { throw new DOMException('too many', 'SecurityError'); }"):
        for how, shows in (("replaceState", "flame.set({ search: 'ab' })"), ("pushState", "flame.zoomTo(1)")):
            page.run(f"(history.{how} = {refuse}, {shows}, delete history.{how})")
            got = page.run("""new Promise((done) => { let turns = 0;
                const look = () => location.hash === flame.viewLink() || ++turns > 500 ? done(location.hash) : setTimeout(look, 20); look(); })""")
            same(f"a link that {how} refused", page.run("flame.viewLink()"), got)
        page.run("flame.zoomTo(0), flame.set({ search: '' })")


def percents(text):
    return [float(x) for x in re.findall(r"([0-9.]+)%", text)]


def check_percents(page, stacks):
    """Of the zoomed frame, and of all: of the frames, in the table, in the SVG."""
    total = sum(n for _, n in stacks)
    page.key("Escape")
    same("the whole has one number", 1, len(percents(page.run(f"flame.describe({widest_child(page, 0)})[2]").split(";")[0])))
    node = widest_child(page, 0)
    while page.run(f"flame.tree.end[{node}] - {node}") > 1 and page.run(f"flame.tree.total[{node}]") == total:
        node = widest_child(page, node)
    page.run(f"flame.zoomTo({node})")
    page.frame()
    inner = widest_child(page, node)
    of, n, name = page.run(f"[flame.tree.total[{node}], flame.tree.total[{inner}], flame.view.name({node})]")
    got = page.run(f"flame.describe({inner})[2]").split(";")[0]
    same("of the zoom, and of all", [f"{100 * n / of:.2f}", f"{100 * n / total:.2f}"], [f"{p:.2f}" for p in percents(got)])
    same("which zoom", True, f"% of {name}, " in got)
    same("what is zoomed is of all", [f"{100 * of / total:.2f}"], [f"{p:.2f}" for p in percents(page.run(f"flame.describe({node})[2]").split(";")[0])])
    same("the SVG says the same", True, got in page.run("flame.svg()").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    rows = page.run("[...$('rows').rows].map((r) => [...r.cells].slice(0, 2).map((c) => [c.textContent, c.title]))")
    owns = page.run(f"""(() => {{ let sum = 0; for (let i = {node}; i < flame.tree.end[{node}]; i++) sum += flame.tree.own[i]; return sum; }})()""")
    same("own of what is in the zoom is all of it", of, owns)
    if page.run("$('more').hidden"):
        same("the table's own are of the zoom", True, abs(100 - sum(percents(r[0][0])[0] for r in rows)) < 0.01 * len(rows))
    same("and of all in the tips", [f"{100 * of / total:.2f}"], [f"{p[1]:.2f}" for p in [percents(r[1][1]) for r in rows] if p[0] == 100][:1])
    same("the table says of what", True, page.run("$('caption').textContent").endswith(f", in percent of {name}"))
    page.key("Escape")
    same("and no more", False, "percent" in page.run("$('caption').textContent"))


def check_ways(page, stacks):
    total = sum(n for _, n in stacks)
    heads = collections.Counter()
    for s, n in stacks:
        heads[s[-1] if s else ""] += n
    page.key("r", "r")
    got = page.run("""(() => { const t = flame.tree, out = {}; for (let i = 1; i < t.end[0]; i = t.end[i])
        out[flame.view.name(i)] = (out[flame.view.name(i)] || 0) + t.total[i]; return out; })()""")
    same("reverse: what was sampled is below the root", {k: v for k, v in heads.items() if k}, got)
    same("reverse has the same sum", total, page.run("flame.tree.total[0]"))
    page.key("r", "r")
    node = widest_child(page, 0)
    name = page.run(f"flame.view.name({node})")
    page.run(f"flame.set({{callers: flame.tree.frame[{node}]}})")
    same(f"callers of {name}", sum(n for s, n in stacks if name in s), page.run("flame.tree.total[0]"))
    page.run("flame.set({callers: -1})")
    page.key("i", "i")
    page.frame()
    same("icicle: the root is on top", 0, page.run("flame.view.top(0, flame.view.height)"))
    page.key("i", "i")
    comms = page.run("flame.data.threads.length")
    same("each thread's sum", total, sum(page.run(f"(flame.set({{thread: {i}}}), flame.sums.total[0])") for i in range(comms)))
    page.run("flame.set({thread: -1})")
    cpus = page.run("[...new Set(flame.data.rows.cpu)]")
    same("each CPU's sum", total, sum(page.run(f"(flame.set({{cpu: {c}}}), flame.sums.total[0])") for c in cpus))
    page.run("flame.set({cpu: null})")
    page.run("flame.set({unit: 'samples'})")
    same("samples", page.run("flame.data.rows.samples.reduce((a, b) => a + b)"), page.run("flame.sums.total[0]"))
    page.run("flame.set({unit: 'period'})")


def check_svg(page):
    svg = xml.fromstring(page.run("flame.svg()"))
    boxes = len(svg.findall("{http://www.w3.org/2000/svg}g"))
    same("boxes of the SVG", page.run("flame.view.boxes.length"), boxes)


def check_look(page, path):
    light = page.run("getComputedStyle(document.body).backgroundColor")
    page.scheme(True)
    page.open("file://" + path)
    page.frame()
    dark = page.run("getComputedStyle(document.body).backgroundColor")
    same("light and dark", ["rgb(255, 255, 255)", "rgb(22, 24, 28)"], [light, dark])
    page.key("d", "d")
    same("d switches", light, page.run("getComputedStyle(document.body).backgroundColor"))
    same("the graph has a name for those who do not see it", True,
         page.run("$('canvas').getAttribute('aria-label').includes('table') && $('canvas').getAttribute('role') === 'img'"))
    same("the table has heads", 3, page.run("document.querySelectorAll('#function-table th[scope=col]:not([hidden])').length"))
    page.scheme(False)


def check_page(page, path, folds, report):
    stacks = folded(folds)
    page.frame()
    drawn = page.run("""(() => { const c = $('canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, s = new Set();
        for (let i = 0; i < d.length; i += 4) s.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return s.size; })()""")
    same("something is drawn", True, drawn > 3)
    same("the root is in sight", True, page.run("flame.view.rootShown()"))
    check_numbers(page, stacks, report)
    check_search(page, stacks)
    link, inner = check_zoom(page)
    check_history(page)
    check_refused(page)
    check_percents(page, stacks)
    check_ways(page, stacks)
    check_svg(page)
    page.run("location.href = " + json.dumps(link))
    page.frame()
    same("a link leads to the frame", inner, page.run("flame.view.zoom"))
    check_look(page, path)


def check_diff(page, new, old):
    sums = [sum(n for _, n in folded(p)) for p in (new, old)]
    same("both sums", sums, page.run("[flame.sums.total[0], flame.oldSums.total[0]]"))
    for path, which in ((new, "functions"), (old, "oldFunctions")):
        own = collections.Counter()
        for stack, n in folded(path):
            own[stack[-1] if stack else ""] += n
        got = page.run("""(() => { const out = {}; flame.model.functions.forEach((f, i) => { const n = flame.%s.own[i];
            if (n) out[f.name] = (out[f.name] || 0) + n; }); return out; })()""" % which)
        same(f"own in {path}", {k: v for k, v in own.items() if k}, got)
    changed = page.run("[...flame.tree.total.keys()].reduce((a, i) => Math.abs(flame.change(flame.tree, i)) > Math.abs(flame.change(flame.tree, a)) ? i : a)")
    same("what changed most has a colour of its own", True,
         page.run(f"flame.view.colour({changed}) !== changeColour(0, false)" if changed else "true"))
    same("the table tells the change", False, page.run("$('delta-head').hidden"))


def check_names(page, names):
    with open(names, encoding="utf-8", newline="\n") as f:
        want = [line.rstrip("\n") for line in f]
    got = page.run("flame.model.functions.map((f) => f.name)")
    for name in want:
        if name not in got:
            raise SystemExit(f"not whole: {name[:100]!r}")
    page.run("for (const b of flame.view.boxes) flame.describe(b.node)")
    page.run("flame.shownRows = 1000; flame.table()")
    same("elements that names have made", 0, page.run("document.querySelectorAll('img, iframe, b u, main script, [onerror]').length"))
    same("nothing of a name has run", None, page.run("window.pwned"))
    xml.fromstring(page.run("flame.svg()"))
    box = widest_child(page, 0)
    page.click(*middle(page, box))
    page.frame()


def look(what, path, *rest):
    """What the module is for, at the page @path."""
    with browser.Page("file://" + path) as page:
        if what == "page":
            check_page(page, path, *rest)
        elif what == "diff":
            check_diff(page, *rest)
        else:
            check_names(page, *rest)
        same("what the page complains of", [], page.errors)
        same("what the page asks for", [], [u for u in page.requests if not u.startswith(("file://" + path, "data:,", "blob:"))])

