#!/bin/sh
# perf defer export --format=pprof: read by protoc with the public schema, and by pprof
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/export.sh
. "$PERF_TEST_DIR/shell/lib/export.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"
[ -n "$profile_proto" ] || skip "protoc, or the schema of golang-github-google-pprof-dev, is not installed"

golden=$PERF_TEST_DIR/golden/demo
[ ! -r "$golden/demo.data" ] || beside_report pprof "$golden/demo.data" --symfs "$golden/root" --kallsyms "$golden/kallsyms"
for seed in 3 5; do
	"$PERF" defer generate --seed $seed -o made
	beside_report pprof made
done

# Lines, and functions that are inlined, at the address of the function around them.
if command -v gcc > /dev/null && "$PERF" check feature -q dwarf; then
	cat > inlines.c << 'END'
volatile int n;
static inline __attribute__((always_inline)) void leaf(void)
{
	n++;
}
__attribute__((noinline)) void around(void)
{
	leaf();
	n--;
}
int main(void)
{
	around();
	return n;
}
END
	gcc -g -O1 -o inlines inlines.c
	address=$(nm inlines | sed -n 's/^0*\([0-9a-f]*\) T around$/\1/p')
	page=$(printf '%x' $((0x$address & ~0xfff)))
	printf 'comm 77 inlines\nmap 77 7f1000000000 1000 %s %s 1122334455667788990011223344556677889900\nsample 77 %x\n' "$page" \
		"$dir/inlines" $((0x7f1000000000 + (0x$address & 0xfff))) |
		sed "s/1122334455667788990011223344556677889900/$(readelf -nW inlines | sed -n 's/.*Build ID: //p')/" > lines
	"$PERF_TEST_DIR/build/recording.py" named < lines
	"$PERF" defer export -q --format=pprof -i named -o profile
	decode_pprof profile > text
	python3 - text "$(readelf -nW inlines | sed -n 's/.*Build ID: //p')" << 'END' || bad "inlined functions: $(cat text)"
import sys
import pprof_text as t
with open(sys.argv[1]) as f:
    p = t.message(iter(f))
s = p["string_table"]
functions = t.table(p, "function")
l = p["location"][0]
m, = p["mapping"]
lines = [(s[t.one(functions[n["function_id"][0]], "name")], t.one(n, "line"),
          s[t.one(functions[n["function_id"][0]], "filename")].rsplit("/", 1)[-1]) for n in l["line"]]
assert lines == [("leaf", 4, "inlines.c"), ("around", 8, "inlines.c")], lines
assert t.one(m, "memory_start") == 0x7f1000000000 and t.one(m, "memory_limit") == 0x7f1000001000
assert s[t.one(m, "build_id")] == sys.argv[2] and t.one(m, "has_inline_frames") and t.one(m, "has_line_numbers")
assert s[t.one(m, "filename")].endswith("/inlines") and t.one(m, "file_offset") > 0
END
else
	left_out "inlined functions" "it takes gcc and a perf with libdw"
fi

# pprof itself: the same total, and the thread's name as a tag.
if [ -n "$pprof" ]; then
	"$PERF" defer export -q --format=pprof -i made -o profile
	PPROF_TMPDIR=$dir "$pprof" -symbolize=none -raw profile > raw 2> err || bad "pprof does not read it: $(cat err)"
	grep -q 'samples/count' raw || bad "pprof sees no samples: $(head -n 20 raw)"
	total=$("$PERF" report -q --json --no-children -s comm -i made | python3 -c '
import json, sys
print(json.load(sys.stdin)["events"][0]["members"][0]["samples"])')
	event=$("$PERF" report -q --json -s comm -i made | python3 -c '
import json, sys
print(json.load(sys.stdin)["events"][0]["members"][0]["name"])')
	PPROF_TMPDIR=$dir "$pprof" -symbolize=none "-sample_index=$event:samples" -top profile > top 2> err || bad "pprof -top: $(cat err)"
	grep -q "of $total total" top || bad "pprof: not $total samples of $event: $(head -n 8 top)"
else
	echo "the program pprof is not installed (golang-1.19-go): only protoc has read"
fi

# Numbers of each event for each stack: what grows with the square of the events has a limit.
python3 - << 'END'
from perfwrite import *

f = Writer(arch="x86_64")
for n in range(1025):
    f.event(type=1, config=n % 9, sample_type=S_IP | S_TID | S_TIME | S_IDENTIFIER, name=f"event-{n}")
f.sample(f.events[3], ip=1, pid=1, tid=1, time=1)
f.write("events")
END
"$PERF" defer export -q --format=pprof -i events -o profile 2> err && bad "1025 events become a profile"
grep -q '1025 events are too many (1024 at most' err || bad "1025 events: $(cat err)"
"$PERF" defer export -q --format=pprof -e event-3 -i events -o profile 2> err || bad "one of 1025 events: $(cat err)"
finish
