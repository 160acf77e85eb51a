# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios for perf defer generate, as large as one likes: what bench/run.py measures and instructions.py counts."""

KERNEL = "0xffffffff81000100,0xffffffff81000200,0xffffffff81000300"

THREADS = """
{event}
task 1000-1007 comm=reader stack={depth}
step 200
rounds {rounds}
{settings}
repeat {turns}
1000-1007 enter
1000-1007 sample kernel={kernel}
1000-1007 return
end
"""

SWITCHES = """
event sched:sched_switch type=2 config=314 period=1 fields=ip,tid,time,callchain,cpu,period,raw,identifier switches
cpus 1
switch-records no
step 100
rounds {rounds}
task 1000-1007 comm=sleeper cpu=0 stack=14
{begin}
repeat {turns}
{turn}
end
"""


def threads(turns, depth=14, event="", settings="", rounds=10000000):
    """Eight threads of a program, each of which waits for its user stack, which is always the same."""
    return THREADS.format(turns=max(1, int(turns)), depth=depth, event=event, settings=settings, rounds=rounds, kernel=KERNEL)


def turn(returns):
    """Each of eight tasks is woken, takes the CPU from the one before, and goes to sleep in turn."""
    lines = []
    for task in range(1000, 1008):
        lines += [f"cpu 0 wake {task}", f"cpu 0 switch {task} S kernel={KERNEL}"]
        lines += [f"{task} return"] * returns + [f"{task} enter"]
    return "\n".join(lines)


def switches(turns, rounds=10000000):
    """Eight tasks that take turns on a CPU, and always wait in the same place."""
    # At first nobody is in the kernel yet.
    return SWITCHES.format(turns=max(1, int(turns)), rounds=rounds, begin=turn(0), turn=turn(1))
