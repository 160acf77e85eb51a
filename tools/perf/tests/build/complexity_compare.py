# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: recordings beside each other, and flame graphs."""
import os

from perfwrite import *

from complexity_case import *


def save_as(f, folder, name):
    f.write(os.path.join(folder, name))


# Half of what each recording has the other one has, too.
def both(folder, n, fill, chain):
    for name, first in (("old", 0), ("perf.data", n // 2)):
        f = writer(chain=chain)
        base(f)
        fill(f, first)
        save_as(f, folder, name)


@case(400, "diff {folder}/old {data}", "diff -c ratio {folder}/old {data}", "diff -c wdiff:1,2 -s sym,dso,comm {folder}/old {data}",
      memory=60)
def diff_addresses(n, folder):
    def fill(f, first):
        for k in range(first, first + n):
            f.sample(f.main, ip=0x400000 + 16 * k, pid=100, tid=100, time=5 + k, period=1 + k % 7)
    both(folder, n, fill, False)


@case(80, "diff -g {folder}/old {data}", "report --flamegraph={folder}/page --diff {folder}/old -i {data}", memory=250, daily=False)
def diff_chains(n, folder):
    def fill(f, first):
        for k in range(first, first + n):
            f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5 + k,
                     chain=[CONTEXT_USER] + [0x400000 + 16 * (8 * k + i) for i in range(8)])
    both(folder, n, fill, True)


@case(150, "report --flamegraph={folder}/page", "defer export --format=flamegraph -o {folder}/page-2", memory=120, daily=False)
def flame_graph_chains(n, folder):
    save_unlike_chains(n, folder)


@case(500, "report --flamegraph={folder}/page", memory=500, daily=False)
def flame_graph_deep(n, folder):
    save_deep_chains(n, folder)
