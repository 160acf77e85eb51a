#!/bin/sh
# perf report: keys, fields, filters and lists, each on one small recording
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *

KERNEL = -128 & 2**64 - 1		# PERF_CONTEXT_KERNEL
USER = -512 & 2**64 - 1
TEXT = 0xffffffff81000000
FEAT_NRCPUS, FEAT_CPU_TOPOLOGY = 7, 13


class Machine(Writer):
    def features(self):
        def string(s):
            data = s.encode() + b"\0"
            data += bytes(-len(data) % 64)
            return self.pack("I", len(data)) + data
        out = super().features()
        out[FEAT_NRCPUS] = self.pack("II", 4, 4)
        out[FEAT_CPU_TOPOLOGY] = self.pack("I", 2) + string("0-1") + string("2-3") + self.pack("I", 4) + \
            b"".join(string(str(n)) for n in range(4)) + \
            b"".join(self.pack("II", n, n // 2) for n in range(4))
        return out


f = Machine("<", "x86_64")
TYPE = S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN | S_CGROUP | S_IDENTIFIER
one = f.event(type=1, config=0, sample_type=TYPE, name="cpu-clock")
two = f.event(type=1, config=2, sample_type=TYPE, name="page-faults")
f.mmap(-1, 0, TEXT, 0x100000, TEXT, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.record(CGROUP, f.pack("Q", 7) + f.text("/a") + f.sample_id())
f.record(CGROUP, f.pack("Q", 8) + f.text("/a/b") + f.sample_id())
for pid, tid, name in (100, 100, "server"), (100, 101, "worker/1"), (100, 102, "worker/2"), (200, 200, "client"):
    f.comm(pid, tid, name, 1)
for pid in 100, 200:
    f.mmap2(pid, pid, 0x400000, 0x3000 if pid == 100 else 0x5000, 0, "/nowhere/prog%d" % pid, 2)
    f.mmap2(pid, pid, 0x7f0000000000, 0x20000, 0x1000, "/nowhere/lib.so", 2)
f.record(NAMESPACES, f.pack("IIQ", 200, 200, 7) + b"".join(f.pack("QQ", 4, 0xf0000000 + n) for n in range(7)) +
         f.sample_id(200, 200, 3))


def at(event, tid, offset, *callers, **values):
    pid = 200 if tid == 200 else 100
    at.now += 60 * 10**6
    kernel = [TEXT + 0x100 * n + 8 for n in ((offset,) + callers if offset is not None else ())]
    user = values.pop("user", [0x400010, 0x400020])
    chain = ([KERNEL] + kernel if kernel else []) + [USER] + user
    f.sample(event, MISC_KERNEL if kernel else MISC_USER, ip=kernel[0] if kernel else user[0], pid=pid, tid=tid,
             time=at.now, ident=event.ids[0], chain=chain, **values)


at.now = 10**9
READ, WRITE, FAULT, COPY = range(4)
at(one, 100, COPY, READ, cpu=0, period=400, cgroup=7)
at(one, 101, COPY, WRITE, cpu=1, period=200, cgroup=7)
at(one, 102, COPY, READ, cpu=2, period=100, cgroup=8)
at(one, 200, FAULT, cpu=3, period=150, cgroup=8)
at(one, 200, None, cpu=3, period=100, cgroup=8, user=[0x7f0000000100, 0x400020])
at(one, 101, None, cpu=1, period=50, cgroup=0)
at(two, 100, FAULT, cpu=0, period=3)
at(two, 200, FAULT, cpu=0, period=1)
f.write(sys.argv[1])
E
python3 "$dir/make.py" "$dir/data"
cat > "$dir/kallsyms" << 'E'
ffffffff81000000 T _text
ffffffff81000000 T sys_read
ffffffff81000100 T sys_write
ffffffff81000200 T do_page_fault
ffffffff81000300 t copy
ffffffff81000400 T end
ffffffff81100000 T _etext
E

report() {
	"$PERF" report -i "$dir/data" --kallsyms "$dir/kallsyms" "$@" 2> "$dir/err"
}
# The first event's titles and rows are those of standard input, blanks at the ends apart.
rows() { # ARGS...
	cat > "$dir/want"
	report "$@" > "$dir/text" || bad "$*: $(cat "$dir/err")"
	awk '/^# Samples:/ && n++ { exit } /^#.*(Overhead|Children|Command)/ || /^ /' "$dir/text" | sed 's/ *$//' > "$dir/got"
	diff "$dir/want" "$dir/got" || bad "$*"
}
flat() { # ARGS...: own samples, no graphs
	rows --no-children -g none "$@"
}

# --- keys ---
flat -s pid << 'E'
# Overhead      Pid:Command
    40.00%      100:server
    25.00%      101:worker/1
    25.00%      200:client
    10.00%      102:worker/2
E
flat -s tid << 'E'
# Overhead      Tid:Command
    40.00%      100:server
    25.00%      101:worker/1
    25.00%      200:client
    10.00%      102:worker/2
E
flat -s tgid,comm << 'E'
# Overhead     Tgid:Command  Command
    40.00%      100:server   server
    25.00%      100:server   worker/1
    25.00%      200:client   client
    10.00%      100:server   worker/2
E
flat -s comm,dso,sym << 'E'
# Overhead  Command   Shared Object      Symbol
    40.00%  server    [kernel.kallsyms]  [k] copy
    20.00%  worker/1  [kernel.kallsyms]  [k] copy
    15.00%  client    [kernel.kallsyms]  [k] do_page_fault
    10.00%  client    lib.so             [.] 0x0000000000001100
    10.00%  worker/2  [kernel.kallsyms]  [k] copy
     5.00%  worker/1  prog100            [.] 0x0000000000000010
E
flat -s dso_size,symbol_size << 'E'
# Overhead  DSO size  Symbol size  IPC   [IPC Coverage]
    85.00%   1048576          256  -      -
    10.00%    131072      unknown  -      -
     5.00%     12288      unknown  -      -
E
flat -s cpu,socket << 'E'
# Overhead  CPU  Socket
    40.00%  000     000
    25.00%  001     000
    25.00%  003     001
    10.00%  002     001
E
flat -s srcline,srcfile << 'E'
# Overhead  Source:Line      Source File
    70.00%  copy+8
    15.00%  do_page_fault+8
    10.00%  lib.so[1100]
     5.00%  prog100[10]
E
flat -s symoff,addr << 'E'
# Overhead  Symbol Offset  Address
    70.00%  [k] copy+0x8   0xffffffff81000308
    15.00%  [k] do_page_fault+0x8  0xffffffff81000208
    10.00%  [.] 0x000001100  0x7f0000000100
     5.00%  [.] 0x000000010  0x400010
E
flat -s cgroup,cgroup_id << 'E'
# Overhead  Cgroup  cgroup id (dev/inode)
    60.00%  /a      0/0x0
    25.00%  /a/b    4/0xf0000006
    10.00%  /a/b    0/0x0
     5.00%  N/A     0/0x0
E
flat -s time << 'E'
# Overhead  Time
    40.00%  1.000000
    30.00%  1.100000
    15.00%  1.200000
    15.00%  1.300000
E
flat -s time --ns --time-quantum 10ms << 'E'
# Overhead  Time
    40.00%  1.060000000
    20.00%  1.120000000
    15.00%  1.240000000
    10.00%  1.180000000
    10.00%  1.300000000
     5.00%  1.360000000
E
flat -s parent << 'E'
# Overhead  Parent symbol
    50.00%  sys_read
    20.00%  sys_write
    15.00%  do_page_fault
    15.00%  [other]
E
flat -s parent -p ^sys_w << 'E'
# Overhead  Parent symbol
    80.00%  [other]
    20.00%  sys_write
E

# --- numbers ---
rows -g none -F overhead,overhead_children,overhead_sys,overhead_us,sample,period,comm -s comm << 'E'
# Overhead  Children       sys       usr       Samples        Period  Command
    25.00%    25.00%    15.00%    10.00%             2           250  client
    40.00%    40.00%    40.00%     0.00%             1           400  server
    25.00%    25.00%    20.00%     5.00%             2           250  worker/1
    10.00%    10.00%    10.00%     0.00%             1           100  worker/2
E
rows -g none -s dso -F +sample,period << 'E'
# Children      Self       Samples        Period  Shared Object
    85.00%    85.00%             4           850  [kernel.kallsyms]
    75.00%     5.00%             1            50  prog100
    25.00%     0.00%             0             0  prog200
    10.00%    10.00%             1           100  lib.so
E
flat -s socket -n --show-total-period --show-cpu-utilization << 'E'
# Overhead       sys       usr       Samples        Period  Socket
    65.00%    60.00%     5.00%             3           650     000
    35.00%    25.00%    10.00%             3           350     001
E
flat -s comm,dso -w 9,12,4 << 'E'
#  Overhead  Command       Shar
     40.00%  server        [ker
     20.00%  worker/1      [ker
     15.00%  client        [ker
     10.00%  client        lib.
     10.00%  worker/2      [ker
      5.00%  worker/1      prog
E
flat -s comm,dso -t ';' << 'E'
# Overhead;Command ;Shared Object
 40.00% ;server  ;[kernel.kallsyms]
 20.00% ;worker/1;[kernel.kallsyms]
 15.00% ;client  ;[kernel.kallsyms]
 10.00% ;client  ;lib.so
 10.00% ;worker/2;[kernel.kallsyms]
 5.00%  ;worker/1;prog100
E

# --- which samples ---
flat -S copy,do_page_fault -s sym << 'E'
# Overhead  Symbol
    70.00%  [k] copy
    15.00%  [k] do_page_fault
E
flat -S copy -s comm,sym << 'E'
# Overhead  Command
    40.00%  server
    20.00%  worker/1
    10.00%  worker/2
E
flat -d lib.so -s dso,comm << 'E'
# Overhead  Command
    10.00%  client
E
flat -d lib.so -s dso,comm --percentage relative << 'E'
# Overhead  Command
   100.00%  client
E
flat -c client,server -s comm << 'E'
# Overhead  Command
    40.00%  server
    25.00%  client
E
flat --pid 100 -s pid << 'E'
# Overhead      Pid:Command
    40.00%      100:server
    25.00%      101:worker/1
    10.00%      102:worker/2
E
flat --tid 101,102 -s pid << 'E'
# Overhead      Pid:Command
    25.00%      101:worker/1
    10.00%      102:worker/2
E
flat -C 1,3 -s cpu << 'E'
# Overhead  CPU
    50.00%  001
    50.00%  003
E
flat --socket-filter 1 -s socket,cpu << 'E'
# Overhead  Socket  CPU
    25.00%     001  003
    10.00%     001  002
E
flat --time 1.1,1.25 -s comm << 'E'
# Overhead  Command
    44.44%  worker/1
    33.33%  client
    22.22%  worker/2
E
flat --time ,1.15 -s comm << 'E'
# Overhead  Command
    66.67%  server
    33.33%  worker/1
E
flat --symbol-filter cop -s sym << 'E'
# Overhead  Symbol
    70.00%  [k] copy
E
flat --percent-limit 15 -s comm << 'E'
# Overhead  Command
    40.00%  server
    25.00%  client
    25.00%  worker/1
E
flat -x -s sym << 'E'
# Overhead  Symbol
    70.00%  [k] copy
    15.00%  [k] do_page_fault
E
flat -x -p ^sys_r -s sym << 'E'
# Overhead  Symbol    Parent symbol
    50.00%  [k] copy  sys_read
E
flat -U -s sym << 'E'
# Overhead  Symbol
    82.35%  [k] copy
    17.65%  [k] do_page_fault
E

# --- callers ---
rows -s sym -g none --percent-limit 30 << 'E'
# Children      Self  Symbol
   100.00%     0.00%  [.] 0x0000000000400020
    90.00%     0.00%  [.] 0x0000000000400010
    70.00%    70.00%  [k] copy
    50.00%     0.00%  [k] sys_read
E
rows --no-children -S copy -s sym << 'E'
# Overhead  Symbol
    70.00%  [k] copy
            |
            |--50.00%--sys_read
            |          0x400010
            |          0x400020
            |
             --20.00%--sys_write
                       0x400010
                       0x400020
E
rows --no-children -S copy -s sym -G << 'E'
# Overhead  Symbol
    70.00%  [k] copy
            |
            ---0x400010
               |
               |--50.00%--sys_read
               |          copy
               |
                --20.00%--sys_write
                          copy
E

# --- levels ---
rows -g none -H -s socket,cpu,comm << 'E'
#       Overhead  Socket / CPU / Command
    65.00%        000
       40.00%        000
          40.00%        server
       25.00%        001
          25.00%        worker/1
    35.00%        001
       25.00%        003
          25.00%        client
       10.00%        002
          10.00%        worker/2
E
rows -g none -H -s dso,sym --percent-limit 12 << 'E'
#    Overhead  Shared Object / Symbol
    85.00%     [kernel.kallsyms]
       70.00%     [k] copy
       15.00%     [k] do_page_fault
E

# --- side by side ---
flat --group << 'E'
#         Overhead  Command   Shared Object      Symbol
    40.00%   0.00%  server    [kernel.kallsyms]  [k] copy
    20.00%   0.00%  worker/1  [kernel.kallsyms]  [k] copy
    15.00%  25.00%  client    [kernel.kallsyms]  [k] do_page_fault
    10.00%   0.00%  client    lib.so             [.] 0x0000000000001100
    10.00%   0.00%  worker/2  [kernel.kallsyms]  [k] copy
     5.00%   0.00%  worker/1  prog100            [.] 0x0000000000000010
     0.00%  75.00%  server    [kernel.kallsyms]  [k] do_page_fault
E
grep -q "^# Samples: 8  of events 'cpu-clock, page-faults'\$" "$dir/text" || bad "--group: the head"
flat --group --group-sort-idx 1 -s comm << 'E'
#         Overhead  Command
    40.00%  75.00%  server
    25.00%  25.00%  client
    25.00%   0.00%  worker/1
    10.00%   0.00%  worker/2
E

# --- instead of rows ---
list() { # ARGS...: the whole text, without blanks at the ends and empty lines
	cat > "$dir/want"
	report "$@" > "$dir/text" || bad "$*: $(cat "$dir/err")"
	sed 's/ *$//; /^$/d' "$dir/text" > "$dir/got"
	diff "$dir/want" "$dir/got" || bad "$*"
}
list --tasks << 'E'
#      pid      tid     ppid  comm
         0        0       -1 |swapper
       100      100       -1 | server
       100      101       -1 | worker/1
       100      102       -1 | worker/2
       200      200       -1 | client
E
list --mmaps << 'E'
#      pid      tid     ppid  comm
         0        0       -1 |swapper
       100      100       -1 | server
                                 400000-403000 r-xp 00000000  /nowhere/prog100
                                 7f0000000000-7f0000020000 r-xp 00001000  /nowhere/lib.so
       100      101       -1 | worker/1
                                 400000-403000 r-xp 00000000  /nowhere/prog100
                                 7f0000000000-7f0000020000 r-xp 00001000  /nowhere/lib.so
       100      102       -1 | worker/2
                                 400000-403000 r-xp 00000000  /nowhere/prog100
                                 7f0000000000-7f0000020000 r-xp 00001000  /nowhere/lib.so
       200      200       -1 | client
                                 400000-405000 r-xp 00000000  /nowhere/prog200
                                 7f0000000000-7f0000020000 r-xp 00001000  /nowhere/lib.so
E
counts=$(cat << 'E'
Aggregated stats:
               TOTAL events:         21
                MMAP events:          1  ( 4.8%)
                COMM events:          4  (19.0%)
              SAMPLE events:          8  (38.1%)
               MMAP2 events:          4  (19.0%)
          NAMESPACES events:          1  ( 4.8%)
              CGROUP events:          2  ( 9.5%)
      FINISHED_ROUND events:          1  ( 4.8%)
cpu-clock stats:
              SAMPLE events:          6
page-faults stats:
              SAMPLE events:          2
E
)
list --stats << E
$counts
E
report -D > "$dir/text" || bad "-D: $(cat "$dir/err")"
[ "$(sed -n '/^Aggregated/,$p' "$dir/text")" = "$counts" ] || bad "-D: counts"
[ "$(grep -c 'PERF_RECORD_SAMPLE(IP, 0x[12]): [0-9]*/[0-9]*: 0x.* period: ' "$dir/text")" = 8 ] || bad "-D: samples"
report --header-only > "$dir/text" || bad "--header-only: $(cat "$dir/err")"
for line in '# arch : x86_64' '# nrcpus online : 4' '# nrcpus avail : 4' '# sibling sockets : 0-1' \
	"# event : name = cpu-clock, , id = { 1 }, type = 1 (PERF_TYPE_SOFTWARE), size = 136, config = 0 (PERF_COUNT_SW_CPU_CLOCK), { sample_period, sample_freq } = 1,"; do
	report --header-only -I | grep -qF -e "$line" || bad "--header-only -I: no '$line'"
done

# --- JSON is what the manual page says ---
page=$PERF_TEST_DIR/../Documentation/perf-report.txt
[ -e "$page" ] || page=
schema() { # RECORDING ARGS...
	file=$1
	shift
	"$PERF" report -i "$file" --kallsyms "$dir/kallsyms" --json "$@" > "$dir/json" 2> "$dir/err" || bad "--json $*: $(cat "$dir/err")"
	# shellcheck disable=SC2086	# it may be none
	"$PERF_TEST_DIR/build/report_schema.py" "$dir/json" $page 2> "$dir/err" ||
		bad "--json $*: $(tail -n 1 "$dir/err")"
}
"$PERF" defer generate --seed 3 -o "$dir/deferred" > /dev/null 2>&1
"$PERF" defer generate --seed 3 --no-loss -o "$dir/whole" > /dev/null 2>&1
schema "$dir/data"
schema "$dir/data" --no-children -g none -s pid,cpu,socket,time,cgroup,srcline
schema "$dir/data" --group -s dso -F overhead,weight,retire_lat,dso
schema "$dir/data" --missing
schema "$dir/whole"
schema "$dir/whole" --missing
"$PERF" report -i "$dir/deferred" --json > "$dir/json" 2> "$dir/err" || [ $? = 2 ] || bad "--json: $(cat "$dir/err")"
"$PERF_TEST_DIR/build/report_schema.py" "$dir/json" 2> "$dir/err" || bad "--json of orphans: $(tail -n 1 "$dir/err")"

# --- what the recording does not know is said, and is no empty table ---
cat > "$dir/blind.py" << 'E'
import sys
from perfwrite import *
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME, name="cpu-clock")
f.sample(e, ip=1, pid=1, tid=1, time=10**9)
f.write(sys.argv[1])
E
python3 "$dir/blind.py" "$dir/blind"
told() { # TEXT COMMAND...
	text=$1
	shift
	status=0
	"$PERF" "$@" -i "$dir/blind" > "$dir/text" 2> "$dir/err" || status=$?
	if [ $status = 0 ] || [ -s "$dir/text" ] || ! grep -q -e "$text" "$dir/err"; then
		bad "$*: exit $status: $(cat "$dir/text" "$dir/err")"
	fi
}
told "^File does not contain CPU events. Remove -C" report -C 0
told "^File does not contain CPU events. Remove -C" script -C 0
told "does not say when its first and last sample" report --time 10%-20%
finish
