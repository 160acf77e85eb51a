#!/bin/sh
# perf-fleet(1): its commands send what Pyroscope, Parca and a collector of OpenTelemetry take
# SPDX-License-Identifier: GPL-2.0-only
#
# None of these servers is in Debian's archive or in npm's. A receiver stands in for them, which looks at the requests by what their
# documentation says of paths, parameters and bodies; what arrives is decoded, and has the sums of perf report.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/export.sh
. "$PERF_TEST_DIR/shell/lib/export.sh"
need_tools curl protoc

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"
page=$PERF_TEST_DIR/../Documentation/perf-fleet.txt
[ -r "$page" ] || skip "installed: no manual page's source here"
[ -n "$profile_proto" ] || skip "the schema of golang-github-google-pprof-dev is not installed"
"$PERF" defer generate --seed 3 -o perf.data
"$PERF" report -q --json --no-children -s comm -g caller,0 > report
"$PERF_TEST_DIR/build/receiver.py" "$(command -v "$PERF")" "$page" "$dir" || bad "what is sent is not taken"
for server in pyroscope parca; do
	gzip -c $server.pb > $server.gz || { bad "$server: nothing arrived"; continue; }
	decode_pprof $server.gz > text || bad "$server: protoc does not read it"
	"$check" report report pprof text period || bad "$server: other sums"
done
[ -s collector.pb ] || bad "collector: nothing arrived"
decode_otlp collector.pb > text || bad "collector: protoc does not read it"
"$check" report report otlp text period || bad "collector: other sums"
finish
