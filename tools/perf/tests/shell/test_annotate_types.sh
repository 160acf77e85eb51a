#!/bin/sh
# perf annotate --data-type: members and their samples, against offsetof() and perf report; what has no type; types behind code
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools gcc g++ objdump
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libcapstone dwarf
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"

cat > types.h << 'E'
struct inner { int a; long b; };
struct node { struct node *next; long value; struct inner in; int arr[4]; union { long whole; struct { int low, high; }; }; };
typedef struct { char c[64]; double d; } box_t;
E
cat > prog.c << 'E'
#include "types.h"
__attribute__((noinline)) long walk(struct node *n)
{
	long s = 0;

	for (; n; n = n->next)
		s += n->value + n->in.b + n->arr[0] + n->high;
	return s;
}
__attribute__((noinline)) double box(const box_t *b)
{
	return b->d;
}
int main(int argc, char **argv)
{
	struct node n = { .value = argc };
	box_t b = { .d = argc };

	(void)argv;
	return (int)(walk(&n) + box(&b));
}
E
gcc -g -O2 -no-pie -o prog prog.c
# One sample of each event at each instruction of two functions; the second event has a period of its own.
cat > make.py << 'E'
import re, subprocess, sys
from perfwrite import *

prog, out, group = sys.argv[1:4]
f = Writer(arch="x86_64")
T = S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER
events = [f.event(sample_type=T, name=n, config=i, ids=[i + 1]) for i, n in enumerate(("cpu-clock", "task-clock"))]
if group == "group":
    name = b"{anon_group}\0"
    name += bytes(-len(name) % 64)
    f.features_more[17] = f.pack("I", 1) + f.pack("I", len(name)) + name + f.pack("II", 0, 2)
f.comm(7, 7, "prog")
f.mmap2(7, 7, 0x401000, 0x1000, 0x1000, prog)
time = 1000
for function in sys.argv[4:]:
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "--disassemble=" + function, prog], capture_output=True, text=True, check=True).stdout
    for at in re.findall(r"^ +([0-9a-f]+):\t(?!.*nop)", text, re.M):
        for e, period in zip(events, (10, 7)):
            time += 1
            f.sample(e, ip=int(at, 16), pid=7, tid=7, time=time, period=period)
f.write(out)
f.write_pipe(out + ".pipe")
E
python3 make.py "$dir/prog" data alone walk box
python3 make.py "$dir/prog" grouped group walk box

annotate() { # WANT-STATUS ARGS...
	want=$1 got=0
	shift
	"$PERF" annotate "$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "$*: exit $got, not $want: $(cat err)"
}
said() { # REGEX
	grep -q -e "$1" err || bad "does not say '$1': $(cat err)"
}

# --- the layout, as the compiler has it ---------------------------------------------------------------------
cat > layout.c << 'E'
#include <stddef.h>
#include <stdio.h>
#include "types.h"
#define M(type, m)	printf("%#zx %#zx %s\n", offsetof(type, m), sizeof(((type *)0)->m), #m)
int main(void)
{
	printf("0 %#zx struct node\n", sizeof(struct node));
	M(struct node, next); M(struct node, value); M(struct node, in); M(struct node, in.a); M(struct node, in.b); M(struct node, arr);
	printf("%#zx 0x8 union\n", offsetof(struct node, whole));
	M(struct node, whole);
	printf("%#zx 0x8 struct\n", offsetof(struct node, low));
	M(struct node, low); M(struct node, high);
	return 0;
}
E
gcc -o layout layout.c
./layout | sed 's/in\.//' > want
annotate 0 -i data --data-type=node
sed '/task-clock/,$d; /^$/q' out > first
sed -n 's/^ *[0-9.]*  *\([0-9a-fx]*\)  *\(0x[0-9a-f]*\)  *\(.*\)$/\1 \2 \3/p' first |
	sed 's/	\([^ ;]*\)[ ;{]*$/	\1/; s/^\([^ ]* [^ ]* \).*	\(..*\)$/\1\2/; s/	$//; s/ *$//' > got
diff want got > differs || bad "the layout: $(cat differs): $(cat out)"
grep -q "^Annotate type: 'struct node' in $dir/prog ([0-9]* samples):\$" first || bad "the head: $(head -n 1 first)"
grep -q '^ Percent     offset       size  field$' first || bad "the titles: $(cat first)"
[ "$(grep -c '};$' first)" = 4 ] || bad "braces: $(cat first)"

# --- numbers: those of perf report, by member ---------------------------------------------------------------
"$PERF" report -q --stdio -i data -s typeoff -F sample -t ';' 2> /dev/null > all || fail "perf report"
samples_of() { # TYPE+OFFSET: of the first event
	sed '/^$/q' all | sed -n 's/^ *\([0-9]*\) *;.*/\1 &/p' | grep -F ";$1 " | head -n 1 | cut -d ' ' -f 1
}
annotate 0 -i data --data-type=node -n
sed '/^$/q' out > first
for member in "next:struct node +0" "value:struct node +0x8" "b:struct node +0x18" "arr:struct node +0x20" "high:struct node +0x34"; do
	want=$(samples_of "${member#*:}")
	grep -q "^ *${want:-none}  *[0-9a-fx]*  *0x[0-9a-f]* .*	${member%%:*};\$" first || bad "$member: not '$want': $(cat first)"
done
annotate 0 -i data --data-type=node --show-total-period
grep -q '^ *10  *0x8  *0x8  *long int	value;$' out || bad "periods: $(cat out)"
grep -q '^ *7  *0x8  *0x8  *long int	value;$' out || bad "periods of the second event: $(cat out)"
annotate 0 -i data --data-type
[ "$(grep -c '^Annotate type: .struct node' out)" = 2 ] || bad "for each event: $(cat out)"
[ "$(grep -c '^Annotate type: .box_t' out)" = 2 ] || bad "all types: $(cat out)"
sed -n 's/^ *\([0-9.]*\)  *0  *0x[0-9a-f]*  [a-z].*/\1/p' out > wholes
while read -r whole; do
	[ "$whole" = 100.00 ] || bad "a whole type has $whole %"
done < wholes
[ "$(wc -l < wholes)" -ge 4 ] || bad "types without a whole: $(cat out)"
cp out one
annotate 0 -i data --data-type -j 7
cmp -s one out || bad "-j 7: $(diff one out)"
annotate 0 -i data.pipe --data-type
cmp -s one out || bad "a pipe: $(diff one out)"
annotate 0 -i data --data-type=node --percent-type global-period
grep -q '100\.00' out && bad "global percentages are local: $(cat out)"
annotate 0 -i grouped --data-type=node
grep -q '^ event\[1\] = task-clock$' out || bad "a group: $(cat out)"
grep -q '^ *100\.00  100\.00  *0  *0x[0-9a-f]*  struct node	 {$' out || bad "a group: $(cat out)"
annotate 0 -i grouped --no-group --data-type=node
[ "$(grep -c '^Annotate type' out)" = 2 ] || bad "--no-group: $(cat out)"
annotate 0 -i data --data-type box
[ "$(grep '^Annotate type' out | sort -u | wc -l)" = 1 ] || bad "of one function: $(cat out)"

# --- how many have one --------------------------------------------------------------------------------------
annotate 0 -i data --data-type --type-stat --insn-stat
python3 - out << 'E' || bad "the sums: $(cat out)"
import re, sys
text = open(sys.argv[1]).read()
total, ok, bad = map(int, re.search(r"^Annotate data type stats:\ntotal (\d+), ok (\d+) \([\d.]+%\), bad (\d+) ", text).groups())
assert ok + bad == total > 0, text
part = text.split("Annotate Instruction stats")[0]
assert sum(int(n) for n in re.findall(r"^ +(\d+) : \w+$", part, re.M)) == bad, part
insns = re.findall(r"^  (\S+) +: +(\d+) +(\d+)$", text, re.M)
assert sum(int(g) for _, g, _ in insns) == ok and sum(int(b) for _, _, b in insns) == bad, insns
assert dict((n, (int(g), int(b))) for n, g, b in insns)["retq"][1] == 0, insns
E
annotate 0 -i data --type-stat
grep -q '^Annotate type: ' out || bad "--type-stat alone: $(cat out)"

# --- C++: base classes, static members ----------------------------------------------------------------------
cat > classes.cpp << 'E'
struct Base { long first; static int shared; };
int Base::shared;
class Derived : public Base { public: long second; unsigned bits : 3, more : 5; };
extern "C" __attribute__((noinline)) long both(Derived *d)
{
	return d->first + d->second;
}
int main(int argc, char **)
{
	Derived d = {};
	d.first = argc;
	return (int)both(&d);
}
E
# In the older DWARF a static member is a member, too.
g++ -gdwarf-4 -O2 -no-pie -o classes classes.cpp
python3 make.py "$dir/classes" classes.data alone both
annotate 0 -i classes.data --data-type=Derived
grep -q '^ *50\.00  *0  *0x8      struct Base	 {$' out || bad "a base class: $(cat out)"
grep -q '^ *50\.00  *0x8  *0x8      long int	second;$' out || bad "its own member: $(cat out)"
grep -q '	more;$' out || bad "bits: $(cat out)"
! grep -q shared out || bad "a static member has a place: $(cat out)"

# --- 32-bit programs: other instructions have these bytes, and registers have other numbers ------------------
cat > small.c << 'E'
struct left { int a, b; };
struct right { int c, d; };
__attribute__((noinline, noclone, regparm(3))) int small(int n, struct left *l, struct right *r)
{
	return n + l->b + r->d;
}
void _start(void)
{
	struct left l = { 1, 2 };
	struct right r = { 3, 4 };

	(void)small(1, &l, &r);
}
E
if gcc -m32 -g -O1 -fno-pic -no-pie -nostdlib -static -Wl,-Ttext=0x401000 -o small small.c 2> log; then
	python3 make.py "$dir/small" small.data alone small
	annotate 0 -i small.data --data-type --type-stat
	said 'no sample of .small.data. accesses data whose type is known'
	! grep -q '^Annotate type: ' out || bad "types of a 32-bit program are guessed: $(cat out)"
	grep -q '^ *[0-9]* : no_mem_ops$' out || bad "why a 32-bit program has none: $(cat out)"
else
	left_out "a 32-bit program" "it does not compile here: $(head -n 1 log)"
fi

# --- types behind code --------------------------------------------------------------------------------------
annotate 0 -i data --no-source --code-with-type walk
grep -q '^ *[0-9.]* : *[0-9a-f]*: .*		# data-type: struct node +0x18 (in\.b)$' out || bad "--code-with-type: $(cat out)"

# --- what is not there, and what does not go together -------------------------------------------------------
annotate 1 -i data --data-type=nothing
said "no sample accesses a 'nothing': perf annotate --data-type shows all"
[ ! -s out ] || bad "--data-type=nothing prints $(cat out)"
annotate 1 -i data --data-type=nod
said "no sample accesses a 'nod'; did you mean 'node'"
annotate 1 -i data --data-type=box --percent-limit=40
said "no sample accesses a 'box' often enough (--percent-limit)"
cp prog kept
strip -g prog
annotate 0 -i data --data-type --type-stat
said 'no sample of .data. accesses data whose type is known'
grep -q ' : no_dbginfo$' out || bad "without debug information: $(cat out)"
mv kept prog
for options in --children --off-cpu --hot-lines "--metric ipc" --code-with-type; do
	# shellcheck disable=SC2086 # words
	annotate 129 -i data --data-type $options
	said 'is about samples of instructions'
done
annotate 0 -i data --no-source --code-with-type --stdio2 walk
grep -q '[^ ]  # data-type: struct node +0x18 (in\.b)$' out || bad "--code-with-type --stdio2: $(cat out)"
finish
