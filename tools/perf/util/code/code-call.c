// SPDX-License-Identifier: GPL-2.0-only
/* The call in front of a return address. */
#include "util/code/code-file-internal.h"

/* Bytes of the longest call instruction of x86. */
#define MAX_CALL	9

/* Is @addr, in front of @end, where an instruction begins when one decodes from a place where one surely does? */
static bool is_boundary(struct code_file *cf, uint64_t addr, uint64_t end)
{
	struct function *f = function_at(cf, addr);
	uint64_t at = addr;
	struct disasm_insn insn;

	/* Rows of the table begin with instructions. */
	if (f) {
		function__read_rows(f);
		at = function__row(f, addr)->start;
	}
	while (at < addr && code_file__skim(cf, at, &insn))
		at += insn.size;
	return at == addr && at < end;
}

/* Can x86's @code be the first byte of a call? Of one with a prefix, too. */
static bool may_be_call(unsigned char code)
{
	return code == 0xe8 || code == 0xff || code == 0x9a || (code >= 0x40 && code <= 0x4f) || code == 0x66 || code == 0x67 ||
	       code == 0x2e || code == 0x3e || code == 0xf2 || code == 0xf3 || code == 0x64 || code == 0x65;
}

/* Which call the bytes in front of @end look like. */
static void look_like(const struct code_file *cf, uint64_t end, struct call_before *ret)
{
	const unsigned char *code = NULL;
	uint64_t n = CALL_INSN_MAX < end ? CALL_INSN_MAX : end;
	size_t size = 0;

	for (; n && !code; n -= !code)
		code = code_file__bytes_at(cf, end - n, &size);
	call_insn__before(cf->machine, code, n <= size ? n : 0, end, ret);
}

/* Does the call lead to where a function, or an entry of a linkage table, begins? Other bytes hardly ever look like that. */
static bool leads_to_function(struct code_file *cf, uint64_t target, struct code_target *ret)
{
	const struct disasm_insn insn = { .has_target = true, .target = target };
	uint64_t start, end;

	code_file__target(cf, &insn, ret);
	return ret->stub || (ret->kind == CODE_TARGET_HERE && frame_states__function(cf->states_table, ret->addr, &start, &end) &&
			     start == ret->addr);
}

/* Does @insn, a call, lead to code of the same function that goes on to where only runs know (inline-thunk.h)? */
static bool leads_on(const struct code_file *cf, const struct disasm_insn *insn)
{
	struct inline_thunk_code code = { .start = insn->target };
	uint64_t base;
	int32_t pushed;

	if (!insn->has_target || cf->machine != CALL_MACHINE_X86_64)
		return false;
	code.bytes = code_file__bytes_at(cf, insn->target, &code.size);
	code.size = code.size < INLINE_THUNK_BYTES ? code.size : INLINE_THUNK_BYTES;
	return inline_thunk__is_at(&code, insn->target, &base, &pushed);
}

static void find_call(struct code_file *cf, uint64_t end, struct code_target *ret)
{
	struct disasm_insn insn, found = { .size = 0 };
	struct call_before call;
	size_t size;
	int n, nr = 0;

	look_like(cf, end, &call);
	if (call.kind == CALL_DIRECT && leads_to_function(cf, call.target, ret))
		return;
	*ret = (struct code_target){ .kind = call.kind == CALL_NONE ? CODE_TARGET_NONE : CODE_TARGET_UNKNOWN };
	if (call.kind == CALL_NONE || call.kind == CALL_UNKNOWN || !cf->disasm)
		return;
	/* What looks like a call may be the end of another instruction. */
	ret->kind = CODE_TARGET_NONE;
	for (n = 2; n <= MAX_CALL; n++) {
		const unsigned char *code = (uint64_t)n > end ? NULL : code_file__bytes_at(cf, end - (uint64_t)n, &size);

		if (!code || (cf->machine == CALL_MACHINE_X86_64 && !may_be_call(*code)) ||
		    !code_file__decode(cf, end - (uint64_t)n, &insn) || insn.size != (unsigned int)n ||
		    insn.flow != DISASM_CALL || !is_boundary(cf, end - (uint64_t)n, end))
			continue;
		found = insn;
		nr++;
	}
	if (nr == 1 && leads_on(cf, &found))
		ret->kind = CODE_TARGET_UNKNOWN;
	else if (nr == 1)
		code_file__target(cf, &found, ret);
	else if (nr)
		/* Where no table tells what an instruction is, it may begin with or without its prefix. */
		ret->kind = CODE_TARGET_UNKNOWN;
}

void code_file__call_before(struct code_file *cf, uint64_t addr, struct code_target *ret)
{
	struct code_target *known = code_targets__find(&cf->calls, addr);

	if (!known) {
		known = arena__alloc(&cf->arena, sizeof(*known));
		find_call(cf, addr, known);
		code_targets__set(&cf->calls, addr, known);
	}
	*ret = *known;
}
