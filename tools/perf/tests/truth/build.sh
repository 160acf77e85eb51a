#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh OUTDIR [VARIANT...]: builds the program `truth` as OUTDIR/VARIANT/truth. A variant is words joined by '-':
# O0 O1 O2 O3; fp or nofp; static or shared; gcc or clang (default: all of O0 O2 O3, both of the others, gcc).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUTDIR [VARIANT...]}
shift
[ $# -gt 0 ] || set -- O0-fp-shared O0-fp-static O1-fp-shared O2-fp-shared O2-fp-static O2-nofp-shared O3-fp-shared O3-nofp-static

for variant in "$@"; do
	dir=$out/$variant
	mkdir -p "$dir"
	cc=gcc cxx=g++ level=-O2 frames=-fno-omit-frame-pointer tails='' static=''
	for word in $(echo "$variant" | tr - ' '); do
		case $word in
		O0 | O1) level=-$word ;;
		O2 | O3) level=-$word tails=-DTAIL_CALLS ;;
		fp) frames=-fno-omit-frame-pointer ;;
		nofp) frames=-fomit-frame-pointer ;;
		static) static=-static ;;
		shared) ;;
		gcc) cc=gcc cxx=g++ ;;
		clang) cc=clang cxx=clang++ ;;
		*) echo "build.sh: no variant has the word '$word'" >&2; exit 129 ;;
		esac
	done
	flags="-Wall -Wextra -Werror -Wno-attributes -g $level $frames $tails -pthread"
	# shellcheck disable=SC2086 # words by design
	(
		$cc -std=gnu11 -D_GNU_SOURCE $flags -c -o "$dir/truth.o" "$here/truth.c"
		$cc -std=gnu11 -D_GNU_SOURCE $flags -c -o "$dir/truth-paths.o" "$here/truth-paths.c"
		$cxx -std=gnu++17 $flags -c -o "$dir/truth-cxx.o" "$here/truth-cxx.cc"
		if [ -n "$static" ]; then
			$cc -std=gnu11 -D_GNU_SOURCE $flags -c -o "$dir/truth-lib.o" "$here/truth-lib.c"
			$cxx $flags -static -o "$dir/truth" "$dir"/*.o
		else
			$cc -std=gnu11 -D_GNU_SOURCE $flags -fPIC -shared -Wl,-soname,libtruth.so -o "$dir/libtruth.so" "$here/truth-lib.c"
			$cxx $flags -o "$dir/truth" "$dir"/*.o "$dir/libtruth.so" "-Wl,-rpath,\$ORIGIN"
		fi
	)
	rm -f "$dir"/*.o
done
