# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the live tests of perf record share. Sourced, with PERF set as `perf test` does it.

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0
# `perf test` gives all tests one build-id cache; without it each has its own.
export PERF_BUILDID_DIR="${PERF_BUILDID_DIR:-$dir/debug}"

bad()	# text...
{
	echo "FAILED: $*"
	status=1
}

# Ends the test with the reason when events cannot be opened here.
need_events()
{
	"$PERF" record -q -e cpu-clock -o "$dir/probe" -- true > "$dir/probe.log" 2>&1 && return
	sed 's/^perf record: //' "$dir/probe.log" | head -n 1 | cut -c 1-100
	exit 2
}

# Keeps a processor busy for some tenths of a second.
spin()
{
	echo 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done'
}

# The number of samples of the closing line in file $1.
said()
{
	sed -n 's/^\[ perf record: Captured and wrote [0-9.]* MB .* (\([0-9]*\) samples).* \]$/\1/p' "$1"
}

# Another perf, if there is one: the reader of reference.
other_perf()
{
	for other in /usr/bin/perf /usr/bin/perf_*; do
		[ -x "$other" ] && "$other" --version > /dev/null 2>&1 && ! [ "$other" -ef "$PERF" ] ||
			continue
		echo "$other"
		return
	done
}

# Samples that reader $1 (ours, other, python) finds in file $2.
samples_of()
{
	case $1 in
	ours) "$PERF" script -i "$2" -F tid,time 2> /dev/null | grep -c . ;;
	# In a pipe it knows the events too late for -F.
	other)
		if [ "$2" = - ]; then
			"$(other_perf)" script -i - 2> "$dir/other.err" | grep -c '^[^[:space:]#].*: '
		else
			"$(other_perf)" script -i "$2" -F tid,time 2> "$dir/other.err" | grep -c .
		fi ;;
	python) python3 "$PERF_TEST_DIR/build/perfdata.py" --summary "$2" |
		sed 's/.*"samples": \([0-9]*\).*/\1/' ;;
	esac
}
