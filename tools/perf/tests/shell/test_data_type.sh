#!/bin/sh
# perf report -s type,typeoff,typecln: what instructions access, against their text
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 gcc objdump
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libcapstone dwarf
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"

cat > "$dir/prog.c" << 'E'
struct inner { int a; long b; };
struct node { struct node *next; long value; struct inner in; int arr[4]; };
typedef struct { char c[64]; double d; } box_t;
union either { long whole; struct { int low, high; }; };
long counter;
static struct node global_node;
box_t boxes[100];

__attribute__((noinline)) long walk(struct node *n)
{
	long s = 0;

	for (; n; n = n->next)
		s += n->value + n->in.b + n->arr[2];
	return s;
}

__attribute__((noinline)) void count(long n)
{
	counter += n;
	global_node.value++;
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) double box(const box_t *b)
{
	return b->d;
}

__attribute__((noinline)) double element(long i)
{
	return boxes[i].d;
}

__attribute__((noinline)) int either(union either *e)
{
	return e->high;
}

__attribute__((noinline)) long nothing(char *p)
{
	return *(volatile long *)(p + 100000);
}

__attribute__((noinline, optimize("O0"))) long local(int n)
{
	volatile struct inner in;

	in.b = n;
	return in.b;
}

__attribute__((noinline, optimize("O0", "omit-frame-pointer", "stack-protector-all"))) long guarded(int n)
{
	volatile struct inner in;

	in.b = n;
	return in.b;
}

/* Where no variable says what a register points to. Each distance is of one member alone, but for 0x40. */
struct second;
struct first { long pad[0x110 / 8]; long v110; struct second *at118; };
struct second { long pad[0x220 / 8]; long v220; struct first *at228; };

__attribute__((noinline)) long chain(struct first *p)
{
	return p->at118->at228->at118->v220;
}

__attribute__((noinline)) long loop(struct first *p, long n)
{
	long s = 0;

	while (n--)
		s += p->at118->at228->v110 + p->at118->v220;
	return s;
}

__attribute__((noinline)) struct second *give(long n)
{
	__asm__ volatile("" : "+r"(n));
	return (struct second *)n;
}

__attribute__((noinline)) long given(long n)
{
	return give(n)->at228->at118->v220;
}

__attribute__((noinline)) long meet(struct first *p, long n)
{
	void *q = n > 3 ? (void *)p->at118 : (void *)p->at118->at228;

	__asm__ volatile("" : "+r"(q));
	return ((volatile long *)q)[8];
}

int main(int argc, char **argv)
{
	struct first first;
	struct second second = { .v220 = argc, .at228 = &first };
	struct node n = { .value = argc };
	union either e = { .whole = argc };

	first = (struct first){ .v110 = argc, .at118 = &second };
	count(argc);
	count(chain(&first) + loop(&first, argc) + given((long)&second) + meet(&first, argc));
	return (int)(walk(&n) + box(boxes) + element(argc) + either(&e) + (argc > 99 ? nothing(argv[0]) : 0) +
		     local(argc) + guarded(argc));
}
E

# One sample for each instruction of these functions.
cat > "$dir/make.py" << 'E'
import subprocess
import sys
from perfwrite import *

prog, out, text = sys.argv[1:]
functions = "walk count box element either nothing local guarded chain loop given meet".split()
base, name, insns = 0x555555554000, None, []
pie = b"DYN" in subprocess.run(["readelf", "-h", prog], capture_output=True, check=True).stdout
load = base if pie else 0
for line in subprocess.run(["objdump", "-d", "--no-show-raw-insn", prog], capture_output=True, check=True,
                           text=True).stdout.splitlines():
    if line.endswith(">:"):
        start, name = int(line.split()[0], 16), line.split("<")[1][:-2]
    elif ":\t" in line and name in functions:
        addr, insn = line.split(":\t")
        if "nop" in insn or "xchg   %ax,%ax" in insn:
            continue    # between functions
        insns.append((int(addr, 16), name, int(addr, 16) - start, " ".join(insn.split())))
f = Writer(arch="x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME, name="cpu-clock")
f.comm(100, 100, "prog")
# The segment with the code, as the loader maps it.
for line in subprocess.run(["readelf", "-lW", prog], capture_output=True, check=True, text=True).stdout.splitlines():
    w = line.split()
    if w and w[0] == "LOAD" and "E" in line.split("0x")[-2]:
        off, virt, size = int(w[1], 16), int(w[2], 16), int(w[4], 16)
        page = off & ~0xfff
        f.mmap2(100, 100, load + virt - (off - page), size + (off - page), page, prog)
for i, (addr, name, off, insn) in enumerate(insns):
    f.sample(e, ip=load + addr, pid=100, tid=100, time=1000 + i)
f.write(out)
with open(text, "w") as t:
    for addr, name, off, insn in insns:
        t.write(f"{name} {off:#x} {insn}\n")
E

# What each instruction has to be, by its text.
cat > "$dir/check.py" << 'E'
import re
import sys

rows = {}
for line in open(sys.argv[1]):
    w = line.strip().split(";")
    if len(w) == 4 and "+" in w[1]:
        rows[w[1].split("] ")[1].strip()] = (w[2].strip(), w[3].strip())
seen, wrong = {}, []
for line in open(sys.argv[2]):
    name, off, insn = line.split(" ", 2)
    insn = insn.strip()
    got, cacheline = rows[f"{name}+{off}"]
    memory = "(" in insn and not insn.startswith(("lea", "nop"))
    if re.match(r"(push|pop|call|ret|leave)", insn):
        want = "(stack operation)"
    elif "%fs:0x28" in insn:
        want = "(stack canary)"
    elif name in ("local", "guarded") and memory:
        # The compiler is free in where it puts them.
        want = got if got in ("struct inner +0x8 (b)", "int +0 (no field)", "(unknown)") else "something of it"
    elif not memory:
        want = "(unknown)"
    elif name == "walk":
        disp = re.search(r"(?:0x([0-9a-f]+))?\(%r", insn)
        want = {0: "struct node +0 (next)", 8: "struct node +0x8 (value)", 0x18: "struct node +0x18 (in.b)",
                0x28: "struct node +0x28 (arr)"}[int(disp.group(1) or "0", 16)]
    elif "<counter>" in insn:
        want = "long int +0 (no field)"
    elif "<global_node+0x8>" in insn:
        want = "struct node +0x8 (value)"
    elif name == "box":
        want = "box_t +0x40 (d)"
    elif name == "element":
        # By way of a register nothing says where that points to.
        want = got if got in ("box_t +0x40 (d)", "(unknown)") else "box_t +0x40 (d)"
    elif name in ("chain", "loop", "given", "meet"):
        want = {"0x110": "struct first +0x110 (v110)", "0x118": "struct first +0x118 (at118)",
                "0x220": "struct second +0x220 (v220)", "0x228": "struct second +0x228 (at228)",
                "0x40": "(unknown)"}[re.search(r"(0x[0-9a-f]+)\(%r", insn).group(1)]
    elif name == "either":
        want = "union either +0x4 (whole)"
    else:
        want = "(unknown)"
    seen[got] = seen.get(got, 0) + 1
    at = re.search(r"\+0x([0-9a-f]+)", want)
    line = int(at.group(1), 16) // 64 if at else 0
    if got != want or cacheline != f"{got.split(' +')[0]}: cache-line {line}":
        wrong.append(f"{name}+{off} {insn}: {got}; {cacheline}; not {want}")
for must in ("struct inner +0x8 (b)", "int +0 (no field)", "(stack canary)", "(stack operation)", "box_t +0x40 (d)",
             "union either +0x4 (whole)", "struct node +0x8 (value)", "struct second +0x220 (v220)",
             "struct second +0x228 (at228)", "struct first +0x110 (v110)") + tuple(sys.argv[3:]):
    if must not in seen:
        wrong.append(f"no {must}")
print("\n".join(wrong))
sys.exit(bool(wrong))
E

for flags in "-O2 -pie" "-O2 -no-pie" "-O1 -gdwarf-4"; do
	# shellcheck disable=SC2086 # words by design
	gcc -g $flags -o "$dir/prog" "$dir/prog.c"
	python3 "$dir/make.py" "$dir/prog" "$dir/data" "$dir/text"
	"$PERF" report -i "$dir/data" --stdio -s symoff,typeoff,typecln -t ';' > "$dir/out" 2> "$dir/err" ||
		fail "$flags: exit $?: $(cat "$dir/err")"
	python3 "$dir/check.py" "$dir/out" "$dir/text" > "$dir/wrong" || fail "$flags: $(cat "$dir/wrong")"
done
"$PERF" report -i "$dir/data" --stdio -s type -t ';' 2> /dev/null | grep -q ';struct node$' ||
	fail "-s type: no struct node"

# A kernel's variables of each CPU are reached through %gs, and what they point to goes on from there. A program's %gs is its own.
cat > "$dir/kernel.c" << 'E'
struct task { long pad[6]; long flags; struct task *parent; };
struct hot { long count; struct task *current; } hot = { 1, 0 };
__asm__(".globl _text\n_text:");
__attribute__((noinline)) long some_work(void)
{
	unsigned long raw;

	__asm__ volatile("incq %%gs:hot(%%rip)\n\tmovq %%gs:hot+8(%%rip), %0" : "=r"(raw));
	return ((struct task *)raw)->parent->flags;
}
__attribute__((noinline)) long guarded(void)
{
	long guard, any;

	__asm__ volatile("movq %%gs:0x28, %0\n\tmovq %%gs:hot(%0), %1" : "=r"(guard), "=&r"(any));
	return guard ^ any;
}
long end_of_it(void) { return some_work() + guarded(); }
E
cat > "$dir/kernel.py" << 'E'
import re
import subprocess
import sys
from perfwrite import *

program, kind, out = sys.argv[1:]
lines = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, check=True, text=True).stdout.splitlines()
f = Writer(arch="x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME, name="cpu-clock")
f.mmap(-1, 0, 0xffffffff81000000, 0x1000000, 0xffffffff81000000, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(100, 100, "prog")
f.mmap2(100, 100, 0x401000, 0x1000, 0x1000, program, 2)
for line in lines:
    # All that access memory.
    m = re.match(r" *([0-9a-f]+):\t(?!lea|nop).*(?:\(%|%gs:)", line)
    if m:
        f.sample(e, MISC_KERNEL if kind == "kernel" else 2, ip=int(m.group(1), 16), pid=100, tid=100, time=1000)
f.write(out)
E
types() { # ARGS...
	"$PERF" report --stdio -s typeoff -t ';' "$@" 2> "$dir/err" | sed -n 's/^ *[0-9.]*% *;//p' | sed 's/ *$//' | LC_ALL=C sort > "$dir/out"
}
gcc -g -O2 -fno-pie -mcmodel=kernel -nostdlib -static -no-pie -ffreestanding -Wl,--build-id=none -Wl,-Ttext=0xffffffff81000000 -Wl,-e,_text \
	-o "$dir/vmlinux" "$dir/kernel.c"
python3 "$dir/kernel.py" "$dir/vmlinux" kernel "$dir/kernel.data"
types -i "$dir/kernel.data" -k "$dir/vmlinux"
printf '%s\n' '(stack canary)' '(unknown)' 'struct hot +0 (count)' 'struct hot +0x8 (current)' 'struct task +0x30 (flags)' 'struct task +0x38 (parent)' |
	diff - "$dir/out" > "$dir/differs" || fail "variables of a CPU: $(cat "$dir/differs" "$dir/err")"
gcc -g -O2 -nostdlib -static -no-pie -ffreestanding -Wl,-e,_text -o "$dir/prog.gs" "$dir/kernel.c"
python3 "$dir/kernel.py" "$dir/prog.gs" program "$dir/gs.data"
types -i "$dir/gs.data"
echo '(unknown)' | diff - "$dir/out" > "$dir/differs" || fail "%gs in a program: $(cat "$dir/differs" "$dir/err")"

# Without debug information the instruction alone tells little, and nothing is made up.
strip "$dir/prog"
"$PERF" report -i "$dir/data" --stdio -s type -t ';' 2> /dev/null | sed -n 's/^ *[0-9.]*% *;//p' |
	sed 's/ *$//' | sort > "$dir/out"
printf '(stack canary)\n(stack operation)\n(unknown)\n' | cmp - "$dir/out" ||
	fail "stripped: $(cat "$dir/out")"
