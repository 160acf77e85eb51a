#!/bin/sh
# Stacks of programs that people use, beside those that libdw unwinds: none is short without a mark
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 setarch
need_features dwarf libcapstone
not_again "it takes long with copies of whole stacks"
[ "$(uname -m)" = x86_64 ] || skip "code without tables is followed on x86-64 only"

set --
for program in perl git bash; do
	if command -v $program > /dev/null; then
		set -- "$@" $program
	else
		left_out $program "it is not installed"
	fi
done
[ $# -gt 0 ] || skip "no program is here"
status=0
PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/truth/real_programs.py" -p "$PERF" -v "$@" > "$dir/out" 2> "$dir/err" || status=$?
cat "$dir/out"
case $status in
0)	;;
77)	skip "$(tail -n 1 "$dir/out")" ;;
*)	bad "real_programs.py: status $status: $(head -n 20 "$dir/err")" ;;
esac
# Each has some, and nearly all are whole.
awk 'NR > 1 && ($2 < 50 || $3 + 0 < 95) { print; bad = 1 } END { exit bad || NR < 2 }' "$dir/out" > "$dir/bad" || bad "too few are whole: $(cat "$dir/bad" "$dir/err")"

# By the timer both unwinders are given the same samples. How many there are is the machine's affair.
status=0
PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/truth/real_programs.py" -p "$PERF" -v -t "$@" > "$dir/out" 2> "$dir/err" || status=$?
case $status in
0)	awk 'NR > 1 && $6 != 0 { exit 1 } END { if (NR < 2) exit 1 }' "$dir/out" || bad "by the timer: $(cat "$dir/out" "$dir/err")" ;;
77)	left_out "samples of the timer" "$(tail -n 1 "$dir/out")" ;;
*)	bad "real_programs.py -t: status $status: $(cat "$dir/out"; head -n 20 "$dir/err")" ;;
esac

# 32-bit programs.
status=0
PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/truth/narrow_pairs.py" -p "$PERF" -v > "$dir/out" 2> "$dir/err" || status=$?
case $status in
0)	awk 'NR > 1 && $0 ~ / syscall / { for (i = 1; $i != "syscall"; i++) ; n++; if ($(i + 1) < 50 || $(i + 2) + 0 < 80) exit 1 } END { if (!n) exit 1 }' "$dir/out" ||
	bad "32-bit programs: $(cat "$dir/out" "$dir/err")" ;;
77)	left_out "32-bit programs" "$(tail -n 1 "$dir/out")" ;;
*)	bad "narrow_pairs.py: status $status: $(cat "$dir/out"; head -n 20 "$dir/err")" ;;
esac

# Files are larger, and their stacks longer. (By how much is not judged: on a busy machine copies stay in them.)
if command -v perl > /dev/null; then
	PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/truth/real_programs.py" -p "$PERF" -s perl > "$dir/out" 2> "$dir/err" || bad "sizes: $(cat "$dir/err")"
	awk '$1 == "perl" { n++; if ($2 < 50 || $6 <= $5 || $8 < $7 || $9 <= 1) exit 1 } END { if (n != 1) exit 1 }' "$dir/out" ||
		bad "sizes: $(cat "$dir/out" "$dir/err")"
fi
finish
