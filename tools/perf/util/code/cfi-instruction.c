// SPDX-License-Identifier: GPL-2.0-only
/* What one instruction of a program of CFI does to the rules of a row. */
#include "util/code/cfi-instruction.h"

#include "util/base/leb128.h"

/* DW_CFA_*: the upper two bits of the first three are the instruction, the lower ones an operand. */
enum {
	OP_ADVANCE = 0x40, OP_OFFSET = 0x80, OP_RESTORE = 0xc0, OP_PACKED = 0xc0,
	OP_NOP = 0x00, OP_SET_LOC, OP_ADVANCE1, OP_ADVANCE2, OP_ADVANCE4, OP_OFFSET_EXTENDED, OP_RESTORE_EXTENDED,
	OP_UNDEFINED, OP_SAME, OP_REGISTER, OP_REMEMBER, OP_RESTORE_STATE, OP_DEF_CFA, OP_DEF_CFA_REGISTER,
	OP_DEF_CFA_OFFSET, OP_DEF_CFA_EXPR, OP_EXPR, OP_OFFSET_EXTENDED_SF, OP_DEF_CFA_SF, OP_DEF_CFA_OFFSET_SF,
	OP_VAL_OFFSET, OP_VAL_OFFSET_SF, OP_VAL_EXPR,
	OP_MIPS_ADVANCE8 = 0x1d, OP_AARCH64_SIGN_WITH_PC = 0x2c, OP_AARCH64_SIGN = 0x2d, OP_GNU_ARGS_SIZE = 0x2e,
	OP_GNU_NEGATIVE_OFFSET = 0x2f,
};

static uint64_t uleb(struct cfi_run *run) { return cursor__uleb128(&run->c, "operand"); }

/* A number with a sign, in units of the CIE. Numbers of hostile files may overflow. */
static int64_t factored(const struct cfi_run *run, uint64_t n)
{
	return (int64_t)(n * (uint64_t)run->fde.cie.data_align);
}

static int64_t factored_sleb(struct cfi_run *run)
{
	return factored(run, (uint64_t)cursor__sleb128(&run->c, "operand"));
}

static struct cfi_block block(struct cfi_run *run)
{
	uint64_t size = uleb(run);
	struct cfi_block b = { run->base + cursor__offset(&run->c), (size_t)size };

	cursor__skip(&run->c, size, "expression");
	return b;
}

static void advance(struct cfi_run *run, uint64_t units)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(units, run->fde.cie.code_align, &bytes) || bytes > UINT64_MAX - run->loc)
		cursor__fail(&run->c, "advance");
	else
		run->loc += bytes;
}

static void set_rule(struct cfi_run *run, uint64_t reg, const struct cfi_rule *rule)
{
	if (reg == run->fde.cie.ra)
		run->rules.ra = *rule;
	if (reg == run->fp)
		run->rules.fp = *rule;
	if (reg == run->base_nr)
		run->rules.base = *rule;
	if (reg == run->sp)
		run->rules.other_sp = rule->kind != CFI_RULE_SAME;
}

static void set_kind(struct cfi_run *run, uint64_t reg, enum cfi_rule_kind kind)
{
	set_rule(run, reg, &(struct cfi_rule){ .kind = kind });
}

static void set_saved(struct cfi_run *run, uint64_t reg, int64_t offset)
{
	set_rule(run, reg, &(struct cfi_rule){ .kind = CFI_RULE_SAVED, .offset = offset });
}

static void restore(struct cfi_run *run, uint64_t reg)
{
	if (reg == run->fde.cie.ra)
		run->rules.ra = run->initial.ra;
	if (reg == run->fp)
		run->rules.fp = run->initial.fp;
	if (reg == run->base_nr)
		run->rules.base = run->initial.base;
	if (reg == run->sp)
		run->rules.other_sp = run->initial.other_sp;
}

static void set_cfa(struct cfi_run *run, uint64_t reg, int64_t offset)
{
	run->rules.cfa = (struct cfi_cfa){ .kind = CFI_CFA_REGISTER, .reg = reg, .offset = offset, .written = offset };
}

/* Only what was a register and an offset can have another of them. */
static struct cfi_cfa *cfa_register(struct cfi_run *run)
{
	if (run->rules.cfa.kind != CFI_CFA_REGISTER)
		cursor__fail(&run->c, "CFA");
	return &run->rules.cfa;
}

static void remember(struct cfi_run *run)
{
	if (run->nr_states == CFI_MAX_STATES)
		cursor__fail(&run->c, "remembered states");
	else
		run->states[run->nr_states++] = run->rules;
}

static void restore_state(struct cfi_run *run)
{
	if (!run->nr_states)
		cursor__fail(&run->c, "remembered states");
	else
		run->rules = run->states[--run->nr_states];
}

/* What gcc writes of code that calls itself is 16, whatever is on the stack, and stays so behind that code. */
static void set_cfa_offset(struct cfi_run *run, int64_t offset)
{
	struct cfi_cfa *cfa = &run->rules.cfa;

	if (cfa->kind == CFI_CFA_REGISTER)
		cfa->written = offset;
	if (offset != INLINE_THUNK_CFA || !inline_thunk__leads_to(&run->code, run->loc))
		cfa_register(run)->offset = offset;
}

/* Instructions that say where the CFA is. False: it is none of them. */
static bool run_cfa(struct cfi_run *run, uint8_t op)
{
	uint64_t reg;

	switch (op) {
	case OP_DEF_CFA:
		reg = uleb(run);
		set_cfa(run, reg, (int64_t)uleb(run));
		return true;
	case OP_DEF_CFA_SF:
		reg = uleb(run);
		set_cfa(run, reg, factored_sleb(run));
		return true;
	case OP_DEF_CFA_REGISTER:
		cfa_register(run)->reg = uleb(run);
		return true;
	case OP_DEF_CFA_OFFSET:
		set_cfa_offset(run, (int64_t)uleb(run));
		return true;
	case OP_DEF_CFA_OFFSET_SF:
		set_cfa_offset(run, factored_sleb(run));
		return true;
	case OP_DEF_CFA_EXPR:
		run->rules.cfa = (struct cfi_cfa){ .kind = CFI_CFA_EXPR, .expr = block(run) };
		return true;
	default:
		return false;
	}
}

/* Instructions that say where a register is; asked last, as it reads the register first. False: it is none of them. */
static bool run_register(struct cfi_run *run, uint8_t op)
{
	struct cfi_rule rule = { .kind = CFI_RULE_SAVED_EXPR };
	uint64_t reg;

	if (op < OP_OFFSET_EXTENDED || (op > OP_VAL_EXPR && op != OP_GNU_NEGATIVE_OFFSET))
		return false;
	reg = uleb(run);
	switch (op) {
	case OP_OFFSET_EXTENDED:
		set_saved(run, reg, factored(run, uleb(run)));
		break;
	case OP_OFFSET_EXTENDED_SF:
		set_saved(run, reg, factored_sleb(run));
		break;
	case OP_GNU_NEGATIVE_OFFSET:
		set_saved(run, reg, factored(run, -uleb(run)));
		break;
	case OP_RESTORE_EXTENDED:
		restore(run, reg);
		break;
	case OP_UNDEFINED:
		set_kind(run, reg, CFI_RULE_UNDEFINED);
		break;
	case OP_SAME:
		set_kind(run, reg, CFI_RULE_SAME);
		break;
	case OP_EXPR:
		rule.expr = block(run);
		set_rule(run, reg, &rule);
		break;
	case OP_VAL_EXPR:
		(void)block(run);
		set_kind(run, reg, CFI_RULE_OTHER);
		break;
	case OP_REGISTER:
		rule.kind = CFI_RULE_REGISTER;
		rule.offset = (int64_t)uleb(run);
		set_rule(run, reg, &rule);
		break;
	case OP_VAL_OFFSET:
	case OP_VAL_OFFSET_SF:
		/* The second operand, whatever its sign. */
		(void)uleb(run);
		set_kind(run, reg, CFI_RULE_OTHER);
		break;
	default:
		return false;
	}
	return true;
}

/* Those of places and states. False: it is none of them. */
static bool run_other(struct cfi_run *run, uint8_t op)
{
	switch (op) {
	case OP_NOP:
	case OP_AARCH64_SIGN_WITH_PC:
	case OP_AARCH64_SIGN:
		return true;
	case OP_SET_LOC:
		run->loc = cfi_pointer__read(&run->section, &run->c, run->base, run->fde.cie.encoding, 0);
		return true;
	case OP_ADVANCE1:
		advance(run, cursor__u8(&run->c, "advance"));
		return true;
	case OP_ADVANCE2:
		advance(run, cursor__u16(&run->c, "advance"));
		return true;
	case OP_ADVANCE4:
		advance(run, cursor__u32(&run->c, "advance"));
		return true;
	case OP_MIPS_ADVANCE8:
		advance(run, cursor__u64(&run->c, "advance"));
		return true;
	case OP_REMEMBER:
		remember(run);
		return true;
	case OP_RESTORE_STATE:
		restore_state(run);
		return true;
	case OP_GNU_ARGS_SIZE:
		(void)uleb(run);
		return true;
	default:
		return false;
	}
}

void cfi_run__one(struct cfi_run *run)
{
	uint8_t op = cursor__u8(&run->c, "instruction"), low = op & 0x3f;

	if (run->instructions++ == run->most) {
		cursor__fail(&run->c, "number of instructions");
		return;
	}
	switch (op & OP_PACKED) {
	case OP_ADVANCE:
		advance(run, low);
		return;
	case OP_OFFSET:
		set_saved(run, low, factored(run, uleb(run)));
		return;
	case OP_RESTORE:
		restore(run, low);
		return;
	default:
		if (!run_cfa(run, op) && !run_other(run, op) && !run_register(run, op))
			cursor__fail(&run->c, "instruction");
	}
}
