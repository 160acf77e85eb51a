#!/bin/sh
# perf script -F: every field, in recordings that this machine could not make
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *

ALL = S_IP | S_TID | S_TIME | S_ADDR | S_CPU | S_PERIOD | S_BRANCH_STACK | S_REGS_USER | S_WEIGHT_STRUCT | \
    S_DATA_SRC | S_REGS_INTR | S_PHYS_ADDR | S_CGROUP | S_DATA_PAGE_SIZE | S_CODE_PAGE_SIZE | S_IDENTIFIER
CODE = 0x555555554000


def branch(source, target, mispredicted=0, predicted=0, tx=0, abort=0, cycles=0, kind=0, spec=0, new=0,
           not_taken=0):
    return source, target, mispredicted | predicted << 1 | tx << 2 | abort << 3 | cycles << 4 | \
        kind << 20 | spec << 24 | new << 26 | not_taken << 33


def accesses(path, order, arch):
    f = Writer(order, arch)
    e = f.event(type=4, config=0x1c3, sample_type=ALL, regs_user=0x181, regs_intr=0x100c03,
                branch_sample_type=9, name="cpu/mem-loads/P")
    f.comm(100, 100, "prog")
    f.mmap2(100, 100, CODE + 0x1000, 0x1000, 0x1000, "/nowhere/prog", 1)
    f.record(CGROUP, f.pack("Q", 42) + f.text("/user/me") + f.sample_id(1, 1, 5))
    regs = (2, {0: 1, 1: 2, 7: 0x7fff, 8: CODE, 10: 0x33, 11: 0x2b, 20: 5})
    f.sample(e, ip=CODE + 0x1207, pid=100, tid=100, time=10**9, addr=0xbeef, cpu=3, period=1000,
             branches=[branch(CODE + 0x1243, CODE + 0x1207, predicted=1, cycles=5, kind=1),
                       branch(0xffffffff81000010, CODE + 0x1100, mispredicted=1, tx=1, abort=1, kind=8, spec=2),
                       branch(7, 8, kind=15, new=1, predicted=1, not_taken=1)],
             user_regs=regs, intr_regs=regs, weight=33 | 5 << 32 | 7 << 48, data_src=0x68100142,
             phys_addr=0x1234000, cgroup=42, data_page_size=4096, code_page_size=1 << 21)
    f.sample(e, misc=MISC_KERNEL, ip=0xffffffff81000020, pid=100, tid=100, time=10**9 + 1500, addr=0x10,
             cpu=1, weight=2**64 - 1, data_src=2**64 - 1, cgroup=43, code_page_size=1 << 30)
    f.write(path)


accesses(sys.argv[1] + "/mem", "<", "x86_64")
accesses(sys.argv[1] + "/mem-be", ">", "s390x")
f = Writer()
e = f.event(type=4, sample_type=S_IP | S_TID | S_TIME | S_DATA_SRC | S_WEIGHT, name="m")
for i, word in enumerate((
        0, 0x10, 0x1, 0x120, 0x180, 0x540, 0x20040, 0x40000, 0x83a00000000, 0x103600000000, 0x3200000080,
        0xe00000000, 0x1e00000040, 0x4000300000, 0xc000f80000, 0x118000000, 0x8000000, 0x60000000 | 0x4000000,
        0x3000000, 0x2000000, 0x60000000000, 0x30000000000)):
    f.sample(e, ip=i, pid=1, tid=1, time=i, data_src=word, weight=2**40)
f.write(sys.argv[1] + "/sources")
f = Writer()
e = f.event(type=0, config=4, sample_type=S_IP | S_TID | S_TIME | S_ADDR, name="branches")
f.comm(100, 100, "prog")
f.sample(e, ip=0x1000, pid=100, tid=100, time=10**9, addr=0x2000)
f.write(sys.argv[1] + "/bts")
f = Writer()
e = f.event(type=1, config=10, sample_type=S_IP | S_TID | S_TIME | S_RAW, name="bpf-output")
f.comm(100, 100, "prog")
f.sample(e, ip=1, pid=100, tid=100, time=10**9, raw=b"Hello, world\n\0\x01\x7f abc")
f.sample(e, ip=1, pid=100, tid=100, time=2 * 10**9, raw=b"Hello\0\0\0")
f.write(sys.argv[1] + "/bpf")
for order in "<", ">":
    f = Writer(order)
    e = f.sched_switch_event()
    f.comm(100, 100, "prog")
    for comm, size in ("two words", 32), ("x", 32), ("two words", 32), ("x", 5000), ("y", 5000), ("x", 28):
        f.sched_switch(e, comm, 7, 98, size, ip=1, pid=100, tid=100, time=10**9)
    f.write(sys.argv[1] + ("/trace" if order == "<" else "/trace-be"))
for inherit in 0, 1:
    f = Writer()
    kind = dict(type=0, sample_type=S_IP | S_TID | S_TIME | S_READ | S_CALLCHAIN | S_ID | S_PERIOD,
                read_format=F_GROUP | F_ID | F_ENABLED | F_RUNNING, flags=1 << 18 | inherit << 1)
    e = f.event(config=0, name="cycles", ids=[10, 11], **kind)
    f.event(config=1, name="instructions", ids=[20, 21], **kind)
    f.comm(1, 1, "a")
    f.comm(1, 2, "b")
    for n, (tid, cycles, instructions, ident) in enumerate((
            (1, 100, 1000, 10), (1, 150, 1000, 10), (2, 160, 1070, 10), (2, 90, 100, 11), (1, 161, 2000, 10),
            (1, 140, 1500, 10))):
        f.sample(e, ident=ident, ip=n, pid=1, tid=tid, time=1000 * (n + 1), period=7, enabled=1, running=1,
                 read=((cycles, ident), (instructions, ident + 10), (5, 99)), chain=[2**64 - 512, n, n + 16])
    f.write(f"{sys.argv[1]}/group{inherit}")
# Guests, events about tasks, and a wall clock.
ID_INDEX, CLOCK_DATA = 69, 29
f = Writer("<", "x86_64")
kind = dict(type=0, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER)
e = f.event(config=0, name="cycles", **kind)
g = f.event(config=1, name="instructions", ids=[7], **kind)
features = f.features()
f.features = lambda: {**features, CLOCK_DATA: f.pack("IIQQ", 1, 1, 1600000000123456789, 5000000009)}
f.record(ID_INDEX, f.pack("QQQQQQQ", 1, 7, 1, 2, 2**64 - 1, 55, 3))
now = 5 * 10**9
f.comm(100, 100, "prog", now - 1)
f.comm(100, 100, "exec", now, 1 << 13)
f.mmap2(100, 100, 0x401000, 0x1000, 0x1000, "/nowhere/prog", now)
f.mmap2(100, 100, 0x501000, 0x1000, 0x1000, "/nowhere/data", now, misc=MISC_USER | 1 << 13, prot=1)
f.record(FORK, f.pack("iiiiQ", 101, 100, 101, 100, 12) + f.sample_id(100, 100, now), 1 << 13)
for misc in 0, 1 << 13, 3 << 13:
    f.record(SWITCH, f.sample_id(100, 100, now, 1), misc)
for n, misc in enumerate((MISC_USER, MISC_KERNEL, 3, 5, 4, 0, MISC_USER | 1 << 14)):
    f.sample(e, misc=misc, ip=0x401000 + n, pid=100, tid=100, time=6 * 10**9 + n, cpu=0)
f.sample(g, misc=5, ip=0x401000, pid=100, tid=100, time=7 * 10**9, cpu=2)
f.write(sys.argv[1] + "/guest")
f = Writer()
e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_READ | S_PERIOD, name="one", ids=[5])
f.comm(1, 1, "a")
for n, value in enumerate((10, 10, 25)):
    f.sample(e, ip=n, pid=1, tid=1, time=1000 * (n + 1), period=7, read=((value, 0),), ident=5)
f.write(sys.argv[1] + "/value")
E
python3 "$dir/make.py" "$dir"

# The text for @fields, without blanks at the ends of lines, is what standard input says.
text() { # FILE FIELDS [OPTIONS...]
	cat > "$dir/want"
	file=$1 fields=$2
	shift 2
	"$PERF" script -i "$dir/$file" ${fields:+-F "$fields"} "$@" > "$dir/out" 2> "$dir/err" || {
		bad "$file $fields $*: $(cat "$dir/err")"
		return
	}
	sed 's/ *$//' "$dir/out" > "$dir/got"
	diff "$dir/want" "$dir/got" > "$dir/diff" && return
	bad "$file $fields $*: $(cat "$dir/diff")"
}
text mem "" << 'E'
            prog     100 [003]     1.000000:       1000 cpu/mem-loads/P:             beef        68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A                                   33               5               7     555555555207 [unknown] (/nowhere/prog)         1234000 4K 2M
            prog     100 [001]     1.000001:          1 cpu/mem-loads/P:               10ffffffffffffffff |OP N/A|LVL L1 or LFB/MAB or L2 or L3 or Local RAM or Remote RAM (1 hop) or Remote      4294967295           65535           65535 ffffffff81000020 [unknown] ([unknown])               0 N/A 1024M
E
for f in mem mem-be; do
	text $f time,weight,ins_lat,retire_lat,cgroup << 'E'
    1.000000:               33               5               7 /user/me
    1.000001:       4294967295           65535           65535 unknown
E
	text $f misc,addr,phys_addr,data_page_size << 'E'
U                 beef         1234000 4K
K                   10               0 N/A
E
	text $f comm,brstack << 'E'
            prog  0x555555555243/0x555555555207/P/-/-/5/COND/-  0xffffffff81000010/0x555555555100/M/X/A/0/SYSRET/NON_SPEC_CORRECT_PATH  0x7/0x8/PN/-/-/0/FAULT_DATA/-
            prog
E
done
text mem comm,iregs << 'E'
            prog  ABI:2    AX:0x1    BX:0x2    CS:0x33    SS:0x2b   R12:0x5
            prog
E
text mem comm,uregs << 'E'
            prog  ABI:2    AX:0x1    SP:0x7fff    IP:0x555555554000
            prog
E
text mem-be comm,uregs << 'E'
            prog  ABI:2    R0:0x1    R7:0x7fff    R8:0x555555554000
            prog
E
text mem comm,brstacksym,dso << 'E'
            prog [unknown] (/nowhere/prog)/[unknown] (/nowhere/prog)/P/-/-/5/COND/- [unknown] ([unknown])/[unknown] (/nowhere/prog)/M/X/A/0/SYSRET/NON_SPEC_CORRECT_PATH [unknown] ([unknown])/[unknown] ([unknown])/PN/-/-/0/FAULT_DATA/-
            prog
E
text mem comm,brstackoff << 'E'
            prog  0x1243/0x1207/P/-/-/5/COND/-  0xffffffff81000010/0x1100/M/X/A/0/SYSRET/NON_SPEC_CORRECT_PATH  0x7/0x8/PN/-/-/0/FAULT_DATA/-
            prog
E
text sources data_src << 'E'
               0 |OP No|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A
              10 |OP EXEC|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A
               1 |OP N/A|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A
             120 |OP No|LVL L1 |SNP N/A|TLB N/A|LCK No|BLK  N/A
             180 |OP No|LVL L1 miss|SNP N/A|TLB N/A|LCK No|BLK  N/A
             540 |OP No|LVL L1 or L2 hit|SNP N/A|TLB N/A|LCK No|BLK  N/A
           20040 |OP No|LVL I/O hit|SNP N/A|TLB N/A|LCK No|BLK  N/A
           40000 |OP No|LVL Uncached |SNP N/A|TLB N/A|LCK No|BLK  N/A
     83a00000000 |OP No|LVL Remote core, same node RAM |SNP N/A|TLB N/A|LCK No|BLK  N/A
    103600000000 |OP No|LVL Remote node, same socket Any cache |SNP N/A|TLB N/A|LCK No|BLK  N/A
      3200000080 |OP No|LVL Remote CXL miss|SNP N/A|TLB N/A|LCK No|BLK  N/A
       e00000000 |OP No|LVL Unknown level 7 |SNP N/A|TLB N/A|LCK No|BLK  N/A
      1e00000040 |OP No|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A
      4000300000 |OP No|LVL N/A|SNP None or Hit or Fwd|TLB N/A|LCK No|BLK  N/A
      c000f80000 |OP No|LVL N/A|SNP N/A or None or Hit or Miss or HitM or Fwd or Peer|TLB N/A|LCK N
       118000000 |OP No|LVL N/A|SNP N/A|TLB Fault hit miss|LCK No|BLK  N/A
         8000000 |OP No|LVL N/A|SNP N/A|TLB N/A hit|LCK No|BLK  N/A
        64000000 |OP No|LVL N/A|SNP N/A|TLB N/A or L1 or L2|LCK No|BLK  N/A
         3000000 |OP No|LVL N/A|SNP N/A|TLB N/A|LCK N/A|BLK  N/A
         2000000 |OP No|LVL N/A|SNP N/A|TLB N/A|LCK Yes|BLK  N/A
     60000000000 |OP No|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  Data Addr
     30000000000 |OP No|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A
E
text bts "" << 'E'
            prog     100     1.000000:          1 branches:              1000 [unknown] ([unknown]) =>             2000 [unknown] ([unknown])
E
text bpf "" << 'E'
            prog     100     1.000000:          1 bpf-output:                 1 [unknown] ([unknown])
      BPF output: 0000: 48 65 6c 6c 6f 2c 20 77  Hello, w
                  0008: 6f 72 6c 64 0a 00 01 7f  orld....
                  0010: 20 61 62 63               abc

            prog     100     2.000000:          1 bpf-output:                 1 [unknown] ([unknown])
      BPF output: 0000: 48 65 6c 6c 6f 00 00 00  Hello...
                  0008: 00 00 00 00              ....
      BPF string: "Hello"

E
# Formats are those of the recording; what is missing of a sample is 0.
for f in trace trace-be; do
	! "$PERF" check feature -q libtraceevent || text $f event,trace << 'E'
sched:sched_switch: prev_comm=two words prev_pid=7 prev_prio: 62, end
sched:sched_switch: prev_comm=x prev_pid=7 prev_prio: 62, end
sched:sched_switch: prev_comm=two words prev_pid=7 prev_prio: 62, end
sched:sched_switch: prev_comm=x prev_pid=7 prev_prio: 62, end
sched:sched_switch: prev_comm=y prev_pid=7 prev_prio: 62, end
sched:sched_switch: prev_comm=x prev_pid=7 prev_prio: 0, end
E
done
# Groups that are read together: a sample for each member that counted, with the one chain.
text group0 tid,time,event,period,ip << 'E'
      1     0.000001:        100       cycles:
	               0
	              10

      1     0.000001:       1000 instructions:
	               0
	              10

      1     0.000002:         50       cycles:
	               1
	              11

      2     0.000003:         10       cycles:
	               2
	              12

      2     0.000003:         70 instructions:
	               2
	              12

      2     0.000004:         90       cycles:
	               3
	              13

      2     0.000004:        100 instructions:
	               3
	              13

      1     0.000005:          1       cycles:
	               4
	              14

      1     0.000005:        930 instructions:
	               4
	              14

E
# Where tasks inherit counters each has its own count.
text group1 tid,event,period << 'E'
      1        100       cycles:
      1       1000 instructions:
      1         50       cycles:
      2        160       cycles:
      2       1070 instructions:
      2         90       cycles:
      2        100 instructions:
      1         11       cycles:
      1       1000 instructions:
E
text guest comm,misc,ip --show-mmap-events --show-task-events --show-switch-events << 'E'
            prog       PERF_RECORD_COMM: prog:100/100
            exec E     PERF_RECORD_COMM exec: exec:100/100
            exec U     PERF_RECORD_MMAP2 100/100: [0x401000(0x1000) @ 0x1000 00:00 0 0]: r-xp /nowhere/prog
            exec UM    PERF_RECORD_MMAP2 100/100: [0x501000(0x1000) @ 0x1000 00:00 0 0]: r--p /nowhere/data
            exec       PERF_RECORD_FORK(101:101):(100:100)
            exec       PERF_RECORD_SWITCH IN
            exec S     PERF_RECORD_SWITCH OUT
            exec Sp    PERF_RECORD_SWITCH OUT preempt
            exec U                401000
            exec K                401001
            exec H                401002
            exec g                401003
            exec G                401004
            exec                  401005
            exec U                401006
            :100 g                401000
E
text guest tod,cpu << 'E'
[000] 2020-09-13 12:26:41.123456
[000] 2020-09-13 12:26:41.123456
[000] 2020-09-13 12:26:41.123456
[000] 2020-09-13 12:26:41.123456
[000] 2020-09-13 12:26:41.123456
[000] 2020-09-13 12:26:41.123456
[000] 2020-09-13 12:26:41.123456
[002] 2020-09-13 12:26:42.123456
E
text guest tod,cpu --ns --cpu 2 << 'E'
[002] 2020-09-13 12:26:42.123456780
E
text guest ip --time 6.000000001,6.000000003 << 'E'
           401001
           401002
           401003
E
text guest ip --time ,6.0 << 'E'
           401000
E
text guest machine_pid,vcpu,ip,event --time 6.000000006, << 'E'
      cycles:            401006
VM:   55 VCPU:003 instructions:            401000
E
# A value that does not say which counter it is of cannot be compared with another.
text value tid,event,period << 'E'
      1          7 one:
      1          7 one:
      1          7 one:
E
"$PERF" report -i "$dir/group1" --stdio -n -s comm -g none --no-children > "$dir/out" 2> "$dir/err"
grep -q "Event count (approx.): 3170" "$dir/out" || bad "report: $(cat "$dir/out")"
said() { # PATTERN FILE FIELDS
	if "$PERF" script -i "$dir/$2" -F "$3" > "$dir/out" 2> "$dir/err" || ! grep -q -e "$1" "$dir/err"; then
		bad "$2 $3: $(cat "$dir/err")"
	fi
}
said "Can't provide 'tod' time, missing clock data" mem tod
said "Samples for 'm' event do not have WEIGHT_STRUCT attribute set. Cannot print 'ins_lat' field" sources ins_lat
said "Samples for 'm' event do not have IREGS attribute set" sources iregs

# Stacks that nobody asked for are not put together, so that none of them is missing.
"$PERF" defer generate -o "$dir/orphan" "$PERF_TEST_DIR/scenario/in-kernel-at-end.txt" > "$dir/out" 2>&1 ||
	bad "no recording with an orphan: $(cat "$dir/out")"
miss="samples with a deferred user stack miss it"
"$PERF" script -i "$dir/orphan" -F tid,time > "$dir/out" 2> "$dir/err"
if [ ! -s "$dir/out" ] || grep -q "$miss" "$dir/err"; then
	bad "-F tid,time: $(cat "$dir/out" "$dir/err")"
fi
"$PERF" script -i "$dir/orphan" -F tid,time,ip > "$dir/out" 2> "$dir/err"
grep -q "$miss" "$dir/err" || bad "-F tid,time,ip: $(cat "$dir/out" "$dir/err")"
ip=$("$PERF" script -i "$dir/orphan" -G -F ip 2> "$dir/err" | awk 'NR == 1 { print $1 }')
"$PERF" script -i "$dir/orphan" -F tid,time -S "0x$ip" > "$dir/out" 2> "$dir/err"
[ -s "$dir/out" ] || bad "-F tid,time -S 0x$ip: $(cat "$dir/err")"
finish
