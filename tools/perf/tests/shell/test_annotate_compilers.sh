#!/bin/sh
# perf annotate: functions of many compilers, row by row beside upstream's, and percentages that add up
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "the same code takes the functions of gcc and clang apart there"
need_tools python3 gcc objdump readelf
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf libcapstone
upstream=$(other_perf)
[ -n "$upstream" ] || skip "no other perf is installed"
export HOME="$dir" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none"
cd "$dir"
compare="$PERF_TEST_DIR/build/annotated_beside.py"

sed 1d "$PERF_TEST_DIR/shell/lib/work.c" > work.c
sed 's/argc)/(unsigned long)argc + (unsigned long)puts("x"))/; 1i #include <stdio.h>' work.c > calls.c
cat > vector.c << 'E2'
#include <string.h>
__attribute__((noinline)) void work(float *a, const float *b, double *c, int *d, long n)
{
	for (long i = 0; i < n; i++)
		a[i] = a[i] * b[i] + 3.5f;
	for (long i = 0; i < n; i++)
		c[i] += a[i] > b[i] ? (double)a[i] : c[i] / 3;
	for (long i = 0; i < n; i++)
		d[i] = d[i] << 3 ^ d[(i + 7) % n];
	memset(d + n / 2, 1, 64);
}
__attribute__((noinline)) int helper(int what)
{
	switch (what) {
	case 0: return 9; case 1: return what * 7; case 2: return what ^ 99; case 3: return -what; case 4: return 77; case 5: return what / 3;
	default: return what - 1;
	}
}
int main(int argc, char **argv)
{
	static float a[100], b[100];
	static double c[100];
	static int d[100];

	work(a, b, c, d, argc * 10);
	return helper(argc) + (int)c[1] + d[3] + argv[0][0];
}
E2
cat > objects.cc << 'E2'
#include <stdexcept>
#include <vector>
struct shape { virtual ~shape() = default; virtual double area() const = 0; };
struct box : shape { double a, b; box(double x, double y) : a(x), b(y) {} double area() const override { return a * b; } };
namespace deep { template <class T> __attribute__((noinline)) T sum(const std::vector<T> &v) { T s{}; for (auto &x : v) s += x; return s; } }
__attribute__((noinline)) double work(const std::vector<shape *> &m)
{
	std::vector<double> v;
	for (auto x : m)
		v.push_back(x->area());
	try { return deep::sum(v) + (double)v.at(7); } catch (const std::exception &) { return 0; }
}
int main() { box b(3, 4); return (int)work({ &b, &b }); }
E2
cat > work.rs << 'E2'
#[inline(never)] fn helper(v: &[u64]) -> Option<u64> { v.iter().map(|x| x.wrapping_mul(7) ^ (x >> 3)).max() }
#[inline(never)] fn work(n: u64) -> u64 { let v: Vec<u64> = (0..n).collect(); helper(&v).unwrap_or(1) + v[n as usize / 2] }
fn main() { std::process::exit(work(std::env::args().count() as u64) as i32) }
E2
cat > work.go << 'E2'
package main
import "os"
//go:noinline
func helper(m map[string]int, s string) int { m[s]++; return m[s] * 7 }
//go:noinline
func work(n int) int { m := map[string]int{}; s := 0; for i := 0; i < n; i++ { s += helper(m, os.Args[0]) }; return s }
func main() { os.Exit(work(len(os.Args))) }
E2
# Prefixes, long immediates, loops, a jump into the middle, data between code, a call by memory.
cat > hand.s << 'E2'
	.text
	.globl main, work, helper
	.type work,@function
work:	mov $9,%ecx
1:	lock addq $1,counter(%rip)
	rep movsb
	loop 1b
	jp 1b
	movabs $0x1122334455667788,%rax
	jmp 3f
2:	.byte 0x48,0x8d,0x05,1,0,0,0
3:	jrcxz 4f
	call *table(%rip)
	vpaddd %ymm1,%ymm2,%ymm3
	bt %rax,%fs:0x10
4:	jne helper+1
	ret
	.size work,.-work
	.type helper,@function
helper:	push %rbp
	mov %rsp,%rbp
	xchg %ax,%ax
	cmpxchg16b (%rsi)
	pop %rbp
	ret
	.size helper,.-helper
	.type main,@function
main:	call work
	call helper
	xor %eax,%eax
	ret
	.size main,.-main
	.data
counter: .quad 0
table:	.quad helper
	.section .note.GNU-stack,"",@progbits
E2

# What no compiler of this machine makes is not looked at: the others say the same of their own.
nr=0
beside() { # NAME FUNCTIONS(regex) COMPILER...
	name=$1 functions=$2
	shift 2
	have_tools "what $1 makes" "$1" || return 0
	"$@" -o "$name" 2> log || { left_out "$name" "it does not compile here: $(head -n 1 log)"; return 0; }
	python3 "$compare" write "$dir/$name" "$functions" "$name.made" > log 2>&1 || { bad "$name: no recording: $(cat log)"; return 0; }
	# As perf writes it, with attrs that older ones take.
	"$PERF" inject -i "$name.made" -o "$name.data" 2> err || fail "inject: $(cat err)"
	for layout in --stdio --stdio2; do
		"$upstream" annotate $layout --no-source -i "$name.data" > theirs 2> err || { bad "$upstream: exit $?: $(cat err)"; return 0; }
		"$PERF" annotate $layout --no-source -i "$name.data" > ours 2> err < /dev/null || bad "$name: exit $?: $(cat err)"
		python3 "$compare" compare $layout theirs ours > differs || bad "$name $layout: $(head -n 30 differs)"
	done
	nr=$((nr + 1))
}
own='work|helper|main'
beside gcc0 "$own" gcc -g -O0 work.c
beside gcc2 "$own" gcc -O2 -no-pie calls.c
beside lto "$own" gcc -O2 -flto calls.c
beside avx2 "$own" gcc -O3 -mavx2 -mfma vector.c
beside avx512 "$own" gcc -O3 -march=skylake-avx512 vector.c
beside clang "$own" clang -O2 calls.c
beside clangv "$own" clang -O3 -mavx2 vector.c
beside cxx 'main|_Z.*(4work|3sum|4area).*' g++ -O2 -g objects.cc
beside rust '.*(work|helper|main).*' rustc -C opt-level=2 -g work.rs
beside go 'main\.(work|helper|main)' go build work.go
beside musl "$own|printf_core|memcpy" musl-gcc -O2 -static calls.c
beside hand "$own" gcc -nostdlib -static -e main hand.s
[ $nr -ge 5 ] || bad "only $nr programs were looked at"
finish
