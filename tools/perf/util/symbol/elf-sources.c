// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order in which files are looked for. The file that was mapped: where it was recorded (below
 * --symfs), the build-id cache, the root and the maps of a process that still runs, debuginfod. What else belongs to
 * it: .gnu_debuglink, the build-id cache (a debug file, or the file before it was stripped), /usr/lib/debug, each below
 * the same roots, and debuginfod. A recorded build id must be that of each of them.
 */
#include "util/symbol/elf-sources.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/symbol/debug-link.h"
#include "util/symbol/elf-sources-internal.h"
#include "util/symbol/packed.h"
#include "util/symbol/process-root.h"

static void roots__init(struct elf_roots *r, const struct dso *dso)
{
	const struct dso_entry *e = dso_entry(dso);
	const char *symfs = dso->dsos->opts.symfs;
	size_t i;

	*r = (struct elf_roots){ .nr = 1 };
	r->dirs[0] = xstrdup(symfs ? symfs : "");
	/* Numbers of processes are used again: without a build id nothing says that it is still the one. */
	for (i = 0; i < DSO_MAX_PIDS && !symfs && dso->build_id_size; i++) {
		char *dir = e->pids[i] ? process__other_root(e->pids[i]) : NULL;

		if (dir)
			r->dirs[r->nr++] = dir;
	}
}

static void roots__exit(struct elf_roots *r)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		free(r->dirs[i]);
}

static void fail_other_build(const struct dso *dso, struct dso_symbols *s, const char *path)
{
	bool there = !strcmp(dso->path, path);

	/* Worth more words than that another place has no such file. */
	if (!s->worth_warning)
		zfree(&s->error);
	s->worth_warning = true;
	dso_symbols__fail(s, DSO_LACK_BUILD, "%s%s%s is another build (build id differs from the recorded one)",
			  there ? "the file there" : "'", there ? "" : path, there ? "" : "'");
}

/* Without a build id: is @path the file that was mapped? */
static bool is_same_file(const struct dso *dso, const char *path, struct dso_symbols *s)
{
	const char *why = dso->dsos->opts.symfs ? NULL : dso__why_another(dso, path);

	if (!why)
		return true;
	if (s) {
		s->worth_warning = true;
		dso_symbols__fail(s, DSO_LACK_REPLACED, "%s, and it has no build id (--symfs=/ takes the file that is there)", why);
	} else {
		pr_debug("'%s': %s, not used\n", path, why);
	}
	return false;
}

/* Is @f of the build that is looked for? @crc: of the whole file, for files without an id; or NULL. */
static bool matches(const struct dso *dso, struct elf_file *f, const char *path, const uint32_t *crc)
{
	uint32_t sum = 0;
	uint8_t id[20];
	int n = elf_file__build_id(f, id);

	if (n > 0 && dso->build_id_size)
		return dso__same_build_id(dso, id, (size_t)n);
	if (crc)
		return !debug_link__checksum(path, &sum) && sum == *crc;
	return !dso->build_id_size;
}

struct elf_file *elf_source__open(const struct dso *dso, char *path, const uint32_t *crc, struct dso_symbols *s)
{
	struct elf_file *f = NULL;
	int err;

	if (!path)
		return NULL;
	err = elf_file__open(path, &f);
	if (err && s) {
		dso_symbols__fail(s, dso_lack__of_error(err), "'%s': %s", path, dso_lack__why(err));
	} else if (!err && !matches(dso, f, path, crc)) {
		if (s)
			fail_other_build(dso, s, path);
		else
			pr_debug("'%s': another build, not used\n", path);
		elf_file__close(f);
		f = NULL;
	}
	free(path);
	return f;
}

struct elf_file *elf_source__open_cached(const struct dso *dso, const char *suffix)
{
	const char *cache = dso->dsos->cache_dir;

	return cache ? elf_source__open(dso, build_id_path(dso, cache, suffix), NULL, NULL) : NULL;
}

struct elf_file *elf_source__with(struct elf_file *f, elf_has_fn has)
{
	if (f && has(f))
		return f;
	elf_file__close(f);
	return NULL;
}

static bool any_file(struct elf_file *f)
{
	return f;
}

struct elf_file *elf_source__open_packed(const struct dso *dso, enum pack_kind kind, elf_has_fn has)
{
	struct elf_file *f = NULL;
	size_t at = 0;
	char *path;

	while (!f && (path = dsos__packed(dso->dsos, dso, kind, &at)))
		f = elf_source__with(elf_source__open(dso, path, NULL, NULL), has);
	return f;
}

/* The file that was mapped; *@origin as in struct elf_pair. *@ret_another: there is none, but another one in its place. */
static struct elf_file *open_runtime(const struct dso *dso, const struct elf_roots *roots, struct dso_symbols *s,
				     char *origin, bool *ret_another)
{
	struct elf_file *f = elf_source__open_packed(dso, PACK_ELF, any_file);
	/* As for roots: only a build id says that the process is still the one. */
	const uint32_t *pids = dso->build_id_size && !dso->dsos->opts.symfs ? dso_entry(dso)->pids : NULL;
	char *path;
	size_t i;

	*ret_another = false;
	*origin = 'd';
	if (!f && dsos__only_packed(dso->dsos) && s)
		dso_symbols__fail(s, DSO_LACK_FILE, "'%s' is not among what was packed with the recording (--symfs=/ looks for it here)",
				  dso->path);
	if (f || dsos__only_packed(dso->dsos))
		return f;
	path = xasprintf("%s%s", roots->dirs[0], dso->path);
	*ret_another = !is_same_file(dso, path, s);
	if (*ret_another) {
		free(path);
		return NULL;
	}
	f = elf_source__open(dso, path, NULL, s);
	*origin = f ? 'd' : 'B';
	if (!f)
		f = elf_source__open_cached(dso, "/elf");
	/* Older perfs link to the file itself. */
	if (!f)
		f = elf_source__open_cached(dso, "");
	for (i = 1; i < roots->nr && !f; i++) {
		f = elf_source__open(dso, xasprintf("%s%s", roots->dirs[i], dso->path), NULL, s);
		*origin = f ? 'd' : 'B';
	}
	/* Replaced or removed, as by an upgrade, while the process goes on. */
	for (i = 0; i < DSO_MAX_PIDS && !f && pids; i++) {
		f = pids[i] ? elf_source__open(dso, process__mapped_file(pids[i], dso->path), NULL, NULL) : NULL;
		*origin = f ? 'd' : 'B';
	}
	if (!f)
		f = elf_source__open(dso, dsos__fetch(dso, DEBUGINFOD_EXECUTABLE), NULL, NULL);
	return f;
}

struct elf_pair elf_pair__open(const struct dso *dso, struct dso_symbols *s, elf_has_fn has)
{
	/* With the id that separate files must have, and the path that is looked for. */
	struct dso_entry identified = *dso_entry(dso);
	const char *slash = dso->dsos->opts.symfs_flat ? strrchr(dso->path, '/') : NULL;
	struct elf_pair p = { 0 };
	struct elf_roots roots;
	bool another;
	char origin;
	int n;

	if (slash)
		identified.dso.path = slash;
	roots__init(&roots, dso);
	p.runtime = open_runtime(&identified.dso, &roots, s, &p.origin, &another);
	if (p.runtime && has(p.runtime)) {
		p.with = p.runtime;
	} else if (!another) {
		/* (Nothing would tell whose file with debug information it is.) */
		/* No id was recorded: then separate files must match the file that is there now. */
		if (p.runtime && !dso->build_id_size) {
			n = elf_file__build_id(p.runtime, identified.dso.build_id);
			identified.dso.build_id_size = n > 0 ? (uint8_t)n : 0;
		}
		p.with = elf_source__open_separate(&identified.dso, &roots, p.runtime, has, &origin);
		if (p.with)
			p.origin = origin;
	}
	if (!p.with && p.runtime && has == elf_file__has_symtab) {
		n = elf_file__open_minidebug(p.runtime, &p.with);
		if (!n)
			p.origin = 'n';
		if (n && n != -ENOENT)
			pr_debug("'%s': .gnu_debugdata cannot be used: %s\n", dso->path,
				 n == -ENOTSUP ? "this perf was built without liblzma" : strerror(-n));
	}
	roots__exit(&roots);
	if (p.with && !p.runtime && identified.code_mapped)
		elf_file__set_code_offset(p.with, identified.code_pgoff);
	return p;
}

void elf_pair__close(struct elf_pair *p)
{
	if (p->with != p->runtime)
		elf_file__close(p->with);
	elf_file__close(p->runtime);
}
