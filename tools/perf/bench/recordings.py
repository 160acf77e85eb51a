# SPDX-License-Identifier: GPL-2.0-only
"""Makes the recordings that are measured, with perf defer generate."""
import os
import subprocess

import inlined

KERNEL = "0xffffffff81000100,0xffffffff81000200,0xffffffff81000300"

THREADS = """
event syscalls:sys_enter_read type=software config=0{event}
task 1000-1007 comm=reader stack={depth}
step 200
rounds 10000000
{settings}
repeat {turns}
1000-1007 enter
1000-1007 sample kernel={kernel}
1000-1007 return
end
"""

SWITCHES = """
cpus 1
switch-records no
step 100
rounds 10000000
event sched:sched_switch type=2 config=314 period=1 fields=ip,tid,time,callchain,cpu,period,raw,identifier switches
task 1000-1007 comm=sleeper cpu=0 stack=14
{begin}
repeat {turns}
{turn}
end
"""

WAITING = """
task 1000-{last} comm=sleeper stack=14
step 100
1000-{last} enter
1000-{last} sample kernel={kernel}
1000-{last} return
"""


def threads(turns, depth=14, event="", settings=""):
    return THREADS.format(turns=max(1, int(turns)), depth=depth, event=event, settings=settings, kernel=KERNEL)


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


def turn(returns):
    """Each of eight tasks is woken, takes the CPU from the one before, and goes to sleep in turn."""
    lines = []
    for task in range(1000, 1008):
        lines += [f"cpu 0 wake {task}", f"cpu 0 switch {task} S kernel={KERNEL}"]
        lines += [f"{task} return"] * returns + [f"{task} enter"]
    return "\n".join(lines)


def switches(turns):
    # At first nobody is in the kernel yet.
    return SWITCHES.format(turns=max(1, int(turns)), begin=turn(0), turn=turn(1))


def texts(scale):
    """Name -> scenario."""
    return {
        "deferred": threads(62500 * scale),
        "deferred-10th": threads(6250 * scale),
        "deferred-100th": threads(625 * scale),
        "system": system(540 * scale),
        "shallow": threads(62500 * scale, 3, " no-defer", "attr-size 112"),
        "plain": threads(62500 * scale, 14, " no-defer", "attr-size 112"),
        "switches": switches(125000 * scale),
        "switches-10th": switches(12500 * scale),
        "waiting": WAITING.format(last=1000 + max(1, int(100000 * scale)) - 1, kernel=KERNEL),
    }


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
    if wanted("inlined"):
        path = inlined.record(perf, folder, scale)
        if path:
            made.append(path)
    return made
