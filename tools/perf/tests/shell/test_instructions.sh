#!/bin/sh
# Instructions: what commands take, counted, against what they took before
# SPDX-License-Identifier: GPL-2.0-only
#
# See build/instructions.py. `build/instructions.py --store PERF` writes the counts anew: in the commit that changes
# them, which says why.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools valgrind
if grep -qa -e __asan_init -e __tsan_init -e __ubsan_handle "$(command -v "$PERF")"; then
	skip "what a sanitizer adds would be counted"
fi
"$PERF_TEST_DIR/build/instructions.py" "$PERF" || bad "see above"
finish
