#!/bin/sh
# Deferred callchains, live: perf record unwinds programs without frame pointers, and nothing deferred is left
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
mode=fp,defer
need_deferral
need_reads
need_workloads

# What has nothing to do with the kernel's way of walking (the words of the option, files that are gone, the process that reads
# tables) is judged where no kernel is emulated: test_record_unwind.sh.
judge_ways
judge_marks
judge_events
judge_targets
judge_size
finish
