#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh OUTDIR: builds every workload of this folder, as NAME and as NAME-static.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUTDIR}
cc=${CC:-cc}

mkdir -p "$out"
for source in "$here"/*.c; do
	name=$(basename "$source" .c)
	frames='-O1 -fno-omit-frame-pointer'
	case $name in unwound | jitted) frames='-O2 -fomit-frame-pointer' ;; esac
	for static in '' -static; do
		library=
		[ "$name$static" != unwound ] || library='-DWITH_LIBRARY -ldl'
		# shellcheck disable=SC2086 # words by design, and none where it is empty
		"$cc" -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g $frames \
			-fno-optimize-sibling-calls -pthread $static \
			-o "$out/$name$static" "$source" $library
	done
done
# What unwound loads while it runs.
for room in 8 1000; do
	"$cc" -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O2 -fomit-frame-pointer -fno-optimize-sibling-calls -fPIC -shared \
		-DLIBRARY=$room -o "$out/unwound-$room.so" "$here/unwound.c"
done
