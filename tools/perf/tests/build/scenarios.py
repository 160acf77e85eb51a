# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios for perf defer generate, as large as one likes: what bench/run.py measures and instructions.py counts."""

import random

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

# Samples of two events in turn, as of wakings and switches: those of one say nothing about the other.
IN_TURN = """
event cycles period=7 no-defer
event faults type=1 config=2 period=3 no-defer
task 1000-1007 comm=turns stack=5
step 100
rounds {rounds}
repeat {turns}
1000-1007 enter
1000-1007 sample cycles kernel=0xffffffff81000100,0xffffffff81000200
1000-1007 sample faults kernel=0xffffffff81000300
1000-1007 return
end
"""


def threads(turns, depth=14, event="", settings="", rounds=10000000):
    """Eight threads of a program, each of which waits for its user stack, which is always the same."""
    return THREADS.format(turns=max(1, int(turns)), depth=depth, event=event, settings=settings, rounds=rounds, kernel=KERNEL)


def in_turn(turns, rounds=10000000):
    """Eight threads, each of which has a sample of one event and then one of the other."""
    return IN_TURN.format(turns=max(1, int(turns)), rounds=rounds)


def varied(turns, kernels, users, tasks=200):
    """
    Tasks of eight CPUs that come from @kernels different stacks of the kernel and @users of their programs, each of these @turns times. The kernel
    has 150 functions in them, and a program 30: without names each address is a row of a report.
    """
    choose = random.Random(1)

    def stacks(nr, first, functions, least, most):
        found = {}
        while len(found) < nr:
            found[",".join(hex(first + 0x400 * choose.randrange(functions)) for _ in range(choose.randint(least, most)))] = True
        return list(found)

    in_kernel, in_program = stacks(kernels, 0xffffffff81000000, 150, 3, 11), stacks(users, 0x401000, 30, 4, 20)
    lines = ["cpus 8", "step 100", "rounds 10000000"]
    lines += [f"task {1000 + i} comm=program-{i // 5} cpu={i % 8} stack=0x401000" for i in range(tasks)]
    lines.append(f"repeat {max(1, int(turns))}")
    for i in range(users):
        task = 1000 + i % tasks
        lines += [f"{task} stack user={in_program[i]}", f"{task} enter", f"{task} sample kernel={in_kernel[i % kernels]}", f"{task} return"]
    return "\n".join(lines + ["end", ""])


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
