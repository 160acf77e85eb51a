#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Who ended whose waits, on the page of a timeline.

    timeline_waits.py made PAGE        the page of woken.py's recording, without a browser
    timeline_waits.py filtered PAGE    the same of t10 alone
"""
import sys

import browser
from timeline_check import Page, same

INTERRUPT, FILTERED = 2**32 - 1, 2**32 - 2
# Who waited, from, to, who ended it.
WAITS = [(10, 1010, 2200, 11), (11, 1011, 2100, 12), (12, 1012, 2000, INTERRUPT), (12, 2110, 12000, INTERRUPT), (11, 2220, 12100, 12),
         (10, 2300, 12200, 11), (13, 20100, 20300, INTERRUPT)]
UNKNOWN = (13, 1013, 20000)		# nobody says who ended it
# What 10 depended on while it waited last, newest first: thread, from, to, what it did, whom it woke then.
PATH = [(11, 12110, 12200, "ran", 10), (11, 12100, 12110, "runnable", None), (12, 12010, 12100, "ran", 11), (12, 12000, 12010, "runnable", None),
        (12, 2300, 12000, "blocked", None)]


def stack(page, node):
    """Names, from the innermost one on."""
    d, out = page.data, []
    while node:
        out.append(d["functions"]["name"][d["frame"][node - 1]])
        node -= d["up"][node - 1]
    return out


def waker(page, w):
    return w["kind"] if w["kind"] >= FILTERED else page.data["threads"][w["kind"]][2]


def check_made(page):
    same("wakings", sorted(WAITS), sorted((page.tid(w), w["from"], w["to"], waker(page, w)) for w in page.wakings))
    for w in page.wakings:
        got, by = stack(page, w["what"]), waker(page, w)
        if by == INTERRUPT:
            same("an interrupt's stack is its own", [] if page.tid(w) == 13 else ["try_to_wake_up", "asm_sysvec_apic_timer_interrupt"], got)
        else:
            same("a waker's stack", "__schedule", got[0])


def check_filtered(page):
    same("wakers that are not asked for", [(10, FILTERED, 0)] * 2, [(page.tid(w), w["kind"], w["what"]) for w in page.wakings])


def entry(page, data, wait):
    """The number of a time off the CPU on the page."""
    tid, begin, end = wait[:3]
    found = [i for i, s in enumerate(data.offCpu) if (data.tid(s), s["from"], s["to"]) == (tid, begin, end)]
    same(f"{wait} on the page", 1, len(found))
    return found[0]


def texts(page, selector):
    return page.run(f"[...document.querySelectorAll('{selector}')].map((e) => e.textContent)")


def check_told(page, data):
    for wait in WAITS:
        page.run(f"flame.waits.choose({entry(page, data, wait)})")
        by = "an interrupt" if wait[3] == INTERRUPT else f"t{wait[3]} {wait[3]}"
        same(f"{wait}: what is said", True, f"t{wait[0]} {wait[0]}: blocked" in page.run("$('waits-text').textContent") and
             f"Ended by {by} on CPU 0." in page.run("$('waits-text').textContent"))
        same(f"{wait}: both stacks", ["Where it waited", f"Who ended it: {by}"], texts(page, "#waits-stacks h3"))
        same(f"{wait}: what a thread did meanwhile", wait[3] == INTERRUPT, page.run("$('waits-meanwhile').hidden"))
    page.run(f"flame.waits.choose({entry(page, data, UNKNOWN)})")
    same("nobody says who ended it", True, "Nobody told who ended it." in page.run("$('waits-text').textContent"))


def check_path(page, data):
    last = max((w for w in WAITS if w[0] == 10), key=lambda w: w[1])
    page.run(f"flame.waits.choose({entry(page, data, last)})")
    o = data.origin
    got = page.run("""flame.waits.path.map((r) => [flame.data.threads[r.thread][2], r.from, r.to,
        r.off < 0 ? 'ran' : ['blocked', 'runnable'][flame.timeline.off.kind[r.off]], r.waking < 0 ? null : flame.data.threads[flame.timeline.wakings.thread[r.waking]][2]])""")
    same("the path", [list(p) for p in PATH], [[t, a + o, b + o, what, woke] for t, a, b, what, woke in got])
    said = texts(page, "#waits-path li")
    same("in the order of time, as text", True, len(said) == len(PATH) and said[0].startswith("t12") and said[-1].endswith(", and woke t10 10"))
    same("what 11 did meanwhile", True, page.run("$('waits-meanwhile').textContent").startswith("What t11 11 did meanwhileIt ran for 90 ns"))
    link = page.run("location.href")
    page.open("about:blank")
    page.open(link)
    page.frame()
    same("the link has it", [True, last[1] - o], page.run("[$('waits').open, flame.timeline.off.from[flame.choice.why]]"))
    # From one wait to the one before it.
    page.run("$('waits-meanwhile').querySelector('button').click()")
    same("a time off the CPU of the waker is explained by a click", True, page.run("$('waits-text').textContent").startswith("t11 11: blocked"))


def colours(page, key):
    """How many pixels of the lanes have a colour of theirs."""
    return page.run("""(() => { const k = laneColours(flame.choice.dark)['%s'], c = $('lanes-canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        const [r, g, b] = [1, 3, 5].map((i) => parseInt(k.slice(i, i + 2), 16)); let n = 0;
        for (let i = 0; i < d.length; i += 4) n += d[i] === r && d[i + 1] === g && d[i + 2] === b; return n; })()""" % key)


def check_hands(page, data):
    page.run("flame.set({why: -1, arrows: false, thread: -1, cpu: null, comm: null}); $('lanes-scroll').scrollIntoView()")
    page.frame()
    same("no arrow unless asked for", [0, 0], [colours(page, "waking"), colours(page, "path")])
    page.run("$('wakings').click()")
    page.frame()
    same("arrows", True, colours(page, "waking") > 20)
    wait = WAITS[3]
    place = page.run("""(() => { const r = $('lanes-canvas').getBoundingClientRect(), s = flame.timeline.off, i = %d;
        const lane = flame.lanes.shown().findIndex((l) => l.kind === 'thread' && l.id === s.thread[i]);
        return [r.left + flame.lanes.x((s.from[i] + s.to[i]) / 2), r.top + AXIS + lane * LANE + 8 - $('lanes-scroll').scrollTop]; })()""" % entry(page, data, wait))
    page.click(*place)
    same("a click explains what is under it", entry(page, data, wait), page.run("flame.choice.why"))
    same("and chooses its lane", wait[0], page.run("flame.data.threads[flame.choice.thread][2]"))
    same("the path is drawn", True, colours(page, "path") > 20)
    page.run("$('lanes-canvas').focus()")
    page.key("w", "w")
    after = page.run("flame.choice.why")
    same("w: the next one of the lane", True, page.run(f"flame.timeline.off.from[{after}]") + data.origin > wait[1])
    page.key("W", "W", shift=True)
    same("W: back", entry(page, data, wait), page.run("flame.choice.why"))
    page.key("Escape")
    same("Escape: nothing is explained any more", [-1, True], page.run("[flame.choice.why, $('waits-why').hidden]"))
    page.click(*place)
    page.click(*place)
    same("a second click lets go", [-1, True], page.run("[flame.choice.why, $('waits-why').hidden]"))


def look(path, picture):
    data = Page(path)
    with browser.Page("file://" + path, width=1400, height=1000) as page:
        check_told(page, data)
        check_path(page, data)
        check_hands(page, data)
        page.picture(picture)
        same("what the page complains of", [], page.errors)
        same("what the page asks for", [], [u for u in page.requests if not u.startswith(("file://" + path, "data:,", "blob:"))])


if __name__ == "__main__":
    {"made": check_made, "filtered": check_filtered}[sys.argv[1]](Page(sys.argv[2]))
