#!/bin/sh
# perf defer explain: the first line names the cause, of made recordings and of programs; what is not known is told
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
need_tools gcc readelf

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"
scenarios=$PERF_TEST_DIR/build/explain_scenarios.py
python3 -B "$scenarios" make "$dir" || fail "explain_scenarios.py"

explain() { # FILE ARGS...
	file=$1
	shift
	"$PERF" defer explain --kallsyms kallsyms -i "$file" "$@" > out 2> err || bad "$file: exit status $?: $(cat err)"
}
for data in *.data; do
	name=${data%.data}
	explain "$data" --json
	python3 -B "$scenarios" check "$name" out 2> why || bad "$name: $(tail -n 1 why)"
done

# --- the text ---
explain lock.data
cat > want << 'E'
Mostly waiting for a lock: 39.2 % of the time in which there was something to do; most of it in take_lock of 't11', ended by 't10'.
Then running 60.8 %.
2 threads had something to do for 18.000 ms, and nothing to do for 0.000 ms.

Where the time of each thread went:

 running    lock          ms  thread
  100.0%    0.0%       9.000  t10 (10)
   21.7%   78.3%       9.000  t11 (11)

The stacks that matter, the innermost function first:

E
head -n "$(wc -l < want)" out | diff want - > differs || bad "the text: $(cat differs)"
grep -qx ' 2\.  39.2 %  t11 waiting for a lock, 7.050 ms, in do_futex()' out || bad "the stack: $(cat out)"
grep -q '^    ended by t10, ' out || bad "nobody ended it: $(cat out)"
explain false-sharing.data
cat > want << 'E'
Cache lines that CPUs take from each other: 8 of 14 sampled loads found theirs changed by another CPU, 87.0 % of all their cycles

    0x7f0000000040, 87.0 %, false sharing: no two threads have accesses that begin at the same byte
        t10 (10) at +8, in bump_a
        t11 (11) at +16, in bump_b

E
sed -n '/^Cache lines/,/^$/p; /^    0x7f/,/^$/p' out | diff want - > differs || bad "false sharing: $(cat differs)"
explain lock.data --stacks=1 -c t10
grep -q 'lock' out && bad "-c: $(cat out)"
"$PERF" defer explain --kallsyms kallsyms -i - < lock.data > piped 2> err || bad "a pipe: $(cat err)"
explain lock.data
cmp -s out piped || bad "a pipe says something else: $(diff out piped)"
# Without the kernel's names it is not known for what a thread waited, and that is said.
: > nothing
"$PERF" defer explain --kallsyms nothing -i lock.data > out 2> err || bad "no names: $(cat err)"
grep -q '^Mostly waiting in the kernel, without names that would tell for what: ' out || bad "no names: $(cat out)"
grep -q "the kernel's functions have no names" out || bad "no names are not told: $(cat out)"

# --- damage ---
head -c $(($(wc -c < lock.data) - 100)) lock.data > ./cut
got=0
"$PERF" defer explain --kallsyms kallsyms -i cut > out 2> err || got=$?
[ $got = 2 ] || bad "a recording that is cut: exit status $got: $(cat err)"
grep -q 'damaged records' out || bad "a recording that is cut: $(cat out)"
"$PERF" defer explain -i nothing > out 2> err && bad "an empty file"
python3 - << 'E'
import random
for seed in range(8):
    random.seed(seed)
    data = bytearray(open("pipe.data", "rb").read())
    for _ in range(20):
        data[random.randrange(104, len(data))] = random.randrange(256)
    open(f"bad.{seed}", "wb").write(data)
E
for damaged in bad.?; do
	got=0
	"$PERF" defer explain --json --stacks=0 -i "$damaged" > out 2> err || got=$?
	[ $got -le 2 ] || bad "$damaged: exit status $got: $(tail -n 5 err)"
done

# --- programs, as they are recorded here: each does what it is called, whatever else the machine does ---
cat > work.c << 'E'
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *p)
{
	int i;

	for (i = 0; i < 20; i++) {
		pthread_mutex_lock(&lock);
		usleep(1000);
		pthread_mutex_unlock(&lock);
	}
	return p;
}

static int locks(void)
{
	pthread_t t[3];
	int i;

	for (i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, hold, NULL);
	for (i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}

static int pipes(void)
{
	int there[2], back[2], i;
	char c = 0;

	if (pipe(there) || pipe(back))
		return 1;
	if (!fork()) {
		close(there[1]);
		while (read(there[0], &c, 1) == 1 && write(back[1], &c, 1) == 1)
			;
		_exit(0);
	}
	for (i = 0; i < 2000; i++)
		if (write(there[1], &c, 1) != 1 || read(back[0], &c, 1) != 1)
			return 1;
	close(there[1]);
	return wait(NULL) < 0;
}

static int faults(void)
{
	size_t size = 4 << 20, k;
	int i;

	for (i = 0; i < 40; i++) {
		char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		for (k = 0; p != MAP_FAILED && k < size; k += 4096)
			p[k] = 1;
		munmap(p, size);
	}
	return 0;
}

int main(int argc, char **argv)
{
	return argc != 1 || (strstr(argv[0], "locks") ? locks() : strstr(argv[0], "pipes") ? pipes() : faults());
}
E
gcc -g -O1 -fno-omit-frame-pointer -pthread -o locks work.c
cp locks pipes
cp locks faults
if "$PERF" record -q -a --off-cpu --wall -o live -- sh -c './locks; ./pipes; ./faults' > out 2> err; then
	for program in locks pipes faults; do
		"$PERF" defer explain --json -c $program -i live > out.$program 2> err || bad "$program: exit status $?: $(cat err)"
	done
	python3 - << 'E' || bad "programs: $(head -n 30 out.locks out.pipes out.faults)"
import json
for program, cause, least in ("locks", "lock", 20000000), ("pipes", "pipe", 1), ("faults", "faults", 1):
    d = json.load(open("out." + program))
    assert d["time"][cause] >= least or "the kernel's functions have no names" in str(d["not_known"]), (program, d["time"])
    # On a machine with other things to do, they wait for a CPU, or records are lost.
    assert d["causes"][0] in (cause, "cpu", "unknown", "other"), (program, d["causes"])
E
else
	left_out "programs" "$(tail -n 1 err)"
fi
exit 0
