#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh OUTDIR: builds rules, windows, work and job, all static, and encode-flow where there is a libipt:
# it encodes the packets of ../module/flow.S, which lies at 0x300000 in work.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUTDIR}
cc=${CC:-cc}

mkdir -p "$out"
compile="$cc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -pthread"
$compile -static -o "$out/rules" "$here/rules.c" "$here/aux.c"
$compile -static -o "$out/windows" "$here/windows.c" "$here/aux.c"
$compile -static -no-pie -Wl,--section-start=.flow=0x300000 -o "$out/work" "$here/work.c" \
	"$here/../module/flow.S"
$compile -static-pie -fPIE -o "$out/job" "$here/job.c"
cp "$here/ranges.sh" "$out/"
if echo '#include <intel-pt.h>' | $cc -E - >/dev/null 2>&1; then
	$compile -o "$out/encode-flow" "$here/encode-flow.c" -lipt
fi
