// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/frame-state.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/code/file-map.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"
#include "util/code/unwind-refused.h"

#define INT3 0xcc

struct frame_states {
	const struct unwind_machine *machine;
	struct unwind_file *file;
	struct file_map debug_map;
	char *debug_path;		/* of the file with debug information; NULL: there is none */
};

struct frame_states *frame_states__open(const void *image, size_t size)
{
	struct frame_states *fs = xzalloc(sizeof(*fs));
	struct diag ignored = DIAG_INIT;

	fs->file = unwind_file__new(image, size, &ignored);
	fs->machine = fs->file ? unwind_file__machine(fs->file) : NULL;
	if (fs->machine && fs->machine->usual_frames)
		return fs;
	frame_states__close(fs);
	return NULL;
}

void frame_states__add_debug(struct frame_states *fs, const char *path)
{
	if (fs->debug_path || file_map__open(&fs->debug_map, path))
		return;
	fs->debug_path = xstrdup(path);
	unwind_file__add_debug(fs->file, fs->debug_map.bytes, fs->debug_map.size, NULL);
}

void frame_states__close(struct frame_states *fs)
{
	if (!fs)
		return;
	unwind_file__delete(fs->file);
	file_map__close(&fs->debug_map);
	free(fs->debug_path);
	free(fs);
}

/* The caller's frame pointer is saved at CFA + @offset, and the CFA counted from one of two registers. */
static enum frame_state saved_state(const struct unwind_row *row, int64_t offset, int64_t record)
{
	switch (row->base) {
	case UNWIND_FROM_FP:
		return offset == record ? FRAME_STATE_OWN : FRAME_STATE_LOST;
	case UNWIND_FROM_SP:
		/*
		 * A place below the stack pointer is one that was left: compilers do not say that the register has its
		 * old value again when they have taken it from there.
		 */
		return offset < 0 ? FRAME_STATE_CALLERS : FRAME_STATE_SAVED;
	default:
		return FRAME_STATE_LOST;
	}
}

static enum frame_state state_of(const struct unwind_row *row, int64_t record)
{
	int64_t offset;

	if (row->base == UNWIND_NO_ROW || row->base == UNWIND_FROM_OTHER)
		return FRAME_STATE_UNKNOWN;
	if (row->signal)
		return FRAME_STATE_SIGNAL;
	if (row->base == UNWIND_OUTERMOST)
		return FRAME_STATE_OUTERMOST;
	switch (row->fp.where) {
	case UNWIND_SAME:
		/* Where the frame is counted from it, it is in use. */
		return row->base == UNWIND_FROM_FP ? FRAME_STATE_LOST : FRAME_STATE_CALLERS;
	case UNWIND_SAVED:
		return saved_state(row, (int64_t)row->cfa_offset + row->fp.offset, record);
	case UNWIND_SAVED_EXPR:
		/*
		 * Functions that align the stack find their caller by an expression, but have an ordinary frame. Where they find it in another way,
		 * at their beginning and end, they have not set the register yet, or have taken it back.
		 */
		return (row->base == UNWIND_FROM_EXPR || row->base == UNWIND_FROM_FP) &&
		       unwind_expr__is_register(row->fp.expr, row->fp_reg, &offset) && offset == record ? FRAME_STATE_OWN : FRAME_STATE_LOST;
	case UNWIND_IN_REGISTER:
	case UNWIND_LOST:
		break;
	}
	return FRAME_STATE_LOST;
}

/*
 * Where both files say something, the file itself counts. Go's compiler saves and sets the frame pointer in each function that has a
 * frame, but writes no rule for it into its .debug_frame: the table of its runtime knows more.
 */
static void ask(struct frame_states *fs, uint64_t addr, struct unwind_answer *ret)
{
	unwind_file__row_by(fs->file, UNWIND_BY_GO, addr, ret);
	if (ret->source == UNWIND_BY_GO)
		return;
	unwind_file__true_row(fs->file, addr, ret);
	if (fs->debug_path)
		unwind_file__tell_refused(fs->file, NULL, fs->debug_path);
}

static void take(const struct frame_states *fs, uint64_t addr, const struct unwind_answer *a, struct frame_row *ret)
{
	const struct unwind_row *row = &a->row;

	*ret = (struct frame_row){ .start = addr, .end = a->end, .state = state_of(row, fs->machine->record) };
	ret->at_entry = row->base == UNWIND_FROM_SP && row->cfa_offset == fs->machine->at_entry;
	if (ret->state == FRAME_STATE_SAVED)
		ret->saved = (int64_t)row->cfa_offset + row->fp.offset - fs->machine->record;
}

void frame_states__at(struct frame_states *fs, uint64_t addr, struct frame_row *ret)
{
	struct unwind_answer a;

	ask(fs, addr, &a);
	take(fs, addr, &a, ret);
}

void frame_states__by_code(struct frame_states *fs, uint64_t addr, uint64_t start, uint64_t end, struct frame_row *ret)
{
	struct unwind_answer a;

	unwind_file__row_within(fs->file, addr, start, end, &a);
	take(fs, addr, &a, ret);
}

void frame_states__alone(struct frame_states *fs, uint64_t addr, struct frame_row *ret)
{
	struct unwind_answer a;

	unwind_file__row(fs->file, addr, &a);
	take(fs, addr, &a, ret);
}

const char *frame_states__go_name(const struct frame_states *fs, uint64_t addr)
{
	return unwind_file__go_name(fs->file, addr);
}

/* Go's table says where the next function begins: in front of that nothing runs. */
static void leave_gap(struct frame_states *fs, struct unwind_answer *a)
{
	const unsigned char *code;
	size_t size;

	code = unwind_file__code(fs->file, a->function, &size);
	if (!code || size < a->function_end - a->function || unwind_file__machine(fs->file)->calls != CALL_MACHINE_X86_64)
		return;
	while (a->function_end - a->function > 1 && code[a->function_end - a->function - 1] == INT3)
		a->function_end--;
}

bool frame_states__function(struct frame_states *fs, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end)
{
	struct unwind_answer a;

	unwind_file__row_by(fs->file, UNWIND_BY_CFI, addr, &a);
	/* Programs of Go that were stripped have the table of their runtime alone. */
	if (a.function == a.function_end) {
		unwind_file__row_by(fs->file, UNWIND_BY_GO, addr, &a);
		leave_gap(fs, &a);
	}
	*ret_start = a.function;
	*ret_end = a.function_end;
	return a.function != a.function_end;
}
