#!/bin/sh
# debuginfod: only when asked, each file once, not for ever and not without end
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks
need_tools python3
need_features debuginfod

tests=$PERF_TEST_DIR
# The library prints to descriptor -1 where nobody wants to read it (seen with 0.188), and glibc's dprintf() forgets its buffer then.
echo 'leak:_IO_file_doallocate' > "$dir/not-ours"
export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$dir/not-ours:print_suppressions=0"
export PYTHONDONTWRITEBYTECODE=1
# The server ends with it.
at_end()
{
	exec 9>&-
}
# shellcheck source-path=SCRIPTDIR source=lib/elf.sh
. "$tests/shell/lib/elf.sh"

export HOME="$dir/home" PERF_BUILDID_DIR="$dir/none"
unset DEBUGINFOD_URLS DEBUGINFOD_MAXTIME DEBUGINFOD_VERBOSE XDG_CACHE_HOME
mkdir -p "$HOME" "$dir/www/buildid/$id"
mkfifo "$dir/stop"
"$tests/build/debuginfod_server.py" "$dir/www" < "$dir/stop" > "$dir/port" &
exec 9> "$dir/stop"
wait_for "the port of the server" '[ -s "$dir/port" ]'
port=$(cat "$dir/port")
url=http://127.0.0.1:$port

cat > "$dir/text" << END
comm 100 app
map 100 7f0000000000 $length $pgoff /nowhere/app $id
sample 100 $ip
sample 100 $ip
END
"$tests/build/recording.py" "$dir/data" < "$dir/text"

requests() {
	[ ! -f "$dir/www/log" ] || grep -c "$1" "$dir/www/log" || true
}
fresh() {
	cache=$(mktemp -d "$dir/cache.XXXXXX")
	export DEBUGINFOD_CACHE_PATH="$cache"
	rm -f "$dir/www/log"
	: > "$dir/www/log"
}
names() { # WANT ARGS...: what the sample's symbol is; "[unknown]" if it has none
	want=$1
	shift
	timeout 60 "$PERF" script -i "$dir/data" -F ip,sym --as-recorded "$@" > "$dir/out" 2> "$dir/err" < /dev/null ||
		fail "perf script $*: exit $?: $(cat "$dir/err")"
	[ "$(awk 'NF { print $2 }' "$dir/out" | sort -u)" = "$want" ] || fail "$*: $(cat "$dir/out" "$dir/err" "$dir/www/log")"
}

# Not asked for: no request, even though servers are known.
fresh
cp "$dir/stripped" "$dir/www/buildid/$id/executable"
cp "$dir/x.debug" "$dir/www/buildid/$id/debuginfo"
DEBUGINFOD_URLS=$url names '[unknown]'
[ "$(requests .)" = 0 ] || fail "asked without --debuginfod"

# The executable and its symbols, each once; a later run has them from the library's cache.
names cmd_version --debuginfod="$url"
[ "$(requests executable)" = 1 ] || fail "requests: $(cat "$dir/www/log")"
[ "$(requests debuginfo)" = 1 ] || fail "requests: $(cat "$dir/www/log")"
DEBUGINFOD_URLS=$url names cmd_version --debuginfod
[ "$(requests .)" = 2 ] || fail "asked again for what was there"
names '[unknown]' --debuginfod="$url" --no-debuginfod
printf '[buildid-cache]\ndebuginfod = %s\n' "$url" > "$dir/config"
PERF_CONFIG="$dir/config" names cmd_version
PERF_CONFIG="$dir/config" names '[unknown]' --no-debuginfod
"$PERF" report -i "$dir/data" --stdio -s sym --debuginfod="$url" 2> /dev/null | grep -q 'cmd_version' || fail "perf report"

# Into the build-id cache, beside the file; then no server is needed.
fresh
"$PERF" --buildid-dir "$dir/bids" buildid-cache -v --debuginfod="$url" -a "$dir/stripped" 2> "$dir/err" ||
	fail "buildid-cache: $(cat "$dir/err")"
cmp "$dir/bids$dir/stripped/$id/debug" "$dir/x.debug" || fail "buildid-cache --debuginfod: $(cat "$dir/err")"
[ "$(requests debuginfo)" = 1 ] || fail "requests: $(cat "$dir/www/log")"
PERF_BUILDID_DIR="$dir/bids" names cmd_version
"$PERF" --buildid-dir "$dir/bids" buildid-cache -v --debuginfod="$url" -a "$dir/stripped" 2> "$dir/err"
grep -q "debug information of $dir/stripped already in the cache" "$dir/err" || fail "again: $(cat "$dir/err")"
"$PERF" --buildid-dir "$dir/bids" buildid-cache -P
[ -z "$(find "$dir/bids" -type f)" ] || fail "purging leaves $(find "$dir/bids" -type f)"

# The symbols alone do not tell where the code was in the file: the recording does.
fresh
rm "$dir/www/buildid/$id/executable"
names cmd_version --debuginfod="$url"

# Nobody has it: asked once, and not again in the next run.
fresh
rm "$dir/www/buildid/$id/debuginfo"
names '[unknown]' --debuginfod="$url"
[ "$(requests debuginfo)" = 1 ] || fail "requests: $(cat "$dir/www/log")"
names '[unknown]' --debuginfod="$url"
[ "$(requests debuginfo)" = 1 ] || fail "asked again for what nobody has: $(cat "$dir/www/log")"

# What comes is another build.
fresh
cp /bin/sh "$dir/www/buildid/$id/executable"
names '[unknown]' --debuginfod="$url"

# A server that does not answer: the time runs out, the output comes. Messages go to a terminal.
fresh
cat > "$dir/terminal.py" << 'E'
import os
import pty
import subprocess
import sys
master, slave = pty.openpty()
with open(sys.argv[1], "wb") as said, open(sys.argv[2], "wb") as out:
    perf = subprocess.Popen(sys.argv[3:], stdin=subprocess.DEVNULL, stdout=out, stderr=slave)
    os.close(slave)
    try:
        while data := os.read(master, 4096):
            said.write(data)
    except OSError:
        pass  # the other side is closed
    sys.exit(perf.wait())
E
# (The library loses a buffer when it gives up: a leak checker is not to mind.)
ASAN_OPTIONS=detect_leaks=0 DEBUGINFOD_MAXTIME=3 timeout 60 python3 "$dir/terminal.py" "$dir/said" "$dir/out" \
	"$PERF" script -i "$dir/data" -F ip,sym --as-recorded --debuginfod="$url/slow" || fail "slow server: $(cat "$dir/said")"
[ "$(awk 'NF { print $2 }' "$dir/out" | sort -u)" = "[unknown]" ] || fail "slow server: $(cat "$dir/out")"
# What it waits for, in a line that is wiped before anything else is said.
escape=$(printf '\033')
tr '\r' '\n' < "$dir/said" > "$dir/err"
grep -q "^debuginfod: 'app': 0.0 MB, [12] s$escape\[K\$" "$dir/err" || fail "no progress: $(cat -v "$dir/err")"
grep -q "^$escape\[Kdebuginfod: gave up after 3 seconds" "$dir/err" || fail "slow server: $(cat -v "$dir/err")"
[ "$(requests slow)" -ge 1 ] || fail "the slow server was not asked"
# Nothing is known of the file by that.
cp "$dir/full" "$dir/www/buildid/$id/executable"
names cmd_version --debuginfod="$url"

# Servers that send without end, claim a terabyte, or send what becomes a thousand times as large: given up at the limit, and told.
rm "$dir/www/buildid/$id/executable"
sent() { # KIND LIMIT-OPTION WANT-OF-MESSAGE MB: not more than MB were taken, and nothing stays
	fresh
	rm -f "$dir/www/sent"
	timeout 60 "$PERF" -c "$2" script -i "$dir/data" -F ip,sym --as-recorded --debuginfod="$url/$1" > "$dir/out" 2> "$dir/err" \
		< /dev/null || fail "$1: exit $?: $(cat "$dir/err")"
	[ "$(awk 'NF { print $2 }' "$dir/out" | sort -u)" = "[unknown]" ] || fail "$1: $(cat "$dir/out")"
	grep -q "$3" "$dir/err" || fail "$1, $2: $(cat "$dir/err")"
	# shellcheck disable=SC2016 # expanded as often as it is asked
	wait_for "the server to notice" '[ -s "$dir/www/sent" ] || ! grep -q . "$dir/www/log"'
	[ "$(awk '{ n += $1 } END { print int(n / 1048576) }' "$dir/www/sent")" -lt "$4" ] || fail "$1, $2: sent $(cat "$dir/www/sent")"
	# (The library keeps a few words for itself.)
	[ "$(find "$cache" -type f -size +8k | wc -l)" = 0 ] || fail "$1, $2: left $(find "$cache" -type f -size +8k -ls)"
}
large="^debuginfod: 'app' is not fetched: it has more than 4 MB ('perf -c buildid-cache.debuginfod-file-limit=MB"
echo 8589934592 > "$dir/www/packed-bytes"
for kind in endless claims packed; do
	sent "$kind" buildid-cache.debuginfod-file-limit=4 "$large" 64
	grep -q '^debuginfod: 2 files in all were too large' "$dir/err" || fail "$kind: $(cat "$dir/err")"
done
for kind in endless packed; do
	sent "$kind" buildid-cache.debuginfod-limit=4 '^debuginfod: gave up after 4 MB in all' 64
done
# It is not remembered as what nobody has: with a limit that allows it, it is fetched.
echo 20000000 > "$dir/www/packed-bytes"
sent packed buildid-cache.debuginfod-file-limit=4 "$large" 64
DEBUGINFOD_URLS=$url/packed timeout 60 "$PERF" script -i "$dir/data" -F ip,sym --as-recorded --debuginfod > /dev/null 2>&1 ||
	fail "with room: exit $?"
[ "$(find "$cache" -size 20000000c | wc -l)" = 2 ] || fail "not fetched again: $(find "$cache" -ls)"

# Many files: all of them together have a limit, too.
fresh
{
	echo 'comm 100 app'
	for n in 1 2 3 4 5 6; do
		other="$(printf %040d "$n")"
		echo "map 100 7f000${n}000000 $length $pgoff /nowhere/app$n $other"
		echo "sample 100 7f000${n}001000"
		mkdir -p "$dir/www/buildid/$other"
		head -c 1500000 /dev/zero > "$dir/www/buildid/$other/executable"
	done
} | "$tests/build/recording.py" "$dir/many"
timeout 60 "$PERF" -c buildid-cache.debuginfod-limit=4 script -i "$dir/many" -F ip,sym --debuginfod="$url" > "$dir/out" 2> "$dir/err" \
	< /dev/null || fail "many: exit $?: $(cat "$dir/err")"
grep -q '^debuginfod: gave up after 4 MB in all' "$dir/err" || fail "many: $(cat "$dir/err")"
[ "$(find "$cache" -size 1500000c | wc -l)" = 2 ] || fail "many: $(find "$cache" -ls)"

# No server there, and none named.
fresh
exec 9>&-
wait
names '[unknown]' --debuginfod="$url"
grep -q "^debuginfod: 'app' cannot be had: " "$dir/err" || fail "no server: $(cat "$dir/err")"
names '[unknown]' --debuginfod
grep -q '^debuginfod: no server is known: ' "$dir/err" || fail "no URL: $(cat "$dir/err")"
