#!/bin/sh
# Intel PT: packets and decoded instructions of a hand-made trace
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks

golden=$PERF_TEST_DIR/golden/intel-pt
[ -r "$golden/packets.txt" ] || skip "installed: no stored texts here"
need_features intel-pt
need_tools python3
export PYTHONDONTWRITEBYTECODE=1
export HOME="$dir"
make_trace() { # VARIANT: $dir/VARIANT.data, whose program is $dir/prog by --symfs
	PT_PATH=/prog "$PERF_TEST_DIR/build/ptfile.py" "$dir" "$1"
	mv "$dir/pt.data" "$dir/$1.data"
}
same() { # GOLDEN
	diff "$golden/$1" "$dir/out" > "$dir/diff" || fail "$1: $(head -20 "$dir/diff")"
}

# Every kind of packet, as upstream's -D has it.
make_trace packets
for command in script report; do
	"$PERF" $command -D -i "$dir/packets.data" | sed -n '/Intel Processor Trace data/,/^$/p' | sed '/^$/d' > "$dir/out"
	same packets.txt
done
# Through a pipe the bytes come in pieces.
"$PERF" script -D -i - < "$dir/packets.data" | sed -n '/Intel Processor Trace data/,/^$/p' | sed '/^$/d' > "$dir/out"
same packets.txt

# What is no packet is named, and reading goes on at the next PSB.
make_trace damaged
"$PERF" script -D -i "$dir/damaged.data" > "$dir/out"
grep -q '0000005b:  c9 ff 00 00 c9 ff 00 00 c9 ff 00 00  *Bad packet! (12 bytes passed over, up to the next PSB)' "$dir/out" ||
	fail "the bad packet: $(grep -A3 Bad "$dir/out")"
[ "$(grep -c ' PSB$' "$dir/out")" = 6 ] || fail "PSBs: $(grep -c ' PSB$' "$dir/out")"

# Where a PSB begins in front of that place, the next one is it.
make_trace straddled
"$PERF" script -D -i "$dir/straddled.data" > "$dir/out"
grep -q 'Bad packet! (26 bytes passed over, up to the next PSB)' "$dir/out" || fail "a PSB that is cut: $(grep Bad "$dir/out")"
[ "$(grep -c ' PSB$' "$dir/out")" = 2 ] || fail "PSBs behind one that is cut: $(grep -c ' PSB$' "$dir/out")"
"$PERF" script -i "$dir/straddled.data" --symfs "$dir" --itrace=w > "$dir/out" 2> "$dir/err" || :
[ "$(grep -c ptwrite "$dir/out")" = 2 ] || fail "decoding behind a PSB that is cut: $(cat "$dir/out" "$dir/err")"

# Decoded. The texts are upstream's, but for what Documentation/perf-differences.txt says.
make_trace plain
decoded() { # GOLDEN DATA OPTIONS...
	want=$1 data=$2
	shift 2
	"$PERF" script -i "$dir/$data.data" --symfs "$dir" "$@" > "$dir/out" 2> "$dir/err" ||
		fail "$*: exit $?: $(cat "$dir/err")"
	if [ -n "${PT_UPDATE:-}" ]; then
		cp "$dir/out" "$golden/$want"
	fi
	same "$want"
}
decoded default.txt plain
decoded branches.txt plain --itrace=bewp -F +flags
decoded instructions.txt plain --itrace=i0ns
decoded stacks.txt plain --itrace=i5ig
decoded insn-trace.txt plain --insn-trace
decoded call-trace.txt plain --call-trace
decoded call-ret-trace.txt plain --call-ret-trace
decoded branch-stacks.txt plain --itrace=i0nsl64 -F comm,ip,sym,brstack
decoded ptwrite.txt plain --itrace=w
# Formats that show spans off the CPU beside samples have these as well.
"$PERF" defer export --format=firefox -i "$dir/plain.data" --symfs "$dir" > "$dir/out" 2> "$dir/err"
if ! grep -q '"tail"' "$dir/out" || [ -s "$dir/err" ]; then fail "the trace's samples for Firefox: $(cat "$dir/err")"; fi
# Where the trace stops the decoder names no instruction; a disassembler may.
"$PERF" script -i "$dir/plain.data" --symfs "$dir" --itrace=b -F time,ip,addr,insn,insnlen |
	sed 's/\( => *0\) ilen: [035].*/\1/' > "$dir/out"
same fields.txt
if "$PERF" check feature -q libcapstone; then
	"$PERF" script -i "$dir/plain.data" --symfs "$dir" --insn-trace=disasm | tr '\t' ' ' |
		sed -n '1,4s/.*[0-9] main+\(.*prog)\)/\1/p; s/.*(\/prog)  jmp/jmp/p' | sort -u > "$dir/out"
	diff - "$dir/out" > "$dir/diff" << 'E' || fail "--insn-trace=disasm: $(cat "$dir/diff")"
0x0 (/prog)  xorl %ecx, %ecx
0x2 (/prog)  incl %ecx
0x4 (/prog)  cmpl $3, %ecx
0x7 (/prog)  jne main+0x2
jmp tail+0x0
jmpq *%rax
E
	"$PERF" script -i "$dir/plain.data" --symfs "$dir" --insn-trace=disasm > "$dir/disasm"
	"$PERF" script -i "$dir/plain.data" --symfs "$dir" --xed --insn-trace > "$dir/out"
	cmp "$dir/disasm" "$dir/out" || fail "--xed"
else
	"$PERF" script -i "$dir/plain.data" --insn-trace=disasm > "$dir/out" 2>&1 && fail "--insn-trace=disasm without a disassembler"
	grep -q "built without libcapstone" "$dir/out" || fail "--insn-trace=disasm: $(cat "$dir/out")"
fi
"$PERF" script -i "$dir/plain.data" --insn-trace=text > "$dir/out" 2>&1 && fail "--insn-trace=text"
grep -q "takes 'raw' or 'disasm', not 'text'" "$dir/out" || fail "--insn-trace=text: $(cat "$dir/out")"
# Cycles, of a trace that has some: where they are known, and what lies between them.
make_trace cycles
decoded cycles-branches.txt cycles --itrace=b -F time,ip,ipc
"$PERF" script -i "$dir/cycles.data" --symfs "$dir" --itrace=cr -F ip,ipc,insn |
	sed 's/\(401020\) insn: 48 89 f8/\1/' > "$dir/out"		# as above
same cycles-calls.txt
decoded cycles-instructions.txt cycles --itrace=i0ns -F time,ip,ipc
"$PERF" script -i "$dir/plain.data" --symfs "$dir" --itrace=i0nsb -F ipc > "$dir/out"
! grep IPC "$dir/out" || fail "IPC without cycles"
# A bad packet, an overflow, a place without code: each is told, and the next PSB begins anew.
decoded errors.txt damaged --itrace=be
[ "$(cat "$dir/err")" = "perf: 3 places of the trace could not be decoded" ] || fail "closing words: $(cat "$dir/err")"
decoded no-overflow.txt damaged --itrace=e-o
# A script in Python may choose what is decoded, and is told of errors.
cat > "$dir/pt.py" << 'E'
from perf_trace_context import *
def trace_begin():
    print(perf_set_itrace_options(perf_script_context, "be"))
def process_event(d):
    s = d["sample"]
    print("branch %x %x" % (s["ip"], s["addr"]), s.get("flags_disp"), len(perf_sample_insn(perf_script_context) or b"") > 0)
def auxtrace_error(type, code, cpu, pid, tid, ip, ts, msg, cpumode, *more):
    print("error", type, tid, msg)
E
"$PERF" script -i "$dir/damaged.data" --symfs "$dir" -s "$dir/pt.py" > "$dir/out" 2> "$dir/err" || fail "pt.py: $(cat "$dir/err")"
[ "$(head -1 "$dir/out")" = 0 ] || fail "pt.py: $(cat "$dir/out")"
[ "$(grep -c '^branch .* True$' "$dir/out") $(grep -c '^error 1 ' "$dir/out")" = "31 3" ] || fail "pt.py: $(cat "$dir/out")"
"$PERF" script -i "$dir/damaged.data" --symfs "$dir" --itrace=e -s "$dir/pt.py" > "$dir/out" 2> "$dir/err" || fail "pt.py: $(cat "$dir/err")"
[ "$(head -1 "$dir/out") $(grep -c branch "$dir/out")" = "1 0" ] || fail "pt.py with --itrace: $(cat "$dir/out")"

# Calls as rows of tables, each with its numbers: of one that was not seen to begin 1, to end 2; a jump at a function's end 4.
cat > "$dir/calls.py" << 'E'
perf_db_export_mode = perf_db_export_calls = True
symbols, paths, samples, calls = {0: "?"}, {}, set(), {}
def symbol_table(number, dso, start, end, binding, name):
    symbols[number] = name
def call_path_table(number, parent, symbol, ip):
    paths[number] = (parent, (paths[parent][1] if parent else []) + [symbols[symbol]])
def sample_table(number, *row):
    samples.add(number)
def call_return_table(number, thread, comm, path, *row):
    assert thread and comm and number not in calls and row[5] == paths[path][0] and samples >= set(row[3:5]) - {0}, row
    calls[number] = (";".join(paths[path][1][1:]),) + row[:5] + row[6:]
def context_switch_table(*row):
    print("switch", *row)
def trace_end():
    for n in sorted(calls):
        print(n, *calls[n])
E
"$PERF" script -i "$dir/cycles.data" --symfs "$dir" --itrace=be -s "$dir/calls.py" > "$dir/out" 2> "$dir/err" || fail "calls.py: $(cat "$dir/err")"
# Path, times, branches, samples of call and return, flags, the row of its caller, instructions, cycles.
diff - "$dir/out" > "$dir/diff" << 'E' || fail "calls: $(cat "$dir/diff")"
switch 1 1 2000000500 0 0 0 2 1 0
switch 2 1 2000100001 0 2 1 0 0 1
1 main;fun 2000001055 2000001055 3 4 7 0 3 0 0
2 main;fun;leaf 2000001055 2000001055 1 5 6 0 1 0 0
3 main 2000001000 2000007004 29 1 0 3 0 38 205
4 main;tail 2000001055 2000007004 21 8 0 6 3 34 195
5 main;tail;? 2000001058 2000003250 1 9 10 0 4 0 0
6 main;tail;main;fun 2000004010 2000005029 5 12 17 0 9 10 77
7 main;tail;main;fun;? 2000004010 2000005000 1 13 14 0 6 0 0
8 main;tail;main;fun;leaf 2000005000 2000005008 1 15 16 0 6 4 17
9 main;tail;main 2000003251 2000007004 18 11 0 6 4 16 85
10 main;tail;main;tail 2000005029 2000007004 11 18 0 6 9 6 8
11 main;tail;main;tail;? 2000005029 2000006000 1 19 20 0 10 0 0
12 main;tail;main;tail;fun 2000007004 2000007004 3 24 27 0 10 0 0
13 main;tail;main;tail;fun;leaf 2000007004 2000007004 1 25 26 0 12 0 0
14 main;tail;main;tail;tail 2000007004 2000007004 1 28 0 6 10 0 0
15 main;tail;main;tail;tail;? 2000007004 2000007004 0 29 0 2 14 0 0
E

# Beside the recorded samples it is the same through a pipe, once it is asked for.
"$PERF" script -i - --symfs "$dir" --itrace=i0ns < "$dir/plain.data" > "$dir/out" 2> "$dir/err" || fail "pipe: $(cat "$dir/err")"
same instructions.txt
[ -z "$("$PERF" script -i "$dir/plain.data" --symfs "$dir" --no-itrace)" ] || fail "--no-itrace decodes"

# Counted: as many as perf script shows, under the same names.
counted() { # LINES OF TABLES, OPTIONS...
	want=$1
	shift
	"$PERF" report -i "$dir/plain.data" --symfs "$dir" -F sample,sym "$@" > "$dir/out" 2> "$dir/err" ||
		fail "report $*: exit $?: $(cat "$dir/err")"
	[ "$(sed -n 's/^ *\([0-9][0-9]*\)  \[\.\] \(.*[^ ]\) *$/\1 \2/p' "$dir/out")" = "$want" ] ||
		fail "report $*: $(cat "$dir/out")"
}
counted "20 main
6 fun
4 leaf
4 tail" --itrace=i0ns
counted "3 main
2 leaf
1 tail" --itrace=i5ig --no-children -g none
"$PERF" report -i "$dir/plain.data" --symfs "$dir" --itrace=i5ig -s sym -g folded,0,caller -F sample > "$dir/out"
grep -q "main;fun;leaf" "$dir/out" || fail "stacks: $(cat "$dir/out")"
# With stacks of branches rows are branches, as upstream has it.
"$PERF" report -i "$dir/plain.data" --symfs "$dir" --itrace=i5il -F overhead,symbol_from,symbol_to -t , > "$dir/out"
[ "$(grep '%' "$dir/out" | tr -d ' ' | head -4)" = "25.00%,[.]main,[.]main
13.64%,[H]0000000000000000,[.]main
11.36%,[.]main,[.]fun
11.36%,[.]fun,[.]leaf" ] || fail "branches: $(cat "$dir/out")"
"$PERF" report -i "$dir/plain.data" --symfs "$dir" > "$dir/out"
grep -q "of event 'ptwrite'" "$dir/out" || fail "the default: no ptwrite"
! grep -q "of event 'branches" "$dir/out" || fail "the default: branches"
"$PERF" report -i - --symfs "$dir" -F sample,sym --itrace=i0ns < "$dir/plain.data" > "$dir/out"
grep -q '^ *20  \[\.\] main' "$dir/out" || fail "a pipe: $(cat "$dir/out")"

# Letters.
refused() { # LETTERS WORDS
	! "$PERF" script -i "$dir/plain.data" "--itrace=$1" > "$dir/out" 2> "$dir/err" || fail "'$1' is taken"
	grep -q "$2" "$dir/err" || fail "'$1': $(cat "$dir/err")"
}
refused iK "Bad Instruction Tracing options 'iK' at 'K'"
refused i10xs "at 'i10xs'"
refused g0 "at 'g0'"
"$PERF" script -i "$dir/plain.data" --symfs "$dir" --itrace=i0nsL64 > "$dir/out" 2> "$dir/err"
same instructions.txt
grep -q "nothing comes of 'L'" "$dir/err" || fail "ignored letter: $(cat "$dir/err")"
