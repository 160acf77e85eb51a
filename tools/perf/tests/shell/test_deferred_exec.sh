#!/bin/sh
# Deferred callchains, live: exec between the two halves (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

# The sample is taken in the old program, its user half is the first instruction of the new one:
# of the program itself if that is static, of the dynamic linker otherwise.
record execs "execs 4" -e syscalls:sys_enter_execve,syscalls:sys_enter_read
chains execs 4 'sys_enter_execve:.*/proc/self/exe' '' '^(_start|_dl_start_user|[[]unknown[]]);$'
grep -A 1 'sys_enter_execve:.*/proc/self/exe' "$dir/execs.script" | grep -q '(.*/ld-linux.*)$' ||
	bad "the entry point is not in the dynamic linker"
chains execs 1 'sys_enter_read:.* count: 0x0*30$' '' '^last_leaf;after_exec;main;'
folded execs 'last_leaf;' ';main;after_exec;last_leaf;$'

record execs-static "execs-static 4" -e syscalls:sys_enter_execve,syscalls:sys_enter_read
chains execs-static 4 'sys_enter_execve:.*/proc/self/exe' '' '^_start;$'
chains execs-static 1 'sys_enter_read:.* count: 0x0*30$' '' '^last_leaf;after_exec;main;'
folded execs-static 'last_leaf;' ';main;after_exec;last_leaf;$'

no_markers execs
no_markers execs-static
finish
