#!/bin/sh
# AUX windows: generated recordings with known truth, filters, damage
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1

for scenario in "$tests"/scenario-aux/*.txt; do
	for options in "" "--byte-order big" "--format pipe" "--compress 83"; do
		# shellcheck disable=SC2086 # words by design
		python3 "$tests/build/aux_windows.py" "$PERF" "$scenario" $options || bad "$scenario $options"
	done
done

"$PERF" defer generate -o "$dir/data" "$tests/scenario-aux/plain.txt"
windows()	# options...
{
	"$PERF" script --aux-segments -i "$dir/data" "$@" 2> "$dir/err" | grep -c -v '^#' || :
}
[ "$(windows)" = 4 ] || bad "four windows, not $(windows)"
[ "$(windows --time ,1.000003)" = 1 ] || bad "--time: one window, not $(windows --time ,1.000003)"
[ "$(windows --tid 100 --cpu 0)" = 4 ] || bad "--tid and --cpu lose windows"
[ "$(windows --tid 101)" = 0 ] || bad "--tid 101 has windows"
[ "$(windows --comms other)" = 0 ] || bad "--comms other has windows"
"$PERF" script --aux-segments -i "$dir/data" > "$dir/text" 2> "$dir/err"
grep -q ' 1 open at the end$' "$dir/text" || bad "the window that is open at the end"
grep -q '^# 64 bytes were announced outside' "$dir/text" && bad "bytes while it was paused"
# Together they have 5240 bytes, though two share 40; of one of these, only limits are known.
grep -q '^# 4 windows, 0.000013007 seconds, 5240 bytes, 1 open' "$dir/text" ||
	bad "the sum: $(cat "$dir/text")"
"$PERF" script --aux-segments -i "$dir/data" --time 1.000009,1.00001 2> "$dir/err" |
	grep -q '^# 1 window, 0.000003002 seconds, 0\.\.40 bytes$' || bad "the sum of one window"
grep -q '32\.\.\|0\.\.40' "$dir/text" || bad "two windows share 40 bytes: $(cat "$dir/text")"
grep -q '^AUX data lost 1 times out of 4!' "$dir/err" || bad "truncation is not told: $(cat "$dir/err")"
"$PERF" report --stats -i "$dir/data" 2> "$dir/err" | grep -q '^ *windows: *4$' || bad "report --stats"
"$PERF" report --json -i "$dir/data" 2> "$dir/err" | python3 -c '
import json, sys
aux = json.load(sys.stdin)["aux"]
sys.exit(aux["windows"] != 4 or aux["truncated"] != 1)' || bad "report --json"
"$PERF" report --header-only -i "$dir/data" > "$dir/text"
grep -q '^# AUX event : pt, starts paused, resumed by enter, paused by exit$' "$dir/text" || bad "--header"
grep -q '^# contains AUX area data' "$dir/text" || bad "--header: the feature"

# A recording that is cut within the trace: what is before stays, and it is said.
size=$(wc -c < "$dir/data")
head -c $((size - 5000)) "$dir/data" > "$dir/cut"
code=0
"$PERF" script --aux-segments -i "$dir/cut" > "$dir/text" 2> "$dir/err" || code=$?
[ "$code" = 2 ] || bad "exit status $code of a recording that is cut off"
[ "$(grep -c -v '^#' "$dir/text")" = 4 ] || bad "a cut recording has windows: $(cat "$dir/text")"

# What the JSON object holds and what the manual page tells are the same.
page=$tests/../Documentation/perf-script.txt
[ ! -f "$page" ] || "$PERF" script --aux-segments --json -i "$dir/data" 2> "$dir/err" | python3 -c '
import json, re, sys
o = json.load(sys.stdin)
have = {*o, *o["windows"][0], *o["windows"][0]["opened"], *o["totals"]}
page = open(sys.argv[1]).read()
page = page[page.index("== AUX WINDOWS"):page.index("== EXAMPLES")]
told = set(re.findall(r"\b_([a-z_]+)_\b", page)) | {"schema", "version", "windows", "totals"}
if o["schema"] != "perf-aux-segments" or have != told:
    sys.exit(f"JSON and manual page differ: {have ^ told}")' "$page" || bad "JSON"

"$PERF" script --json -i "$dir/data" 2> "$dir/err" | grep -q '"windows"' && bad "--json alone shows windows"
finish
