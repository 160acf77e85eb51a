// SPDX-License-Identifier: GPL-2.0-only
/* What the frame pointer holds at an address: by tables, and by the code where these do not tell. */
#include "util/code/code-file-internal.h"

/* Bytes of larger functions are not followed along all ways, to know the frame pointer at one address. */
#define MAX_FOLLOWED	2048

/* On which ways the instruction of @f that @addr lies in is reached; a caller's address lies within its call, not where that begins. */
static uint8_t ways_at(struct code_file *cf, const struct function *f, uint64_t addr)
{
	struct disasm_insn insn;
	uint64_t at;

	for (at = addr; f->ways && at >= f->f.start && addr - at < DISASM_MAX_INSN; at--)
		if (f->ways[at - f->f.start])
			return at == addr || (code_file__skim(cf, at, &insn) && at + insn.size > addr) ?
			       f->ways[at - f->f.start] : 0;
	return 0;
}

uint8_t function__ways_to(struct code_file *cf, const struct function *f, uint64_t addr)
{
	uint8_t ways = ways_at(cf, f, addr);

	return ways & FP_WAY_RECORD ? (uint8_t)((ways & ~FP_WAY_RECORD) | FP_WAY_OWN) : ways;
}

/* Where the table says only that the caller's frame pointer is saved, the code tells. */
static enum frame_state followed_state(struct code_file *cf, uint64_t addr)
{
	struct function *f = function_at(cf, addr);
	uint8_t ways;

	if (!f)
		return FRAME_STATE_UNKNOWN;
	/* Most functions use the register for something else soon: then the ways to here are short, or there are none. */
	function__walk(f, false);
	ways = function__ways_to(cf, f, addr);
	if (!ways)
		return f->lost_way ? FRAME_STATE_UNKNOWN : FRAME_STATE_LOST;
	/* To know that no other way leads here takes all of the code. */
	if (f->f.end - f->f.start > MAX_FOLLOWED)
		return ways == FP_WAY_OWN ? FRAME_STATE_UNKNOWN : FRAME_STATE_LOST;
	function__walk(f, true);
	ways = function__ways_to(cf, f, addr);
	if (f->lost_way && ways != FP_WAY_OTHER)
		return FRAME_STATE_UNKNOWN;
	return ways == FP_WAY_OWN ? FRAME_STATE_OWN : ways == FP_WAY_CALLERS ? FRAME_STATE_CALLERS : FRAME_STATE_LOST;
}

static enum frame_state find_state(struct code_file *cf, uint64_t addr)
{
	struct frame_row row;
	struct function *f;

	frame_states__at(cf->states_table, addr, &row);
	if (row.state == FRAME_STATE_UNKNOWN) {
		/* The debug file may have a table, which is looked for with the function. */
		f = function_at(cf, addr);
		if (f)
			row = *function__row(f, addr);
		else if (cf->disasm)
			frame_states__alone(cf->states_table, addr, &row);
	}
	return row.state == FRAME_STATE_SAVED && cf->disasm ? followed_state(cf, addr) : row.state;
}

bool code_file__has_table(struct code_file *cf, uint64_t addr)
{
	struct function *f = function_at(cf, addr);

	return f && !f->by_code;
}

enum frame_state code_file__state(struct code_file *cf, uint64_t addr)
{
	uint64_t known = u64num__find(&cf->states, addr);
	enum frame_state state;

	if (known)
		return (enum frame_state)(known - 1);
	state = find_state(cf, addr);
	u64num__set(&cf->states, addr, state + 1);
	return state;
}
