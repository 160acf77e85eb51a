// SPDX-License-Identifier: GPL-2.0-only
/* Where the symbols of a file of user space are: in itself, in the build-id cache, in a separate debug file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

#define DEBUG_ROOT	"/usr/lib/debug"

static void fail_other_build(struct dso_symbols *s, const char *path)
{
	s->other_build = true;
	dso_symbols__fail(s, "'%s' is another build (build id differs from the recorded one)", path);
}

/* Takes @path. An ELF file of the right build id, or NULL; the reason goes to @s, which may be NULL. */
static struct elf_file *open_matching(const struct dso *dso, char *path, struct dso_symbols *s)
{
	struct elf_file *f = NULL;
	uint8_t id[20];
	int err, n;

	if (!path)
		return NULL;
	err = elf_file__open(path, &f);
	if (err) {
		if (s && err == -ENOSYS)
			dso_symbols__fail(s, "this perf was built without libelf");
		else if (s)
			dso_symbols__fail(s, "'%s': %s", path,
					  err == -ENOEXEC ? "not an ELF file" : strerror(-err));
	} else if (dso->build_id_size) {
		n = elf_file__build_id(f, id);
		if (n <= 0 || !dso__same_build_id(dso, id, (size_t)n)) {
			if (s)
				fail_other_build(s, path);
			else
				pr_debug("'%s': build id differs, not used\n", path);
			elf_file__close(f);
			f = NULL;
		}
	}
	free(path);
	return f;
}

static const char *symfs(const struct dso *dso)
{
	return dso->dsos->opts.symfs ? dso->dsos->opts.symfs : "";
}

/* The file that was mapped: where it was, or in the build-id cache. */
static struct elf_file *open_runtime(const struct dso *dso, struct dso_symbols *s)
{
	struct elf_file *f = open_matching(dso, xasprintf("%s%s", symfs(dso), dso->path), s);
	const char *cache = dso->dsos->cache_dir;

	if (!f && cache)
		f = open_matching(dso, build_id_path(dso, cache, "/elf"), NULL);
	/* Older perfs link to the file itself. */
	if (!f && cache)
		f = open_matching(dso, build_id_path(dso, cache, ""), NULL);
	return f;
}

/* What a separate file is looked for: elf_file__has_symtab() or elf_file__has_dwarf(). */
typedef bool (*elf_has_fn)(struct elf_file *f);

/* What a try to open gave, if it has what is wanted; else it is closed again. */
static struct elf_file *with(struct elf_file *f, elf_has_fn has)
{
	if (f && has(f))
		return f;
	elf_file__close(f);
	return NULL;
}

static struct elf_file *open_debuglink(const struct dso *dso, struct elf_file *runtime, elf_has_fn has)
{
	static const char * const patterns[] = { "%s%.*s/%s", "%s%.*s/.debug/%s", "%s" DEBUG_ROOT "%.*s/%s" };
	const char *link = elf_file__debuglink(runtime), *slash = strrchr(dso->path, '/');
	struct elf_file *f = NULL;
	unsigned int i;

	if (!link || !slash)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(patterns) && !f; i++)
		f = with(open_matching(dso, xasprintf(patterns[i], symfs(dso), (int)(slash - dso->path),
						      dso->path, link), NULL), has);
	return f;
}

/* A file of the same build that @has what is wanted, other than @runtime; or NULL. */
static struct elf_file *open_separate(const struct dso *dso, struct elf_file *runtime, elf_has_fn has)
{
	const char *cache = dso->dsos->cache_dir;
	struct elf_file *f = runtime ? open_debuglink(dso, runtime, has) : NULL;
	char *root = xasprintf("%s" DEBUG_ROOT, symfs(dso));

	if (!f && cache)
		f = with(open_matching(dso, build_id_path(dso, cache, "/debug"), NULL), has);
	if (!f)
		f = with(open_matching(dso, build_id_path(dso, root, ".debug"), NULL), has);
	if (!f && dso->path[0] == '/')
		f = with(open_matching(dso, xasprintf("%s%s.debug", root, dso->path), NULL), has);
	if (!f && dso->path[0] == '/')
		f = with(open_matching(dso, xasprintf("%s%s", root, dso->path), NULL), has);
	free(root);
	return f;
}

static void add_plt(struct elf_file *runtime, struct symtab *t, bool demangle)
{
	struct symtab plt = { 0 };
	size_t i;

	if (elf_file__add_plt(runtime, t, &plt) > 0) {
		symtab__truncate(t, plt.syms[0].start);
		for (i = 0; i < plt.nr; i++) {
			const struct symbol *p = &plt.syms[i];

			symtab__add(t, p->start, p->end, p->name, p->name_len, p->type, p->binding);
			t->syms[t->nr - 1].mangled = demangle;
		}
		symtab__finish(t, SYMTAB_FILL);
	}
	symtab__exit(&plt);
}

static void load_from(struct dso *dso, struct dso_symbols *s, struct elf_file *file, struct elf_file *runtime)
{
	int n = elf_file__add_symbols(file, runtime, &s->own, ELF_FILE_OFFSETS, !dso->dsos->opts.no_demangle);

	if (n < 0)
		return;
	symtab__finish(&s->own, SYMTAB_FILL);
	add_plt(runtime, &s->own, !dso->dsos->opts.no_demangle);
	if (s->own.nr) {
		s->table = &s->own;
		zfree(&s->error);
	} else {
		dso_symbols__fail(s, "no symbols in '%s', and no separate debug file was found", dso->path);
	}
}

/*
 * The file that was mapped, and (with @has) the one of the same build that has it, which may be the
 * same; either may be NULL. Why there is no first one goes to @s, which may be NULL.
 */
struct elf_pair {
	struct elf_file *runtime, *with;
};

static struct elf_pair open_pair(const struct dso *dso, struct dso_symbols *s, elf_has_fn has)
{
	struct elf_pair p = { .runtime = open_runtime(dso, s) };
	struct dso identified = *dso;
	int n;

	if (p.runtime && has(p.runtime)) {
		p.with = p.runtime;
		return p;
	}
	/* No id was recorded: then separate files must match the file that is there now. */
	if (p.runtime && !dso->build_id_size) {
		n = elf_file__build_id(p.runtime, identified.build_id);
		identified.build_id_size = n > 0 ? (uint8_t)n : 0;
	}
	p.with = open_separate(&identified, p.runtime, has);
	return p;
}

static void close_pair(struct elf_pair *p)
{
	if (p->with != p->runtime)
		elf_file__close(p->with);
	elf_file__close(p->runtime);
}

static bool is_file(const struct dso *dso)
{
	return dso->path[0] == '/' && dso->path[1] != '/';
}

void dso__load_elf(struct dso *dso, struct dso_symbols *s)
{
	struct elf_pair p;

	if (!is_file(dso)) {
		dso_symbols__fail(s, "not a file");
		return;
	}
	p = open_pair(dso, s, elf_file__has_symtab);
	if (p.with || p.runtime)
		load_from(dso, s, p.with ? p.with : p.runtime, p.runtime ? p.runtime : p.with);
	close_pair(&p);
}

char *dso__find_dwarf(const struct dso *dso, struct elf_segment **ret_segs, size_t *ret_nr)
{
	struct elf_pair p;
	char *path = NULL;

	if (dso->kind != DSO_KIND_USER || !is_file(dso))
		return NULL;
	p = open_pair(dso, NULL, elf_file__has_dwarf);
	if (p.with)
		path = xstrdup(elf_file__path(p.with));
	if (p.with || p.runtime)
		*ret_nr = elf_file__segments(p.runtime ? p.runtime : p.with, ret_segs);
	close_pair(&p);
	return path;
}
