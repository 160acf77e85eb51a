#!/bin/sh
# perf script --dlfilter: what a filter is told, what it may ask, what it decides
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 cc
for include in "$PERF_TEST_DIR/../include" "$(dirname "$PERF")/../include" ''; do
	[ -r "$include/perf/perf_dlfilter.h" ] && break
done
[ -n "$include" ] || skip "perf/perf_dlfilter.h is not installed"

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"
unset PERF_EXEC_PATH

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *

f = Writer("<", "x86_64")
K = 0xffffffff81000000
e = f.event(type=1, config=2, sample_type=S_IP | S_TID | S_TIME | S_ADDR | S_CPU | S_PERIOD | S_CALLCHAIN | S_RAW |
            S_BRANCH_STACK | S_WEIGHT_STRUCT | S_DATA_SRC | S_PHYS_ADDR | S_CGROUP | S_IDENTIFIER, name="faults", ids=[77])
f.record(MMAP, f.pack("iiQQQ", -1, 0, K, 0x10000, K) + f.text("[kernel.kallsyms]_text") + f.sample_id(), MISC_KERNEL)
f.comm(100, 101, "prog")
for n in range(6):
    f.sample(e, misc=MISC_KERNEL, ip=K + 0x1000 * n + 0x10, pid=100, tid=100 + n, time=10**9 + n, addr=K + 0x2004, cpu=n,
             period=1000 + n, chain=[2**64 - 128, K + 0x1000 * n + 0x10, K + 0x20], raw=b"hello, 1", branches=[(1, 2, 2)],
             weight=33 | 5 << 32 | 7 << 48, data_src=0x142, phys_addr=0x1234, cgroup=42)
f.write(sys.argv[1])
E
python3 "$dir/make.py" "$dir/data"
for n in 0 1 2 3 4 5; do
	echo "ffffffff8100${n}000 T f$n"
done > "$dir/kallsyms"

# Says what it sees of the second sample, lets f1 and f4 through; with "early" first also what perf's options
# leave out.
cat > "$dir/filter.c" << 'E'
#include <perf/perf_dlfilter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct perf_dlfilter_fns perf_dlfilter_fns;

int start(void **data, void *ctx)
{
	int nr, i;
	char **args = perf_dlfilter_fns.args(ctx, &nr);

	*data = calloc(1, sizeof(int));
	fprintf(stderr, "start:");
	for (i = 0; i < nr; i++)
		fprintf(stderr, " <%s>", args[i]);
	fprintf(stderr, "%s\n", perf_dlfilter_fns.resolve_ip(ctx) ? " an ip without a sample" : "");
	return nr && !strcmp(args[0], "fail") ? -7 : 0;
}

static void tell(const struct perf_dlfilter_sample *s, void *ctx)
{
	const struct perf_dlfilter_al *at;
	struct perf_dlfilter_al al = { .size = sizeof(al) };
	__u32 line = 1;
	unsigned char code[4];
	const __u8 *insn;
	const char *file;

	fprintf(stderr, "%s %d/%d cpu %d time %llu id %llu period %llu weight %llu %u %u src %llx phys %llx cgroup %llu\n", s->event,
		s->pid, s->tid, s->cpu, s->time, s->id, s->period, s->weight, s->ins_lat, s->p_stage_cyc, s->data_src,
		s->phys_addr, s->cgroup);
	fprintf(stderr, "mode %d misc %d raw %u %.5s branches %llu: %llx -> %llx, chain %llu: %llx %llx vm %d %d flags %x\n",
		s->cpumode, s->misc, s->raw_size, (const char *)s->raw_data, s->brstack_nr, s->brstack[0].from,
		s->brstack[0].to, s->raw_callchain_nr, s->raw_callchain[0], s->raw_callchain[2], s->machine_pid, s->vcpu,
		s->flags);
	at = perf_dlfilter_fns.resolve_ip(ctx);
	fprintf(stderr, "ip %s+%u of %s in %s, %d %d %d\n", at->sym, at->symoff, at->comm, at->dso, at->is_kernel_ip,
		at->is_64_bit, at->sym_binding);
	if (s->addr_correlates_sym)
		fprintf(stderr, "addr %s+%u\n", perf_dlfilter_fns.resolve_addr(ctx)->sym,
			perf_dlfilter_fns.resolve_addr(ctx)->symoff);
	if (!perf_dlfilter_fns.resolve_address(ctx, 0xffffffff81003001ULL, &al))
		fprintf(stderr, "address %s+%u\n", al.sym, al.symoff);
	if (perf_dlfilter_fns.al_cleanup)
		perf_dlfilter_fns.al_cleanup(ctx, &al);
	al.size = 16;
	al.addr = 99;
	if (!perf_dlfilter_fns.resolve_address(ctx, 0xffffffff81003001ULL, &al))
		fprintf(stderr, "old: %s %llu size %u\n", al.sym, al.addr, al.size);
	insn = perf_dlfilter_fns.insn(ctx, &line);
	fprintf(stderr, "attr %llu, insn %s %u, ", perf_dlfilter_fns.attr(ctx)->config, insn ? "known" : "unknown", line);
	file = perf_dlfilter_fns.srcline(ctx, &line);
	fprintf(stderr, "line %s %u, code %d\n", file ? file : "unknown", line,
		perf_dlfilter_fns.object_code(ctx, 0x1000, code, sizeof(code)));
}

int filter_event(void *data, const struct perf_dlfilter_sample *s, void *ctx)
{
	const char *sym = perf_dlfilter_fns.resolve_ip(ctx)->sym;

	++*(int *)data;
	if (s->tid == 101)
		tell(s, ctx);
	if (s->tid == 105)
		return -3;
	return strcmp(sym, "f1") && strcmp(sym, "f4");
}
#ifdef EARLY
int filter_event_early(void *data, const struct perf_dlfilter_sample *s, void *ctx)
{
	(void)data;
	fprintf(stderr, "early %s\n", perf_dlfilter_fns.resolve_ip(ctx)->sym);
	return s->tid == 105 || s->tid == 101;
}
#endif
int stop(void *data, void *ctx)
{
	(void)ctx;
	fprintf(stderr, "stop: %d\n", *(int *)data);
	free(data);
	return 0;
}

const char *filter_description(const char **more)
{
	*more = "At length.";
	return "A filter to test with";
}
E
build() { # NAME OPTIONS...
	name=$1
	shift
	cc -Wall -shared -fPIC -I "$include" "$@" -o "$dir/$name.so" "$dir/filter.c" ||
		bad "the header cannot be compiled"
}
build plain
build early -DEARLY
script() { # STATUS OPTIONS...: the samples' threads in $dir/out
	want=$1
	shift
	status=0
	"$PERF" script -i "$dir/data" --kallsyms "$dir/kallsyms" -F tid "$@" > "$dir/out" 2> "$dir/err" ||
		status=$?
	[ $status = "$want" ] || bad "$*: exit $status: $(cat "$dir/err")"
}
shown() { # TIDS
	[ "$(tr -d ' \n' < "$dir/out")" = "$1" ] || bad "shown: $(tr -d ' \n' < "$dir/out"), $1 is right"
}

script 0 --dlfilter "$dir/plain.so" --dlarg "a word" --dlarg x,y --tid 100-104
shown 101104
diff - "$dir/err" << 'E' || bad "what a filter is told"
start: <a word> <x,y>
faults 100/101 cpu 1 time 1000000001 id 77 period 1001 weight 33 5 7 src 142 phys 1234 cgroup 42
mode 1 misc 1 raw 12 hello branches 1: 1 -> 2, chain 3: ffffffffffffff80 ffffffff81000020 vm 0 -1 flags 0
ip f1+16 of prog in [kernel.kallsyms], 1 1 1
addr f2+4
address f3+1
old: f3 99 size 16
attr 2, insn unknown 0, line unknown 0, code 0
stop: 5
E

# Together with perf's own options, whose choice comes between the two functions.
script 0 --dlfilter "$dir/early.so" --tid 103-105
shown 104
diff - "$dir/err" << 'E' || bad "before perf's own options"
start:
early f0
early f1
early f2
early f3
early f4
early f5
stop: 2
E

# A filter that fails ends it; so does what is no filter.
script 1 --dlfilter "$dir/plain.so"
shown 101104
grep -q "filter_event() failed: -3" "$dir/err" || bad "a filter that fails: $(cat "$dir/err")"
script 1 --dlfilter "$dir/plain.so" --dlarg fail
grep -q "start() failed: -7" "$dir/err" || bad "a filter that cannot start: $(cat "$dir/err")"
shown ''
script 1 --dlfilter "$dir/nosuch.so"
grep -q "cannot load .*nosuch.so" "$dir/err" || bad "no filter: $(cat "$dir/err")"
echo 'int x;' > "$dir/none.c"
cc -shared -fPIC -o "$dir/none.so" "$dir/none.c"
script 1 --dlfilter "$dir/none.so"
grep -q "none.so' is no filter" "$dir/err" || bad "an object that is no filter: $(cat "$dir/err")"

# The code of any sample, and the instruction that it is at (see ptfile.py).
cat > "$dir/code.c" << 'E'
#include <perf/perf_dlfilter.h>
#include <stdio.h>

struct perf_dlfilter_fns perf_dlfilter_fns;

int filter_event(void *data, const struct perf_dlfilter_sample *s, void *ctx)
{
	unsigned char code[3] = "";
	__u32 len = 1, i;
	const __u8 *insn = perf_dlfilter_fns.insn(ctx, &len);

	(void)data;
	fprintf(stderr, "%llx: %u", s->ip, len);
	for (i = 0; insn && i < len; i++)
		fprintf(stderr, " %02x", insn[i]);
	fprintf(stderr, ", %d", perf_dlfilter_fns.object_code(ctx, s->ip, code, sizeof(code)));
	fprintf(stderr, " %02x %02x %02x\n", code[0], code[1], code[2]);
	return 0;
}
E
cc -Wall -shared -fPIC -I "$include" -o "$dir/code.so" "$dir/code.c" ||
	bad "the filter of code cannot be compiled"
cat > "$dir/make-code.py" << 'E'
import sys
import ptfile
from perfwrite import *

open(sys.argv[1] + "/prog", "wb").write(ptfile.program())
f = Writer("<", "x86_64")
e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME, name="cpu-clock")
f.comm(1, 1, "prog")
f.mmap2(1, 1, 0x401000, 0x1000, 0x1000, "/prog")
for n, ip in enumerate((0x401009, 0x9000, 0x401041)):
    f.sample(e, ip=ip, pid=1, tid=1, time=n + 2)
f.write(sys.argv[1] + "/code.data")
E
python3 "$dir/make-code.py" "$dir"
"$PERF" script -i "$dir/code.data" --symfs "$dir" --dlfilter "$dir/code.so" > "$dir/out" 2> "$dir/err" ||
	bad "a filter of code"
sed "$("$PERF" check feature -q libcapstone ||
	echo 's/: [15] [^,]*,/: 0,/')" << 'E' | diff - "$dir/err" || bad "what a filter is told of code"
401009: 5 e8 12 00 00 00, 3 e8 12 00
9000: 0, 0 00 00 00
401041: 1 c3, 3 c3 00 00
E

# By name: in the working directory, or below $PERF_EXEC_PATH.
mkdir -p "$dir/core/dlfilters" "$dir/here"
cp "$dir/plain.so" "$dir/core/dlfilters/f.so"
cd "$dir/here"
export PERF_EXEC_PATH="$dir/core"
script 0 --dlfilter f.so --tid 101
shown 101
"$PERF" script --list-dlfilters > "$dir/list"
grep -q '^  f.so  *A filter to test with$' "$dir/list" || bad "--list-dlfilters: $(cat "$dir/list")"
"$PERF" script --list-dlfilters -v | grep -q '^At length.$' || bad "--list-dlfilters -v"

# Of a decoded trace: what perf script -F ipc shows.
if "$PERF" version --build-options | grep -q "intel-pt: \[ on"; then
	cat > "$dir/count.c" << 'E'
#include <perf/perf_dlfilter.h>
#include <stdio.h>

struct perf_dlfilter_fns perf_dlfilter_fns;

int filter_event(void *data, const struct perf_dlfilter_sample *s, void *ctx)
{
	(void)data;
	(void)ctx;
	if (s->cyc_cnt)
		fprintf(stderr, "%llx %llu/%llu\n", s->ip, s->insn_cnt, s->cyc_cnt);
	return 1;
}
E
	cc -Wall -shared -fPIC -I "$include" -o "$dir/count.so" "$dir/count.c"
	PT_PATH=/prog "$PERF_TEST_DIR/build/ptfile.py" "$dir" cycles
	"$PERF" script -i "$dir/pt.data" --symfs "$dir" --itrace=b --dlfilter "$dir/count.so" > "$dir/out" 2> "$dir/err"
	shown ''
	diff - "$dir/err" << 'E' || bad "instructions and cycles"
401007 4/10
401035 16/107
401038 2/3
401020 5/20
401041 4/17
401028 1/40
401030 2/2
401007 4/6
perf: 1 place of the trace could not be decoded
E
fi
finish
