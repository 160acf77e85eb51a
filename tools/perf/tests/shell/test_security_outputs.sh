#!/bin/sh
# security: outputs: nothing is written through a link, to a guessed name, or for all to read
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

attacker=
stop_attacker() {
	[ -z "$attacker" ] || kill "$attacker" 2> /dev/null || :
	[ -z "$attacker" ] || wait "$attacker" 2> /dev/null || :
	attacker=
}
at_end()
{
	stop_attacker
}
export HOME="$dir/home" PERF_CONFIG=/dev/null LC_ALL=C
mkdir "$HOME"
umask 022

# The victim's file, and the folder of somebody who can write where the victim's perf does.
precious=$dir/precious
mkdir "$dir/evil"
as_other=
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
	as_other="setpriv --reuid=65534 --regid=65534 --clear-groups"
	chmod 755 "$dir"
	chown 65534:65534 "$dir/evil"
fi
evil() { # COMMAND: as another user where we can become one, else in the same folder as oneself
	(cd "$dir/evil" && $as_other sh -c "$1")
}
fresh() {
	chmod 600 "$precious" 2> /dev/null || :
	echo precious > "$precious"
	find "$dir/evil" -mindepth 1 -delete
}
unharmed() { # WHAT
	[ "$(cat "$precious")" = precious ] || bad "$1: a file was written through a link"
	left=$(find "$dir/evil" -name '*.tmp-*' -type f | head -n 3)
	[ -z "$left" ] || bad "$1: left behind: $left"
}
private() { # FILE WHAT
	[ -f "$1" ] && [ ! -L "$1" ] || { bad "$2: '$1' is no file"; return 0; }
	[ "$(stat -c %a "$1")" = 600 ] || bad "$2: mode $(stat -c %a "$1")"
	[ "$(stat -c %u "$1")" = "$(id -u)" ] || bad "$2: owner $(stat -c %U "$1")"
}

"$PERF" defer generate --seed 1 --no-loss -o "$dir/in" > "$dir/log" 2>&1 || bad "generate: $(cat "$dir/log")"
chmod 600 "$dir/in"

# --- a link in the place of the output ---------------------------------------------------------------------

out=$dir/evil/out
try() { # WHAT COMMAND...
	what=$1
	shift
	fresh
	evil "ln -s '$precious' out"
	"$@" > "$dir/log" 2>&1 || bad "$what: $(cat "$dir/log")"
	unharmed "$what"
	private "$out" "$what"
	# Other input is readable for all: the copy is not, either.
	fresh
	evil "umask 0; echo x > out"
	"$@" > "$dir/log" 2>&1 || bad "$what: $(cat "$dir/log")"
	private "$out" "$what over a file of others"
}
try "defer merge" "$PERF" defer merge -i "$dir/in" -o "$out"
try "defer export" "$PERF" defer export --format=folded -i "$dir/in" -o "$out"
try "report --flamegraph" "$PERF" report --flamegraph="$out" -i "$dir/in"
try "data convert" "$PERF" data convert --to-json "$out" -i "$dir/in" -f
try "inject" "$PERF" inject -i "$dir/in" -o "$out"
try "inject -b" "$PERF" inject -b -i "$dir/in" -o "$out"
fresh
evil "ln -s '$precious' out"
"$PERF" defer generate --seed 1 -o "$out" > "$dir/log" 2>&1 || bad "generate: $(cat "$dir/log")"
unharmed "defer generate"

# Results of tests, and a recording that is a folder: not into one that a link leads to.
fresh
evil "ln -s '$precious' out"
"$PERF" test --junit "$out" 1 > "$dir/log" 2>&1 || bad "perf test --junit: $(cat "$dir/log")"
unharmed "perf test --junit"
[ -s "$out" ] && [ ! -L "$out" ] || bad "perf test --junit: '$out' is no file"
mkdir "$dir/recording"
echo precious > "$dir/recording/data"
echo precious > "$dir/recording/data.9"
for slash in "" /; do
	fresh
	evil "ln -s '$dir/recording' out"
	if "$PERF" defer generate --seed 1 --format directory -o "$out$slash" > "$dir/log" 2>&1; then
		bad "generate --format directory has followed a link"
	fi
	[ "$(cat "$dir/recording"/*)" = "precious
precious" ] || bad "generate --format directory: $(ls "$dir/recording")"
done

# One file an event, beside the recording.
fresh
cp "$dir/in" "$dir/evil/x"
"$PERF" script -i "$dir/evil/x" --per-event-dump > "$dir/names" 2> "$dir/log" || bad "--per-event-dump: $(cat "$dir/log")"
(cd "$dir/evil" && find . -name 'x.*.dump') > "$dir/names"
[ -s "$dir/names" ] || bad "--per-event-dump has made nothing"
fresh
cp "$dir/in" "$dir/evil/x"
while read -r name; do
	ln -s "$precious" "$dir/evil/$name"
done < "$dir/names"
"$PERF" script -i "$dir/evil/x" --per-event-dump > "$dir/log" 2>&1 || bad "--per-event-dump: $(cat "$dir/log")"
unharmed "--per-event-dump"
while read -r name; do
	private "$dir/evil/$name" "--per-event-dump"
done < "$dir/names"

# What is thrown out of a cache of others lies in the cache.
hex=0123456789012345678901234567890123456789
if [ -n "$as_other" ]; then
	fresh
	mkdir -p "$dir/outside/x/$hex"
	echo kept > "$dir/outside/x/$hex/elf"
	evil "mkdir -p cache/.build-id/01; ln -s ../../usr/x/$hex cache/.build-id/01/${hex#01}; ln -s '$dir/outside' cache/usr"
	"$PERF" --buildid-dir "$dir/evil/cache" buildid-cache --purge-all > "$dir/log" 2>&1 || :
	[ -f "$dir/outside/x/$hex/elf" ] || bad "buildid-cache: a file was removed through a link: $(cat "$dir/log")"
fi

# A configuration file that is somebody else's link is neither read nor written; one's own leads where it always did.
if [ -n "$as_other" ]; then
	fresh
	printf '[report]\n\tchildren = true\n' > "$precious"
	evil "ln -s '$precious' config"
	if PERF_CONFIG="$dir/evil/config" "$PERF" config report.children=false > "$dir/log" 2>&1; then
		bad "config followed another user's link: $(cat "$dir/log")"
	fi
	grep -q 'another user' "$dir/log" || bad "config: $(cat "$dir/log")"
	grep -q 'children = true' "$precious" || bad "config has written through another user's link"
fi
printf '[report]\n\tchildren = true\n' > "$dir/real"
chmod 640 "$dir/real"
ln -s real "$dir/own"
PERF_CONFIG="$dir/own" "$PERF" config report.children=false > "$dir/log" 2>&1 || bad "config: $(cat "$dir/log")"
[ -L "$dir/own" ] && grep -q 'children = false' "$dir/real" || bad "config: one's own link is not followed"
[ "$(stat -c %a "$dir/real")" = 640 ] || bad "config: mode $(stat -c %a "$dir/real")"

# --- names that can be guessed -------------------------------------------------------------------------------

# Links under 3000 names that a process of the near future would take.
guessed() { # WHAT COMMAND...
	what=$1
	shift
	fresh
	evil "python3 -c 'import os
for i in range(3000): os.symlink(\"$precious\", \"out.tmp-%d\" % (os.getpid() + i))'"
	"$@" > "$dir/log" 2>&1 || bad "$what: $(cat "$dir/log")"
	[ "$(cat "$precious")" = precious ] || bad "$what: the name of its temporary file was guessed"
	private "$out" "$what"
}
guessed "defer merge" "$PERF" defer merge -i "$dir/in" -o "$out"
guessed "inject -b" "$PERF" inject -b -i "$dir/in" -o "$out"

# Where files cannot be made without a name they have one that nobody knows, and it does not stay.
if command -v strace > /dev/null && strace -o /dev/null true 2> /dev/null; then
	fresh
	nr=$(traced strace -o "$dir/trace" "$PERF" defer merge -i "$dir/in" -o "$out" > "$dir/log" 2>&1 &&
		grep openat "$dir/trace" | grep -n O_TMPFILE | cut -d: -f1)
	fresh
	evil "ln -s '$precious' out"
	traced strace -o "$dir/trace" -e "inject=openat:error=EOPNOTSUPP:when=${nr:-1}" \
		"$PERF" defer merge -i "$dir/in" -o "$out" > "$dir/log" 2>&1 || bad "named: $(cat "$dir/log")"
	grep -q 'out\.tmp-[0-9a-f]\{16\}.*O_CREAT|O_EXCL|O_NOFOLLOW' "$dir/trace" || bad "named: $(grep out "$dir/trace")"
	unharmed "a file with a name"
	private "$out" "a file with a name"
	# Nor when perf is ended while it writes.
	fresh
	result=0
	traced strace -o "$dir/trace" -e "inject=openat:error=EOPNOTSUPP:when=${nr:-1}" -e inject=fchmod:signal=TERM \
		"$PERF" defer merge -i "$dir/in" -o "$out" > "$dir/log" 2>&1 || result=$?
	[ $result = 143 ] || bad "ended while it writes: exit $result: $(cat "$dir/log")"
	grep -q 'out\.tmp-[0-9a-f]\{16\}.*O_EXCL' "$dir/trace" || bad "ended before it writes"
	[ -z "$(ls -A "$dir/evil")" ] || bad "ended while it writes, and left $(ls -A "$dir/evil")"
	# Nor where a file without a name has just got one, under which it takes the place of another.
	fresh
	result=0
	traced strace -o "$dir/trace" -e inject=linkat:signal=TERM \
		"$PERF" defer merge -i "$dir/in" -o "$out" > "$dir/log" 2>&1 || result=$?
	[ $result = 143 ] || bad "ended when it has a name: exit $result: $(cat "$dir/log")"
	grep -q 'linkat(.*out\.tmp-[0-9a-f]\{16\}.* = 0' "$dir/trace" || bad "ended before it has a name: $(grep linkat "$dir/trace")"
	[ -z "$(ls -A "$dir/evil")" ] || bad "ended when it has a name, and left $(ls -A "$dir/evil")"
else
	left_out "names of files that are being written" "strace is not installed, or may not trace"
fi

# --- recording ---------------------------------------------------------------------------------------------------

export PERF_BUILDID_DIR="$dir/cache"
if "$PERF" record -q -e cpu-clock -o "$dir/probe" -- true > "$dir/log" 2>&1; then
	out=$dir/evil/perf.data
	for kind in "" --kcore --threads; do
		[ "$kind" != --kcore ] || [ -r /proc/kcore ] || continue
		fresh
		evil "ln -s '$precious' perf.data; ln -s '$precious' perf.data.old"
		# shellcheck disable=SC2086 # no word, or one
		"$PERF" record -q $kind -e cpu-clock -o "$out" -- true > "$dir/log" 2>&1 || bad "record $kind: $(cat "$dir/log")"
		unharmed "record $kind"
		[ -L "$out.old" ] || bad "record $kind: the link is not there as perf.data.old"
		if [ -z "$kind" ]; then
			private "$out" record
		else
			private "$out/data" "record $kind"
			[ "$(stat -c %a "$out")" = 700 ] || bad "record $kind: mode $(stat -c %a "$out")"
		fi
	done
	# A folder that makes room: what links in it lead to does not go.
	fresh
	mkdir -p "$dir/kept/kcore_dir"
	touch "$dir/kept/data" "$dir/kept/data.0" "$dir/kept/kcore_dir/kcore"
	evil "mkdir perf.data.old; echo x > perf.data.old/data; ln -s '$dir/kept/kcore_dir' perf.data.old/kcore_dir; echo x > perf.data"
	"$PERF" record -q -e cpu-clock -o "$out" -- true > "$dir/log" 2>&1 || :
	[ -f "$dir/kept/kcore_dir/kcore" ] || bad "record: a file was removed through a link"
	fresh
	evil "ln -s '$dir/kept' perf.data.old; echo x > perf.data"
	"$PERF" record -q -e cpu-clock -o "$out" -- true > "$dir/log" 2>&1 || bad "record: $(cat "$dir/log")"
	[ -f "$dir/kept/data.0" ] && [ -f "$dir/kept/data" ] || bad "record: files were removed through perf.data.old"

	# Links that come and go while perf looks and writes.
	fresh
	(
		cd "$dir/evil"
		exec $as_other sh -c "i=0; while [ \$i -lt 3000 ]; do i=\$((i + 1))
			ln -sf '$precious' perf.data; ln -sfn '$dir/kept' perf.data.old; rm -rf perf.data perf.data.old
			mkdir perf.data.old; echo > perf.data.old/data; rm -rf perf.data.old; done" 2> /dev/null
	) &
	attacker=$!
	i=0
	while [ $i -lt 12 ]; do
		"$PERF" record -q -e cpu-clock -o "$out" -- true > "$dir/log" 2>&1 || :
		"$PERF" defer merge -i "$dir/in" -o "$out" > "$dir/log" 2>&1 || :
		i=$((i + 1))
	done
	stop_attacker
	[ "$(cat "$precious")" = precious ] && [ -f "$dir/kept/data.0" ] || bad "a link in the right moment was followed"

	# Devices and FIFOs stay what they are.
	"$PERF" record -q -e cpu-clock -o /dev/null -- true > "$dir/log" 2>&1 || bad "-o /dev/null: $(cat "$dir/log")"
	[ -c /dev/null ] || bad "/dev/null was replaced"
	"$PERF" record -q -e cpu-clock -o /dev/stdout -- true 2> "$dir/log" | "$PERF" script -i - > "$dir/text" 2>&1
	[ -s "$dir/text" ] || bad "-o /dev/stdout: $(cat "$dir/log" "$dir/text")"
	[ -e /dev/stdout ] || bad "/dev/stdout was renamed"
	if [ -n "$as_other" ]; then
		fresh
		evil "mkfifo perf.data; chmod 666 perf.data"
		result=0
		timeout 60 "$PERF" record -e cpu-clock -o "$out" -- true > "$dir/log" 2>&1 || result=$?
		[ $result = 1 ] && grep -q 'belongs to another user' "$dir/log" || bad "another's FIFO: $result $(cat "$dir/log")"
	fi

	# A file that was made for it, where no other may be made.
	if [ -n "$as_other" ]; then
		mkdir "$dir/closed"
		: > "$dir/closed/f"
		chown 65534 "$dir/closed/f"
		chmod 600 "$dir/closed/f"
		if $as_other "$PERF" record -q -N -e cpu-clock:u -o "$dir/closed/f" -- true > "$dir/log" 2>&1; then
			[ -s "$dir/closed/f" ] || bad "a file that was made for it is empty"
		elif ! grep -q 'perf_event_paranoid\|not permitted\|Permission' "$dir/log"; then
			bad "a file that was made for it: $(cat "$dir/log")"
		fi
	fi

	# What somebody else has put in the recording's place (it is there soon after the command has begun) does not say what goes into the cache.
	if [ -n "$as_other" ]; then
		fresh
		cp "$dir/in" "$dir/other"
		chown 65534 "$dir/other"
		# With a second name it is still there, and only not where it should be.
		"$PERF" record -e page-faults -c 1 -o "$out" -- \
			sh -c "while [ ! -e '$out' ]; do :; done; ln '$out' '$out.kept'; mv '$dir/other' '$out'" > "$dir/log" 2>&1 ||
			bad "a recording that was replaced: $(cat "$dir/log")"
		grep -q 'is not owned by' "$dir/log" || bad "a recording that was replaced: $(cat "$dir/log")"
		fresh
		cp "$dir/in" "$dir/other"
		chown 65534 "$dir/other"
		result=0
		"$PERF" record -e page-faults -c 1 -o "$out" -- sh -c "while [ ! -e '$out' ]; do :; done; mv '$dir/other' '$out'" \
			> "$dir/log" 2>&1 || result=$?
		[ $result = 1 ] && grep -q 'was removed while it was written' "$dir/log" ||
			bad "a recording that was replaced and is gone: $result $(cat "$dir/log")"
	fi

	# In a cache of others folders are no links.
	if [ -n "$as_other" ]; then
		fresh
		mkdir -p "$dir/away"
		evil "mkdir -p cache; for f in bin usr lib home tmp root var; do ln -s '$dir/away' cache/\$f; done
			ln -s '$dir/away' cache/.build-id; ln -s '$dir/away' 'cache/[kernel.kallsyms]'; ln -s '$dir/away' 'cache/[vdso]'"
		PERF_BUILDID_DIR="$dir/evil/cache" "$PERF" record -e cpu-clock -o "$dir/f" -- true > "$dir/log" 2>&1 ||
			bad "record with a cache of others: $(cat "$dir/log")"
		[ -z "$(ls -A "$dir/away")" ] || bad "the cache was filled through a link: $(ls -A "$dir/away")"
	fi
fi
finish
