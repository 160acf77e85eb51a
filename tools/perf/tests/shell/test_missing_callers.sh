#!/bin/sh
# perf script, report, defer stat: callers that frame pointers pass over
# SPDX-License-Identifier: GPL-2.0-only
#
# A program whose every path is known from its source goes through libc's functions, which have no frames. Each stack must
# be whole, or be marked, and show nothing that was not there; each option takes away what it says.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 gcc g++ objdump
[ "$(uname -m)" = x86_64 ] || skip "instructions of other machines are not looked at here"
need_features libelf libcapstone

truth=$PERF_TEST_DIR/truth
export PERF_BUILDID_DIR="$dir/cache" PERF_CONFIG=/dev/null

"$truth/build.sh" "$dir" O2-fp-shared O2-fp-static O2-nofp-shared > "$dir/log" 2>&1 || fail "$(cat "$dir/log")"
program=$dir/O2-fp-shared/truth
"$PERF" record -q -N -e syscalls:sys_enter_read --call-graph fp -o "$dir/data" -- "$program" run 1 read > "$dir/log" 2>&1 ||
	skip "$(sed 's/^perf record: //' "$dir/log" | head -n 1 | cut -c 1-100)"

# --- against the truth ---
judged() # VARIANT, least share of whole stacks in percent
{
	sh "$truth/table.sh" -p "$PERF" -w "$dir" -n 5 -k inferred -j "$dir/table" "$1" > "$dir/log" 2>&1 ||
		fail "$1: $(cat "$dir/log")"
	python3 - "$dir/table" "$2" <<-'END' || fail "$1: $(cat "$dir/log")"
		import json, sys
		t = json.loads(open(sys.argv[1]).readline())["total"]
		stacks = sum(t[k] for k in ("whole", "marked", "silent", "invented"))
		sys.exit(not stacks or t["silent"] or t["invented"] or 100 * t["whole"] < int(sys.argv[2]) * stacks)
	END
}
judged O2-fp-shared 75
judged O2-fp-static 75
# Without frame pointers hardly anything can be known, but still nothing is made up.
judged O2-nofp-shared 0

# --- what a walk finds behind main() ---
# libc uses the register there for anything, so that the kernel may add entries to which nobody returns: they change nothing inward of it.
objdump -d --no-show-raw-insn "$dir/O2-fp-static/truth" > "$dir/code"
PYTHONPATH="$PERF_TEST_DIR/build" python3 - "$dir/O2-fp-static/truth" "$dir/code" "$dir/behind.data" <<-'END'
	import re, sys
	from perfwrite import *
	code, at, behind, start, before = open(sys.argv[2]).read(), "", {}, {}, ""
	for line in code.split("\n"):
	    m = re.match(r"([0-9a-f]+) <(.*)>:$", line)
	    if m:
	        at, before = m[2], ""
	        start[at] = int(m[1], 16)
	    m = re.match(r" *([0-9a-f]+):\t", line)
	    if m and before:
	        behind.setdefault((at, before), int(m[1], 16))
	    m = re.search(r"\tcall +(?:[0-9a-f]+ <(.*)>|(\*.*))$", line)
	    before = m and (m[1] or m[2]) or ""
	chain = [2**64 - 512, start["t_spin_leaf"], behind["t_spin_mid", "t_spin_low"], behind["t_spin", "t_spin_mid"],
	         behind["main", "t_spin"], behind["__libc_start_call_main", "*%rax"]]
	f = Writer(arch="x86_64")
	e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN | S_IDENTIFIER, name="cpu-clock")
	f.comm(7, 7, "spin")
	f.mmap2(7, 7, 0x401000, start["_fini"] - 0x401000 + 0x100, 0x1000, sys.argv[1])
	for n, junk in enumerate(([], [start["_init"] + 4], [start["_init"] + 4, 0xbe552274c0854800], [0xbe552274c0854800, 8])):
	    f.sample(e, ip=chain[1], pid=7, tid=7, time=1000 + n, chain=chain + junk)
	f.write(sys.argv[3])
END
"$PERF" script -i "$dir/behind.data" -F ip,sym > "$dir/out" 2> "$dir/err" || fail "behind main: $(cat "$dir/err")"
sed -n 's/^\t *[0-9a-f]* //p' "$dir/out" | paste -sd, > "$dir/names"
stack="t_spin_leaf,t_spin_low (by its call),t_spin_mid,t_spin,main,__libc_start_call_main"
[ "$(cat "$dir/names")" = "$stack,$stack,$stack,$stack" ] || bad "entries behind main: $(cat "$dir/out")"
! grep -q '^#' "$dir/out" || bad "entries behind main are marked: $(cat "$dir/out")"

# --- text ---
script() # options...
{
	"$PERF" script -i "$dir/data" -c read --no-inline -F comm,event,ip,sym "$@" > "$dir/out" 2> "$dir/err" || fail "script $*: $(cat "$dir/err")"
}
script
names=$(sed -n 's/^\t *[0-9a-f]* //p' "$dir/out" | sed -n 2,4p | tr '\n' ,)
[ "$names" = "t_read_gamma (by its call),t_read_beta,t_read," ] || fail "who called read: $(cat "$dir/out")"
! grep -q '^#' "$dir/out" || fail "a mark where everything is known: $(cat "$dir/out")"
address=$(sed -n 's/^\t *\([0-9a-f]*\) t_read_gamma (by its call)$/\1/p' "$dir/out" | head -n 1)
case $address in
*"$(nm "$program" | sed -n 's/^.*\(...\) t t_read_gamma$/\1/p')") ;;
*) fail "$address is not where t_read_gamma begins" ;;
esac
script --no-infer
grep -q '^# \[caller missing: no frame in .*read.*\]$' "$dir/out" || fail "--no-infer: $(cat "$dir/out")"
! grep -q 'by its call\|t_read_gamma' "$dir/out" || fail "--no-infer names: $(cat "$dir/out")"
script --no-infer --no-orphan-marks
! grep -q '^#' "$dir/out" || fail "--no-orphan-marks: $(cat "$dir/out")"
script --as-recorded
! grep -q '^#\|by its call\|t_read_gamma' "$dir/out" || fail "--as-recorded: $(cat "$dir/out")"

# --- report ---
"$PERF" report -i "$dir/data" --stdio --children -s sym -g caller -c read > "$dir/out" 2> "$dir/err" ||
	fail "report: $(cat "$dir/err")"
grep -q '\[\.\] t_read_gamma *$' "$dir/out" || fail "report, row: $(cat "$dir/out")"
grep -q 't_read_gamma (by its call)' "$dir/out" || fail "report, graph: $(cat "$dir/out")"
"$PERF" report -i "$dir/data" --stdio --children -g caller -c read --no-infer > "$dir/out" 2> "$dir/err"
grep -q '\[caller missing: no frame in .*read.*\]' "$dir/out" || fail "report --no-infer: $(cat "$dir/out")"
"$PERF" report -i "$dir/data" --stdio --children -g caller -c read --no-infer --no-orphan-marks > "$dir/out" 2> "$dir/err"
! grep -q 'caller missing\|by its call' "$dir/out" || fail "report --no-orphan-marks: $(cat "$dir/out")"

# --- what is counted ---
counted() # FILE
{
	python3 - "$1" <<-'END' || fail "$1: $(cat "$1")"
		import json, sys
		d = json.load(open(sys.argv[1]))
		c = d["callers"]
		assert d["version"] == 2 and c["stacks"] == c["whole"] + c["named"] + c["missing"] + c["not_known"], c
		assert c["named"] >= 1 and c["frames_named"] >= c["named"], c
		assert sum(f["named"] for f in c["functions"]) >= 1 and sum(f["missing"] for f in c["functions"]) == c["gaps"], c
		assert any(f["function"] and "read" in f["function"] and "libc" in f["dso"] for f in c["functions"]), c
	END
}
"$PERF" defer stat --json -i "$dir/data" > "$dir/stat" 2> "$dir/err" || fail "stat: $(cat "$dir/err")"
counted "$dir/stat"
"$PERF" report --missing --json -i "$dir/data" > "$dir/missing" 2> "$dir/err" || fail "missing: $(cat "$dir/err")"
counted "$dir/missing"
"$PERF" defer stat -i "$dir/data" > "$dir/out" 2>&1
grep -q 'missing callers are named by their calls  *[1-9]' "$dir/out" || fail "stat: $(cat "$dir/out")"
