# SPDX-License-Identifier: GPL-2.0-only
"""The pane with code of a page, in a browser.

    flame_code.py costs PAGE TRUTH            TRUTH: as annotated.py prints it, of functions "work" and "helper"; events: cpu-clock, task-clock
    flame_code.py chosen PAGE TRUTH           TRUTH: as annotated_chosen.py prints it
    flame_code.py hands PAGE                  keys, mouse, links, what screen readers get
    flame_code.py diff PAGE SOURCE            both recordings have the same samples in two builds of SOURCE
    flame_code.py long PAGE                   a function that is too long, which says so
    flame_code.py shortened PAGE TRUTH        the second function, helper, has only instructions with samples
    flame_code.py ended PAGE                  the second function is not there
    flame_code.py none PAGE                   a page without code
"""
import collections
import json

import browser


def same(what, want, got):
    if want != got:
        raise SystemExit(f"{what}: {str(got)[:400]} instead of {str(want)[:400]}")


def truth_of(path):
    """(function, event) -> address -> samples, period."""
    out = collections.defaultdict(dict)
    with open(path, encoding="utf-8") as f:
        for line in f:
            function, address, *numbers = line.split()
            for event in range(len(numbers) // 2):
                samples, period = map(int, numbers[2 * event:2 * event + 2])
                if samples:
                    out[function, event][address] = samples, period
    return out


def code_of(page, name):
    return page.run("flame.code.all.findIndex((c) => c.name === %s)" % json.dumps(name))


def check_costs(page, path):
    truth = truth_of(path)
    same("functions", ["helper", "work"], sorted(page.run("flame.code.all.map((c) => c.name)")))
    for (function, event), rows in truth.items():
        for which, unit in enumerate(("samples", "period")):
            page.run("flame.set({event: %d, unit: '%s', code: %d, codeView: 'code'})" % (event, unit, code_of(page, function)))
            got = page.run("Object.fromEntries(flame.code.list.filter((r) => r.kind === 'insn' && r.v).map((r) => [r.line, r.v]))")
            same(f"{unit} of event {event} in {function}", {a: v[which] for a, v in rows.items()}, got)
            total = sum(v[which] for v in rows.values())
            shown = page.run("""[...$('code-rows').rows].filter((r) => r.className === 'insn' && r.cells[0].textContent)
                .map((r) => [r.cells[1].textContent, r.cells[0].textContent])""")
            same("shares of the function", {a: f"{100 * v[which] / total:.2f}%" for a, v in rows.items()}, dict(shown))
            lines = page.run("flame.code.lines(flame.code.all[flame.choice.code], flame.code.sums).filter((r) => r.kind === 'source')"
                             ".reduce((sum, r) => sum + (r.v || 0), 0)")
            same("all lines together", total, lines)
    page.run("flame.set({event: 0, unit: 'period', code: %d, codeView: 'source'})" % code_of(page, "work"))
    text = page.run("[...$('code-rows').rows].map((r) => r.textContent)")
    same("the text of lines", 1, sum("s += helper(i);" in t for t in text))
    same("what another file would say", [], [t for t in text if "no source" in t])
    same("markup stays text", 1, sum("</script><b>" in t for t in text))
    same("no element of it", 0, page.run("document.querySelectorAll('#code b').length"))
    page.run("flame.set({codeView: 'code'})")
    same("inlined functions are named", True, page.run("[...$('code-rows').querySelectorAll('.inlined')].every((e) => e.textContent === ' inlined: mix')"))
    same("some are", True, page.run("!!$('code-rows').querySelector('.inlined')"))
    same("the caption", True, page.run("$('code-caption').textContent").startswith("work ("))
    page.run("flame.set({steps: [{op: 'shortened', of: '', file: false}]})")
    same("a choice that code does not follow is told", True, "of all stacks" in page.run("$('code-caption').textContent"))
    page.run("flame.set({steps: []})")


def check_chosen(page, path):
    """Numbers by thread, CPU, stretch and with what was called, each against the samples themselves."""
    with open(path, encoding="utf-8") as f:
        hits = [(function, address, *map(int, rest)) for function, address, *rest in (line.split() for line in f)]
    first, last = min(h[6] for h in hits), max(h[6] for h in hits)
    threads = {t[2]: i for i, t in enumerate(page.run("flame.data.threads"))}
    timeline = page.run("!!flame.timeline")
    origin = int(page.run("flame.data.timeline.origin")) if timeline else 0
    same("calls are told apart", False, page.run("$('code-calls-label').hidden"))

    def rows(function, event, calls=False, tid=None, cpu=None, time=None):
        out = collections.Counter()
        for name, address, call, of, thread, on, at, period in hits:
            if name == function and of == event and (calls or not call) and tid in (None, thread) and cpu in (None, on) and \
                    (time is None or time[0] <= at < time[1]):
                out[address] += period
        return dict(out)

    def compare(what, function, event=0, calls=False, tid=None, cpu=None, time=None):
        page.run("flame.set(%s)" % json.dumps({
            "event": event, "unit": "period", "code": code_of(page, function), "codeView": "code", "codeCalls": calls,
            "thread": -1 if tid is None else threads[tid], "cpu": cpu,
            **({"from": time and time[0] - origin, "to": time and time[1] - origin} if timeline else {})}))
        want = rows(function, event, calls, tid, cpu, time)
        same(f"{what}: some", True, bool(want))
        same(what, want, page.run("Object.fromEntries(flame.code.list.filter((r) => r.kind === 'insn' && r.v).map((r) => [r.line, r.v]))"))
        same(f"{what}: the caption", True, f", {'total' if calls else 'own'} " in page.run("$('code-caption').textContent"))

    compare("own samples", "work")
    compare("with what was called", "work", calls=True)
    same("how its column is called", "Total", page.run("$('code-own').textContent"))
    compare("of a thread", "work", calls=True, tid=8)
    compare("of a CPU", "helper", cpu=1)
    compare("of a thread on a CPU", "work", event=1, tid=7, cpu=0)
    third = (last - first) // 3
    if timeline:
        compare("of a stretch", "work", calls=True, time=(first + third, first + 2 * third))
        compare("of a thread in a stretch", "helper", tid=7, time=(first, first + 2 * third))
        page.run("flame.set({thread: -1, base: [%d, %d], from: %d, to: %d})" % (
            first - origin, first + third - origin, first + third - origin, last + 1 - origin))
        want = rows("helper", 0, time=(first, first + third))
        same("what a stretch is compared with", want,
             page.run("Object.fromEntries(flame.code.list.filter((r) => r.kind === 'insn' && r.before).map((r) => [r.line, r.before]))"))
        same("the change has a column", False, page.run("$('code-change').hidden"))
        page.run("flame.set({base: null, from: null, to: null})")
    page.run("flame.set({thread: -1, cpu: null, event: 0, code: %d, codeCalls: true})" % code_of(page, "work"))
    one, two = rows("work", 0, True), rows("work", 1, True)
    same("the metric has a column", "ratio", page.run("$('code-where').previousElementSibling.textContent"))
    same("the metric of instructions", {a: f"{one.get(a, 0) / two[a]:.2f}" if a in two else "x/0" for a in {*one, *two}},
         page.run("""Object.fromEntries([...$('code-rows').rows].filter((r) => r.className === 'insn' && r.cells[1].textContent)
                     .map((r) => [r.cells[2].textContent, r.cells[1].textContent]))"""))
    same("the metric of the function", True,
         page.run("$('code-caption').textContent").endswith(f", ratio {sum(one.values()) / sum(two.values()):.2f}"))
    page.run("flame.set({beside: '1'})")
    same("another event beside", two, page.run(
        "Object.fromEntries(flame.code.list.filter((r) => r.kind === 'insn' && r.before).map((r) => [r.line, r.before]))"))
    link = page.run("location.href")
    page.open("about:blank")
    page.open(link)
    page.frame()
    same("from the link", [True, "1"], page.run("[flame.choice.codeCalls, flame.choice.beside]"))


def check_hands(page):
    same("closed at first", True, page.run("$('code').hidden"))
    page.run("$('canvas').focus()")
    page.key("a", "a")
    same("the root has no code", True, "Move to a frame" in page.run("$('status').textContent"))
    page.key("ArrowUp")
    page.key("a", "a")
    same("the widest one's", "work", page.run("flame.code.all[flame.code.shown].name"))
    same("the link has it", str(code_of(page, "work")), page.run("new URLSearchParams(location.hash.slice(1)).get('code')"))
    hottest = page.run("Math.max(...flame.code.list.map((r) => r.v || 0))")
    same("the focus is on the hottest row", hottest, page.run("flame.code.list[document.activeElement.sectionRowIndex].v"))
    page.key("h", "h")
    second = page.run("flame.code.list[document.activeElement.sectionRowIndex].v")
    same("h goes on", sorted(page.run("flame.code.list.map((r) => r.v || 0)"))[-2], second)
    at = page.run("document.activeElement.sectionRowIndex")
    page.key("ArrowDown")
    same("an arrow goes on by a row", at + 1, page.run("document.activeElement.sectionRowIndex"))
    same("one row can be reached by Tab", 1, page.run("[...$('code-rows').rows].filter((r) => r.tabIndex === 0).length"))
    jump = page.run("flame.code.list.findIndex((r) => r.target >= 0)")
    page.run(f"flame.code.goTo({jump})")
    page.key("Enter", "\r")
    same("Enter follows a jump", page.run(f"flame.code.list[{jump}].target"), page.run("flame.code.list[document.activeElement.sectionRowIndex].insn"))
    call = page.run("flame.code.list.findIndex((r) => r.call !== undefined)")
    page.run(f"flame.code.goTo({call})")
    page.key("Enter", "\r")
    same("Enter follows a call", "helper", page.run("flame.code.all[flame.code.shown].name"))
    page.run("new Promise((done) => { addEventListener('hashchange', () => requestAnimationFrame(done), { once: true }); history.back(); })")
    same("back to who called", "work", page.run("flame.code.all[flame.code.shown].name"))
    page.run("$('canvas').focus()")
    page.key("Escape")
    same("Escape closes it", True, page.run("$('code').hidden"))
    same("the table is back", True, page.run("getComputedStyle($('functions')).display !== 'none'"))
    same("the graph has the focus", "canvas", page.run("document.activeElement.id"))
    same("rows of functions lead to code", ["code of helper", "code of work"],
         sorted(page.run("[...$('rows').querySelectorAll('button')].map((b) => b.getAttribute('aria-label')).filter((t) => t && t.startsWith('code of '))")))
    page.run("[...$('rows').querySelectorAll('button')].find((b) => b.getAttribute('aria-label') === 'code of helper').click()")
    same("helper's", "helper", page.run("flame.code.all[flame.code.shown].name"))
    check_readers(page)
    links = page.run("[...document.querySelectorAll('#code a')].map((a) => [a.href, a.rel, a.target])")
    same("all lines are links", True, len(links) > 3)
    for href, rel, target in links:
        same("a link", True, href.startswith("https://example.org/r/") and "#L" in href and "{" not in href)
        same("what it gives away", ["noopener noreferrer", "_blank"], [rel, target])
    link = page.run("location.href")
    page.run("flame.set({code: -1})")
    page.open("about:blank")
    page.open(link)
    page.frame()
    same("from the link", "helper", page.run("flame.code.all[flame.code.shown].name"))
    page.open("about:blank")
    page.open(link.split("#")[0] + "#code=99999&show=x")
    page.frame()
    same("from a wrong link", True, page.run("$('code').hidden"))


def check_readers(page):
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    shown = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n.get("ignored") and "role" in n]
    for want in (("region", "Code"), ("columnheader", "Own"), ("columnheader", "Line, address"), ("columnheader", "Code"), ("button", "Close"),
                 ("combobox", "Code of"), ("combobox", "Shown")):
        same(f"a reader finds {want}", True, want in shown)
    same("the table is called", True, any(role == "table" and name.startswith("helper (") for role, name in shown))
    same("nothing without a name", [], [s for s in shown if s[0] in ("button", "link", "combobox") and not s[1]])


def check_diff(page, source):
    with open(source, encoding="utf-8", errors="replace") as f:
        text = f.read().split("\n")
    page.run("flame.set({code: %d})" % code_of(page, "work"))
    same("by lines", "source", page.run("flame.choice.codeView"))
    same("what has changed has a column", False, page.run("$('code-change').hidden"))
    rows = page.run("flame.code.list.filter((r) => r.kind === 'source' && (r.v || r.before)).map((r) => [r.line, r.v, r.before])")
    now, before = (collections.Counter({line: r[i] for line, *r in rows if r[i]}) for i in (0, 1))
    same("both have samples", True, len(now) > 3 and len(before) > 3)
    same("now", page.run("flame.code.sums.all"), sum(now.values()))
    same("before", page.run("flame.code.sums.old"), sum(before.values()))
    shown = page.run("[...$('code-rows').rows].filter((r) => r.className === 'source coded').map((r) => [r.cells[2].textContent, r.cells[1].textContent])")
    same("each line once", len(shown), len({line for line, _ in shown}))
    for line, change in shown:
        v, b = now.get(int(line), 0), before.get(int(line), 0)
        want = page.run(f"flame.points(flame.delta({v}, {b}))") if v or b else ""
        same(f"the change of line {line} ({text[int(line) - 1]})", want, change)
    same("some have changed", True, any(c not in ("", "0.00") for _, c in shown))


def check_shortened(page, path):
    truth = truth_of(path)
    for function in ("work", "helper"):
        page.run("flame.set({event: 0, unit: 'samples', code: %d, codeView: 'code'})" % code_of(page, function))
        got = page.run("Object.fromEntries(flame.code.list.filter((r) => r.kind === 'insn').map((r) => [r.line, r.v]))")
        same(f"samples of {function}", {a: v[0] for a, v in truth[function, 0].items()}, {a: v for a, v in got.items() if v})
        both = set(truth[function, 0]) | set(truth[function, 1])
        same(f"{function} is short", function == "helper", set(got) == both)
        same("which is said", function == "helper", "with a larger share" in page.run("$('code-note').textContent"))


def look(what, path, *rest):
    """What the module is for, at the page @path."""
    with browser.Page("file://" + path) as page:
        if what == "none":
            page.run("$('canvas').focus()")
            page.key("ArrowUp")
            page.key("a", "a")
            same("no pane", True, page.run("$('code').hidden"))
            same("why", True, "--with-code" in page.run("$('status').textContent"))
            same("no buttons", False, page.run("[...$('rows').querySelectorAll('button')].some((b) => b.textContent === 'code')"))
        elif what == "long":
            page.run("flame.set({code: 0})")
            same("why some are not there", True, "too many for a page" in page.run("$('code-note').textContent"))
            same("its samples are", page.run("flame.sums.total[0]"), page.run("flame.code.list.reduce((sum, r) => sum + (r.v || 0), 0)"))
        elif what == "ended":
            same("the largest", ["work"], page.run("flame.code.all.map((c) => c.name)"))
            page.run("flame.set({code: 0})")
            same("why the other is not there", True, "code of 1 more function, with" in page.run("$('code-note').textContent"))
        else:
            {"costs": check_costs, "chosen": check_chosen, "hands": check_hands, "diff": check_diff, "shortened": check_shortened}[what](page, *rest)
        same("what the page complains of", [], page.errors)
        same("what it loads", True, all(r.startswith(("file://", "about:")) for r in page.requests))

