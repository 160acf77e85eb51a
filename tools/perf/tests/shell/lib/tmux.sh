# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about screens: a terminal that tmux has, with a shell in it, keys that are sent there, and what is to be seen.
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools tmux
unset TMUX NO_COLOR ESCDELAY PERF_PAGER PAGER || true
export PERF_CONFIG=/dev/null
tmux_locale=$(locale -a 2> /dev/null | grep -i -m 1 -e '^C\.utf-\?8$' -e '\.utf-\?8$') || skip "there is no locale with UTF-8"

tmux_number=0
in_tmux()
{
	tmux -L "perf-$$-$tmux_number" -f /dev/null "$@"
}
at_end()
{
	in_tmux kill-server 2> "$dir/.tmux" || :
}

terminal()	# WIDTH HEIGHT [VARIABLE=VALUE]...: a new one
{
	in_tmux kill-server 2> "$dir/.tmux" || :
	# A server takes clients until it has ended, and leaves them alone then: each terminal has its own.
	tmux_number=$((tmux_number + 1))
	tmux_x=$1 tmux_y=$2
	shift 2
	# What the server has is what every terminal of it has.
	env LC_ALL="$tmux_locale" tmux -L "perf-$$-$tmux_number" -f /dev/null new-session -d -x "$tmux_x" -y "$tmux_y" \
		"cd '$dir' && exec env LC_ALL=$tmux_locale PS1='READY ' PERF='$PERF' PERF_CONFIG=/dev/null $* sh -i"
	see "READY"
	# The shell's end is the end of what it started.
	tmux_shell=$(in_tmux display-message -p '#{pane_pid}')
}
keys()
{
	in_tmux send-keys "$@"
}
# As terminals of TERM=screen and tmux tell of the mouse: a byte of its own for each of the two numbers, from 1.
tell_mouse()	# BUTTON COLUMN LINE
{
	# shellcheck disable=SC2059 # these are the bytes
	keys -l "$(printf "\\033[M\\$(printf %o "$1")\\$(printf %o $(($2 + 32)))\\$(printf %o $(($3 + 32)))")"
}
click()	# COLUMN LINE
{
	tell_mouse 32 "$1" "$2"
	tell_mouse 35 "$1" "$2"
}
screen()	# what is on it, without blanks at the ends of lines
{
	in_tmux capture-pane -p | sed 's/ *$//'
}
see()	# PATTERN [WHAT]
{
	tmux_pattern=$1
	tmux_tries=0
	until screen > "$dir/screen" && grep -q -e "$tmux_pattern" "$dir/screen"; do
		tmux_tries=$((tmux_tries + 1))
		[ $tmux_tries -lt 600 ] || fail "${2:-the screen} does not show '$tmux_pattern': $(cat "$dir/screen")"
		sleep 0.05
	done
}
unseen()	# PATTERN [WHAT]
{
	tmux_pattern=$1
	tmux_tries=0
	until screen > "$dir/screen" && ! grep -q -e "$tmux_pattern" "$dir/screen"; do
		tmux_tries=$((tmux_tries + 1))
		[ $tmux_tries -lt 600 ] || fail "${2:-the screen} still shows '$tmux_pattern': $(cat "$dir/screen")"
		sleep 0.05
	done
}
# Has the shell run COMMANDS, which open no screen, and waits for their end. That of others may be to be seen still, and so is what was
# typed.
in_shell()	# COMMANDS [WHAT]
{
	tmux_nr=$((${tmux_nr:-0} + 1))
	keys "clear; $1; echo E''ND$tmux_nr" Enter
	see "^END$tmux_nr\$" "${2:-$1}"
}
same_screen()	# WHAT < what is to be on it, but for empty lines at the end
{
	cat > "$dir/want"
	tmux_tries=0
	until screen | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' > "$dir/screen" && cmp -s "$dir/want" "$dir/screen"; do
		tmux_tries=$((tmux_tries + 1))
		[ $tmux_tries -lt 300 ] || fail "$1: $(diff "$dir/want" "$dir/screen")"
		sleep 0.05
	done
}
# The process of perf that the terminal's shell has started.
perf_in_terminal()
{
	ps -o pid=,ppid=,comm= -A | awk -v shell="$tmux_shell" '$2 == shell && $3 != "sh" { print $1 }'
}
