// SPDX-License-Identifier: GPL-2.0-only
#include "util/machine/map-dso.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "util/symbol/mapped-file.h"
#include "util/symbol/vdso.h"

static bool starts_with(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

struct dso *kernel_map__dso(struct dsos *dsos, const struct record_mmap *r)
{
	static const char * const names[] = { "[kernel.kallsyms", "[guest.kernel.kallsyms" };
	const char *end;
	struct dso *dso;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (!starts_with(r->filename, names[i]))
			continue;
		dso = dsos__get(dsos, i ? "[guest.kernel.kallsyms]" : "[kernel.kallsyms]", DSO_KIND_KERNEL,
				r->build_id, r->build_id_size, 0);
		/* "[kernel.kallsyms]_text": where that symbol lay is what pgoff says, 0 if it was hidden. */
		end = strchr(r->filename, ']');
		if (end && end[1] && r->pgoff)
			dso__set_reference(dso, end + 1, r->pgoff);
		return dso;
	}
	dso = dsos__get(dsos, r->filename, DSO_KIND_MODULE, r->build_id, r->build_id_size, 0);
	dso__set_start(dso, r->start);
	return dso;
}

static bool is_anonymous(const char *name)
{
	return !strcmp(name, "//anon") || starts_with(name, "/dev/zero") || starts_with(name, "/anon_hugepage");
}

static bool has_no_file(const char *name)
{
	return starts_with(name, "[stack") || starts_with(name, "/SYSV") || !strcmp(name, "[heap]");
}

struct dso *user_map__dso(struct dsos *dsos, const struct record_mmap *r, uint64_t time)
{
	/* MMAP records, which have no protection, are about code unless data was asked for. */
	bool exec = (r->prot & PROT_EXEC) || !(r->prot | r->flags);
	struct dso *dso;
	char jit[32];

	if (!strcmp(r->filename, VDSO_NAME))
		return dsos__get(dsos, vdso__name(r->start), DSO_KIND_VDSO, r->build_id,
				 r->build_id_size, 0);
	if (exec && (is_anonymous(r->filename) || has_no_file(r->filename))) {
		snprintf(jit, sizeof(jit), "/tmp/perf-%u.map", r->pid);
		return dsos__get(dsos, jit, DSO_KIND_JIT, NULL, 0, r->pid);
	}
	dso = dsos__get(dsos, r->filename, DSO_KIND_USER, r->build_id, r->build_id_size, r->pid);
	if (exec)
		dso__add_code_map(dso, r->pgoff);
	if (exec && !r->build_id_size)
		dso__add_mapped_file(dso,
				     &(struct mapped_file){
					     .maj = r->maj, .min = r->min, .ino = r->ino, .generation = r->ino_generation, .time = time });
	return dso;
}
