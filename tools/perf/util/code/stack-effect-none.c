// SPDX-License-Identifier: GPL-2.0-only
/* Built where libcapstone is missing. */
#include "util/code/stack-effect.h"

struct stack_effects *stack_effects__new(enum call_machine machine)
{
	(void)machine;
	return NULL;
}

void stack_effects__delete(struct stack_effects *e)
{
	(void)e;
}

bool stack_effects__decode(struct stack_effects *e, const unsigned char *code, size_t size, uint64_t addr, struct stack_effect *ret)
{
	(void)e, (void)code, (void)size, (void)addr, (void)ret;
	return false;
}
