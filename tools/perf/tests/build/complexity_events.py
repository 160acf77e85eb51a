# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: events, keys that collide."""
import os

from perfwrite import *

from complexity_case import *


# --- keys that collide ----------------------------------------------------------------------------

MIX = 0xd6e8feb86659fd93
UNMIX = pow(MIX, -1, 2**64)


def unmixed(x):
    """What the well-known mixing function x ^= x >> 32, x *= MIX, twice, and x ^= x >> 32 makes @x of."""
    for _ in range(2):
        x ^= x >> 32
        x = x * UNMIX % 2**64
    return x ^ x >> 32


def colliding(n):
    """Numbers that are equal in their low 24 bits after that mixing."""
    return [unmixed(i << 24 | 0x5a5a5a) for i in range(1, n + 1)]


@case(400, "evlist", "script -F ip", daily=False)
def colliding_event_ids(n, folder):
    f = writer()
    f.main.ids = colliding(n)
    f.sample(f.main, ip=1, pid=1, tid=1, time=1)
    save(f, folder)


@case(1500, "script", "report --stdio")
def colliding_addresses(n, folder):
    f = writer()
    # hash(hash(no map, address), mode), each behind a known constant
    golden = 0x9e3779b97f4a7c15
    inner = unmixed(0)
    for i, x in enumerate(colliding(n)):
        ip = ((unmixed(x) - 0) ^ 0) % 2**64
        ip = (unmixed(((unmixed(x)) ^ (2 + golden)) % 2**64) ^ 0) - golden
        f.sample(f.main, ip=ip % 2**63, pid=1, tid=1, time=1 + i)
    save(f, folder)


@case(300, "script", "report --stdio --no-children -g none", "report --tasks", daily=False)
def colliding_tasks(n, folder):
    f = writer()
    for i, x in enumerate(colliding(n)):
        f.comm(x % 2**31, x % 2**31, f"t{i}", 1)
        f.sample(f.main, ip=1, pid=x % 2**31, tid=x % 2**31, time=2)
    save(f, folder)

# --- events ---------------------------------------------------------------------------------------

@case(400, "report --header-only", "report --stdio", "evlist", "script", "report --stdio --group", "defer stat",
      "evlist -v", memory=30, daily=False)
def many_events(n, folder):
    f = writer()
    for i in range(n - 1):
        f.event(type=1, config=i % 9, sample_type=PLAIN, name=f"event-{i}")
    for i in range(n):
        f.sample(f.events[i], ip=0x400000 + i, pid=1, tid=1, time=i)
    save(f, folder)


@case(100, "defer verify", memory=30, daily=False)
def stacks_of_many_events(n, folder):
    """Each event with a stack that no other has."""
    f = writer(chain=True)
    base(f)
    for i in range(n - 1):
        f.event(type=1, config=i % 9, sample_type=PLAIN | S_CALLCHAIN, name=f"event-{i}")
    for i in range(n):
        a = 0x400000 + i * 16
        f.sample(f.events[i], ip=a, pid=100, tid=100, time=3 + i, chain=[CONTEXT_USER, a])
    save(f, folder)


@case(300, "report --flamegraph={folder}/page --with-code=0 --kallsyms {folder}/kallsyms",
      "diff --flamegraph={folder}/page --with-code=0 --kallsyms {folder}/kallsyms {data} {data}", memory=60, daily=False)
def functions_of_many_events(n, folder):
    """Each event with a function that no other has."""
    f = writer()
    for i in range(n - 1):
        f.event(type=1, config=i % 9, sample_type=PLAIN, name=f"event-{i}")
    f.mmap(-1, 0, K, 0x10000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    with open(os.path.join(folder, "kallsyms"), "w") as out:
        for i in range(n):
            out.write(f"{K + 16 * i:x} T function_{i}\n")
    for i in range(n):
        f.sample(f.events[i], misc=MISC_KERNEL, ip=K + 16 * i, pid=1, tid=1, time=1 + i)
    save(f, folder)


@case(400, "report --header-only", "report --stdio", "evlist -g", "script", "report --stdio -F period,sym", daily=False)
def one_group(n, folder):
    f = writer()
    for i in range(n - 1):
        f.event(type=1, config=i % 9, sample_type=PLAIN, name=f"event-{i}")
    text = b"group\0"
    text += bytes(-len(text) % 64)
    f.features_more[17] = f.pack("II", 1, len(text)) + text + f.pack("II", 0, n)
    for i in range(n):
        f.sample(f.events[i], ip=0x400000, pid=1, tid=1, time=i)
    save(f, folder)


@case(200, "evlist -g", "report --stdio", "script", "report --header-only", daily=False)
def many_groups(n, folder):
    f = writer()
    out = bytearray(f.pack("I", n))
    for i in range(2 * n - 1):
        f.event(type=1, config=i % 9, sample_type=PLAIN, name=f"event-{i}")
    for i in range(n):
        text = f"g{i}".encode()
        text += bytes(64 - len(text))
        out += f.pack("I", 64) + text + f.pack("II", 2 * i, 2)
    f.features_more[17] = out
    f.sample(f.main, ip=0x400000, pid=1, tid=1, time=1)
    save(f, folder)


@case(1000, "script", "evlist -v", "report --stdio", "report --header-only", daily=False)
def many_ids(n, folder):
    f = writer()
    f.main.ids = list(range(5, n + 5))
    for i in range(n):
        f.sample(f.main, ip=1, pid=1, tid=1, time=i, ident=5 + i)
    save(f, folder)


@case(400, "report --stdio", "script", daily=False)
def one_read_group(n, folder):
    f = writer(more=S_READ, read_format=F_GROUP | F_ID)
    for i in range(n):
        f.event(type=1, config=1, sample_type=PLAIN | S_READ, read_format=F_GROUP | F_ID, name=f"m{i}")
    for i in range(2):
        f.sample(f.main, ip=1, pid=1, tid=1, time=i, read=[(i + k, e.ids[0]) for k, e in enumerate(f.events)][:4000])
    save(f, folder)
