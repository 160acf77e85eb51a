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
	for static in '' -static; do
		# shellcheck disable=SC2086 # no word at all where it is empty
		"$cc" -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -fno-omit-frame-pointer \
			-fno-optimize-sibling-calls -pthread $static \
			-o "$out/$name$static" "$source"
	done
done
