#!/bin/sh
# callers: who went over to another stack, in Go's runtime
# SPDX-License-Identifier: GPL-2.0-only
#
# runtime.systemstack, runtime.morestack and runtime.asmcgocall have no frame, and what they call is on the stack of the thread: frame pointers lead from there
# to the caller of the goroutine's function, which the code names. What the runtime calls through pointers in between leads nowhere else.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_features libelf libcapstone
need_tools python3 gcc readelf nm objdump
[ "$(uname -m)" = x86_64 ] || skip "the program is for x86-64"
export HOME="$dir" PERF_BUILDID_DIR="$dir/none"
cd "$dir"

cat "$PERF_TEST_DIR/shell/lib/functions.s" - > go.s << 'EOF'
	.macro bare name
	.cfi_endproc
	.size \name, . - \name
	.endm
	.text
	.ifdef HAS_SHORT_JUMP
fn main.jumps_near
	frame
	.byte 0xeb, runtime.systemstack.abi0 - 1f
1:	nop
leave_it main.jumps_near
	.endif
	/* Zeros in front of a function could be a distance to it. */
	.fill 16, 1, 0xcc
fn runtime.systemstack.abi0
	test %eax, %eax
	je 1f
	mov %rbx, %rsp
	call *%rdi
	nop
	ret
1:	jmp *%rdi
bare runtime.systemstack.abi0
fn runtime.mcall
	call *%rdi
	nop
	ud2
bare runtime.mcall
fn runtime.nanotime1.abi0
	call *%rax
	nop
	ret
bare runtime.nanotime1.abi0
fn runtime.Gosched
	call runtime.mcall
	nop
	ret
bare runtime.Gosched
fn runtime.newstack
	frame
	nop
leave_it runtime.newstack
fn runtime.morestack.abi0
	mov %rbx, %rsp
	call runtime.newstack
	nop
	ud2
bare runtime.morestack.abi0
fn on_the_thread
	frame
	nop
leave_it on_the_thread
fn main.grows
	test %eax, %eax
	je 1f
	frame
	nop
	pop %rbp
	.cfi_def_cfa 7, 8
	.cfi_restore 6
	ret
1:	call runtime.morestack.abi0
	jmp main.grows
bare main.grows
fn main.waits
	frame
	call runtime.Gosched
	nop
	call runtime.nanotime1.abi0
	nop
	call runtime.systemstack.abi0
	nop
leave_it main.waits
fn main.follows_a_pointer
	frame
	call *%rax
	nop
	call runtime.systemstack.abi0
	nop
leave_it main.follows_a_pointer
fn main.calls_grows
	frame
	call main.grows
	nop
leave_it main.calls_grows
	/* What calls C is called by what has a frame, also where C has called Go, which calls C again. */
fn runtime.asmcgocall.abi0
	mov %rbx, %rsp
	call *%rdi
	nop
	mov %rdx, %rsp
	ret
bare runtime.asmcgocall.abi0
fn runtime.cgocall
	frame
	call *%rax
	nop
	call runtime.asmcgocall.abi0
	nop
leave_it runtime.cgocall
fn main.calls_c
	frame
	call runtime.cgocall
	nop
leave_it main.calls_c
fn main.main
	frame
	call main.waits
	nop
	call main.calls_c
	nop
	call main.follows_a_pointer
	nop
	call main.calls_grows
	nop
leave_it main.main
	/* A goroutine's first function: nobody calls it. */
fn main.main.func1
	frame
	call main.waits
	nop
leave_it main.main.func1
	.p2align 5, 0xcc
fn runtime.goexit.abi0
	.cfi_undefined %rip
	nop
	call main.main
	nop
	ud2
bare runtime.goexit.abi0
	.globl _start
	.type _start, @function
_start:	call runtime.goexit.abi0
	hlt
	/* What somebody may come to by a pointer, and go on to runtime.systemstack without a frame. */
	.ifdef HAS_BARE_CALLER
	call runtime.systemstack.abi0
	.endif
	/* What is far enough away from here, but no instruction's. */
	.byte 0x18
	.long runtime.systemstack.abi0 - . - 4
	.ifdef HAS_ADDRESS
	lea runtime.systemstack.abi0(%rip), %rdi
	hlt
	.endif
	.ifdef HAS_CONDITION
	je runtime.systemstack.abi0
	hlt
	.endif
	.ifdef HAS_JUMP
fn main.jumps
	frame
	jmp runtime.systemstack.abi0
	nop
leave_it main.jumps
	.endif
	.ifdef HAS_NUMBER
	mov $runtime.systemstack.abi0, %edi
	hlt
	.endif
	.data
	.ifdef HAS_POINTER
	.quad runtime.systemstack.abi0
	.endif
EOF
cat > make.py << 'EOF'
import os, re
from program import mapped, run

bias, text = mapped(os.getcwd() + "/go")
at = {w[2]: int(w[0], 16) + bias for w in map(str.split, run("nm", "go").splitlines()) if len(w) == 3}
calls = re.findall(r"^ *([0-9a-f]+):\tcall +(?:\*%r|[0-9a-f]+ <)([\w.]+)>?\n *([0-9a-f]+):", run("objdump", "-d", "--no-show-raw-insn", "go"), re.M)


def behind(function, callee):
    """Where the call of @callee in @function returns to."""
    start = at[function] - bias
    return min(int(b, 16) for a, c, b in calls if c == callee and int(a, 16) >= start) + bias


text += "map 100 7fff00000000 4000 0 [vdso]\n"
for inner, way in (("on_the_thread", [("runtime.systemstack.abi0", "di"), ("main.main", "main.waits")]),
                   ("on_the_thread", [("runtime.systemstack.abi0", "di"), ("main.main", "main.follows_a_pointer")]),
                   ("runtime.newstack", [("runtime.morestack.abi0", "runtime.newstack"), ("main.main", "main.calls_grows")]),
                   ("on_the_thread", [("runtime.asmcgocall.abi0", "di"), ("main.calls_c", "runtime.cgocall"), ("main.main", "main.calls_c")])):
    ips = [at[inner] + 4] + [behind(*w) for w in way + [("runtime.goexit.abi0", "main.main")]]
    text += "sample 100 " + " ".join(f"{ip:x}" for ip in ips) + "\n"
# A goroutine's stack begins with an address that no call is in front of; its first function may be the one that is missing.
for outer in ([behind("main.main.func1", "main.waits")], []):
    ips = [at["on_the_thread"] + 4, behind("runtime.systemstack.abi0", "di")] + outer + [at["runtime.goexit.abi0"] + 1]
    text += "sample 100 " + " ".join(f"{ip:x}" for ip in ips) + "\n"
print(text, end="")
EOF
show()	# OPTION_OF_GCC...: builds the program, and writes what is shown of it to the file out
{
	gcc -nostdlib -static -Wl,-z,noseparate-code "$@" -o go go.s
	python3 make.py > go.txt
	"$PERF_TEST_DIR/build/recording.py" go.data < go.txt
	"$PERF" script -i go.data -F ip,sym 2> err | sed 's/^\t *[0-9a-f]* //' > out
}

cat > want << 'END'

on_the_thread
runtime.systemstack.abi0
main.waits (by its call)
main.main
runtime.goexit.abi0


on_the_thread
runtime.systemstack.abi0
main.follows_a_pointer (by its call)
main.main
runtime.goexit.abi0


runtime.newstack
runtime.morestack.abi0
main.grows (by its call)
main.calls_grows (by its call)
main.main
runtime.goexit.abi0


on_the_thread
runtime.asmcgocall.abi0
runtime.cgocall (by its call)
main.calls_c
main.main
runtime.goexit.abi0


on_the_thread
runtime.systemstack.abi0
main.waits (by its call)
main.main.func1
runtime.goexit.abi0

# [caller missing: no unwind table for runtime.systemstack.abi0]

on_the_thread
runtime.systemstack.abi0
runtime.goexit.abi0

END
show
cmp -s want out || bad "who was there: $(diff want out; cat err)"

# A function that calls through a pointer may have called another one without a frame only if there is one that leads there.
sed '7a # [caller missing: no unwind table for runtime.systemstack.abi0]' want > unsure
for what in BARE_CALLER JUMP SHORT_JUMP ADDRESS CONDITION NUMBER POINTER; do
	show -Wa,--defsym,HAS_$what=1
	cmp -s unsure out || bad "who was there, if the program has something else by which one may come there ($what): $(diff unsure out; cat err)"
done
finish
