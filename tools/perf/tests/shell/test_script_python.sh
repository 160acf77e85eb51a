#!/bin/sh
# perf script -s: a script in Python gets what ndjson shows, in a process that may not write
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
small_kernel
cd "$dir"
export HOME="$dir" PERF_CONFIG_NOSYSTEM=1

run() # STATUS ARGS...: into out and err
{
	want=$1 got=0
	shift
	"$PERF" script "$@" > out 2> err < /dev/null || got=$?
	[ $got = "$want" ] || bad "script $*: exit $got, not $want: $(cat err)"
}
said() # TEXT WHAT
{
	grep -qF -e "$1" err || bad "$2: says $(cat err)"
}
printed() # TEXT WHAT
{
	printf '%s' "$1" | diff - out > differs || bad "$2: $(cat differs)"
}

# --- the same rows as ndjson's, of stacks in two halves, from a file and from a pipe --------------------------
cat > rows.py << 'E'
import json
def process_event(d):
    s = d["sample"]
    where = {"ip": s["ip"], "sym": {"name": d.get("symbol")}}
    row = (s["time"], d["ev_name"], d["comm"], s["pid"], s["tid"], s["period"], d.get("symbol"), d.get("dso", "").split("/")[-1],
           d.get("orphan"), [f["missing"] if "missing" in f else [hex(f["ip"]), f.get("sym", {}).get("name")]
                             for f in d["callchain"] or [where]])
    print(json.dumps(row))
E
for seed in 2 5; do
	"$PERF" defer generate --seed $seed --byte-order little --format file -o made > log 2>&1 || fail "generate: $(cat log)"
	"$PERF" defer generate --seed $seed --byte-order little --format pipe -o stream > log 2>&1 || fail "generate: $(cat log)"
	for from in made stream; do
		# These recordings are damaged in places.
		"$PERF" defer export --format=ndjson -i - -o ndjson < $from 2> log || [ $? = 2 ] || bad "ndjson: $(cat log)"
		python3 "$PERF_TEST_DIR/build/ndjson_rows.py" < ndjson > want
		[ -s want ] || bad "seed $seed, $from: no rows"
		"$PERF" script --exact-names -s rows.py -i - < $from > out 2> err || [ $? = 2 ] || bad "seed $seed, $from: $(cat err)"
		diff want out > differs || bad "seed $seed, $from: $(head -4 differs)"
	done
	# Frames and halves of stacks are told anew after perf has let go of them.
	"$PERF" defer export --format=ndjson -i made -o ndjson 2> log || [ $? = 2 ] || bad "ndjson: $(cat log)"
	python3 "$PERF_TEST_DIR/build/ndjson_rows.py" < ndjson > want
	PERF_TEST_FEW_CHAINS=1 "$PERF" script --exact-names -s rows.py -i made > out 2> err || [ $? = 2 ] || bad "seed $seed, few chains: $(cat err)"
	diff want out > differs || bad "seed $seed, few chains: $(head -4 differs)"
done

# --- what is in a sample, and functions for tracepoints and records -------------------------------------------
cat > make.py << 'E'
from perfwrite import *
ENTER = """name: sys_enter
ID: 315
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;
\tfield:unsigned long args[2];\toffset:16;\tsize:16;\tsigned:0;
\tfield:u32 from;\toffset:32;\tsize:4;\tsigned:0;
\tfield:u32 kind;\toffset:36;\tsize:4;\tsigned:0;
\tfield:__data_loc char[] name;\toffset:40;\tsize:4;\tsigned:0;

print fmt: "id %ld %s %s", REC->id, __print_flags(REC->from, "|", { 1, "ONE" }, { (1 << 3), "EIGHT" }), \
__print_symbolic(REC->kind, { 0x2UL, "two" }, { 3, "a,}b" })
"""
FULL = (S_IP | S_TID | S_TIME | S_ADDR | S_CPU | S_PERIOD | S_CALLCHAIN | S_BRANCH_STACK | S_REGS_USER | S_WEIGHT | S_DATA_SRC |
        S_IDENTIFIER)
f = Writer("<", "x86_64")
full = f.event(sample_type=FULL, regs_user=3, name="full")
switch = f.sched_switch_event()
switch.sample_type |= S_IDENTIFIER
f.formats.append(("raw_syscalls", ENTER))
enter = f.event(type=2, config=315, sample_type=switch.sample_type, name="raw_syscalls:sys_enter")
f.comm(7, 8, b"n\xe4me", time=1)
f.mmap2(7, 7, 0x400000, 0x1000, 0x2000, "/bin/prog", time=1)
f.sample(full, ip=0x400100, pid=7, tid=8, time=3 * 10**9 + 5, addr=0x400200, cpu=1, period=9,
         chain=(-512 & 2**64 - 1, 0x400100, 0x400300), branches=((0x400110, 0x400200, 1 | 7 << 4), (0x10, 0x20, 2)),
         user_regs=(2, {0: 1, 1: 2}), weight=77, data_src=0x68100142)
f.sched_switch(switch, "next", 7, 120, pid=7, tid=8, time=3 * 10**9 + 6, cpu=1)
f.sample(enter, raw=f.pack("HBBiqQQIIHH", 315, 1, 2, 7, 39, 1, 2, 9, 3, 44, 6) + b"hello\0", pid=7, tid=8, time=4 * 10**9)
f.record(THROTTLE, f.pack("QQQ", 11, 1, 13) + f.sample_id(7, 8, 4 * 10**9, 1))
f.record(SWITCH_CPU_WIDE, f.pack("ii", 1, 2) + f.sample_id(7, 8, 4 * 10**9 + 1, 1), 3 << 13)
f.write("kinds")
f.write_pipe("kinds.pipe")
# A system whose name is no name of a function, and a field that is a word of Python.
f.formats.append(("a(b)\nprint(1)", ENTER.replace("315", "316")))
f.event(type=2, config=316, sample_type=switch.sample_type, name="odd")
f.write("odd")
E
python3 make.py
cat > all.py << 'E'
import sys
from perf_trace_context import *
from Core import *
from Util import *
def trace_begin():
    print("begin", sys.argv[1:], perf_config_get("report.children"), perf_config_get("no.such"))
def process_event(d):
    s, b = d["sample"], d["brstack"]
    print(d["ev_name"], ascii(d["comm"]), d["dso"], hex(d["dso_map_start"]), hex(d["map_pgoff"]), d["uregs"].split(), len(d["attr"]) >= 136)
    print([s[k] for k in "pid tid cpu time period addr weight cpumode id values".split()], hex(s["datasrc"]), s["datasrc_decode"])
    print([hex(f["ip"]) for f in d["callchain"]], [b[0][k] for k in "from to mispred predicted cycles from_dsoname".split()],
          b[1]["predicted"], b[1]["to_dsoname"], [e["pred"] for e in d["brstacksym"]])
def sched__sched_switch(event_name, context, cpu, secs, nsecs, pid, comm, callchain, prev_comm, prev_pid, prev_prio):
    print(event_name, cpu, secs, nsecs, pid, ascii(comm), callchain, prev_comm, prev_pid, prev_prio)
def raw_syscalls__sys_enter(event_name, context, cpu, secs, nsecs, pid, comm, callchain, id, args, from_, kind, name, d):
    print(syscall_name(id), len(args), args[8], flag_str(event_name, "from", from_), symbol_str(event_name, "kind", kind), name,
          common_pc(context), trace_flag_str(common_flags(context)), d["sample"]["pid"], d["raw_buf"][:8])
def throttle(*args):
    print("throttle", args)
def context_switch(*args):
    print("switch", args)
def trace_end():
    print("end")
E
cat > want << 'E'
begin ['a b', '-x'] no None
full 'n\udce4me' /bin/prog 0x400000 0x2000 ['AX:0x1', 'BX:0x2'] True
[7, 8, 1, 3000000005, 9, 4194816, 77, 2, 1, [(0, 0)]] 0x68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A
['0x400100', '0x400300'] [4194576, 4194816, True, False, 7, '/bin/prog'] True [unknown] ['M', 'P']
sched__sched_switch 1 3 6 7 'n\udce4me' [] next 7 120
getpid 16 2 ONE | EIGHT a,}b hello 2 IRQS_OFF 7 b';\x01\x01\x02\x07\x00\x00\x00'
throttle (11, 1, 13, 1, 7, 8)
switch (4000000001, 1, 7, 8, 1, 2, -1, True, True, 0, 0)
end
E
for from in kinds kinds.pipe; do
	"$PERF" -c report.children=no script --exact-names -i - -s python:all.py -- 'a b' -x < $from > out 2> err || bad "$from: $(cat err)"
	diff want out > differs || bad "$from: $(cat differs)"
done

# Tracepoints without a function of their own are a dictionary, or samples like others.
cat > unhandled.py << 'E'
def trace_unhandled(event_name, context, fields, d):
    print(event_name, fields["common_ns"], fields.get("prev_comm"), d["sample"]["tid"])
E
run 0 -i kinds -s unhandled.py
printed "sched__sched_switch 6 next 8
raw_syscalls__sys_enter 0 None 8
" unhandled
printf 'def process_event(d):\n    print(d["ev_name"])\n' > names.py
run 0 -i kinds -s names.py
printed "full
sched:sched_switch
raw_syscalls:sys_enter
" "process_event() for all"
# As upstream's flamegraph.py has it.
printf 'class Names:\n    def process_event(self, d):\n        print(d["ev_name"])\nprocess_event = Names().process_event\n' > method.py
run 0 -i kinds -s method.py
printed "full
sched:sched_switch
raw_syscalls:sys_enter
" "process_event() that is a method"
run 0 -i kinds -s names.py --time 4,
printed "raw_syscalls:sys_enter
" "with --time"

# --- a script to begin with -------------------------------------------------------------------------------------
run 0 -i odd -g python
printed "generated Python script: perf-script.py
" "-g"
run 0 -i odd -s perf-script.py
grep -q 'raw_syscalls__sys_enter .* id=39, args=.*, from=ONE | EIGHT, kind=a,}b, name=hello' out || bad "the script of -g prints $(cat out)"
! grep -qF 'print(1)' perf-script.py || bad "a name of the recording is code: $(cat perf-script.py)"
run 1 -i odd -g python
said "there is a 'perf-script.py' already" "-g once more"

# --- tables ---------------------------------------------------------------------------------------------------------
cat > tables.py << 'E'
perf_db_export_mode = perf_db_export_callchains = True
rows = {}
def table(name):
    def add(*row):
        if name != "branch_type":
            assert row[0] == len(rows.setdefault(name, [])) + 1, (name, row)
            rows[name].append(row)
    return add
for name in "evsel machine thread comm comm_thread dso symbol call_path sample branch_type".split():
    globals()[name + "_table"] = table(name)
def trace_end():
    for row in rows["sample"]:
        assert len(row) == 28, row
        ips, at = [], row[21]
        while at > 1:
            ips.append(hex(rows["call_path"][at - 1][3] & 2**64 - 1))
            at = rows["call_path"][at - 1][1]
        print(row[9], rows["thread"][row[3] - 1][3:5], rows["comm"][row[4] - 1][1], ips, rows["evsel"][row[1] - 1][1])
E
cat > as-tables.py << 'E'
def process_event(d):
    s = d["sample"]
    pid, tid = (number - 2**32 if number >> 31 else number for number in (s["pid"], s["tid"]))
    print(s["time"], (pid, tid), d["comm"], [hex(f["ip"]) for f in d["callchain"]], d["ev_name"])
E
for script in tables as-tables; do
	"$PERF" script -i made -s $script.py > $script 2> err || [ $? = 2 ] || bad "$script: $(cat err)"
done
[ -s tables ] && diff as-tables tables > differs || bad "tables: $(head -4 differs)"

# Since when a process has its name, and whether by exec; what upstream has where nothing was recorded.
cat > begins.py << 'E'
perf_db_export_mode = True
def comm_table(number, name, thread, time, runs):
    print("comm", name, time, runs)
def sample_table(*row):
    print("sample", hex(row[18]), row[-2])
E
cat > make.py << 'E'
from perfwrite import *
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME, name="one")
f.comm(7, 7, "old", time=2)
f.comm(7, 7, "prog", time=4, misc=1 << 13)
f.sample(e, pid=7, tid=7, time=9)
f.sample(e, pid=8, tid=8, time=10)
f.write("begins")
E
python3 make.py
run 0 -i begins -s begins.py
printed "comm prog 4 1
sample 0x1e05080021 -1
comm :8 10 0
sample 0x1e05080021 -1
" "names and defaults"

cat > switches.py << 'E'
perf_db_export_mode = True
comms = [""]
def comm_table(number, name, *row):
    comms.append(ascii(name))
def context_switch_table(number, machine, time, cpu, thread_out, comm_out, thread_in, comm_in, flags):
    print(number, time, cpu, thread_out > 0, comms[comm_out], thread_in > 0, comms[comm_in], flags)
def context_switch(*args):
    print("not a table")
E
cat > make.py << 'E'
from perfwrite import *
f = Writer("<", "x86_64")
f.event(sample_type=S_IP | S_TID | S_TIME | S_CPU, name="one")
f.comm(7, 8, b"n\xe4me", time=1)
def switch(time, other, misc):
    f.record(SWITCH_CPU_WIDE, f.pack("ii", *other) + f.sample_id(7, 8, time, 1), misc)
switch(3, (0, 0), 3 << 13)
switch(4, (1, 2), 0)
f.record(SWITCH, f.sample_id(7, 8, 5, 1), 1 << 13)
# Of nobody that is known.
f.record(SWITCH_CPU_WIDE, f.pack("ii", 0, 0) + f.sample_id(9, 9, 6, 1), 0)
f.write("switches")
E
python3 make.py
run 0 -i switches --exact-names -s switches.py
printed "1 3 1 True 'n\\udce4me' True 'swapper' 3
2 4 1 False  True 'n\\udce4me' 0
3 5 1 True 'n\\udce4me' False  1
" "switches as rows"

# --- how it ends -----------------------------------------------------------------------------------------------------
cat > does.py << 'E'
import sys
def process_event(d):
    if sys.argv[1] == "sample":
        exec(sys.argv[2])
def trace_end():
    if sys.argv[1] == "end":
        exec(sys.argv[2])
    print("end")
E
run 3 -i kinds -s does.py end 'sys.exit(3)'
said "script 'does.py' ended with status 3" "status 3"
run 0 -i kinds -s does.py sample 'sys.exit(0)'
printed "" "a script that has enough"
run 1 -i kinds -s does.py sample '1/0'
said "ZeroDivisionError" "an exception"
said 'File "does.py", line 4, in process_event' "an exception"
! grep -q -e 'allow-write' -e 'perf script>' err || bad "an exception: says more: $(cat err)"
{ "$PERF" script -i kinds -s does.py end 'print("x" * 200000)' 2> err || echo $? > status; } | head -c 1 > out
[ "$(cat status)" = 141 ] && [ ! -s err ] || bad "nobody reads: $(cat status err)"
run 1 -i kinds -s nothing.py
said "there is no script 'nothing.py'" "no script"
run 1 -i nothing -s names.py
said "cannot open 'nothing'" "no recording"
run 129 -i kinds -s names.txt
said "ends with .py" "no language"
run 129 -i kinds -s names.py -D
said "do not go with it" "-D"
if "$PERF" -c script.python=/nowhere/python script -i kinds -s names.py > out 2> err; then
	bad "no Python: status 0"
fi
said "'/nowhere/python', which is not installed" "no Python"
run 0 -i kinds -s names.py -F comm --header
said "-F has no effect" "-F"
[ "$(sed -n '1p; $p' out)" = "# ========
raw_syscalls:sys_enter" ] || bad "--header: $(cat out)"
# A file of the present folder is no module of Python's own.
echo 'print("taken")' | tee struct.py json.py > traceback.py
mkdir elsewhere
cp names.py elsewhere
run 0 -i kinds -s elsewhere/names.py
rm struct.py json.py traceback.py
grep -q taken out && bad "modules of the present folder: $(cat out)"
# Nor does root run what others may have put there, unless it is meant.
if [ "$(id -u)" = 0 ]; then
	mkdir -m 777 theirs
	chmod 777 theirs
	cp names.py theirs
	cd theirs
	got=0
	"$PERF" script -i ../kinds -s names.py > ../out 2> ../err || got=$?
	[ $got = 1 ] && [ ! -s ../out ] || bad "a script in a folder of all: exit $got"
	"$PERF" script -i ../kinds -s ./names.py > ../out 2>> ../err || bad "a script in a folder of all, as it is meant: $(cat ../err)"
	cd ..
	said "others than root may write there" "a script in a folder of all"
fi
# Ctrl-C: what was read so far is all.
mkfifo go
"$PERF" script -i kinds --time ,3.000000005 -s does.py sample 'print("begun", flush=True); open("go").read()' > out 2> err &
wait_for "the first sample" 'grep -q begun out'
kill -INT $!
echo > go
wait $! || bad "Ctrl-C: exit $?: $(cat err)"
[ "$(tail -1 out)" = end ] || bad "Ctrl-C: $(cat out err)"

# --- what it may write ------------------------------------------------------------------------------------------------
mkdir may
denied() # WHAT CODE [OPTIONS...]
{
	what=$1 code=$2
	shift 2
	run 1 -i kinds "$@" -s does.py end "$code"
	said "PermissionError" "$what"
	said "--allow-write" "$what"
}
if ! grep -q '^Seccomp:' /proc/self/status; then
	left_out "what a script may write" "this kernel has no seccomp"
else
	denied "a file" 'open("made-by-it", "w")'
	denied "what is there" 'open("kinds", "r+")'
	denied "a folder" 'import os; os.mkdir("made-by-it")'
	denied "a name" 'import os; os.rename("kinds", "kinds2")'
	denied "a file less" 'import os; os.remove("kinds")'
	denied "a mode" 'import os; os.chmod("kinds", 0o777)'
	denied "the network" 'import socket; socket.socket()'
	run 0 -i kinds -s does.py end 'import os; print(os.system("(: > made-by-it) 2> /dev/stderr") > 0)'
	printed "True
end
" "a program that it starts"
	[ ! -e made-by-it ] || bad "a file was made"
fi
run 0 -i kinds --allow-write -s does.py end 'open("made-by-it", "w")'
[ -e made-by-it ] || bad "--allow-write: no file"
"$PERF" -c script.allow-write=true script -i kinds -s does.py end 'open("made-by-it", "w")' > out 2> err || bad "script.allow-write: $(cat err)"
if "$PERF" script -i kinds --allow-write=may -s does.py end 'open("may/file", "w")' > out 2> err; then
	[ -e may/file ] || bad "--allow-write=may: no file"
	denied "beside the folder" 'open("beside", "w")' --allow-write=may
	said "below the folders of --allow-write" "beside the folder"
	run 127 -i kinds --allow-write=none -s names.py
	said "--allow-write=none: No such file" "no folder"
else
	said "this kernel has no Landlock" "a folder without Landlock"
fi

# --- scripts that are installed --------------------------------------------------------------------------------------
mkdir -p exec/scripts/python/bin
cp all.py exec/scripts/python/count.py
cat > exec/scripts/python/count.py << 'E'
import os, sys
sys.path.append(os.environ["PERF_EXEC_PATH"] + "/scripts/python/Perf-Trace-Util/lib/Perf/Trace")
from Util import *
n = 0
def process_event(d):
    global n
    n += 1
def trace_end():
    print("count of", sys.argv[1], n, nsecs(1, 5))
E
cat > exec/scripts/python/bin/count-report << 'E'
#!/bin/sh
# description: counts samples
# args: <what> [more]
what=$1
shift
perf script "$@" -s "$PERF_EXEC_PATH"/scripts/python/count.py "$what"
E
# A recorder that writes what was recorded before.
cat > exec/scripts/python/bin/count-record << 'E'
#!/bin/sh
echo "$*" > recorded-with
cat kinds.pipe
E
chmod -R go-w exec
export PERF_EXEC_PATH="$dir/exec"
run 0 -l
grep -qx '  count <what> \[more\]  *counts samples' out || bad "-l: $(cat out)"
if [ "$(basename "$(readlink -f "$PERF")")" = perf ]; then
	run 0 report count all -i kinds
	printed "count of all 3 1000000005
" "report"
	run 0 count some -F 99 true
	printed "count of some 3 1000000005
" "both"
	[ "$(cat recorded-with)" = "-q -o - -F 99 true" ] || bad "both: recorded with $(cat recorded-with)"
	run 0 record count -F 99
	cmp -s out kinds.pipe || bad "record: $(head -c 99 out)"
	# Ctrl-C is for who records; what was recorded is all.
	printf '#!/bin/sh\ncat kinds.pipe\n: > written\nexec sleep 1000\n' > exec/scripts/python/bin/count-record
	"$PERF" script count some > out 2> err &
	wait_for "what is recorded" '[ -e written ]'
	kill -INT $!
	wait $! || bad "both, ended: exit $?: $(cat err)"
	printed "count of some 3 1000000005
" "both, ended"
	# The same as soon as there is something to end, when perf has not begun to wait.
	if [ -z "${PERF_TEST_AGAIN:-}" ] && command -v strace > tool && strace -o trace true 2> err; then
		rm -f written
		strace -qq -D -o trace -e trace=setpgid -e inject=setpgid:delay_enter=500000 "$PERF" script count some > out 2> err &
		wait_for "what is recorded" '[ -e written ]'
		kill -INT $!
		wait $! || bad "both, ended early: exit $?: $(cat err)"
		printed "count of some 3 1000000005
" "both, ended early"
	fi
	run 129 count
	said "needs 1 argument" "without its argument"
fi

# --- what perf stat record has counted, of each round; as text, too -----------------------------------------------
cat > stat.py << 'E'
import sys

from perfwrite import *

STAT_CONFIG, STAT, STAT_ROUND, THREAD_MAP = 75, 76, 77, 73
f = Writer()
clock = f.event(sample_type=S_IDENTIFIER, name="cpu-clock:u")
faults = f.event(sample_type=S_IDENTIFIER, name="page-faults", config=2)
f.record(THREAD_MAP, f.pack("QQ16sQ16s", 2, 70, b"one", 71, b"two"))
f.record(STAT_CONFIG, f.pack("QQQ", 1, 2, int(sys.argv[1])))


def stat(e, cpu, thread, *values):
    f.record(STAT, f.pack("QIIQQQ", e.ids[0], cpu & 0xffffffff, thread, *values))


stat(faults, 1, 0, 5, 100, 100)
stat(clock, 1, 0, 1000, 100, 100)
stat(clock, 0, 1, 7, 9, 9)
stat(clock, 0, 0, 900, 100, 50)
f.record(STAT_ROUND, f.pack("QQ", 0, 10**9))
stat(faults, 1, 0, 5, 150, 100)
stat(clock, 0, 0, 1100, 300, 150)
stat(clock, -1, 5, 2, 1, 1)
f.record(STAT_ROUND, f.pack("QQ", 1, 2 * 10**9))
stat(faults, 1, 0, 6, 200, 150)
f.record(STAT_ROUND, f.pack("QQ", 1, 3 * 10**9))
if len(sys.argv) > 2:
    f.record(STAT, f.pack("QIIQQQ", 99, 0, 0, 1, 1, 1))
f.write("stat")
f.write_pipe("stat.pipe")
E
cat > stat-script.py << 'E'
def stat__cpu_clock_u(cpu, thread, time, val, ena, run):
    print("clock", cpu, thread, time, val, ena, run)
globals()["stat__page-faults"] = lambda *of: print("faults", *of)
def stat__interval(time):
    print("interval", time)
E
for scale in 0 1; do
	# What took turns with others (in 50 of 100 ns) is what it would have been without them.
	# And what is not told any more is told once more, as nothing.
	first=900 second=200 third=1
	[ $scale = 0 ] || first=1800 second=400
	PYTHONPATH="$PERF_TEST_DIR/build" python3 stat.py $scale
	for from in stat stat.pipe; do
		"$PERF" script -s stat-script.py -i - < $from > out 2> err || bad "counts of $from: $(cat err)"
		printed "clock 0 70 1000000000 $first 100 50
clock 1 70 1000000000 1000 100 100
clock 0 71 1000000000 7 9 9
faults 1 70 1000000000 5 100 100
interval 1000000000
clock 0 70 2000000000 $second 200 100
clock 1 70 2000000000 0 0 0
clock 0 71 2000000000 0 0 0
clock -1 -1 2000000000 2 1 1
faults 1 70 2000000000 0 50 0
interval 2000000000
clock 0 70 3000000000 0 0 0
clock -1 -1 3000000000 0 0 0
faults 1 70 3000000000 $third 50 50
interval 3000000000
" "counts of $from"
	done
	run 0 -i stat
	head -n 4 out > first
	mv first out
	printed "CPU   THREAD             VAL             ENA             RUN            TIME EVENT
$(printf '%3d %8d %15d %15d %15d %15d %s' 0 70 $first 100 50 1000000000 cpu-clock:u)
$(printf '%3d %8d %15d %15d %15d %15d %s' 1 70 1000 100 100 1000000000 cpu-clock:u)
$(printf '%3d %8d %15d %15d %15d %15d %s' 0 71 7 9 9 1000000000 cpu-clock:u)
" "counts as text"
done
PYTHONPATH="$PERF_TEST_DIR/build" python3 stat.py 1 odd
run 2 -i stat
said "is that of no event" "a count of no event"

finish
