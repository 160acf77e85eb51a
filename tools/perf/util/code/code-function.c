// SPDX-License-Identifier: GPL-2.0-only
/*
 * A function's rows of the unwind table, and where it is: by its table, that of its debug file, or its symbol.
 */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/code/code-file-internal.h"
#include "util/symbol/dso-runtime.h"

/* More rows has no function; what comes behind them is not known. */
#define MAX_ROWS	65536

void function__read_rows(struct function *f)
{
	struct frame_states *states = f->f.file->states_table;
	uint64_t addr = f->f.start;

	if (f->by_code && !f->rows_read) {
		function__rows_by_code(f);
		f->rows_read = true;
		return;
	}
	while (!f->rows_read && addr < f->f.end) {
		struct frame_row row;

		frame_states__at(states, addr, &row);
		if (row.state == FRAME_STATE_UNKNOWN && frame_states__go_name(states, addr))
			frame_states__by_code(states, addr, f->f.start, f->f.end, &row);
		if (f->nr_rows == MAX_ROWS)
			row = (struct frame_row){ .start = addr, .end = f->f.end };
		if (row.end > f->f.end)
			row.end = f->f.end;
		addr = row.end;
		f->saves |= row.state == FRAME_STATE_SAVED;
		GROW(f->rows, f->nr_rows, f->cap_rows);
		f->rows[f->nr_rows++] = row;
	}
	f->rows_read = true;
}

/* Where a symbol says that a function is: in code that no table describes. */
static bool find_symbol(const struct code_file *cf, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end)
{
	const struct symbol *sym;
	uint64_t offset;

	if (!code_file__to_dso(cf, addr, &offset))
		return false;
	sym = dso__find_symbol(cf->dso, offset);
	if (!sym || sym->end <= offset)
		return false;
	*ret_start = addr - (offset - sym->start);
	*ret_end = addr + (sym->end - offset);
	return true;
}

/* Of the file's own table, else of its debug file's, else of its symbols. */
static bool find_range(struct code_file *cf, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end, bool *ret_symbol)
{
	char *path;

	*ret_symbol = false;
	if (frame_states__function(cf->states_table, addr, ret_start, ret_end))
		return true;
	if (!cf->debug_tried && cf->dso->kind == DSO_KIND_USER) {
		cf->debug_tried = true;
		path = dso__debug_path(cf->dso);
		if (path)
			frame_states__add_debug(cf->states_table, path);
		free(path);
		if (path && frame_states__function(cf->states_table, addr, ret_start, ret_end))
			return true;
	}
	*ret_symbol = true;
	return find_symbol(cf, addr, ret_start, ret_end);
}

struct function *function_at(struct code_file *cf, uint64_t addr)
{
	uint64_t start, end;
	struct function *f;
	bool symbol;

	if (!find_range(cf, addr, &start, &end, &symbol))
		return NULL;
	f = code_functions__find(&cf->functions, start);
	if (f)
		return f;
	f = arena__zalloc(&cf->arena, sizeof(*f));
	f->f = (struct code_function){ .file = cf, .start = start, .end = end };
	frame_states__at(cf->states_table, start, &f->last);
	/* Of Go's functions that change stacks the runtime's table says only where they are. */
	f->by_code = symbol || (f->last.state == FRAME_STATE_UNKNOWN && frame_states__go_name(cf->states_table, start));
	f->f.entry = symbol || (f->last.at_entry && f->last.state == FRAME_STATE_CALLERS);
	code_functions__set(&cf->functions, start, f);
	return f;
}

void function__exit(struct function *f)
{
	free(f->rows);
	free(f->framed.list);
	free(f->frameless.list);
	free(f->ways);
}

const struct frame_row *function__row(struct function *f, uint64_t addr)
{
	size_t behind;

	if (f->by_code)
		function__read_rows(f);
	/* Who only wants some of them does not read all. */
	if (!f->rows_read) {
		if (addr < f->last.start || addr >= f->last.end)
			frame_states__at(f->f.file->states_table, addr, &f->last);
		return &f->last;
	}
	behind = BISECT(f->nr_rows, i, f->rows[i].start <= addr);
	return &f->rows[behind ? behind - 1 : 0];
}

const struct code_function *code_file__function(struct code_file *cf, uint64_t addr)
{
	struct function *f = function_at(cf, addr);

	return f ? &f->f : NULL;
}
