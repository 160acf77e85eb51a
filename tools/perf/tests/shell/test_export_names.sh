#!/bin/sh
# perf defer export: names that are meant to do harm come out whole and harmless in every format
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/export.sh
. "$PERF_TEST_DIR/shell/lib/export.sh"
# shellcheck source-path=SCRIPTDIR source=lib/look.sh
. "$PERF_TEST_DIR/shell/lib/look.sh"

names="$PERF_TEST_DIR/build/hostile_names.py"
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"
formats() { # FOLDER OPTIONS-OF-MAKE...: each format, of the names that are made there
	folder=$1
	shift
	"$names" make "$folder" "$@"
	for format in folded ndjson json speedscope firefox flamegraph timeline; do
		"$PERF" defer export -q --format=$format -i "$folder/data" --symfs "$folder" -o "$folder/$format.html" ||
			bad "$format $*: exit status $?"
		"$names" check "$folder" $format "$folder/$format.html" || bad "$format $*"
	done
	command -v protoc > /dev/null || return 0
	"$PERF" defer export -q --format=otlp -i "$folder/data" --symfs "$folder" -o profiles
	decode_otlp profiles > text 2> said
	# Of a text that is no UTF-8 it only warns.
	[ ! -s said ] || bad "otlp $*: $(head -n 3 said)"
	"$names" check "$folder" otlp text || bad "otlp $*"
	[ -n "$profile_proto" ] || return 0
	"$PERF" defer export -q --format=pprof -i "$folder/data" --symfs "$folder" -o profile
	decode_pprof profile > text
	"$names" check "$folder" pprof text || bad "pprof $*"
}
formats "$dir"
[ -n "$profile_proto" ] || echo "protoc, or the schema of pprof, is not installed: pprof was not looked at, nor otlp without protoc"

# Names put together at random of what harms terminals, pages, JSON and protocol buffers.
seeds=1
[ -z "${PERF_TEST_LONG:-}" ] || seeds=100
for seed in $(seq $seeds); do
	mkdir -p "$dir/random"
	formats "$dir/random" "$seed"
done
[ ! -e pwned ] || bad "a name was run"
if has_browser; then
	for page in flamegraph timeline; do
		look flame_page names "$dir/$page.html" "$dir/names" || bad "$page: the page in a browser"
	done
else
	left_out "the page in a browser" "no chromium is installed"
fi
