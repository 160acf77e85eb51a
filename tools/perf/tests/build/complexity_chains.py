# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: chains, recorded and deferred."""
import os

from perfwrite import *

from complexity_case import *


# --- chains ---------------------------------------------------------------------------------------

@case(100, "report --stdio --graph-depth 20", "report --stdio", "script", "report --stdio -g caller", "report --stdio -g flat", "report --stdio -g folded",
      "report --stdio --no-children", "defer merge -o {folder}/out", "report --stdio -g caller,count --max-stack 60000",
      "report --stdio -p main", "report --stdio --percent-limit 1", memory=400)
def deep_chain(n, folder):
    save_deep_chains(n, folder)


@case(2000, "report --stdio", "script", "report --stdio -g caller", "report --stdio -g folded", daily=False)
def deep_recursion(n, folder):
    f = writer(chain=True)
    base(f)
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5, chain=[CONTEXT_USER] + [0x400000] * min(n, 8000))
    save(f, folder)


@case(24, "report --stdio --graph-depth 8", "report --stdio", "report --stdio -g caller", "report --stdio -g fractal", "report --stdio --no-children -g folded",
      "report --stdio --hierarchy -s comm,sym", memory=150, power=2, daily=False)
def comb_of_chains(n, folder):
    """Chains that each branch off one deeper: the input grows with the square of n, and so must all else.

    Folded text is longer than that with children: each of the n functions has its callers line by line, in full.
    """
    f = writer(chain=True)
    base(f)
    for k in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5 + k,
                 chain=[CONTEXT_USER, 0x600000 + k] + [0x400000 + 16 * i for i in range(k, -1, -1)])
    save(f, folder)


@case(150, "report --stdio --percent-limit 0", "script", "report --stdio -g caller", "report --stdio -g folded", "report --stdio --no-children",
      memory=90)
def unique_chains(n, folder):
    save_unlike_chains(n, folder)


@case(500, "report --stdio", "script", "report --stdio -s addr,sym", "report --stdio -s sym,dso,srcline", "report --stdio -s comm",
      "report --stdio --hierarchy", "report --missing", memory=30, daily=False)
def unique_addresses(n, folder):
    f = writer()
    base(f)
    for k in range(n):
        f.sample(f.main, ip=0x400000 + 16 * (random() % 2**20), pid=100, tid=100, time=5 + k)
    save(f, folder)


@case(100, "report --stdio", "report -b --stdio", "report --branch-history --stdio", "script -F brstack",
      "script -F brstacksym", "report --total-cycles --stdio", memory=60, daily=False)
def branch_stacks(n, folder):
    f = Writer(arch="x86_64", branch_stack=True)
    e = f.event(type=0, config=0, sample_type=PLAIN | S_BRANCH_STACK, branch_sample_type=9, name="cycles")
    base(f)
    for k in range(n):
        f.sample(e, ip=0x400000 + k, pid=100, tid=100, time=5 + k,
                 branches=[(0x400000 + random() % 2**20, 0x400000 + random() % 2**20, 1 << 1 | 9 << 4) for i in range(16)])
    save(f, folder)


@case(300, "report --stdio", "report -b --stdio", "report --branch-history --stdio", "script -F brstack",
      "report --total-cycles --stdio", memory=150, daily=False)
def one_branch_stack(n, folder):
    f = Writer(arch="x86_64", branch_stack=True)
    e = f.event(type=0, config=0, sample_type=PLAIN | S_BRANCH_STACK, branch_sample_type=9, name="cycles")
    base(f)
    f.sample(e, ip=0x400000, pid=100, tid=100, time=5,
             branches=[(0x400000 + random() % 2**20, 0x400000 + random() % 2**20, 1 << 1 | 9 << 4) for i in range(n)][:2700])
    save(f, folder)

# --- deferred chains ------------------------------------------------------------------------------

DEFERRED = 2**64 - 640


def deferring(f, tid, time, cookie):
    f.sample(f.main, misc=MISC_KERNEL, ip=K, pid=100, tid=tid, time=time, chain=[CONTEXT_KERNEL, K, DEFERRED, cookie])


def deferred(f, tid, time, cookie, ips):
    f.record(CALLCHAIN_DEFERRED, f.pack("QQ", cookie, len(ips) + 1) + f.pack(f"{len(ips) + 1}Q", CONTEXT_USER, *ips) +
             f.sample_id(100, tid, time), MISC_USER)


DEFER = dict(flags=1 << 18 | 1 << 38 | 1 << 39)
STITCHING = ("script", "report --stdio", "defer stat", "defer dump", "defer merge -o {folder}/out")


@case(500, *STITCHING, memory=30, daily=False)
def one_cookie_for_all(n, folder):
    f = writer(chain=True, **DEFER)
    base(f)
    for i in range(n):
        deferring(f, 100, 10 + i, 1 << 32 | 1)
    deferred(f, 100, 10 + n, 1 << 32 | 1, [0x400000, 0x400010])
    save(f, folder)


@case(500, *STITCHING, memory=30, daily=False)
def one_cookie_many_records(n, folder):
    f = writer(chain=True, **DEFER)
    base(f)
    for i in range(n):
        deferring(f, 100, 10 + 2 * i, 1 << 32 | 1)
        deferred(f, 100, 11 + 2 * i, 1 << 32 | 1, [0x400000, 0x400010])
    save(f, folder)


@case(500, *STITCHING, memory=30, daily=False)
def orphans(n, folder):
    f = writer(chain=True, **DEFER)
    base(f)
    for i in range(n):
        deferring(f, 100 + i % 9, 10 + i, (2 * i + 1) << 32 | 1)
    for i in range(n):
        f.record(LOST, f.pack("QQ", 1, 2) + f.sample_id(0, 0, 10 + n + i))
    save(f, folder)


@case(1000, *STITCHING, "script -i - < {stream}", "defer stat -i - < {stream}", memory=40)
def all_wait_at_once(n, folder):
    f = writer(chain=True, **DEFER)
    base(f)
    for i in range(n):
        deferring(f, 100 + i, 10 + i, (2 * i + 1) << 32 | 1)
    for i in range(n):
        deferred(f, 100 + i, 10 + n + i, (2 * i + 1) << 32 | 1, [0x400000, 0x400010])
    save(f, folder)
    f.write_pipe(os.path.join(folder, "stream"))


@case(4000, *(f"defer export -q --format={name}" for name in ("otlp", "pprof", "folded", "flamegraph", "speedscope", "ndjson", "json")),
      memory=0.75)
def exports_of_few_stacks(n, folder):
    """Four threads with three stacks: an export keeps what differs, not the samples."""
    f = writer(chain=True)
    for tid in range(100, 104):
        base(f, tid)
    for k in range(n):
        f.sample(f.main, ip=0x400000, pid=100 + k % 4, tid=100 + k % 4, time=5 + k,
                 chain=[CONTEXT_USER, 0x400000 + 16 * (k % 3), 0x400100])
    save(f, folder)
