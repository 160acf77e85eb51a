// SPDX-License-Identifier: GPL-2.0-only
/* Symbols of the kernel and its modules: kallsyms, or a vmlinux that was named. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/dsos.h"
#include "util/symbol/elf-symbols.h"

#define RUNNING_KALLSYMS	"/proc/kallsyms"

static bool is_guest(const struct dso *dso)
{
	return dso->kind == DSO_KIND_KERNEL && strstr(dso->long_name, "guest");
}

struct dso *dsos__host_kernel(struct dsos *dsos)
{
	size_t i;

	for (i = 0; i < dsos->nr; i++)
		if (dsos->list[i]->dso.kind == DSO_KIND_KERNEL && !is_guest(&dsos->list[i]->dso))
			return &dsos->list[i]->dso;
	return NULL;
}

bool kernel__runs(const struct dso *kernel)
{
	uint8_t id[20];
	int n;

	if (!kernel || !kernel->build_id_size)
		return true;
	n = build_id__read_notes_file("/sys/kernel/notes", id);
	return n > 0 && dso__same_build_id(kernel, id, (size_t)n);
}

static bool demangles(const struct dsos *dsos)
{
	return dsos->opts.demangle_kernel && !dsos->opts.no_demangle;
}

/* The kallsyms to read; caller frees. NULL with the reason in @dsos. */
static char *choose_kallsyms(struct dsos *dsos, const struct dso *kernel)
{
	char *cached;
	FILE *f;

	if (dsos->opts.kallsyms)
		return xstrdup(dsos->opts.kallsyms);
	if (kernel__runs(kernel) && (!dsos->opts.symfs || (kernel && kernel->build_id_size)))
		return xstrdup(RUNNING_KALLSYMS);
	cached = kernel && dsos->cache_dir ? build_id_path(kernel, dsos->cache_dir, "/kallsyms") : NULL;
	f = cached ? fopen(cached, "re") : NULL;
	if (f) {
		fclose(f);
		return cached;
	}
	free(cached);
	dsos->other_kernel = !kernel__runs(kernel);
	dsos->kallsyms_error = xstrdup(kernel__runs(kernel)
		? "with --symfs the running kernel's symbols are not used: give --kallsyms FILE"
		: "recorded on another kernel (build id differs from the running one's): give --kallsyms FILE");
	return NULL;
}

static void load_kallsyms(struct dsos *dsos)
{
	struct dso *kernel = dsos__host_kernel(dsos);
	struct dso_entry *e = kernel ? dso_entry(kernel) : NULL;
	struct kallsyms *k = &dsos->kallsyms;
	uint64_t delta = 0;
	char *path;
	int err;

	dsos->kallsyms_tried = true;
	path = choose_kallsyms(dsos, kernel);
	if (!path)
		return;
	err = kallsyms__load(k, path, e ? e->ref_name : NULL);
	if (err) {
		dsos->kallsyms_error = xasprintf("'%s': %s", path, strerror(-err));
	} else if (k->hidden) {
		dsos->kallsyms_error = xasprintf("'%s' hides its addresses: see sysctl kernel.kptr_restrict", path);
		kallsyms__exit(k);
	} else {
		/* Another boot put the kernel elsewhere. Modules move each on its own: no way to follow. */
		if (k->ref_addr && e && e->ref_addr)
			delta = e->ref_addr - k->ref_addr;
		symtab__move(&k->kernel, delta);
		dsos->modules_valid = !delta;
		kallsyms__finish(k, demangles(dsos));
	}
	free(path);
}

static void load_vmlinux(struct dso *dso, struct dso_symbols *s)
{
	const struct dso_entry *e = dso_entry(dso);
	const char *path = dso->dsos->opts.vmlinux;
	struct elf_file *f;
	uint8_t id[20];
	size_t i;
	int err = elf_file__open(path, &f), n;

	if (err) {
		dso_symbols__fail(s, dso_lack__of_error(err), "'%s': %s", path,
				  err == -ENOEXEC ? "not an ELF file" : strerror(-err));
		return;
	}
	n = elf_file__build_id(f, id);
	if (dso->build_id_size && (n <= 0 || !dso__same_build_id(dso, id, (size_t)n))) {
		dso_symbols__fail(s, DSO_LACK_BUILD, "'%s': build id differs from the recorded kernel's", path);
	} else if (elf_file__add_symbols(f, f, &s->own, ELF_VIRTUAL, demangles(dso->dsos)) > 0) {
		for (i = 0; e->ref_name && e->ref_addr && i < s->own.nr; i++)
			if (!strcmp(s->own.syms[i].name, e->ref_name))
				break;
		if (e->ref_name && e->ref_addr && i < s->own.nr)
			symtab__move(&s->own, e->ref_addr - s->own.syms[i].start);
		symtab__finish(&s->own, SYMTAB_FILL);
		s->table = &s->own;
	} else {
		dso_symbols__fail(s, DSO_LACK_STRIPPED, "no symbols in '%s'", path);
	}
	elf_file__close(f);
}

void dso__load_kernel(struct dso *dso, struct dso_symbols *s)
{
	struct dsos *dsos = dso->dsos;

	if (is_guest(dso)) {
		dso_symbols__fail(s, DSO_LACK_FILE, "a guest's kernel: its symbols are not known here");
		return;
	}
	if (dso->kind == DSO_KIND_KERNEL && dsos->opts.vmlinux && dsos->opts.vmlinux[0]) {
		load_vmlinux(dso, s);
		return;
	}
	if (!dsos->kallsyms_tried)
		load_kallsyms(dsos);
	if (dsos->kallsyms_error) {
		s->other_build = dsos->other_kernel && dso->kind == DSO_KIND_KERNEL;
		dso_symbols__fail(s, dsos->other_kernel ? DSO_LACK_BUILD : DSO_LACK_ACCESS, "%s",
				  dsos->kallsyms_error);
	} else if (dso->kind == DSO_KIND_KERNEL) {
		s->table = &dsos->kallsyms.kernel;
	} else if (!dsos->modules_valid) {
		dso_symbols__fail(s, DSO_LACK_BUILD, "the kallsyms are of another boot, in which the module lay elsewhere");
	} else {
		s->table = kallsyms__module(&dsos->kallsyms, dso->short_name);
		if (!s->table)
			dso_symbols__fail(s, DSO_LACK_FILE, "the module is not in the kallsyms");
	}
}
