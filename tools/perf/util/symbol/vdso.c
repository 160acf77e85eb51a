// SPDX-License-Identifier: GPL-2.0-only
/* The vdso is no file: the symbols are those of our own, if it is the same one, or of a copy. */
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "util/base/alloc.h"
#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

#define MAX_VDSO	((uint64_t)1 << 20)

/* Bytes of the image at @base: its sections' headers come last. */
static uint64_t image_size(const Elf64_Ehdr *base)
{
	uint64_t size;

	if (memcmp(base->e_ident, ELFMAG, SELFMAG) || base->e_ident[EI_CLASS] != ELFCLASS64)
		return 0;
	size = base->e_shoff + (uint64_t)base->e_shnum * base->e_shentsize;
	return size > sizeof(*base) && size <= MAX_VDSO ? size : 0;
}

static void fail(struct dso_symbols *s, enum dso_lack lack, const char *why)
{
	if (s)
		dso_symbols__fail(s, lack, "%s", why);
}

static bool is_recorded(const struct dso *dso, void *image, size_t size, struct dso_symbols *s)
{
	struct elf_file *f;
	uint8_t id[20];
	bool same;
	int n;

	if (elf_file__open_memory(image, size, &f)) {
		fail(s, DSO_LACK_ACCESS, "the vdso of this process cannot be read");
		return false;
	}
	n = elf_file__build_id(f, id);
	same = !dso->build_id_size || (n > 0 && dso__same_build_id(dso, id, (size_t)n));
	if (!same)
		fail(s, DSO_LACK_BUILD, "the recorded vdso is another kernel's (build id differs)");
	elf_file__close(f);
	return same;
}

void *dso__vdso_image(const struct dso *dso, size_t *ret_size, struct dso_symbols *s)
{
	const struct dso *kernel = dsos__host_kernel(dso->dsos);
	const Elf64_Ehdr *base = (const void *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
	uint64_t size = base && sizeof(long) == 8 ? image_size(base) : 0;
	void *copy;

	if (!dso->build_id_size && !kernel__runs(kernel)) {
		fail(s, DSO_LACK_BUILD, "the recorded vdso is another kernel's");
		return NULL;
	}
	if (!size) {
		fail(s, DSO_LACK_ACCESS, "this process has no vdso to take symbols from");
		return NULL;
	}
	copy = xmemdup(base, size);
	if (!is_recorded(dso, copy, size, s)) {
		free(copy);
		return NULL;
	}
	*ret_size = size;
	return copy;
}

/* Takes the symbols of @f if it is the one that was recorded. */
static bool take_symbols(struct dso *dso, struct dso_symbols *s, struct elf_file *f)
{
	uint8_t id[20];
	int n = elf_file__build_id(f, id);

	if (dso->build_id_size && (n <= 0 || !dso__same_build_id(dso, id, (size_t)n))) {
		dso_symbols__fail(s, DSO_LACK_BUILD, "the recorded vdso is another kernel's (build id differs)");
		return false;
	}
	if (elf_file__add_symbols(f, f, &s->own, ELF_FILE_OFFSETS, false) <= 0)
		return false;
	symtab__finish(&s->own, SYMTAB_FILL);
	s->table = &s->own;
	s->origin = 'd';
	zfree(&s->error);
	s->lack = DSO_LACK_NOTHING;
	return true;
}

static void load_own(struct dso *dso, struct dso_symbols *s)
{
	const Elf64_Ehdr *base = (const void *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
	uint64_t size = base && sizeof(long) == 8 ? image_size(base) : 0;
	struct elf_file *f;
	void *copy;

	if (!size) {
		dso_symbols__fail(s, DSO_LACK_ACCESS, "this process has no vdso to take symbols from");
		return;
	}
	copy = xmemdup(base, size);
	if (elf_file__open_memory(copy, size, &f)) {
		dso_symbols__fail(s, DSO_LACK_ACCESS, "the vdso of this process cannot be read");
	} else {
		take_symbols(dso, s, f);
		elf_file__close(f);
	}
	free(copy);
}

/* Where perf record keeps a copy of it. */
static void load_cached(struct dso *dso, struct dso_symbols *s)
{
	const char *cache = dso->dsos->cache_dir;
	char *path = cache ? build_id_path(dso, cache, "/vdso") : NULL;
	struct elf_file *f;

	if (path && !elf_file__open(path, &f)) {
		take_symbols(dso, s, f);
		elf_file__close(f);
	}
	free(path);
}

void dso__load_vdso(struct dso *dso, struct dso_symbols *s)
{
	if (dso->build_id_size || kernel__runs(dsos__host_kernel(dso->dsos)))
		load_own(dso, s);
	else
		dso_symbols__fail(s, DSO_LACK_BUILD, "the recorded vdso is another kernel's");
	if (!s->table)
		load_cached(dso, s);
}
