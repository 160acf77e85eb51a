// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/unwind-tables.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/code/dso-code.h"
#include "util/code/sframe-file.h"
#include "util/code/unwind-cfi.h"
#include "util/symbol/dso-runtime.h"
#include "util/symbol/elf-symbols.h"

/* What was asked about an address. */
struct known_row {
	struct unwind_row row;
	bool has_row;
	enum { RETURN_NOT_ASKED, RETURN_YES, RETURN_NO } is_return;
};

U64_MAP(known_rows, struct known_row *)

struct table_file {
	struct dso_runtime *runtime;	/* or NULL: the file is not there */
	struct dso *dso;
	struct unwind_cfi *cfi;		/* or NULL; see cfi_of() */
	bool cfi_opened;
	struct sframe_file sframe;	/* its bytes are NULL: the file has none */
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

void unwind_tables__delete(struct unwind_tables *t)
{
	size_t i;

	if (!t)
		return;
	HASH_EACH(&t->files, i) {
		struct table_file *f = t->files.slots[i].val;

		unwind_cfi__close(f->cfi);
		sframe_file__close(&f->sframe);
		dso_runtime__delete(f->runtime);
		known_rows__exit(&f->rows);
		free(f);
	}
	table_files__exit(&t->files);
	arena__exit(&t->arena);
	free(t);
}

/* One that cannot be read is as none: perf defer check tells why. */
static void open_sframe(struct table_file *f)
{
	struct diag ignored = DIAG_INIT;

	if (f->runtime->path)
		(void)sframe_file__open(&f->sframe, f->runtime->path, &ignored);
	else
		(void)sframe_file__open_memory(&f->sframe, f->runtime->memory, f->runtime->memory_size, &ignored);
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
		if (f->runtime)
			open_sframe(f);
		table_files__set(&t->files, (uintptr_t)dso, f);
	}
	t->last_dso = dso;
	t->last = f;
	return f;
}

/* Opened when it is needed: debug information may be large. */
static struct unwind_cfi *cfi_of(struct table_file *f)
{
	char *debug;

	if (!f->cfi_opened && f->runtime) {
		debug = dso__debug_path(f->dso);
		f->cfi = unwind_cfi__open(f->runtime->path, f->runtime->memory, f->runtime->memory_size, debug);
		free(debug);
	}
	f->cfi_opened = true;
	return f->cfi;
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

/* Linkers let segments share pages of the file, so that one offset may be in two of them: code is asked for. */
static bool virtual_of(const struct dso_runtime *file, uint64_t offset, uint64_t *ret)
{
	size_t i;

	for (i = 0; i < file->nr_segs; i++) {
		const struct elf_segment *s = &file->segs[i];

		if (s->code && offset - s->offset < s->memsz) {
			*ret = offset - s->offset + s->vaddr;
			return true;
		}
	}
	return false;
}

const struct unwind_row *unwind_tables__row(struct unwind_tables *t, struct dso *dso, uint64_t offset)
{
	struct table_file *f = file_of(t, dso);
	struct known_row *k = known_at(t, f, offset);
	uint64_t addr;

	if (!k->has_row) {
		k->has_row = true;
		if (f->runtime && virtual_of(f->runtime, offset, &addr)) {
			if (cfi_of(f))
				k->row = unwind_cfi__row(f->cfi, addr, &t->arena);
			if (k->row.base == UNWIND_NO_ROW && f->sframe.bytes)
				k->row = sframe__row(&f->sframe.table, addr, &t->arena);
		}
	}
	return &k->row;
}

bool unwind_tables__has_sframe(struct unwind_tables *t, struct dso *dso)
{
	return file_of(t, dso)->sframe.bytes;
}

void unwind_tables__both(struct unwind_tables *t, struct dso *dso, uint64_t offset, struct unwind_row *ret_cfi,
			 struct unwind_row *ret_sframe)
{
	struct table_file *f = file_of(t, dso);
	uint64_t addr;

	*ret_cfi = *ret_sframe = (struct unwind_row){ .base = UNWIND_NO_ROW };
	if (!f->runtime || !virtual_of(f->runtime, offset, &addr))
		return;
	if (cfi_of(f))
		*ret_cfi = unwind_cfi__row(f->cfi, addr, &t->arena);
	if (f->sframe.bytes)
		*ret_sframe = sframe__row(&f->sframe.table, addr, &t->arena);
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
