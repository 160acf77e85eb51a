// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/dso-runtime.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

/* Of the kernels that there are, bytes. */
#define MIN_PAGE	((uint64_t)4096)
#define MAX_PAGE	((uint64_t)65536)

static bool read_memory(struct dso_runtime *file, struct dso *dso)
{
	struct elf_file *f;

	file->memory = dso__vdso_image(dso, &file->memory_size, NULL);
	if (!file->memory || elf_file__open_memory(file->memory, file->memory_size, &f))
		return false;
	file->nr_segs = elf_file__segments(f, &file->segs);
	elf_file__close(f);
	return true;
}

struct dso_runtime *dso_runtime__new(struct dso *dso)
{
	struct dso_runtime *file = xzalloc(sizeof(*file));
	bool found = false;

	if (dso->kind == DSO_KIND_VDSO) {
		found = read_memory(file, dso);
	} else if (dso->kind == DSO_KIND_USER) {
		file->path = dso__find_runtime(dso, &file->segs, &file->nr_segs);
		found = file->path;
	}
	if (found && file->nr_segs)
		return file;
	dso_runtime__delete(file);
	return NULL;
}

void dso_runtime__delete(struct dso_runtime *file)
{
	if (!file)
		return;
	free(file->path);
	free(file->memory);
	free(file->segs);
	free(file);
}

/*
 * Mappings begin with the page in which a segment does. The end of the segment before, which may be linked
 * elsewhere, can lie in the same page.
 */
bool dso_runtime__virtual(const struct dso_runtime *file, uint64_t pgoff, bool code, uint64_t *ret)
{
	uint64_t page;
	size_t i;

	for (page = MIN_PAGE; page <= MAX_PAGE; page *= 4) {
		for (i = 0; i < file->nr_segs; i++) {
			const struct elf_segment *s = &file->segs[i];

			if (s->code != code || (s->offset & ~(page - 1)) != pgoff)
				continue;
			*ret = s->vaddr - (s->offset - pgoff);
			return true;
		}
	}
	return elf_segments__virtual(file->segs, file->nr_segs, pgoff, ret);
}

void dso_runtime__range(const struct dso_runtime *file, uint64_t *ret_start, uint64_t *ret_end)
{
	uint64_t start = UINT64_MAX, end = 0;
	size_t i;

	for (i = 0; i < file->nr_segs; i++) {
		const struct elf_segment *s = &file->segs[i];

		if (s->vaddr < start)
			start = s->vaddr;
		if (s->vaddr + s->memsz > end)
			end = s->vaddr + s->memsz;
	}
	*ret_start = start;
	*ret_end = end;
}

char *dso__debug_path(const struct dso *dso)
{
	struct elf_segment *segs = NULL;
	size_t nr;
	char *path = dso__find_dwarf(dso, &segs, &nr);

	free(segs);
	return path;
}
