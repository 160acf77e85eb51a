#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh PERF: exports, read by the programs that they are for: DuckDB and ClickHouse (the queries of perf-fleet(1) and of the README), and
# speedscope in a browser. The stage "readers" of run-tests.sh.
set -eu
perf=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
tests=$here/..
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$tests/build" PERF_CONFIG=/dev/null TZ=UTC LC_ALL=C.UTF-8

modules=$("$here/install.sh") || {
	status=$?
	echo "$modules"
	exit $status
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export NODE_PATH="$modules" PERF_BUILDID_DIR="$dir/none"
passed=0 failed=0 skipped=0
result()	# NAME STATUS
{
	case $2 in
	0) passed=$((passed + 1)); echo "ok: $1" ;;
	77) skipped=$((skipped + 1)); echo "skipped: $1" ;;
	*) failed=$((failed + 1)); echo "FAILED: $1" ;;
	esac
}

# --- 50 machines, two days ---
fleet()
{
	cd "$dir" && mkdir recordings && python3 "$tests/build/fleet.py" "$perf" "$dir/recordings" 50 || return 1
	mv recordings/truth.json .
	"$perf" defer export -q --format=ndjson --batch recordings -o fleet || return 1
	node "$here/fleet.cjs" "$tests/../Documentation/perf-fleet.txt" "$tests/../../../README.md" truth.json
}
status=0
(fleet) || status=$?
result "DuckDB and ClickHouse answer the queries of perf-fleet(1) and the README over 50 machines; parquet" $status

# --- speedscope's own app ---
status=0
(cd "$dir" && "$here/speedscope.py" "$perf" "$modules/speedscope/dist/release" "$tests/golden/demo" "$dir") || status=$?
result "speedscope shows the functions and sums of folded, pprof and speedscope files" $status

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
