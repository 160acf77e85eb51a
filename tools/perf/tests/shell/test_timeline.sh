#!/bin/sh
# perf defer export --format=timeline: samples, spans, windows and losses at their times; what is merged; the page in a browser
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/look.sh
. "$PERF_TEST_DIR/shell/lib/look.sh"
find_leaks

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"
check="$PERF_TEST_DIR/build/timeline_check.py"
page() { # FILE PAGE OPTIONS...
	file=$1 out=$2
	shift 2
	"$PERF" defer export -q --format=timeline -i "$file" -o "$out" "$@" || bad "$file: exit status $?"
}
generated() { # OPTIONS...
	"$PERF" defer generate --truth truth --spans spans --windows windows -o data "$@"
	page data page.html
	"$check" truth "$dir/page.html" truth spans windows || bad "generated with $*"
}

for seed in 1 2 3; do
	generated --seed $seed --switches --no-loss
done
generated --seed 4 --switches --no-loss --format pipe
generated "$PERF_TEST_DIR/scenario-aux/plain.txt"
"$check" make "$dir/made"
page made made.html
"$check" made "$dir/made.html" || bad "system calls, a wait, a loss"

# Who ended whose waits, with their stacks.
waits="$PERF_TEST_DIR/build/timeline_waits.py"
"$PERF_TEST_DIR/build/woken.py" "$dir/woken" "$dir/kallsyms"
page woken woken.html --kallsyms kallsyms
"$waits" made "$dir/woken.html" || bad "who ended whose waits"
page woken filtered.html --comm t10
"$waits" filtered "$dir/filtered.html" || bad "who ended whose waits, with --comm"

# A limit to what the page holds: no sum changes.
"$PERF" defer generate --seed 3 --actions 2000 --switches --no-loss -o data
page data page.html
for n in 200 600; do
	page data short.html --detail=$n
	"$check" merged "$dir/short.html" "$dir/page.html" $n || bad "--detail=$n"
done

# The limit holds, too, when nothing can be told apart any more but who and in which state.
"$PERF" defer generate --seed 3 --actions 20000 --switches --no-loss -o long
page long long.html
page long short.html --detail=1500
"$check" merged "$dir/short.html" "$dir/long.html" 1500 || bad "--detail=1500 of a long one"

# A part of the recording, and what does not fit together.
middle=$("$PERF" script -i made -F time | sed -n '4s/[ :]//gp')
page made part.html --time "$middle,"
grep -q '"losses":{"from":\[[0-9]' part.html || bad "--time: the loss is after that"
page made part.html --time ",$middle"
grep -q '"losses":{"from":\[\]' part.html || bad "--time: a loss that comes later"
for options in --off-cpu --wall "--diff made"; do
	got=0
	# shellcheck disable=SC2086 # words by design
	"$PERF" defer export --format=timeline -i made -o no.html $options 2> err || got=$?
	[ $got = 129 ] || bad "$options: exit status $got"
done
! grep -qE 'https?://' page.html || [ "$(grep -oE 'https?://[^" `]*' page.html | sort -u)" = "http://www.w3.org/2000/svg" ] ||
	bad "the page names other sites: $(grep -oE 'https?://[^" ]*' page.html | sort -u)"
[ ! -e "$suite_dir/.failed" ] || exit 1

need_browser
look timeline_page "$dir/page.html" "${PERF_TEST_PICTURE:-$dir/picture.png}" || bad "the page"
look timeline_waits "$dir/woken.html" "$dir/woken.png" || bad "waits on the page"
look timeline_groups states "$dir/woken.html" || bad "states of threads as a filter"
look page_looks "$dir/woken.html" waits state two heat tables notes beside tab || bad "parts of a timeline, by keys and as they are seen"
"$PERF_TEST_DIR/build/timeline_groups.py" make "$dir/grouped"
for format in timeline flamegraph; do
	"$PERF" defer export -q --format=$format -i grouped -o grouped.html
	look timeline_groups groups "$dir/grouped.html" || bad "control groups as a filter of $format"
	look page_looks "$dir/grouped.html" group || bad "control groups on a page of $format, by keys and as they are seen"
done
finish
