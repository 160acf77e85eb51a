// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stack of a thread of which only the stack pointer and the address are known, as the kernel tells them of one that sleeps.
 * The thread is this very program: each function notes where it returns to, and the innermost one has the walk made.
 */
#include <alloca.h>
#include <stdio.h>

#include "tests/test.h"
#include "tests/unit/own-maps.h"
#include "util/base/alloc.h"
#include "util/callchain/sleeping-stack.h"
#include "util/callchain/unwind.h"
#include "util/code/disasm.h"
#include "util/machine/machine.h"

#define MAX_WORDS	64
#define NOINLINE	__attribute__((noinline))

#if defined(__aarch64__)
#define HERE(ip, sp)	__asm__ volatile("adr %0, .\n\tmov %1, sp" : "=r"(ip), "=r"(sp) : : "memory")
#define SIGNED		__attribute__((target("branch-protection=pac-ret")))
#define ADDRESS_BITS	((1ULL << 48) - 1)
#elif defined(__x86_64__)
#define HERE(ip, sp)	__asm__ volatile("lea 0(%%rip), %0\n\tmov %%rsp, %1" : "=r"(ip), "=r"(sp) : : "memory")
#define SIGNED
#define ADDRESS_BITS	UINT64_MAX
#endif

#ifdef HERE

/* Function 0 is the innermost. */
enum { INNERMOST, BY_FP, PLAIN, SIGNS, LARGE, NR_FUNCTIONS };

static struct {
	uint64_t returns[NR_FUNCTIONS];
	uint64_t words[MAX_WORDS];
	size_t nr;
	uint64_t sp, end;		/* what may be read of the stack */
	uint64_t refused;		/* in front of @sp: nothing is read there */
} seen;

#define NOTE(i)	(seen.returns[i] = (uint64_t)(uintptr_t)__builtin_return_address(0) & ADDRESS_BITS)

/* Between frames lies what sanitizers guard. */
__attribute__((no_sanitize("address")))
static bool load(void *ctx, uint64_t addr, uint64_t *ret)
{
	(void)ctx;
	seen.refused += addr < seen.sp;
	if (addr < seen.sp || addr + sizeof(*ret) > seen.end)
		return false;
	*ret = *(const volatile uint64_t *)(uintptr_t)addr;
	return true;
}

static NOINLINE void look(uint64_t ip, uint64_t sp)
{
	struct symbol_opts opts = { .no_demangle = true };
	struct dsos *dsos = dsos__new(&opts);
	struct machine *m = machine__new(0, dsos);
	struct sleeping_walker *w = sleeping_walker__new();
	struct sleeping_thread t = { .ip = ip, .sp = sp, .load = load };
	bool whole;

	own_maps__add(m);
	t.maps = machine__maps_at(m, 1, 1);
	seen.sp = sp;
	seen.nr = sleeping_walker__run(w, &t, seen.words, MAX_WORDS, &whole);
	sleeping_walker__delete(w);
	machine__delete(m);
	dsos__delete(dsos);
}

static NOINLINE int innermost(int n)
{
	uint64_t ip, sp;

	NOTE(INNERMOST);
	HERE(ip, sp);
	look(ip, sp);
	return n + 1;
}

/* How large its frame is shows when it runs: it is found by the frame pointer, which the innermost one has saved. */
static NOINLINE int by_fp(int n)
{
	volatile char *space = alloca((size_t)n);

	NOTE(BY_FP);
	space[0] = 1;
	return innermost(n) + space[0];
}

static NOINLINE int plain(int n)
{
	NOTE(PLAIN);
	return by_fp(n) + 1;
}

/* On machines that can, its return address is signed on the stack. */
static NOINLINE SIGNED int signs(int n)
{
	NOTE(SIGNS);
	return plain(n) + 1;
}

static NOINLINE int large(int n)
{
	volatile char space[3000];

	NOTE(LARGE);
	space[n] = 1;
	return signs(n) + space[n];
}

static int test__from_sp(void)
{
	volatile int n = 700;
	struct disasm *d;
	char err[128];
	int i;

	if (disasm__open(NULL, &d, err, sizeof(err)))
		return test_skip("built without libcapstone");
	disasm__close(d);
	seen.end = (uint64_t)(uintptr_t)__builtin_frame_address(0);
	TEST_ASSERT_EQ(large(n), 705);
	if (seen.nr < NR_FUNCTIONS + 1)
		fprintf(stderr, "%zu addresses\n", seen.nr);
	TEST_ASSERT(seen.nr > NR_FUNCTIONS);
	for (i = 0; i < NR_FUNCTIONS; i++)
		TEST_ASSERT_EQ(seen.words[i + 1], seen.returns[i]);
	TEST_ASSERT_EQ(seen.refused, 0);
	return TEST_OK;
}
#else
static int test__from_sp(void)
{
	return test_skip("sleeping threads are not unwound on this machine");
}
#endif

DEFINE_SUITE("Stacks of threads that sleep", sleeping_stack,
	{ "from the stack pointer and the address alone", test__from_sp },
);
