#!/bin/sh
# perf defer export --format=otlp: OpenTelemetry's profiles, read by protoc; sums and stacks of perf report
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/export.sh
. "$PERF_TEST_DIR/shell/lib/export.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"
command -v protoc > /dev/null || skip "protoc is not installed (protobuf-compiler)"

golden=$PERF_TEST_DIR/golden/demo
[ ! -r "$golden/demo.data" ] || beside_report otlp "$golden/demo.data" --symfs "$golden/root" --kallsyms "$golden/kallsyms"
for seed in 3 5 6; do
	"$PERF" defer generate --seed $seed -o made
	beside_report otlp made
done
two_turns > turns
"$PERF" defer generate -o turned turns
beside_report otlp turned --off-cpu

# Where it comes from; CPU 0 and a thread's number are numbers; build ids; the wall clock's time, if it was recorded.
cat > one.py << 'END'
from perfwrite import *

def string(s):
    data = s.encode().ljust(64, b"\0")
    return f.pack("I", len(data)) + data

f = Writer(arch="x86_64")
# HOSTNAME, OSRELEASE; CLOCK_DATA: version, clock id, the wall clock's time and the clock's own at one moment.
f.features_more = {3: string("the-host"), 4: string("6.19.0"), 29: f.pack("IIQQ", 1, 1, 1700000000 * 10**9, 500)}
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD, period=4000, name="cpu-clock")
f.comm(5, 6, "six")
# MMAP2 with a build id in the place of device and inode.
f.record(MMAP2, f.pack("iiQQQBBH", 5, 6, 0x400000, 0x1000, 0, 20, 0, 0) + bytes(range(20)) + f.pack("II", 5, 2) + f.text("/usr/bin/six") +
         f.sample_id(5, 6), MISC_USER | 1 << 14)
f.sample(e, ip=0x400100, pid=5, tid=6, time=1500, cpu=0, period=4000)
f.sample(e, ip=0x400100, pid=5, tid=6, time=2500, cpu=0, period=4000)
f.write("one")
END
python3 one.py
"$PERF" defer export -q --format=otlp -i one -o profiles
decode_otlp profiles > text
cat > look.py << 'END'
import otlp_text

p = otlp_text.Profiles("text")
assert p.resource == {"host.name": "the-host", "host.arch": "x86_64", "os.type": "linux", "os.version": "6.19.0"}, p.resource
assert [p.type(x["sample_type"][0]) for x in p.profiles] == [("cpu-clock", "nanoseconds"), ("samples", "count")]
for x, n in zip(p.profiles, (8000, 2)):
    (frames, attributes, value), = p.samples(x)
    assert value == n and frames == [(None, "/usr/bin/six")], (value, frames)
    assert attributes == {"thread.name": "six", "thread.id": 6, "process.pid": 5, "cpu.logical_number": 0}, attributes
    assert x["time_unix_nano"] == [1700000000 * 10**9 + 1000] and x["duration_nano"] == [1000] and x["period"] == [4000], x
m = p.tables["mapping"][1]
assert p.attributes(m) == {"process.executable.build_id.gnu": bytes(range(20)).hex()}, m
assert m["memory_start"] == [0x400000] and m["memory_limit"] == [0x401000], m
END
python3 look.py || bad "a recording of one place: $(cat text)"
# It is the message of a file and that of a request: both have the same fields.
decode_otlp profiles ProfilesData | cmp -s - text || bad "ProfilesData is something else than the request"

# Labels: what samples are told apart by, and what the paths of their control groups say.
cat > groups.py << 'END'
from perfwrite import *

f = Writer(arch="x86_64")
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_CGROUP, flags=1 << 18, name="cpu-clock")
f.record(CGROUP, f.pack("Q", 7) + f.text("/system.slice/web.service/a") + f.sample_id(0, 0, 1))
f.record(CGROUP, f.pack("Q", 8) + f.text("/docker/" + "0123456789abcdef" * 4) + f.sample_id(0, 0, 1))
# Threads of one group are one; a group that nobody names, and none at all, are not those of the others.
for i, (tid, group) in enumerate([(11, 7), (12, 7), (13, 8), (14, 9), (15, 0), (16, 7)]):
    f.comm(tid, tid, "worker")
    f.sample(e, misc=MISC_KERNEL, ip=0xffffffff81000100, pid=tid, tid=tid, time=10 + i, period=1, cgroup=group)
f.write("groups")
END
python3 groups.py
cat > labels.py << 'END'
import sys

import otlp_text

p = otlp_text.Profiles(sys.argv[1])
short = {"systemd.unit": "unit", "container.id": "container", "process.linux.cgroup": "cgroup", "process.pid": "pid"}
rows = sorted((value, *(f"{short[k]}={v}" for k, v in sorted(a.items()) if k in short)) for _, a, value in p.samples(p.profiles[1]))
print(rows)
END
labels() { # LABELS WANTED
	"$PERF" defer export -q --format=otlp --labels="$1" -i groups -o profiles || bad "--labels=$1: exit $?"
	decode_otlp profiles > text
	got=$(python3 labels.py text)
	[ "$got" = "$2" ] || bad "--labels=$1: $got"
}
id=$(printf '0123456789abcdef%.0s' 1 2 3 4)
labels unit,container "[(1,), (1,), (1, 'container=$id'), (3, 'unit=web.service')]"
labels cgroup "[(1,), (1,), (1, 'cgroup=/docker/$id'), (3, 'cgroup=/system.slice/web.service/a')]"
labels task,unit "[(1, 'pid=11', 'unit=web.service'), (1, 'pid=12', 'unit=web.service'), (1, 'pid=13'), (1, 'pid=14'), (1, 'pid=15'), (1, 'pid=16', 'unit=web.service')]"
labels cpu "[(6,)]"
if [ -n "$profile_proto" ]; then
	"$PERF" defer export -q --format=pprof --labels=unit,container,cgroup -i groups -o profile.pb.gz
	decode_pprof profile.pb.gz > text
	for word in unit container cgroup web.service "$id" "/docker/$id"; do
		grep -q "string_table: \"$word\"" text || bad "pprof: no $word"
	done
	! grep -Eq 'string_table: "(pid|tid|cpu)"' text || bad "pprof: labels that nobody asked for: $(cat text)"
fi
got=0
"$PERF" defer export -q --format=otlp --labels=units -i groups -o profiles 2> err || got=$?
[ $got = 129 ] && grep -q "'units' is no label" err || bad "a label that is none: exit $got: $(cat err)"
got=0
"$PERF" defer export -q --format=folded --labels=unit -i groups > out 2> err || got=$?
[ $got = 129 ] && grep -q 'is about pprof and otlp' err || bad "labels of folded: exit $got: $(cat err)"

# Nothing to tell is a message without profiles.
"$PERF" defer export -q --format=otlp --tid 99 -i one -o profiles 2> err || bad "no samples: $(cat err)"
decode_otlp profiles > text || bad "no samples: protoc does not read it"
! grep -q ' profiles {' text || bad "no samples, and there are profiles"
finish
