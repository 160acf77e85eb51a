#!/bin/sh
# Deferred callchains: perf defer merge against the truth of every scenario
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 zstd

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1

# The distribution's perf, if there is one, reads what was merged.
old=$(command -v perf || true)
if [ -n "$old" ] && [ "$(readlink -f "$old")" != "$(readlink -f "$PERF")" ] &&
   "$old" --version 2> /dev/null | grep -q '^perf version [56]\.'; then
	export OLD_PERF="$old"
	echo "read by $("$old" --version) too"
fi
"$tests/build/run_scenarios.py" merge "$PERF" "$tests"/scenario/*.txt
"$tests/build/run_seeds.py" merge "$PERF" 2000 2030

# Damaged records beside samples are told and left out: what was merged is sound.
sound() { # LEFT-OUT COMMAND...: into $dir/merged
	left=$1 code=0
	shift
	"$PERF" "$@" -i "$dir/damaged" -o "$dir/merged" 2> "$dir/err" || code=$?
	[ $code = 2 ] || fail "$*: exit $code: $(cat "$dir/err")"
	grep -q 'MMAP2: filename: does not fit' "$dir/err" && grep -q 'COMM: comm: does not fit' "$dir/err" &&
		grep -q "2 damaged records skipped" "$dir/err" || fail "$*: $(cat "$dir/err")"
	[ "$left" = 0 ] || grep -q "$left damaged records beside samples were left out" "$dir/err" || fail "$*: $(cat "$dir/err")"
	"$PERF" script -i "$dir/merged" > "$dir/got" 2> "$dir/err" || fail "$*: what was merged: exit $?: $(cat "$dir/err")"
	grep -v '^#' "$dir/want" | cmp - "$dir/got" || fail "$*: other samples"
}
for order in little big; do
	for format in file pipe; do
		"$PERF" defer generate --no-loss --seed 11 --byte-order $order --format $format -o "$dir/data"
		python3 - "$tests" "$dir/data" "$dir/damaged" << 'P'
import sys
sys.path.insert(0, sys.argv[1] + "/fuzz")
import mutate
data = bytearray(open(sys.argv[2], "rb").read())
for kind, text in (3, 16), (10, 72):		# COMM, MMAP2: no end of the string
    at, _, size = [e for e in mutate.Layout(bytes(data)).events if e[1] == kind][-1]
    data[at + text:at + size] = data[at + text:at + size].replace(b"\0", b"A")
open(sys.argv[3], "wb").write(data)
P
		"$PERF" script -i "$dir/damaged" > "$dir/want" 2> /dev/null || [ $? = 2 ] || fail "perf script: exit $?"
		sound 2 defer merge
		! "$PERF" check feature -q dwarf-unwind || sound 0 inject --convert-callchain
	done
done
