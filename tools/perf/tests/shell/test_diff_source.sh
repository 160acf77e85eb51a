#!/bin/sh
# perf diff --source: functions line by line in two builds, against addr2line; sources that are not there; -s sym,srcline
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools gcc objdump addr2line
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf dwarf
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"

mkdir old new
sed "1d; s|COMMENT|; esc here|" "$PERF_TEST_DIR/shell/lib/work.c" > new/work.c
# What the author of a source wants a terminal to do.
sed -i "s/esc here/$(printf '\033')[31m/" new/work.c
cp new/work.c old/work.c
for build in "old -O1" "new -O2"; do
	name=${build% *}
	# In a folder of its own: each build names another path.
	(cd "$name" && gcc -g "${build#* }" -no-pie -o work work.c)
	for function in work helper; do
		objdump -d --no-show-raw-insn --disassemble=$function "$name/work"
	done > list
	python3 "$PERF_TEST_DIR/build/annotated.py" "$name.data" "$dir/$name/work" list > "$name.truth"
done
cat > check.py << 'END'
import collections, subprocess, sys

event, period = int(sys.argv[1]), sys.argv[2] == "-p"
have = []
for name in "old", "new":
    rows = collections.Counter()
    for function, address, *numbers in map(str.split, open(name + ".truth")):
        if int(numbers[2 * event + 1]):
            at = subprocess.run(["addr2line", "-ie", name + "/work", address], capture_output=True, text=True, check=True).stdout.split("\n")[0]
            rows[function, int(at.split(":")[1].split()[0])] += int(numbers[2 * event + 1])
    have.append(rows)
got, totals = {}, [sum(h.values()) for h in have]
text = open("new/work.c").read().split("\n")
for line in open("out"):
    cells = line.rstrip("\n").split(";")
    function, path, number, source = cells[-4:]
    key = function.split()[-1], int(number)
    assert key not in got, f"{key} is there twice"
    got[key] = cells[:-4]
    assert path.endswith("/work.c"), line
    want = text[key[1] - 1].expandtabs(8).replace(";", ".").replace("\x1b", "\\x1b")
    assert source == want.rstrip(), (source, want)
assert set(got) == set(have[0]) | set(have[1]), set(got) ^ (set(have[0]) | set(have[1]))
for key, cells in got.items():
    old, new = (h[key] for h in have)
    want = [f"{100 * old / totals[0]:.2f}" if old else "", *([str(old)] if period else []),
            f"{100 * new / totals[1] - 100 * old / totals[0]:+.2f}%" if new else "", *([str(new) if new else ""] if period else [])]
    assert cells == want, (key, cells, want)
order = [k[0] for k in got]
change = {f: abs(sum(n for (g, _), n in have[1].items() if g == f) / totals[1] - sum(n for (g, _), n in have[0].items() if g == f) / totals[0]) for f in set(order)}
assert order == sorted(order, key=lambda f: (-round(change[f], 9), f)), order
END
diff_() { # ARGS...
	"$PERF" diff "$@" > out 2> err || bad "diff $*: exit status $?: $(cat err)"
}
for options in "" -p; do
	# shellcheck disable=SC2086 # perhaps none
	diff_ -q --source -t ';' $options old.data new.data
	# One table behind the other: which event a row is of is told by its place.
	python3 -c 'import sys
rows = open("out").readlines()
begins = [i for i, r in enumerate(rows) if i and r.split(";")[-4:-1] == rows[0].split(";")[-4:-1]]
open("first", "w").writelines(rows[:begins[0]])
open("second", "w").writelines(rows[begins[0]:])' || bad "two tables: $(cat out)"
	cp first out
	python3 check.py 0 "$options" || bad "lines of cpu-clock $options: $(cat out)"
done
# A separator within the function, its file or its source line is no separator.
for sep in ']' / '{' 'k'; do
	diff_ -q --source -t "$sep" old.data new.data
	[ "$(awk -F "[$sep]" '{ print NF }' out | sort -u)" = 6 ] || bad "-t '$sep': $(cat out)"
done

# --- as text ----------------------------------------------------------------------------------------------
diff_ --source old.data new.data
grep -q '^# Baseline  Delta Abs    Line  Source$' out || bad "titles: $(cat out)"
grep -q '^ *[0-9.]*%  *[-+][0-9.]*%  \[\.\] helper$' out || bad "a function: $(cat out)"
grep -q '^ *[0-9.]*%  *[-+][0-9.]*%       8          return v \* 7 + 1;$' out || bad "a line: $(cat out)"
grep -q '^  *7  {$' out || bad "the line before it: $(cat out)"
[ "$(grep -c '/new/work.c$' out)" = 4 ] || bad "the file of the newer build, for each function and event: $(cat out)"
! grep -q '/old/work.c' out || bad "the file of the older build: $(cat out)"
! grep -q "$(printf '\033')" out || bad "source lines reach the terminal as they are"
diff_ --source -S helper old.data new.data
! grep -q ' work$' out || bad "-S helper: $(cat out)"
diff_ --source --percent-limit 60 old.data new.data
! grep -q ' helper$' out || bad "--percent-limit: $(cat out)"
diff_ --source -c ratio -o 1 old.data new.data
grep -q '^# Baseline           Ratio    Line  Source$' out || bad "-c ratio: $(head -n 4 out)"
diff_ --source old.data new.data old.data
grep -q '^# Baseline/0  Delta Abs/1  Delta Abs/2    Line  Source$' out || bad "three recordings: $(head -n 9 out)"
# Without the source, or debug information, there are names and numbers.
mv new/work.c kept
diff_ --source old.data new.data
grep -q '^ *[0-9.]*%  *[-+][0-9.]*%       8$' out || bad "without the source: $(cat out)"
mv kept new/work.c
diff_ --source --no-inline old.data new.data
strip -g -o old/bare old/work
python3 "$PERF_TEST_DIR/build/annotated.py" bare.data "$dir/old/bare" list > bare.truth
diff_ --source bare.data bare.data
grep -q ' work$' out || bad "without debug information: $(cat out)"

# --- rows that are lines ----------------------------------------------------------------------------------
diff_ -q -s sym,srcline -t ';' old.data new.data
grep -q '^[0-9.]*;[-+][0-9.]*%;\[\.\] helper;work\.c:8$' out || bad "-s sym,srcline: $(cat out)"
refused() { # WORDS ARGS...
	want=$1 got=0
	shift
	"$PERF" diff "$@" old.data new.data > out 2> err < /dev/null || got=$?
	[ "$got" = 129 ] || bad "diff $*: exit $got, not 129"
	grep -q -e "$want" err || bad "diff $*: does not say '$want': $(cat err)"
}
refused 'rows of its own' --source -s sym
refused 'rows of its own' --source -g
refused 'rows of its own' --source --flamegraph
finish
