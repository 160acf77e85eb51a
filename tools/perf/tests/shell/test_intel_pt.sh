#!/bin/sh
# Intel PT: packets and decoded instructions of a hand-made trace
# SPDX-License-Identifier: GPL-2.0-only
set -eu

golden=$PERF_TEST_DIR/golden/intel-pt
[ -r "$golden/packets.txt" ] || { echo "installed: no stored texts here"; exit 2; }
"$PERF" version --build-options | grep -q "intel-pt: \[ on" || { echo "built without libipt"; exit 2; }
command -v python3 > /dev/null || { echo "no python3 to write the trace with"; exit 2; }
export PYTHONDONTWRITEBYTECODE=1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export HOME="$dir"
fail() {
	echo "FAILED: $*"
	exit 1
}
make_trace() { # VARIANT: $dir/VARIANT.data, whose program is $dir/prog by --symfs
	PT_PATH=/prog "$PERF_TEST_DIR/build/ptfile.py" "$dir" "$1"
	mv "$dir/pt.data" "$dir/$1.data"
}
same() { # GOLDEN
	diff "$golden/$1" "$dir/out" > "$dir/diff" || fail "$1: $(head -20 "$dir/diff")"
}

# Every kind of packet, as upstream's -D has it.
make_trace packets
for command in script report; do
	"$PERF" $command -D -i "$dir/packets.data" | sed -n '/Intel Processor Trace data/,/^$/p' | sed '/^$/d' > "$dir/out"
	same packets.txt
done
# Through a pipe the bytes come in pieces.
"$PERF" script -D -i - < "$dir/packets.data" | sed -n '/Intel Processor Trace data/,/^$/p' | sed '/^$/d' > "$dir/out"
same packets.txt

# What is no packet is named, and reading goes on at the next PSB.
make_trace damaged
"$PERF" script -D -i "$dir/damaged.data" > "$dir/out"
grep -q '0000005b:  c9 ff 00 00 c9 ff 00 00 c9 ff 00 00  *Bad packet! (12 bytes passed over, up to the next PSB)' "$dir/out" ||
	fail "the bad packet: $(grep -A3 Bad "$dir/out")"
[ "$(grep -c ' PSB$' "$dir/out")" = 6 ] || fail "PSBs: $(grep -c ' PSB$' "$dir/out")"
