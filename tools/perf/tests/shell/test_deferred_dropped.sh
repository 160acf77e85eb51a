#!/bin/sh
# Deferred callchains, live: stacks whose pages are gone at the sample
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

# Taken in the program's name: such a sample has no frames of the kernel.
event=syscalls:sys_exit_read
path=
graph=read_leaf
level=1
while [ $level -le 22 ]; do
	path="${path}level_$level;"
	graph="level_$level;$graph"
	level=$((level + 1))
done
whole="read_leaf;${path}read_thread;"

for kind in '' -static; do
	# No page fault may be taken where the sample is: the kernel's walk ends at the first page.
	"$PERF" record -g -e "$event" -o "$dir/plain$kind.data" -- "$workloads/dropped$kind" 60 \
		>"$dir/plain$kind.log" 2>&1 || bad "perf record -g: $(cat "$dir/plain$kind.log")"
	print "plain$kind"
	chains "plain$kind" 50 '' 'read_leaf;' '^read_leaf;$'

	# On the way back to the program it may.
	record "dropped$kind" "dropped$kind 60" -e "$event"
	chains "dropped$kind" 50 '' 'read_leaf;' "^$whole"
	grep -qF "read_thread;$graph" "$dir/dropped$kind.report" ||
		bad "the report has no whole call graph: $(cat "$dir/dropped$kind.report")"
	no_markers "dropped$kind"

	# The same where copies of the stack are asked for, which hold nothing here.
	"$PERF" defer record -c 1 -e "$event" -o "$dir/copied$kind.data" -- "$workloads/dropped$kind" 60 \
		>"$dir/copied$kind.log" 2>&1 || bad "perf defer record: $(cat "$dir/copied$kind.log")"
	print "copied$kind"
	chains "copied$kind" 50 '' 'read_leaf;' "^$whole"
	"$PERF" defer merge -i "$dir/copied$kind.data" -o "$dir/merged$kind.data" --verify \
		>"$dir/merged$kind.log" 2>&1 || bad "merge: $(cat "$dir/merged$kind.log")"
	print "merged$kind"
	chains "merged$kind" 50 '' 'read_leaf;' "^$whole"
done
finish
