// SPDX-License-Identifier: GPL-2.0-only
/* The symbols of a dso: read when somebody asks for one, and why there are none. Where they come from: elf-load.c and its neighbours. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/names-file.h"
#include "util/base/shown.h"
#include "util/symbol/dsos.h"

#define MAX_OTHER_BUILDS	8

void dso_symbols__fail(struct dso_symbols *s, enum dso_lack lack, const char *fmt, ...)
{
	va_list ap;
	char *safe;

	if (s->error)
		return;
	s->lack = lack;
	va_start(ap, fmt);
	if (vasprintf(&s->error, fmt, ap) < 0)
		alloc__failed();
	va_end(ap);
	safe = xstrdup(shown__in_message(s->error));
	free(s->error);
	s->error = safe;
}

enum dso_lack dso_lack__of_error(int err)
{
	if (err == -ENOENT || err == -ENOTDIR)
		return DSO_LACK_FILE;
	return err == -ENOEXEC ? DSO_LACK_NOT_A_FILE : DSO_LACK_ACCESS;
}

const char *dso_lack__why(int err)
{
	switch (err) {
	case -ENOEXEC:
		return "not an ELF file";
	case -ENODATA:
		return "nearly all of it is a hole (cp --sparse=never makes a copy that is read)";
	case -EFBIG:
		return "it becomes larger than core.unpack-limit allows";
	case -ENOSYS:
		return "this perf was built without libelf";
	case -ENOTSUP:
		return "this perf was built without the library that unpacks it";
	default:
		return strerror(-err);
	}
}

char *build_id_path(const struct dso *dso, const char *dir, const char *suffix)
{
	char hex[41];

	if (!dso->build_id_size)
		return NULL;
	build_id__text(dso->build_id, dso->build_id_size, hex);
	return xasprintf("%s/.build-id/%.2s/%s%s", dir, hex, hex + 2, suffix);
}

char *dsos__fetch(const struct dso *dso, enum debuginfod_what what)
{
	struct dsos *dsos = dso->dsos;

	if (!dsos->opts.debuginfod || !dso->build_id_size)
		return NULL;
	if (!dsos->debuginfod_tried)
		dsos->debuginfod = debuginfod__new(dsos->opts.debuginfod);
	dsos->debuginfod_tried = true;
	return debuginfod__find(dsos->debuginfod, &(struct debuginfod_file){ what, dso->build_id, dso->build_id_size, dso->short_name },
				dsos->progress, dsos->progress_ctx);
}

/* Each file once; where there are many (containers, another machine's recording) only the first ones. */
static void tell_why(const struct dso *dso, const struct dso_symbols *s)
{
	bool told = s->worth_warning;

	if (told && dso->kind == DSO_KIND_USER && (s->lack == DSO_LACK_BUILD || s->lack == DSO_LACK_REPLACED)) {
		told = dso->dsos->nr_other_builds++ < MAX_OTHER_BUILDS;
		if (dso->dsos->nr_other_builds == MAX_OTHER_BUILDS + 1)
			pr_warning("more files are of another build: 'perf report --missing' lists them, and what "
				   "helps\n");
	}
	if (told)
		pr_warning("no symbols of '%s': %s\n", shown__in_message(dso->long_name), s->error);
	else
		pr_debug("no symbols of '%s': %s\n", shown__in_message(dso->long_name), s->error);
}

/* Files from number @from on could not be read while the names were looked for. */
static void judge_failures(struct dso_symbols *s, size_t from)
{
	const struct names_file_failure *failed;
	size_t nr;

	failed = names_file__failures(&nr);
	if (nr == from)
		return;
	if (s->table && s->lack == DSO_LACK_NOTHING) {
		names_file__found_elsewhere(from);
		return;
	}
	zfree(&s->error);
	s->worth_warning = false;	/* it was told */
	dso_symbols__fail(s, DSO_LACK_FAILED, "'%s': %s", failed[from].path, strerror(-failed[from].err));
}

static void load(struct dso *dso)
{
	struct dso_symbols *s = dso->symbols = xzalloc(sizeof(*s));
	size_t nr_failed;

	(void)names_file__failures(&nr_failed);
	switch (dso->kind) {
	case DSO_KIND_USER:
		dso__load_elf(dso, s);
		break;
	case DSO_KIND_KERNEL:
	case DSO_KIND_MODULE:
		dso__load_kernel(dso, s);
		break;
	case DSO_KIND_VDSO:
		dso__load_vdso(dso, s);
		break;
	case DSO_KIND_JIT:
		dso__load_jit(dso, s);
		break;
	case DSO_KIND_KSYMBOL:
		break;			/* was complete from the beginning */
	}
	if (!s->table && !s->error)
		dso_symbols__fail(s, DSO_LACK_STRIPPED, "no symbols in it");
	judge_failures(s, nr_failed);
	if (s->error)
		tell_why(dso, s);
}

const struct symbol *dso__find_symbol(struct dso *dso, uint64_t addr)
{
	struct symbol *sym;

	if (dso->dsos->opts.no_symbols)
		return NULL;
	if (!dso->symbols)
		load(dso);
	if (!dso->symbols->table)
		return NULL;
	sym = symtab__find_own(dso->symbols->table, addr);
	/* Few of a file's symbols are ever met: each is demangled when it is. */
	if (sym && sym->mangled)
		symtab__demangle(dso->symbols->table, sym);
	return sym;
}

bool dso__covers(struct dso *dso, uint64_t addr)
{
	const struct symtab *t;

	if (dso->dsos->opts.no_symbols)
		return false;
	if (!dso->symbols)
		load(dso);
	t = dso->symbols->table;
	return t && t->nr && addr >= t->syms[0].start && addr < t->syms[t->nr - 1].end;
}

const char *dso__load_error(struct dso *dso)
{
	if (dso->dsos->opts.no_symbols)
		return NULL;
	if (!dso->symbols)
		load(dso);
	return dso->symbols->error;
}

enum dso_lack dso__lack(struct dso *dso)
{
	if (dso->dsos->opts.no_symbols)
		return DSO_LACK_NOTHING;
	if (!dso->symbols)
		load(dso);
	return dso->symbols->lack;
}

char dso__symtab_origin(const struct dso *dso)
{
	return dso->symbols && dso->symbols->table && dso->symbols->origin ? dso->symbols->origin : '!';
}
