#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh OUTDIR: builds rules, windows and work, all static, and writes flow.hex, the packets of
# flow.S, where there is a libipt to encode them.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUTDIR}
cc=${CC:-cc}
flow_base=0x300000

mkdir -p "$out"
compile="$cc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -pthread"
$compile -static -o "$out/rules" "$here/rules.c" "$here/aux.c"
$compile -static -o "$out/windows" "$here/windows.c" "$here/aux.c"
$compile -static -no-pie -Wl,--section-start=.flow=$flow_base -o "$out/work" "$here/work.c" "$here/flow.S"
if echo '#include <intel-pt.h>' | $cc -E - >/dev/null 2>&1; then
	$compile -o "$out/encode-flow" "$here/encode-flow.c" -lipt
	"$out/encode-flow" $flow_base >"$out/flow.hex"
	rm "$out/encode-flow"
fi
