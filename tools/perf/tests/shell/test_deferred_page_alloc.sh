#!/bin/sh
# Deferred callchains, live: page allocations to the entry (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

judge()	# name
{
	# By a fault: the kernel's half ends in the exception's entry.
	chains "$1" 50 'mm_page_alloc:' ';asm_exc_page_fault;touch_leaf;' \
		'alloc.*;handle_mm_fault;do_user_addr_fault;exc_page_fault;asm_exc_page_fault;touch_leaf;touch_all;main;'
	# By a system call: it ends in that one's.
	chains "$1" 50 'mm_page_alloc:' 'populate_leaf;' \
		"alloc.*;handle_mm_fault;.*;__x64_sys_madvise;${below_syscall}populate_leaf;populate_all;main;"
	folded "$1" 'touch_leaf;' ';main;touch_all;touch_leaf;asm_exc_page_fault;exc_page_fault;.*alloc'
	folded "$1" 'populate_leaf;' ";main;populate_all;populate_leaf;${above_syscall}__x64_sys_madvise;.*alloc"
	no_markers "$1"
}

for kind in '' -static; do
	record "faults$kind" "faults$kind 50" -e kmem:mm_page_alloc
	judge "faults$kind"

	# The same without deferral.
	"$PERF" record -g -o "$dir/plain$kind.data" -e kmem:mm_page_alloc -- "$workloads/faults$kind" 50 \
		>"$dir/plain$kind.log" 2>&1 || bad "perf record -g: $(cat "$dir/plain$kind.log")"
	print "plain$kind"
	judge "plain$kind"
done
finish
