// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of functions that no unwind table describes, by their code. Two kinds of function are certain: one whose first instructions, which
 * every way goes through, set up a frame; and one that has no instruction that writes the frame pointer. Others are followed
 * (stack-depth.h). Here is, too, what else the first instructions tell.
 */
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/code-file-internal.h"

/* Instructions among which a function sets up its frame, if it does so on every way. */
#define MAX_PROLOGUE	24
/* Instructions in front of the system call with which a signal's handler ends. */
#define BEFORE_SYSTEM_CALL	8
/* Larger functions are not looked through, bytes. */
#define MAX_FUNCTION	((uint64_t)256 << 10)

static void add_row(struct function *f, uint64_t end, enum frame_state state, bool at_entry)
{
	uint64_t start = f->nr_rows ? f->rows[f->nr_rows - 1].end : f->f.start;

	if (end <= start)
		return;
	if (f->nr_rows && f->rows[f->nr_rows - 1].state == state && f->rows[f->nr_rows - 1].at_entry == at_entry) {
		f->rows[f->nr_rows - 1].end = end;
		return;
	}
	GROW(f->rows, f->nr_rows, f->cap_rows);
	f->rows[f->nr_rows++] = (struct frame_row){ .start = start, .end = end, .state = state, .at_entry = at_entry };
}

static bool is_push_fp(const struct disasm_insn *insn)
{
	return !strncmp(insn->mnemonic, "push", 4) && insn->operands && !strcmp(insn->operands, "%rbp");
}

static bool moves_sp(const struct disasm_insn *insn)
{
	return !strncmp(insn->mnemonic, "push", 4) || !strncmp(insn->mnemonic, "pop", 3) ||
	       (insn->operands && strstr(insn->operands, "%rsp"));
}

/*
 * Where the frame pointer is set to the place at which the caller's was just saved, in a stretch from @f's first byte that has no jumps.
 * Returns the address behind that; 0: it is not.
 */
static uint64_t frame_set_at(const struct function *f)
{
	struct disasm_insn insn;
	uint64_t at = f->f.start;
	bool pushed = false;
	int i;

	for (i = 0; i < MAX_PROLOGUE && at < f->f.end; i++, at += insn.size) {
		if (!code_file__decode(f->f.file, at, &insn) || !insn.mnemonic || insn.flow != DISASM_ON || insn.leaves)
			return 0;
		if (insn.writes_fp)
			return pushed && insn.fp_from_sp && !insn.fp_offset ? at + insn.size : 0;
		/* The place must be the top of the stack still when the register is set. */
		if (is_push_fp(&insn))
			pushed = true;
		else if (pushed && moves_sp(&insn))
			return 0;
	}
	return 0;
}

/*
 * From @at on the frame is there, up to an instruction that takes the caller's register back; behind that it is not,
 * until that way ends.
 */
static bool add_framed(struct function *f, uint64_t at)
{
	struct disasm_insn insn;
	bool own = true;
	uint64_t next;

	add_row(f, at, FRAME_STATE_CALLERS, false);
	for (; at < f->f.end; at = next) {
		if (!code_file__decode(f->f.file, at, &insn) || (insn.writes_fp && !own))
			return false;
		/* A call over a loop that is never run goes on behind that. */
		next = code_insn__is_over(&insn, at) ? insn.target : at + insn.size;
		add_row(f, next, own ? FRAME_STATE_OWN : FRAME_STATE_CALLERS, false);
		/* Behind the end of one way the code is reached by others, from where the frame is there; the end itself is of this one. */
		if (insn.writes_fp)
			own = false;
		else if (insn.flow == DISASM_STOP || insn.flow == DISASM_JUMP)
			own = true;
	}
	return true;
}

static bool add_frameless(struct function *f)
{
	struct disasm_insn insn;
	bool at_entry = true;
	uint64_t at;

	for (at = f->f.start; at < f->f.end; at += insn.size) {
		if (!code_file__decode(f->f.file, at, &insn) || !insn.mnemonic || insn.writes_fp)
			return false;
		at_entry &= !moves_sp(&insn);
		add_row(f, at + insn.size, FRAME_STATE_CALLERS, at_entry);
	}
	return true;
}

/* By what is proven of each instruction. False: of none of them anything is. */
static bool add_proven(struct function *f)
{
	uint64_t addr = f->f.start;
	struct frame_row row;
	bool any = false;

	for (; addr < f->f.end; addr = row.end) {
		frame_states__by_code(f->f.file->states_table, addr, f->f.start, f->f.end, &row);
		if (row.end > f->f.end)
			row.end = f->f.end;
		any |= row.state != FRAME_STATE_UNKNOWN;
		f->saves |= row.state == FRAME_STATE_SAVED;
		GROW(f->rows, f->nr_rows, f->cap_rows);
		f->rows[f->nr_rows++] = row;
	}
	return any;
}

void function__rows_by_code(struct function *f)
{
	bool small = f->f.file->disasm && f->f.end - f->f.start <= MAX_FUNCTION;
	uint64_t at = small ? frame_set_at(f) : 0;

	if (at ? add_framed(f, at) : small && add_frameless(f))
		return;
	f->nr_rows = 0;
	if (small && add_proven(f))
		return;
	f->nr_rows = 0;
	add_row(f, f->f.end, FRAME_STATE_UNKNOWN, false);
}

bool code_file__makes_system_call(struct code_file *cf, uint64_t addr)
{
	struct disasm_insn insn = { .size = 0 };
	unsigned int i;

	for (i = 0; i < BEFORE_SYSTEM_CALL && !insn.leaves; i++, addr += insn.size)
		if (!code_file__decode(cf, addr, &insn))
			return false;
	return insn.leaves && insn.flow == DISASM_ON;
}
