#!/bin/sh
# perf top on a terminal: live rows, a closer look at them while the rest goes on, stopped and continued, sizes, one process after the other
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_features libncursesw
"$PERF" record -q -e cpu-clock -o "$dir/try" -- true > "$dir/log" 2>&1 || skip "$(head -n 1 "$dir/log")"

# It has a CPU for a fifth of the time: this suite takes a while, and others want to run.
"$PERF" test -w noploop 3600 &
busy=$!
(while kill -CONT $busy; sleep 0.05; kill -STOP $busy; do sleep 0.2; done) 2> "$dir/.turns" &
at_end()
{
	in_tmux kill-server 2> "$dir/.tmux" || :
	kill -KILL $busy
}
top() { # OPTIONS...
	keys "clear; \$PERF top -e cpu-clock -F 499 $* 2> err; echo LEFT \$?" Enter
}
# No process of it goes on.
ended() { # WHAT
	see '^LEFT 0$' "$1"
	[ ! -s "$dir/err" ] || bad "$1: $(cat "$dir/err")"
	wait_for "the end of all processes: $1" '! pgrep -f "top -e cpu-clock -F 499 $1" > "$dir/log"'
}

mkdir "$dir/tmp"
terminal 130 20 TMPDIR="$dir/tmp"
top -d 0.3 -p $busy -g
see '^PerfTop: [1-9][0-9]*/s, kernel .*, lost 0, callers missing .*, own CPU .*, \[499Hz cpu-clock\], (pid: ' "the head"
see '%  perf  *\[\.\] noploop$' "a row"
see '^q: leave .* Enter, or another key: walk around in these rows' "the last line"
# The key that begins the look is the first one of the screen. If it does not come, what each process does is told.
keys End
tries=0
until screen > "$dir/screen" && grep -q '^h: help .* row \([0-9]*\)/\1$' "$dir/screen"; do
	tries=$((tries + 1))
	[ $tries -lt 400 ] || fail "the last row: $(cat "$dir/screen"
		ps -A -o pid=,ppid=,stat=,wchan=,args= | grep 'top -e cpu-clock -F 499')"
	sleep 0.05
done
see "^Samples: .* of event 'cpu-clock'" "a closer look"
keys p
see '^Single samples are not kept here: perf record keeps them' "samples"
keys f
see '^ *main *$' "a flame graph"
screen | grep -q noploop || bad "a flame graph: $(screen)"
keys Escape
see '^h: help' "back from the flame graph"
# Whoever stops it gets a shell, and later the same screen.
keys C-z
see 'Stopped' "Ctrl-Z during a look"
keys "fg; echo LEFT \$?" Enter
see '^h: help .* row ' "continued"
keys i
see 'What happens meanwhile is counted' "what is known of the rows"
keys Escape
unseen 'What happens meanwhile'
keys Escape
see '^PerfTop: ' "back"
see '%  perf  *\[\.\] noploop$' "rows, afterwards"
in_tmux resize-window -x 60 -y 8
see '^q: leave' "a smaller terminal"
[ "$(screen | wc -l)" = 8 ] || bad "a smaller terminal: $(screen)"
keys C-z
see 'Stopped' "Ctrl-Z"
keys "fg; echo LEFT \$?" Enter
see '^PerfTop: ' "continued, live"
keys q
ended "-d 0.3 -p $busy"
[ "$(in_tmux display-message -p '#{alternate_on}')" = 0 ] || bad "the terminal is still the screen's"
# The first rows are there when samples are, however long it is until the next ones.
top -d 100000 -p $busy
see '[0-9]%  .*\[[.k]\] ' "the first rows"
keys q
ended "-d 100000 -p $busy"

in_tmux resize-window -x 130 -y 20
# The rows stand still, and are what is looked at then.
top -d 0.2 -p $busy
see 'noploop$'
keys Space
see '^Paused; all is counted\.' "paused"
keys End
see '^h: help .* row \([0-9]*\)/\1$' "the last row of what stood still"
see 'noploop$' "a look at what stood still"
keys Escape
see '^q: leave   Space: pause' "live again"
keys Space
see '^Paused; all is counted\.' "paused again"
keys Space
see '^q: leave   Space: pause' "on again"

# The last seconds: saved, and looked at as a recording is, with single samples and times.
keys S
see '^The last seconds are in perf\.data\.2[0-9]*$' "saved"
saved="$dir/$(sed -n 's/^The last seconds are in //p' "$dir/screen")"
"$PERF" script -i "$saved" -F comm,ip,sym > "$dir/text" 2> "$dir/log" || bad "the saved recording: $(cat "$dir/log")"
grep -q 'perf .* noploop' "$dir/text" || bad "the saved recording: $(head -n 5 "$dir/text")"
keys T
see "^h: help .* row 1/" "the last seconds"
keys T
see '^cpu-clock: [0-9]* samples, .* s \[' "times"
keys C-z
see 'Stopped' "Ctrl-Z in the last seconds"
keys "fg; echo LEFT \$?" Enter
see '^cpu-clock: [0-9]* samples, .* s \[' "continued"
keys Escape
see '^h: help'
[ -n "$(find "$dir/tmp" -name perf.data)" ] || bad "nothing is in the temporary folder"
keys q
see '^q: leave   Space: pause' "live, afterwards"
[ -z "$(ls "$dir/tmp")" ] || bad "left behind: $(ls "$dir/tmp")"
keys Space
see '^Paused'
keys T
see "^h: help .* row 1/" "the last seconds, from a pause"
# Who ends it from outside ends that, too.
kill -TERM "$(perf_in_terminal)"
ended "-d 0.2 -p $busy"
[ -z "$(ls "$dir/tmp")" ] || bad "left behind at the end: $(ls "$dir/tmp")"
# A temporary folder whose name the recorder cannot be told.
long=$dir/$(printf '%0250d/%0250d' 0 0)
mkdir -p "$long"
in_shell "export TMPDIR=$dir/\$(printf '%0250d/%0250d' 0 0)"
top -d 0.2 -p $busy
see 'noploop$'
keys T
see '^No last seconds: the name of the temporary folder (TMPDIR) is too long'
keys q
ended "-d 0.2 -p $busy"
[ -z "$(ls "$long")" ] || bad "left behind in a folder with a long name: $(ls "$long")"
in_shell "export TMPDIR=$dir/tmp"
top -d 0.2 --no-last -p $busy
see 'noploop$'
keys T
see '^No last seconds: they are not kept: start perf top with --last 30s'
keys q
ended "-d 0.2 --no-last -p $busy"

# What chooses rows, and how code is shown, is handed on.
top -d 0.2 --comms perf --no-source --asm-raw -M intel -p $busy
see 'noploop$'
keys T
see "^h: help .* row 1/" "the last seconds, with options"
cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\0' ' ' | grep -q "[r]eport --tui .*--no-source --asm-raw --disassembler-style=intel .*$dir/tmp.* --comms perf" ||
	bad "options that are not handed on: $(cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\0' ' ' | grep -o 'report --tui .*')"
keys q
see '^q: leave   Space: pause'
keys q
ended "-d 0.2 --comms perf --no-source --asm-raw -M intel -p $busy"

# q leaves from a look, too.
top -d 0.2 -p $busy
see 'noploop$'
keys Enter
see '^h: help'
keys q
ended "-d 0.2 -p $busy"

# Who ends it from outside need not wait for whoever looks.
top -d 0.2 -p $busy
see 'noploop$'
keys Enter
see '^h: help'
kill -TERM "$(perf_in_terminal)"
ended "-d 0.2 -p $busy"

# Processes follow each other, and the screen is that of each in turn; what they know grows by tasks that come and go.
if command -v pgrep > "$dir/log"; then
	sh -c 'while :; do /bin/true; done' &
	many=$!
	sleep 3600 &
	ends=$!
	terminal 100 20
	top -z -d 0.2 --renew-at=1 -p $busy,$ends,$many
	see 'noploop$'
	# The next process does without it.
	kill $ends
	main=$(perf_in_terminal)
	# shellcheck disable=SC2034 # in what is waited for
	first=$(pgrep -o -P "$main")
	# shellcheck disable=SC2016,SC2034 # expanded as often as it is asked
	wait_for "another process to show the rows" '! kill -0 "$first" 2> "$dir/log"'
	kill $many
	unseen '  true  ' "tasks that have ended"
	see '^PerfTop: .*lost 0' "the next one's head"
	see 'noploop$' "the next one's rows"
	# A key may be lost while one process gives the terminal to the next.
	# shellcheck disable=SC2016 # expanded as often as it is asked
	wait_for "a look at the next one's rows" 'keys End; sleep 0.2; screen | grep -q "^h: help"'
	keys q
	ended "-z -d 0.2"
fi

# One that is killed takes the screen with it, not the terminal.
top -d 0.4 -p $busy
see 'noploop$'
keys Enter
see '^h: help'
kill -KILL "$(perfs -f "top -e cpu-clock -F 499 -d 0.4 -p $busy" | tail -n 1)"
see '^LEFT 1$' "a look that was killed"
grep -q 'the process that showed the rows was ended by signal 9' "$dir/err" || bad "a look that was killed: $(cat "$dir/err")"
in_shell 'stty -a | grep -o " echo "' "the terminal's modes"

# Text where there can be no screen.
top -d 0.2 --iterations 1 -p $busy --stdio
see 'PerfTop:  ' "--stdio"
see '^LEFT 0$'
keys "clear; TERM=dumb \$PERF top -e cpu-clock -d 0.2 --iterations 1 -p $busy; echo LEFT \$?" Enter
see 'PerfTop:  ' "TERM=dumb"
see '^LEFT 0$'
in_shell "\$PERF top --tui --json -e cpu-clock -d 0.2 --iterations 1 -p $busy > json 2> err"
grep -q 'no screen for --tui, the output is text: --json is text' "$dir/err" || bad "--tui --json: $(cat "$dir/err")"
finish
