# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about recordings that the writers of tests/build make: python3 that finds them.
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" TZ=UTC

# The kernel of recordings that do not say which one it was is taken for this one, whose 200,000 names it writes anew for each
# process. Suites that want none of them have a kernel of three.
small_kernel()
{
	mkdir -p "$dir/.proc"
	printf 'ffffffff81000000 T _text\nffffffff81000000 T _stext\nffffffff82000000 T _etext\n' > "$dir/.proc/kallsyms"
	export PROCFS_PATH="$dir/.proc"
}

# A scenario: a thread that waits, is woken and runs again, and one of the kernel that is preempted.
two_turns()
{
	cat <<- 'END'
	cpus 2
	start 1000
	step 10
	event sched:sched_switch switches
	event sched:sched_waking wakings
	task 5 comm=five stack=0x400100
	task 6 kthread comm=six stack=0
	cpu 0 switch 5
	5 enter
	cpu 0 switch idle D kernel=0xffffffff81000100
	cpu 1 switch 6
	cpu 1 wake 5
	cpu 1 switch 5 R+ kernel=0xffffffff81000200
	5 return
	cpu 0 switch 6
	END
}

# A scenario: two samples of a server have their user half, and one of a client has lost its.
one_orphan()
{
	cat <<- 'END'
	event one type=software config=0
	event two type=hardware config=1
	task 100 comm=server stack=0x400100,0x400200
	task 101 comm=client stack=0x400300
	100 enter
	100 sample one kernel=0xffffffff81000010
	100 sample two kernel=0xffffffff81000020
	100 return
	101 enter
	101 sample one kernel=0xffffffff81000030
	101 return drop
	101 enter
	101 return
	END
}

# The names of functions of process 77, below $dir/root.
early_and_late_names()
{
	mkdir -p "$dir/root/tmp"
	cat > "$dir/root/tmp/perf-77.map" <<- 'END'
	7f0000001000 100 early
	7f0000002000 100 late
	7f0000003000 100 main
	END
}

# The beginning of a program that writes samples of it: f, its events e, threads 77 and 78.
early_and_late_writer()	# EVENT...
{
	echo "names = '$*'.split()"
	cat <<- 'END'
	import sys
	from perfwrite import *
	f = Writer("<", "x86_64")
	fields = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN
	e = [f.event(sample_type=fields, name=name, config=n, flags=1 << 18) for n, name in enumerate(names)]
	for tid, name in (77, "web"), (78, "worker"):
	    f.comm(77, tid, name)
	f.mmap2(77, 77, 0x7f0000000000, 0x10000, 0, "//anon")
	END
}

# The source of a program with the functions that pack_truth.py records, one of them inlined.
pack_program()
{
	cat <<- 'END'
	static inline __attribute__((always_inline)) int twice(int n)
	{
		return n * 2 + n / 7;
	}
	__attribute__((noinline)) int leaf(int n)
	{
		return twice(n) + twice(n + 1);
	}
	__attribute__((noinline)) int work(int n)
	{
		return leaf(n) + leaf(n + 3) + 1;
	}
	int main(int argc, char **argv)
	{
		(void)argv;
		return work(argc) + 1;
	}
	END
}
