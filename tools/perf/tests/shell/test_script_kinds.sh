#!/bin/sh
# perf script: records and events of each kind, guests, times, metrics; each as other perfs print it
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *

ID_INDEX = 69
BASIC = S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER
FLAG = 1 << 13
K = 0xffffffff81000000
where = sys.argv[1]


class Kinds:
    """Records a microsecond apart, most of them about thread 100."""
    def __init__(self, order):
        self.f, self.now = Writer(order, "x86_64" if order == "<" else "s390x"), 10**9

    def put(self, kind, body, misc=0, pid=100, tid=100):
        self.now += 1000
        self.f.record(kind, body + self.f.sample_id(pid, tid, self.now, 1), misc)

    def sample(self, e, misc=MISC_USER):
        self.now += 1000
        self.f.sample(e, misc=misc, ip=0x400100, pid=100, tid=100, time=self.now, cpu=1, period=5, ident=e.ids[0])


for order in "<", ">":
    k = Kinds(order)
    f, put, p = k.f, k.put, k.f.pack
    kinds = ((0, 0, "cycles"), (1, 0, "cpu-clock"), (4, 0x1c2, "raw 0x1c2"), (5, 0, "mem:0x1000:rw"),
             (3, 0, "L1-dcache-loads"), (25, 0, "uncore"))
    events = [f.event(type=t, config=c, sample_type=BASIC, name=n) for t, c, n in kinds]
    put(MMAP, p("iiQQQ", -1, 0, K, 0x10000, K) + f.text("[kernel.kallsyms]_text"), MISC_KERNEL)
    put(COMM, p("ii", 100, 100) + f.text("prog"))
    put(COMM, p("ii", 100, 100) + f.text("other"), FLAG)
    put(FORK, p("iiiiQ", 101, 100, 101, 100, 0))
    put(COMM, p("ii", 101, 101) + f.text("a name"), pid=101, tid=101)
    put(EXIT, p("iiiiQ", 101, 100, 101, 100, 0), pid=101, tid=101)
    put(MMAP, p("iiQQQ", 100, 100, 0x400000, 0x1000, 0x1000) + f.text("/bin/prog"), MISC_USER)
    put(MMAP, p("iiQQQ", 100, 100, 0x600000, 0x1000, 0x1000) + f.text("/bin/data"), MISC_USER | FLAG)
    for addr, prot, flags, name in (0x500000, 5, 2, "/lib/x.so"), (0x700000, 3, 1, "/lib/y.so"):
        put(MMAP2, p("iiQQQIIQQII", 100, 100, addr, 0x2000, 0x1000, 8, 1, 77, 3, prot, flags) + f.text(name), MISC_USER)
    put(MMAP2, p("iiQQQ", 100, 100, 0x800000, 0x2000, 0) + bytes((20, 0, 0, 0)) + bytes(range(20)) + p("II", 5, 2) +
        f.text("/lib/z.so"), MISC_USER | 1 << 14)
    put(LOST, p("QQ", 1, 77))
    put(LOST_SAMPLES, p("Q", 9))
    for misc in FLAG, 3 * FLAG, 0:
        put(SWITCH, b"", misc)
    for misc, other in (0, (101, 102)), (FLAG, (101, 102)), (3 * FLAG, (-1, -1)):
        put(SWITCH_CPU_WIDE, p("ii", *other), misc)
    put(NAMESPACES, p("IIQ", 100, 100, 7) + b"".join(p("QQ", 4, 0xeffffff0 + n) for n in range(7)))
    put(KSYMBOL, p("QIHH", K + 0x20000, 0x100, 2, 1) + f.text("bpf_prog_1"))
    put(BPF_EVENT, p("HHIQ", 2, 0, 5, 0))
    put(CGROUP, p("Q", 42) + f.text("/user/me"))
    for e in events:
        k.sample(e)
    for mode in range(6):
        k.sample(events[0], mode)
    f.write(where + ("/kinds" if order == "<" else "/kinds-be"))

# A host's recording with a guest's in it. Which counter was whose says ID_INDEX.
f = Writer("<", "x86_64")
e = f.event(type=0, sample_type=BASIC, name="cycles", ids=[1, 7, 8])
ids = ((1, 0, 0), (7, 1, 1), (8, 2, 2))
f.record(ID_INDEX, f.pack("Q", 3) + b"".join(f.pack("QQQq", ident, i, cpu, -1) for ident, i, cpu in ids) +
         f.pack("6Q", 0, 0, 4242, 3, 4242, 0))
f.comm(100, 100, "prog", 1)
f.sample(e, ip=0x1000, pid=100, tid=100, time=10**9, ident=1)
f.sample(e, misc=5, ip=0x2000, pid=4242, tid=4243, time=10**9 + 1000, cpu=1, ident=7)
f.sample(e, misc=4, ip=K, pid=4242, tid=4243, time=10**9 + 2000, cpu=2, ident=8)
f.write(where + "/guest")


class Clock(Writer):
    """With the features CLOCKID and CLOCK_DATA: the time of day when the samples' clock showed one second."""
    def features(self):
        return super().features() | {23: self.pack("Q", 1), 29: self.pack("IIQQ", 1, 1, 1795275471984366789, 10**9)}


f = Clock()
e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME, name="cpu-clock", flags=1 << 18 | 1 << 25)
for time in 10**9, 10**9 + 1500, 3 * 10**9 + 999:
    f.sample(e, pid=100, tid=100, time=time)
f.write(where + "/clock")


def group(path, names, *values):
    f = Writer()
    members = [f.event(type=t, config=c, name=n, ids=[10 * i + 10], sample_type=S_IP | S_TID | S_TIME | S_READ | S_ID,
                       read_format=F_GROUP | F_ID) for i, (n, t, c) in enumerate(names)]
    f.comm(1, 1, "a")
    for n, value in enumerate(values):
        f.sample(members[0], ip=n, pid=1, tid=1, time=1000 * (n + 1),
                 read=[(v, e.ids[0]) for v, e in zip(value, members)])
    f.write(path)


HW = ("cycles", 0, 0), ("instructions", 0, 1)
group(where + "/ipc", HW, (100, 1000), (150, 1000), (250, 1100), (250, 1200))
group(where + "/many", HW + (("branches", 0, 4), ("branch-misses", 0, 5), ("front", 0, 7), ("back", 0, 8 | 9 << 32)),
      (1000, 3000, 200, 50, 70, 90))
group(where + "/clocks", (("task-clock", 1, 1), ("cs", 1, 3), ("faults", 1, 2), ("migrations", 1, 4)) + HW[:1] +
      (("branches", 0, 4),), (10**6, 1, 2, 3, 2000000, 5000))
CACHES = [(f"{c}-{r}", 3, n | op << 8 | r << 16) for c, n, op in (
    ("l1d", 0, 0), ("l1i", 1, 0), ("llc", 2, 0), ("dtlb", 3, 0), ("itlb", 4, 0), ("pre", 0, 2)) for r in (0, 1)]
group(where + "/caches", CACHES, [v for n in range(1, 7) for v in (1000, 10 * n)])
E
python3 "$dir/make.py" "$dir"

# The text, without blanks at the ends of lines, is what standard input says.
text() { # FILE OPTIONS
	file=$1
	shift
	cat > "$dir/want"
	"$PERF" script -i "$dir/$file" "$@" > "$dir/out" 2> "$dir/err" || bad "$file $*: $(cat "$dir/err")"
	sed 's/ *$//' "$dir/out" > "$dir/got"
	diff "$dir/want" "$dir/got" > "$dir/diff" || bad "$file $*: $(cat "$dir/diff")"
}

# --- records, with the letters of their misc bits; the samples are left out of the text ---
for f in kinds kinds-be; do
	text $f --time 0,1.00001 --show-task-events --show-mmap-events -F +misc << 'E'
         swapper     100 [001] K         1.000001: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x10000) @ 0xffffffff81000000]: x [kernel.kallsyms]_text
            prog     100 [001]           1.000002: PERF_RECORD_COMM: prog:100/100
           other     100 [001] E         1.000003: PERF_RECORD_COMM exec: other:100/100
           other     100 [001]           1.000004: PERF_RECORD_FORK(101:101):(100:100)
          a name     101 [001]           1.000005: PERF_RECORD_COMM: a name:101/101
          a name     101 [001]           1.000006: PERF_RECORD_EXIT(101:101):(100:100)
           other     100 [001] U         1.000007: PERF_RECORD_MMAP 100/100: [0x400000(0x1000) @ 0x1000]: x /bin/prog
           other     100 [001] UM        1.000008: PERF_RECORD_MMAP 100/100: [0x600000(0x1000) @ 0x1000]: r /bin/data
           other     100 [001] U         1.000009: PERF_RECORD_MMAP2 100/100: [0x500000(0x2000) @ 0x1000 08:01 77 3]: r-xp /lib/x.so
           other     100 [001] U         1.000010: PERF_RECORD_MMAP2 100/100: [0x700000(0x2000) @ 0x1000 08:01 77 3]: rw-s /lib/y.so
           other     100 [001] U         1.000011: PERF_RECORD_MMAP2 100/100: [0x800000(0x2000) @ 0 <000102030405060708090a0b0c0d0e0f10111213>]: r-xp /lib/z.so
E
	text $f --time 0,1.00001 --show-lost-events --show-switch-events --show-namespace-events --show-bpf-events \
		--show-cgroup-events -F tid,misc,time << 'E'
    100           1.000012: PERF_RECORD_LOST lost 77
    100           1.000013: PERF_RECORD_LOST_SAMPLES lost-samples 9
    100 S         1.000014: PERF_RECORD_SWITCH OUT
    100 Sp        1.000015: PERF_RECORD_SWITCH OUT preempt
    100           1.000016: PERF_RECORD_SWITCH IN
    100           1.000017: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:   101/102
    100 S         1.000018: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:   101/102
    100 Sp        1.000019: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid:    -1/-1
    100           1.000020: PERF_RECORD_NAMESPACES 100/100 - nr_namespaces: 7
		[0/net: 4/0xeffffff0, 1/uts: 4/0xeffffff1, 2/ipc: 4/0xeffffff2, 3/pid: 4/0xeffffff3,
		 4/user: 4/0xeffffff4, 5/mnt: 4/0xeffffff5, 6/cgroup: 4/0xeffffff6]
    100           1.000021: PERF_RECORD_KSYMBOL addr ffffffff81020000 len 256 type 2 flags 0x1 name bpf_prog_1
    100           1.000022: PERF_RECORD_BPF_EVENT type 2, flags 0, id 5
    100           1.000023: PERF_RECORD_CGROUP cgroup: 42 /user/me
E
done
# Each option shows its own kind.
only() { # OPTION PATTERN COUNT
	"$PERF" script -i "$dir/kinds" -q "$1" > "$dir/out" || bad "$1: exit $?"
	[ "$(grep -c "PERF_RECORD_$2" "$dir/out")" = "$3" ] || bad "$1: $(grep PERF_RECORD_ "$dir/out")"
	[ "$(grep -c PERF_RECORD_ "$dir/out")" = "$3" ] || bad "$1 shows others, too: $(grep PERF_RECORD_ "$dir/out")"
	[ "$(grep -c ' 400100 ' "$dir/out")" = 12 ] || bad "$1 without samples"
}
only --show-task-events '\(COMM\|FORK\|EXIT\)' 5
only --show-mmap-events MMAP 6
only --show-lost-events LOST 2
only --show-switch-events SWITCH 6
only --show-namespace-events NAMESPACES 1
only --show-bpf-events '\(KSYMBOL\|BPF_EVENT\)' 2
only --show-cgroup-events CGROUP 1
only --show-text-poke-events KSYMBOL 1

# --- times of records and samples ---
text kinds --reltime --show-task-events -F comm,time --time 0,1.000025 << 'E'
            prog     0.000000: PERF_RECORD_COMM: prog:100/100
           other     0.000001: PERF_RECORD_COMM exec: other:100/100
           other     0.000002: PERF_RECORD_FORK(101:101):(100:100)
          a name     0.000003: PERF_RECORD_COMM: a name:101/101
          a name     0.000004: PERF_RECORD_EXIT(101:101):(100:100)
           other     0.000022:
           other     0.000023:
E
text kinds --deltatime --ns --show-task-events -F comm,time --time 0,1.000025 << 'E'
            prog     0.000000000: PERF_RECORD_COMM: prog:100/100
           other     0.000001000: PERF_RECORD_COMM exec: other:100/100
           other     0.000001000: PERF_RECORD_FORK(101:101):(100:100)
          a name     0.000001000: PERF_RECORD_COMM: a name:101/101
          a name     0.000001000: PERF_RECORD_EXIT(101:101):(100:100)
           other     0.000018000:
           other     0.000001000:
E
text clock -F tod,time << 'E'
2026-11-21 15:37:51.984366     1.000000:
2026-11-21 15:37:51.984368     1.000001:
2026-11-21 15:37:53.984367     3.000000:
E
text clock --ns -F tod << 'E'
2026-11-21 15:37:51.984366789
2026-11-21 15:37:51.984368289
2026-11-21 15:37:53.984367788
E

# --- fields by type: of six events, those of the types that are named ---
text kinds -F hw:misc -F sw:tid -F raw:cpu -F break:time -F trace:trace --time 1.000024, << 'E'
U
    100
[001]
    1.000027:
           other     100 [001]     1.000028:          5 L1-dcache-loads:            400100 [unknown] (/bin/prog)
           other     100 [001]     1.000029:          5          uncore:            400100 [unknown] (/bin/prog)

K
U
H
G
g
E
text kinds -F comm,event -F sw: -F raw:+tid -F break:-comm --time 1.000024,1.000029 << 'E'
           other          cycles:
           other     100       raw 0x1c2:
  mem:0x1000:rw:
           other L1-dcache-loads:
           other          uncore:
E
grep -q "Overriding previous field request for software events" "$dir/err" || bad "sw: after all: $(cat "$dir/err")"
text kinds -F hw: -F comm,tid --time 1.000024,1.000025 << 'E'
           other     100
           other     100
E
grep -q "Overriding previous field request for all events" "$dir/err" || bad "all after hw:: $(cat "$dir/err")"

# --- a guest's samples ---
text guest -F +machine_pid,+vcpu << 'E'
            prog     100 [000]     1.000000:          1 cycles:              1000 [unknown] ([unknown])
VM: 4242 VCPU:003            :4243    4243 [001]     1.000001:          1 cycles:              2000 [unknown] ([unknown])
VM: 4242 VCPU:000            :4243    4243 [002]     1.000002:          1 cycles:  ffffffff81000000 [unknown] ([unknown])
E
text guest -F tid,vcpu << 'E'
    100
VCPU:003    4243
VCPU:000    4243
E

# --- what counters that are read together say about each other ---
text ipc -F time,event,period,metric << 'E'
    0.000001:        100       cycles:
    0.000001:       1000 instructions:
    0.000001: 	metric:    10.00 instructions  insn_per_cycle
    0.000002:         50       cycles:
    0.000002: 	metric:     0.00 instructions  insn_per_cycle
    0.000003:        100       cycles:
    0.000003:        100 instructions:
    0.000003: 	metric:     1.00 instructions  insn_per_cycle
    0.000004:        100 instructions:
E
text many -F hw:metric,event << 'E'
       cycles:
 instructions:
     branches:
branch-misses:
        front:
         back:
	metric:     3.00 instructions  insn_per_cycle
	metric:     0.03 stalled_cycles_per_instruction
	metric:     0.07 frontend_cycles_idle
	metric:     0.09 backend_cycles_idle
	metric:    25.00 %  branch_miss_rate
E
text clocks -F sw:comm,metric -F hw: << 'E'
               a
               a
               a
               a
               a 	metric:  1000.00 cs/sec  cs_per_second
               a 	metric:  3000.00 migrations/sec  migrations_per_second
               a 	metric:  2000.00 faults/sec  page_faults_per_second
               a 	metric:     2.00 GHz  cycles_frequency
               a 	metric:     5.00 M/sec  branch_frequency
E
"$PERF" script -i "$dir/caches" -F metric | grep . > "$dir/got"
diff - "$dir/got" << 'E' || bad "metrics of caches"
	metric:     1.00 %  l1d_miss_rate
	metric:     3.00 %  llc_miss_rate
	metric:     2.00 %  l1i_miss_rate
	metric:     4.00 %  dtlb_miss_rate
	metric:     5.00 %  itlb_miss_rate
	metric:     6.00 %  l1_prefetch_miss_rate
E
# Counters that are not read together have none.
text kinds -F tid,metric --time 1.000024,1.000025 << 'E'
    100
    100
E

# --- whose ---
printf 'no, body\n\nother\n' > "$dir/names"
[ "$("$PERF" script -q -i "$dir/kinds" -F comm -c "prog,file://$dir/names" | wc -l)" = 12 ] || bad "-c file://"
printf 'prog\nno,other\nno other\n' > "$dir/names"
[ "$("$PERF" script -q -i "$dir/kinds" -F comm -c "a name,file://$dir/names" | wc -l)" = 0 ] || bad "-c file:// of others"
"$PERF" report -q -i "$dir/kinds" -s comm -c "file://$dir/names" --stdio > "$dir/out" 2> "$dir/err" || :
! grep -q other "$dir/out" || bad "report -c file:// of others: $(cat "$dir/out")"
refused() { # STATUS TEXT FILE OPTIONS
	want=$1 what=$2 file=$3 status=0
	shift 3
	"$PERF" -c core.fallback=false script -i "$dir/$file" "$@" > "$dir/out" 2> "$dir/err" || status=$?
	[ $status = "$want" ] || bad "$file $*: exit $status"
	grep -qF -e "$what" "$dir/err" || bad "$file $*: $(cat "$dir/err")"
	[ ! -s "$dir/out" ] || bad "$file $*: output"
}
refused 1 "cannot read the names in '$dir/nothing': No such file" kinds -c "file://$dir/nothing"
refused 129 "'--symbols': cannot read the names in '$dir/nothing'" kinds -S "file://$dir/nothing"
refused 1 "File does not contain CPU events. Remove -C option to proceed." clock -C 0
refused 1 "does not say when its first and last sample were taken" clock --time 10%-20%
refused 129 "'trace' not valid for software events" kinds -F sw:comm,trace
refused 129 "Invalid event type" kinds -F cache:comm
refused 129 "Cannot set fields to 'none' for all event types" kinds -F ""
refused 1 "tracepoint events do not exist" kinds -F trace:
refused 129 "'perf script -s': this perf has no Perl inside" kinds -s perl:x
refused 129 "'perf script -g': this perf has no Perl inside" kinds -g perl
refused 129 "-s x: a script's name ends with .py" kinds -s x
refused 129 "scripts are written in 'python' or 'perl'" kinds -g ruby
refused 129 "use 'perf record -a'" kinds -a
refused 129 "'perf script record': there is no such script" kinds record no-script
refused 129 "'perf script report': there is no such script" kinds report no-script
# Within execve the kernel has mapped the new program, and registers are the old one's; merged recordings have the stack
# of the new one before it is mapped.
cat > "$dir/exec.py" << 'E'
import sys
from perfwrite import *

K, KERNEL, USER = 0xffffffff81000000, -128 & 2**64 - 1, -512 & 2**64 - 1
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN, name="tick")
f.comm(7, 7, "old", 1)
f.mmap2(7, 7, 0x400000, 0x1000, 0, "/bin/old", 1)


def sample(time, user):
    f.sample(e, misc=MISC_KERNEL, ip=K, pid=7, tid=7, time=time, chain=(KERNEL, K, USER, user))


sample(10, 0x700010)
f.comm(7, 7, "new", 20, 1 << 13)
f.mmap2(7, 7, 0x700000, 0x1000, 0, "/bin/new", 21)
f.mmap2(7, 7, 0x7f0000000000, 0x1000, 0, "[vdso]", 22)
sample(30, 0x400010)
sample(31, 0x900010)
f.write(sys.argv[1])
E
python3 "$dir/exec.py" "$dir/exec.data"
"$PERF" script -i "$dir/exec.data" -F ip,dso 2> "$dir/err" | grep '00010 ' | tr -s ' \t' ' ' > "$dir/out" || :
printf ' 700010 (/bin/new)\n 400010 (/bin/old)\n 900010 ([unknown])\n' | cmp -s - "$dir/out" ||
	bad "stacks in execve: $(cat "$dir/out" "$dir/err")"
finish
