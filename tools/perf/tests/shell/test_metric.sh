#!/bin/sh
# perf report and annotate --metric: columns of several events' numbers, in text, JSON and on the screen; what is missing
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"

# Functions: what they have of each event, and the truth beside it. "idle" has instructions only.
cat > make.py << 'END'
import sys
from perfwrite import *

K = 0xffffffff81000000
HAVE = {0x100: ("busy", 4000, 2000, 10), 0x200: ("slow", 1000, 250, 5), 0x300: ("idle", 0, 30, 0), 0x400: ("lone", 70, 0, 7)}
names = sys.argv[2].split(";")
f = Writer(arch="x86_64")
TYPE = S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER
if sys.argv[1] == "dummy":
    f.event(type=1, config=9, sample_type=TYPE, name="dummy:u", ids=[99])
events = [f.event(type=4, config=i + 1, sample_type=TYPE, name=n, ids=[i + 1]) for i, n in enumerate(names)]
if len(sys.argv) > 3:
    name = b"{anon_group}\0"
    name += bytes(-len(name) % 64)
    f.features_more[17] = f.pack("I", 1) + f.pack("I", len(name)) + name + f.pack("II", 0, int(sys.argv[3]))
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "seven")
time = 1000
for at, (_, *counts) in HAVE.items():
    for e, n in zip(events, counts):
        for part in ((n // 2, n - n // 2) if n > 1 else (n,)):
            time += 1
            if part:
                f.sample(e, misc=MISC_KERNEL, ip=K + at, pid=7, tid=7, time=time, period=part)
f.write(sys.argv[1])
f.write_pipe(sys.argv[1] + ".pipe")
END
printf 'ffffffff81000000 T _text\nffffffff81000100 T busy\nffffffff81000200 T slow\nffffffff81000300 T idle\nffffffff81000400 T lone\nffffffff81f00000 T _etext\n' > symbols
python3 make.py group 'cpu-cycles:k;instructions:k;branch-misses:k' 3
python3 make.py alone 'cpu-cycles:k;instructions:k;branch-misses:k'
python3 make.py dummy 'cpu-cycles:k;instructions:k;branch-misses:k'
python3 make.py part 'cpu-cycles:k;instructions:k;branch-misses:k' 2

run() { # COMMAND ARGS...
	command=$1
	shift
	"$PERF" "$command" --kallsyms symbols "$@" > out 2> err < /dev/null || bad "$command $*: exit $?: $(cat err)"
}
rows() { # of a report with -t: fields 2 and following of each row, blanks gone
	grep -v '^#' out | grep . | sed 's/ *\[k\] //' | tr -d ' ' | cut -d ';' -f "$1" | LC_ALL=C sort
}
same() { # WHAT: stdin is what rows must be
	cat > want
	diff want got > differs || bad "$1: $(cat differs)"
}

# --- report -----------------------------------------------------------------------------------------------
# An event that only stands for records of tasks and maps is none of those that are counted.
for recording in group alone dummy; do
	run report -i $recording -s sym -t ';' --metric ipc,branch-mpki --metric 'percent=100*branch-misses/(instructions+cycles)'
	[ ! -s err ] || bad "$recording: says $(cat err)"
	rows 2-5 > got
	same "$recording" << 'END'
0.00;x/0;10.00;lone
0.25;20.00;0.40;slow
0.50;5.00;0.17;busy
x/0;0.00;0.00;idle
END
done
run report -i group.pipe -s sym -t ';' --metric ipc
rows 2-3 > got
same "a pipe" << 'END'
0.00;lone
0.25;slow
0.50;busy
x/0;idle
END
mv out one
run report -i group -s sym -t ';' --metric ipc
diff -I '^#' one out > differs || bad "a pipe and a file differ: $(cat differs)"
run report -i group -s sym -t ';' --metric ipc -j 7
diff -I '^#' one out > differs || bad "-j 7: $(cat differs)"
# Ordered by it: the largest first, what has no value last.
order() { # WANT ARGS...
	want=$1
	shift
	run report -i group -t ';' "$@"
	got=$(grep -v '^#' out | grep . | sed 's/.*\] //' | tr '\n' ' ')
	[ "$got" = "$want " ] || bad "$*: $got"
}
order "busy slow lone idle" -s sym,ipc --metric ipc
order "busy slow lone idle" -s ipc,sym --metric ipc -j 7
order "slow busy idle lone" -s branch-mpki,ipc,sym --metric ipc,branch-mpki
order "busy slow lone idle" -s ipc,branch-mpki,sym --metric branch-mpki,ipc
run report -i group -s ipc --metric ipc
grep -q '^# *Overhead *ipc  Command  Shared Object .*Symbol' out || bad "-s of a metric alone has no keys: $(cat out)"
run report --hierarchy -i group -s comm,sym --metric ipc
grep -q '0\.25 .*slow' out || bad "--hierarchy: $(cat out)"
run report -i group -s sym --metric ipc
grep -q '^# *Overhead *ipc  Symbol' out || bad "titles: $(cat out)"
grep -q ' 0\.50  \[k\] busy' out || bad "a row: $(cat out)"
"$PERF" report -q --json -i group -s sym --metric ipc --kallsyms symbols > json
python3 - json << 'END' || bad "JSON: $(cat json)"
import json, sys
rows = json.load(open(sys.argv[1]))["events"][0]["rows"]
got = {r["keys"]["sym"].split()[-1]: r["metrics"]["ipc"] for r in rows}
assert got == {"busy": 0.5, "slow": 0.25, "idle": None, "lone": 0}, got
END

# --- what is missing --------------------------------------------------------------------------------------
run report -i part -s sym -t ';' --metric ipc,branch-mpki
grep -q "metric 'branch-mpki' is not known: no event beside the others is called 'branch-misses'" err || bad "not beside: $(cat err)"
[ "$(grep -c 'is not known' err)" = 1 ] || bad "said more than once: $(cat err)"
grep -q '; *no event;' out || bad "not beside: $(cat out)"
run report -i group --no-group -s sym -t ';' --metric ipc
grep -q "is not known: no event beside the others is called 'instructions'" err || bad "--no-group: $(cat err)"
status() { # WANT-STATUS WANT-TEXT COMMAND...
	want=$1 text=$2 got=0
	shift 2
	"$PERF" "$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "$*: exit $got, not $want"
	grep -q -e "$text" err || bad "$*: does not say '$text': $(cat err)"
}
status 129 "letter 9: it ends where a number or a name is missing" report -i group --metric 'x=1 + 2 * '
status 129 "no metric is called 'ipx'.*ipc" report -i group --metric ipx
status 129 "letters of ASCII" report -i group --metric 'a b=1'
status 129 "not for --flamegraph" report -i group --metric ipc --flamegraph=x.html
status 129 "the functions are" annotate -i group --metric 'x=sqrt(cycles)'
"$PERF" report --metric list > built-in || bad "--metric list: exit $?"
grep -q '^ipc  *instructions / cycles ' built-in || bad "list: $(cat built-in)"
"$PERF" annotate --metric list | cmp -s - built-in || bad "the lists differ"
completion=$PERF_TEST_DIR/../perf-completion.sh
if [ -r "$completion" ]; then
	sed -n '/report:--metric)/{n;s/.*echo //;s/ ;;//;p}' "$completion" | tr ' ' '\n' | grep -v '^list$' | LC_ALL=C sort > got
	sed 's/ .*//' built-in | LC_ALL=C sort > want
	diff want got > differs || bad "completion has others: $(cat differs)"
fi

# --- annotate ---------------------------------------------------------------------------------------------
# Without the kernel's code, addresses stand for instructions.
run annotate -i group --metric ipc slow
grep -q '^ Percent  *ipc |.*ipc: 0\.25)$' out || bad "annotate: title: $(cat out)"
grep -q '^ *100\.00 *100\.00 *100\.00 *0\.25 : *ffffffff81000200:' out || bad "annotate: a row: $(cat out)"
# Functions in its order: the largest first, what has no value last.
functions() { # WANT ARGS...
	want=$1
	shift
	run annotate -i group "$@"
	got=$(sed -n 's/^ .* <\([a-z]*\)>:$/\1/p' out | tr '\n' ' ')
	[ "$got" = "$want " ] || bad "annotate $*: $got"
}
functions "busy slow lone idle" --metric ipc
functions "slow busy idle lone" --metric branch-mpki,ipc
run annotate -i group --metric branch-mpki --json
[ "$(sed -n 's/^ *"function": "\([a-z]*\)",$/\1/p' out | uniq | tr '\n' ' ')" = "slow busy idle lone " ] || bad "annotate --json: $(cat out)"
run annotate -i alone --metric ipc,cpi idle
grep -q 'ipc: x/0, cpi: 0\.00)$' out || bad "annotate without groups: $(cat out)"
run annotate -i dummy --metric ipc slow
grep -q '^ *100\.00 *100\.00 *100\.00 *0\.25 : *ffffffff81000200:' out || bad "annotate: behind a dummy: $(cat out)"
! grep -q dummy out || bad "annotate: a dummy has a column: $(cat out)"
run annotate --stdio2 -i group --metric ipc slow
grep -q '^slow() .*, ipc: 0\.25$' out || bad "--stdio2: head: $(cat out)"
grep -q '^ *100\.00 *100\.00 *100\.00 *0\.25 ' out || bad "--stdio2: a row: $(cat out)"
run annotate -i part --metric ipc,branch-mpki busy
[ "$(grep -c "'branch-mpki' is not known" err)" = 1 ] || bad "annotate: what is missing: $(cat err)"
finish
