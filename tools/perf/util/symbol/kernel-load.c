// SPDX-License-Identifier: GPL-2.0-only
/* Symbols of the kernel and its modules: kallsyms, else their files. Where these are: kernel-files.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/names-file.h"
#include "util/symbol/dsos.h"
#include "util/symbol/kernel-files.h"

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
	if (n < 0)
		names_file__failed("/sys/kernel/notes", n);
	return n > 0 && dso__same_build_id(kernel, id, (size_t)n);
}

static bool demangles(const struct dsos *dsos)
{
	return dsos->opts.demangle_kernel && !dsos->opts.no_demangle;
}

/*
 * Reads @path. Kept if it is of the recording's boot, or the first that can be used at all. Returns whether
 * there is nothing better to look for.
 */
static bool try_kallsyms(struct dsos *dsos, const char *path, const struct dso_entry *kernel, bool *have)
{
	struct kallsyms k = { 0 };
	uint64_t delta = 0;
	char *error = NULL;
	int err = kallsyms__load(&k, path, kernel ? kernel->ref_name : NULL);

	if (err)
		error = xasprintf("'%s': %s", path, strerror(-err));
	else if (!k.kernel.nr && !k.modules.nr)
		error = xasprintf("'%s': no symbols in it, is it a copy of /proc/kallsyms?", path);
	else if (k.hidden)
		error = xasprintf("'%s' hides its addresses: see sysctl kernel.kptr_restrict and kernel.perf_event_paranoid", path);
	/* Another boot put the kernel elsewhere. Modules move each on its own: no way to follow. */
	if (!error && k.ref_addr && kernel && kernel->ref_addr)
		delta = kernel->ref_addr - k.ref_addr;
	if (error || (*have && delta)) {
		kallsyms__exit(&k);
		if (*have || dsos->kallsyms_error)
			free(error);
		else
			dsos->kallsyms_error = error;
		return false;
	}
	zfree(&dsos->kallsyms_error);
	kallsyms__exit(&dsos->kallsyms);
	symtab__move(&k.kernel, delta);
	kallsyms__finish(&k, demangles(dsos));
	dsos->kallsyms = k;
	dsos->modules_valid = !delta;
	*have = true;
	return !delta;
}

static void load_kallsyms(struct dsos *dsos)
{
	struct dso *kernel = dsos__host_kernel(dsos);
	char **paths = kernel_files__kallsyms(dsos, kernel);
	bool have = false, done = false;
	size_t i;

	dsos->kallsyms_tried = true;
	for (i = 0; paths[i]; i++) {
		if (!done)
			done = try_kallsyms(dsos, paths[i], kernel ? dso_entry(kernel) : NULL, &have);
		free(paths[i]);
	}
	free(paths);
}

uint64_t kernel__delta(const struct dso *dso, struct elf_file *f)
{
	const struct dso_entry *e = dso_entry(dso);
	struct symtab t = { 0 };
	uint64_t delta = 0;
	size_t i;

	if (e->ref_name && e->ref_addr && elf_file__add_symbols(f, f, &t, ELF_VIRTUAL, false) > 0)
		for (i = 0; i < t.nr && !delta; i++)
			if (!strcmp(t.syms[i].name, e->ref_name))
				delta = e->ref_addr - t.syms[i].start;
	symtab__exit(&t);
	return delta;
}

/* Takes the symbols of @f, a vmlinux of the right build, to where the recorded boot had them. */
static void load_vmlinux(struct dso *dso, struct dso_symbols *s, struct elf_file *f)
{
	const struct dso_entry *e = dso_entry(dso);
	size_t i;

	if (elf_file__add_symbols(f, f, &s->own, ELF_VIRTUAL, demangles(dso->dsos)) <= 0) {
		dso_symbols__fail(s, DSO_LACK_STRIPPED, "no symbols in '%s'", elf_file__path(f));
		return;
	}
	for (i = 0; e->ref_name && e->ref_addr && i < s->own.nr; i++)
		if (!strcmp(s->own.syms[i].name, e->ref_name))
			break;
	if (e->ref_name && e->ref_addr && i < s->own.nr)
		symtab__move(&s->own, e->ref_addr - s->own.syms[i].start);
	symtab__finish(&s->own, SYMTAB_FILL);
	s->table = &s->own;
	s->origin = 'v';
}

/* --vmlinux */
static void load_named_vmlinux(struct dso *dso, struct dso_symbols *s)
{
	const char *path = dsos__vmlinux(dso->dsos);
	struct elf_file *f;
	uint8_t id[20];
	int err = elf_file__open(path, &f), n;

	if (err) {
		s->worth_warning = true;
		dso_symbols__fail(s, dso_lack__of_error(err), "'%s': %s", path, dso_lack__why(err));
		return;
	}
	n = elf_file__build_id(f, id);
	if (dso->build_id_size && (n <= 0 || !dso__same_build_id(dso, id, (size_t)n))) {
		s->worth_warning = true;
		dso_symbols__fail(s, DSO_LACK_BUILD, "'%s': build id differs from the recorded kernel's", path);
	} else {
		load_vmlinux(dso, s, f);
	}
	elf_file__close(f);
}

static void load_kernel(struct dso *dso, struct dso_symbols *s)
{
	struct dsos *dsos = dso->dsos;
	struct elf_file *f;

	if (!dsos->kallsyms_error) {
		s->table = &dsos->kallsyms.kernel;
		s->origin = 'k';
		return;
	}
	f = dsos->opts.ignore_vmlinux ? NULL : kernel_files__vmlinux(dso);
	if (f) {
		load_vmlinux(dso, s, f);
		elf_file__close(f);
	}
	if (s->table)
		return;
	s->worth_warning = dsos->other_kernel || dsos->opts.kallsyms;
	dso_symbols__fail(s, dsos->other_kernel ? DSO_LACK_BUILD : DSO_LACK_ACCESS, "%s", dsos->kallsyms_error);
}

static void load_module(struct dso *dso, struct dso_symbols *s)
{
	const char *why = "the module is not in the kallsyms";
	struct dsos *dsos = dso->dsos;
	struct elf_file *f;

	if (dsos->kallsyms_error)
		why = dsos->kallsyms_error;
	else if (!dsos->modules_valid)
		why = "the kallsyms are of another boot, in which the module lay elsewhere";
	else
		s->table = kallsyms__module(&dsos->kallsyms, dso->short_name);
	s->origin = 'k';
	if (s->table)
		return;
	f = kernel_files__module(dso, why, s);
	if (!f)
		return;
	if (elf_file__add_module_symbols(f, dso_entry(dso)->start, &s->own, demangles(dsos)) > 0) {
		symtab__finish(&s->own, SYMTAB_FILL);
		s->table = &s->own;
		s->origin = strstr(elf_file__path(f), ".ko.") ? 'm' : 'K';
		zfree(&s->error);
		s->lack = DSO_LACK_NOTHING;
	} else {
		dso_symbols__fail(s, DSO_LACK_STRIPPED, "no symbols in '%s'", elf_file__path(f));
	}
	elf_file__close(f);
}

void dso__load_kernel(struct dso *dso, struct dso_symbols *s)
{
	struct dsos *dsos = dso->dsos;
	const char *vmlinux;

	if (is_guest(dso)) {
		dso_symbols__fail(s, DSO_LACK_FILE, "a guest's kernel: its symbols are not known here");
		return;
	}
	vmlinux = dso->kind == DSO_KIND_KERNEL ? dsos__vmlinux(dsos) : NULL;
	if (vmlinux && vmlinux[0]) {
		load_named_vmlinux(dso, s);
		return;
	}
	if (!dsos->kallsyms_tried)
		load_kallsyms(dsos);
	if (dso->kind == DSO_KIND_KERNEL)
		load_kernel(dso, s);
	else
		load_module(dso, s);
}

/* As for any other file "offsets" are what maps count in: of the kernel, addresses in the recorded boot. */
char *dso__find_kernel_dwarf(const struct dso *dso, struct elf_segment **ret_segs, size_t *ret_nr)
{
	const char *path = dsos__vmlinux(dso->dsos);
	struct elf_file *f;
	char *ret = NULL;
	uint64_t delta;
	uint8_t id[20];
	size_t i;
	int n;

	if (is_guest(dso) || !path || !path[0] || elf_file__open(path, &f))
		return NULL;
	n = elf_file__build_id(f, id);
	if (elf_file__has_dwarf(f) && (!dso->build_id_size || (n > 0 && dso__same_build_id(dso, id, (size_t)n)))) {
		ret = xstrdup(path);
		delta = kernel__delta(dso, f);
		*ret_nr = elf_file__segments(f, ret_segs);
		for (i = 0; i < *ret_nr; i++)
			(*ret_segs)[i].offset = (*ret_segs)[i].vaddr + delta;
	}
	elf_file__close(f);
	return ret;
}
