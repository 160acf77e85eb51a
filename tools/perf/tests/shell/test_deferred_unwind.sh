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

judge_ways
judge_marks
judge_words
judge_events
judge_targets
judge_files
judge_helper
judge_size
finish
