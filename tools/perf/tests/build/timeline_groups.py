#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Control groups, and states of threads off their CPUs, as filters of pages.

    timeline_groups.py make FILE      threads in three groups, one of which moves; and one whose samples do not tell
"""
import sys

import browser
from flame_page import same

GROUPS = {5: "/", 7: "/a.slice/one", 8: "/a.slice/two", 9: "/a.slices"}
# tid, group, samples
SAMPLES = [(10, 7, 3), (11, 8, 2), (12, 9, 4), (10, 8, 1), (13, 5, 2), (14, 33, 1)]
WANTED = {"": 13, "/": 12, "/a.slice": 6, "/a.slice/one": 3, "/a.slice/two": 3, "/a.slices": 4, "cgroup:0x21": 1}


def make(path):
    from perfwrite import CGROUP, S_CALLCHAIN, S_CGROUP, S_CPU, S_IDENTIFIER, S_IP, S_PERIOD, S_TID, S_TIME, Writer

    f = Writer(arch="x86_64")
    e = f.event(type=1, config=0, sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN | S_CGROUP, flags=1 << 18, name="cpu-clock")
    for number, name in GROUPS.items():
        f.record(CGROUP, f.pack("Q", number) + f.text(name) + f.sample_id(0, 0, 1))
    time = 1000
    for tid, group, n in SAMPLES:
        for _ in range(n):
            time += 10
            f.sample(e, 2, 0x400010, tid, tid, time, period=1, cgroup=group, chain=[-512 & 2**64 - 1, 0x400010])
    f.write(path)


def choose(page, box, value):
    page.run(f"(() => {{ const b = $('{box}'); b.value = '{value}'; b.dispatchEvent(new Event('change')); }})()")
    page.frame()


def check_groups(page):
    same("groups, and those that they are in", sorted(WANTED), sorted(page.run("[...$('group').options].map((o) => o.value)")))
    for group, n in WANTED.items():
        choose(page, "group", group)
        same(f"samples of {group or 'all'}", n, page.run("flame.set({unit: 'samples'}), flame.sums.total[0]"))
    choose(page, "group", "/a.slice")
    link = page.run("location.href")
    page.open("about:blank")
    page.open(link)
    same("the link has it", ["/a.slice", WANTED["/a.slice"]], page.run("[$('group').value, flame.sums.total[0]]"))
    if page.run("!!flame.timeline"):
        same("lanes of the group", ["10", "10", "11"], sorted(page.run("flame.lanes.shown().filter((l) => l.kind === 'thread').map((l) => String(flame.data.threads[l.id][2]))")))
    choose(page, "group", "")


def check_states(page):
    page.run("flame.set({event: flame.data.timeline.offCpuEvent, unit: 'period'})")
    whole, states = page.run("[flame.sums.total[0], flame.states]")
    parts = []
    for state in states:
        choose(page, "state", state)
        parts.append(page.run("flame.sums.total[0]"))
        want = page.run(f"flame.timeline.off.ns.reduce((a, ns, i) => a + (flame.timeline.off.kind[i] === {state} ? ns : 0), 0)")
        same(f"time of state {state}", True, abs(parts[-1] - want) <= 1e-6 * want)
        same("only those are listed", [], page.run("(() => { $('waits').open = true; return flame.waits.longest().filter((i) => flame.timeline.off.kind[i] !== %d); })()" % state))
        same("the link has it", str(state), page.run("new URLSearchParams(location.hash.slice(1)).get('state')"))
    same("several states, and together they are the whole", [True, True], [len(states) > 1, abs(sum(parts) - whole) <= 1e-6 * whole])
    choose(page, "state", -1)


def look(what, path):
    with browser.Page("file://" + path) as page:
        page.frame()
        {"groups": check_groups, "states": check_states}[what](page)
        same("what the page complains of", [], page.errors)


if __name__ == "__main__":
    make(sys.argv[2])
