// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/image.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

static bool read_memory(struct dso_image *img, struct dso *dso)
{
	struct elf_file *f;

	img->memory = dso__vdso_image(dso, &img->memory_size, NULL);
	if (!img->memory || elf_file__open_memory(img->memory, img->memory_size, &f))
		return false;
	img->nr_segs = elf_file__segments(f, &img->segs);
	elf_file__close(f);
	return true;
}

struct dso_image *dso_image__new(struct dso *dso)
{
	struct dso_image *img = xzalloc(sizeof(*img));
	bool found = false;

	if (dso->kind == DSO_KIND_VDSO) {
		found = read_memory(img, dso);
	} else if (dso->kind == DSO_KIND_USER) {
		img->path = dso__find_runtime(dso, &img->segs, &img->nr_segs);
		found = img->path;
	}
	if (found && img->nr_segs)
		return img;
	dso_image__delete(img);
	return NULL;
}

void dso_image__delete(struct dso_image *img)
{
	if (!img)
		return;
	free(img->path);
	free(img->memory);
	free(img->segs);
	free(img);
}

bool dso_image__virtual(const struct dso_image *img, uint64_t offset, uint64_t *ret)
{
	return elf_segments__virtual(img->segs, img->nr_segs, offset, ret);
}

void dso_image__range(const struct dso_image *img, uint64_t *ret_start, uint64_t *ret_end)
{
	uint64_t start = UINT64_MAX, end = 0;
	size_t i;

	for (i = 0; i < img->nr_segs; i++) {
		const struct elf_segment *s = &img->segs[i];

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
