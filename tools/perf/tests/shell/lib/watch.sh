# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about perf defer watch: recordings to be watched. Sourced behind made.sh, in the suite's folder.

perf_watch() { # WANTED-STATUS OPTIONS...
	want=$1 got=0
	shift
	"$PERF" defer watch --json --kallsyms kallsyms --timeout 3600 "$@" > out 2> err || got=$?
	[ $got = "$want" ] || bad "watch $*: exit status $got instead of $want: $(cat err)"
}
printf 'ffffffff81000000 T _text\nffffffff81000100 T first\nffffffff81000200 T second\nffffffff81000300 T third\n' > kallsyms

# A recording as a file and as a stream: a sample each STEP s, of a few functions, from DAY's 00:00:30 on. Nobody's clock is that of the wall.
# A third number: as many records are lost behind the sample of that number.
cat > make.py << 'END'
import sys

from perfwrite import *

name, count, step = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
losing = int(sys.argv[4]) if len(sys.argv) > 4 else -1
K, SECOND, DAY = 0xffffffff81000000, 10**9, 1795737600
f = Writer(arch="x86_64")
host = b"web-01".ljust(64, b"\0")
f.features_more = {3: f.pack("I", len(host)) + host, 29: f.pack("IIQQ", 1, 1, (DAY + 30) * SECOND, 7 * SECOND + 123)}
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_CGROUP | S_IDENTIFIER, flags=1 << 18, name="cpu-clock")
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.record(CGROUP, f.pack("Q", 7) + f.text("/system.slice/web.service") + f.sample_id(0, 0, 1))
f.comm(7, 7, "server")
for i in range(count):
    if i % 5 == 4:
        f.record(FINISHED_ROUND, b"")
    f.sample(e, misc=MISC_KERNEL, ip=K + (0x100, 0x200, 0x300)[i % 3], pid=7, tid=7, time=7 * SECOND + 123 + i * step * SECOND, period=1000, cgroup=7 * (i % 2))
    if i == losing:
        f.record(LOST, f.pack("QQ", e.ids[0], losing) + f.sample_id(7, 7, 7 * SECOND + 123 + i * step * SECOND))
f.write(name)
f.write_pipe(name + ".pipe")
END
