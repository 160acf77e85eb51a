#!/bin/sh
# perf defer watch: collectors that take, refuse, are slow, gone and back; what waits is bounded; killed at each step, nothing is lost, and nothing sent twice without a word
# SPDX-License-Identifier: GPL-2.0-only
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

# A collector in the folder NAME, with a line of its script for each of the next requests.
collector() { # NAME LINES...
	name=$1
	shift
	mkdir -p "$name"
	printf '%s\n' "$@" > "$name/script"
	# shellcheck disable=SC2086
	python3 "$PERF_TEST_DIR/build/collector.py" "$dir/$name" 0 ${tls:-} &
	collector=$!
	wait_for "the collector's port" "[ -s $name/port ]"
	url=${tls:+https}
	url=${url:-http}://127.0.0.1:$(cat "$name/port")
}
at_end() { kill "$collector" 2> /dev/null || :; }
no_collector() {
	kill "$collector"
	wait "$collector" 2> /dev/null || :
}
# The last line's object of a collector.
counts() { # KIND
	jq -s -c "last.$1 | [.sent, .waiting, .again, .refused, .rejected, .dropped, .away]" out
}
waiting() {
	find "$1/queue" -type f | wc -l
}

# --- what is sent ---
collector takes 200
perf_watch 0 --input hours -o a --slice 600 --otlp "$url" --label env=prod --label 'odd.key=a,b{c}"d' --service 'my web'
[ "$(grep -c '/v1development/profiles taken' takes/log)" = 5 ] || bad "otlp: $(cat takes/log) $(cat err)"
[ "$(waiting a)" = 0 ] || bad "otlp: what was taken waits still"
if command -v protoc > /dev/null; then
	for i in 1 2 3 4 5; do
		gzip -dc takes/taken-$i > one
		decode_otlp one > text-$i || bad "otlp $i: protoc does not read it"
	done
	cat > look.py << 'END'
import otlp_text

total, first, units = 0, [], set()
for i in range(1, 6):
    p = otlp_text.Profiles(f"text-{i}")
    assert p.resource["service.name"] == "my web" and p.resource["env"] == "prod" and p.resource["host.name"] == "web-01", p.resource
    rows = list(p.samples(p.profiles[1]))
    total += sum(value for _, _, value in rows)
    units |= {a.get("systemd.unit") for _, a, _ in rows}
    first.append(p.profiles[0]["time_unix_nano"][0])
assert total == 75 and units == {None, "web.service"}, (total, units)
assert first == [(1795737600 + t) * 10**9 for t in (30, 630, 1230, 1830, 2430)], first
END
	python3 look.py || bad "otlp: other profiles"
fi
perf_watch 0 --input hours -o b --slice 600 --pyroscope "$url/" --label env=prod --label 'odd.key=a,b{c}"d' --service 'my web'
grep -q '/ingest?format=pprof&name=my%20web%7Bhost%3D[^ ]*%2Cenv%3Dprod%2Codd_key%3Da_b_c__d%7D&from=1795738200&until=1795738800 taken' takes/log ||
	bad "pyroscope: $(cat takes/log)"
cat b/samples/*/* | cksum > want
for i in 6 7 8 9 10; do cat takes/taken-$i; done | cksum | cmp -s - want || bad "pyroscope: not what is kept"
printf 'Authorization: Bearer secret\nX-Scope-OrgID: 7\n' > tokens
perf_watch 0 --input hours -o c --slice 86400 --otlp "$url/other/path" --header-file tokens
grep -q '^Authorization: Bearer secret' takes/headers && grep -q '^X-Scope-OrgID: 7' takes/headers && grep -q '/other/path taken' takes/log ||
	bad "headers, and a path: $(cat takes/headers)"
# Through a proxy, which gets the whole URL.
http_proxy=$url perf_watch 0 --input hours -o proxy --slice 86400 --otlp http://collector.invalid:4318
grep -q ' http://collector.invalid:4318/v1development/profiles taken' takes/log || bad "a proxy: $(cat takes/log) $(cat err)"
no_collector

# --- TLS ---
if have_tools "TLS" openssl; then
	certificate() { # NAME CA WORDS...: NAME.pem, NAME.key; CA "" signs itself
		made=$1 ca=$2
		shift 2
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj "/CN=$made" \
			${ca:+-CA $ca.pem -CAkey $ca.key} -keyout $made.key -out $made.pem "$@" 2> log || fail "openssl: $(cat log)"
	}
	certificate ours ''
	certificate theirs ''
	certificate server ours -addext subjectAltName=IP:127.0.0.1
	certificate other ours -addext subjectAltName=DNS:other.example
	certificate client theirs
	perf_watch 0 --input hours -o tls --slice 86400 --otlp http://127.0.0.1:1
	not_sent() { # WHAT MESSAGE OPTIONS...
		what=$1 message=$2
		shift 2
		perf_watch 0 --input nothing -o tls --otlp "$url" "$@"
		[ "$(waiting tls)" = 1 ] && ! [ -e "$name/log" ] || bad "$what: it was sent: $(cat err)"
		grep -q "takes nothing now: .*$message.*; what waits is kept" err || bad "$what: $(cat err)"
	}
	tls='server.pem server.key theirs.pem'
	collector trusts 200
	not_sent "a certificate that nobody knows" 'certificate problem'
	not_sent "a certificate of others" 'certificate problem' --ca-file theirs.pem
	# What the two libraries say of that depends on which of them is first.
	not_sent "no certificate of one's own" '' --ca-file ours.pem
	not_sent "a certificate that they do not know" '' --ca-file ours.pem --cert-file server.pem --key-file server.key
	perf_watch 0 --input nothing -o tls --otlp "$url" --ca-file ours.pem --cert-file client.pem --key-file client.key
	[ "$(waiting tls)" = 0 ] && grep -q ' taken$' trusts/log || bad "a certificate of one's own: $(cat err)"
	cat client.pem client.key > both.pem
	perf_watch 0 --input hours -o tls2 --slice 86400 --otlp "$url" --ca-file ours.pem --cert-file both.pem
	[ "$(grep -c ' taken$' trusts/log)" = 2 ] || bad "a certificate with its key: $(cat err)"
	no_collector
	tls='other.pem other.key'
	collector another 200
	perf_watch 0 --input hours -o tls --slice 86400 --otlp http://127.0.0.1:1
	not_sent "another server" 'subject name' --ca-file ours.pem
	no_collector
	tls=
fi
for wrong in '--cert-file none:cannot read none: No such file' '--key-file client.key:--cert-file names that' \
	'--ca-file none:--ca-file: cannot read none'; do
	# shellcheck disable=SC2086
	perf_watch 129 --input nothing -o x --otlp "$url" ${wrong%%:*}
	grep -qF -e "${wrong#*:}" err || bad "${wrong%%:*}: $(cat err)"
done
perf_watch 129 --input nothing -o x --ca-file kallsyms
grep -q 'ca-file is about --otlp and --pyroscope' err || bad "--ca-file alone: $(cat err)"

# --- what is not taken ---
# In the end, what is not taken stays; the next start sends it.
collector gone 503
perf_watch 0 --input hours -o d --slice 600 --otlp "$url"
[ "$(waiting d)" = 5 ] && [ "$(sort -u gone/log | wc -l)" = 1 ] || bad "503: $(cat gone/log)"
grep -q "perf: otlp: $url/v1development/profiles takes nothing now: HTTP 503; what waits is kept" err || bad "503: $(cat err)"
no_collector
perf_watch 0 --input nothing -o d --otlp "$url"
[ "$(waiting d)" = 5 ] && [ "$(grep -c 'takes nothing now: .*connect' err)" = 1 ] || bad "nobody is there: $(cat err)"
! find d/queue -name '*~' | grep -q . || bad "nobody is there, and it was sent: $(find d/queue)"
# Whether it was taken is not known of one whose answer does not end; it is given up, long before --timeout.
cp -a d long-answers
collector endless endless
perf_watch 0 --input nothing -o long-answers --otlp "$url"
grep -q 'takes nothing now: its answer has more than 64 MB' err || bad "an endless answer: $(cat err)"
find long-answers/queue -name '*~' | grep -q . || bad "an endless answer: $(find long-answers/queue)"
no_collector
# Refused for good: told, and gone; what it says is harmless, whatever and however much that is.
collector refuses '400 no such\033[31mthing' '200 partial 3 too old' 'away 307 /elsewhere' long 200
perf_watch 0 --input nothing -o d --otlp "$url"
[ "$(waiting d)" = 0 ] && [ "$(cut -d ' ' -f 3 refuses/log | tr '\n' ' ')" = "refused taken refused refused taken " ] || bad "refused: $(cat refuses/log) $(cat err)"
grep -q 'was refused and is left out: HTTP 400: no such\\x1b\[31mthing' err || bad "400: $(cat err)"
grep -q '3 parts of a profile were not taken: too old' err || bad "partial success: $(cat err)"
grep -q 'was refused and is left out: HTTP 307' err && ! grep -q elsewhere refuses/log || bad "a redirection: $(cat err)"
grep -q 'HTTP 413.*is it too large? A shorter --slice' err || bad "413: $(cat err)"
[ "$(wc -c < err)" -lt 4000 ] || bad "a long answer: $(wc -c < err) bytes of messages"
[ "$(cut -d ' ' -f 1 refuses/log | sort | uniq | wc -l)" = 5 ] || bad "refused: the same again: $(cat refuses/log)"
no_collector

# What is in the queue and is no profile is told once, and is in nobody's way.
perf_watch 0 --input hours -o g --slice 600 --otlp http://127.0.0.1:1
suffix=$(find g/queue -type f -name '*0.otlp*' | sed -n '1s,[^.]*,,p')
odd() { echo "g/queue/otlp/0000000000000000000$1-0000000000000000000$1$suffix"; }
mkdir "$(odd 1)" && mkfifo "$(odd 2)" && ln -s /etc/passwd "$(odd 3)" && truncate -s 1G "$(odd 4)"
collector odd 200
perf_watch 0 --input nothing -o g --otlp "$url"
[ "$(waiting g)" = 0 ] && [ "$(grep -c ' taken$' odd/log)" = 5 ] || bad "odd files in the queue: $(ls -l g/queue/otlp) $(cat odd/log)"
[ "$(grep -c 'cannot send profile' err)" = 4 ] && [ "$(wc -l < err)" -le 6 ] || bad "odd files in the queue: $(head -n 20 err)"
no_collector
if have_tools "folders that do not do" strace; then
	# What cannot be removed is sent once; what cannot be marked is kept.
	perf_watch 0 --input hours -o h --slice 600 --otlp http://127.0.0.1:1
	collector stays 200
	for call in renameat:ENOSPC unlinkat:EROFS; do
		traced strace -qq -f -o trace -e "trace=${call%:*}" -e "inject=${call%:*}:error=${call#*:}" \
			"$PERF" defer watch --kallsyms kallsyms --input nothing -o h --otlp "$url" > out 2> err || bad "$call: $(cat err)"
		[ "$(waiting h)" = 5 ] || bad "$call: $(waiting h) wait: $(cat err)"
		case $call in
		renameat*) ! [ -e stays/log ] && [ "$(grep -c 'cannot send .* now: No space' err)" = 1 ] || bad "$call: $(cat err)" ;;
		unlinkat*) [ "$(grep -c ' taken$' stays/log)" = 5 ] && [ "$(grep -c 'cannot remove profile' err)" = 5 ] || bad "$call: $(cat err)" ;;
		esac
	done
	no_collector
fi

# While it runs: slow, gone and back, and busy. The stream ends when all was taken.
collector busy '429 1' "wait $dir/go" silent rude 200
{
	cat hours.pipe
	wait_for "a slow answer" '[ -e busy/taken-1 ]'
	touch go
	wait_for "four of them to be taken, one of them twice" '[ "$(grep -c "taken$" busy/log)" = 5 ]'
} | perf_watch 0 --input - -o e --slice 600 --otlp "$url"
# The collector was slow with the first one, gave no answer for the second one, nor for its next attempt, and had the last one in the end.
[ "$(cut -d ' ' -f 3 busy/log | tr '\n' ' ')" = "429 taken taken rude taken taken taken taken " ] || bad "slow, gone and back: $(cat busy/log) $(cat err)"
[ "$(grep ' taken$' busy/log | cut -d ' ' -f 1 | sort -u | wc -l)" = 5 ] || bad "slow, gone and back: not all were taken: $(cat busy/log)"
[ "$(grep -c 'is sent again: whether it was taken before is not known' err)" -ge 2 ] || bad "again, and not told: $(cat err)"
grep -q 'takes profiles again' err || bad "back, and not told: $(cat err)"
no_collector

# A token runs out, and somebody writes another one into its file, not in one step: what was refused for want of it waits, and nothing is lost.
printf 'Authorization: Bearer old\n' > tokens
collector expires 'token old' 'token new'
{
	cat hours.pipe
	wait_for "one to be taken, and then none" 'grep -q " 401$" expires/log'
	printf 'Authoriz' > tokens
	wait_for "another attempt" '[ "$(grep -c " 401$" expires/log)" -gt 1 ]'
	printf 'Authorization: Bearer new\n' > tokens
	wait_for "four of them to be taken" '[ "$(grep -c " taken$" expires/log)" = 4 ]'
} | perf_watch 0 --input - -o j --slice 600 --otlp "$url" --header-file tokens
[ "$(waiting j)" = 0 ] && [ "$(grep ' taken$' expires/log | cut -d ' ' -f 1 | sort -u | wc -l)" = 5 ] || bad "a token that has run out: $(cat expires/log) $(cat err)"
[ "$(grep -c 'takes nothing now: HTTP 401 (is the token in --header-file still good?' err)" = 1 ] || bad "a token that has run out is not told: $(cat err)"
[ "$(grep -c 'header-file: a line of tokens is no header .*; requests have the headers from before' err)" = 1 ] || bad "a file that is being written: $(cat err)"
! grep -q 'Authoriz\|Bearer' err || bad "a token is shown: $(cat err)"
no_collector

# One that the collector does not survive does not keep the others: it has its next turn after them.
collector falls silent silent silent 200
{
	cat hours.pipe
	wait_for "four of them to be taken" '[ "$(grep -c "taken$" falls/log)" = 7 ]'
} | perf_watch 0 --input - -o i --slice 600 --otlp "$url"
cut -d ' ' -f 1 falls/log | awk 'NR == 1 { first = $1 } { print $1 == first ? "first" : "other" }' | tr '\n' ' ' > got
[ "$(cat got)" = "first first first other other other first other " ] || bad "three times no answer: $(cat falls/log) $(cat err)"
[ "$(grep -c 'had no answer in 3 attempts; others have their turn before it is sent again' err)" = 1 ] || bad "three times no answer: $(cat err)"
no_collector
# --- bounds ---
# On a disk that is full what is new takes the place of what is oldest, and all of it can still be sent.
mkdir room
if unshare -m mount -t tmpfs none room 2> log; then
	unshare -m sh -c 'mount -t tmpfs -o size=44k none room && "$@" && cp -a room/w full' - \
		"$PERF" defer watch --json --kallsyms kallsyms --input hours -o room/w --slice 600 --otlp http://127.0.0.1:1 > out 2> err || bad "a full disk: exit $?: $(cat err)"
	[ "$(waiting full)" = 5 ] || bad "a full disk: $(waiting full) wait: $(cat err)"
	[ "$(grep -c 'no room on the disk: No space left on device; the oldest slices go for new ones' err)" = 1 ] || bad "a full disk: $(cat err)"
	find full/samples -name '*.pb.gz' | sed 's,.*-,,; s,\..*,,' | sort > kept.samples
	find full/recordings -name '*.json' | sed 's,.*-,,; s,\..*,,' | sort | cmp -s - kept.samples || bad "a full disk: a slice has one of its files: $(find full)"
	[ "$(tail -n 1 kept.samples)" = "$(printf '%016x' $(((1795737600 + 2400) * 1000000000)))" ] || bad "a full disk: the newest is not kept: $(find full)"
	jq -s -e 'all(.wrote_bytes > 0) and (map(.removed_files) | add) > 0' out > got || bad "a full disk: $(cat out)"
else
	left_out "a full disk" "it takes a file system of its own ($(cat log))"
fi
# Twenty slices of some 4 KB in a queue of 1 MB; what is too many goes oldest first, and is counted.
collector never 503
python3 make.py long 900 60
perf_watch 0 --input long -o f --slice 60 --queue 1 --otlp "$url"
[ "$(waiting f)" = 256 ] || bad "a full queue: $(waiting f) wait"
[ "$(find f/queue -type f | sort | tail -n 1 | sed 's,.*/0*,,; s,-.*,,')" = 1795791540000000000 ] || bad "a full queue: the newest is $(find f/queue -type f | sort | tail -n 1)"
grep -q 'profiles that waited were dropped: more than --queue allows' err || bad "a full queue: $(cat err)"
jq -s -e 'last.otlp | .waiting == 256 and .dropped == 644 and .waiting_bytes == 1048576' out > got || bad "a full queue: $(counts otlp)"
jq -s -e 'map(.otlp.waiting_bytes) | max <= 1048576' out > got || bad "a full queue: its bound"
no_collector

# --- killed ---
if have_tools "kills at each step" strace; then
	# Of each kind of step the first ones in each process: what gives a profile its name, says that it is sent or not, removes it, sends it.
	for step in linkat:1 linkat:2 renameat:1 renameat:2 renameat:3 unlinkat:1 unlinkat:2 sendto:1 sendto:2 write:2; do
		rm -rf killed k
		collector killed 200
		traced strace -qq -f -o trace -e "trace=${step%:*}" -e "inject=${step%:*}:signal=KILL:when=${step#*:}" \
			"$PERF" defer watch -q --kallsyms kallsyms --input hours -o k --slice 600 --otlp "$url" > out 2> err || :
		grep -q 'killed by SIGKILL' trace || bad "$step: nothing was killed"
		mkdir -p k
		find k/queue -type f ! -name '*.tmp-*' 2> log | sed 's,.*/,,; s,\..*,,' | sort > left
		perf_watch 0 --input nothing -o k --otlp "$url"
		grep ' taken$' killed/log 2> log | cut -d ' ' -f 1 | sed 's/^[^ ]*-\([0-9]*-[0-9]*\)$/\1/' | sort > taken || :
		uniq taken > once
		[ "$(waiting k)" = 0 ] || bad "killed at $step: $(find k/queue)"
		[ -z "$(comm -23 left once)" ] || bad "killed at $step: lost: $(comm -23 left once)"
		uniq -d taken > twice
		while read -r key; do
			grep -q "profile $key.* is sent again" err || bad "killed at $step: $key was sent twice without a word: $(cat err)"
		done < twice
		! find k -name '*.tmp-*' | grep -q . || bad "killed at $step: left behind: $(find k)"
		no_collector
	done
fi
finish
