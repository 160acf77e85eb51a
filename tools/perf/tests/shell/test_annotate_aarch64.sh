#!/bin/sh
# perf annotate: code of aarch64, instruction by instruction, against objdump; calls, source lines
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools aarch64-linux-gnu-objdump nm readelf
need_features libelf libcapstone
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/cache"
cd "$dir"
write="$PERF_TEST_DIR/build/annotated_aarch64.py"

cat > code.c << 'E2'
struct node { struct node *next; long value; double d; float f[4]; unsigned char b; short h; };
long counter;
static struct node all[10];
static inline unsigned long mix(unsigned long x)
{
	x ^= x >> 13;
	return x * 0x9e3779b97f4a7c15UL;
}
__attribute__((noinline)) unsigned long work(struct node *n, unsigned long max)
{
	unsigned long s = 0, i;

	for (i = 0; i < max; i++, n = n->next) {
		s += mix(i) ^ (unsigned long)n->value;
		if (s & 1)
			n->b++;
		n->d = n->d * 3.5 + n->f[i & 3];
		n->h = (short)(n->h / 7);
		__atomic_fetch_add(&counter, 0x7fff0000, __ATOMIC_SEQ_CST);
	}
	return s;
}
__attribute__((noinline)) int helper(int what)
{
	switch (what) {
	case 0: return 9; case 1: return what * 7; case 2: return what ^ 99; case 3: return -what; case 4: return -77; case 5: return what / 3;
	case 6: return __builtin_clz((unsigned int)what); case 7: return what > 0 ? what : 0x10000;
	default: return what - 1;
	}
}
__attribute__((noinline)) void vector(float *a, const float *b, double *c, int *d, long n)
{
	long i;

	for (i = 0; i < n; i++)
		a[i] = a[i] * b[i] + 3.5f;
	for (i = 0; i < n; i++)
		c[i] += a[i] > b[i] ? (double)a[i] : c[i] / 3;
	for (i = 0; i < n; i++)
		d[i] = d[i] << 3 ^ d[(i + 7) % n];
}
__attribute__((noinline)) __int128 wide(__int128 a, __int128 b)
{
	return a * b + (a >> 7);
}
__attribute__((noinline)) long calls(long (*f)(long), long n)
{
	return n ? f(n) + calls(f, n - 1) : (long)work(all, 3);
}
void _start(void)
{
	static float a[9], b[9];
	static double c[9];
	static int d[9];

	vector(a, b, c, d, 8);
	counter = helper((int)counter) + (long)wide(counter, 5) + calls((long (*)(long))helper, 3);
	for (;;)
		__asm__ volatile("wfi; dsb sy; mrs x0, cntvct_el0; svc #0; ldadd x1, x2, [x3]; adrp x0, counter" ::: "x0", "memory");
}
E2

nr=0
beside() { # NAME COMPILER...
	name=$1
	shift
	have_tools "what $1 makes" "$1" || return 0
	"$@" -march=armv8.1-a -g -nostdlib -static -ffreestanding -o "$name" code.c 2> log || { left_out "$name" "it does not compile here: $(head -n 1 log)"; return 0; }
	aarch64-linux-gnu-objdump -d --no-show-raw-insn "$name" > list
	calls=$(python3 "$write" write data "$dir/$name" list) || fail "$name: cannot write a recording"
	"$PERF" annotate --stdio --no-source -n -i data > out 2> err < /dev/null || bad "$name: exit $?: $(cat err)"
	python3 "$write" compare out list > differs || bad "$name: $(tail -n 20 differs) $(cat err)"
	"$PERF" annotate --stdio --no-source -n --children -i data > out 2> err < /dev/null || bad "$name: exit $?: $(cat err)"
	grep -q "^ *1 :   ${calls% *}:   blr " out || bad "$name: the call by a register: $(cat out)"
	grep -q "^ *1 :   ${calls#* }:   bl .*<calls>$" out || bad "$name: the call that was under way: $(cat out err)"
	if "$PERF" check feature -q dwarf; then
		"$PERF" annotate --stdio2 -i data work > out 2> err < /dev/null || bad "$name: exit $?: $(cat err)"
		{ grep -q 'n->d = n->d \* 3\.5' out && grep -q '^ *mix():$' out; } || bad "$name: source lines: $(cat out)"
	fi
	nr=$((nr + 1))
}
beside gcc aarch64-linux-gnu-gcc -O2
beside clang clang --target=aarch64-linux-gnu -O2 -fuse-ld=lld
[ $nr -gt 0 ] || skip "no compiler here makes code of aarch64"
finish
