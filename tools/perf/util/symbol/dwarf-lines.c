// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines and inlined functions, by libdw. It would look for an address by walking all units and all their
 * functions each time; here indexes are made on first use: of the units by their ranges, of a unit's
 * functions by theirs, and of what is inlined into a function, or into another that is.
 */
#include "util/symbol/dwarf-lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/base/names-file.h"
#include "util/base/patient-open.h"
#include "util/base/shown.h"
#include "util/symbol/demangle.h"
#include "util/symbol/dwarf-bounded.h"
#include "util/symbol/dwarf-function.h"
#include "util/symbol/dwarf-ranges.h"

/* Name spaces and classes around a function, and blocks within one. */
#define MAX_DEPTH	64

struct unit {
	Dwarf_Die die;
	struct die_ranges functions;
	bool indexed;
};

U64_MAP(die_ranges_map, struct die_ranges *)

struct dwarf_lines {
	int fd;
	Dwarf *dwarf;
	int shared_fd;			/* of dwarf_lines__set_shared(); -1: libdw finds the file by itself */
	Dwarf *shared;
	Dwarf_CFI *eh_frame;		/* made when asked for */
	bool has_eh_frame;		/* it has been */
	bool demangle;
	struct unit *units;
	size_t nr_units, cap_units;
	struct die_ranges ranges;
	bool indexed;
	struct u64text names;		/* where a function's entry is in memory -> its name */
	struct u64text paths;		/* where libdw has the relative path of a source -> the whole path */
	struct die_ranges_map parts;	/* the same -> struct die_ranges of what is inlined into it, and of blocks */
	struct arena arena;
};

/*
 * Something that is no regular file, or becomes too large, under a name that the file has for a part of itself?
 * Nothing at all is fine.
 */
static bool leads_astray(const struct dwarf_lines *d, const char *dir, const char *name)
{
	char link[32], own[PATH_MAX], *path, *slash;
	struct stat st;
	ssize_t n;
	bool ret;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", d->fd);
	n = readlink(link, own, sizeof(own) - 1);
	own[n > 0 ? n : 0] = 0;
	slash = strrchr(own, '/');
	own[slash ? slash - own : 0] = 0;
	path = *name == '/' ? xstrdup(name) : !dir ? xasprintf("%s/%s", own, name) :
	       *dir == '/' ? xasprintf("%s/%s", dir, name) : xasprintf("%s/%s/%s", own, dir, name);
	ret = !patient_stat(path, &st) && (!S_ISREG(st.st_mode) || dwarf_bounded__refuses(path));
	free(path);
	return ret;
}

/*
 * libdw opens by itself what a file says it has taken out: shared parts (dwz), and units of split debug information.
 * A FIFO there would keep it waiting for ever, and sections may be compressed. So it is looked first, and libdw is
 * not asked if it would meet one. (It opens the name once more then: whoever can exchange files in between can still
 * do so.)
 */
static bool has_odd_alternative(const struct dwarf_lines *d)
{
	const char *name;
	const void *id;

	return dwelf_dwarf_gnu_debugaltlink(d->dwarf, &name, &id) > 0 && leads_astray(d, NULL, name);
}

static bool has_odd_split(const struct dwarf_lines *d, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_formstring(dwarf_attr(die, DW_AT_dwo_name, &attr)), *dir;

	if (!name)
		name = dwarf_formstring(dwarf_attr(die, DW_AT_GNU_dwo_name, &attr));
	dir = dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attr));
	return name && (leads_astray(d, NULL, name) || (dir && leads_astray(d, dir, name)));
}

struct dwarf_lines *dwarf_lines__open(const char *path, bool demangle)
{
	struct dwarf_lines *d = xzalloc(sizeof(*d));

	d->demangle = demangle;
	d->shared_fd = -1;
	d->fd = names_file__open(path, NULL);
	d->dwarf = d->fd < 0 ? NULL : dwarf_bounded__begin(d->fd, path);
	if (!d->dwarf || has_odd_alternative(d)) {
		dwarf_lines__close(d);
		return NULL;
	}
	return d;
}

const char *dwarf_lines__shared(const struct dwarf_lines *d, uint8_t ret_id[20], uint8_t *ret_size)
{
	const char *name;
	const void *id;
	ssize_t n = dwelf_dwarf_gnu_debugaltlink(d->dwarf, &name, &id);

	if (n <= 0)
		return NULL;
	*ret_size = (uint8_t)(n < 20 ? n : 20);
	memcpy(ret_id, id, *ret_size);
	return name;
}

void dwarf_lines__set_shared(struct dwarf_lines *d, const char *path)
{
	if (d->shared)
		return;
	d->shared_fd = names_file__open(path, NULL);
	d->shared = d->shared_fd < 0 ? NULL : dwarf_bounded__begin(d->shared_fd, path);
	if (d->shared)
		dwarf_setalt(d->dwarf, d->shared);
}

/* Of functions that have no parts, as most. */
static struct die_ranges no_parts;

static void parts__delete(struct die_ranges *parts)
{
	if (parts == &no_parts)
		return;
	die_ranges__exit(parts);
	free(parts);
}

void dwarf_lines__close(struct dwarf_lines *d)
{
	size_t i;

	if (!d)
		return;
	for (i = 0; i < d->nr_units; i++)
		die_ranges__exit(&d->units[i].functions);
	free(d->units);
	die_ranges__exit(&d->ranges);
	HASH_EACH(&d->parts, i)
		parts__delete(d->parts.slots[i].val);
	die_ranges_map__exit(&d->parts);
	u64text__exit(&d->names);
	u64text__exit(&d->paths);
	arena__exit(&d->arena);
	dwarf_cfi_end(d->eh_frame);
	dwarf_bounded__end(d->dwarf);
	dwarf_bounded__end(d->shared);
	if (d->fd >= 0)
		close(d->fd);
	if (d->shared_fd >= 0)
		close(d->shared_fd);
	free(d);
}

/* --- indexes -------------------------------------------------------------------------------- */

static void index_units(struct dwarf_lines *d)
{
	uint8_t type;
	Dwarf_CU *cu = NULL, *before = NULL;
	Dwarf_Die die, sub;
	Dwarf_Half version;

	d->indexed = true;
	for (; !dwarf_get_units(d->dwarf, before, &cu, &version, &type, &die, NULL); before = cu) {
		sub.addr = NULL;
		/* Whatever is asked about a skeleton may lead to its other half. */
		if (type == DW_UT_skeleton && has_odd_split(d, &die))
			continue;
		if (type == DW_UT_skeleton)
			(void)dwarf_get_units(d->dwarf, before, &cu, &version, &type, &die, &sub);
		if (type != DW_UT_compile && type != DW_UT_skeleton)
			continue;
		if (d->nr_units >= UINT32_MAX - 1)
			break;
		GROW(d->units, d->nr_units, d->cap_units);
		/* A skeleton has the ranges, its split half the functions. */
		die_ranges__add(&d->ranges, &die, (uint32_t)d->nr_units);
		d->units[d->nr_units++] = (struct unit){ .die = type == DW_UT_skeleton && sub.addr ? sub : die };
	}
	die_ranges__finish(&d->ranges);
}

static bool holds_functions(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type ||
	       tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_enumeration_type;
}

static void index_functions(struct unit *u)
{
	Dwarf_Die stack[MAX_DEPTH];
	int depth = 0;

	u->indexed = true;
	if (dwarf_child(&u->die, &stack[0]))
		depth = -1;
	while (depth >= 0) {
		Dwarf_Die *die = &stack[depth];
		int tag = dwarf_tag(die);

		if (tag == DW_TAG_subprogram)
			die_ranges__add(&u->functions, die, 0);
		if (holds_functions(tag) && depth + 1 < MAX_DEPTH && !dwarf_child(die, &stack[depth + 1])) {
			depth++;
			continue;
		}
		while (depth >= 0 && dwarf_siblingof(&stack[depth], &stack[depth]))
			depth--;
	}
	die_ranges__finish(&u->functions);
}

/* --- one address ---------------------------------------------------------------------------- */

static const char *name_of(struct dwarf_lines *d, Dwarf_Die *die)
{
	/* Offsets are not enough: split debug information, and what dwz took out, are files of their own. */
	uint64_t at = (uintptr_t)die->addr;
	Dwarf_Attribute attr;
	const char *name, *linkage = NULL;
	Dwarf_Die origin;
	char *plain;

	/* What is inlined in many places has its name in one. */
	if (dwarf_attr(die, DW_AT_abstract_origin, &attr) && dwarf_formref_die(&attr, &origin))
		at = (uintptr_t)origin.addr;
	name = u64text__find(&d->names, at);
	if (name)
		return name[0] ? name : NULL;
	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attr))
		linkage = dwarf_formstring(&attr);
	plain = linkage && d->demangle ? demangle(linkage) : NULL;
	name = plain ? plain : linkage ? linkage : dwarf_diename(die);
	name = arena__strdup(&d->arena, shown(name));
	u64text__set(&d->names, at, name);
	free(plain);
	return name[0] ? name : NULL;
}

/* Only some functions have parts, but these may have thousands, and be asked about as many addresses. */
static struct die_ranges *index_parts(Dwarf_Die *die)
{
	struct die_ranges found = { 0 }, *r;
	Dwarf_Die part;
	int tag;

	if (!dwarf_child(die, &part)) {
		do {
			tag = dwarf_tag(&part);
			if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block)
				die_ranges__add(&found, &part, 0);
		} while (!dwarf_siblingof(&part, &part));
	}
	if (!found.nr)
		return &no_parts;
	die_ranges__finish(&found);
	r = xmalloc(sizeof(*r));
	*r = found;
	return r;
}

bool dwarf_lines__part(struct dwarf_lines *d, Dwarf_Die *die, uint64_t addr, Dwarf_Die *ret)
{
	struct die_ranges *parts = die_ranges_map__find(&d->parts, (uintptr_t)die->addr);
	const struct die_range *r;

	if (!parts) {
		parts = index_parts(die);
		die_ranges_map__set(&d->parts, (uintptr_t)die->addr, parts);
	}
	r = die_ranges__find(parts, addr);
	return r && dwarf_offdie(dwarf_cu_getdwarf(die->cu), r->die, ret);
}

/*
 * @file is as libdw has it, or NULL. With DWARF 5 it leaves a folder that the compiler was given as a relative path (`gcc
 * src/a.c`) without the one in which the compiler ran, and another file of that name may lie below the present folder.
 */
static const char *whole_path(struct dwarf_lines *d, Dwarf_Die *unit, const char *file)
{
	Dwarf_Attribute attr;
	const char *dir;
	char *path;
	size_t size;

	if (!file || *file == '/')
		return file;
	if (u64text__find(&d->paths, (uintptr_t)file))
		return u64text__find(&d->paths, (uintptr_t)file);
	dir = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attr));
	if (!dir || *dir != '/' || strlen(dir) >= PATH_MAX)
		return file;
	size = strlen(dir) + strlen(file) + 2;
	path = arena__alloc(&d->arena, size);
	snprintf(path, size, "%s/%s", dir, file);
	u64text__set(&d->paths, (uintptr_t)file, path);
	return path;
}

/* Where @die, which is inlined, was called. */
static void call_site(Dwarf_Die *die, Dwarf_Files *files, struct src_frame *frame)
{
	Dwarf_Attribute attr;
	Dwarf_Word n;

	if (dwarf_attr(die, DW_AT_call_line, &attr) && !dwarf_formudata(&attr, &n) && n <= UINT32_MAX)
		frame->line = (uint32_t)n;
	if (files && dwarf_attr(die, DW_AT_call_file, &attr) && !dwarf_formudata(&attr, &n))
		frame->file = dwarf_filesrc(files, n, NULL, NULL);
}

static void line_of(Dwarf_Die *unit, uint64_t addr, struct src_frame *frame)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, addr);
	int nr;

	if (!line || dwarf_lineno(line, &nr) || nr < 0)
		return;
	frame->line = (uint32_t)nr;
	frame->file = dwarf_linesrc(line, NULL, NULL);
}

/* Writes the frames of @function outermost first from @ret[0]; returns their number. */
static uint32_t descend(struct dwarf_lines *d, Dwarf_Die *function, Dwarf_Files *files, uint64_t addr, bool lines,
			struct src_frame *ret)
{
	Dwarf_Die part = *function, inner;
	uint32_t nr = 0, depth;

	ret[nr++] = (struct src_frame){ .function = name_of(d, function) };
	for (depth = 0; depth < 4 * DWARF_MAX_INLINED && dwarf_lines__part(d, &part, addr, &inner); depth++) {
		part = inner;
		if (dwarf_tag(&part) != DW_TAG_inlined_subroutine)
			continue;
		if (nr == DWARF_MAX_INLINED)
			break;
		/* The outer one stands where it calls the inner one. */
		if (lines)
			call_site(&part, files, &ret[nr - 1]);
		ret[nr++] = (struct src_frame){ .function = name_of(d, &part) };
	}
	return nr;
}

/* The unit over @addr, or NULL. */
static struct unit *unit_at(struct dwarf_lines *d, uint64_t addr)
{
	const struct die_range *r;

	if (!d->indexed)
		index_units(d);
	r = die_ranges__find(&d->ranges, addr);
	return r ? &d->units[r->unit] : NULL;
}

static bool function_at(struct unit *u, uint64_t addr, Dwarf_Die *ret)
{
	const struct die_range *r;

	if (!u->indexed)
		index_functions(u);
	r = die_ranges__find(&u->functions, addr);
	return r && dwarf_offdie(dwarf_cu_getdwarf(u->die.cu), r->die, ret);
}

bool dwarf_lines__function(struct dwarf_lines *d, uint64_t addr, Dwarf_Die *ret)
{
	struct unit *u = unit_at(d, addr);

	return u && function_at(u, addr, ret);
}

Dwarf_Die *dwarf_lines__unit(struct dwarf_lines *d, size_t idx)
{
	if (!d->indexed)
		index_units(d);
	return idx < d->nr_units ? &d->units[idx].die : NULL;
}

Dwarf_CFI *dwarf_lines__cfi(struct dwarf_lines *d, bool eh_frame)
{
	/* libdw keeps the other one itself. */
	if (!eh_frame)
		return dwarf_getcfi(d->dwarf);
	if (!d->has_eh_frame) {
		d->has_eh_frame = true;
		d->eh_frame = dwarf_getcfi_elf(dwarf_getelf(d->dwarf));
	}
	return d->eh_frame;
}

uint32_t dwarf_lines__find(struct dwarf_lines *d, uint64_t addr, bool lines, struct src_frame *ret)
{
	struct unit *u = unit_at(d, addr);
	Dwarf_Files *files = NULL;
	Dwarf_Die function;
	size_t nr_files;
	uint32_t nr = 0, i;

	if (!u)
		return 0;
	if (!lines || dwarf_getsrcfiles(&u->die, &files, &nr_files))
		files = NULL;
	if (function_at(u, addr, &function))
		nr = descend(d, &function, files, addr, lines, ret);
	if (!nr)
		ret[nr++] = (struct src_frame){ 0 };
	if (lines)
		line_of(&u->die, addr, &ret[nr - 1]);
	for (i = 0; i < nr; i++)
		ret[i].file = whole_path(d, &u->die, ret[i].file);
	for (i = 0; i < nr / 2; i++) {
		struct src_frame swap = ret[i];

		ret[i] = ret[nr - 1 - i];
		ret[nr - 1 - i] = swap;
	}
	return nr;
}
