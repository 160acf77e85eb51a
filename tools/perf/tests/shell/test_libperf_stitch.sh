#!/bin/sh
# Deferred callchains: libperf for others
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

cc=${CC:-cc}
tests=$(cd "$(dirname "$0")/.." && pwd)
bin=$(dirname "$PERF")

# Beside the sources, or installed.
if [ -d "$tests/../../lib/perf/include" ]; then
	lib=$tests/../../lib/perf
	include=$lib/include examples=$lib/Documentation/examples archive=$bin/libperf.a so=$bin/libperf.so
else
	prefix=$bin/..
	include=$prefix/include examples=$prefix/share/doc/perf/examples lib=
	archive=$prefix/lib/libperf.a so=$prefix/lib/libperf.so
fi
[ -r "$archive" ] || skip "libperf.a is not beside this perf"
need_tools "$cc"
flags='-std=c11 -Wall -Wextra -Werror'
if nm "$archive" 2> /dev/null | grep -q __asan_init; then
	flags="$flags -fsanitize=address,undefined"
fi

compile() { # OUT SOURCE...
	out=$1
	shift
	# shellcheck disable=SC2086
	"$cc" $flags -I"$include" -o "$out" "$@" || fail "cannot compile $*"
}

# Every header stands alone, in C and in C++.
for header in "$include"/perf/*.h; do
	name=${header##*/}
	printf '#include <perf/%s>\nint main(void) { return 0; }\n' "$name" > "$dir/one.c"
	compile "$dir/one" "$dir/one.c"
	# Old dialects, too: in them 'inline' means something else.
	"$cc" -std=gnu89 -Wall -Wextra -Werror -I"$include" -fsyntax-only "$dir/one.c" || fail "$name in gnu89"
	if command -v c++ > /dev/null; then
		cp "$dir/one.c" "$dir/one.cc"
		c++ -Wall -Wextra -Werror -I"$include" -fsyntax-only "$dir/one.cc" || fail "$name in C++"
	else
		left_out "$name in C++" "c++ is not installed"
	fi
done

compile "$dir/stitch-file" "$examples/stitch-file.c" "$archive"
"$dir/stitch-file" > "$dir/out" || fail "stitch-file: exit $?"
cat > "$dir/want" << 'E'
100 tid 7: ffffffff81000010 ffffffff81000020 401000 402000
110 tid 8: ffffffff81000030 [user stack missing]
160 tid 7: 401000 402000
170 tid 9: ffffffff81000040 403000
E
diff -u "$dir/want" "$dir/out" || fail "stitch-file prints something else"

compile "$dir/stitch-stream" "$examples/stitch-stream.c" "$archive"
"$dir/stitch-stream" > "$dir/out" << 'E' || fail "stitch-stream: exit $?"
wait 100 7 100000001 vfs_read
plain 105 9 main
record 150 7 100000001 read<main
wait 110 8 200000001 schedule
round 150
wait 160 7 100000001 (user)
record 170 6 300000001 nobody's
record 180 9 400000001 
wait 175 9 400000001 page_fault
round 200
E
cat > "$dir/want" << 'E'
100 vfs_read read<main
105 main
110 schedule [user stack missing: in-kernel at end]
160 (user) read<main
175 page_fault [user stack missing: empty]
E
diff -u "$dir/want" "$dir/out" || fail "stitch-stream prints something else"
echo nonsense | "$dir/stitch-stream" 2> /dev/null && fail "stitch-stream takes nonsense"

# The shared library exports what the headers declare, and nothing else.
[ -r "$so" ] || skip "libperf.so is not beside this perf"
nm -D --defined-only "$so" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort > "$dir/exported"
for header in "$include"/perf/*.h; do
	# shellcheck disable=SC2086
	"$cc" -std=c11 -E -P -I"$include" "$header"
done | tr '\n' ' ' | tr ';{}' '\n' | grep -v 'typedef\|(\*' |
	grep -o '\(libperf\|perf\)_[a-zA-Z0-9_]*(' | tr -d '(' | sort -u > "$dir/declared"
diff -u "$dir/declared" "$dir/exported" || fail "headers and libperf.map differ"
[ "$(wc -l < "$dir/exported")" -gt 10 ] || fail "hardly anything is exported"

# It links and runs as a shared library, which nothing of the host's may stand in for.
case $flags in
*sanitize*) ;;
*)
	compile "$dir/shared" "$examples/stitch-file.c" "$so"
	LD_LIBRARY_PATH=$(dirname "$so") "$dir/shared" > "$dir/out" || fail "shared: exit $?"
	LD_LIBRARY_PATH=$(dirname "$so") ldd "$dir/shared" | grep -q "$(dirname "$so")/libperf.so" ||
		fail "another libperf.so was found"
	;;
esac
[ -z "$lib" ] || grep -q '^Version: @VERSION@' "$lib/libperf.pc.in" || fail "libperf.pc.in"
