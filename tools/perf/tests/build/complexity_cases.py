# SPDX-License-Identifier: GPL-2.0-only
"""Files that fill one table or list of a reader each, as large as one likes: for complexity.py.

Written from the format's text alone, and sharing nothing with the tool. A case is a function of (n, folder), which
writes `folder`/perf.data (or what else its commands name) with n of something; its commands are lines of words.
"""
import os
import struct
import sys

from perfwrite import *

K = 0xffffffff81000000
CONTEXT_KERNEL, CONTEXT_USER = 2**64 - 128, 2**64 - 512
MMAP_BUILD_ID = 1 << 14
PLAIN = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD
CASES = {}


def case(size, *commands, memory=12, power=1):
    """
    @size: n of the smallest of the three runs. @commands: the first one is always run, the others with --all.
    @memory: bytes of memory that a byte of input may take. @power: 2 where the input itself is the square of n.
    """
    def add(function):
        CASES[function.__name__] = {"make": function, "size": size, "commands": commands, "memory": memory,
                                    "power": power}
        return function
    return add


def writer(chain=False, **more):
    f = Writer(arch="x86_64")
    sample_type = PLAIN | (S_CALLCHAIN if chain else 0) | more.pop("more", 0)
    f.main = f.event(type=1, config=0, sample_type=sample_type, name="cpu-clock", **more)
    return f


def save(f, folder):
    f.write(os.path.join(folder, "perf.data"))


def base(f, tid=100):
    f.comm(tid, tid, "prog", 1)
    f.mmap2(tid, tid, 0x400000, 0x10000000, 0, "/nowhere/prog", 1)


class Random:
    """The same numbers each time."""
    def __init__(self):
        self.state = 1

    def __call__(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state >> 33


random = Random()


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


@case(400, "evlist", "script -F ip")
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


@case(300, "script", "report --stdio --no-children -g none", "report --tasks")
def colliding_tasks(n, folder):
    f = writer()
    for i, x in enumerate(colliding(n)):
        f.comm(x % 2**31, x % 2**31, f"t{i}", 1)
        f.sample(f.main, ip=1, pid=x % 2**31, tid=x % 2**31, time=2)
    save(f, folder)


# --- events ---------------------------------------------------------------------------------------

@case(400, "report --header-only", "report --stdio", "evlist", "script", "report --stdio --group", "defer stat",
      "evlist -v", memory=30)
def many_events(n, folder):
    f = writer()
    for i in range(n - 1):
        f.event(type=1, config=i % 9, sample_type=PLAIN, name=f"event-{i}")
    for i in range(n):
        f.sample(f.events[i], ip=0x400000 + i, pid=1, tid=1, time=i)
    save(f, folder)


@case(100, "report --header-only", "report --stdio", "evlist -g", "script", "report --stdio -F period,sym")
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


@case(200, "evlist -g", "report --stdio", "script", "report --header-only")
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


@case(1000, "script", "evlist -v", "report --stdio", "report --header-only")
def many_ids(n, folder):
    f = writer()
    f.main.ids = list(range(5, n + 5))
    for i in range(n):
        f.sample(f.main, ip=1, pid=1, tid=1, time=i, ident=5 + i)
    save(f, folder)


@case(60, "script", "report --stdio", "script -F ip,period", "report --stdio --group")
def read_groups(n, folder):
    f = writer(more=S_READ, read_format=F_GROUP | F_ID)
    for i in range(49):
        f.event(type=1, config=1, sample_type=PLAIN | S_READ, read_format=F_GROUP | F_ID, name=f"m{i}")
    for i in range(n):
        f.sample(f.main, ip=1, pid=1, tid=1, time=i, read=[(i * 50 + k, f.events[k].ids[0]) for k in range(50)])
    save(f, folder)


@case(400, "report --stdio", "script")
def one_read_group(n, folder):
    f = writer(more=S_READ, read_format=F_GROUP | F_ID)
    for i in range(n):
        f.event(type=1, config=1, sample_type=PLAIN | S_READ, read_format=F_GROUP | F_ID, name=f"m{i}")
    for i in range(2):
        f.sample(f.main, ip=1, pid=1, tid=1, time=i, read=[(i + k, e.ids[0]) for k, e in enumerate(f.events)][:4000])
    save(f, folder)


# --- chains ---------------------------------------------------------------------------------------

@case(300, "report --stdio --graph-depth 20", "report --stdio", "script", "report --stdio -g caller", "report --stdio -g flat", "report --stdio -g folded",
      "report --stdio --no-children", "defer merge -o {folder}/out", "report --stdio -g caller,count --max-stack 60000",
      "report --stdio -p main", "report --stdio --percent-limit 1", memory=400)
def deep_chain(n, folder):
    f = writer(chain=True)
    base(f)
    for k in range(3):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5 + k,
                 chain=[CONTEXT_USER] + [0x400000 + 16 * i + k for i in range(min(n, 8000))])
    save(f, folder)


@case(2000, "report --stdio", "script", "report --stdio -g caller", "report --stdio -g folded")
def deep_recursion(n, folder):
    f = writer(chain=True)
    base(f)
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5, chain=[CONTEXT_USER] + [0x400000] * min(n, 8000))
    save(f, folder)


@case(24, "report --stdio --graph-depth 8", "report --stdio", "report --stdio -g caller", "report --stdio -g fractal", "report --stdio --no-children -g folded",
      "report --stdio --hierarchy -s comm,sym", memory=150, power=2)
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


@case(50, "report --stdio", "script", "report --stdio -g caller", "report --stdio -g folded", "report --stdio --no-children",
      memory=90)
def unique_chains(n, folder):
    f = writer(chain=True)
    base(f)
    for k in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=5 + k,
                 chain=[CONTEXT_USER] + [0x400000 + 16 * (random() % 2**20) for i in range(32)])
    save(f, folder)


@case(500, "report --stdio", "script", "report --stdio -s addr,sym", "report --stdio -s sym,dso,srcline", "report --stdio -s comm",
      "report --stdio --hierarchy", "report --missing", memory=30)
def unique_addresses(n, folder):
    f = writer()
    base(f)
    for k in range(n):
        f.sample(f.main, ip=0x400000 + 16 * (random() % 2**20), pid=100, tid=100, time=5 + k)
    save(f, folder)


@case(100, "report --stdio", "report -b --stdio", "report --branch-history --stdio", "script -F brstack",
      "script -F brstacksym", "report --total-cycles --stdio", memory=60)
def branch_stacks(n, folder):
    f = Writer(arch="x86_64", branch_stack=True)
    e = f.event(type=0, config=0, sample_type=PLAIN | S_BRANCH_STACK, branch_sample_type=9, name="cycles")
    base(f)
    for k in range(n):
        f.sample(e, ip=0x400000 + k, pid=100, tid=100, time=5 + k,
                 branches=[(0x400000 + random() % 2**20, 0x400000 + random() % 2**20, 1 << 1 | 9 << 4) for i in range(16)])
    save(f, folder)


@case(300, "report --stdio", "report -b --stdio", "report --branch-history --stdio", "script -F brstack",
      "report --total-cycles --stdio", memory=150)
def one_branch_stack(n, folder):
    f = Writer(arch="x86_64", branch_stack=True)
    e = f.event(type=0, config=0, sample_type=PLAIN | S_BRANCH_STACK, branch_sample_type=9, name="cycles")
    base(f)
    f.sample(e, ip=0x400000, pid=100, tid=100, time=5,
             branches=[(0x400000 + random() % 2**20, 0x400000 + random() % 2**20, 1 << 1 | 9 << 4) for i in range(n)][:2700])
    save(f, folder)


# --- the world ------------------------------------------------------------------------------------

@case(800, "buildid-list", "report --stdio", "script", "report --mmaps", "script --show-mmap-events", "inject -b -o {folder}/out",
      "buildid-list --with-hits", memory=30)
def builds_of_one_path(n, folder):
    f = writer()
    f.comm(100, 100, "prog", 1)
    for i in range(n):
        name = "/nowhere/prog"
        ident = struct.pack("<IQQ", i, 1, 2)
        f.record(MMAP2, f.pack("iiQQQ", 100, 100, 0x400000 + i * 0x1000, 0x1000, 0) + f.pack("BBH", 20, 0, 0) + ident +
                 f.pack("II", 5, 2) + f.text(name) + f.sample_id(100, 100, 2 + i), MISC_USER | MMAP_BUILD_ID)
        f.sample(f.main, ip=0x400000 + i * 0x1000, pid=100, tid=100, time=3 + i)
    save(f, folder)


@case(200, "report --stdio", "script", "buildid-list", "inject -b -o {folder}/out", "report --missing", memory=40)
def many_files(n, folder):
    f = writer()
    f.comm(100, 100, "prog", 1)
    for i in range(n):
        f.mmap2(100, 100, 0x400000 + i * 0x1000, 0x1000, 0, f"/nowhere/prog-{i}", 2)
        f.sample(f.main, ip=0x400000 + i * 0x1000, pid=100, tid=100, time=3 + i)
    save(f, folder)


@case(500, "report --stdio", "script", "buildid-list", "report --header-only")
def build_id_list(n, folder):
    f = writer()
    out = bytearray()
    for i in range(n):
        name = f.text(f"/nowhere/prog-{i // 2}")
        out += f.pack("IHH", 0, 2, 36 + len(name)) + f.pack("i", -1) + struct.pack("<IQQ", i, 1, 2) + b"\0" * 4 + name
    f.features_more[2] = out
    f.comm(100, 100, "prog", 1)
    for i in range(n // 2):
        f.mmap2(100, 100, 0x400000 + i * 0x1000, 0x1000, 0, f"/nowhere/prog-{i}", 2)
        f.sample(f.main, ip=0x400000 + i * 0x1000, pid=100, tid=100, time=3 + i)
    save(f, folder)


@case(150, "report --stdio", "script", "buildid-list", memory=40)
def kernel_modules(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    for i in range(n):
        f.mmap(-1, 0, 0xffffffffa0000000 + i * 0x1000, 0x1000, 0, f"/lib/modules/nowhere/m{i}.ko", 0, MISC_KERNEL)
        f.sample(f.main, ip=0xffffffffa0000000 + i * 0x1000, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


def ksymbol(f, addr, size, name, time, gone=0):
    f.record(KSYMBOL, f.pack("QIHH", addr, size, 1, gone) + f.text(name) + f.sample_id(0, 0, time))


@case(500, "report --stdio", "script", "script --show-bpf-events", memory=30)
def ksymbols(n, folder):
    f = writer()
    for i in range(n):
        ksymbol(f, 0xffffffffc0000000 + i * 0x100, 0x100, f"bpf_prog_{i}", 2 + i)
        f.sample(f.main, ip=0xffffffffc0000000 + i * 0x100, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


@case(500, "report --stdio", "script", memory=40)
def ksymbols_again(n, folder):
    """The same place, registered and unregistered."""
    f = writer()
    for i in range(n):
        ksymbol(f, 0xffffffffc0000000, 0x100, "bpf_prog_a", 4 * i)
        f.sample(f.main, ip=0xffffffffc0000000, pid=100, tid=100, time=4 * i + 1, misc=MISC_KERNEL)
        ksymbol(f, 0xffffffffc0000000, 0x100, "bpf_prog_a", 4 * i + 2, 1)
    save(f, folder)


@case(500, "report --stdio", "report --stdio -s tid", "script", "report --tasks", "report --mmaps", "report --stdio -T",
      "script --show-task-events", "defer stat", memory=40)
def many_tasks(n, folder):
    f = writer()
    for i in range(n):
        f.comm(100 + i, 100 + i, f"task-{i}", 1)
        f.sample(f.main, ip=0x400000, pid=100 + i, tid=100 + i, time=3 + i)
    save(f, folder)


@case(500, "report --stdio", "script", "report --tasks", memory=30)
def names_of_one_task(n, folder):
    f = writer()
    for i in range(n):
        f.comm(100, 100, f"task-{i}", 1 + 2 * i)
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=2 + 2 * i)
    save(f, folder)


@case(500, "report --tasks", "report --stdio", "script", "report --mmaps", memory=40)
def chain_of_forks(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.record(FORK, f.pack("iiiiQ", 101 + i, 100 + i, 101 + i, 100 + i, 5 + i) + f.sample_id(100 + i, 100 + i, 5 + i))
        f.mmap2(101 + i, 101 + i, 0x20000000 + i * 0x1000, 0x1000, 0, "/nowhere/lib", 5 + i)
        f.sample(f.main, ip=0x400000, pid=101 + i, tid=101 + i, time=6 + i)
    save(f, folder)


@case(500, "report --stdio", "script", "report --tasks", "report --mmaps", memory=40)
def forks_of_one_task(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.record(FORK, f.pack("iiiiQ", 101 + i, 100, 101 + i, 100, 5 + i) + f.sample_id(100, 100, 5 + i))
        f.sample(f.main, ip=0x400000, pid=101 + i, tid=101 + i, time=6 + i)
        f.record(EXIT, f.pack("iiiiQ", 101 + i, 100, 101 + i, 100, 7 + i) + f.sample_id(101 + i, 101 + i, 7 + i))
    save(f, folder)


@case(500, "report --stdio", "script", "report --tasks", "report --mmaps", memory=40)
def threads_of_one_process(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.record(FORK, f.pack("iiiiQ", 100, 100, 101 + i, 100, 5 + i) + f.sample_id(100, 100, 5 + i))
        f.sample(f.main, ip=0x400000, pid=100, tid=101 + i, time=6 + i)
    save(f, folder)


@case(300, "report --stdio", "script", memory=30)
def execs_of_one_process(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.comm(100, 100, "prog", 10 + 10 * i, 1 << 13)
        f.mmap2(100, 100, 0x400000, 0x10000, 0, "/nowhere/prog", 11 + 10 * i)
        f.mmap2(100, 100, 0x7ff000000, 0x1000, 0, "[vdso]", 12 + 10 * i)
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=13 + 10 * i)
    save(f, folder)


@case(500, "report --stdio", "script", "report --mmaps", memory=40)
def overlapping_maps(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.mmap2(100, 100, 0x400000 + (random() % 2**16) * 0x1000, (1 + random() % 2**12) * 0x1000, 0, f"/nowhere/{i % 7}", 2 + i)
        f.sample(f.main, ip=0x400000 + (random() % 2**16) * 0x1000, pid=100, tid=100, time=2 + i)
    save(f, folder)


@case(500, "report --stdio", "script", "report --mmaps", memory=40)
def nested_maps(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.mmap2(100, 100, 0x400000 + i * 0x1000, (2 * n - 2 * i) * 0x1000, 0, "/nowhere/x", 2 + i)
    for i in range(n):
        f.sample(f.main, ip=0x400000 + i * 0x1000, pid=100, tid=100, time=n + 2 + i)
    save(f, folder)


@case(500, "report --stdio", "script")
def maps_upwards_and_downwards(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.mmap2(100, 100, 0x20000000 + i * 0x1000, 0x1000, 0, "/nowhere/x", 2)
        f.mmap2(100, 100, 0x7ff00000000 - i * 0x1000, 0x1000, 0, "/nowhere/y", 2)
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=3)
    save(f, folder)


@case(500, "script --show-namespace-events", "report --stdio -s cgroup_id", "report --stdio")
def namespaces(n, folder):
    f = writer()
    for i in range(n):
        f.record(NAMESPACES, f.pack("IIQ", 100 + i, 100 + i, 1) + f.pack("QQ", 3, 4000 + i) + f.sample_id(100 + i, 100 + i, 2))
        f.sample(f.main, ip=0x400000, pid=100 + i, tid=100 + i, time=6 + i)
    save(f, folder)


@case(500, "script -F cgroup,ip", "script --show-cgroup-events", "report --stdio -s cgroup", memory=30)
def cgroups(n, folder):
    f = writer(more=S_CGROUP)
    for i in range(n):
        f.record(CGROUP, f.pack("Q", 7 + i) + f.text(f"/slice/{i}") + f.sample_id(0, 0, 1))
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=6 + i, cgroup=7 + i)
    save(f, folder)


@case(300, "script --show-lost-events", "report --stdio", "report --stats", "script -D", "defer stat")
def other_records(n, folder):
    f = writer()
    for i in range(n):
        f.record(LOST, f.pack("QQ", 1, 2) + f.sample_id(0, 0, 4 * i))
        f.record(LOST_SAMPLES, f.pack("Q", 2) + f.sample_id(0, 0, 4 * i))
        f.record(SWITCH, f.sample_id(100, 100, 4 * i + 1), 1 << 13)
        f.record(THROTTLE, f.pack("QQQ", 4 * i, 1, 1) + f.sample_id(100, 100, 4 * i + 2))
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    save(f, folder)


@case(1000, "script", "report --stdio", "defer merge -o {folder}/out")
def backwards_in_time(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=10000000 - i)
    save(f, folder)


@case(1000, "script", "report --stdio", "script -i - < {data}")
def rounds(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=10000000 - i % 7)
        f.record(FINISHED_ROUND, b"")
    save(f, folder)


@case(1000, "script -i - < {data}", "report --stdio -i - < {data}", "report --stats -i - < {data}")
def stream_without_rounds(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=(i * 7919) % n)
    f.write_pipe(os.path.join(folder, "perf.data"))


# --- deferred chains ------------------------------------------------------------------------------

DEFERRED = 2**64 - 640


def deferring(f, tid, time, cookie):
    f.sample(f.main, misc=MISC_KERNEL, ip=K, pid=100, tid=tid, time=time, chain=[CONTEXT_KERNEL, K, DEFERRED, cookie])


def deferred(f, tid, time, cookie, ips):
    f.record(CALLCHAIN_DEFERRED, f.pack("QQ", cookie, len(ips) + 1) + f.pack(f"{len(ips) + 1}Q", CONTEXT_USER, *ips) +
             f.sample_id(100, tid, time), MISC_USER)


DEFER = dict(flags=1 << 18 | 1 << 38 | 1 << 39)
STITCHING = ("script", "report --stdio", "defer stat", "defer dump", "defer merge -o {folder}/out")


@case(500, *STITCHING, memory=30)
def one_cookie_for_all(n, folder):
    f = writer(chain=True, **DEFER)
    base(f)
    for i in range(n):
        deferring(f, 100, 10 + i, 1 << 32 | 1)
    deferred(f, 100, 10 + n, 1 << 32 | 1, [0x400000, 0x400010])
    save(f, folder)


@case(500, *STITCHING, memory=30)
def one_cookie_many_records(n, folder):
    f = writer(chain=True, **DEFER)
    base(f)
    for i in range(n):
        deferring(f, 100, 10 + 2 * i, 1 << 32 | 1)
        deferred(f, 100, 11 + 2 * i, 1 << 32 | 1, [0x400000, 0x400010])
    save(f, folder)


@case(500, *STITCHING, memory=30)
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


# --- damage ---------------------------------------------------------------------------------------

@case(1000, "script", "report --stdio", "defer dump")
def bad_sizes(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=i)
        f.records.append(struct.pack("<IHHQ", SAMPLE, 0, 3, 0))
    save(f, folder)


@case(1000, "script", "report --stdio", "report --header-only")
def zeros(n, folder):
    f = writer()
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    f.records.append(bytes(48 * n))
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    save(f, folder)


@case(1000, "script", "report --stdio", "script -D")
def bad_records(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=i)
        f.record(COMM, b"")
        f.record(MMAP2, b"\1" * 16)
    save(f, folder)


# --- features of the header -----------------------------------------------------------------------

def string(s):
    data = s.encode() + b"\0"
    data += bytes(-len(data) % 64)
    return struct.pack("<I", len(data)) + data


def bpf_program(ident, function=1):
    info = bytearray(224)
    struct.pack_into("<I", info, 4, ident)
    struct.pack_into("<16s", info, 64, b"prog")
    struct.pack_into("<II", info, 104, 1, 1)
    struct.pack_into("<QQ", info, 112, 0, 8)
    struct.pack_into("<IIQI", info, 128, ident, 8, 16, 1)
    struct.pack_into("<IQ", info, 180, 1, 24)
    data = struct.pack("<QIIIIQ", 0xffffffffa0000000 + 64 * ident, 64, 0, 0, function, ident)
    return struct.pack("<IIQ", len(info), len(data), 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8) + bytes(info) + data


def btf(ident, functions=1):
    strings, types = bytearray(b"\0"), bytearray()
    for i in range(functions):
        types += struct.pack("<III", len(strings), 12 << 24, 1)
        strings += f"function_{i}".encode() + b"\0"
    data = struct.pack("<HBBIIIII", 0xeb9f, 1, 0, 24, 0, len(types), len(types), len(strings)) + types + strings
    return struct.pack("<II", ident, len(data)) + data


@case(100, "report --header-only -I", "script", "inject -o {folder}/out", memory=40)
def features(n, folder):
    """Each list that the header has."""
    p, f = struct.pack, writer()
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    names = [string(f"{i}") for i in range(n)]
    f.features_more = {
        7: p("<II", n, n),
        11: p("<I", n) + b"".join(names),
        13: (p("<I", n) + b"".join(names)) * 2 + b"".join(p("<II", i, i) for i in range(n)),
        14: p("<I", n) + b"".join(p("<IQQ", i, 1, 1) + names[i] for i in range(n)),
        16: p("<I", n) + b"".join(p("<I", i) + names[i] for i in range(n)),
        20: p("<II", 1, n) + b"".join(p("<IIII", 1, 64, 8, 8) + string("Data") + string("32K") + names[i] for i in range(n)),
        22: p("<QQQ", 1, 1 << 27, n) + b"".join(p("<QQQQ", i, 64, 64, 1) for i in range(n)),
        25: p("<I", n) + b"".join(bpf_program(i) for i in range(n)),
        26: p("<I", n) + b"".join(btf(i) for i in range(n)),
        28: p("<I", n) + b"".join(names[i] + string("1") for i in range(n)),
        30: p("<I", n) + b"".join(names[i] + string("0-1") for i in range(n)),
        31: p("<I", n) + b"".join(p("<I", 1) + string("branches") + string("32") + names[i] for i in range(n)),
    }
    save(f, folder)


@case(700, "report --header-only -I", memory=40)
def functions_of_one_btf(n, folder):
    f = writer()
    f.features_more = {25: struct.pack("<I", n) + b"".join(bpf_program(7, i + 1) for i in range(n)),
                       26: struct.pack("<I", 1) + btf(7, n)}
    save(f, folder)


# --- tracepoints ----------------------------------------------------------------------------------

def tracepoint(ident, fields=2, name="made"):
    text = f"name: {name}_{ident}\nID: {ident}\nformat:\n"
    for i in range(fields):
        text += f"\tfield:int f{i};\toffset:{4 * i};\tsize:4;\tsigned:1;\n"
    return text + '\nprint fmt: "f0=%d", REC->f0\n'


@case(30, "script", "report --stdio", "evlist", "report --header-only", memory=80)
def tracepoint_formats(n, folder):
    f = Writer(arch="x86_64")
    for i in range(n):
        f.formats.append(("made", tracepoint(300 + i)))
        f.event(type=2, config=300 + i, sample_type=PLAIN | S_RAW, name=f"made:made_{300 + i}")
        f.sample(f.events[i], ip=1, pid=1, tid=1, time=i, raw=bytes(36))
    save(f, folder)


@case(100, "script", "report --stdio", "script -F trace", memory=80)
def tracepoint_fields(n, folder):
    f = Writer(arch="x86_64")
    text = tracepoint(300, n)
    text = text[:text.index("print fmt")] + 'print fmt: "' + " ".join("%d" for i in range(n)) + '", ' + \
        ", ".join(f"REC->f{i}" for i in range(n)) + "\n"
    f.formats.append(("made", text))
    e = f.event(type=2, config=300, sample_type=PLAIN | S_RAW, name="made:made_300")
    f.sample(e, ip=1, pid=1, tid=1, time=1, raw=bytes(4 * n))
    save(f, folder)


@case(300, "report --stdio -s trace", "script", "report --stdio -s prev_comm,prev_pid", memory=30)
def tracepoint_texts(n, folder):
    f = Writer(arch="x86_64")
    e = f.sched_switch_event()
    for i in range(n):
        f.sched_switch(e, f"c{i}", i, i, ip=1, pid=1, tid=1, time=i)
    save(f, folder)


# --- AUX ------------------------------------------------------------------------------------------

@case(500, "script", "report --stdio", "script -D", "script --aux-segments", "report --stats")
def aux_buffers(n, folder):
    f = writer()
    f.event(type=8, config=0, sample_type=PLAIN, name="intel_pt//")
    words = [8] + [0] * 16
    f.records.insert(0, struct.pack("<IHHII17Q", 70, 0, 16 + 136, 1, 0, *words))
    for i in range(n):
        f.record(AUX, f.pack("QQQ", 8 * i, 8, 0) + f.sample_id(1, 1, 10 + i))
        f.records.append(struct.pack("<IHHQQQIiII", 71, 0, 48, 8, 8 * i, 0, i % 7, -1, i % 7, 0) + bytes(8))
    f.sample(f.main, ip=1, pid=1, tid=1, time=1)
    save(f, folder)


@case(500, "script --aux-segments", "script")
def aux_windows(n, folder):
    f = writer(flags=1 << 18)
    f.event(type=8, config=0, sample_type=PLAIN, name="intel_pt//")
    for i in range(n):
        f.record(ITRACE_START, f.pack("II", 100 + i, 100 + i) + f.sample_id(100 + i, 100 + i, 10 + i))
        f.record(AUX, f.pack("QQQ", 8 * i, 8, 1 + 2 * (i % 2)) + f.sample_id(1, 1, 10 + i))
    f.sample(f.main, ip=1, pid=1, tid=1, time=1)
    save(f, folder)


# --- files beside the recording -------------------------------------------------------------------

@case(1000, "script --kallsyms {folder}/kallsyms", "report --stdio --kallsyms {folder}/kallsyms", memory=15)
def kallsyms_lines(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x10000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    with open(os.path.join(folder, "kallsyms"), "w") as out:
        out.write(f"{K:x} T _text\n")
        for i in range(n):
            out.write(f"{K + 16 + 16 * i:x} T function_{i}\n")
    for i in range(n):
        f.sample(f.main, ip=K + 16 * i, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


@case(300, "script --kallsyms {folder}/kallsyms", memory=40)
def kallsyms_at_one_address(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x10000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    with open(os.path.join(folder, "kallsyms"), "w") as out:
        out.write(f"{K:x} T _text\n")
        for i in range(n):
            out.write(f"{K + 16:x} T function_{i}\n")
    f.sample(f.main, ip=K + 16, pid=100, tid=100, time=3, misc=MISC_KERNEL)
    save(f, folder)


@case(300, "script --kallsyms {folder}/kallsyms", "report --stdio --kallsyms {folder}/kallsyms", memory=60)
def kallsyms_modules(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x10000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    with open(os.path.join(folder, "kallsyms"), "w") as out:
        out.write(f"{K:x} T _text\n")
        for i in range(n):
            out.write(f"{0xffffffffa0000000 + 0x1000 * i:x} t f_{i}\t[m{i}]\n")
    for i in range(n):
        f.mmap(-1, 0, 0xffffffffa0000000 + i * 0x1000, 0x1000, 0, f"/lib/modules/nowhere/m{i}.ko", 0, MISC_KERNEL)
        f.sample(f.main, ip=0xffffffffa0000000 + i * 0x1000, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


def jit(f, folder, lines, addresses):
    os.makedirs(os.path.join(folder, "tmp"), exist_ok=True)
    with open(os.path.join(folder, "tmp/perf-100.map"), "w") as out:
        out.writelines(lines)
    f.comm(100, 100, "java", 1)
    f.mmap2(100, 100, 0x10000000, 0x10000000, 0, "//anon", 1)
    for i, a in enumerate(addresses):
        f.sample(f.main, ip=a, pid=100, tid=100, time=3 + i)
    save(f, folder)


@case(1000, "script --symfs {folder}", "report --stdio --symfs {folder}", memory=30)
def jit_map_lines(n, folder):
    jit(writer(), folder, (f"{0x10000000 + 16 * i:x} 10 f{i}\n" for i in range(n)), (0x10000000 + 16 * i for i in range(n)))


@case(500, "script --symfs {folder}", "report --stdio --symfs {folder}", memory=30)
def jit_map_nested(n, folder):
    jit(writer(), folder, (f"{0x10000000 + 16 * i:x} {32 * n - 32 * i:x} f{i}\n" for i in range(n)),
        (0x10000000 + 16 * i for i in range(n)))


@case(500, "script --symfs {folder}", "report --stdio --symfs {folder}", memory=30)
def jit_map_around(n, folder):
    """One function that holds all others: whoever looks back for it from each address walks far."""
    jit(writer(), folder, [f"10000000 {1000 * n:x} around\n"] + [f"{0x10000000 + 16 * i:x} 8 f{i}\n" for i in range(n)],
        (0x1000000c + 16 * i for i in range(n)))


def elf(symbols, strings, sections=0):
    """A program of one code section at 0x1000, with @symbols: (name's offset, address, size)."""
    names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0"
    table = bytes(24) + b"".join(struct.pack("<IBBHQQ", name, 0x12, 0, 1, addr, size) for name, addr, size in symbols)
    at = 64 + 56
    parts, heads = bytearray(), bytearray(64)
    code_size = 0x400000

    def section(name, kind, flags, addr, offset, size, link=0, info=0, entry=0):
        nonlocal heads
        heads += struct.pack("<IIQQQQIIQQ", names.index(name), kind, flags, addr, offset, size, link, info, 1, entry)
    section(b".text", 8, 6, 0x1000, 0x1000, code_size)
    for i in range(sections):
        section(b".text", 8, 6, 0x1000 + code_size + 16 * i, 0x1000, 16)
    for name, kind, body, link, info, entry in ((b".symtab", 2, table, 2 + sections + 1, 1, 24), (b".strtab", 3, strings, 0, 0, 0),
                                                (b".shstrtab", 3, names, 0, 0, 0)):
        section(name, kind, 0, 0, at + len(parts), len(body), link, info, entry)
        parts += bytes(body) + bytes(-len(body) % 8)
    head = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 3, 62, 1, 0x1000, 64, at + len(parts), 0, 64, 56, 1, 64,
                       5 + sections, 4 + sections)
    load = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, 0x1000 + code_size, 0x1000 + code_size, 0x1000)
    return head + load + parts + heads


def program(f, folder, data, addresses):
    os.makedirs(os.path.join(folder, "nowhere"), exist_ok=True)
    with open(os.path.join(folder, "nowhere/prog"), "wb") as out:
        out.write(data)
    base(f)
    for i, a in enumerate(addresses):
        f.sample(f.main, ip=0x400000 + a, pid=100, tid=100, time=3 + i)
    save(f, folder)


SYMBOLS = ("script --symfs {folder}", "report --stdio --symfs {folder}")


@case(1000, *SYMBOLS, "report --stdio --symfs {folder} -s sym,srcline", memory=20)
def elf_symbols(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000 + 16 * i, 16))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings), (0x1000 + 16 * i for i in range(n)))


@case(300, *SYMBOLS, memory=40)
def elf_symbols_share_a_string(n, folder):
    """Each name is the end of one long string, a byte shorter than the one before it."""
    string = b"\0" + b"x" * (12000 + 8 * 4800) + b"\0"
    first = len(string) - 12000
    program(writer(), folder, elf([(first + i % 1000, 0x1000 + 16 * i, 16) for i in range(n)], string), [0x1000])


@case(300, *SYMBOLS, memory=40)
def elf_symbols_at_one_address(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000, 16))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings), [0x1000])


@case(1500, *SYMBOLS, memory=40)
def elf_symbols_nested(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000 + 16 * i, 32 * n - 32 * i))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings), (0x1000 + 32 * i for i in range(n)))


@case(300, *SYMBOLS, memory=40)
def elf_sections(n, folder):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append((len(strings), 0x1000 + 16 * i, 16))
        strings += f"function_{i}".encode() + b"\0"
    program(writer(), folder, elf(symbols, strings, n), (0x1000 + 16 * i for i in range(n)))


@case(40, "inject --jit -i {data} -o {folder}/out", memory=60)
def jitdump_entries(n, folder):
    def record(kind, time, body):
        return struct.pack("<IIQ", kind, 16 + len(body), time) + body
    dump = struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, 100, 10, 0)
    for i in range(n):
        dump += record(3 - 3, 10 + i, struct.pack("<IIQQQQ", 100, 100, 0x10000000 + 64 * i, 0x10000000 + 64 * i, 16, i % 3) +
                       f"f{i}".encode() + b"\0" + b"\x90" * 16)
        dump += record(1, 10 + i, struct.pack("<IIQQQQQ", 100, 100, 0x20000000 + 64 * i, 0, 0x20000000 + 64 * i, 16, i % 3))
    with open(os.path.join(folder, "jit-100.dump"), "wb") as out:
        out.write(dump)
    f = writer(flags=1 << 18 | 1 << 25, clockid=1)
    f.comm(100, 100, "java", 1)
    f.mmap2(100, 100, 0x7f00aaaa0000, 0x1000, 0, f"{folder}/jit-100.dump", 5)
    f.sample(f.main, ip=0x10000000, pid=100, tid=100, time=10 + n)
    save(f, folder)


# --- the user's own words -------------------------------------------------------------------------

@case(300, "config -l", "version", memory=100)
def configuration(n, folder):
    with open(os.path.join(folder, "config"), "w") as out:
        for i in range(n):
            out.write(f"[section{i}]\n\tkey{i} = value\n")
        for i in range(n):
            out.write(f"[report]\n\tchildren = true\n")


def words_case(name, size, line):
    def make(n, folder):
        f = writer()
        base(f)
        for i in range(20):
            f.sample(f.main, ip=0x400000 + i, pid=100, tid=100, time=3 + i)
        save(f, folder)
    make.__name__ = "words_" + name
    case(size, line)(make)


words_case("sort", 50, "report --stdio -s @sym,@sym")
words_case("fields", 50, "report --stdio -F @overhead,@sym")
words_case("script_fields", 100, "script -F @ip,@ip")
words_case("comms", 200, "report --stdio --comms @prog,@x")
words_case("tids", 200, "script --tid @1,@1")
words_case("cpus", 200, "script -C @1,@1")
words_case("events", 100, "record --dry-run -o {folder}/out -e @cycles,@cycles true")

# Run with --all only: what takes longer, or looks at what another case looks at too.
EXTRA = {
    "many_ids", "read_groups", "deep_recursion", "one_branch_stack", "many_files", "build_id_list", "ksymbols_again",
    "colliding_tasks", "forks_of_one_task", "threads_of_one_process", "execs_of_one_process", "maps_upwards_and_downwards",
    "namespaces", "stream_without_rounds", "one_cookie_for_all", "orphans", "zeros", "bad_records", "tracepoint_texts",
    "aux_windows", "kallsyms_lines", "kallsyms_at_one_address", "jit_map_lines", "jit_map_around", "elf_symbols",
    "elf_symbols_at_one_address", "elf_sections", "words_fields", "words_script_fields", "words_tids", "words_cpus",
    "words_events", "nested_maps", "jitdump_entries", "kernel_modules", "rounds",
    "cgroups", "names_of_one_task", "aux_buffers", "tracepoint_fields", "words_comms", "kallsyms_modules",
    "jit_map_nested", "one_cookie_many_records", "colliding_event_ids", "one_read_group", "words_sort",
    "functions_of_one_btf", "configuration", "other_records", "backwards_in_time",
}
assert EXTRA <= set(CASES)


if __name__ == "__main__":
    # NAME (FOLDER N)...: the case's files for each N in its folder.
    for where, number in zip(sys.argv[2::2], sys.argv[3::2]):
        CASES[sys.argv[1]]["make"](int(number), where)
