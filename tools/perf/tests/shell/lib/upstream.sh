# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Recordings of upstream's perf, as a distribution has installed it. Sourced, with PERF set as `perf test` does it; sets
# $upstream, that program, or skips the test if there is none.

# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

upstream=$(other_perf)
[ -n "$upstream" ] || skip "no other perf is installed"

# shellcheck disable=SC2016	# the counting is the recorded shell's
work='i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done; ls -R /usr/bin'

# Records into $dir/NAME, and has upstream read it with its command $reader (and its options). What upstream
# cannot record here, or not without an accident of its own, is not tested.
record()	# NAME ARGS...
{
	name=$1 tries=0
	shift
	# Debian 12's perf is now and then ended by its stack protector: another try tells whether it can.
	# shellcheck disable=SC2154 # the test sets it
	until "$upstream" record -o "$dir/$name" "$@" -- sh -c "$work" > /dev/null 2> "$dir/err"; do
		[ $? -gt 128 ] && [ $((tries += 1)) -lt 9 ] || return 1
	done
	# shellcheck disable=SC2086,SC2154 # words by design; the test sets it
	[ -s "$dir/$name" ] &&
		"$upstream" $reader -i "$dir/$name" > /dev/null 2>&1
}

# A sample whose thread the kernel had forgotten already names none; what upstream calls that, as ours calls it. Filters its text.
no_thread()
{
	sed -E 's/(^|[[:blank:]]):-1([[:blank:]]|$)/\1[no-thread]\2/'
}

# Makes $dir/gone, where one of the samples is such a one: whether there is one in what is recorded here is a matter of chance.
make_gone()
{
	PYTHONPATH=$PERF_TEST_DIR/build python3 - "$dir/made" <<-'END'
		import sys
		from perfwrite import *
		f = Writer("<", "x86_64")
		e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER, name="cpu-clock")
		f.comm(10, 10, "here", time=5)
		for i, task in enumerate((10, -1, 10, 10)):
		    f.sample(e, ip=0xffffffff81000100, pid=task, tid=task, time=(i + 1) * 1000, cpu=i & 1, period=7)
		f.write(sys.argv[1])
	END
	# As perf writes it, with attrs that older ones take.
	"$PERF" inject -i "$dir/made" -o "$dir/gone" 2> "$dir/err" || fail "inject: $(cat "$dir/err")"
}
