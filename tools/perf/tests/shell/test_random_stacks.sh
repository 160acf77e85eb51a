#!/bin/sh
# Stacks of programs that nobody wrote: none is short without a mark, none has a function that was not there
# SPDX-License-Identifier: GPL-2.0-only
#
# Another program at each run, whose number is printed: `tests/truth/random_table.py -s NUMBER -v` makes it again.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "these stacks are those of any build"
need_features libcapstone dwarf
need_tools python3 gcc
[ "$(uname -m)" = x86_64 ] || skip "the programs are for x86-64"

set --
for build in gcc-O2-fp gcc-O2-nofp clang-O3-nofp gcc-Os-nofp-bare-stripped musl-O2-fp-static; do
	case $build in
	musl*)	compiler=musl-gcc ;;
	*)	compiler=${build%%-*} ;;
	esac
	if command -v "$compiler" > /dev/null; then
		set -- "$@" -b "$build"
	else
		left_out "$build" "there is no $compiler"
	fi
done
status=0
PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/truth/random_table.py" -p "$PERF" -v -w "$dir/kept" -k fp -k fp,repair "$@" > "$dir/out" 2> "$dir/err" || status=$?
cat "$dir/out"
case $status in
0)	;;
77)	skip "$(tail -n 1 "$dir/out")" ;;
*)	bad "random_table.py: status $status: $(grep -A 1 'silent:\|invented:' "$dir/err" || tail -n 3 "$dir/err")" ;;
esac

# What perf defer verify says of them: no stack that is short is whole, and hardly any that is whole is bad.
if [ "$status" = 0 ]; then
	PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/truth/verify_random.py" -p "$PERF" "$dir/kept" > "$dir/out" 2> "$dir/err" ||
		bad "verify_random.py: $(cat "$dir/out" "$dir/err")"
	grep -q '^all' "$dir/out" || bad "verify_random.py has counted nothing: $(cat "$dir/out" "$dir/err")"
fi

# Those that were wrong once.
grep -v '^#' "$PERF_TEST_DIR/truth/random-seeds" > "$dir/seeds"
while read -r seed build more; do
	compiler=${build%%-*}
	[ "$compiler" != musl ] || compiler=musl-gcc
	if ! command -v "$compiler" > /dev/null; then
		left_out "$build" "there is no $compiler"
		continue
	fi
	status=0
	PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/truth/random_table.py" -p "$PERF" -v -k fp,repair ${more:+-k "$more"} -s "$seed" -b "$build" > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
	[ "$status" = 0 ] || [ "$status" = 77 ] ||
		bad "random_table.py -s $seed -b $build: status $status: $(grep -A 1 'silent:\|invented:' "$dir/err" || tail -n 3 "$dir/err")"
done < "$dir/seeds"
finish
