#!/bin/sh
# perf annotate: all functions that the C library exports, instruction by instruction, against objdump
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools objdump nm
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf libcapstone
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/cache"
cd "$dir"
write="$PERF_TEST_DIR/build/annotated_library.py"

library=$(python3 -c 'import re; print(*re.findall(r"(?m) r-xp .* (/.*/libc[.-].*so.*)$", open("/proc/self/maps").read())[:1])')
[ -n "$library" ] || skip "python3 has mapped no C library"
python3 "$write" write data "$library" || fail "cannot write a recording"
objdump -d --no-show-raw-insn "$library" > list
"$PERF" annotate --stdio --no-source -n -i data > out 2> err < /dev/null || bad "exit $?: $(cat err)"
python3 "$write" compare out list > differs || bad "$library: $(tail -n 20 differs) $(cat err)"
finish
