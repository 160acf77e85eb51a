// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/table-look.h"

#include <string.h>

#include "util/callchain/unwind-leaving.h"
#include "util/code/new-task.h"
#include "util/code/pushed-return.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"
#include "util/live/table-wire.h"

/* Copies up to @nr bytes of code at @addr to @buf, and returns how many there are. */
static size_t read_code(const struct unwind_file *f, uint64_t addr, unsigned char *buf, size_t nr)
{
	size_t size = 0;
	const unsigned char *code = unwind_file__code(f, addr, &size);

	if (!code)
		return 0;
	memcpy(buf, code, size < nr ? size : nr);
	return size < nr ? size : nr;
}

/* Does code push @addr, to have somebody go on there who returns? What lies farther in front may be no code. */
static bool is_pushed(const struct unwind_file *f, uint64_t addr)
{
	size_t size = addr < PUSHED_RETURN_BYTES ? (size_t)addr : PUSHED_RETURN_BYTES, left;
	const unsigned char *code = NULL;

	for (; size && !code; size /= 2) {
		code = unwind_file__code(f, addr - size, &left);
		if (code && left >= size && pushed_return__is_named(unwind_file__machine(f)->calls, code, size, addr))
			return true;
	}
	return false;
}

static bool is_task(const struct unwind_file *f, uint64_t addr)
{
	size_t size = addr < NEW_TASK_BYTES ? (size_t)addr : NEW_TASK_BYTES, left = 0;
	const unsigned char *code = NULL;

	if (unwind_file__machine(f)->calls != CALL_MACHINE_X86_64)
		return false;
	/* What lies farther in front may be no code. */
	for (; size; size /= 2) {
		code = unwind_file__code(f, addr - size, &left);
		if (code && left >= size)
			return new_task__is_behind_clone(code, size);
	}
	return false;
}

/*
 * The table says that the caller's frame pointer lies below the stack pointer. It was taken back from there, or never was anywhere
 * else: the code tells.
 */
static bool has_taken_back_fp(struct unwind_file *f, uint64_t addr)
{
	struct unwind_answer code;

	unwind_file__row_by(f, UNWIND_BY_CODE, addr, &code);
	return code.source == UNWIND_BY_CODE && code.row.fp.where == UNWIND_SAME;
}

/*
 * The rows of the return address @addr and of the call in front of it. One row may hold for both. False: it was guessed, and code would
 * have to be followed, which takes longer than to be asked again.
 */
static bool find_rows(struct unwind_file *f, uint64_t addr, bool guessed, struct unwind_answer *ret_at, struct unwind_answer *ret_before)
{
	if (guessed && !unwind_file__quick_caller_row(f, addr, ret_before))
		return false;
	if (!guessed)
		unwind_file__caller_row(f, addr, ret_before);
	if (addr > ret_before->start && addr < ret_before->end) {
		*ret_at = *ret_before;
		return true;
	}
	/* Behind a call that never returns there may be no function any more. */
	if (guessed && !unwind_file__quick_caller_row(f, addr + 1, ret_at))
		return false;
	unwind_file__row(f, addr, ret_at);
	return true;
}

/*
 * Says where around @addr, which lies at @offset of the file, its row holds, too. Not if it has come from a call's code, which was followed
 * from behind that call; nor where the file does not have the code in one piece.
 */
static void set_range(const struct unwind_file *f, uint64_t offset, uint64_t addr, const struct unwind_answer *at, struct table_answer *ret)
{
	uint64_t below = addr - at->start, above = at->end - 1 - addr, first, last;

	if (at->row.base == UNWIND_NO_ROW || at->start > addr || at->end <= addr || (ret->is_return && at->source == UNWIND_BY_CODE))
		return;
	if (below > offset || below > UINT32_MAX || above > UINT32_MAX || !unwind_file__from_offset(f, offset - below, &first) ||
	    !unwind_file__from_offset(f, offset + above, &last) || first != at->start || last != at->end - 1)
		return;
	ret->below = (uint32_t)below;
	ret->above = (uint32_t)above;
}

void table_answer__look_up(struct unwind_file *f, uint64_t offset, bool guessed, struct table_answer *ret)
{
	static const unsigned char endbr64[4] = { 0xf3, 0x0f, 0x1e, 0xfa }, endbr32[4] = { 0xf3, 0x0f, 0x1e, 0xfb };
	struct unwind_answer at, before = { .row.base = UNWIND_NO_ROW };
	unsigned char code[4] = { 0 };
	uint64_t addr;
	size_t nr;

	if (!unwind_file__from_offset(f, offset, &addr))
		return;
	ret->is_return = unwind_file__is_return(f, addr);
	ret->skipped = ret->is_return ? !find_rows(f, addr, guessed, &at, &before) : guessed;
	if (ret->skipped)
		return;
	ret->known = true;
	if (!ret->is_return)
		unwind_file__row(f, addr, &at);
	ret->row = at.row;
	ret->before = before.row;
	set_range(f, offset, addr, &at, ret);
	ret->is_first = at.function != at.function_end && at.function == addr;
	ret->is_begin = ret->is_first || (!ret->is_return && is_pushed(f, addr));
	ret->is_task = is_task(f, addr);
	nr = read_code(f, addr, code, sizeof(code));
	ret->is_leaving = nr >= UNWIND_LEAVING_BYTES && unwind__is_leaving_x86(code);
	if (!ret->is_leaving && at.row.base == UNWIND_FROM_SP && at.row.fp.where == UNWIND_SAVED &&
	    at.row.cfa_offset + at.row.fp.offset < 0)
		ret->is_leaving = has_taken_back_fp(f, addr);
	ret->is_entry = nr == sizeof(code) &&
			(code[0] == 0x55 || !memcmp(code, endbr64, sizeof(code)) || !memcmp(code, endbr32, sizeof(code)));
}
