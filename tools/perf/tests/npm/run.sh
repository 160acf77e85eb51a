#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh PERF: exports, read by the programs that they are for: DuckDB and ClickHouse (the queries of perf-fleet(1) and of the README),
# speedscope in a browser, and its schema. The stage "readers" of run-tests.sh.
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

# --- the schema that speedscope publishes ---
schema()
{
	cd "$dir"
	set --
	for seed in 3 4 5; do
		"$perf" defer generate --seed $seed --events 3 -o made$seed && "$perf" defer export -q --format=speedscope -i made$seed -o made$seed.json || return 1
		set -- "$@" made$seed.json
	done
	"$perf" defer export -q --format=speedscope --weight=samples -i made3 -o samples.json || return 1
	mkdir hostile
	python3 "$tests/build/hostile_names.py" make hostile && "$perf" defer export -q --format=speedscope -i hostile/data --symfs hostile -o hostile.json || return 1
	node "$here/schema.cjs" "$modules/speedscope/dist/release/file-format-schema.json" "$@" samples.json hostile.json
}
status=0
(schema) || status=$?
result "speedscope's published schema takes what is written, hostile names too" $status

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
