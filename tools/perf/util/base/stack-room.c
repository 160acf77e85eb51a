// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/stack-room.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static bool limit_is_small(void)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur < STACK_ROOM;
}

#ifdef __GLIBC__
#include <ucontext.h>

struct call {
	int (*fn)(void *ctx);
	void *ctx;
	int ret;
	ucontext_t here, there;
};

/* A context gets no pointers, only words of 32 bits. */
static void call_it(unsigned int high, unsigned int low)
{
	struct call *c = (struct call *)(uintptr_t)((uint64_t)high << 32 | low);

	c->ret = c->fn(c->ctx);
}

/* Returns whether @c was called. */
static bool call_elsewhere(struct call *c)
{
	size_t guard = (size_t)sysconf(_SC_PAGESIZE), size = STACK_ROOM + guard;
	char *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	bool called;

	if (stack == MAP_FAILED)
		return false;
	/* What goes beyond it shall not go on in somebody's data. */
	called = !mprotect(stack, guard, PROT_NONE) && !getcontext(&c->there);
	if (called) {
		c->there.uc_stack.ss_sp = stack + guard;
		c->there.uc_stack.ss_size = STACK_ROOM;
		c->there.uc_link = &c->here;
		makecontext(&c->there, (void (*)(void))call_it, 2, (unsigned int)((uint64_t)(uintptr_t)c >> 32),
			    (unsigned int)(uintptr_t)c);
		called = !swapcontext(&c->here, &c->there);
	}
	munmap(stack, size);
	return called;
}
#endif

int stack_room__call(int (*fn)(void *ctx), void *ctx)
{
#ifdef __GLIBC__
	struct call c = { .fn = fn, .ctx = ctx };

	if (limit_is_small() && call_elsewhere(&c))
		return c.ret;
#else
	(void)limit_is_small;
#endif
	return fn(ctx);
}
