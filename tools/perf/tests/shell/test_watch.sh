#!/bin/sh
# perf defer watch: slices of a recording and of a long day, bounds of the disk, folders, what it refuses
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/export.sh
. "$PERF_TEST_DIR/shell/lib/export.sh"
need_tools jq

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C TZ=UTC no_proxy=127.0.0.1
cd "$dir"
# shellcheck source-path=SCRIPTDIR source=lib/watch.sh
. "$PERF_TEST_DIR/shell/lib/watch.sh"

# --- slices ---
python3 make.py hours 300 40
perf_watch 0 --input hours -o rows --slice 600 --format ndjson --keep 0 --days 0
[ "$(jq -s 'map(.samples) | add' out),$(jq -s length out)" = "300,20" ] || bad "slices: $(cat out)"
# The first one is a part, the others begin at whole multiples: what is not within 30 s of the beginning is in the next.
jq -s -c '[.[:3][] | [.from / 1e9 - 1795737600, .seconds, .samples]]' out > got
[ "$(cat got)" = "[[30,570,15],[600,600,15],[1200,600,15]]" ] || bad "slices, and when they are: $(cat got)"
"$PERF" defer export -q --format=ndjson -i hours --kallsyms kallsyms > all
cat rows/samples/day=2026-11-27/*.ndjson | cmp - all || bad "rows of all slices are not those of the recording"
jq -s -e 'length == 20 and (map(.samples) | add) == 300 and all(.host == "web-01") and .[1].recorded == 1795738200' rows/recordings/*/*.json > got ||
	bad "the lines: $(cat rows/recordings/*/*.json)"
[ "$(find rows -perm /077 -type f | wc -l)" = 0 ] || bad "others can read: $(find rows -perm /077)"
# What was lost is in one line, that of the slice in which it is told, whether it is printed or kept.
python3 make.py losing 75 40 25
for input in losing -; do
	rm -rf losses
	perf_watch 0 --input $input -o losses --slice 600 < losing.pipe
	for lines in out "$(echo losses/recordings/*)"; do
		find "$lines" -type f -exec cat {} + | jq -s -e 'map(.lost_events) | length == 5 and sort == [0,0,0,0,25]' > got || bad "losses of each slice, in $lines: $(cat out)"
	done
done
# As a stream, and as profiles.
perf_watch 0 --input - -o profiles --slice 600 < hours.pipe
[ "$(jq -s -c 'map(.samples)' out)" = "[$(printf '15,%.0s' $(seq 19))15]" ] || bad "a stream: $(cat out)"
if [ -n "$profile_proto" ]; then
	for f in profiles/samples/*/*; do
		decode_pprof "$f" || bad "protoc does not read $f"
	done > text
	[ "$(grep -c '^sample {' text)" = 120 ] || bad "profiles: $(grep -c '^sample {' text) samples"
	grep -q 'string_table: "web.service"' text || bad "profiles: no unit"
	grep -q 'string_table: "second"' text || bad "profiles: no names"
	perf_watch 0 --input hours -o addresses --slice 86400 --symbols=addresses --labels=no
	decode_pprof addresses/samples/*/* > text
	! grep -q 'string_table: "second"' text || bad "addresses: names"
	grep -q 'string_table: "tid"' text || bad "--labels=no: $(grep string_table text)"
	! grep -q 'string_table: "unit"' text || bad "--labels=no: units"
fi

# --- bounds ---
# A long day: 1,440 slices, of which there is room for a part. Each has two files of 4 KB.
python3 make.py day 4320 20
measured perf_watch 0 --input day -o day.out --keep 1
[ "$(jq -s 'length' out)" = 1441 ] || bad "a long day: $(jq -s length out) slices"
jq -s -e 'map(.kept_bytes) | max <= 1048576 and last > 1000000' out > got || bad "bounds: $(jq -s 'map(.kept_bytes) | max' out)"
[ "$(find day.out/samples day.out/recordings -type f -size +0 | wc -l)" -le 256 ] || bad "bounds: $(find day.out -type f | wc -l) files"
find day.out/samples -name '*.pb.gz' | sed 's,.*-,,; s,\..*,,' | sort > kept.samples
find day.out/recordings -name '*.json' | sed 's,.*-,,; s,\..*,,' | sort > kept.lines
cmp kept.samples kept.lines || bad "bounds: a slice has one of its files"
[ "$(tail -n 1 kept.samples)" = "$(printf '%016x' 1795824000000000000)" ] || bad "bounds: the newest is $(tail -n 1 kept.samples)"
[ "$(wc -l < kept.samples)" -ge 124 ] || bad "bounds: only $(wc -l < kept.samples) are kept"
# Memory is what it was when the day began.
jq -s -e '.[1400].own_memory < .[100].own_memory + 4000000' out > got || bad "memory grows: $(jq -s -c '[.[100].own_memory, .[1400].own_memory]' out)"
# Days: a second one begins at the last sample; two days later only that is left.
[ "$(ls day.out/samples)" = "day=2026-11-27
day=2026-11-28" ] || bad "days: $(ls day.out/samples)"
perf_watch 0 --input day -o day.out --keep 1 --days 1
[ "$(find day.out -name 'day=*' | wc -l)" = 2 ] || bad "--days 1: $(ls day.out/samples)"
# What does not fit at all is not kept, and said.
perf_watch 0 --input day -o small --keep 1 --format ndjson --slice 86400
grep -q 'needs more than --keep allows' err && [ "$(find small -name 'day=*' | wc -l)" = 2 ] || bad "one that is too large: $(cat err)"

# --- folders ---
mkdir other
echo mine > other/file
perf_watch 1 --input hours -o other
grep -q 'not of perf defer watch' err && [ "$(ls -A other)" = file ] || bad "a folder of somebody else: $(cat err)"
# A slice that cannot be written is told, by the status, too, and there is no line without samples.
perf_watch 0 --input hours -o half --slice 86400 --keep 0
rm half/recordings/*/* && rm -r half/samples/day=2026-11-27 && touch half/samples/day=2026-11-27
perf_watch 2 --input hours -o half --slice 600
[ "$(grep -c 'cannot be written into the folder half, and is not kept: Not a directory' err)" = 20 ] || bad "a slice that cannot be written: $(cat err)"
jq -s -e 'length == 20 and all(.kept_files == 0 and .kept_bytes == 0)' out > got || bad "a slice that cannot be written, counted: $(cat out)"
[ "$(find half/recordings -type f | wc -l)" = 0 ] || bad "a line without samples: $(find half)"
mkfifo fifo
"$PERF" defer watch --json --input - -o rows < fifo > out2 2> err2 &
first=$!
exec 9> fifo
locked() { grep -q ":$(stat -c %i rows/.perf-watch) " /proc/locks; }
wait_for "the first one has its folder" locked
perf_watch 1 --input hours -o rows
grep -q 'another perf defer watch writes into rows' err || bad "two in one folder: $(cat err)"
exec 9>&-
wait $first || :
refused() { # TEXT OPTIONS...
	text=$1
	shift
	perf_watch 129 "$@"
	grep -q -- "$text" err || bad "watch $*: $(cat err)"
}
refused "needs -o FOLDER" --input hours
refused "is about what is recorded" --input hours -o x -p 1
refused "takes pprof, otlp or ndjson" -o x --format folded
refused "takes a URL" -o x --otlp collector:4318
refused "no user, query or fragment" -o x --otlp http://me:secret@host
refused "takes KEY=VALUE" -o x --label env
refused "--service takes a name" --input hours -o x --otlp http://127.0.0.1:1 --service ''
refused "is no label" -o x --labels units
refused "is about --otlp and --pyroscope" -o x --header-file kallsyms
refused "is no header" -o x --otlp http://host --header-file kallsyms
! grep -q _text err || bad "a line that may be a secret is shown: $(cat err)"
refused "takes seconds" -o x --slice 0
refused "no argument" -o x sleep 1
"$PERF" record -q -e cpu-clock -o plain -- true > log 2>&1 && { perf_watch 1 --input plain -o x; grep -q 'by the wall clock' err || bad "no clock: $(cat err)"; }

finish
