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

/* Takes @path. An ELF file of the right build id, or NULL; the reason goes to @s if @tell. */
static struct elf_file *open_matching(const struct dso *dso, char *path, struct dso_symbols *s, bool tell)
{
	struct elf_file *f = NULL;
	uint8_t id[20];
	int err, n;

	if (!path)
		return NULL;
	err = elf_file__open(path, &f);
	if (err) {
		if (tell && err == -ENOSYS)
			dso_symbols__fail(s, "this perf was built without libelf");
		else if (tell)
			dso_symbols__fail(s, "'%s': %s", path,
					  err == -ENOEXEC ? "not an ELF file" : strerror(-err));
	} else if (dso->build_id_size) {
		n = elf_file__build_id(f, id);
		if (n <= 0 || !dso__same_build_id(dso, id, (size_t)n)) {
			if (tell)
				dso_symbols__fail(s, "'%s': build id differs from the recorded one", path);
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
	struct elf_file *f = open_matching(dso, xasprintf("%s%s", symfs(dso), dso->path), s, true);
	const char *cache = dso->dsos->cache_dir;

	if (!f && cache)
		f = open_matching(dso, build_id_path(dso, cache, "/elf"), s, false);
	/* Older perfs link to the file itself. */
	if (!f && cache)
		f = open_matching(dso, build_id_path(dso, cache, ""), s, false);
	return f;
}

/* What a try to open gives, if it has a full symbol table; else it is closed again. */
static struct elf_file *with_symtab(struct elf_file *f)
{
	if (f && elf_file__has_symtab(f))
		return f;
	elf_file__close(f);
	return NULL;
}

static struct elf_file *open_debuglink(const struct dso *dso, struct elf_file *runtime, struct dso_symbols *s)
{
	static const char * const patterns[] = { "%s%.*s/%s", "%s%.*s/.debug/%s", "%s" DEBUG_ROOT "%.*s/%s" };
	const char *link = elf_file__debuglink(runtime), *slash = strrchr(dso->path, '/');
	struct elf_file *f = NULL;
	unsigned int i;

	if (!link || !slash)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(patterns) && !f; i++)
		f = with_symtab(open_matching(dso, xasprintf(patterns[i], symfs(dso), (int)(slash - dso->path),
							     dso->path, link), s, false));
	return f;
}

/* A file of the same build with a full symbol table, other than @runtime; or NULL. */
static struct elf_file *open_debug(const struct dso *dso, struct elf_file *runtime, struct dso_symbols *s)
{
	const char *cache = dso->dsos->cache_dir;
	struct elf_file *f = runtime ? open_debuglink(dso, runtime, s) : NULL;
	char *root = xasprintf("%s" DEBUG_ROOT, symfs(dso));

	if (!f && cache)
		f = with_symtab(open_matching(dso, build_id_path(dso, cache, "/debug"), s, false));
	if (!f)
		f = with_symtab(open_matching(dso, build_id_path(dso, root, ".debug"), s, false));
	if (!f && dso->path[0] == '/')
		f = with_symtab(open_matching(dso, xasprintf("%s%s.debug", root, dso->path), s, false));
	if (!f && dso->path[0] == '/')
		f = with_symtab(open_matching(dso, xasprintf("%s%s", root, dso->path), s, false));
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

void dso__load_elf(struct dso *dso, struct dso_symbols *s)
{
	struct elf_file *runtime, *debug = NULL;
	struct dso *mapped = dso, plain;
	uint8_t id[20];
	int n;

	if (dso->path[0] != '/' || dso->path[1] == '/') {
		dso_symbols__fail(s, "not a file");
		return;
	}
	runtime = open_runtime(dso, s);
	if (!runtime || !elf_file__has_symtab(runtime)) {
		n = runtime && !dso->build_id_size ? elf_file__build_id(runtime, id) : 0;
		/* No id was recorded: then debug files must match the file that is there now. */
		if (n > 0) {
			plain = *dso;
			memcpy(plain.build_id, id, (size_t)n);
			plain.build_id_size = (uint8_t)n;
			mapped = &plain;
		}
		debug = open_debug(mapped, runtime, s);
	}
	if (debug || runtime)
		load_from(dso, s, debug ? debug : runtime, runtime ? runtime : debug);
	elf_file__close(debug);
	elf_file__close(runtime);
}
