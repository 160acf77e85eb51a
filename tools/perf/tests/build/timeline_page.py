# SPDX-License-Identifier: GPL-2.0-only
"""The page with the timeline, in a browser, with hands and eyes.

The numbers in the page's data are looked at by timeline_check.py; here is what is made of them.
"""
import collections
import json

import browser
from timeline_check import Page, same


def samples_within(data, event, a, b):
    return sum(r["samples"] for r in data.rows if r["event"] == event and r["at"] - data.origin < b and
               r["at"] - data.origin + data.slice > a)


def off_within(data, a, b):
    out = 0
    for s in data.offCpu:
        f, t = s["from"] - data.origin, s["to"] - data.origin
        if t > f:
            out += s["ns"] * max(0, min(t, b) - max(f, a)) / (t - f)
    return out


def shown(page):
    """What the flame graph has in all, in samples."""
    page.run("flame.choice.unit === 'samples' || flame.set({unit: 'samples'})")
    return page.run("flame.sums.total[0]")


def place(page, ns, lane=0):
    """Where on the screen a time of a lane is, when all is drawn."""
    page.frame()
    return page.run("""(() => { const r = $('lanes-canvas').getBoundingClientRect();
        return [r.left + flame.lanes.x(%f), r.top + AXIS + %d * LANE + 10 - $('lanes-scroll').scrollTop]; })()""" % (ns, lane))


def stretch(page):
    return page.run("[flame.choice.from, flame.choice.to]")


def check_drawn(page):
    colours = page.run("""(() => { const c = $('lanes-canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, s = new Set();
        for (let i = 0; i < d.length; i += 4) s.add('#' + [d[i], d[i + 1], d[i + 2]].map((v) => v.toString(16).padStart(2, '0')).join(''));
        return [...s]; })()""")
    k = page.run("laneColours(false)")
    same("samples are drawn", True, k["sample"] in colours)
    same("times off the CPU are drawn", True, any(c in colours for c in k["off"]))
    same("stays in the kernel are drawn", True, k["stay"] in colours)


def check_pixels(page):
    """What is drawn where: times off the CPU and stays in the kernel that are not too narrow, as long as they are, each in its lane."""
    wrong = """(() => { const l = flame.lanes, c = l.canvas.getContext('2d'), k = laneColours(flame.choice.dark), out = [], t = flame.timeline; let seen = 0;
        const at = (x, y) => '#' + [...c.getImageData(x, y, 1, 1).data].slice(0, 3).map((v) => v.toString(16).padStart(2, '0')).join('');
        l.draw();
        l.shown().forEach((lane, n) => { const y = Math.round(AXIS + n * LANE - l.scroll.scrollTop);
          const each = (list, spans, row, colour) => { for (const i of list) {
            const from = l.x(spans.from[i]), to = l.x(spans.to[i]), what = `${lane.label}, ${spans.from[i]}`;
            if (spans.nr[i] > 1 || to - from < 5 || from < LABEL || to > l.canvas.width || y + row < AXIS || y + row >= l.canvas.height) continue;
            seen++;
            for (const x of [Math.round(from) + 1, Math.floor((from + to) / 2), Math.round(to) - 2])
              if (![colour(i), ...(row < 18 ? [k.sample] : [])].includes(at(x, y + row))) out.push([what, x, at(x, y + row), colour(i)]);
            for (const x of [Math.round(from) - 2, Math.round(to) + 1])	/* and no longer */
              if (row > 18 && !list.some((j) => l.x(spans.from[j]) <= x + 1 && l.x(spans.to[j]) >= x - 1) && x >= LABEL && x < l.canvas.width && at(x, y + row) === colour(i)) out.push([what, 'beside', x]); } };
          each(lane.off, t.off, 3, (i) => flame.choice.state < 0 || flame.choice.state === t.off.kind[i] ? k.off[t.off.kind[i]] : k.back);
          each(lane.stays, t.stays, 20, () => k.stay);
          each(lane.losses, t.losses, 5, () => k.lost); });
        return [seen, out.slice(0, 3)]; })()"""
    for what, script in (("the whole", ""), ("a part of it", "flame.look(flame.timeline.length * 0.2, flame.timeline.length * 0.5)"), ("a little later", "flame.look(flame.choice.view0 + flame.timeline.length * 0.01, flame.choice.view1 + flame.timeline.length * 0.01)"),
                         ("of one state", "flame.set({state: flame.states[0]})"),
                         ("dark", "flame.set({dark: true})"), ("scrolled", "flame.set({lanes: 'thread'}); $('lanes-scroll').style.height = '100px'; $('lanes-scroll').scrollTop = 50")):
        page.run(script)
        page.frame()
        seen, bad = page.run(wrong.replace("k.back)", "({'#fff': '#ffffff'}[k.back] || k.back))"))
        same(f"{what}: pixels that are not what is there", [], bad)
        same(f"{what}: something was looked at", True, seen > 0)
    page.run("$('lanes-scroll').style.height = ''; flame.set({state: -1, dark: false, lanes: 'both'}); flame.look(0, flame.timeline.length); $('lanes-scroll').scrollTop = 0")
    page.frame()


def check_held(page, data):
    """A key that is held down moves the stretch, and what is in it is counted once for each picture."""
    length, event = data.time["length"], page.run("flame.choice.event")
    page.run(f"flame.set({{from: {length * 0.2}, to: {length * 0.4}}})")
    page.run("""flame.counted = 0; flame.count = function () { this.counted++; Object.getPrototypeOf(this).count.call(this); };
        for (let i = 0; i < 5; i++) $('lanes-canvas').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', repeat: true }))""")
    page.frame()
    same("counted", 1, page.run("flame.counted"))
    a, b = stretch(page)
    same("five steps", True, abs(a - length * 0.3) < 2 and abs(b - length * 0.5) < 2)
    page.run("delete flame.count")
    same("the graph is of where it is", samples_within(data, event, a, b), shown(page))
    page.run("flame.set({from: null, to: null})")


def check_brush(page, data):
    length, event = data.time["length"], page.run("flame.choice.event")
    same("the whole at first", samples_within(data, event, 0, length), shown(page))
    (x, y), (to_x, to_y) = place(page, length * 0.25), place(page, length * 0.6)
    page.drag(x, y, to_x, to_y)
    a, b = stretch(page)
    pixel = page.run("(flame.choice.view1 - flame.choice.view0) / flame.lanes.width()")
    same("the stretch is what was drawn over", True, abs(a - length * 0.25) <= 2 * pixel and abs(b - length * 0.6) <= 2 * pixel)
    same("the graph is of the stretch", samples_within(data, event, a, b), shown(page))
    same("and has fewer samples", True, shown(page) < samples_within(data, event, 0, length))
    same("the link has the stretch", [str(round(a)), str(round(b))],
         page.run("['from', 'to'].map((k) => new URLSearchParams(location.hash.slice(1)).get(k))"))
    page.run("flame.set({event: flame.data.timeline.offCpuEvent, unit: 'period'})")
    same("time off the CPU within the stretch", True, abs(page.run("flame.sums.total[0]") - off_within(data, a, b)) < 1)
    page.run(f"flame.set({{event: {event}, unit: 'samples'}})")


def check_lanes(page, data):
    page.run("flame.set({from: null, to: null})")
    lanes = page.run("flame.lanes.shown().map((l) => [l.kind, l.id])")
    cpus = len({r["cpu"] for r in data.rows})
    same("lanes", [cpus, len(data.data["threads"])], [sum(k == "cpu" for k, _ in lanes), sum(k == "thread" for k, _ in lanes)])
    event = page.run("flame.choice.event")
    for at in (0, cpus):
        kind, ident = lanes[at]
        page.run(f"flame.lanes.show(flame.lanes.shown()[{at}])")
        x, y = place(page, data.time["length"] / 2, at)
        page.click(x, y)
        same(f"a click on the lane of {kind} {ident}", ident, page.run(f"flame.choice.{kind}"))
        same(f"samples of {kind} {ident}", sum(r["samples"] for r in data.rows if r["event"] == event and r[kind] == ident), shown(page))
        page.click(x, y)
        same("another click lets go", [-1, None], page.run("[flame.choice.thread, flame.choice.cpu]"))
    for kind in ("cpu", "thread", "both"):
        page.run(f"flame.set({{lanes: '{kind}'}})")
        same(f"lanes of {kind}", sum(kind in ("both", k) for k, _ in lanes), page.run("flame.lanes.shown().length"))


def check_keys(page, data):
    length = data.time["length"]
    page.run("$('lanes-canvas').focus()")
    page.key("ArrowRight")
    a, b = stretch(page)
    same("an arrow begins a stretch in the middle", True, a < length / 2 < b)
    page.key("ArrowRight")
    same("and moves it", True, stretch(page)[0] > a and abs((stretch(page)[1] - stretch(page)[0]) - (b - a)) < 2)
    page.key("ArrowRight", shift=True)
    same("with Shift it grows", True, stretch(page)[1] - stretch(page)[0] > b - a + 1)
    page.key("Enter")
    same("Enter zooms to it", stretch(page), page.run("[flame.choice.view0, flame.choice.view1]"))
    link = page.run("location.href")
    page.key("-", "-")
    same("- zooms out", True, page.run("flame.choice.view1 - flame.choice.view0") > stretch(page)[1] - stretch(page)[0] + 1)
    page.key("ArrowDown")
    same("down chooses a lane", True, page.run("flame.chosenLane() === flame.lanes.shown()[0]"))
    page.key("ArrowUp")
    same("up leaves it", None, page.run("flame.chosenLane()"))
    kept = stretch(page)
    page.key("Escape")
    same("Escape takes the stretch away", [None, None], stretch(page))
    page.key("Escape")
    same("and then shows the whole", [0, length], page.run("[flame.choice.view0, flame.choice.view1]"))
    page.run("location.href = " + json.dumps(link))
    page.frame()
    same("a link leads to the stretch", [round(v) for v in kept], stretch(page))
    same("and to what was seen of the axis", [round(v) for v in kept], page.run("[flame.choice.view0, flame.choice.view1]"))


def check_axis(page, data):
    """The axis moves without anything being counted, and its bars have all samples in them, be they counted or summed up."""
    length = data.time["length"]
    page.run("flame.look(0, flame.timeline.length); flame.counted = 0; flame.count = function () { this.counted++; Object.getPrototypeOf(this).count.call(this); }")
    (x, y), wide = place(page, length * 0.3), page.run("flame.lanes.width()")
    page.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-240, modifiers=2)
    page.frame()
    a, b = page.run("[flame.choice.view0, flame.choice.view1]")
    same("the wheel with Ctrl zooms around the pointer", [True, True], [abs(b - a - length / 2) <= 2, abs((a + b) / 2 - length * 0.4) <= 3 * length / wide])
    same("nothing is counted for that", 0, page.run("(flame.look(0, 100), flame.look(0, flame.timeline.length), flame.counted)"))
    page.run("new Promise((done) => setTimeout(done, 3 * LINK_EVERY))")
    same("the link tells of the last one", None, page.run("new URLSearchParams(location.hash.slice(1)).get('view')"))
    page.run("delete flame.count")
    for pixels in (7, 30000):
        got = page.run("""(() => { const l = flame.lanes, seen = l.shown().map((lane) => [lane, 0]); l.wide = %d; l.bars(seen); l.wide = 0;
            return seen.map(([lane]) => [lane.kind, lane.id, l.counts.get(lane).reduce((a, b) => a + b, 0)]); })()""" % pixels)
        for kind, ident, n in got:
            want = sum(r["samples"] for r in data.rows if r[kind] == ident)
            same(f"samples of {kind} {ident} in {pixels} pixels", True, want <= n * (1 + 1e-9) and (pixels > 7 or n == want))
    page.run("flame.lanes.draw()")


def check_readers(page, data):
    """What those get who do not see it."""
    page.run("flame.set({from: null, to: null, view0: 0, view1: flame.timeline.length, lanes: 'both'})")
    page.run("$('stretch-tables').open = true; flame.tables()")
    rows = page.run("[...$('lane-rows').rows].map((r) => [...r.cells].map((c) => c.textContent))")
    cpus = len({r["cpu"] for r in data.rows})
    same("samples in the table, by CPU", sum(r["samples"] for r in data.rows), sum(int(r[1]) for r in rows[:cpus]))
    same("samples in the table, by thread", sum(r["samples"] for r in data.rows), sum(int(r[1]) for r in rows[cpus:]))
    same("heads that are cut off", [], page.run(
        "[...document.querySelectorAll('#stretch-tables thead th')].filter((h) => h.scrollWidth > h.clientWidth).map((h) => h.textContent)"))
    same("each row has a head", len(rows), page.run("$('lane-rows').querySelectorAll('th[scope=row]').length"))
    calls = page.run("[...$('call-rows').rows].map((r) => [...r.cells].map((c) => c.textContent))")
    same("stays in the table", sum(y["nr"] for y in data.stays), sum(int(r[1]) for r in calls))
    same("the lanes have a name", True, page.run("$('lanes-canvas').getAttribute('aria-label').includes('table')"))
    same("what is chosen is said", "status", page.run("$('stretch-status').getAttribute('role')"))
    same("with its numbers", True, page.run("$('stretch-status').textContent.includes('samples')"))
    page.run("$('from').value = '0.0'; $('to').value = '0.001'; $('to').dispatchEvent(new Event('change'))")
    same("a stretch can be typed", [0, 1000000], stretch(page))


def check_heat(page, data):
    """Each sample is in the cell of its time; a stretch goes from one cell to another, by mouse and by keys."""
    page.run("flame.set({from: null, to: null, view0: 0, view1: flame.timeline.length, unit: 'samples'}); $('heat').open = true")
    page.frame()
    period, rows, columns, event = page.run("[flame.heat.period, flame.heat.rows, flame.heat.columns, flame.choice.event]")
    same("columns go to the end", True, (columns - 1) * period < data.time["length"] <= columns * period)
    want = [0] * (rows * columns)
    for r in data.rows:
        if r["event"] == event:
            column, rest = divmod(r["at"] - data.origin, period)
            want[int(column) * rows + min(rows - 1, int(rest // (period / rows)))] += r["samples"]
    page.run("flame.heat.draw()")
    same("samples of each cell", want, page.run("[...flame.heat.counts]"))
    drawn = page.run("""(() => { const c = $('heat-canvas').getContext('2d'), most = Math.max(...flame.heat.counts), rgb = (x) => {
        c.fillStyle = x; return c.fillStyle; }; return [0, 1, most].map((v) => rgb(flame.heat.colour(v, most))); })()""")
    same("nothing, something and most are told apart", 3 if max(want) > 1 else 2, len(set(drawn)))
    page.run("flame.set({event: flame.data.timeline.offCpuEvent, unit: 'period'})")
    off = sum(s["ns"] for s in data.offCpu if s["to"] > s["from"])
    same("times off the CPU are in the cells that they go through", True, abs(page.run("flame.heat.counts.reduce((a, b) => a + b)") - off) <= 1e-6 * off + 1)
    page.run(f"flame.set({{event: {event}, unit: 'samples'}})")
    place = "(() => { const r = $('heat-canvas').getBoundingClientRect(), [x, y] = flame.heat.place(%d); return [r.left + x + 1, r.top + y + 1]; })()"
    page.run("$('heat-canvas').scrollIntoView()")
    page.frame()
    last = rows * columns - 1 - rows
    for cell in (last, rows + 1):
        page.click(*page.run(place % cell))
    a, b = page.run("[flame.heat.begin(%d), flame.heat.begin(%d) + flame.heat.long]" % (rows + 1, last))
    same("from the earlier cell to the later one", [a, min(b, data.time["length"])], stretch(page))
    same("the graph is of it", samples_within(data, event, *stretch(page)), shown(page))
    page.run("$('heat-canvas').focus(); flame.heat.cell = 0")
    page.key("Enter", "\r")
    page.key("ArrowRight")
    same("what is in a cell is said", True, "sample" in page.run("$('heat-status').textContent"))
    page.key("Enter", "\r")
    same("by keys", [0, page.run("flame.heat.begin(flame.heat.rows) + flame.heat.long")], stretch(page))


def check_latencies(page, data):
    """Each wait, and each stay in the kernel, is in the row of its length."""
    choose = "(() => { $('heat-of').value = '%s'; $('heat-of').dispatchEvent(new Event('change')); })()"
    for of, spans in (("off", data.offCpu), ("stays", data.stays)):
        page.run(choose % of)
        period, rows, columns = page.run("[flame.heat.period, flame.heat.rows, flame.heat.columns]")
        want = [0] * (rows * columns)
        least = [0] + [100 * 10 ** (row / 5) for row in range(1, rows)]
        for s in spans:
            row = max(r for r in range(rows) if least[r] <= s["ns"] / s["nr"] * (1 + 1e-9))
            want[min(columns - 1, int((s["from"] - data.origin) // period)) * rows + row] += s["nr"]
        same(f"{of} by length", want, page.run("[...flame.heat.counts]"))
    page.run("flame.heat.choose(0); flame.heat.choose(0)")
    same("a column is a stretch", [0, min(page.run("flame.heat.period"), data.time["length"])], stretch(page))
    page.run(choose % "time")


def check_commands(page, data):
    event = page.run("flame.choice.event")
    page.run("flame.set({from: null, to: null})")
    for comm in {t[0] for t in data.data["threads"]}:
        of = [i for i, t in enumerate(data.data["threads"]) if t[0] == comm]
        listed = page.run("[...$('thread').options].some((o) => o.value === 'of %s')" % comm)
        same(f"{comm} can be chosen if it has several threads", len(of) > 1, listed)
        if not listed:
            continue
        page.run("(() => { const b = $('thread'); b.value = 'of %s'; b.dispatchEvent(new Event('change')); })()" % comm)
        same(f"all of {comm}", sum(r["samples"] for r in data.rows if r["event"] == event and r["thread"] in of), shown(page))
        same("the link has it", comm, page.run("new URLSearchParams(location.hash.slice(1)).get('comm')"))
    page.run("flame.set({comm: null, thread: -1})")


def check_two(page, data):
    """Two stretches beside each other."""
    length, event = data.time["length"], page.run("flame.choice.event")
    parts = [round(length * x) for x in (0.1, 0.4, 0.5, 0.9)]
    page.run(f"flame.stretch({parts[0]}, {parts[1]}); $('stretch-base').click()")
    same("the first one waits for the second", [None, None, parts[:2]], page.run("[flame.choice.from, flame.choice.to, flame.choice.base]"))
    same("nothing is compared yet", True, page.run("$('delta-head').hidden && !flame.oldSums"))
    page.run(f"flame.stretch({parts[2]}, {parts[3]})")
    want = [samples_within(data, event, *parts[2:]), samples_within(data, event, *parts[:2])]
    same("both sums", want, page.run("[flame.sums.total[0], flame.oldSums.total[0]]"))
    same("the table tells changes, and widths can be the first one's", [False, False], page.run("[$('delta-head').hidden, $('widths-label').hidden]"))
    same("what it is compared with is said", True, page.run("$('base-text').textContent").startswith("compared with "))
    link = page.run("location.href")
    page.open("about:blank")
    page.open(link)
    same("the link has both", [parts[:2], want], page.run("[flame.choice.base, [flame.sums.total[0], flame.oldSums.total[0]]]"))
    page.run("$('stretch-base').click()")
    same("no comparison any more", [None, True], page.run("[flame.choice.base, $('delta-head').hidden]"))


def check_in_time(page, data):
    """One thread's stacks one after the other: neighbours that are equal are one box, and a stack that comes again is another one."""
    page.run("flame.set({from: null, to: null, event: 0, unit: 'samples', thread: -1, cpu: null, inTime: false})")
    page.frame()
    same("not of all threads", True, page.run("$('in-time').disabled"))
    per = collections.Counter()
    for r in data.rows:
        if r["event"] == 0:
            per[r["thread"]] += r["samples"]
    thread = per.most_common(1)[0][0]
    page.run(f"flame.set({{thread: {thread}, inTime: true}})")
    page.frame()
    up, frame = data.data["up"], data.data["frame"]
    stacks = []
    for r in data.rows:
        if r["event"] == 0 and r["thread"] == thread:
            path, node = [], r["node"]
            while node:
                path.insert(0, frame[node - 1])
                node -= up[node - 1]
            if stacks and stacks[-1][0] == path:
                stacks[-1][1] += r["samples"]
            else:
                stacks.append([path, r["samples"]])
    # A stack that is the beginning of its neighbour adds to its box, where nothing is drawn of it.
    got = page.run("""(() => { const t = flame.tree, out = []; for (let i = 1; i < t.end[0]; i = t.end[i]) out.push([t.frame[i], t.total[i]]); return out; })()""")
    want = []
    for path, n in stacks:
        if path and want and want[-1][0] == path[0]:
            want[-1][1] += n
        elif path:
            want.append([path[0], n])
        else:
            want.append([None, n])
    same("outermost boxes, in the order of time", [w for w in want if w[0] is not None], got)
    inner = page.run("""(() => { const t = flame.tree, out = []; for (let i = 0; i < t.parent.length; i++) if (t.own[i]) { const path = [];
        for (let k = i; k; k = t.parent[k]) path.unshift(t.frame[k]); out.push([path.join(), t.own[i]]); } return out; })()""")
    sums = collections.Counter()
    for path, n in inner:
        sums[path] += n
    truth = collections.Counter()
    for path, n in stacks:
        truth[",".join(map(str, path))] += n
    same("own numbers of all stacks", dict(truth), dict(sums))
    same("more boxes than where time does not count", True, page.run("flame.tree.parent.length > 1"))
    same("the root says it", True, page.run("flame.rootName()").endswith(", in the order of time"))
    page.run("flame.set({inTime: false, thread: -1})")


def check_small(page):
    """In a small window the graph and the table keep a size that can be read: the page scrolls."""
    for width, height in ((600, 800), (1300, 500)):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        page.frame()
        high = page.run("['scroll', 'functions', 'lanes-scroll'].map((id) => $(id).clientHeight)")
        same(f"{width}x{height}: {high} pixels of graph, table, lanes", True, min(high) >= 110)
        same(f"{width}x{height}: the end of the table can be scrolled to", True, page.run(
            "(scrollTo(0, 1e6), $('functions').getBoundingClientRect().bottom <= innerHeight + 1)"))


def look(path, picture):
    data = Page(path)
    with browser.Page("file://" + path, width=1300, height=1000) as page:
        page.frame()
        check_drawn(page)
        check_pixels(page)
        check_brush(page, data)
        check_held(page, data)
        check_lanes(page, data)
        check_keys(page, data)
        check_axis(page, data)
        check_readers(page, data)
        check_heat(page, data)
        check_latencies(page, data)
        check_commands(page, data)
        check_two(page, data)
        check_in_time(page, data)
        page.scheme(True)
        page.open("file://" + path)
        page.frame()
        same("dark", "rgb(22, 24, 28)", page.run("getComputedStyle(document.body).backgroundColor"))
        corner = page.run("[...$('lanes-canvas').getContext('2d').getImageData(400, 2, 1, 1).data].slice(0, 3)")
        same("the lanes, too", [22, 24, 28], corner)
        page.picture(picture)
        check_small(page)
        same("what the page complains of", [], page.errors)
        same("what the page asks for", [], [u for u in page.requests if not u.startswith(("file://" + path, "data:,", "blob:"))])

