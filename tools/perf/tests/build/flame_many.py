#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A recording with as many different stacks as somebody will ever look at, and the page that shows them.

    flame_many.py make RECORDING KALLSYMS N     N samples in the kernel, no two with the same stack
    flame_many.py page PAGE FOLDED N            how much the page does to show them: counted, whatever the machine
"""
import random
import sys

import browser
import flame_page
import perfwrite

KERNEL, FUNCTIONS, DEEPEST = 0xffffffff81000000, 3000, 60
CONTEXT_KERNEL = (1 << 64) - 128


def address(function):
    return KERNEL + 0x100 * (function + 1)


def make(recording, kallsyms, number):
    with open(kallsyms, "w", encoding="ascii") as f:
        f.writelines(f"{address(i):x} T f{i:04d}{'_of_a_name' * (i % 4)}\n" for i in range(FUNCTIONS))
    w = perfwrite.Writer()
    e = w.event(sample_type=perfwrite.S_IP | perfwrite.S_TID | perfwrite.S_TIME | perfwrite.S_CPU | perfwrite.S_PERIOD |
                perfwrite.S_CALLCHAIN, name="cpu-clock")
    w.comm(7, 7, "many")
    w.mmap(-1, 0, KERNEL, 0x1000000, KERNEL, "[kernel.kallsyms]_text", misc=perfwrite.MISC_KERNEL)
    chance, seen, stack = random.Random(5), set(), [0]
    while len(seen) < number:
        # Some functions return, others are called.
        del stack[max(1, len(stack) - chance.randrange(1, 8)):]
        for _ in range(min(chance.randrange(1, 8), DEEPEST - len(stack))):
            stack.append((stack[-1] * 7 + chance.randrange(5) * 131 + 1) % FUNCTIONS)
        if (way := tuple(stack)) in seen:
            continue
        seen.add(way)
        chain = [address(i) + 8 for i in reversed(way)]
        w.sample(e, misc=perfwrite.MISC_KERNEL, ip=chain[0], pid=7, tid=7, time=1000 * len(seen), cpu=len(seen) % 8,
                 period=1 + chance.randrange(1000), chain=[CONTEXT_KERNEL] + chain)
    w.write(recording)


def counted(page, script):
    """How many frames are looked at until what @script does is drawn."""
    return page.run("""(() => { const v = flame.view, was = v.width; let n = 0;
        v.width = function (i) { n++; return was.call(this, i); };
        %s; v.draw(); delete v.width; return n; })()""" % script)


def check(page, folds, number):
    stacks = flame_page.folded(folds)
    flame_page.same("different stacks", number, len(stacks))
    page.frame()
    nodes = page.run("flame.tree.parent.length")
    flame_page.same("more frames than stacks", True, nodes > number)
    flame_page.same("the sum", sum(n for _, n in stacks), page.run("flame.sums.total[0]"))
    # A row has no more boxes than what is narrow lets it: what is drawn depends on the window, not on the recording.
    most = page.run("2 * $('scroll').clientWidth * flame.view.rows")
    flame_page.same("boxes that can be seen", True, 100 < page.run("flame.view.boxes.length") <= most)
    flame_page.same("elements of the document", True, page.run("document.querySelectorAll('*').length") < 2000)
    flame_page.same("nothing is looked at to draw the same again", 0, counted(page, ""))
    child = flame_page.widest_child(page, flame_page.widest_child(page, 0))
    for what, script in (("zoomed in", f"flame.zoomTo({child})"), ("zoomed out", "flame.zoomTo(0)")):
        n = counted(page, script)
        flame_page.same(f"{what}, {n} of {nodes} frames are looked at", True, 0 < n < nodes / 5)
    flame_page.same("a move of the mouse looks at no frame", 0, page.run(
        """(() => { const v = flame.view, was = v.width; let n = 0; v.width = function (i) { n++; return was.call(this, i); };
        for (let x = 0; x < 800; x += 10) $('canvas').dispatchEvent(new MouseEvent('mousemove', { clientX: x, clientY: 400 }));
        delete v.width; return n; })()"""))
    page.run("flame.set({search: 'f00'})")
    flame_page.near("share of the matches", 100 * sum(n for s, n in stacks if any("f00" in x for x in s)) / sum(n for _, n in stacks),
                    flame_page.share(page))


def look(path, stacks, number):
    with browser.Page("file://" + path) as page:
        check(page, stacks, int(number))
        flame_page.same("what the page complains of", [], page.errors)


if __name__ == "__main__":
    make(sys.argv[1], sys.argv[2], int(sys.argv[3]))
