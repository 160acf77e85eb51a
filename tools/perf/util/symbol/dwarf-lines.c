// SPDX-License-Identifier: GPL-2.0-only
/* Lines and inlined functions of an address, by libdw. */
#include "util/symbol/dwarf-lines.h"

#include <dwarf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/shown.h"
#include "util/symbol/demangle.h"
#include "util/symbol/dwarf-lines-internal.h"

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

uint32_t dwarf_lines__find(struct dwarf_lines *d, uint64_t addr, bool lines, struct src_frame *ret)
{
	struct dwarf_unit *u = dwarf_lines__unit_at(d, addr);
	Dwarf_Files *files = NULL;
	Dwarf_Die function;
	size_t nr_files;
	uint32_t nr = 0, i;

	if (!u)
		return 0;
	if (!lines || dwarf_getsrcfiles(&u->die, &files, &nr_files))
		files = NULL;
	if (dwarf_unit__function(u, addr, &function))
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
