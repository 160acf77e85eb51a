#!/bin/sh
# every command: a full disk is told once, a reader who has gone needs no words, and the status says both
# SPDX-License-Identifier: GPL-2.0-only
set -eu

# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
[ -c /dev/full ] || skip "there is no /dev/full"
cd "$dir"

# Runs perf ARGS with standard output to a pipe that nobody reads, and SIGPIPE ignored as by a parent that handles the
# error itself; or, if it is to die of it, not. Prints the status as a shell does.
cat > gone.py <<'END'
import os, signal, subprocess, sys
read, write = os.pipe()
os.close(read)
keep = sys.argv[1] == "ignored"
p = subprocess.run(sys.argv[2:], stdout=write, restore_signals=not keep)
print(128 - p.returncode if p.returncode < 0 else p.returncode)
END

"$PERF" defer generate -o data --seed 7 --actions 300 --switches
python3 -c 'from switches import *; f = Switches(); f.waking(500, 0, 2, 1); f.switch(1000, 0, 1, "S", 2); f.write("wakings")'

# Runs perf ARGS, which may write BLOCKS of 512 bytes into a file, and not one byte more. A limit is no end by a signal.
limited()	# BLOCKS ARGS...
{
	blocks=$1
	shift
	{
		(ulimit -f "$blocks" && exec "$PERF" "$@" 2>&1 > limited) && echo 0 > result || echo $? > result
	} | cat > err
	status=$(cat result)
}

# perf ARGS prints something, and it matters whether it arrives.
prints()	# ARGS...
{
	plain=0
	"$PERF" "$@" > out 2> err || plain=$?
	case $plain in
	0) gone=141 ;;
	1) gone=1 ;; # the answer is no
	*) bad "perf $*: status $plain, $(cat err)" ;;
	esac
	[ -s out ] || bad "perf $* prints nothing"
	status=0
	"$PERF" "$@" > /dev/full 2> err || status=$?
	said=$(grep -c '^perf: cannot write to standard output: No space left on device$' err) || :
	[ "$status,$said" = 1,1 ] || bad "perf $*, full disk: status $status, $(cat err)"
	limited 0 "$@"
	[ "$status,$(grep -c '^perf: cannot write to standard output: File too large$' err)" = 1,1 ] ||
		bad "perf $*, limit of a file's size: status $status, $(cat err)"
	status=$(python3 gone.py ignored "$PERF" "$@" 2> err)
	[ "$status" = "$gone" ] || bad "perf $*, nobody reads: status $status, $(cat err)"
	! grep -q 'cannot write\|Broken pipe' err || bad "perf $*, nobody reads: $(cat err)"
	status=$(python3 gone.py "" "$PERF" "$@" 2> err)
	[ "$status" = 141 ] || bad "perf $*, SIGPIPE: status $status, $(cat err)"
}

export PERF_CONFIG=/dev/null
prints list sw
prints list -j sw
prints version
prints version --build-options
prints version --json
prints check feature libelf
prints help
prints report -h
prints --list-cmds
prints report -i data
prints report -i data --json
prints report -i data --stats
prints report -i data --tasks
prints report -i data --missing
prints report -i data --missing --json
prints report -i data --header-only
prints report -i data -D
prints diff data data
prints script -i data
prints script -i data -D
prints script -i data --header-only
prints script -i data --aux-segments
prints script -i data --aux-segments --json
prints evlist -i data
prints defer -h
prints defer check
prints defer check --json
prints defer dump -i data
prints defer dump -i data --json
prints defer stat -i data
prints defer stat -i data --json
prints defer verify -i data
prints defer verify -i data --json
prints defer syscalls -i data
prints defer explain -i wakings
prints defer requests -i wakings --between sched:sched_waking,sched:sched_switch
prints defer wakers -i wakings
prints defer wakers -i wakings --dot
prints defer wakers -i wakings --critical-path --pid 0-99999
prints defer export --list-formats
prints defer export -i data --format folded
prints defer export -i data --format ndjson
prints defer export -i data --format pprof
prints defer generate --seed 7 --print
prints data convert -i data --to-json -

# A file of their own is no standard output.
for args in "list sw -o" "defer export -q -i data --format folded -o"; do
	status=0
	# shellcheck disable=SC2086 # words
	"$PERF" $args /dev/full 2> err || status=$?
	said=$(grep -c "^perf: cannot write /dev/full: No space left on device$" err) || :
	[ "$status,$said" = 1,1 ] || bad "perf $args /dev/full: status $status, $(cat err)"
	# shellcheck disable=SC2086 # words
	"$PERF" $args file > out 2> err || bad "perf $args file: status $?, $(cat err)"
	[ -s file ] && [ ! -s out ] || bad "perf $args file: $(cat out)"
done

# Nor what else is written; what did not become whole is not there.
"$PERF" defer generate -o many --seed 7 --actions 6000 > /dev/null
"$PERF" inject -i many -o file.data 2> /dev/null
for args in "list -o new" "defer merge -i many -o new" "defer export -q -i many --format folded -o new" \
		"defer export -q -i many --format ndjson -o new" "inject -i many -o new" "defer generate --seed 7 --actions 3000 -o new" \
		"report -i many --flamegraph=new" "data convert -i many --to-json new" "defer pack -i file.data -o new" \
		"record -e dummy -o new -- true"; do
	# shellcheck disable=SC2086 # words
	limited 1 $args
	[ "$status,$(grep -c 'File too large' err)" = 1,1 ] || bad "perf $args, limit of a file's size: status $status, $(cat err)"
	[ ! -e new ] || bad "perf $args, limit of a file's size: left $(wc -c < new) bytes"
done

# What was printed comes before the message about it, in a file that both go to.
"$PERF" list nosuchevent sw nosuchevent > both 2>&1 || bad "perf list sw: status $?"
[ "$(grep -n 'matches' both | cut -d: -f1 | tr '\n' ' ')" = "1 $(wc -l < both) " ] || bad "order: $(cat both)"
finish
