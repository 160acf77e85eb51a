// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/unwind-space.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/names-file.h"
#include "util/symbol/dso-runtime.h"
#include "util/symbol/dwarf-bounded.h"

/* In by_map and by_dso: looked for, and not there. */
static struct unwind_module no_module;
static struct dso_runtime no_image;

/* --- images ---------------------------------------------------------------------------------- */

void unwind_images__exit(struct unwind_images *images)
{
	size_t i;

	HASH_EACH(&images->by_dso, i)
		if (images->by_dso.slots[i].val != &no_image)
			dso_runtime__delete(images->by_dso.slots[i].val);
	dso_runtime_map__exit(&images->by_dso);
}

struct dso_runtime *unwind_images__get(struct unwind_images *images, struct dso *dso)
{
	struct dso_runtime *found = dso_runtime_map__find(&images->by_dso, (uintptr_t)dso);

	if (!found) {
		found = dso_runtime__new(dso);
		if (!found)
			found = &no_image;
		dso_runtime_map__set(&images->by_dso, (uintptr_t)dso, found);
	}
	return found == &no_image ? NULL : found;
}

/* --- libdw's questions about a module -------------------------------------------------------- */

static struct unwind_module *module_of(void **userdata)
{
	return userdata ? *userdata : NULL;
}

/* For modules that were not reported with a file: the vdso, and files of which parts are hidden. */
static int find_elf(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base, char **file_name,
		    Elf **elf)
{
	struct unwind_module *m = module_of(userdata);

	(void)mod;
	(void)name;
	(void)base;
	(void)file_name;
	if (m && m->elf) {
		*elf = m->elf;
		m->elf = NULL;
	} else if (m && m->image->memory)
		*elf = elf_memory(m->image->memory, m->image->memory_size);
	return -1;
}

/* Asked only where .eh_frame has nothing: a separate file may have a .debug_frame. No server is asked. */
static int find_debuginfo(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base,
			  const char *file_name, const char *link, GElf_Word crc, char **ret_name)
{
	struct unwind_module *m = module_of(userdata);
	char *path = m ? dso__debug_path(m->dso) : NULL;
	int fd = path && !dwarf_bounded__refuses(path) ? names_file__open(path, NULL) : -1;

	(void)mod;
	(void)name;
	(void)base;
	(void)file_name;
	(void)link;
	(void)crc;
	if (fd >= 0)
		*ret_name = path;	/* libdw frees it */
	else
		free(path);
	return fd < 0 ? -1 : fd;
}

static const Dwfl_Callbacks dwfl_callbacks = {
	.find_elf = find_elf,
	.find_debuginfo = find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

/* --- spaces ---------------------------------------------------------------------------------- */

/* The header of an ELF file of the recorded machine. */
static void make_ehdr(unsigned char ehdr[64], const struct unwind_regs *regs, bool big_endian)
{
	unsigned char lo = regs->elf_machine & 0xff, hi = regs->elf_machine >> 8;

	memset(ehdr, 0, 64);
	memcpy(ehdr, ELFMAG, SELFMAG);
	ehdr[EI_CLASS] = regs->is_64 ? ELFCLASS64 : ELFCLASS32;
	ehdr[EI_DATA] = big_endian ? ELFDATA2MSB : ELFDATA2LSB;
	ehdr[EI_VERSION] = EV_CURRENT;
	/* Half words in the file's byte order: type, machine; sizes that libelf looks at. */
	ehdr[16 + big_endian] = ET_DYN;
	ehdr[18 + big_endian] = lo;
	ehdr[19 - big_endian] = hi;
	ehdr[big_endian ? 23 : 20] = EV_CURRENT;
	ehdr[(regs->is_64 ? 52 : 40) + big_endian] = regs->is_64 ? 64 : 52;
}

bool unwind_space__init(struct unwind_space *space, const struct unwind_regs *regs, bool big_endian,
			struct unwind_images *images, const Dwfl_Thread_Callbacks *callbacks, void *arg)
{
	*space = (struct unwind_space){ .images = images, .regs = regs };
	elf_version(EV_CURRENT);
	make_ehdr(space->machine_ehdr, regs, big_endian);
	space->machine_elf = elf_memory((char *)space->machine_ehdr, regs->is_64 ? 64 : 52);
	space->dwfl = dwfl_begin(&dwfl_callbacks);
	if (!space->machine_elf || !space->dwfl ||
	    !dwfl_attach_state(space->dwfl, space->machine_elf, 1, callbacks, arg)) {
		unwind_space__exit(space);
		return false;
	}
	return true;
}

void unwind_space__exit(struct unwind_space *space)
{
	struct unwind_module *m, *next;

	dwfl_end(space->dwfl);
	elf_end(space->machine_elf);
	for (m = space->modules; m; m = next) {
		next = m->next;
		elf_end(m->elf);
		free(m);
	}
	unwind_module_map__exit(&space->by_map);
	memset(space, 0, sizeof(*space));
}

static Dwfl_Module *report_file(struct unwind_space *space, struct unwind_module *m)
{
	/* libdw would open any kind of file. What it takes, it closes. */
	int fd = names_file__open(m->image->path, NULL);
	Dwfl_Module *mod = NULL;
	bool hidden = false;

	if (fd < 0)
		return NULL;
	m->elf = elf_bounded__open(fd, m->image->path, &hidden);
	if (hidden && !elf_cntl(m->elf, ELF_C_FDREAD)) {
		close(fd);
		return dwfl_report_module(space->dwfl, m->dso->short_name, m->start, m->end);
	}
	elf_end(m->elf);
	m->elf = NULL;
	if (!hidden)
		mod = dwfl_report_elf(space->dwfl, m->dso->short_name, m->image->path, fd, m->bias, true);
	if (!mod)
		close(fd);
	return mod;
}

/* Tells libdw; false: the file cannot be read after all. */
static bool report(struct unwind_space *space, struct unwind_module *m)
{
	Dwfl_Module *mod;
	void **userdata;

	dwfl_report_begin_add(space->dwfl);
	if (m->image->path)
		mod = report_file(space, m);
	else
		mod = dwfl_report_module(space->dwfl, m->dso->short_name, m->start, m->end);
	if (mod && dwfl_module_info(mod, &userdata, NULL, NULL, NULL, NULL, NULL, NULL))
		*userdata = m;
	dwfl_report_end(space->dwfl, NULL, NULL);
	return mod;
}

static enum unwind_found add_module(struct unwind_space *space, const struct map *map,
				    struct unwind_module **ret)
{
	struct dso_runtime *image = unwind_images__get(space->images, map->dso);
	struct unwind_module *m;
	uint64_t virtual, start, end, bias;

	if (!image || !dso_runtime__virtual(image, map->pgoff, !map->prot || map->prot & PROT_EXEC, &virtual))
		return UNWIND_NO_MODULE;
	bias = map->start - virtual;
	dso_runtime__range(image, &start, &end);
	start += bias;
	end += bias;
	if (start >= end)
		return UNWIND_NO_MODULE;
	for (m = space->modules; m; m = m->next) {
		if (m->dso == map->dso && m->bias == bias) {
			*ret = m;
			return UNWIND_MODULE;
		}
		if (start < m->end && m->start < end)
			return UNWIND_CONFLICT;
	}
	m = xzalloc(sizeof(*m));
	*m = (struct unwind_module){ .dso = map->dso, .image = image, .bias = bias, .start = start, .end = end,
				     .next = space->modules };
	if (!report(space, m)) {
		elf_end(m->elf);
		free(m);
		return UNWIND_NO_MODULE;
	}
	space->modules = m;
	*ret = m;
	return UNWIND_MODULE;
}

enum unwind_found unwind_space__add(struct unwind_space *space, const struct map *map)
{
	struct unwind_module *known = unwind_module_map__find(&space->by_map, (uintptr_t)map), *m;
	enum unwind_found found;

	if (known)
		return known == &no_module ? UNWIND_NO_MODULE : UNWIND_MODULE;
	found = add_module(space, map, &m);
	if (found != UNWIND_CONFLICT)
		unwind_module_map__set(&space->by_map, (uintptr_t)map, found == UNWIND_MODULE ? m : &no_module);
	return found;
}
