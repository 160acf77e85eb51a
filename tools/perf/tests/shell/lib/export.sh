# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about exports: programs that read them. Sourced; sets what is not there to "".

# The schema that pprof publishes, as Debian has it.
profile_proto=/usr/share/gocode/src/github.com/google/pprof/proto
[ -r "$profile_proto/profile.proto" ] && command -v protoc > /dev/null || profile_proto=
decode_pprof() { # FILE
	gzip -dc "$1" | protoc -I "$profile_proto" --decode=perftools.profiles.Profile profile.proto
}

# Go's package brings it along, and where it is depends on the version.
# shellcheck disable=SC2034 # for the suites
pprof=$(command -v pprof || ls /usr/lib/go-*/pkg/tool/*/pprof 2> /dev/null | tail -n 1) || :
