# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Recordings whose stacks perf record unwinds itself, of a program that keeps no frame pointers (tests/vm/workloads/unwound.c).
# Sourced, with PERF and PERF_TEST_DIR set as `perf test` does it. $mode: fp, or fp,defer where the kernel has it.

# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

event=syscalls:sys_enter_read

# Leaves where no system calls can be recorded.
need_reads()
{
	"$PERF" record -q -N -e $event -o "$dir/probe" -- true >"$dir/log" 2>&1 ||
		skip "$(sed 's/^perf record: //' "$dir/log" | head -n 1 | cut -c 1-100)"
	[ "$(uname -m)" = x86_64 ] || skip "the functions of libc have other names here"
}

# Records into $dir/NAME.data and prints that as it was written: what readers find out does not count.
unwind()	# NAME options-of-record... [-- program...]
{
	name=$1
	shift
	"$PERF" record -N -c 1 -o "$dir/$name.data" "$@" >"$dir/$name.out" 2>"$dir/$name.log" || {
		bad "perf record for '$name' ($*): exit $?: $(cat "$dir/$name.log")"
		: >"$dir/$name.script"
		return 0
	}
	as_recorded "$name"
}

# On a busy machine perf may not have kept up, and left some to readers: then these show all of them.
form_of()	# LOG: how they are shown
{
	form=--as-recorded
	! grep -q 'kept for readers' "$1" || form=--no-inline
}

as_recorded()	# NAME
{
	form_of "$dir/$1.log"
	"$PERF" script --no-inline "$form" -F comm,tid,time,event,ip,sym -i "$dir/$1.data" >"$dir/$1.script" 2>"$dir/$1.err" ||
		bad "perf script of '$1': $(cat "$dir/$1.err")"
	no_markers "$1"
}

# Each read() of these ways has the whole stack, and there are TIMES ten of them on each.
whole()	# NAME TIMES ways...
{
	which=$1 times=$2
	shift 2
	set_of=
	for way in "$@"; do
		least=$((times * 10))
		case $way in
		altstack) has='last;on_altstack;' inner='last;on_altstack;[^;]*;([^;]*;)?([^;]*;)?raise;way_altstack;' ;;
		signal) has='last;on_signal;' inner='last;on_signal;[^;]*;([^;]*;)?([^;]*;)?raise;way_signal;' ;;
		sort) has='last;compare;' inner='last;compare;[^;]*;([^;]*;)*[^;]*qsort[^;]*;way_sort;' least=$((least * 2)) ;;
		library) has='last;from_library;' inner='last;from_library;(library_call;)?way_library;' ;;
		*) has="last;middle;way_$way;" inner=$has ;;
		esac
		# Not every libc has names for its own functions.
		outer='go;main;[^;]*;([^;]*;)?_start;$'
		[ "$way" != thread ] || outer='[^;]*;[^;]*;$'
		set -- "$@" "$least" '' "$has" "(read|__libc_read|__read)[^;]*;$inner$outer"
		shift
	done
	chains "$which" "$@"
}

judge_ways()
{
	for program in unwound unwound-static; do
		unwind $program -e $event --call-graph "$mode,repair" -- "$workloads/$program"
		whole $program 1 plain signal sort thread library child again
		grep -q 'unwound [1-9][0-9]* user stacks' "$dir/$program.log" || bad "$program: nothing is told: $(cat "$dir/$program.log")"
		! grep -qE 'LOST|lost|ended' "$dir/$program.log" || bad "$program: $(cat "$dir/$program.log")"
	done
	# Readers find nothing to add, and nothing to doubt.
	"$PERF" script --no-inline -F comm,tid,time,event,ip,sym -i "$dir/unwound.data" >"$dir/read" 2>"$dir/log" || bad "$(cat "$dir/log")"
	grep -v '^#' "$dir/read" | awk -v RS= -v ORS='\n\n' '/ last\n/' >"$dir/with"
	awk -v RS= -v ORS='\n\n' '/ last\n/' "$dir/unwound.script" >"$dir/without"
	cmp "$dir/with" "$dir/without" || bad "a reader shows other stacks than were written"
	"$PERF" script -D -i "$dir/unwound.data" >"$dir/dump" 2>&1 || bad "script -D: $(tail -n 3 "$dir/dump")"
	! grep -q 'CALLCHAIN_DEFERRED' "$dir/dump" || bad "there are deferred records"
	! grep -q 'ustack: size [1-9]' "$dir/dump" || grep -q 'kept for readers' "$dir/unwound.log" || bad "there are copies of stacks"
	"$PERF" evlist -v -i "$dir/unwound.data" >"$dir/attrs" 2>&1 || bad "evlist: $(cat "$dir/attrs")"
	! grep -q 'defer_' "$dir/attrs" || bad "an event is deferred: $(cat "$dir/attrs")"
}

# What cannot be whole is marked, with the reason; a handler's own stack leads back to the one that was interrupted.
judge_marks()
{
	unwind small -e $event --call-graph "$mode,repair=64" -- "$workloads/unwound" sort
	chains small 30 '' 'last;' '(read|__libc_read|__read)[^;]*;last;$'
	"$PERF" script --no-inline -F comm,ip,sym -i "$dir/small.data" >"$dir/small.read" 2>"$dir/log" || bad "$(cat "$dir/log")"
	[ "$(grep -c '^# \[caller missing: the recorded stack ended in last\]' "$dir/small.read")" = 30 ] ||
		bad "that the copy was too small is not marked: $(head -n 20 "$dir/small.read")"
	unwind altstack -e $event --call-graph "$mode,repair" -- "$workloads/unwound" altstack
	if "$PERF" record -q -N -e signal:signal_deliver -o "$dir/probe" -- true 2>"$dir/log"; then
		whole altstack 1 altstack
	else
		chains altstack 10 '' 'last;on_altstack;' '(read|__libc_read|__read)[^;]*;last;on_altstack;'
	fi
}

# A copy that is as large as can be, one of dwarf, registers that stay, other records beside samples, compression.
judge_words()
{
	unwind large -e $event --call-graph "$mode,repair=65520" -- "$workloads/unwound" plain signal
	whole large 1 plain signal
	unwind dwarf -e $event --call-graph dwarf,8192,repair -- "$workloads/unwound" plain signal sort
	whole dwarf 1 plain signal sort
	unwind regs -e $event --call-graph "$mode,repair" --user-regs=ip,sp,ax -- "$workloads/unwound" plain
	whole regs 1 plain
	"$PERF" script -F ip,uregs -i "$dir/regs.data" 2>/dev/null | grep -qE 'ABI:2 .*AX:0x[0-9a-f]+.* SP:0x[0-9a-f]+ +IP:0x' ||
		bad "--user-regs: $("$PERF" script -F ip,uregs -i "$dir/regs.data" 2>&1 | head -n 5)"
	unwind switched -e $event --call-graph "$mode,repair" --switch-events --namespaces -- "$workloads/unwound" thread fork
	whole switched 1 thread child
	if "$PERF" check feature -q zstd; then
		unwind compressed -z -e $event --call-graph "$mode,repair" -- "$workloads/unwound" plain thread
		whole compressed 1 plain thread
	fi
}

# Events with modes of their own.
judge_events()
{
	unwind both -e "$event,cpu-clock/call-graph=no/" --call-graph "$mode,repair" -- "$workloads/unwound" plain
	whole both 1 plain
	unwind terms -e "$event/call-graph=\"$mode,repair\"/,syscalls:sys_enter_wait4/call-graph=\"$mode\"/" -- \
		"$workloads/unwound" plain fork
	whole terms 1 plain child
	# Of these the kernel's walk is all that there is; the samples are sound, whatever lies between them.
	[ "$(grep -c 'sys_enter_wait4' "$dir/terms.script")" = 1 ] || bad "events that are not unwound: $(cat "$dir/terms.script")"
	awk -v RS= '/sys_enter_wait4/ && NF > 5 { n++ } END { exit n != 1 }' "$dir/terms.script" ||
		bad "events that are not unwound have no stacks: $(grep -A3 wait4 "$dir/terms.script")"
	! grep -iE 'damage|bad|short|corrupt' "$dir/terms.err" || bad "terms: samples are not sound"
}

# What perf is run by.
as=

# Records a program that prints "waiting" and waits for a line twice, in between, and ends while it still runs.
attach()	# NAME program...
{
	name=$1
	shift
	rm -f "$dir/go" "$dir/ctl" "$dir/ack"
	mkfifo "$dir/go" "$dir/ctl" "$dir/ack"
	exec 7<>"$dir/go" 8<>"$dir/ctl" 9<>"$dir/ack"
	"$@" <"$dir/go" >"$dir/$name.waiting" 8>&- 9>&- &
	pid=$!
	wait_for "the program waits" "grep -qs waiting '$dir/$name.waiting'"
	# shellcheck disable=SC2086 # words by design
	$as "$PERF" record -N -c 1 -e $event --call-graph "$mode,repair" -o "$dir/$name.data" -D -1 \
		--control "fifo:$dir/ctl,$dir/ack" -p $pid >"$dir/$name.log" 2>&1 7>&- 8>&- 9>&- &
	perf=$!
	echo enable >&8
	read -r _ <&9
	echo >&7
	wait_for "the program waits again" "[ \$(grep -c waiting '$dir/$name.waiting') = 2 ]"
	echo stop >&8
	wait $perf || bad "record -p for '$name': $(cat "$dir/$name.log")"
	echo >&7
	wait $pid || bad "the program of '$name'"
	exec 7>&- 8>&- 9>&-
}

# Standard output, several files, a running process, all CPUs.
judge_targets()
{
	"$PERF" record -N -c 1 -e $event --call-graph "$mode,repair" -o - -- "$workloads/unwound" 2>"$dir/log" >"$dir/pipe.data" ||
		bad "a pipe: $(cat "$dir/log")"
	form_of "$dir/log"
	"$PERF" script --no-inline "$form" -F comm,tid,time,event,ip,sym -i - <"$dir/pipe.data" >"$dir/pipe.script" 2>"$dir/pipe.log" ||
		bad "reading a pipe: $(cat "$dir/pipe.log")"
	whole pipe 1 plain signal sort thread library child again

	mkdir "$dir/parts"
	cat >"$dir/switch.sh" <<-'END'
	# PROGRAM: run by perf record, in the folder of its files. What a program has mapped in one file, another one does not know.
	switched() { kill -USR2 $PPID; until [ "$(ls | grep -c '^part\.')" = "$1" ]; do sleep 0.1; done; }
	"$1" plain
	switched 1
	"$1" signal
	switched 2
	"$1" thread
	END
	(cd "$dir/parts" && "$PERF" record -N -c 1 -e $event --call-graph "$mode,repair" --switch-output=signal -o part -- \
		sh "$dir/switch.sh" "$workloads/unwound") >"$dir/log" 2>&1 || bad "--switch-output: $(cat "$dir/log")"
	: >"$dir/parts.script"
	form_of "$dir/log"
	for part in "$dir/parts"/part*; do
		"$PERF" script --no-inline "$form" -F comm,tid,time,event,ip,sym -i "$part" >>"$dir/parts.script" 2>"$dir/parts.log" ||
			bad "$part: $(cat "$dir/parts.log")"
	done
	whole parts 1 plain signal thread

	attach attached "$workloads/unwound" wait plain signal wait
	as_recorded attached
	whole attached 1 plain signal

	if "$PERF" record -q -a -N -e $event -o "$dir/probe" -- true 2>"$dir/log"; then
		# All CPUs of a busy machine may read more than the rings have room for until perf can run.
		for tries in 1 2 3 4 5; do
			unwind all -a -e $event --call-graph "$mode,repair" -- "$workloads/unwound"
			grep -q 'perf record: lost' "$dir/all.log" || break
		done
		whole all 1 plain signal sort thread library child again
	else
		left_out "-a" "this user may not record all CPUs"
	fi
}

# One file after the other at the same place: samples that wait for what is said of the first one are not unwound by the second one.
judge_replaced()
{
	unwind replaced -e $event --call-graph "$mode,repair" -- "$workloads/unwound" replaced
	chains replaced 100 '' 'last;from_library;' '(read|__libc_read|__read)[^;]*;last;from_library;library_call;way_replaced;go;main;[^;]*;([^;]*;)?_start;$'
}

# Files that are gone when somebody looks for them, and such as only the program sees.
judge_files()
{
	mkdir "$dir/files"
	cp "$workloads/unwound" "$dir/files/gone"
	if [ "$(id -u)" = 0 ]; then
		attach gone "$dir/files/gone" wait deleted wait
		[ ! -e "$dir/files/gone" ] || bad "the file is still there"
		# So that there are names again.
		cp "$workloads/unwound" "$dir/files/gone"
		as_recorded gone
		whole gone 1 deleted
	else
		left_out "a deleted file" "only root may open what a process has mapped"
	fi
	# Most users may not open what is mapped, but the program itself.
	as='setpriv --bounding-set -sys_admin,-checkpoint_restore'
	if $as "$PERF" record -q -N -e $event -o "$dir/probe" -- true 2>"$dir/log"; then
		cp "$workloads/unwound" "$dir/files/taken"
		attach taken "$dir/files/taken" wait deleted wait
		cp "$workloads/unwound" "$dir/files/taken"
		as_recorded taken
		whole taken 1 deleted
	else
		left_out "a deleted file, for those who may not open what is mapped" "$(head -n 1 "$dir/log")"
	fi
	as=
	if unshare -m true 2>"$dir/log"; then
		mkdir "$dir/hidden"
		# shellcheck disable=SC2016 # the recorded shell's
		attach hidden unshare -m sh -c \
			'mount -t tmpfs none "$2" && cp "$1" "$2/prog" && exec "$2/prog" wait plain signal wait' \
			sh "$workloads/unwound" "$dir/hidden"
		[ ! -e "$dir/hidden/prog" ] || bad "everybody sees the program"
		cp "$workloads/unwound" "$dir/hidden/prog"
		as_recorded hidden
		whole hidden 1 plain signal
		# It is gone soon, and the shell that has started it; who has started that sees the same files, and stays until the process that reads tables has the file.
		mkfifo "$dir/quick.ctl" "$dir/quick.ack"
		rm "$dir/hidden/prog"
		# shellcheck disable=SC2016 # the recorded shell's
		unwind quick -e $event --call-graph "$mode,repair" --control "fifo:$dir/quick.ctl,$dir/quick.ack" -- unshare -m sh -c \
			'mount -t tmpfs none "$2" && cp "$1" "$2/prog" && sh -c '\''"$0" plain signal; :'\'' "$2/prog"
			for n in $(seq 300); do
				echo ping >"$3.ctl"; read -r _ <"$3.ack"
				for pid in $(cat /proc/$PPID/task/$PPID/children); do
					! grep -qsF "$2/prog" /proc/$pid/maps || exit 0
				done
				sleep 0.1
			done' \
			sh "$workloads/unwound" "$dir/hidden" "$dir/quick"
		cp "$workloads/unwound" "$dir/hidden/prog"
		as_recorded quick
		whole quick 1 plain signal
	else
		left_out "another mount namespace" "$(head -n 1 "$dir/log")"
	fi
}

# Has "jitted" read below code in memory with a frame of NUMBER bytes, or without any (0), and waits until the samples of that are in the file.
jit_reads()	# NUMBER
{
	nr_done=$((nr_done + 1)) size=$(stat -c %s "$dir/jitted.data")
	echo "$1" >&7
	wait_for "jitted has read" "[ \$(grep -c done '$dir/jitted.out') = $nr_done ]"
	wait_for "its samples are written" "[ \$(stat -c %s '$dir/jitted.data') -gt $size ]"
}

# Code in memory is believed where it was the same before and after; of other samples the stack has a mark, and no frame that was not there.
judge_memory()	# NUMBERS: bytes of the frames
{
	nr_done=0
	mkfifo "$dir/jit.go" "$dir/jit.ctl" "$dir/jit.ack"
	exec 7<>"$dir/jit.go" 8<>"$dir/jit.ctl" 9<>"$dir/jit.ack"
	"$workloads/jitted" <"$dir/jit.go" >"$dir/jitted.out" 7>&- 8>&- 9>&- &
	pid=$!
	"$PERF" record -N -c 1 -e $event --call-graph "$mode,repair" -o "$dir/jitted.data" -D -1 \
		--control "fifo:$dir/jit.ctl,$dir/jit.ack" -p $pid >"$dir/jitted.log" 2>&1 7>&- &
	perf=$!
	echo enable >&8
	read -r _ <&9
	# Twice each, with a round of the rings in between at least.
	for room in "$@"; do
		for read in $room 0 $room; do
			jit_reads $read
		done
	done
	# Code that mremap() has moved over a function of the program: no record of the kernel's says so.
	jit_reads -64
	jit_reads 0
	jit_reads -64
	echo stop >&8
	wait $perf || bad "record -p for code in memory: $(cat "$dir/jitted.log")"
	kill $pid
	wait $pid 2>/dev/null || :
	exec 7>&- 8>&- 9>&-
	as_recorded jitted
	chains jitted $((20 * $# + 20)) '' 'last;from_memory;' '(read|__libc_read|__read)[^;]*;last;from_memory;([^;]*;(run;main;[^;]*;([^;]*;)?_start;)?)?$'
	"$PERF" script --no-inline -F comm,ip,sym -i "$dir/jitted.data" >"$dir/jitted.read" 2>"$dir/log" || bad "$(cat "$dir/log")"
	marks=$(grep -cE '^# \[caller missing: (no unwind table for|the stack contradicts itself)' "$dir/jitted.read") || :
	whole=$(grep -c ' run$' "$dir/jitted.read") || :
	nr=$(grep -c ' from_memory$' "$dir/jitted.read") || :
	[ "$nr" = $((whole + marks)) ] || bad "of $nr stacks with code in memory $whole are whole, and $marks have marks"
	! grep -q victim "$dir/jitted.read" || bad "what is not there any more is shown: $(grep -c victim "$dir/jitted.read") of 20 times"
	[ "$whole" -ge $((10 * $#)) ] || bad "of $nr stacks with code in memory only $whole are whole"
}

# The process that reads tables: what it may do; and that its end costs nothing.
judge_helper()
{
	cat >"$dir/kill.sh" <<-'END'
	# PROGRAM DIR: run by perf record, whose other child is the process
	"$1" plain
	helper=
	for tries in 1 2 3 4 5 6 7 8 9 10; do
		for pid in $(cat /proc/$PPID/task/$PPID/children); do
			! grep -q '^Seccomp:.2' /proc/$pid/status || helper=$pid
		done
		[ -z "$helper" ] || break
		sleep 0.5
	done
	[ -n "$helper" ] || exit 3
	cat /proc/$helper/status >"$2/status"
	# It may have been handed a file just now, which it closes when it has mapped it.
	for tries in 1 2 3 4 5 6 7 8 9 10; do
		ls /proc/$helper/fd >"$2/fds" 2>/dev/null || { rm -f "$2/fds"; break; }
		[ "$(wc -l <"$2/fds")" != 1 ] || break
		sleep 0.2
	done
	kill -9 $helper
	"$1"
	"$1" plain
	END
	unwind killed -e $event --call-graph "$mode,repair" -- sh "$dir/kill.sh" "$workloads/unwound" "$dir"
	[ -e "$dir/status" ] || { bad "the process was not found: $(cat "$dir/killed.log")"; return 0; }
	whole killed 3 plain
	whole killed 1 signal sort thread library child again
	grep -q 'process that reads unwind tables ended 1 times; another took its place' "$dir/killed.log" ||
		bad "that it was killed is not told: $(cat "$dir/killed.log")"
	for want in '^NoNewPrivs:.1$' '^Seccomp:.2$' '^CapEff:.0*$' '^CapPrm:.0*$'; do
		grep -q "$want" "$dir/status" || bad "the process has rights: no $want in $(cat "$dir/status")"
	done
	! grep -qE '^Uid:.*\b0\b' "$dir/status" || bad "the process is root's: $(grep Uid "$dir/status")"
	[ ! -e "$dir/fds" ] || [ "$(wc -l <"$dir/fds")" = 1 ] || bad "the process has files: $(cat "$dir/fds")"
}

# Frame pointers alone make files not much smaller: what the callers take that these miss is counted out, 8 bytes each.
judge_size()
{
	for words in "$mode" "$mode,repair"; do
		unwind size -B -e $event --call-graph "$words" -- "$workloads/wrapped" 300
		echo "$(stat -c %s "$dir/size.data") $(grep -cE '^[[:space:]]+[0-9a-f]+ ' "$dir/size.script")"
	done >"$dir/sizes"
	awk '{ n[NR] = $1; frames[NR] = $2 } END { exit !(NR == 2 && n[2] <= 1.3 * (n[1] + 8 * (frames[2] - frames[1]))) }' "$dir/sizes" ||
		bad "sizes of the files, and frames: $(cat "$dir/sizes")"
}
