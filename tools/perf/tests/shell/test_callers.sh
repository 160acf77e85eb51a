#!/bin/sh
# callers: named, and given lines, by their calls; what was sampled or interrupted, by its own address
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_features dwarf libcapstone
need_tools python3 objdump readelf nm addr2line g++ gcc strip
[ "$(uname -m)" = x86_64 ] || skip "the programs are for x86-64"
export HOME="$dir" PERF_BUILDID_DIR="$dir/none"
cd "$dir"

map_of() { # PROGRAM: lines for recording.py
	readelf -lW "$1" | python3 -c 'import os, sys
for line in sys.stdin:
    w = line.split()
    if w[:1] == ["LOAD"] and "E" in w[6:-1]:
        offset, vaddr, size = int(w[1], 16), int(w[2], 16), int(w[4], 16)
print("comm 100 app")
print("map 100 %x %x %x %s/%s" % (vaddr & ~4095, size + 8191 & ~4095, offset & ~4095, os.getcwd(), sys.argv[1]))' "$1"
}

cat > calls.cc << 'EOF'
#include <cstdlib>
#include <vector>

volatile unsigned long sink;

__attribute__((noinline)) unsigned long leaf(unsigned long n)
{
	sink += n;
	return sink;
}

struct stack {
	std::vector<unsigned long> kept;
	unsigned long at(unsigned long i) { return kept[i] + leaf(i); }
	unsigned long both(unsigned long i)
	{
		return leaf(at(i)) ^
		       at(i + 1);
	}
};

__attribute__((noinline)) unsigned long sorter(stack &s)
{
	unsigned long sum = 0;

	for (unsigned long i = 0; i + 1 < s.kept.size(); i++) {
		sum += s.both(i);
		sum ^= s.kept[i + 1];
	}
	return sum;
}

__attribute__((noinline, noreturn)) void give_up(unsigned long n)
{
	leaf(n);
	abort();
}

__attribute__((noinline)) unsigned long behind(unsigned long n)
{
	return leaf(n) * 3;
}

int main()
{
	stack s;

	s.kept.resize(100);
	if (sorter(s) == 3)
		give_up(behind(7));
	return 0;
}
EOF
cat > ask.py << 'EOF'
"""Each return address of calls.cc's functions as a caller, then as where the program was: perf, and addr2line."""
import os
import re
import sys

from program import mapped, run

perf, recording, program = sys.argv[1:4]
bias, text = mapped(program)
functions = {}
for w in map(str.split, run("nm", "-S", "-C", program).splitlines()):
    if len(w) > 3 and re.match(r"(sorter|give_up|behind|main|leaf)\b", w[3]):
        functions[w[3].split("(")[0]] = range(int(w[0], 16), int(w[0], 16) + int(w[1], 16))
code = [(int(a, 16), text) for a, text in
        re.findall(r"^ *([0-9a-f]+):\t(.*)", run("objdump", "-d", "--no-show-raw-insn", program), re.M)]
returns = [b[0] for a, b in zip(code, code[1:])
           if a[1].startswith("call") and all(any(at[0] in f for f in functions.values()) for at in (a, b))]
behind = functions["behind"].start
if behind not in returns:
    sys.exit("the call of abort() is not the last instruction in front of the next function")
# What was called is in no file: of one that is, perf would know that it was not called from most of these places.
text += "".join(f"sample 100 1000 {a + bias:x}\n" for a in returns)
text += "".join(f"sample 100 {a + bias:x}\n" for a in returns)
run(recording, "calls.data", input=text)


def shown(*args):
    """For each sample the (function, line) of its outermost address, innermost function first."""
    got = []
    for block in run(perf, "script", "-i", "calls.data", "-F", "ip,sym,srcline", *args).split("\n\n"):
        frames, name = {}, None
        for line in block.splitlines():
            if re.match(r"\t *[0-9a-f]+ ", line):
                ip, name = line.split(None, 1)
                last = ip
            elif name:
                frames.setdefault(ip, []).append((name, line.strip().replace(" (inlined)", "")))
        if frames:
            got.append(frames[last])
    return got


def addr2line(addresses):
    want = []
    for line in run("addr2line", "-a", "-i", "-f", "-C", "-e", program, *map(hex, addresses)).splitlines():
        if line.startswith("0x"):
            want.append([])
        elif want[-1] and len(want[-1][-1]) == 1:
            want[-1][-1] += (re.sub(r" \(discriminator.*", "", os.path.basename(line)).replace(":?", ":0"),)
        else:
            want[-1].append((line,))
    return want


exact, calls = addr2line(returns), addr2line([a - 1 for a in returns])
if exact == calls:
    sys.exit("nothing differs between a call and what is behind it")
for args, want in ((), calls + exact), (("--as-recorded",), exact + exact):
    got = shown(*args)
    if len(got) != len(want):
        sys.exit(f"{args}: {len(got)} samples of {len(want)}")
    for i, (g, w) in enumerate(zip(got, want)):
        if [(n.replace(".cold", ""), at) for n, at in g] != w:
            sys.exit(f"{args} {returns[i % len(returns)]:x}, {'caller' if i < len(returns) else 'sampled'}: {g}, "
                     f"but addr2line: {w}")
name = shown()[returns.index(behind)][-1][0]
if not name.startswith("give_up"):
    sys.exit(f"the caller of abort() is called {name}")
# The addresses are those of the recording.
ips = re.findall(r"^\t *([0-9a-f]+)", run(perf, "script", "-i", "calls.data", "-F", "ip", "--no-inline", "--no-infer"), re.M)
if sorted(int(i, 16) - bias for i in ips) != sorted(returns * 2 + [0x1000 - bias] * len(returns)):
    sys.exit("-F ip is not what was recorded")
# Rows: callers by the lines of their calls, samples by their own.
rows = set(re.findall(r"[\w.]+:\d+", run(perf, "report", "-i", "calls.data", "--stdio", "-g", "none", "-s", "srcline",
                                         "--children")))
missing = {frames[-1][1] for frames in calls + exact} - rows - {"??:0"}
missing = {m for m in missing if not m.endswith(":0") and not m.startswith("?")}
if missing:
    sys.exit(f"report -s srcline has no row {sorted(missing)}")
rows = set(re.findall(r"[\w.]+:\d+", run(perf, "report", "-i", "calls.data", "--stdio", "-g", "none", "-s", "srcline",
                                         "--children", "--as-recorded")))
extra = {frames[-1][1] for frames in calls} - {frames[-1][1] for frames in exact}
if rows & extra:
    sys.exit(f"report --as-recorded -s srcline has rows {sorted(rows & extra)}")
EOF
for options in "-O2" "-O2 -fno-omit-frame-pointer -static" "-O1 -fno-pie -no-pie"; do
	# shellcheck disable=SC2086	# words
	g++ -g $options -falign-functions=1 -o calls calls.cc 2> log || { left_out "$options" "$(head -1 log)"; continue; }
	python3 ask.py "$PERF" "$PERF_TEST_DIR/build/recording.py" "$dir/calls" > out 2>&1 || bad "$options: $(cat out)"
done

# A signal's return: told by its name or by its code, and nothing in front of it is its caller.
cat > signal.s << 'EOF'
	.globl in_front, give_back, __restore_rt, interrupted
	.type in_front, @function
	.type give_back, @function
	.type __restore_rt, @function
	.type interrupted, @function
in_front:
	nop
	nop
	.size in_front, . - in_front
give_back:
	mov $15, %rax
	syscall
	.size give_back, . - give_back
__restore_rt:
	nop
	syscall
	.size __restore_rt, . - __restore_rt
interrupted:
	inc %eax
	inc %ecx
	call in_front
	inc %edx
	.size interrupted, . - interrupted
	.globl _start
_start:	call interrupted
	hlt
EOF
gcc -g -nostdlib -static -Wl,-z,noseparate-code -o signal signal.s
line_of() { # LABEL WITHIN SIGNAL.S
	grep -n "$1" signal.s | tail -n 1 | sed 's/:.*//'
}
map_of signal > signal.txt
nm signal | python3 -c 'import sys
at = {w[2]: int(w[0], 16) for w in map(str.split, sys.stdin)}
for trampoline in "give_back", "__restore_rt":
    for word in 2, 9:		# behind the first instruction, and behind the call
        print("sample 100 %x %x %x %x" % (at["in_front"], at[trampoline], at["interrupted"] + word, at["_start"] + 5))' >> signal.txt
"$PERF_TEST_DIR/build/recording.py" signal.data < signal.txt
"$PERF" script -i signal.data -F ip,sym,srcline | sed -n 's/^\t *[0-9a-f]* //p; s/^  *\(.*\)/\1/p' |
	sed '/^_start$/,+1d' > out
for trampoline in give_back __restore_rt; do
	for line in "$(line_of 'inc %ecx')" "$(line_of 'call in_front')"; do
		at=$(grep -n "^$trampoline:" signal.s | sed 's/:.*//')
		printf 'in_front\nsignal.s:%d\n%s\nsignal.s:%d\n' $(($(line_of '^in_front:') + 1)) $trampoline $((at + 1))
		# Behind a call it is what was called there that the signal has interrupted.
		[ "$line" != "$(line_of 'call in_front')" ] ||
			printf 'in_front (by its call)\nsignal.s:%d\n' $(($(line_of '^in_front:') + 1))
		printf 'interrupted\nsignal.s:%d\n' "$line"
	done
done > want
cmp -s want out || bad "signals: $(diff want out)"

# A stripped program without tables, whose functions call each other by pointers only: each is proven to keep a frame, or a caller is missing.
cat > framed.c << 'EOF'
typedef long fn(long);
static fn leaf, inner, outer, bare;
fn *volatile ways[] = { leaf, inner, outer, bare };
static long leaf(long n) { return n ^ (long)__builtin_frame_address(0); }
static long inner(long n) { return ways[0](n) + 1; }
static long __attribute__((optimize("omit-frame-pointer"))) bare(long n) { return ways[0](n) + 2; }
static long outer(long n) { return ways[1](n) + ways[3](n + 2); }
void _start(void) { ways[2](1); for (;;) ; }
EOF
gcc -O1 -g0 -fno-omit-frame-pointer -fno-asynchronous-unwind-tables -fno-optimize-sibling-calls -nostdlib -static -Wl,-z,noseparate-code \
	-o framed framed.c
strip -s framed -o unnamed
map_of unnamed > unnamed.txt
cat > chains.py << 'EOF'
"""A chain as the kernel walks it through functions with frames, and one through the function that has none, which lacks who called that."""
import re
from program import run

at = {w[2]: int(w[0], 16) for w in map(str.split, run("nm", "framed").splitlines())}
code = [(int(a, 16), text) for a, text in re.findall(r"^ *([0-9a-f]+):\t(.*)", run("objdump", "-d", "--no-show-raw-insn", "framed"), re.M)]
def behind(name):
    return next(b[0] for a, b in zip(code, code[1:]) if a[0] >= at[name] and a[1].startswith("call"))
print("sample 100 %x %x %x %x" % (at["leaf"] + 4, behind("inner"), behind("outer"), behind("_start")))
print("sample 100 %x %x %x" % (at["leaf"] + 4, behind("bare"), behind("_start")))
EOF
python3 chains.py >> unnamed.txt
"$PERF_TEST_DIR/build/recording.py" unnamed.data < unnamed.txt
"$PERF" script -i unnamed.data -F ip | sed -n 's/^# \[caller missing: \(.*\)\]$/\1/p; s/^\t *[0-9a-f]*.*/ip/p' > out
printf '%s\n' ip ip ip ip 'no frame in unnamed' ip ip ip > want
cmp -s want out || bad "a stripped program without tables: $(diff want out)"

# Functions without a table that keep frame pointers, at their last instructions: the caller's is there again, and the walk has passed over a
# function, which the calls tell. In the second one the return is a call of itself, over a loop; a call by a pointer leads anywhere.
cat > ends.s << 'EOF'
	.macro function name
	.globl \name
	.type \name, @function
\name:	push %rbp
	mov %rsp, %rbp
	.endm
	.macro done name
	.size \name, . - \name
	.endm
	function plain
	pop %rbp
	ret
	done plain
	function thunk
	pop %rbp
	call 1f
2:	pause
	lfence
	jmp 2b
1:	lea 8(%rsp), %rsp
	ret
	done thunk
	function middle
	call plain
	call thunk
	pop %rbp
	ret
	done middle
	function chooses
	jmp 3f
4:	call 1f
2:	pause
	lfence
	jmp 2b
1:	mov %rax, (%rsp)
	ret
3:	call 4b
	pop %rbp
	ret
	done chooses
	function outer
	call middle
	call chooses
	pop %rbp
	ret
	done outer
	.globl _start
_start:	call outer
	hlt
EOF
gcc -nostdlib -static -Wl,-z,noseparate-code -o ends ends.s
map_of ends > whole.txt
cp whole.txt ends.txt
nm ends | python3 -c 'import sys
at = {w[2]: int(w[0], 16) for w in map(str.split, sys.stdin)}
# plain: at ret; thunk: at call, lea and ret. Behind the calls of middle and of chooses.
for ip in at["plain"] + 5, at["thunk"] + 5, at["thunk"] + 17, at["thunk"] + 22:
    for call in 9, 14:
        print("sample 100 %x %x %x" % (ip, at["outer"] + call, at["_start"] + 5))' >> ends.txt
"$PERF_TEST_DIR/build/recording.py" ends.data < ends.txt
"$PERF" script -i ends.data -F ip,sym | sed -n 's/^\t *[0-9a-f]* //p; s/^\(#.*\) in .*/\1/p' | paste -s -d ';' | sed 's/;_start;*/;_start\n/g' > out
for f in plain thunk thunk thunk; do
	printf '%s;middle (by its call);outer;_start\n# [caller missing: no frame;%s;outer;_start\n' $f $f
done > want
echo >> want
cmp -s want out || bad "ends of functions: $(diff want out)"
# A call by a pointer, though its own call leads into the function.
nm ends | python3 -c 'import sys
at = {w[2]: int(w[0], 16) for w in map(str.split, sys.stdin)}
print("sample 100 %x %x %x %x" % (at["middle"] + 4, at["chooses"] + 28, at["outer"] + 14, at["_start"] + 5))' >> whole.txt
"$PERF_TEST_DIR/build/recording.py" whole.data < whole.txt
"$PERF" defer verify -i whole.data > out 2>&1 || bad "a call by a pointer: $(cat out)"

# Functions without a table that push an address from memory, and jump: they are still on the stack if it is of theirs, which nobody knows. Where
# code in front of the jump names it, it is in the chain. Who jumps with the stack as it was is gone, and a part of a function is that function.
# What has 0 for a caller has none. A frame that is set up on one way only is one.
cat > pushes.s << 'EOF'
	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm
	.macro framed name
	function \name
	push %rbp
	mov %rsp, %rbp
	.endm
	.macro done name
	.size \name, . - \name
	.endm
	.macro calls name, other
	framed \name
	call \other
	pop %rbp
	ret
	done \name
	.endm
	framed leaf
	pop %rbp
	ret
	done leaf
	function hidden
	push %rbx
	push stored(%rip)
	jmp behind_hidden
back:	pop %rbx
	ret
	done hidden
	function behind_hidden
	call leaf
	ret
	done behind_hidden
	function plain
	push %rbx
	lea 1f(%rip), %rax
	push %rax
	jmp behind_plain
1:	pop %rbx
	ret
	done plain
	framed behind_plain
	call leaf
	pop %rbp
	ret
	done behind_plain
	function leaves
	push %rbx
	pop %rbx
	jmp behind_hidden
	done leaves
	function whole
	sub $8, %rsp
	jmp whole.cold
	done whole
	function whole.cold
	call leaf
	add $8, %rsp
	ret
	done whole.cold
	function zero
	xchg %rax, %rsp
	xchg %rax, %rsp
	push %rbp
	push %rbx
	lea 8(%rsp), %rbp
	call leaf
	pop %rbx
	pop %rbp
	jmp *%rbx
	done zero
	function late
	test %edi, %edi
	je 1f
	push %rbp
	mov %rsp, %rbp
	call leaf
	pop %rbp
1:	ret
	done late
	calls a, hidden
	calls b, plain
	calls c, leaves
	calls d, whole
	framed outer
	call a
	call b
	call c
	call d
	pop %rbp
	ret
	done outer
	.globl _start
_start:	call outer
	hlt
	.data
stored:	.quad back
EOF
gcc -nostdlib -static -Wl,-z,noseparate-code -o pushes pushes.s
map_of pushes > pushes.txt
nm pushes | python3 -c 'import sys
at = {w[2]: int(w[0], 16) for w in map(str.split, sys.stdin)}
# The first call in outer ends at its byte 9. What comes back to plain does so to its last two bytes.
for inner, call in ([at["behind_hidden"] + 5], 9), ([at["behind_plain"] + 9, at["behind_plain"] - 2], 14), \
                   ([at["behind_hidden"] + 5], 19), ([at["whole.cold"] + 5], 24), ([at["zero"] + 16, 0], 9), \
                   ([at["late"] + 13], 9):
    print("sample 100", *("%x" % ip for ip in [at["leaf"] + 4, *inner, at["outer"] + call, at["_start"] + 5]))' >> pushes.txt
"$PERF_TEST_DIR/build/recording.py" pushes.data < pushes.txt
"$PERF" script -i pushes.data -F ip,sym | sed -n 's/^\t *[0-9a-f]* //p; s/^\(#.*\)/\1/p' | paste -s -d ';' | sed 's/;_start;*/;_start\n/g' > out
cat > want << 'EOF'
# [caller missing: no frame in behind_hidden];leaf;behind_hidden;a (by its call);outer;_start
leaf;behind_plain;plain;b (by its call);outer;_start
leaf;behind_hidden;c (by its call);outer;_start
leaf;whole.cold;d (by its call);outer;_start
# [caller missing: no unwind table for zero];leaf;zero;[unknown];outer;_start
leaf;late;outer;_start

EOF
cmp -s want out || bad "functions that push an address: $(diff want out)"

# The kernel: what interrupts and forks have left is exact, the caller of a function that never returns is not.
cat > kallsyms << 'EOF'
ffffffff81000000 T _stext
ffffffff81001000 T asm_sysvec_apic_timer_interrupt
ffffffff81001100 T ends_in_a_call
ffffffff81001200 T begins
ffffffff81001300 T other
ffffffff81001400 T ret_from_fork_asm
ffffffff81001500 T asm_exc_page_fault
ffffffff81001600 T leaf
ffffffff81002000 T _etext
EOF
cat > kernel.txt << 'EOF'
kmap ffffffff81000000 2000 0 [kernel.kallsyms]_stext
comm 100 app
ksample 100 ffffffff81001610 ffffffff81001200
ksample 100 ffffffff81001610 ffffffff81001020 ffffffff81001200 ffffffff81001300
ksample 100 ffffffff81001610 ffffffff81001520 ffffffff81001300 ffffffff81001400
ksample 100 ffffffff81001200
EOF
"$PERF_TEST_DIR/build/recording.py" kernel.data < kernel.txt
names() { # ARGS...
	"$PERF" script -i kernel.data --kallsyms kallsyms -F ip,sym "$@" | awk '
		NF > 1 { line = line (line ? ";" : "") $2 }
		!NF && line { print line; line = "" }
		END { if (line) print line }'
}
cat > want << 'EOF'
leaf;ends_in_a_call
leaf;asm_sysvec_apic_timer_interrupt;begins;begins
leaf;asm_exc_page_fault;other;ret_from_fork_asm
begins
EOF
names > out
cmp -s want out || bad "kernel: $(diff want out)"
cat > want << 'EOF'
leaf;begins
leaf;asm_sysvec_apic_timer_interrupt;begins;other
leaf;asm_exc_page_fault;other;ret_from_fork_asm
begins
EOF
names --as-recorded > out
cmp -s want out || bad "kernel, --as-recorded: $(diff want out)"
# Distances are those of the recorded address.
"$PERF" script -i kernel.data --kallsyms kallsyms -F ip,sym,symoff | grep -q 'ends_in_a_call+0x100$' || bad "symoff"
finish
