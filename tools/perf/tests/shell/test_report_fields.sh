#!/bin/sh
# perf report -s, -F: every key, in recordings that this machine could not make
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

cat > "$dir/make.py" << 'P'
import sys
from perfwrite import *

where = sys.argv[1]
f = Writer()
e = f.event(type=4, config=1, sample_type=S_IP | S_TID | S_TIME | S_ADDR | S_CPU | S_PERIOD | S_WEIGHT | S_CGROUP |
            S_CODE_PAGE_SIZE, name="cycles")
f.comm(100, 100, "prog")
f.comm(100, 101, "helper2")
f.comm(200, 200, "other")
f.mmap2(100, 100, 0x400000, 0x3000, 0, "/nowhere/prog")
f.record(CGROUP, f.pack("Q", 42) + f.text("/user/me") + f.sample_id(1, 1, 1))
spaces = [(3, 100 + n) for n in range(7)]
f.record(NAMESPACES, f.pack("IIQ", 100, 100, 7) + b"".join(f.pack("QQ", *s) for s in spaces) + f.sample_id(100, 100, 1))
for n, (pid, tid, cpu, misc, weight, cgroup) in enumerate((
        (100, 100, 0, MISC_USER, 50, 42), (100, 100, 1, MISC_KERNEL, 7, 42), (100, 101, 1, MISC_USER, 50, 43),
        (200, 200, 1, 5, 7, 0), (200, 200, 0, 4, 1, 0))):
    f.sample(e, misc=misc, ip=0x401000 + n, pid=pid, tid=tid, time=10**9 + n * 60 * 10**6, cpu=cpu, period=1 << n,
             weight=weight, cgroup=cgroup, code_page_size=4096)
f.write(where + "/fields")

f = Writer()
e = f.sched_switch_event()
f.comm(100, 100, "prog")
for n, (comm, pid, prio) in enumerate((("prog", 100, 120), ("two words", 7, 98), ("prog", 100, 120), ("prog", 100, 30))):
    f.sched_switch(e, comm, pid, prio, misc=MISC_KERNEL, ip=0xffffffff81000010, pid=100, tid=100, time=10**9 + n)
f.write(where + "/trace")

f = Writer()
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN, name="cpu-clock")
BPF = 0xffffffffa0001000
for n, (size, name) in enumerate(((0x40, "one"), (0x80, "two::f"), (0x40, "three"))):
    f.record(KSYMBOL, f.pack("QIHH", BPF + n * 0x1000, size, 1, 0) + f.text("bpf_prog_" + name) + f.sample_id())
f.comm(100, 100, "prog")
for n, place in enumerate((0x1010, 0x1010, 0x1010, 0x10, 0x10, 0x2004, 0x1014)):
    f.sample(e, misc=MISC_KERNEL, ip=BPF + place, pid=100, tid=100, time=10**9 + n, chain=(2**64 - 128, BPF + place, BPF))
f.write(where + "/bpf")
P
python3 "$dir/make.py" "$dir"

# The rows for these options, without blanks at the ends of lines, are what standard input says.
rows() { # FILE OPTIONS...
	cat > "$dir/want"
	file=$1
	shift
	"$PERF" report -i "$dir/$file" -q "$@" > "$dir/out" 2> "$dir/err" || {
		bad "$file $*: $(cat "$dir/err")"
		return
	}
	sed 's/ *$//; /^#/d; /^$/d' "$dir/out" > "$dir/got"
	diff "$dir/want" "$dir/got" > "$dir/diff" && return
	bad "$file $*: $(cat "$dir/diff")"
}
rows fields -s pid << 'E'
    77.42%      200:other
    12.90%      101:helper2
     9.68%      100:prog
E
rows fields -s tgid << 'E'
    77.42%      200:other
    22.58%      100:prog
E
rows fields -s tid,comm -w 12,10 << 'E'
        77.42%      200:ot  other
        12.90%      101:he  helper2
         9.68%      100:pr  prog
E
rows fields -s comm_nodigit << 'E'
    77.42%  other
    12.90%  helper<N>
     9.68%  prog
E
rows fields -s cpu << 'E'
    54.84%  000
    45.16%  001
E
rows fields -s weight << 'E'
    51.61%  1
    32.26%  14
    16.13%  100
E
rows fields -s local_weight,pid << 'E'
    51.61%  1                 200:other
    25.81%  7                 200:other
    12.90%  50                101:helper2
     6.45%  7                 100:prog
     3.23%  50                100:prog
E
rows fields -s cgroup << 'E'
    77.42%  N/A
    12.90%  unknown
     9.68%  /user/me
E
rows fields -s cgroup_id << 'E'
    90.32%  0/0x0
     9.68%  3/0x6a
E
rows fields -s dso_size << 'E'
    83.87%   unknown
    16.13%     12288
E
rows fields -s symbol_size << 'E'
   100.00%      unknown  -      -
E
rows fields -s symbol << 'E'
    51.61%  [g] 0x0000000000401004  -      -
    25.81%  [u] 0x0000000000401003  -      -
    12.90%  [.] 0x0000000000001002  -      -
     6.45%  [k] 0x0000000000401001  -      -
     3.23%  [.] 0x0000000000001000  -      -
E
rows fields -s time --time-quantum 100ms << 'E'
    51.61%  1.200000
    38.71%  1.100000
     9.68%  1.000000
E
rows fields -s time --time-quantum 1s --ns << 'E'
   100.00%  1.000000000
E
rows fields -s time --time-quantum 70000us << 'E'
    51.61%  1.190000
    38.71%  1.120000
     6.45%  1.050000
     3.23%  0.980000
E
rows fields -s code_page_size << 'E'
   100.00%  4K
E
rows fields -s addr << 'E'
    51.61%  0x401004
    25.81%  0x401003
    12.90%  0x401002
     6.45%  0x401001
     3.23%  0x401000
E
rows fields -s srcline << 'E'
    51.61%  0x401004
    25.81%  0x401003
    12.90%  prog[1002]
     6.45%  0x401001
     3.23%  prog[1000]
E
rows fields -s srcfile << 'E'
   100.00%
E
rows fields -s symoff << 'E'
    51.61%  [g] 0x000401004
    25.81%  [u] 0x000401003
    12.90%  [.] 0x000001002
     6.45%  [k] 0x000401001
     3.23%  [.] 0x000001000
E
rows fields -F overhead,overhead_sys,overhead_us,overhead_guest_sys,overhead_guest_us,period,sample,comm << 'E'
    77.42%     0.00%     0.00%     51.61%     25.81%            24             2  other
    12.90%     0.00%    12.90%      0.00%      0.00%             4             1  helper2
     9.68%     6.45%     3.23%      0.00%      0.00%             3             2  prog
E
rows fields --showcpuutilization -s comm << 'E'
    77.42%     0.00%     0.00%  other
    12.90%     0.00%    12.90%  helper2
     9.68%     6.45%     3.23%  prog
E
if "$PERF" check feature -q libtraceevent; then
	rows trace << 'E'
    50.00%  prev_comm=prog prev_pid=100 prev_prio: 78, end
    25.00%  prev_comm=prog prev_pid=100 prev_prio: 1e, end
    25.00%  prev_comm=two words prev_pid=7 prev_prio: 62, end
E
	rows trace -s trace --raw-trace << 'E'
    50.00%   prev_comm=prog prev_pid=100 prev_prio=120
    25.00%   prev_comm=prog prev_pid=100 prev_prio=30
    25.00%   prev_comm=two words prev_pid=7 prev_prio=98
E
	rows trace -s prev_comm << 'E'
    75.00%              prog
    25.00%         two words
E
	rows trace -s prev_pid << 'E'
    75.00%         100
    25.00%           7
E
	rows trace -s prev_prio << 'E'
    50.00%          78
    25.00%          62
    25.00%          1e
E
	rows trace -s sched_switch.prev_prio/raw << 'E'
    50.00%         120
    25.00%          98
    25.00%          30
E
	rows trace -s trace_fields << 'E'
    50.00%              prog         100          78
    25.00%         two words           7          62
    25.00%              prog         100          1e
E
	rows trace -s prev_prio --raw-trace << 'E'
    50.00%         120
    25.00%          98
    25.00%          30
E
fi
rows bpf -g none --no-children -s sym << 'E'
    57.14%  [k] bpf_prog_two::f
    28.57%  [k] bpf_prog_one
    14.29%  [k] bpf_prog_three
E
rows bpf -g none --no-children -s symbol_size << 'E'
    57.14%          128  -      -
    42.86%           64  -      -
E
rows bpf -g none --no-children -s symoff << 'E'
    42.86%  [k] bpf_prog_two::f+0x10
    28.57%  [k] bpf_prog_one+0x10
    14.29%  [k] bpf_prog_three+0x4
    14.29%  [k] bpf_prog_two::f+0x14
E
rows bpf -g none --no-children -s srcline << 'E'
    42.86%  bpf_prog_two::f+16
    28.57%  bpf_prog_one+16
    14.29%  bpf_prog_three+4
    14.29%  bpf_prog_two::f+20
E
rows bpf -g none --no-children -s srcfile << 'E'
   100.00%
E
rows bpf -g none --no-children -s dso_size << 'E'
    57.14%       128
    42.86%        64
E
rows bpf -g none --no-children -s addr << 'E'
    42.86%  0xffffffffa0002010
    28.57%  0xffffffffa0001010
    14.29%  0xffffffffa0002014
    14.29%  0xffffffffa0003004
E
rows bpf -g none -s symoff << 'E'
   100.00%     0.00%  [k] bpf_prog_one+0x0
    42.86%    42.86%  [k] bpf_prog_two::f+0x10
    28.57%    28.57%  [k] bpf_prog_one+0x10
    14.29%    14.29%  [k] bpf_prog_three+0x4
    14.29%    14.29%  [k] bpf_prog_two::f+0x14
E
rows bpf -vv -g none --no-children -s sym << 'E'
    57.14%  0xffffffffa0002010 i [k] bpf_prog_two::f
    28.57%  0xffffffffa0001010 i [k] bpf_prog_one
    14.29%  0xffffffffa0003004 i [k] bpf_prog_three
E
rows fields -vv -s sym << 'E'
    51.61%  0x401004           ! [g] 0x0000000000401004
    25.81%  0x401003           ! [u] 0x0000000000401003
    12.90%  0x1002             ! [.] 0x0000000000001002
     6.45%  0x401001           ! [k] 0x0000000000401001
     3.23%  0x1000             ! [.] 0x0000000000001000
E
rows fields -s time --time-quantum 5 << 'E'
    51.61%  1.240000
    25.81%  1.180000
    12.90%  1.120000
     6.45%  1.060000
     3.23%  1.000000
E
rows fields -s sym,symbol_size << 'E'
    51.61%  [g] 0x0000000000401004      unknown  -      -
    25.81%  [u] 0x0000000000401003      unknown  -      -
    12.90%  [.] 0x0000000000001002      unknown  -      -
     6.45%  [k] 0x0000000000401001      unknown  -      -
     3.23%  [.] 0x0000000000001000      unknown  -      -
E
# A separator within a cell would make two of one.
rows fields -s pid -t : << 'E'
 77.42% :    200.other
 12.90% :    101.helper2
 9.68%  :    100.prog
E
rows fields -s comm,dso -t e << 'E'
 77.42% eoth.r  e[unknown]
 12.90% eh.lp.r2eprog
 6.45%  eprog   e[unknown]
 3.23%  eprog   eprog
E
# A graph need not name the function that is its row.
rows bpf -s sym --no-children << 'E'
    57.14%  [k] bpf_prog_two::f
            |
            ---bpf_prog_one
    28.57%  [k] bpf_prog_one
            |
            ---bpf_prog_one
    14.29%  [k] bpf_prog_three
            |
            ---bpf_prog_one
E
rows bpf -s comm --no-children << 'E'
   100.00%  prog
            |
            |--57.14%--bpf_prog_two::f
            |          bpf_prog_one
            |
            |--28.57%--bpf_prog_one
            |          bpf_prog_one
            |
             --14.29%--bpf_prog_three
                       bpf_prog_one
E
rows bpf -s comm,sym << 'E'
   100.00%    28.57%  prog     [k] bpf_prog_one
            |
            ---bpf_prog_one
               |
               |--57.14%--bpf_prog_two::f
               |
               |--28.57%--bpf_prog_one
               |
                --14.29%--bpf_prog_three
    57.14%    57.14%  prog     [k] bpf_prog_two::f
            |
            ---bpf_prog_one
               bpf_prog_two::f
    14.29%    14.29%  prog     [k] bpf_prog_three
            |
            ---bpf_prog_one
               bpf_prog_three
E
rows bpf -s dso,sym --no-children -G << 'E'
    57.14%  bpf_prog_two::f  [k] bpf_prog_two::f
            |
            ---bpf_prog_one
               bpf_prog_two::f
    28.57%  bpf_prog_one     [k] bpf_prog_one
            |
            ---bpf_prog_one
               bpf_prog_one
    14.29%  bpf_prog_three   [k] bpf_prog_three
            |
            ---bpf_prog_one
               bpf_prog_three
E
rows bpf -s symbol,comm -g caller --no-children << 'E'
    57.14%  [k] bpf_prog_two::f  prog     -      -
            |
            ---bpf_prog_two::f
    28.57%  [k] bpf_prog_one     prog     -      -
            |
            ---bpf_prog_one
    14.29%  [k] bpf_prog_three   prog     -      -
            |
            ---bpf_prog_three
E
rows bpf -F comm,sym -g caller --no-children << 'E'
  prog     [k] bpf_prog_one
            |
            ---bpf_prog_one
               bpf_prog_one
  prog     [k] bpf_prog_three
            |
            ---bpf_prog_one
               bpf_prog_three
  prog     [k] bpf_prog_two::f
            |
            ---bpf_prog_one
               bpf_prog_two::f
E
rows bpf -s sym -F comm,sym --no-children << 'E'
  prog     [k] bpf_prog_one
            |
            ---bpf_prog_one
               bpf_prog_one
  prog     [k] bpf_prog_three
            |
            ---bpf_prog_three
               bpf_prog_one
  prog     [k] bpf_prog_two::f
            |
            ---bpf_prog_two::f
               bpf_prog_one
E
wrong() { # MESSAGE OPTIONS...
	text=$1 status=0
	shift
	"$PERF" report -i "$dir/fields" "$@" > "$dir/out" 2> "$dir/err" || status=$?
	[ $status = 129 ] && grep -q -e "$text" "$dir/err" && return
	bad "$*: exit $status: $(cat "$dir/err")"
}
for time in 0s ms 5x 4294967295s 1s1; do
	wrong "option '--time-quantum' takes a time like 100ms, not '$time'" --time-quantum $time
done
finish
