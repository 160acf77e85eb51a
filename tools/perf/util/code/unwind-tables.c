// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-tables.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/code/dso-code.h"
#include "util/code/file-map.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-refused.h"
#include "util/symbol/dso-runtime.h"

/* What was asked about an address. */
struct known_row {
	struct unwind_row row;
	bool has_row, mended;
	enum { RETURN_NOT_ASKED, RETURN_YES, RETURN_NO } is_return;
};

U64_MAP(known_rows, struct known_row *)

struct table_file {
	struct dso *dso;
	struct dso_runtime *runtime;	/* or NULL: the file is not there */
	struct file_map map, debug_map;
	struct unwind_file *file;	/* or NULL */
	char *debug_path;		/* of a separate file with debug information; or NULL */
	bool debug_tried;
	struct known_rows rows;		/* offset -> struct known_row */
};

U64_MAP(table_files, struct table_file *)

struct unwind_tables {
	struct dso_code *code;
	struct table_files files;	/* struct dso -> struct table_file */
	struct arena arena;
	/* The file that was asked for last: most questions come in runs. */
	const struct dso *last_dso;
	struct table_file *last;
};

struct unwind_tables *unwind_tables__new(struct dso_code *code)
{
	struct unwind_tables *t = xzalloc(sizeof(*t));

	t->code = code;
	return t;
}

static void table_file__delete(struct table_file *f)
{
	unwind_file__delete(f->file);
	file_map__close(&f->map);
	file_map__close(&f->debug_map);
	dso_runtime__delete(f->runtime);
	free(f->debug_path);
	known_rows__exit(&f->rows);
	free(f);
}

void unwind_tables__delete(struct unwind_tables *t)
{
	size_t i;

	if (!t)
		return;
	HASH_EACH(&t->files, i)
		table_file__delete(t->files.slots[i].val);
	table_files__exit(&t->files);
	arena__exit(&t->arena);
	free(t);
}

/* One that cannot be read is as none. */
static void open_file(struct table_file *f)
{
	struct diag ignored = DIAG_INIT;

	if (!f->runtime)
		return;
	if (!f->runtime->path)
		f->file = unwind_file__new(f->runtime->memory, f->runtime->memory_size, &ignored);
	else if (!file_map__open(&f->map, f->runtime->path))
		f->file = unwind_file__new(f->map.bytes, f->map.size, &ignored);
}

static struct table_file *file_of(struct unwind_tables *t, struct dso *dso)
{
	struct table_file *f;

	if (t->last_dso == dso)
		return t->last;
	f = table_files__find(&t->files, (uintptr_t)dso);
	if (!f) {
		f = xzalloc(sizeof(*f));
		f->runtime = dso_runtime__new(dso);
		f->dso = dso;
		open_file(f);
		table_files__set(&t->files, (uintptr_t)dso, f);
	}
	t->last_dso = dso;
	t->last = f;
	return f;
}

/* Opened when it is needed: debug information may be large. Returns whether there is some that was not there before. */
static bool add_debug(struct table_file *f)
{
	const char *path;

	if (f->debug_tried)
		return false;
	f->debug_tried = true;
	path = f->debug_path = dso__debug_path(f->dso);
	/* It may be the same file. */
	if (!path || (f->runtime->path && !strcmp(path, f->runtime->path)) || file_map__open(&f->debug_map, path))
		return false;
	unwind_file__add_debug(f->file, f->debug_map.bytes, f->debug_map.size, NULL);
	return true;
}

static void tell_refused(const struct table_file *f)
{
	if (f->runtime->path)
		unwind_file__tell_refused(f->file, f->runtime->path, f->debug_path);
}

static struct known_row *known_at(struct unwind_tables *t, struct table_file *f, uint64_t offset)
{
	struct known_row *k = known_rows__find(&f->rows, offset);

	if (!k) {
		k = arena__alloc(&t->arena, sizeof(*k));
		*k = (struct known_row){ .has_row = false };
		known_rows__set(&f->rows, offset, k);
	}
	return k;
}

/* By call frame information of the file, else of its debug file. */
static struct unwind_row cfi_row(struct table_file *f, uint64_t addr)
{
	struct unwind_answer a;

	unwind_file__row_by(f->file, UNWIND_BY_CFI, addr, &a);
	if (a.row.base == UNWIND_NO_ROW && add_debug(f))
		unwind_file__row_by(f->file, UNWIND_BY_CFI, addr, &a);
	tell_refused(f);
	return a.row;
}

/* What is proven from the code alone counts only where no table says anything, also none of the debug file. */
static void find_best(struct table_file *f, uint64_t addr, struct known_row *ret)
{
	struct unwind_answer a;

	unwind_file__row(f->file, addr, &a);
	if ((a.source == UNWIND_BY_NOTHING || (a.source == UNWIND_BY_CODE && !a.mended)) && add_debug(f))
		unwind_file__row(f->file, addr, &a);
	tell_refused(f);
	ret->row = a.row;
	ret->mended = a.mended;
}

static struct unwind_row sframe_row(struct table_file *f, uint64_t addr)
{
	struct unwind_answer a;

	unwind_file__row_by(f->file, UNWIND_BY_SFRAME, addr, &a);
	return a.row;
}

static const struct known_row *row_at(struct unwind_tables *t, struct dso *dso, uint64_t offset)
{
	struct table_file *f = file_of(t, dso);
	struct known_row *k = known_at(t, f, offset);
	uint64_t addr;

	if (!k->has_row) {
		k->has_row = true;
		if (f->file && unwind_file__from_offset(f->file, offset, &addr))
			find_best(f, addr, k);
	}
	return k;
}

const struct unwind_row *unwind_tables__row(struct unwind_tables *t, struct dso *dso, uint64_t offset)
{
	return &row_at(t, dso, offset)->row;
}

bool unwind_tables__is_mended(struct unwind_tables *t, struct dso *dso, uint64_t offset)
{
	return row_at(t, dso, offset)->mended;
}

bool unwind_tables__has_sframe(struct unwind_tables *t, struct dso *dso)
{
	const struct table_file *f = file_of(t, dso);

	return f->file && unwind_file__has_sframe(f->file);
}

void unwind_tables__both(struct unwind_tables *t, struct dso *dso, uint64_t offset, struct unwind_row *ret_cfi,
			 struct unwind_row *ret_sframe)
{
	struct table_file *f = file_of(t, dso);
	uint64_t addr;

	*ret_cfi = *ret_sframe = (struct unwind_row){ .base = UNWIND_NO_ROW };
	if (!f->file || !unwind_file__from_offset(f->file, offset, &addr))
		return;
	*ret_cfi = cfi_row(f, addr);
	*ret_sframe = sframe_row(f, addr);
}

bool unwind_tables__is_return(struct unwind_tables *t, struct dso *dso, uint64_t offset)
{
	struct known_row *k = known_at(t, file_of(t, dso), offset);
	struct call_before call;

	if (k->is_return == RETURN_NOT_ASKED) {
		dso_code__call_before(t->code, dso, offset, offset, &call);
		k->is_return = call.kind == CALL_DIRECT || call.kind == CALL_INDIRECT ? RETURN_YES : RETURN_NO;
	}
	return k->is_return == RETURN_YES;
}
