// SPDX-License-Identifier: GPL-2.0-only
/* Code that stands in the place of a return address: does it go on where that one was? */
#include "util/code/code-file-internal.h"
#include "util/code/stack-effect.h"

/* Code that keeps return addresses saves registers, calls, and takes them back. */
#define MAX_INSNS	64

enum comes { COMES_ON, COMES_BACK, COMES_NOT };

/* Is it a jump to an address in memory, as those of linkage tables are? */
static bool is_by_table(const unsigned char *code, size_t size)
{
	size_t at = size && (code[0] == 0xf2 || code[0] == 0x3e) ? 1 : 0;

	return size > at + 1 && code[at] == 0xff && code[at + 1] == 0x25;
}

/* @sp: how far the stack pointer is from where it was in front of @e, which moves it; @next: where it goes on. */
static enum comes take(const struct stack_effect *e, bool by_table, int64_t *sp, uint64_t *next)
{
	*next += e->size;
	switch (e->flow) {
	case STACK_RET:
		/* It returns to what it has put on the stack itself. An ordinary function would return to what lies above. */
		return *sp < 0 ? COMES_BACK : COMES_NOT;
	case STACK_JUMP:
		if (!e->has_target)
			return by_table ? COMES_NOT : COMES_BACK;
		*next = e->target;
		break;
	case STACK_STOP:
		return COMES_NOT;
	default:
		break;
	}
	/* It goes over to another stack. */
	if (e->lost >> STACK_SP & 1 || (e->move_to == STACK_SP && e->move_from != STACK_SP) || e->load_to == STACK_SP ||
	    (e->align_reg == STACK_SP && e->align_bits))
		return COMES_NOT;
	*sp += e->flow == STACK_CALL ? 0 : e->sp_add + (e->move_to == STACK_SP ? e->move_add : 0);
	return COMES_ON;
}

bool code_file__comes_back(struct code_file *cf, uint64_t addr)
{
	struct stack_effects *effects = stack_effects__new(cf->machine);
	enum comes comes = COMES_ON;
	struct stack_effect e;
	int64_t sp = 0;
	unsigned int i;

	for (i = 0; effects && i < MAX_INSNS && comes == COMES_ON; i++) {
		size_t size = 0;
		const unsigned char *code = code_file__bytes_at(cf, addr, &size);

		if (!code || !stack_effects__decode(effects, code, size, addr, &e))
			break;
		comes = take(&e, is_by_table(code, size), &sp, &addr);
	}
	stack_effects__delete(effects);
	return comes == COMES_BACK;
}
