# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Stacks of a 32-bit program, which needs no 32-bit library: the compiler and the linker of any x86-64 machine can build it. Sourced, as
# unwound.sh is, which it brings.

# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"

build_narrow()	# FILE
{
	gcc -m32 -O1 -g0 -static -nostdlib -ffreestanding -fno-pic -no-pie -fno-stack-protector -fomit-frame-pointer -fcf-protection=none \
		-fasynchronous-unwind-tables -fno-optimize-sibling-calls -x c -o "$1" - 2>"$dir/log" <<-'EOF'
		#define STEP __attribute__((noinline))
		#define BACK() __asm__ volatile("" : : : "memory")
		enum { NR_READ = 3, NR_GETPID = 20, NR_KILL = 37, NR_SIGALTSTACK = 186, NR_SIGACTION = 174, USR1 = 10, USR2 = 12, ONSTACK = 0x08000000, INFO = 4 };
		static unsigned int fast;
		static int call(int nr, long a, long b, long c, long d)
		{
			__asm__ volatile("int $0x80" : "+a"(nr) : "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
			return nr;
		}
		STEP int last(void) { int n = call(NR_READ, -1, 0, 0, 0); BACK(); return n; }
		STEP int middle(void) { volatile char room[48]; int n = last(); room[n & 7] = 0; BACK(); return n; }
		STEP void way_plain(void) { middle(); BACK(); }
		STEP void way_alloca(int n) { volatile char *room = __builtin_alloca(n); middle(); room[0] = 1; BACK(); }
		STEP void way_aligned(void) { volatile char room[64] __attribute__((aligned(64))); middle(); room[0] = 1; BACK(); }
		__attribute__((optimize("no-omit-frame-pointer"))) STEP void way_frame(void) { middle(); BACK(); }
		/* The kernel's own code keeps ebp and puts the stack pointer there. */
		STEP int last_fast(void)
		{
			int n = NR_READ;

			__asm__ volatile("call *%1" : "+a"(n) : "m"(fast), "b"(-1), "c"(0), "d"(0) : "memory");
			BACK();
			return n;
		}
		STEP void way_fast(void) { last_fast(); BACK(); }
		/* No SA_RESTORER: they return to the kernel's code. */
		static void on_signal(int nr) { (void)nr; middle(); BACK(); }
		STEP void raise(int nr) { call(NR_KILL, call(NR_GETPID, 0, 0, 0, 0), nr, 0, 0); BACK(); }
		STEP void way_signal(void) { raise(USR1); BACK(); }
		STEP void way_altstack(void) { raise(USR2); BACK(); }
		struct action { void (*handler)(int); unsigned long flags; void *restorer; unsigned long mask[2]; };
		__attribute__((used)) void go(unsigned int *stack)
		{
			static char room[32768];
			struct { void *at; int flags; unsigned int size; } other = { room, 0, sizeof(room) };
			struct action one = { on_signal, 0, 0, { 0, 0 } }, two = { on_signal, ONSTACK | INFO, 0, { 0, 0 } };
			unsigned int *p = stack + 1 + stack[0] + 1;

			while (*p++)
				;
			for (; *p; p += 2)
				if (*p == 32)
					fast = p[1];
			call(NR_SIGALTSTACK, (long)&other, 0, 0, 0);
			call(NR_SIGACTION, USR1, (long)&one, 0, 8);
			call(NR_SIGACTION, USR2, (long)&two, 0, 8);
			for (int i = 0; i < 10; i++) {
				way_plain();
				way_alloca(40 + i);
				way_aligned();
				way_frame();
				way_fast();
				way_signal();
				way_altstack();
			}
			call(1, 0, 0, 0, 0);
		}
		__asm__(".globl _start\n.type _start,@function\n_start:\n.cfi_startproc\n.cfi_undefined %eip\n\txor %ebp,%ebp\n\tmov %esp,%eax\n\tand $-16,%esp\n"
			"\tsub $12,%esp\n\tpush %eax\n\tcall go\n\thlt\n.cfi_endproc\n.size _start,.-_start\n");
	EOF
}

judge_narrow()	# CHAINS: what --call-graph takes
{
	if ! command -v gcc > /dev/null || ! build_narrow "$dir/narrow"; then
		left_out "32-bit programs" "none can be built: $(head -n 1 "$dir/log" 2>/dev/null)"
		return
	fi
	if ! "$dir/narrow" 2>"$dir/log"; then
		left_out "32-bit programs" "this kernel does not run them"
		return
	fi
	outer='go;_start;$'
	unwind narrow -e raw_syscalls:sys_enter --filter 'id == 3' --call-graph "$1" -- "$dir/narrow"
	set --
	for way in plain alloca aligned frame; do
		set -- "$@" 10 '' "last;middle;way_$way;" "last;middle;way_$way;$outer"
	done
	chains narrow "$@"
	if ! grep -q '__kernel_vsyscall' "$dir/narrow.script"; then
		left_out "the kernel's code for 32-bit programs" "this kernel does not show it"
		return
	fi
	chains narrow 10 '' '__kernel_vsyscall;last_fast;' "__kernel_vsyscall;last_fast;way_fast;$outer" \
		10 '' 'last;middle;on_signal;__kernel_sigreturn;' "last;middle;on_signal;__kernel_sigreturn;raise;way_signal;$outer"
	if "$PERF" record -q -N -e signal:signal_deliver -o "$dir/probe" -- true 2>"$dir/log"; then
		chains narrow 10 '' 'last;middle;on_signal;__kernel_rt_sigreturn;' \
			"last;middle;on_signal;__kernel_rt_sigreturn;raise;way_altstack;$outer"
	fi
	# Nothing is doubted when it is read.
	"$PERF" script --no-inline -F comm,ip,sym -i "$dir/narrow.data" >"$dir/narrow.read" 2>"$dir/log" || bad "$(cat "$dir/log")"
	! grep '^# ' "$dir/narrow.read" || bad "stacks of a 32-bit program are marked"
}
