# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about exports: programs that read them. Sourced; sets what is not there to "".

# The schema that pprof publishes, as Debian has it.
profile_proto=/usr/share/gocode/src/github.com/google/pprof/proto
[ -r "$profile_proto/profile.proto" ] && command -v protoc > /dev/null || profile_proto=
decode_pprof() { # FILE
	gzip -dc "$1" | protoc -I "$profile_proto" --decode=perftools.profiles.Profile profile.proto
}
# The schema of OpenTelemetry's profiles is in no package: ours has the fields that it says.
decode_otlp() { # FILE [MESSAGE]
	protoc -I "$PERF_TEST_DIR/build" --decode="opentelemetry.proto.profiles.v1development.${2:-ExportProfilesServiceRequest}" otlp.proto < "$1"
}

# Periods and samples of an export are those of perf report.
check="$PERF_TEST_DIR/build/export_check.py"
beside_report() { # FORMAT RECORDING OPTIONS...
	format=$1
	recording=$2
	shift 2
	"$PERF" report -q --json --no-children -s comm -g caller,0 -i "$recording" "$@" > report
	"$PERF" defer export -q --format="$format" -i "$recording" -o profile "$@"
	decode_"$format" profile > text || { bad "$recording: protoc does not read it"; return 0; }
	"$check" report report "$format" text period || bad "$recording: periods"
	"$check" report report "$format" text samples || bad "$recording: samples"
}

# Go's package brings it along, and where it is depends on the version.
# shellcheck disable=SC2034 # for the suites
pprof=$(command -v pprof || ls /usr/lib/go-*/pkg/tool/*/pprof 2> /dev/null | tail -n 1) || :
