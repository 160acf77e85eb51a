# SPDX-License-Identifier: GPL-2.0-only
"""Makes the recordings that are measured: scenarios for perf defer generate, and hard ones record by record."""
import os
import random
import subprocess
import sys

import inlined

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "build"))
import perfwrite as pw  # noqa: E402
import scenarios  # noqa: E402
from scenarios import KERNEL  # noqa: E402

READ = "event syscalls:sys_enter_read type=software config=0"
# Deferred samples at full size; see threads() of scenarios.
TURNS, THREADS = 62500, 8
# Recordings of the same few stacks with their sizes, and of the same switches: what grows with the input.
STEPS = {"deferred-10th": 0.1, "deferred": 1, "deferred-10x": 10}
SWITCH_STEPS = {"switches-10th": 0.1, "switches": 1}
CONTEXT_USER = 2**64 - 512

WAITING = """
task 1000-{last} comm=sleeper stack=14
step 100
1000-{last} enter
1000-{last} sample kernel={kernel}
1000-{last} return
"""


def system(turns):
    """Forty programs of five tasks on eight CPUs, each with a stack of its own depth, in three places of the kernel."""
    lines = ["cpus 8", "step 100", "rounds 10000000"]
    for i in range(40):
        lines.append(f"task {1000 + 5 * i}-{1004 + 5 * i} comm=program-{i} cpu={i % 8} stack={4 + i % 17}")
    lines.append(f"repeat {max(1, int(turns))}")
    for i in range(3):
        kernel = ",".join(hex(0xffffffff81000000 + 0x1000 * i + 0x100 * k) for k in range(3 + 2 * i))
        lines += ["1000-1199 enter", f"1000-1199 sample kernel={kernel}", "1000-1199 return"]
    return "\n".join(lines + ["end", ""])


def samples_of(name, scale):
    """How many samples a recording of STEPS or SWITCH_STEPS has."""
    if name in STEPS:
        return max(1, int(TURNS * STEPS[name] * scale)) * THREADS
    return max(1, int(125000 * SWITCH_STEPS[name] * scale)) * THREADS


def texts(scale):
    """Name -> scenario."""
    made = {name: scenarios.threads(TURNS * part * scale, event=READ) for name, part in STEPS.items()}
    made.update({name: scenarios.switches(125000 * part * scale) for name, part in SWITCH_STEPS.items()})
    return made | {
        "system": system(540 * scale),
        # As many stacks as a system has that does all kinds of things: 326,616 samples. And one program in many places of the kernel.
        "varied": scenarios.varied(62 * scale, 3900, 5268),
        "many": scenarios.varied(100 * scale, 4000, 4000, tasks=8),
        "turns": scenarios.in_turn(31250 * scale),
        "shallow": scenarios.threads(TURNS * scale, 3, READ + " no-defer", "attr-size 112"),
        "plain": scenarios.threads(TURNS * scale, 14, READ + " no-defer", "attr-size 112"),
        "waiting": WAITING.format(last=1000 + max(1, int(100000 * scale)) - 1, kernel=KERNEL),
    }


# --- recordings in which hardly anything comes twice ------------------------------------------------

def different(path, nr, depth, again=1, among=0):
    """
    @nr samples of addresses that no other has; with @depth, chains of so many frames, @again times each. @among: frames are
    any of so many.
    """
    any_of = random.Random(1)
    f = pw.Writer(arch="x86_64")
    e = f.event(type=1, config=0, name="cpu-clock", sample_type=pw.S_IDENTIFIER | pw.S_IP | pw.S_TID | pw.S_TIME | pw.S_CPU |
                pw.S_PERIOD | (pw.S_CALLCHAIN if depth else 0))
    f.comm(100, 100, "prog", 1)
    f.mmap2(100, 100, 0x400000, 0x10000000, 0, "/nowhere/prog", 1)
    for k in range(nr):
        first = 0x400000 + 16 * k * max(1, depth)
        chain = [CONTEXT_USER] + [0x400000 + 16 * any_of.randrange(among) if among else first + 16 * i
                                  for i in range(depth)] if depth else ()
        for i in range(again):
            f.sample(e, ip=first if not depth else 0x400000, pid=100, tid=100, time=5 + k * again + i, chain=chain)
    f.write(path)


# Name -> the numbers of different(), at full size. A record has room for 8,180 frames.
HARD = {"chains": (40000, 32, 1, 4096), "frames": (40000, 32, 1, 0), "functions": (200000, 0, 1, 0),
        "rows": (1000000, 0, 1, 0), "deep": (1, 8180, 25, 0)}


def names():
    return list(texts(1)) + list(HARD)


def make(perf, folder, scale, wanted):
    """Paths of those that @wanted(name) asks for."""
    made = []
    for name, text in texts(scale).items():
        path = os.path.join(folder, name + ".data")
        if not wanted(name):
            continue
        if not os.path.exists(path):
            source = os.path.join(folder, name + ".txt")
            with open(source, "w", encoding="utf-8") as f:
                f.write(text)
            subprocess.run([perf, "defer", "generate", "-o", path, source], check=True)
        made.append(path)
    for name, (nr, *how) in HARD.items():
        path = os.path.join(folder, name + ".data")
        if not wanted(name):
            continue
        if not os.path.exists(path):
            # In a process of its own: the memory that this one has is part of the peak of all that it starts.
            subprocess.run([sys.executable, __file__, path, str(max(1, int(nr * scale))), *map(str, how)], check=True)
        made.append(path)
    if wanted("inlined"):
        path = inlined.record(perf, folder, scale)
        if path:
            made.append(path)
    return made


if __name__ == "__main__":
    different(sys.argv[1], *(int(word) for word in sys.argv[2:]))
