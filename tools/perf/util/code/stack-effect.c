// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/stack-effect.h"

#include "util/base/alloc.h"
#include "util/code/capstone.h"
#include "util/code/effect-memo.h"
#include "util/code/stack-effect-packed.h"
#include "util/code/stack-effect-x86.h"

struct stack_effects {
	const struct capstone *cs;
	csh handle;
	cs_insn *insn;
	struct effect_memo *memo;
};

struct stack_effects *stack_effects__new(enum call_machine machine)
{
	struct stack_effects *e;
	char err[512];
	csh handle;
	const struct capstone *cs = machine == CALL_MACHINE_X86_64 ? capstone__load(err, sizeof(err)) : NULL;

	if (!cs || cs->cs_open(CS_ARCH_X86, CS_MODE_64, &handle))
		return NULL;
	e = xzalloc(sizeof(*e));
	*e = (struct stack_effects){ .cs = cs, .handle = handle, .memo = effect_memo__new() };
	if (!cs->cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON))
		e->insn = cs->cs_malloc(handle);
	if (e->insn)
		return e;
	stack_effects__delete(e);
	return NULL;
}

void stack_effects__delete(struct stack_effects *e)
{
	if (!e)
		return;
	if (e->insn)
		e->cs->cs_free(e->insn, 1);
	e->cs->cs_close(&e->handle);
	effect_memo__delete(e->memo);
	free(e);
}

bool stack_effects__decode(struct stack_effects *e, const unsigned char *code, size_t size, uint64_t addr, struct stack_effect *ret)
{
	const unsigned char *begin = code;
	size_t whole = size;
	uint64_t at = addr;

	if (effect_memo__find(e->memo, code, size, addr, ret))
		return true;
	*ret = (struct stack_effect){ .store_base = STACK_NO_REG, .store_reg = STACK_NO_REG, .move_to = STACK_NO_REG,
				      .move_from = STACK_NO_REG, .load_to = STACK_NO_REG, .load_base = STACK_NO_REG,
				      .align_reg = STACK_NO_REG, .read_to = STACK_NO_REG };
	if (e->cs->cs_disasm_iter(e->handle, &code, &size, &at, e->insn)) {
		ret->size = (uint8_t)e->insn->size;
		stack_effect__x86(e->insn, ret);
	} else if (!stack_effect__packed(begin, whole, ret)) {
		return false;
	}
	effect_memo__add(e->memo, begin, whole, ret);
	return true;
}
