# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# A program to look for symbols of: a copy of perf itself, in $dir. Sourced, with PERF set. Makes
# $dir/full, $dir/x.debug (all but the code), $dir/stripped; sets id, its build id, and pgoff, length and
# offset (hexadecimal): of its code in the file, and of the function cmd_version.

# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools objcopy readelf nm python3
cp "$(readlink -f "$PERF")" "$dir/full"
id=$(readelf -nW "$dir/full" 2> /dev/null | sed -n 's/.*Build ID: *\([0-9a-f]*\).*/\1/p' | head -n 1)
address=$(nm "$dir/full" 2> /dev/null | sed -n 's/^\([0-9a-f]*\) T cmd_version$/\1/p')
[ -n "$id" ] && [ -n "$address" ] || skip "perf has no build id or no symbols"
objcopy --only-keep-debug "$dir/full" "$dir/x.debug"
objcopy --strip-all "$dir/full" "$dir/stripped"
# shellcheck disable=SC2034 # for the scripts that source this
read -r pgoff length offset << END
$(readelf -lW "$dir/full" 2> /dev/null | python3 -c '
import sys
address = int(sys.argv[1], 16)
for line in sys.stdin:
    w = line.split()
    if w[:1] == ["LOAD"] and "E" in w[6:-1]:
        offset, vaddr, size = int(w[1], 16), int(w[2], 16), int(w[4], 16)
        if vaddr <= address < vaddr + size:
            first = offset & ~4095
            print("%x %x %x" % (first, (offset + size + 4095 & ~4095) - first, address - vaddr + offset))
' "$address")
END
# An address of cmd_version() where the code is mapped at 7f0000000000.
# shellcheck disable=SC2034
ip=$(printf '%x' $((0x7f0000000000 + 0x$offset - 0x$pgoff + 4)))
