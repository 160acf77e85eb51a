// SPDX-License-Identifier: GPL-2.0-only
/* The vdso is no file: the symbols are those of our own, if it is the same one, or of a copy. */
#include "util/symbol/vdso.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "util/base/alloc.h"
#include "util/base/names-file.h"
#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"
#include "util/symbol/kernel-files.h"
#include "util/symbol/packed.h"

#define MAX_VDSO	((uint64_t)1 << 20)
#define MAX_CACHED	((size_t)64 << 20)

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

static bool is_32(const struct dso *dso)
{
	return !strcmp(dso->path, VDSO32_NAME);
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

void *vdso__own(size_t *ret_size)
{
	const Elf64_Ehdr *base = (const void *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
	uint64_t size = base && sizeof(long) == 8 ? image_size(base) : 0;

	if (!size)
		return NULL;
	*ret_size = size;
	return xmemdup(base, size);
}

static void *own_image(const struct dso *dso, size_t *ret_size, struct dso_symbols *s)
{
	void *copy;

	if (!dso->build_id_size && !kernel__runs(dsos__host_kernel(dso->dsos))) {
		fail(s, DSO_LACK_BUILD, "the recorded vdso is another kernel's");
		return NULL;
	}
	copy = is_32(dso) ? vdso__own32(ret_size) : vdso__own(ret_size);
	if (!copy) {
		fail(s, DSO_LACK_ACCESS, is_32(dso) ? "this kernel does not show the vdso of 32-bit processes" :
						      "this process has no vdso to take symbols from");
		return NULL;
	}
	if (is_recorded(dso, copy, *ret_size, s))
		return copy;
	free(copy);
	return NULL;
}

/* Takes @path, which may be NULL. */
static void *read_image(const struct dso *dso, char *path, size_t *ret_size)
{
	char *data = NULL;

	if (path && names_file__read_all(path, MAX_CACHED, &data, ret_size))
		data = NULL;
	free(path);
	if (data && is_recorded(dso, data, *ret_size, NULL))
		return data;
	free(data);
	return NULL;
}

/* A copy in the build-id cache: other perfs store it by its own build id, this one with its kernel. */
static void *cached_image(const struct dso *dso, size_t *ret_size)
{
	const struct dso *kernel = dsos__host_kernel(dso->dsos);
	const char *cache = dso->dsos->cache_dir;
	void *image;

	if (!cache)
		return NULL;
	image = read_image(dso, build_id_path(dso, cache, "/vdso"), ret_size);
	if (!image && kernel && !is_32(dso))
		image = read_image(dso, build_id_path(kernel, cache, "/vdso"), ret_size);
	return image;
}

/* What distributions install with the recorded kernel or its debug information. */
static void *installed_image(const struct dso *dso, size_t *ret_size)
{
	static const char *const dirs[] = { "", "/usr/lib/debug" };
	static const char *const names[2][2] = { { "vdso64", "vdso" }, { "vdso32", "compat_vdso" } };
	const char *symfs = dso->dsos->opts.symfs ? dso->dsos->opts.symfs : "";
	char *release = kernel_files__release(dso->dsos);
	void *image = NULL;
	size_t i;

	for (i = 0; release && i < 4 && !image; i++)
		image = read_image(dso, xasprintf("%s%s/lib/modules/%s/vdso/%s.so", symfs, dirs[i / 2], release,
						  names[is_32(dso)][i % 2]), ret_size);
	free(release);
	return image;
}

void *dso__vdso_image(const struct dso *dso, size_t *ret_size, struct dso_symbols *s)
{
	size_t at = 0;
	void *image = read_image(dso, dsos__packed(dso->dsos, dso, PACK_ELF, &at), ret_size);

	if (image || dsos__only_packed(dso->dsos))
		return image;
	image = own_image(dso, ret_size, s);
	if (!image)
		image = cached_image(dso, ret_size);
	return image ? image : installed_image(dso, ret_size);
}

void dso__load_vdso(struct dso *dso, struct dso_symbols *s)
{
	size_t size;
	void *image = dso__vdso_image(dso, &size, s);
	struct elf_file *f;

	if (image && !elf_file__open_memory(image, size, &f)) {
		if (elf_file__add_symbols(f, f, &s->own, ELF_FILE_OFFSETS, false) > 0) {
			s->table = &s->own;
			s->origin = 'd';
			zfree(&s->error);
			s->lack = DSO_LACK_NOTHING;
		}
		elf_file__close(f);
	}
	symtab__finish(&s->own, SYMTAB_FILL);
	free(image);
}
