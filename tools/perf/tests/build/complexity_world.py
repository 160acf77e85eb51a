# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: tasks, files, maps, and the order of records."""
import os
import struct

from perfwrite import *

from complexity_case import *


# --- the world ------------------------------------------------------------------------------------

@case(800, "buildid-list", "report --stdio", "script", "report --mmaps", "script --show-mmap-events", "inject -b -o {folder}/out",
      "buildid-list --with-hits", memory=30, daily=False)
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


@case(500, "report --stdio", "script", "buildid-list", "inject -b -o {folder}/out", "report --missing", memory=40, daily=False)
def many_files(n, folder):
    f = writer()
    f.comm(100, 100, "prog", 1)
    for i in range(n):
        f.mmap2(100, 100, 0x400000 + i * 0x1000, 0x1000, 0, f"/nowhere/prog-{i}", 2)
        f.sample(f.main, ip=0x400000 + i * 0x1000, pid=100, tid=100, time=3 + i)
    save(f, folder)


@case(1500, "report --stdio", "script", "buildid-list", "report --header-only", daily=False)
def build_id_list(n, folder):
    f = writer()
    out = bytearray()
    for i in range(n):
        name = f.text(f"/nowhere/prog-{i // 2}")
        out += f.pack("IHH", 0, 2, 36 + len(name)) + f.pack("i", -1) + struct.pack("<IQQ", i, 1, 2) + b"\0" * 4 + name
    f.features_more[2] = out
    f.comm(100, 100, "prog", 1)
    for i in range(n // 10):
        f.mmap2(100, 100, 0x400000 + i * 0x1000, 0x1000, 0, f"/nowhere/prog-{i}", 2)
        f.sample(f.main, ip=0x400000 + i * 0x1000, pid=100, tid=100, time=3 + i)
    save(f, folder)


@case(300, "report --stdio", "script", "buildid-list", memory=40, daily=False)
def kernel_modules(n, folder):
    f = writer()
    f.mmap(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", 0, MISC_KERNEL)
    for i in range(n):
        f.mmap(-1, 0, 0xffffffffa0000000 + i * 0x1000, 0x1000, 0, f"/lib/modules/nowhere/m{i}.ko", 0, MISC_KERNEL)
        f.sample(f.main, ip=0xffffffffa0000000 + i * 0x1000, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


def ksymbol(f, addr, size, name, time, gone=0):
    f.record(KSYMBOL, f.pack("QIHH", addr, size, 1, gone) + f.text(name) + f.sample_id(0, 0, time))


@case(1500, "report --stdio", "script", "script --show-bpf-events", memory=30, daily=False)
def ksymbols(n, folder):
    f = writer()
    for i in range(n):
        ksymbol(f, 0xffffffffc0000000 + i * 0x100, 0x100, f"bpf_prog_{i}", 2 + i)
        f.sample(f.main, ip=0xffffffffc0000000 + i * 0x100, pid=100, tid=100, time=3 + i, misc=MISC_KERNEL)
    save(f, folder)


@case(500, "report --stdio", "script", memory=40, daily=False)
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


@case(500, "report --stdio", "script", "report --tasks", memory=30, daily=False)
def names_of_one_task(n, folder):
    f = writer()
    for i in range(n):
        f.comm(100, 100, f"task-{i}", 1 + 2 * i)
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=2 + 2 * i)
    save(f, folder)


@case(500, "report --tasks", "report --stdio", "script", "report --mmaps", memory=40, daily=False)
def chain_of_forks(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.record(FORK, f.pack("iiiiQ", 101 + i, 100 + i, 101 + i, 100 + i, 5 + i) + f.sample_id(100 + i, 100 + i, 5 + i))
        f.mmap2(101 + i, 101 + i, 0x20000000 + i * 0x1000, 0x1000, 0, "/nowhere/lib", 5 + i)
        f.sample(f.main, ip=0x400000, pid=101 + i, tid=101 + i, time=6 + i)
    save(f, folder)


@case(500, "report --stdio", "script", "report --tasks", "report --mmaps", memory=40, daily=False)
def forks_of_one_task(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.record(FORK, f.pack("iiiiQ", 101 + i, 100, 101 + i, 100, 5 + i) + f.sample_id(100, 100, 5 + i))
        f.sample(f.main, ip=0x400000, pid=101 + i, tid=101 + i, time=6 + i)
        f.record(EXIT, f.pack("iiiiQ", 101 + i, 100, 101 + i, 100, 7 + i) + f.sample_id(101 + i, 101 + i, 7 + i))
    save(f, folder)


@case(500, "report --stdio", "script", "report --tasks", "report --mmaps", memory=40, daily=False)
def threads_of_one_process(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.record(FORK, f.pack("iiiiQ", 100, 100, 101 + i, 100, 5 + i) + f.sample_id(100, 100, 5 + i))
        f.sample(f.main, ip=0x400000, pid=100, tid=101 + i, time=6 + i)
    save(f, folder)


@case(1200, "report --stdio", "script", memory=30, daily=False)
def execs_of_one_process(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.comm(100, 100, "prog", 10 + 10 * i, 1 << 13)
        f.mmap2(100, 100, 0x400000, 0x10000, 0, "/nowhere/prog", 11 + 10 * i)
        f.mmap2(100, 100, 0x7ff000000, 0x1000, 0, "[vdso]", 12 + 10 * i)
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=13 + 10 * i)
    save(f, folder)


@case(300, "report --stdio", "script", "report --mmaps", memory=40)
def overlapping_maps(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.mmap2(100, 100, 0x400000 + (random() % 2**16) * 0x1000, (1 + random() % 16) * 0x1000, 0, f"/nowhere/{i % 7}", 2 + i)
        f.sample(f.main, ip=0x400000 + (random() % 2**16) * 0x1000, pid=100, tid=100, time=2 + i)
    save(f, folder)


@case(500, "report --stdio", "script", "report --mmaps", memory=40, daily=False)
def nested_maps(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.mmap2(100, 100, 0x400000 + i * 0x1000, (2 * n - 2 * i) * 0x1000, 0, "/nowhere/x", 2 + i)
    for i in range(n):
        f.sample(f.main, ip=0x400000 + i * 0x1000, pid=100, tid=100, time=n + 2 + i)
    save(f, folder)


@case(500, "report --stdio", "script", daily=False)
def maps_upwards_and_downwards(n, folder):
    f = writer()
    base(f)
    for i in range(n):
        f.mmap2(100, 100, 0x20000000 + i * 0x1000, 0x1000, 0, "/nowhere/x", 2)
        f.mmap2(100, 100, 0x7ff00000000 - i * 0x1000, 0x1000, 0, "/nowhere/y", 2)
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=3)
    save(f, folder)


@case(500, "script --show-namespace-events", "report --stdio -s cgroup_id", "report --stdio", daily=False)
def namespaces(n, folder):
    f = writer()
    for i in range(n):
        f.record(NAMESPACES, f.pack("IIQ", 100 + i, 100 + i, 1) + f.pack("QQ", 3, 4000 + i) + f.sample_id(100 + i, 100 + i, 2))
        f.sample(f.main, ip=0x400000, pid=100 + i, tid=100 + i, time=6 + i)
    save(f, folder)


@case(500, "script -F cgroup,ip", "script --show-cgroup-events", "report --stdio -s cgroup", memory=30, daily=False)
def cgroups(n, folder):
    f = writer(more=S_CGROUP)
    for i in range(n):
        f.record(CGROUP, f.pack("Q", 7 + i) + f.text(f"/slice/{i}") + f.sample_id(0, 0, 1))
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=6 + i, cgroup=7 + i)
    save(f, folder)


@case(300, "script --show-lost-events", "report --stdio", "report --stats", "script -D", "defer stat", daily=False)
def other_records(n, folder):
    f = writer()
    for i in range(n):
        f.record(LOST, f.pack("QQ", 1, 2) + f.sample_id(0, 0, 4 * i))
        f.record(LOST_SAMPLES, f.pack("Q", 2) + f.sample_id(0, 0, 4 * i))
        f.record(SWITCH, f.sample_id(100, 100, 4 * i + 1), 1 << 13)
        f.record(THROTTLE, f.pack("QQQ", 4 * i, 1, 1) + f.sample_id(100, 100, 4 * i + 2))
    f.sample(f.main, ip=0x400000, pid=100, tid=100, time=1)
    save(f, folder)


@case(1000, "script", "report --stdio", "defer merge -o {folder}/out", daily=False)
def backwards_in_time(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=10000000 - i)
    save(f, folder)


@case(1000, "script", "report --stdio", "script -i - < {data}", daily=False)
def rounds(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=10000000 - i % 7)
        f.record(FINISHED_ROUND, b"")
    save(f, folder)


@case(1000, "script -i - < {data}", "report --stdio -i - < {data}", "report --stats -i - < {data}", daily=False)
def stream_without_rounds(n, folder):
    f = writer()
    for i in range(n):
        f.sample(f.main, ip=0x400000, pid=100, tid=100, time=(i * 7919) % n)
    f.write_pipe(os.path.join(folder, "perf.data"))
