#!/bin/sh
# perf annotate --hot-lines: the source line of each instruction of whole functions, against addr2line
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools gcc objdump nm readelf addr2line
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf dwarf
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/cache"
cd "$dir"
write="$PERF_TEST_DIR/build/annotated_lines.py"

agree() { # PROGRAM NUMBER-OF-FUNCTIONS [numbers]: not so many that 0.01 % would be more than one instruction
	python3 "$write" write data "$1" "$2" > addresses || fail "cannot write a recording of $1"
	sed 's/ .*//' addresses | addr2line -e "$1" > lines
	"$PERF" annotate -i data --hot-lines=0 > out 2> err < /dev/null || bad "$1: exit $?: $(cat err)"
	# shellcheck disable=SC2086 # a word or none
	python3 "$write" compare out addresses lines ${3-} > differs || bad "$1: $(tail -n 20 differs) $(cat err)"
}
sed '1d' "$PERF_TEST_DIR/shell/lib/work.c" > work.c
for way in "gcc -O0" "gcc -O3" "gcc -O2 -gdwarf-4" "clang -O2"; do
	have_tools "what ${way%% *} makes" "${way%% *}" || continue
	# shellcheck disable=SC2086 # words by design
	$way -g -o work work.c 2> log || { left_out "$way" "it does not compile here: $(head -n 1 log)"; continue; }
	agree "$dir/work" 9
done
# A large program with functions of many files, inlined into each other: this one. The addr2line of binutils 2.40 names the file of the
# unit for functions that a macro has made in a header, where gdb and elfutils name the header.
if readelf -SW "$PERF" | grep -q ' \.debug_info ' && [ -n "$(nm "$PERF" 2> log)" ]; then
	agree "$PERF" 40 numbers
else
	left_out "the lines of perf itself" "it was built without debug information"
fi
finish
