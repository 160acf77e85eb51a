#!/bin/sh
# perf defer watch: OTLP over gRPC: gRPC's own server takes, refuses, is slow, busy, gone and back; frames, headers and messages that do harm
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, as what a server answers is not trusted.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/export.sh
. "$PERF_TEST_DIR/shell/lib/export.sh"
need_tools jq
need_features libcurl

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C TZ=UTC no_proxy=127.0.0.1
cd "$dir"
# shellcheck source-path=SCRIPTDIR source=lib/watch.sh
. "$PERF_TEST_DIR/shell/lib/watch.sh"
python3 make.py hours 75 40
python3 make.py nothing 0 40

watch_grpc() { # WANTED-STATUS OPTIONS...
	perf_watch "$@" --otlp-protocol grpc --otlp "$url"
}
server() { # SCRIPT SCHEME ARGUMENTS...
	python=python3
	# Python's modules of Debian's packages are not looked for otherwise.
	[ "$1" != grpc_collector.py ] || python=$suite_python
	"$python" -B "$PERF_TEST_DIR/build/$1" "$dir/$name" $3 &
	collector=$!
	wait_for "the server's port" "[ -s $name/port ]"
	url=$2://127.0.0.1:$(cat "$name/port")
}
collector() { # NAME LINES...
	name=$1
	shift
	mkdir -p "$name"
	printf '%s\n' "$@" > "$name/script"
	server grpc_collector.py "${scheme:-http}" "${arguments:-}"
}
at_end() { kill "${collector:-}" ${proxy:+"$proxy"} 2> /dev/null || :; }
no_collector() {
	kill "$collector"
	wait "$collector" 2> /dev/null || :
}
waiting() {
	find "$1/queue" -type f | wc -l
}
done_by() { # NAME: what was done with each call
	cut -d ' ' -f 2 "$1/log" | tr '\n' ' '
}

# --- the command line ---
url=http://127.0.0.1:1/v1development/profiles
watch_grpc 129 --input nothing -o x
grep -q 'by gRPC the URL of --otlp has no path' err || bad "a path: $(cat err)"
perf_watch 129 --input nothing -o x --otlp-protocol http/json --otlp http://h
grep -q "takes grpc or http/protobuf, not 'http/json'" err || bad "another protocol: $(cat err)"
url=http://127.0.0.1:4318
watch_grpc 0 --input nothing -o port
grep -q 'port 4318 is usually that of http/protobuf' err || bad "another port: $(cat err)"

# --- by the library of gRPC ---
if "$suite_python" -c 'import grpc' 2> /dev/null; then
	collector takes OK 'OK partial 300 too old' OK
	printf 'Authorization: Bearer secret\n' > tokens
	watch_grpc 0 --input hours -o a --slice 600 --header-file tokens --timeout 90
	[ "$(done_by takes)$(waiting a)" = "taken taken taken taken taken 0" ] || bad "taken: $(cat takes/log) $(cat err)"
	grep -q '300 parts of a profile were not taken: too old' err || bad "partial success: $(cat err)"
	grep -q '^authorization: Bearer secret' takes/metadata && grep -Eq '^deadline: [0-9]{1,2}$' takes/metadata || bad "metadata: $(cat takes/metadata)"
	# What is taken by gRPC is what is taken by HTTP.
	if command -v protoc > /dev/null; then
		cat takes/taken-? > all
		decode_otlp all > text || bad "protoc does not read it"
		[ "$(grep -c '^resource_profiles' text)" = 5 ] || bad "not five profiles: $(grep -c '^resource_profiles' text)"
	fi
	# A proxy, which knows no HTTP/2, passes it on.
	mkdir passes
	python3 -B "$PERF_TEST_DIR/build/connect_proxy.py" "$dir/passes" &
	proxy=$!
	wait_for "the proxy's port" '[ -s passes/port ]'
	no_proxy='' http_proxy=http://127.0.0.1:$(cat passes/port) watch_grpc 0 --input hours -o proxy --slice 86400 --timeout 90
	[ "$(done_by takes)$(waiting proxy)" = "taken taken taken taken taken taken 0" ] || bad "a proxy: $(cat takes/log) $(cat err)"
	[ "$(cut -d ' ' -f 1 passes/log)" = CONNECT ] || bad "a proxy: $(cat passes/log)"
	kill "$proxy"
	wait "$proxy" 2> /dev/null || :
	no_collector

	# For good; and what the server says is harmless.
	collector refuses 'INVALID_ARGUMENT no%such\033[31mthing' OK RESOURCE_EXHAUSTED UNIMPLEMENTED PERMISSION_DENIED
	watch_grpc 0 --input hours -o b --slice 600
	[ "$(done_by refuses)$(waiting b)" = "INVALID_ARGUMENT taken RESOURCE_EXHAUSTED UNIMPLEMENTED PERMISSION_DENIED 0" ] || bad "refused: $(cat refuses/log) $(cat err)"
	grep -q 'is left out: gRPC INVALID_ARGUMENT: no%such\\x1b\[31mthing' err || bad "what it says: $(cat err)"
	no_collector

	# In the end, what is not taken stays, with a mark where nobody knows; the next start sends it.
	collector later UNAVAILABLE UNAUTHENTICATED 'RESOURCE_EXHAUSTED delay 2 too many' DEADLINE_EXCEEDED OK
	perf_watch 0 --input hours -o c --slice 86400 --otlp http://127.0.0.1:1
	for told in "gRPC UNAVAILABLE" "gRPC UNAUTHENTICATED (is the token" "gRPC RESOURCE_EXHAUSTED: too many" "gRPC DEADLINE_EXCEEDED"; do
		watch_grpc 0 --input nothing -o c
		grep -q "takes nothing now: $told" err && [ "$(waiting c)" = 1 ] || bad "$told: $(cat err) $(find c/queue)"
	done
	[ "$(find c/queue -name '*~' | wc -l)" = 1 ] || bad "unknown, and not marked: $(find c/queue)"
	watch_grpc 0 --input nothing -o c
	grep -q 'is sent again: whether it was taken before is not known' err && [ "$(waiting c)" = 0 ] || bad "sent again: $(cat err)"
	no_collector
	watch_grpc 0 --input hours -o c --slice 86400
	grep -q 'takes nothing now: .*connect' err && [ "$(waiting c)" = 1 ] || bad "nobody is there: $(cat err)"

	# While it runs: busy for a while, slow, and back. The stream ends when all was taken.
	collector busy 'RESOURCE_EXHAUSTED delay 1 busy' "wait $dir/go" CANCELLED OK
	{
		cat hours.pipe
		wait_for "a slow answer" '[ -e busy/taken-1 ]'
		touch go
		wait_for "four to be taken" '[ "$(grep -c " taken$" busy/log)" = 4 ]'
	} | watch_grpc 0 --input - -o e --slice 600
	[ "$(done_by busy)$(waiting e)" = "RESOURCE_EXHAUSTED taken CANCELLED taken taken taken taken 0" ] || bad "busy, slow, and back: $(cat busy/log) $(cat err)"
	grep -q 'takes profiles again' err || bad "back, and not told: $(cat err)"
	no_collector

	# Over TLS, with certificates of one's own and with those of the system, which do not know it.
	if have_tools "TLS" openssl; then
		openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem 2> log
		scheme=https arguments='cert.pem key.pem'
		collector safe OK
		watch_grpc 0 --input hours -o f --slice 86400
		[ "$(waiting f)" = 1 ] && [ ! -e safe/log ] || bad "a certificate that nobody knows: $(cat err)"
		watch_grpc 0 --input nothing -o f --ca-file cert.pem
		[ "$(done_by safe)$(waiting f)" = "taken 0" ] || bad "TLS: $(cat err)"
		no_collector
	fi
else
	left_out "gRPC's own server" "there is no Python module grpc (Debian: python3-grpcio)"
fi

# --- byte by byte ---
mkdir odd
name=odd
server http2_answers.py http ''
answer() { # CASE FATE WORDS...: taken, left (refused), kept, or unsure (kept with a mark)
	echo "$1" > odd/case
	rm -rf g
	cp -a full g
	got=0
	"$PERF" defer watch --kallsyms kallsyms --timeout 60 --input nothing -o g --otlp-protocol grpc --otlp "$url" > out 2> err || got=$?
	fate=$(find g/queue -type f | sed 's/.*~$/unsure/; s/.*gz$/kept/')
	[ -n "$fate" ] || fate=taken
	! grep -q 'is left out' err || fate=left
	[ $got = 0 ] || bad "$1: exit status $got: $(cat err)"
	[ "$2" = any ] || [ "$fate" = "$2" ] || bad "$1: $fate instead of $2: $(cat err)"
	[ "$(wc -c < err)" -lt 1000 ] && ! LC_ALL=C grep -q '[^ -~]' err || bad "$1: odd messages: $(cat -v err)"
	shift 2
	[ $# = 0 ] || grep -qF -e "$*" err || bad "not told: $*: $(cat err)"
}
perf_watch 0 --input hours -o full --slice 86400 --otlp http://127.0.0.1:1
answer right taken '2 parts of a profile were not taken: old'
answer one_block left 'gRPC INVALID_ARGUMENT: no such\x1bthing'
answer no_status unsure 'HTTP 200 without a status of gRPC'
answer odd_status left 'gRPC UNKNOWN'
answer far_status left 'gRPC 4711'
answer long_message left 'gRPC INTERNAL'
answer cut_escapes left 'gRPC INTERNAL: 50% %4 %zz %'
answer short_body taken
answer lying_body taken
answer packed_body taken
answer damaged_partial taken
answer damaged_details left 'gRPC RESOURCE_EXHAUSTED'
answer endless_delay kept 'gRPC UNAVAILABLE'
answer two_pages left 'gRPC INVALID_ARGUMENT'
answer page left 'HTTP 404'
answer busy_page kept 'HTTP 503: busy'
# Whether libcurl looks at the headers before it looks at the end is a matter of its version.
answer status_then_reset any
for case in reset goaway bad_table bad_settings endless_frame pushed flood http1 noise nothing; do
	answer $case unsure 'takes nothing now: '
done
seed=0 mutants=30
[ -z "${PERF_TEST_LONG:-}" ] || mutants=1000
while [ $seed -lt $mutants ]; do
	answer "mutant $seed" any
	seed=$((seed + 1))
done
finish
