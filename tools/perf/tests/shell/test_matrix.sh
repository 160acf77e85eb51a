#!/bin/sh
# Reading: the matrix of fields, keys and options, with one job and with several
# SPDX-License-Identifier: GPL-2.0-only
#
# What the program's own lists have (tests/fuzz/matrix.py). What is a matter of each sample alone says so where it is defined, and is
# printed in slices: one that says so and is wrong prints another text there.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
not_again "the same code as with the jobs of other suites"
export HOME="$dir"
small_kernel

cat > "$dir/threads" << 'END'
cpus 4
step 700000
rounds 7000000
event syscalls:sys_enter_read type=software config=0
event cycles:u type=hardware config=0
task 1000-1009 comm=reader stack=14
task 2000 comm=alone stack=3
1000-1009 enter
1000-1009 sample kernel=0xffffffff81000100,0xffffffff81000200
2000 sample
1000-1005 sample kernel=0xffffffff81000300
1000-1009 return
END
"$PERF" defer generate -o "$dir/threads.data" "$dir/threads"
"$PERF_TEST_DIR/fuzz/matrix.py" "$PERF" "$dir/threads.data" || bad "see above"
finish
