#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Do commands take more instructions than they did?

    instructions.py [--store] PERF

Each job reads a made-up recording and one that is three times as large; what the second takes more, without what
starting takes, is compared with instructions.txt: more than 5 % above it fails. --store writes that file.

The same source is not the same instructions everywhere. So the unit is what `perf test -w reference` takes more for
1000 rounds, built by the same compiler with the same flags, and libc is asked for its plainest functions. Another
compiler still weighs things differently: the file names the one that it was written with, and with another one a job may
take a third more.

What is told of one job by another (RATIOS) holds with any compiler.
"""
import os
import re
import subprocess
import sys
import tempfile

import scenarios
from instruction_counts import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
STORED = os.path.join(HERE, "instructions.txt")
ALLOWED, ALLOWED_OTHER = 1.05, 1.33
PLAIN_LIBC = "glibc.cpu.hwcaps=" + ",".join("-" + f for f in (
    "AVX2", "AVX2_Usable", "AVX_Fast_Unaligned_Load", "AVX512F", "AVX512VL", "AVX512BW", "ERMS", "FSRM", "BMI2", "LZCNT", "MOVBE",
    "SSE4_2", "SSE4_1", "SSSE3", "Fast_Unaligned_Copy"))

DIFFERENT = """
task 1000-1003 comm=each stack=3
step 100
rounds 100000
{lines}
"""
JOBS = {
    "report": ("deferred", "report --stdio"),
    "script": ("deferred", "script"),
    "fields": ("deferred", "script -F tid,time"),
    "merge": ("deferred", "defer merge -f -o {out}"),
    "stat": ("deferred", "defer stat"),
    "rows": ("different", "report --stdio"),
    "switches": ("switches", "report --stdio"),
    "off-cpu": ("switches", "report --stdio --off-cpu"),
    "in-turn": ("in turn", "script"),
    "folded": ("deferred", "defer export -q --format=folded"),
    "pprof": ("deferred", "defer export -q --format=pprof"),
    "flamegraph": ("deferred", "defer export -q --format=flamegraph"),
    "ndjson": ("deferred", "defer export -q --format=ndjson"),
    "otlp": ("deferred", "defer export -q --format=otlp"),
    "speedscope": ("deferred", "defer export -q --format=speedscope"),
    "firefox": ("deferred", "defer export -q --format=firefox"),
    "json": ("deferred", "defer export -q --format=json"),
    "timeline": ("deferred", "defer export -q --format=timeline"),
}
# At most so many times what another job takes.
RATIOS = {"off-cpu": ("switches", 2.4), "folded": ("report", 1.3), "pprof": ("report", 1.3), "flamegraph": ("report", 1.3),
          "ndjson": ("script", 1.6)}


def scenario(kind, times):
    if kind == "deferred":
        return scenarios.threads(120 * times, rounds=100000)
    if kind == "switches":
        return scenarios.switches(60 * times, rounds=100000)
    if kind == "in turn":
        return scenarios.in_turn(60 * times, rounds=100000)
    samples = []
    for i in range(400 * times):
        kernel = ",".join(hex(0xffffffff81000000 + 64 * (i * 7919 % 65536) + k * 16) for k in range(4))
        task = 1000 + i % 4
        samples.append(f"{task} enter\n{task} sample kernel={kernel}\n{task} return")
    return DIFFERENT.format(lines="\n".join(samples))


def count(counter, words):
    done, status = counter.count(words)
    if status:
        sys.exit(f"perf {' '.join(words)}: status {status}")
    return done


def compiler(perf):
    with open(perf, "rb") as f:
        found = re.search(rb"(GCC: \([^)]*\) \d+|clang version \d+)", f.read())
    return re.sub(r": \([^)]*\)", "", found.group(1).decode()) if found else "unknown"


def measure(perf, folder):
    """Job -> thousandths of the reference."""
    counter = Counter(perf, folder, {"HOME": folder, "PERF_CONFIG": "/dev/null", "PERF_TEST_HASH_SEED": "1",
                                     "GLIBC_TUNABLES": PLAIN_LIBC, "PERF_BUILDID_DIR": os.path.join(folder, "debug")})
    unit = count(counter, ["test", "-w", "reference", "300"]) - count(counter, ["test", "-w", "reference", "100"])
    recordings = {}
    for kind in sorted({kind for kind, _ in JOBS.values()}):
        for times in (1, 3):
            path = os.path.join(folder, f"{kind}-{times}")
            with open(path + ".txt", "w", encoding="utf-8") as f:
                f.write(scenario(kind, times))
            subprocess.run([perf, "defer", "generate", "-o", path + ".data", path + ".txt"], check=True)
            recordings[kind, times] = path + ".data"
    taken = {}
    for job, (kind, command) in JOBS.items():
        words = command.replace("{out}", os.path.join(folder, "out.data")).split()
        few, many = (count(counter, words + ["-i", recordings[kind, times]]) for times in (1, 3))
        taken[job] = round((many - few) * 1000 / unit)
    counter.end()
    return taken


def read_stored():
    stored, used = {}, None
    with open(STORED, encoding="utf-8") as f:
        for line in f:
            if line.startswith("compiler: "):
                used = line.split(": ")[1].strip()
            elif line.strip() and not line.startswith("#"):
                job, value = line.split()
                stored[job] = int(value)
    return used, stored


def store(used, taken):
    with open(STORED, "w", encoding="utf-8") as f:
        f.write("# What each job of instructions.py takes, in thousandths of the reference. Changed only with the reason in\n"
                "# the same commit: instructions.py --store PERF\n")
        f.write(f"compiler: {used}\n")
        for job, value in taken.items():
            f.write(f"{job} {value}\n")


def main():
    words = sys.argv[1:]
    write = words[:1] == ["--store"]
    perf = os.path.abspath(words[-1]) if os.sep in words[-1] else words[-1]
    with tempfile.TemporaryDirectory() as folder:
        taken = measure(perf, folder)
    used, now = None, compiler(perf) if os.path.exists(perf) else "unknown"
    if write:
        store(now, taken)
        return 0
    used, stored = read_stored()
    allowed = ALLOWED if used == now else ALLOWED_OTHER
    print(f"built by {now}, stored by {used}")
    bad = 0
    for job, value in taken.items():
        before = stored.get(job)
        print(f"{job}: {value}, stored {before}")
        if before is None or value > before * allowed:
            print(f"FAILED: perf {JOBS[job][1]} takes {value} thousandths of the reference, {before} is stored: if that is "
                  "meant, tests/build/instructions.py --store PERF, and say why in the commit")
            bad += 1
    for job, (other, most) in RATIOS.items():
        print(f"{job}: {taken[job] / taken[other]:.2f} times {other}")
        if taken[job] > most * taken[other]:
            print(f"FAILED: perf {JOBS[job][1]} takes more than {most} times what perf {JOBS[other][1]} does")
            bad += 1
    return 1 if bad else 0


sys.exit(main())
