# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Recordings of another perf. Sourced, with PERF set as `perf test` does it; sets peer, that perf, or skips
# the test if there is none, and dir, a folder that is removed at the end.

peer=
for dir in $(echo "$PATH" | tr : ' ') /usr/bin; do
	if [ -x "$dir/perf" ] && [ "$(readlink -f "$dir/perf")" != "$(readlink -f "$PERF")" ]; then
		peer=$dir/perf
		break
	fi
done
[ -n "$peer" ] || { echo "no other perf is installed"; exit 2; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail()	# text...
{
	echo "FAILED: $*"
	exit 1
}

# shellcheck disable=SC2016	# the counting is the recorded shell's
work='i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done; ls -R /usr/bin'

# Records into $dir/NAME, and has the peer read it with its command $reader (and its options). What the peer
# cannot record here, or not without an accident of its own, is not tested.
record()	# NAME ARGS...
{
	name=$1
	shift
	# shellcheck disable=SC2086,SC2154 # words by design; the test sets it
	"$peer" record -o "$dir/$name" "$@" -- sh -c "$work" > /dev/null 2> "$dir/err" &&
		[ -s "$dir/$name" ] &&
		"$peer" $reader -i "$dir/$name" > /dev/null 2>&1
}
