#!/bin/sh
# perf defer wakers: exactly those who woke, over several hops
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks

"$PERF_TEST_DIR/build/woken.py" "$dir/data" "$dir/kallsyms"
# Waits of equal length: from two places, and woken by two threads.
cat > "$dir/make.py" << 'E'
import sys
from switches import *

f = Switches()
at = 1000
for where in 6, 5:
    for waker in 12, 11:
        f.switch(at, 0, 10, "S", 0, where)
        f.waking(at + 100, 1, waker, 10)
        f.switch(at + 200, 0, 0, "R", 10)
        at += 1000
f.write(sys.argv[1])
E
python3 "$dir/make.py" "$dir/data-ties"

wakers() {
	"$PERF" defer wakers --kallsyms "$dir/kallsyms" -i "$dir/data" "$@" 2> "$dir/err"
}

cat > "$dir/judge.py" << 'E'
import json
import sys

j = json.load(open(sys.argv[1]))
assert (j["schema"], j["version"], j["depth"]) == ("perf-defer-wakers", 1, int(sys.argv[2])), j
assert (j["waits"], j["not_recorded"]) == (8, 1), j
got = {}
for row in j["rows"]:
    got[row["comm"], row["stack"][1].split()[0]] = (row["waits"], row["total"], row["max"],
                                         [(w["comm"], [f.split()[0] for f in w["stack"]]) for w in row["wakers"]])
irq = ("[interrupt]", ["try_to_wake_up", "asm_sysvec_apic_timer_interrupt"])
by = {t: ("t%d" % t, ["__schedule", hex(0x409000 + 16 * t), "0x400010"]) for t in range(10, 14)}
want = {
    ("t10", "0x4010a0"): (2, 2200 - 1010 + 12200 - 2300, 9900, [by[11], by[12], irq]),
    ("t11", "0x4020b0"): (2, 2100 - 1011 + 12100 - 2220, 9880, [by[12], irq]),
    ("t12", "0x4030c0"): (2, 2000 - 1012 + 12000 - 2110, 9890, [irq]),
    ("t13", "0x4040d0"): (1, 20000 - 1013, 20000 - 1013, [("[not recorded]", [])]),
    ("t13", "0x4060d0"): (1, 200, 200, [("[interrupt]", [])]),
}
for row in want.values():
    del row[3][int(sys.argv[2]):]
for k in sorted(set(got) | set(want)):
    assert got.get(k) == want.get(k), (k, got.get(k), want.get(k))
E
for depth in 1 2 3 9; do
	wakers --json -d $depth > "$dir/json" || bad "$(cat "$dir/err")"
	python3 "$dir/judge.py" "$dir/json" $depth || bad "-d $depth: not those who woke"
done

wakers --rows 1 -c t10 > "$dir/out" || bad "$(cat "$dir/err")"
cat > "$dir/want" << 'E'
# 2 waits, 0.011090 ms
#
#   Waits        Total ms         Longest  Who waited, and who woke whom
        2        0.011090        0.009900  t10
                __schedule
                0x4010a0 (prog)
                0x400010 (prog)
            woken by t11
                __schedule
                0x4090b0 (prog)
                0x400010 (prog)
                woken by t12
                    __schedule
                    0x4090c0 (prog)
                    0x400010 (prog)
                    woken by [interrupt]
                        try_to_wake_up
                        asm_sysvec_apic_timer_interrupt
E
diff "$dir/want" "$dir/out" || bad "the text"

# Halves of chains may go at any time.
wakers --json -d 9 > "$dir/json" || bad "$(cat "$dir/err")"
PERF_TEST_FEW_CHAINS=1 wakers --json -d 9 | cmp "$dir/json" - || bad "with few chains: $(cat "$dir/err")"

# Rows that take equally long are in the order of their texts, in whatever order tables have them.
for seed in 1 2 3; do
	PERF_TEST_HASH_SEED=$seed "$PERF" defer wakers --kallsyms "$dir/kallsyms" -d 1 -i "$dir/data-ties" > "$dir/out" 2> "$dir/err"
	sed -n 's/^ *\(0x40[67]0a0\) .*/\1/p; s/^ *woken by //p' "$dir/out" | tr '\n' ' ' > "$dir/got"
	[ "$(cat "$dir/got")" = "0x4060a0 t11 0x4060a0 t12 0x4070a0 t11 0x4070a0 t12 " ] || bad "rows of equal length: $(cat "$dir/got")"
done

wakers --dot > "$dir/out" || bad "$(cat "$dir/err")"
cat > "$dir/want" << 'E'
digraph wakers {
	"[not recorded]" -> "t13" [label="1 waits, 0.018987 ms"];
	"t11" -> "t10" [label="2 waits, 0.011090 ms"];
	"t12" -> "t11" [label="2 waits, 0.010969 ms"];
	"[interrupt]" -> "t12" [label="2 waits, 0.010878 ms"];
	"[interrupt]" -> "t13" [label="1 waits, 0.000200 ms"];
}
E
diff "$dir/want" "$dir/out" || bad "--dot"

# The critical path: t10 waited for t11, which waited for t12, which waited for a timer.
wakers --critical-path --tid 10 --rows 3 --time 0.000002300,0.000012300 > "$dir/out" || bad "$(cat "$dir/err")"
cat > "$dir/want" << 'E'
# Critical path of t10 (10): 0.010000 ms, from 0.000002300 to 0.000012300, in 7 steps
#
#   Share        Total ms         Longest    Steps  Thread and state
   97.00%        0.009700        0.009700        1  t12 (12) blocked (S)
    0.90%        0.000090        0.000090        1  t11 (11) running
    0.90%        0.000090        0.000090        1  t12 (12) running
    0.80%        0.000080        0.000080        1  t10 (10) running
    0.20%        0.000020        0.000020        1  t10 (10) runnable
    0.10%        0.000010        0.000010        1  t11 (11) runnable
    0.10%        0.000010        0.000010        1  t12 (12) runnable
#
#        From s            ms   Share  Step
    0.000002300      0.009700  97.00%  t12 (12) blocked (S)
                                    __schedule
                                    0x4030c0 (prog)
                                    0x400010 (prog)
                                  woken by [interrupt]
                                    try_to_wake_up
                                    asm_sysvec_apic_timer_interrupt
                     0.000010   0.10%  1 shorter step
    0.000012010      0.000090   0.90%  t12 (12) running, and woke t11 (11)
                                    __schedule
                                    0x4090c0 (prog)
                                    0x400010 (prog)
                                  t11 (11) waited in
                                    __schedule
                                    0x4020b0 (prog)
                                    0x400010 (prog)
                     0.000010   0.10%  1 shorter step
    0.000012110      0.000090   0.90%  t11 (11) running, and woke t10 (10)
                                    __schedule
                                    0x4090b0 (prog)
                                    0x400010 (prog)
                                  t10 (10) waited in
                                    __schedule
                                    0x4010a0 (prog)
                                    0x400010 (prog)
                     0.000100   1.00%  2 shorter steps
E
diff "$dir/want" "$dir/out" || bad "--critical-path"
PERF_TEST_FEW_CHAINS=1 wakers --critical-path --tid 10 --rows 3 --time 0.000002300,0.000012300 > "$dir/out" || bad "$(cat "$dir/err")"
diff "$dir/want" "$dir/out" || bad "--critical-path with few chains"
wakers --critical-path -c t10 -d 1 --time 0.000002300,0.000012300 > "$dir/out" || bad "$(cat "$dir/err")"
grep -q '^ *98.00%  *0.009800 .* t11 (11) blocked (S)$' "$dir/out" && grep -q '^ *woken by t12$' "$dir/out" ||
	bad "--critical-path -d 1: $(cat "$dir/out")"
# From one switch to the next; of the two such spans of t10 the longer one.
wakers --critical-path --tid 10 --from sched:sched_switch --to sched:sched_switch --json > "$dir/json" || bad "$(cat "$dir/err")"
python3 - "$dir/json" << 'E' || bad "--critical-path --from --to --json"
import json
import sys

j = json.load(open(sys.argv[1]))
assert (j["schema"], j["version"], j["spans"], len(j["paths"])) == ("perf-defer-critical-path", 1, 2, 1), j
path, = j["paths"]
assert (path["tid"], path["from"], path["to"]) == (10, 2300, 12300), path
got = [(s["tid"], s["state"], s["to"] - s["from"], s["depth"]) for s in path["steps"]]
assert got == [(12, "blocked (S)", 9700, 2), (12, "runnable", 10, 2), (12, "running", 90, 2), (11, "runnable", 10, 1),
               (11, "running", 90, 1), (10, "runnable", 20, 0), (10, "running", 80, 0)], got
assert path["steps"][0]["woken_by"]["comm"] == "[interrupt]" and path["steps"][2]["woke"]["tid"] == 11, path
# The end is a sample, whose stack is known.
assert path["steps"][-1]["stack"][1] == "0x4010a0 (prog)" and path["steps"][-1]["until"] == "end", path
E
# A thread that was made while it was waited for: before that, who made it.
cat > "$dir/born.py" << 'E'
import sys
from switches import *

f = Switches()
f.switch(1000, 0, 10, "S", 11)			# 10 waits; 11 makes 12, which wakes 10
f.task(FORK, 12, 11, 1600)
f.switch(1700, 0, 11, "S", 12)
f.waking(1900, 0, 12, 10)
f.switch(2000, 0, 12, "S", 10)
f.switch(2300, 0, 10, "S", 0)
f.write(sys.argv[1])
E
python3 "$dir/born.py" "$dir/born"
"$PERF" defer wakers --critical-path --tid 10 -i "$dir/born" --json > "$dir/json" 2> "$dir/err" || bad "$(cat "$dir/err")"
python3 - "$dir/json" << 'E' || bad "--critical-path with a birth"
import json
import sys

got = [(s["from"], s["to"], s["tid"], s["state"], s.get("until"), s.get("made", {}).get("tid"))
       for s in json.load(open(sys.argv[1]))["paths"][0]["steps"]]
assert got == [(1000, 1600, 11, "running", "made", 12), (1600, 1700, 12, "runnable", None, None),
               (1700, 1900, 12, "running", "woke", None), (1900, 2000, 10, "runnable", None, None),
               (2000, 2300, 10, "running", "end", None)], got
E
"$PERF_TEST_DIR/build/run_paths.py" "$PERF" 1 20 || bad "critical paths are not the true ones"
"$PERF_TEST_DIR/build/run_paths.py" "$PERF" 21 30 --loss || bad "critical paths with losses claim what is not true"

refused() { # WHAT TEXT OPTION...
	what=$1 text=$2 status=0
	shift 2
	"$PERF" defer wakers "$@" > "$dir/out" 2> "$dir/err" || status=$?
	if [ $status -eq 0 ] || ! grep -qF -e "$text" "$dir/err"; then
		bad "$what: status $status, $(cat "$dir/err")"
	fi
}
refused "no depth" "-d takes a number" -d 0 -i "$dir/data"
refused "no thread" "say which" --critical-path -i "$dir/data"
refused "half a span" "both are needed" --critical-path --tid 10 --from x -i "$dir/data"
refused "no path" "are about --critical-path" --spans 2 -i "$dir/data"
refused "no such event" "has no event 'no:such'" --critical-path --tid 10 --from no:such --to no:such -i "$dir/data"
refused "no moment" "--time" --critical-path --tid 10 --time 5 -i "$dir/data"
refused "two spans" "one beginning and one end" --critical-path --tid 10 --time "0,1 2,3" -i "$dir/data"
refused "a graph" "exclude each other" --critical-path --tid 10 --dot -i "$dir/data"
refused "nobody" "was there at that time" --critical-path --tid 77 -i "$dir/data"
printf '%s\n' 'import sys' 'from switches import *' 'f = Switches(wakings=False)' 'f.switch(5, 0, 10, "S", 0)' \
	'f.write(sys.argv[1])' > "$dir/make.py"
python3 "$dir/make.py" "$dir/mute"
refused "no wakings" "does not tell who woke whom" -i "$dir/mute"
# A name with a line break in it is one frame.
cat > "$dir/make.py" << 'E'
import sys
from switches import *

f = Switches()
f.mmap2(10, 10, 0x900000, 0x1000, 0, "/nowhere/two\nlines")
f.switch(1000, 0, 10, "S", 0, chain=[KERNEL_MARK, TEXT + 0x1000, USER_MARK, 0x900010, 0x400010])
f.waking(2000, 1, 11, 10)
f.write(sys.argv[1])
E
python3 "$dir/make.py" "$dir/data"
wakers --json > "$dir/json" || bad "$(cat "$dir/err")"
python3 - "$dir/json" << 'E' || bad "frames are not what they are called"
import json
import sys

got = json.load(open(sys.argv[1]))["rows"][0]["stack"]
assert got == ["__schedule", "0x900010 (two\nlines)", "0x400010 (prog)"], got
E
wakers > "$dir/out" || bad "$(cat "$dir/err")"
grep -qF '0x900010 (two\x0alines)' "$dir/out" || bad "a name with a line break, as text: $(cat "$dir/out")"
finish
