#!/bin/sh
# perf diff: recordings whose differences are known, matched by names; options; damage
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
need_tools gcc readelf

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"
truth="$PERF_TEST_DIR/build/diff_truth.py"
"$truth" make . || fail "diff_truth.py make"

diff_() { # ARGS...
	"$PERF" diff "$@" > out 2> err || bad "diff $*: exit status $?: $(cat err)"
}
says() { # WHAT TEXT...: the output, line by line
	what=$1
	shift
	printf '%s\n' "$@" > want
	diff want out > differs || bad "$what: $(cat differs)"
}
status() { # WANT WORDS ARGS...
	want=$1 words=$2 got=0
	shift 2
	"$PERF" diff "$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "diff $*: exit status $got instead of $want: $(tail -n 3 err)"
	grep -q -e "$words" err || bad "diff $*: does not say '$words': $(cat err)"
}

# --- numbers and order, against the table that the recordings were made of ---
for how in delta-abs delta ratio wdiff:2,3 wdiff:-1,1; do
	for files in "old new" "old new third" "third new old" "new none" "none new" "old old"; do
		# shellcheck disable=SC2086 # names
		diff_ -t, -p -c $how $files
		# shellcheck disable=SC2086
		"$truth" check . out $how $files || bad "-c $how $files"
	done
done
diff_ -t, -p -s comm --as-recorded --call-graph=folded,0 old new
"$truth" stacks . out old new || bad "-g folded"

# --- the text ---
diff_ old new
grep -q "'old' has no event other, which 'new' has" err || bad "an event that is not compared is not told: $(cat err)"
says "two recordings" "# Event 'cpu-clock'" '#' '# Baseline  Delta Abs  Shared Object  Symbol   ' \
	'# ........  .........  .............  .........' '#' \
	'              +37.50%  prog           [.] moved' \
	'    40.00%    -30.00%  prog           [.] alpha' \
	'     1.00%     +1.50%  prog           [.] tiny' \
	'    50.00%     +0.00%  prog           [.] beta' \
	'     9.00%             prog           [.] lone' '' \
	"# Event 'faults'" '#' '# Baseline  Delta Abs  Shared Object  Symbol   ' \
	'# ........  .........  .............  .........' '#' \
	'             +100.00%  prog           [.] beta' \
	'   100.00%             prog           [.] alpha'
diff_ -s sym -b -c wdiff:1,2 -F old new third
sed -n '/^# Event .faults/q; p' out > some && mv some out
says "three recordings" "# Event 'cpu-clock'" '#' '# Data files:' '#  [0] old (Baseline)' '#  [1] new ' '#  [2] third ' '#' \
	"# Baseline/0  Weighted diff/1  $(printf %70s Formula/1)  Weighted diff/2  $(printf %70s Formula/2)  Symbol   " \
	"# ..........  ...............  $(printf %70s '' | tr ' ' .)  ...............  $(printf %70s '' | tr ' ' .)  ........." '#' \
	"      50.00%          150000   $(printf %70s '(100000 * 2) - (50000 * 1)')                   $(printf %70s '')  [.] beta" \
	"       1.00%            9000   $(printf %70s '(5000 * 2) - (1000 * 1)')                   $(printf %70s '')  [.] tiny" \
	"      40.00%               0   $(printf %70s '(20000 * 2) - (40000 * 1)')          -38000   $(printf %70s '(1000 * 2) - (40000 * 1)')  [.] alpha" \
	"       9.00%                   $(printf %70s '')           -3000   $(printf %70s '(3000 * 2) - (9000 * 1)')  [.] lone" ''
diff_ -q --as-recorded -g -s sym -S beta old new
says "stacks" '    50.00%     +0.00%  [.] beta' '            |' '            ---beta' '               |' \
	'               |--30.00% +15.00%--main' '               |' '                --20.00% -15.00%--alpha' \
	'                     main' '' '             +100.00%  [.] beta' '            |' '            ---beta' '               main' ''
diff_ -q --as-recorded -gcaller -s comm old new
grep -qx '               |--0.00% +25.00%--moved' out || bad "-g caller: what is new: $(cat out)"
grep -qx '               |--60.00% -45.00%--alpha' out || bad "-g caller: a branch is not the sum of what goes on behind it: $(cat out)"
grep -qx '            ---main' out || bad "-g caller: the outermost caller first: $(cat out)"
diff_ -q -s sym -S alpha,moved,tiny --percentage relative old new
says "--percentage relative" '    97.56%    -77.56%  [.] alpha' '              +75.00%  [.] moved' '     2.44%     +2.56%  [.] tiny' \
	'   100.00%             [.] alpha'
diff_ -q -o 0 -s sym --percent-limit 10 old new
says "-o 0, --percent-limit" '    50.00%     +0.00%  [.] beta' '    40.00%    -30.00%  [.] alpha' '              +37.50%  [.] moved' \
	'   100.00%             [.] alpha' '             +100.00%  [.] beta'
printf '[diff]\n\torder = 0\n\tcompute = ratio\n' > config
PERF_CONFIG=$dir/config "$PERF" diff -q -s sym old new > out
says "diff.order, diff.compute" '    50.00%        2.000000  [.] beta' '    40.00%        0.500000  [.] alpha' \
	'     9.00%                  [.] lone' '     1.00%        5.000000  [.] tiny' '                       N/A  [.] moved' \
	'   100.00%                  [.] alpha' '                       N/A  [.] beta'
"$PERF" config --user diff.compute=more > out 2> err && bad "perf config takes a diff.compute that is none"
# The time of the last sample of `old` that is alpha's is 50 ns, of `new` 30.
diff_ -q -s sym --time 0,0.000000050:0,0.000000030 old new
says "--time for each" '   100.00%     +0.00%  [.] alpha'

# --- which recordings ---
cp old perf.data.old
cp new perf.data
diff_ -q -s sym
cp out without
diff_ -q -s sym perf.data
cmp -s without out || bad "one name is not the new recording's"
diff_ -q -s sym old new
cmp -s without out || bad "perf.data.old and perf.data are not compared"
diff_ -q -s sym -C prog --pid 100,101 --tid 100,101 old new
cmp -s without out || bad "-C, --pid and --tid of all"
diff_ -q -s sym --pid 101 old new
grep -q '^ *100.00%' out && bad "--pid of one recording: $(cat out)"
diff_ --flamegraph=page.html old new
grep -q moved page.html || bad "the page lacks what is new"
# An event that only the older recording has samples of is not on the page, and is no other event's past.
cat > gone.py << 'END'
import sys
from perfwrite import *

for name, numbers in (("gone-old", (2, 5, 4)), ("gone-new", (3, 0, 1))):
    f = Writer("<", "x86_64")
    events = [f.event(type=1, config=i, name=n, sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_PERIOD)
              for i, n in enumerate(("cpu-clock", "gone", "faults"))]
    f.comm(7, 7, "prog", 1)
    f.mmap2(7, 7, 0x400000, 0x1000, 0, "/nowhere/prog", 1)
    for e, n in zip(events, numbers):
        for i in range(n):
            f.sample(e, ip=0x400010, pid=7, tid=7, time=1000 + i, period=10)
    f.write(name)
END
PYTHONPATH="$PERF_TEST_DIR/build" python3 -B gone.py
diff_ -q --flamegraph=page.html --with-code=0 gone-old gone-new
python3 - << 'END' || bad "an event without samples in the newer recording"
import json, re

d = json.loads(re.search(r'<script id="data" type="application/json">\n(.*?)</script>', open("page.html").read(), re.S).group(1))
assert [e["name"] for e in d["events"]] == ["cpu-clock", "faults"], d["events"]
assert (d["old"]["event"], d["old"]["samples"], d["old"]["period"]) == ([0, 1], [2, 4], [20, 40]), d["old"]
END

# --- mistakes ---
status 129 "there are delta-abs, delta, ratio and wdiff" -c more old new
status 129 "wdiff takes two weights" -c wdiff:1 old new
status 129 "wdiff takes two weights" -c wdiff:1,2x old new
status 129 "does not compare cycles" -c cycles old new
status 129 "no recording 2 to order by" -o 2 old new
status 129 "-g of perf diff takes" -gflat old new
status 129 "need a key" -s overhead old new
status 129 "Unknown --sort key" -s nokey old new
status 129 "compares two recordings" --flamegraph old new third
status 129 "numbers with commas" --pid x old new
status 1 "no-such" old no-such
status 1 "not a regular file" old /dev/null
: > nothing
status 1 "nothing" old nothing

# --- events of one name: the second of a recording is compared with the second of the other, in whatever order they lie ---
cat > twins.py << 'END'
import os, sys
sys.path.insert(0, os.environ["PERF_TEST_DIR"] + "/build")
import perfwrite as p

def write(path, events):
    w = p.Writer()
    st = p.S_IP | p.S_TID | p.S_TIME | p.S_PERIOD | p.S_IDENTIFIER
    ids = [w.event(type=1, config=0, sample_type=st, name=name) for name, _ in events]
    w.comm(7, 7, "prog", time=1)
    for i, (_, n) in zip(ids, events):
        for k in range(n):
            w.sample(i, ip=0x1000, pid=7, tid=7, time=10 + k, period=1)
    w.write(path)

write("twins1", [("a", 1), ("b", 2), ("a", 3), ("a", 4)])
write("twins2", [("b", 20), ("a", 10), ("a", 30), ("c", 5), ("a", 40), ("a", 50)])
END
python3 twins.py
diff_ -t, -p -s comm twins1 twins2
grep -v '^#' out | grep . | cut -d, -f 2,4 > numbers
printf '%s\n' 1,10 2,20 3,30 4,40 | diff - numbers > differs || bad "events of one name: $(cat differs out)"
grep -q "has no events* .*c.*, which 'twins2' has" err || bad "events that are not compared: $(cat err)"

# --- off the CPU: what threads waited, as perf report has it; what is not there ---
"$PERF" defer generate --switches --seed 3 -o waits
for time in '' --time=10%-70%; do
	# shellcheck disable=SC2086 # none, or one
	diff_ -t, -s tid --off-cpu $time waits waits
	sed -n 's/^ *\([0-9.]*\),+0.00%, *\(.*[^ ]\) *$/\2 \1/p' out | sort > some
	# shellcheck disable=SC2086
	"$PERF" report --stdio -g none -t, -s tid --off-cpu $time --no-children -i waits 2> err | grep '^ *[0-9]' | tr -d '% ' | sed 's|\([^,]*\),\(.*\)|\2 \1|' | sort > want
	{ [ -s want ] && diff want some > differs; } || bad "--off-cpu $time: $(cat differs out)"
done
status 129 'perf report -D' -D old new
status 129 'stream is not there' --stream old new
status 129 'cycles-hist is not there' --cycles-hist old new

# --- damage: what is there is compared, and the status tells ---
size=$(wc -c < new)
head -c $((size - 3000)) new > ./cut
status 2 "in 'cut'" old cut
grep -q 'alpha' out || bad "of a recording that is cut nothing is compared: $(cat out)"
"$PERF" defer generate --seed 5 -o made
for seed in 1 2 3 4 5 6 7 8; do
	python3 - "$seed" <<- 'END'
	import random, sys
	random.seed(int(sys.argv[1]))
	data = bytearray(open("made", "rb").read())
	for _ in range(20):
	    data[random.randrange(104, len(data))] = random.randrange(256)
	open("bad", "wb").write(data)
	END
	got=0
	"$PERF" diff -g made bad old > out 2> err || got=$?
	[ "$got" -le 2 ] || [ "$got" = 129 ] || bad "damage $seed: exit status $got: $(tail -n 5 err)"
done
exit 0
