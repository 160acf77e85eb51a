#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A fleet of machines, as `perf defer generate` makes their recordings: fleet.py PERF FOLDER MACHINES

Two recordings of each machine: of yesterday, and of today (2026-11-20 and 21). Today the machines with an odd number run another build of
`server`, in which the function at 0x400700 takes most of the time; before, and on the others, it hardly takes any. Every tenth machine
loses records. FOLDER/truth.json says what a query should find.
"""
import collections
import json
import os
import struct
import subprocess
import sys
from datetime import datetime, timezone

DAYS = ("2026-11-20", "2026-11-21")
LOST_SAMPLES = 13
KERNEL = (0xffffffff81000110, 0xffffffff81000210)	# nobody knows their names


def scenario(machine, day):
    new = day == 1 and machine % 2
    lines = [f"host web-{machine:02}", f"build-ids {2 if new else 1}", "event cpu-clock",
             "task 100 comm=server stack=0x400500,0x400100", "task 101 comm=helper stack=0x400300"]
    slow = 30 if new else 2
    for n in range(20):
        lines += ["100 enter user=0x400500,0x400100", "100 sample cpu-clock kernel=%#x,%#x" % KERNEL, "100 return"]
    lines += ["100 enter user=0x400700,0x400100", "100 return"] + ["100 sample cpu-clock"] * slow + ["101 sample cpu-clock"] * 5
    lost = 3 + machine if machine % 10 == 0 else 0
    if lost:
        lines += ["cpu 0 full"] + ["cpu 0 record type=60 size=16"] * lost + ["cpu 0 drain", "101 sample cpu-clock"]
        lines += [f"cpu 0 record type={LOST_SAMPLES} size=16"]
    return "\n".join(lines) + "\n", slow, lost


# What recorders write at the end, after what the counters have told: the same losses as those of LOST records before it.
def tell_lost_samples(path, lost):
    head = struct.pack("<IHH", LOST_SAMPLES, 0, 48)	# with 16 bytes of its own
    with open(path, "rb") as f:
        data = f.read()
    assert data.count(head + bytes(8)) == 1, path
    with open(path, "wb") as f:
        f.write(data.replace(head + bytes(8), head + struct.pack("<Q", lost)))


def main():
    perf, folder, machines = sys.argv[1], sys.argv[2], int(sys.argv[3])
    stacks, losing, slow_share = collections.Counter(), {}, [collections.Counter() for _ in DAYS]
    for day, date in enumerate(DAYS):
        when = datetime.fromisoformat(date + "T12:00:00").replace(tzinfo=timezone.utc).timestamp()
        for machine in range(machines):
            text, slow, lost = scenario(machine, day)
            path = f"{folder}/web-{machine:02}/{date}/perf.data"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            subprocess.run([perf, "defer", "generate", "-o", path, "/dev/stdin"], input=text.encode(), check=True)
            if lost:
                tell_lost_samples(path, lost)
            os.utime(path, (when, when))
            stacks["server;server;%#x;%#x" % KERNEL[::-1]] += 20
            stacks["server;server"] += slow
            stacks["helper"] += 6 if lost else 5
            slow_share[day]["server"] += slow
            slow_share[day]["all"] += 25 + slow + (lost > 0)
            if lost:
                losing[f"web-{machine:02}"] = losing.get(f"web-{machine:02}", 0) + lost
    with open(folder + "/truth.json", "w", encoding="ascii") as f:
        json.dump({"recordings": machines * len(DAYS), "stacks": stacks, "losing": losing,
                   "server": [round(100 * s["server"] / s["all"], 2) for s in slow_share]}, f)


if __name__ == "__main__":
    main()
