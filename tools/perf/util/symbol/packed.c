// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/packed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/symbol/dsos.h"
#include "util/symbol/dwarf-lines.h"
#include "util/symbol/elf-sources.h"
#include "util/symbol/jit-map.h"
#include "util/symbol/kernel-files.h"

bool dsos__only_packed(const struct dsos *dsos)
{
	return dsos->pack && !dsos->opts.symfs;
}

static bool is_of(const struct pack_member *m, const struct dso *dso, enum pack_kind kind)
{
	if (m->kind != kind)
		return false;
	/* There is one kernel. Its own symbols name its modules, too, and its memory has their code. */
	if (kind == PACK_KALLSYMS || kind == PACK_VMLINUX || kind == PACK_KCORE)
		return true;
	if (dso->build_id_size && m->id_size)
		return dso__same_build_id(dso, m->id, m->id_size);
	return !strcmp(m->name, dso->path);
}

char *dsos__packed(const struct dsos *dsos, const struct dso *dso, enum pack_kind kind, size_t *at)
{
	struct pack *p = dsos->pack;
	struct diag diag = DIAG_INIT;
	char *path;

	for (; p && *at < p->nr; (*at)++) {
		bool known = p->members[*at].failed;

		if (!is_of(&p->members[*at], dso, kind))
			continue;
		path = pack__path(p, *at, &diag);
		if (path) {
			(*at)++;
			return path;
		}
		if (!known)
			pr_warning("perf: %s\n", diag.text);
	}
	return NULL;
}

/* --- which files there are -------------------------------------------------------------------------- */

static int tell(const struct dso *dso, struct elf_file *f, enum pack_kind kind, dso_file_fn fn, void *ctx)
{
	return f && elf_file__path(f) ? fn(ctx, dso, kind, elf_file__path(f), NULL, 0) : 0;
}

static bool same_path(struct elf_file *a, struct elf_file *b)
{
	return a && b && elf_file__path(a) && elf_file__path(b) && !strcmp(elf_file__path(a), elf_file__path(b));
}

static bool is_file(const struct dso *dso)
{
	return dso->path[0] == '/' && dso->path[1] != '/';
}

/* Is the file at @path the one with the build id of @dso? */
static bool is_build(const struct dso *dso, const char *path)
{
	struct elf_file *f;
	uint8_t id[20];
	int n = -ENOENT;

	if (!elf_file__open(path, &f)) {
		n = elf_file__build_id(f, id);
		elf_file__close(f);
	}
	return n > 0 && dso__same_build_id(dso, id, (size_t)n);
}

/*
 * Where the file with that name and build id is that dwz made beside the debug file @debug: as libdw looks for it, and below
 * --symfs. The caller frees it; NULL: it is nowhere.
 */
static char *find_shared(const struct dso *part, const char *debug, const char *name)
{
	const char *symfs = part->dsos->opts.symfs ? part->dsos->opts.symfs : "", *slash = strrchr(debug, '/');
	char *root = xasprintf("%s/usr/lib/debug", symfs);
	char *paths[] = {
		build_id_path(part, root, ".debug"),
		name[0] != '/' ? xasprintf("%.*s/%s", slash ? (int)(slash - debug) : 1, slash ? debug : ".", name) :
				 xasprintf("%s%s", symfs, name),
		xstrdup(name),
	};
	char *found = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		if (!found && paths[i] && is_build(part, paths[i]))
			found = paths[i];
		else
			free(paths[i]);
	}
	free(root);
	return found;
}

/* Where that is missing, its names are missing here as well, so that there is nothing to tell. */
static int tell_shared(const struct dso *dso, const char *debug, dso_file_fn fn, void *ctx)
{
	struct dwarf_lines *dwarf = debug ? dwarf_lines__open(debug, false) : NULL;
	struct dso part = { .dsos = dso->dsos };
	char *path = NULL;
	const char *name;
	int err = 0;

	if (!dwarf)
		return 0;
	name = dwarf_lines__shared(dwarf, part.build_id, &part.build_id_size);
	if (name)
		path = find_shared(&part, debug, name);
	if (path) {
		part.path = part.long_name = path;
		err = fn(ctx, &part, PACK_SHARED_DEBUG, path, NULL, 0);
	}
	free(path);
	dwarf_lines__close(dwarf);
	return err;
}

static int each_of_user(struct dso *dso, dso_file_fn fn, void *ctx)
{
	struct elf_pair p, lines;
	int err = 0;

	if (!is_file(dso))
		return 0;
	p = elf_pair__open(dso, NULL, elf_file__has_symtab);
	lines = elf_pair__open(dso, NULL, elf_file__has_dwarf);
	if (!p.runtime && !p.with && !lines.with)
		err = -ENOENT;
	if (!err)
		err = tell(dso, p.runtime, PACK_ELF, fn, ctx);
	if (!err && p.with != p.runtime)
		err = tell(dso, p.with, PACK_DEBUG, fn, ctx);
	if (!err && lines.with != lines.runtime && !same_path(lines.with, p.with))
		err = tell(dso, lines.with, PACK_DEBUG, fn, ctx);
	if (!err && lines.with)
		err = tell_shared(dso, elf_file__path(lines.with), fn, ctx);
	elf_pair__close(&p);
	elf_pair__close(&lines);
	return err;
}

static int each_of_kernel(struct dso *dso, dso_file_fn fn, void *ctx)
{
	struct dsos *dsos = dso->dsos;
	char **paths;
	uint64_t start, end, ref_addr;
	const char *ref_name;
	struct elf_file *f;
	int err = -ENOENT;
	size_t i;

	if (dso->kind == DSO_KIND_KERNEL && dsos->opts.vmlinux && dsos->opts.vmlinux[0])
		return fn(ctx, dso, PACK_VMLINUX, dsos->opts.vmlinux, NULL, 0);
	paths = dsos->kallsyms_error ? NULL : kernel_files__kallsyms(dsos, dsos__host_kernel(dsos));
	/* The first one that has addresses is what names come from. */
	for (i = 0; paths && paths[i]; i++) {
		if (err == -ENOENT && !kallsyms__kernel_range(paths[i], &start, &end, &ref_name, &ref_addr))
			err = fn(ctx, dso, PACK_KALLSYMS, paths[i], NULL, 0);
		free(paths[i]);
	}
	free(paths);
	if (err != -ENOENT || dso->kind != DSO_KIND_KERNEL)
		return err;
	f = kernel_files__vmlinux(dso);
	if (f)
		err = tell(dso, f, PACK_ELF, fn, ctx);
	elf_file__close(f);
	return err;
}

/* A module that the kallsyms do not name. */
static int each_of_module(struct dso *dso, dso_file_fn fn, void *ctx)
{
	struct elf_file *f;
	int err;

	if (dso->symbols && dso->symbols->origin == 'k' && dso->symbols->table)
		return each_of_kernel(dso, fn, ctx);
	f = kernel_files__module(dso, "", NULL);
	err = f ? tell(dso, f, PACK_ELF, fn, ctx) : -ENOENT;
	elf_file__close(f);
	return err;
}

int dso__each_file(struct dso *dso, dso_file_fn fn, void *ctx)
{
	char *path;
	size_t size;
	void *image;
	int err = 0;

	switch (dso->kind) {
	case DSO_KIND_USER:
		return each_of_user(dso, fn, ctx);
	case DSO_KIND_KERNEL:
		return each_of_kernel(dso, fn, ctx);
	case DSO_KIND_MODULE:
		return each_of_module(dso, fn, ctx);
	case DSO_KIND_VDSO:
		image = dso__vdso_image(dso, &size, NULL);
		err = image ? fn(ctx, dso, PACK_ELF, NULL, image, size) : -ENOENT;
		free(image);
		return err;
	case DSO_KIND_JIT:
		path = jit_map__path(dso);
		/* Memory without a map is no file that is missed. */
		err = path ? fn(ctx, dso, PACK_JIT_MAP, path, NULL, 0) : 0;
		free(path);
		return err;
	case DSO_KIND_KSYMBOL:
	default:
		return 0;	/* named by the recording itself */
	}
}
