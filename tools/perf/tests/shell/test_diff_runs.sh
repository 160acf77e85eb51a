#!/bin/sh
# perf diff of several runs: what is more than their noise; rules that fail a build; the recipe of the manual page
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2086 # lists of options
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
need_tools gcc readelf

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"
python3 -B "$PERF_TEST_DIR/build/diff_runs.py" . || fail "diff_runs.py"

base() { # N: --base options of that many runs
	i=1
	while [ $i -le "$1" ]; do
		printf ' --base=old.%s' $i
		i=$((i + 1))
	done
}
status() { # WANT ARGS...
	want=$1 got=0
	shift
	"$PERF" diff --as-recorded "$@" > out 2> err || got=$?
	[ "$got" = "$want" ] || bad "diff $*: exit status $got instead of $want: $(cat out err)"
}
says() { # PATTERN...
	for pattern in "$@"; do
		grep -qE -e "$pattern" out || bad "does not say '$pattern': $(cat out)"
	done
}

# --- ten runs on each side find 3 %, and nothing in the same build ---
ten=$(base 10) four=$(base 4) three=$(base 3)
status 3 $ten --fail-on 'total>2%' --fail-on 'sym>+2%' --fail-on 'sym=hot>x1.05' --fail-on 'sym=hot>+20000' --fail-on 'comm>+1%' \
	--fail-on 'sym=alpha<-0.5%' --fail-on 'sym~^(al|be)>+0%' -- slow.? slow.??
says '^# Base: 10 runs, total 1000[0-9]*; new: 10 runs, total 10[0-9]* \(\+2.9[0-9]%, noise 0\.[0-9]*%, p <0.0001\)$' \
	'^ *30\.[0-9]*% *32\.[0-9]*% *\+2\.[0-9]*% *0\.[0-9]*% *<?0\.000[0-9] *more  *prog .*hot$' ' less .*\[\.\] alpha$' \
	"^# --fail-on 'total>2%': fails, of 1 compared" "^# --fail-on 'sym>\+2%': fails, of 6 compared" \
	"^# --fail-on 'sym=hot>x1.05': fails" "^#   cpu-clock, hot: 3[0-9.]*% -> 3[0-9.]*%, x1\.0" \
	"^# --fail-on 'sym=hot>\+20000': fails" "^# --fail-on 'comm>\+1%': holds, of 1 compared" \
	"^# --fail-on 'sym=alpha<-0.5%': fails" "^# --fail-on 'sym~\^\(al\|be\)>\+0%': holds, of 2 compared"
status 0 $ten --fail-on 'total>0%' --fail-on 'total<0%' --fail-on 'sym>+0%' --fail-on 'sym<0%' -- same.? same.??
says 'may be noise: p [01]\.[0-9]'
grep -qE ' (more|less) ' out && bad "runs of one build differ: $(cat out)"

# --- too few runs: no verdict, and the number alone decides ---
status 0 $three --fail-on 'sym=hot>+5%' -- slow.1 slow.2 slow.3
says '^# 3 runs and 3 are too few to tell a change of 6 rows from noise: 5 and 5 can$'
status 3 $three --fail-on 'sym=hot>+1%' -- slow.1 slow.2 slow.3
says 'too few runs to tell it from noise$'
status 3 --fail-on 'sym=hot>+1%' old.1 slow.1
# A rule that names what it is about has one comparison: four runs are enough.
status 3 $four --fail-on 'sym=hot>+1%' -- slow.1 slow.2 slow.3 slow.4
says 'p 0\.0286$'

# --- what a function has itself, and what it has called ---
status 0 $ten --fail-on 'children:sym=hot<-1%' --fail-on 'children:sym=hot>+1%' --fail-on 'children:sym=main>x1.001' -- moved.? moved.??
says "children:sym=main>x1.001': holds, of 1"
status 3 $ten --fail-on 'self:sym=hot<-1%' --fail-on 'sym=helper>x2' --fail-on 'dso=prog>+0.1%' -- moved.? moved.??
says "self:sym=hot<-1%': fails" '^#   cpu-clock, helper: 0.00% -> 10\.[0-9]*%, new, p ' "dso=prog>\+0.1%': holds, of 1"

# --- for a merge request, and for programs ---
status 3 $ten --fail-on 'total>2%' --format=json -- slow.? slow.??
python3 - << 'END' || bad "--format=json: $(head -c 2000 out)"
import json
d = json.load(open("out"))
assert d["base"] == [f"old.{i}" for i in range(1, 11)] and len(d["new"]) == 10 and d["fails"] is True, d
rule, event = d["rules"][0], d["events"][0]
assert rule["rule"] == "total>2%" and rule["fails"] and rule["compared"] == 1 and 2.5 < rule["found"][0]["amount"] < 3.5, rule
assert event["base_runs"] == event["new_runs"] == 10 and not event["too_few_runs"], event
hot = event["rows"][0]
assert hot["keys"] == {"dso": "prog", "sym": "[.] hot"} and hot["percent"]["verdict"] == "more" and hot["percent"]["p"] < 0.001, hot
assert abs(hot["percent"]["base"] - 30) < 0.2 and 0.02 < hot["percent"]["noise"] < 0.4, hot
END
# A name must not be markup, nor end its cell.
cat > named.py << 'END'
import perfwrite as p
w = p.Writer()
e = w.event(type=1, config=0, sample_type=p.S_IP | p.S_TID | p.S_TIME | p.S_PERIOD | p.S_IDENTIFIER, name="cpu-clock")
w.comm(7, 7, "a|b`<i>", time=1)
w.sample(e, ip=0x1000, pid=7, tid=7, time=10, period=1)
w.write("named")
END
PYTHONPATH="$PERF_TEST_DIR/build" python3 -B named.py
status 0 --format=markdown -s comm named named
# shellcheck disable=SC2016 # markup
grep -qF '| `a\|b'"'"'<i>` |' out || bad "--format=markdown: $(cat out)"

# --- the recipe of the manual page, word by word; only what it records is made ---
page=$PERF_TEST_DIR/../Documentation/perf-diff.txt
sed -n '/^== IN CONTINUOUS/,/^== CONFIG/p' "$page" | sed -n '/^----$/,/^----$/p' | sed '1d; $d' > recipe
grep -q '^perf diff' recipe || bad "the page has no recipe: $(cat recipe)"
mkdir bin
cat > bin/perf << 'END'
#!/bin/sh
if [ "$1" = record ]; then
	while [ "$1" != -o ]; do shift; done
	exec cp "../$(echo "$2" | sed "s/^new/$NEW/")" "$2"
fi
exec "$PERF" "$@"
END
chmod +x bin/perf
for new in slow same; do
	got=0 want=3
	[ $new = slow ] || want=0
	mkdir run.$new
	(cd run.$new && NEW=$new PERF=$PERF PATH="$dir/bin:$PATH" sh -e ../recipe) 2> err || got=$?
	[ $got = $want ] || bad "the recipe, $new: exit status $got instead of $want: $(cat err run.$new/comment.md)"
done
# shellcheck disable=SC2016 # markup
grep -q '^- holds: `total>2%`, of 1 compared$' run.same/comment.md || bad "the comment: $(cat run.same/comment.md)"

# --- mistakes, and what cannot be judged ---
while IFS='|' read -r want words rule; do
	status "$want" --fail-on "$rule" old.1 none.1
	grep -qF -e "$words" err || bad "--fail-on '$rule' does not say '$words': $(cat err)"
done << 'END'
129|there is no '>'|sym
129|sym, dso, comm or total|symbol>2%
129|sym, dso, comm or total|func>2%
129|comes a number|sym>2x
129|comes a number|sym>nan
129|comes a number|sym>x-1
129|comes a number|sym> 2%
129|comes a number|sym>
129|name is empty|sym=>2%
129|total has no names|total=a>2%
129|no regular expression|sym~a(>2%
129|only functions have children|children:total>2%
1|none.1|sym>2%
END
status 129 --fail-on 'sym>2%' -p old.1 slow.1
status 129 --fail-on 'sym>2%' -c ratio old.1 slow.1
status 129 --format=xml old.1 slow.1
# What the configuration says of the other tables is no reason to refuse.
printf '[diff]\n\torder = 0\n\tcompute = ratio\n' > config
PERF_CONFIG=$dir/config status 3 --fail-on 'sym=hot>+1%' old.1 slow.1
status 129 --format=json old.1 old.2 slow.1
grep -q 'which are of the old build' err || bad "three recordings without --base: $(cat err)"
status 1 --fail-on 'comm>2%' -s dso old.1 slow.1
grep -q "rows have no comm" err || bad "a rule without its column: $(cat err)"
status 1 --fail-on 'total>2%' --comms nobody --percentage relative old.1 slow.1
# Damage is told, and does not hide what fails.
head -c $(($(wc -c < slow.1) - 40)) slow.1 > ./cut
status 3 --fail-on 'sym=hot>+1%' old.1 cut
status 2 --fail-on 'sym=hot>+90%' old.1 cut
exit 0
