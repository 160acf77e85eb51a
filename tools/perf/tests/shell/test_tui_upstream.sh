#!/bin/sh
# perf report --tui: rows, percentages, order and what is folded are those that upstream's screen shows of the same recording
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_features libncursesw
upstream=$(other_perf)
[ -n "$upstream" ] || skip "no other perf is installed"
"$upstream" version --build-options 2> /dev/null | grep -q 'libslang: .*\[ on' || skip "the other perf has no screen"

# shellcheck disable=SC2016 # the counting is the recorded shell's
work='i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done; ls -R /usr/bin'
tries=0
until "$upstream" record -q -g -e cpu-clock -F 2000 -o "$dir/data" -- sh -c "$work" > /dev/null 2> "$dir/err"; do
	# Debian 12's perf is now and then ended by its stack protector.
	[ $? -gt 128 ] && [ $((tries += 1)) -lt 9 ] || skip "the other perf cannot record: $(tail -n 1 "$dir/err")"
done

# The same numbers in the same order, and the same rows with each of them. Rows of equal numbers that are addresses without names come in the
# order that each has for itself; and of the last number there may be more below.
cat > "$dir/same.py" << 'E2'
import itertools, re, sys
def groups(path):
    rows = [line.rstrip("\n") for line in open(path)]
    return [(k, sorted(g)) for k, g in itertools.groupby(rows, lambda row: re.findall(r"[0-9.]+%", row)[0])]
theirs, ours = groups(sys.argv[1]), groups(sys.argv[2])
for t, o in zip(theirs[:-1], ours[:-1]):
    if t != o:
        sys.exit("theirs: %s\nours: %s" % (t, o))
if [k for k, g in theirs] != [k for k, g in ours]:
    sys.exit("theirs: %s\nours: %s" % (theirs, ours))
E2

# A sign, the numbers, the names of thread, file and function; without the bar, and without the letter of the level, which a row of
# callers alone has from its sample in one and from its file in the other.
rows() {
	grep -E '^[-+ ] .*[0-9]\.[0-9][0-9]% .* \[[.k]\] ' | sed -E -e 's/[^][A-Za-z0-9_.:%+ -]//g' -e 's/ \[[.k]\] / /' -e 's/ +/ /g' -e 's/ $//'
}
show() { # PROGRAM OPTIONS...: the rows of its first screen, and once more with the first row unfolded
	program=$1
	shift
	keys "clear; '$program' report --tui -i data $* 2> err; echo LE''FT" Enter
	see "^Samples: .* of event .cpu-clock"
	see '%.*\[[.k]\]'
	: > "$dir/rows"
	for key in "" +; do
		[ -z "$key" ] || keys "$key"
		[ -z "$key" ] || see '^ *- ' "a row that is unfolded"
		# Both draw a screen in one piece, and what has begun to come is there when it no longer changes.
		until before=$(screen) && sleep 0.2 && [ "$before" = "$(screen)" ]; do :; done
		printf '%s\n' "$before" | rows > "$dir/some"
		# Of the second picture only the row: graphs are drawn in other ways.
		if [ -z "$key" ]; then cat "$dir/some" >> "$dir/rows"; else sed 1q "$dir/some" > "$dir/unfolded"; fi
	done
	keys q
	see '^LEFT'
}
compare() { # OPTIONS...
	show "$upstream" "$@"
	mv "$dir/rows" "$dir/theirs"
	mv "$dir/unfolded" "$dir/theirs-unfolded"
	# Ours looks callers up at their calls, and marks those that are missing, unless it is asked not to: perf-differences(1).
	show "$PERF" --as-recorded "$@"
	# Their line of titles is in another place: one screen may have a row more.
	lines=$(wc -l < "$dir/rows")
	[ "$lines" -le "$(wc -l < "$dir/theirs")" ] || lines=$(wc -l < "$dir/theirs")
	[ "$lines" -ge 10 ] || fail "report $*: only $lines rows: $(cat "$dir/rows" "$dir/theirs")"
	for name in rows theirs; do
		head -n "$lines" "$dir/$name" > "$dir/some" && mv "$dir/some" "$dir/$name"
	done
	cmp "$dir/theirs-unfolded" "$dir/unfolded" || bad "report $*: what is unfolded: $(cat "$dir/theirs-unfolded" "$dir/unfolded")"
	python3 "$dir/same.py" "$dir/theirs" "$dir/rows" || bad "report $*: the screens show other rows"
}

terminal 200 60
compare --no-children --no-inline
compare --children --no-inline
compare --no-children -s sym
compare --no-children -s comm,sym
finish
