#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What a step of a zoom, of a pan and of a stretch on a page costs in chromium: page-frames.py PAGE...

Of each kind 120 steps, one for each frame (requestAnimationFrame). "frame" is the time from one frame to the next, median and the one
that 95 % are not longer than: on a busy machine mostly what others have done. "thread" is the CPU time of the page's thread for a step, all
of it: script, layout, and what is drawn. 60 frames a second leave 16.7 ms.
    --profile    where the page's thread spent it, too: functions with most of their own
"""
import argparse
import collections
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "build"))
import browser  # noqa: E402

STEPS = 120
# Each: what it is called, what has to be there, and what step @i does.
KINDS = (
    ("timeline: zoom", "flame.lanes", "{ const k = i % 60 < 30 ? 0.9 : 1 / 0.9, c = flame.choice, at = c.view0 + (c.view1 - c.view0) * 0.4; "
     "flame.look(at - (at - c.view0) * k, at + (c.view1 - at) * k); }"),
    ("timeline: pan", "flame.lanes", "{ const c = flame.choice, all = flame.timeline.length, long = all / 4, from = (i % 60) / 60 * (all - long); flame.look(from, from + long); }"),
    ("timeline: lanes scrolled", "flame.lanes", "$('lanes-scroll').scrollTop = (i % 60) * 4;"),
    ("timeline: a stretch is drawn", "flame.lanes", "{ const all = flame.timeline.length; flame.lanes.drag = { x: 0, a: all / 4, b: all / 4 + all / 2 * i / 120 }; flame.lanes.draw(); "
     "if (i === 119) flame.lanes.drag = null; }"),
    ("timeline: a stretch moves", "flame.lanes", "{ const all = flame.timeline.length; flame.stretch(all / 4 + i * all / 400, all / 2 + i * all / 400, true); }"),
    ("graph: zoom", "true", "{ const t = flame.tree, path = window.path; flame.zoomTo(path[i % path.length]); }"),
    ("graph: scrolled", "true", "$('scroll').scrollTop = (i % 60) * 6;"),
    ("graph: cursor", "true", "flame.moveTo(flame.view.boxes[i * 7 % flame.view.boxes.length].node);"),
)
# The widest way from the root inwards and back.
PATH = """window.path = (() => { const t = flame.tree, out = [0]; for (let i = 0; out.length < 15;) { let best = -1;
    for (let k = i + 1; k < t.end[i]; k = t.end[k]) if (best < 0 || t.total[k] > t.total[best]) best = k;
    if (best < 0) break; out.push(i = best); } return out.concat(out.slice(1, -1).reverse()); })(); 0"""


def spent(page):
    """Seconds of the page's thread so far: all, script, layout with styles."""
    m = {m["name"]: m["value"] for m in page.call("Performance.getMetrics")["metrics"]}
    return m["TaskDuration"], m["ScriptDuration"], m["LayoutDuration"] + m["RecalcStyleDuration"]


def measured(page, step):
    before = spent(page)
    frames = page.run("""new Promise((done) => { const at = []; let i = 0;
        const turn = (now) => { at.push(now); if (i === %d) { done(at); return; } %s i++; requestAnimationFrame(turn); };
        requestAnimationFrame(turn); })""" % (STEPS, step))
    return sorted(b - a for a, b in zip(frames, frames[1:])), [1000 * (b - a) / STEPS for a, b in zip(before, spent(page))]


def profiled(page, step):
    page.call("Profiler.enable")
    page.call("Profiler.setSamplingInterval", interval=200)
    page.call("Profiler.start")
    measured(page, step)
    p = page.call("Profiler.stop")["profile"]
    names = {n["id"]: n["callFrame"]["functionName"] or "(anonymous)" for n in p["nodes"]}
    own = collections.Counter()
    for node, took in zip(p["samples"], p["timeDeltas"]):
        own[names[node]] += took / 1000
    for name, took in own.most_common(10):
        if name not in ("(idle)", "(root)"):
            print(f"      {took / STEPS:7.2f} ms  {name}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("page", nargs="+")
    p.add_argument("--profile", action="store_true")
    args = p.parse_args()
    if not browser.program():
        sys.exit("page-frames: no chromium is installed")
    for path in args.page:
        with browser.Page("about:blank", width=1400, height=1000, patience=600) as page:
            page.call("Performance.enable", timeDomain="threadTicks")
            page.open("file://" + os.path.abspath(path))
            page.frame()
            print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB, opens in {spent(page)[0]:.2f} s of the page's thread")
            for name, needs, step in KINDS:
                if not page.run(f"!!({needs})"):
                    continue
                page.run(f"location.hash = ''; {PATH}")
                page.frame()
                frames, (thread, script, layout) = measured(page, step)
                print(f"  {name:30} frame {frames[len(frames) // 2]:6.1f} {frames[len(frames) * 95 // 100]:6.1f} ms   thread {thread:6.2f} ms"
                      f" (script {script:.2f}, layout {layout:.2f})")
                if args.profile:
                    profiled(page, step)


main()
