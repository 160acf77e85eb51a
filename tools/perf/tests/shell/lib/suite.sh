# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What every suite shares. Sourced first, with PERF and PERF_TEST_DIR set as `perf test` does it: $dir, a folder that is
# removed at the end, and the functions below. A suite that has called bad() cannot pass, however it ends.

# The other files of this folder begin with this one.
[ -z "${suite_dir:-}" ] || return 0
suite_dir=$(mktemp -d)
# shellcheck disable=SC2034 # for the suites
dir=$suite_dir

# Suites start Python some two thousand times, and need nothing but its own library. Without a look for modules that others have
# installed (-S) it starts in two thirds of the time. The system's is preferred: one of a version manager can take ten times as long.
suite_python=$(command -v /usr/bin/python3 || command -v python3 || :)
if [ -n "$suite_python" ]; then
	mkdir "$suite_dir/.bin"
	printf '#!/bin/sh\nexec "%s" -S "$@"\n' "$suite_python" >"$suite_dir/.bin/python3"
	chmod +x "$suite_dir/.bin/python3"
	export PATH="$suite_dir/.bin:$PATH"
fi

# What a suite has to put back when it ends; those that have something define it anew.
at_end()
{
	:
}

# lib/look.sh has another.
look_ends()
{
	:
}

suite_ends()
{
	suite_status=$?
	set +e
	at_end
	look_ends
	if [ -e "$suite_dir/.failed" ]; then
		case $suite_status in
		0 | 77) suite_status=1 ;;
		esac
	fi
	rm -rf "$suite_dir"
	exit "$suite_status"
}
trap suite_ends EXIT

# Something is not as it should be; the suite goes on, also out of a pipe or a ( ), and fails in the end.
bad()	# TEXT...
{
	echo "FAILED: $*"
	: > "$suite_dir/.failed"
}

# The same, and nothing that follows makes sense.
fail()	# TEXT...
{
	bad "$@"
	exit 1
}

# The end of a suite whose last command's status says nothing.
finish()
{
	exit 0
}

# One part cannot be tested here, which the suite's line tells; the others go on.
left_out()	# PART WHY
{
	echo "left out: $1: $2"
}

# This cannot be tested here. Where it must be possible, suite_never_skips says why.
skip()	# WHY
{
	[ -z "${suite_never_skips:-}" ] || fail "nothing may be skipped, as $suite_never_skips: $*"
	echo "$*"
	exit 77
}

# Prints the path of the first perf that is installed and is not $PERF, if there is one.
other_perf()
{
	for folder in $(echo "$PATH" | tr : ' ') /usr/bin; do
		if [ -x "$folder/perf" ] && [ "$(readlink -f "$folder/perf")" != "$(readlink -f "$PERF")" ]; then
			echo "$folder/perf"
			return
		fi
	done
}

# Runs what traces perf (strace, gdb). LeakSanitizer cannot look into a process that is traced already, and ends it.
traced()	# COMMAND...
{
	ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" "$@"
}

# A command whose memory is looked at. (A sanitizer keeps what was freed, up to 256 MB if nobody says less: memory would seem to grow.)
measured()	# COMMAND...
{
	ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=1" "$@"
}

# In a build with sanitizers the search for leaks at the end of a perf takes a third of most runs. In scripts it is made by suites that
# call this: together they have every command with most of its options. (In suites in C it always is.)
find_leaks()
{
	export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=1"
}
[ -z "${PERF_TEST_AGAIN:-}" ] || [ -n "${PERF_TEST_LONG:-}" ] || export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

# All suites run again in a build with sanitizers (PERF_TEST_AGAIN is set then). This one would tell nothing new: WHY.
not_again()	# WHY
{
	[ -z "${PERF_TEST_AGAIN:-}" ] || skip "again it would tell nothing new: $*"
}

# Nor does each of them each time: a quarter of those in scripts runs there for a commit, the others for others (PERF_TEST_QUARTER). Those
# whose matter is input that does harm always do: a comment in them says it.
if [ -n "${PERF_TEST_AGAIN:-}" ] && [ -n "${PERF_TEST_QUARTER:-}" ] && ! grep -q '^# Sanitizers: each time' "$0"; then
	suite_sum=$(printf %s "${0##*/}" | cksum)
	[ $((${suite_sum%% *} % 4)) = "$PERF_TEST_QUARTER" ] || skip "it runs under sanitizers for other commits"
fi

need_tools()	# PROGRAM...
{
	for suite_tool in "$@"; do
		command -v "$suite_tool" > /dev/null || skip "$suite_tool is not installed"
	done
}

# The same where only a part needs them, which may be left out.
have_tools()	# PART PROGRAM...
{
	suite_part=$1
	shift
	for suite_tool in "$@"; do
		command -v "$suite_tool" > /dev/null || { left_out "$suite_part" "$suite_tool is not installed"; return 1; }
	done
}

# As perf check names them.
need_features()	# NAME...
{
	for suite_feature in "$@"; do
		"$PERF" check feature -q "$suite_feature" || skip "this perf was built without $suite_feature"
	done
}

# The processes that pgrep finds, but for those that open files for others of perf. The newest is mostly the last.
perfs() # OPTIONS-OF-PGREP...
{
	pgrep "$@" | grep -vxF "$(pgrep -x perf-deputy || echo none)"
}

# Comes back when COMMANDS succeed. That something has happened is waited for in this way, and never for a time in which
# an idle machine would have done it: two minutes are only what ends a suite that would wait for ever.
wait_for()	# WHAT COMMANDS
{
	suite_tries=0
	until eval "$2"; do
		suite_tries=$((suite_tries + 1))
		[ $suite_tries -lt 2400 ] || fail "two minutes later there is still not: $1"
		sleep 0.05
	done
}
