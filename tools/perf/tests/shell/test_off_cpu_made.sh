#!/bin/sh
# perf report and script --off-cpu: made-up recordings of tasks that take turns, against their truth
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

"$PERF_TEST_DIR/build/run_spans.py" "$PERF" 1 25 || bad "spans or sums are not the true ones"
"$PERF_TEST_DIR/build/run_spans.py" "$PERF" 1 25 --loss || bad "with losses, something is claimed that is not true"
"$PERF_TEST_DIR/build/run_spans.py" "$PERF" 1 25 --missing || bad "where records are missing, rows by CPU are not what CPUs did"

# By hand: what is in the text is in the truth.
two_turns > "$dir/text"
"$PERF" defer generate -o "$dir/data" --spans "$dir/spans" "$dir/text"
cat > "$dir/want" << 'E'
{"from":1020,"to":1040,"tid":5,"pid":5,"cpu":0,"comm":"five","state":"blocked","left_in":"D","kernel":["0xffffffff81000100"],"user":["0x400100"],"orphan":null,"sample":true,"unfinished":false,"woken_by":6,"waker_kernel":[],"waker_user":[]}
{"from":1040,"to":1050,"tid":5,"pid":5,"cpu":0,"comm":"five","state":"runnable","left_in":"D","kernel":["0xffffffff81000100"],"user":["0x400100"],"orphan":null,"sample":true,"unfinished":false}
{"from":1050,"to":1070,"tid":6,"pid":6,"cpu":1,"comm":"six","state":"preempted","left_in":"R+","kernel":["0xffffffff81000200"],"user":[],"orphan":null,"sample":true,"unfinished":false}
E
diff "$dir/want" "$dir/spans" || bad "the truth of a scenario by hand"
"$PERF" defer generate -o "$dir/data" --lives "$dir/lives" "$dir/text"
cat > "$dir/want" << 'E'
{"tid":5,"parent":0,"born":null,"came":1000,"ended":null}
{"tid":6,"parent":0,"born":null,"came":1030,"ended":null}
E
diff "$dir/want" "$dir/lives" || bad "the lives of tasks in a scenario by hand"

refused() { # TEXT MESSAGE
	printf '%b' "$1" > "$dir/text"
	status=0
	"$PERF" defer generate -o "$dir/c" "$dir/text" 2> "$dir/err" || status=$?
	[ $status = 1 ] || bad "exit $status for: $1"
	grep -q -e "$2" "$dir/err" || bad "message for '$1': $(cat "$dir/err")"
}
refused 'task 5\ncpu 0 switch 5\ncpu 0 switch idle\n' "line 3: task 5 is not in the kernel, and only there tasks leave"
refused 'task 5\ncpu 0 switch 5\ncpu 1 switch 5\n' "line 3: task 5 runs on cpu 0"
refused 'task 5\ncpu 0 switch 7\n' "line 2: there is no task 7"
refused 'task 5\ncpu 9 switch 5\n' "line 2: there is no cpu 9"
refused 'task 5\ncpu 0 switch 5 Q\n' "line 2: 'Q' is no state of a task"
refused 'task 5\ncpu 0 switch\n' "line 2: switch takes a number"
refused 'task 5\ntask 6\ncpu 0 switch 5\ncpu 0 wake 6\n' "line 4: task 5 is not in the kernel, and only there others are woken"

# Without stacks what stands in the place of one is told on the line of the span.
cat > "$dir/gap.py" << 'E'
import sys
from switches import *

f = Switches()
f.switch(1000, 0, 10, "S", 0)
f.switch(5000, 0, 10, "S", 0)			# that it came is missing
f.switch(6000, 0, 0, "R", 10)
f.write(sys.argv[1])
E
python3 "$dir/gap.py" "$dir/gap"
"$PERF" script --off-cpu --state all -G -F tid,period,ip -i "$dir/gap" > "$dir/out" 2> "$dir/err"
printf '%s\n' "10 4000 [not known: records of switches are missing]" "10 1000 ffffffff81001000" > "$dir/want"
sed 's/^ *//; s/  */ /g; s/ *$//' "$dir/out" | diff "$dir/want" - || bad "spans without stacks: $(head -c 400 "$dir/out")"

# A wait in which records were lost again and again: pieces, but not for each loss.
cat > "$dir/losses.py" << 'E'
import sys
from switches import *

f = Switches()
f.switch(1000, 0, 10, "S", 0)
for k in range(100):
    f.waking(10000 + 1000 * k, 0, 11, 12)
    f.lost(10500 + 1000 * k, 0)
f.switch(200000, 0, 0, "R", 10)
f.write(sys.argv[1])
E
python3 "$dir/losses.py" "$dir/losses"
"$PERF" script --off-cpu --state all --tid 10 -G -F period,ip -i "$dir/losses" > "$dir/out" 2> "$dir/err"
awk '{ n[$2 == "[not"]++; sum[$2 == "[not"] += $1 } END { print n[0], sum[0], n[1], sum[1] }' "$dir/out" > "$dir/got"
# Known are 9000 ns, 63 times 500 and what follows the last loss; not known 63 times 500, and from the 64th to the last one.
echo "65 $((9000 + 63 * 500 + 90500)) 64 $((63 * 500 + 36500))" | diff - "$dir/got" || bad "a wait with 100 losses in it"

finish
