// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/elf-fixture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/shell-run.h"
#include "util/base/alloc.h"
#include "util/symbol/srcline.h"

static __attribute__((noinline)) bool elf_fixture__find(struct elf_fixture *p)
{
	unsigned long start, end, offset;
	FILE *f = fopen("/proc/self/maps", "re");
	uintptr_t code = (uintptr_t)&elf_fixture__find;
	bool found = false;
	char line[5000];

	while (f && !found && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %4095s", &start, &end, &offset, p->exe) == 4)
			found = code >= start && code < end;
	if (f)
		fclose(f);
	p->offset = found ? code - start + offset : 0;
	return found;
}

bool elf_fixture__run(const struct elf_fixture *f, const char *fmt, ...)
{
	va_list ap;
	bool ok;

	va_start(ap, fmt);
	ok = shell_run(f->dir, fmt, ap);
	va_end(ap);
	return ok;
}

static char last_origin;

char elf_fixture__origin(void)
{
	return last_origin;
}

const char *elf_fixture__look(const struct elf_fixture *f, const struct symbol_opts *opts, const char *path,
			      const uint8_t *id, uint32_t pid, bool *ret_lines)
{
	static char name[64];
	struct dsos *dsos = dsos__new(opts);
	char *full = path[0] == '/' ? xstrdup(path) : xasprintf("%s/%s", f->dir, path);
	struct dso *dso = dsos__get(dsos, full, DSO_KIND_USER, id, id ? 20 : 0, pid);
	const struct symbol *sym = dso__find_symbol(dso, f->offset);

	snprintf(name, sizeof(name), "%s", sym ? sym->name : "-");
	last_origin = dso__symtab_origin(dso);
	if (ret_lines)
		*ret_lines = dso__source(dso, f->offset) != NULL;
	free(full);
	dsos__delete(dsos);
	return name;
}

int elf_fixture__init(struct elf_fixture *f)
{
	const char *cache = getenv("PERF_BUILDID_DIR");

	*f = (struct elf_fixture){ .dir = "/tmp/perf-test-XXXXXX" };
	TEST_ASSERT(mkdtemp(f->dir) != NULL);
	/* Whatever this machine keeps must not answer for us. */
	f->cache_dir = cache ? xstrdup(cache) : NULL;
	setenv("PERF_BUILDID_DIR", "/nonexistent", 1);
	if (!elf_fixture__find(f) || build_id__read_file(f->exe, f->id) != 20)
		return test_skip("this binary has no build id");
	if (strcmp(elf_fixture__look(f, NULL, f->exe, NULL, 0, NULL), FIXTURE_SYMBOL) != 0)
		return test_skip("this binary is stripped, or built without libelf");
	build_id__text(f->id, 20, f->hex);
	if (!elf_fixture__run(f, "objcopy --only-keep-debug '%s' x.debug && mkdir -p bin/.debug lib && "
			      "objcopy --strip-all --add-gnu-debuglink=x.debug '%s' bin/x", f->exe, f->exe))
		return test_skip("objcopy is not here, or cannot");
	return TEST_OK;
}

void elf_fixture__exit(struct elf_fixture *f)
{
	if (f->cache_dir)
		setenv("PERF_BUILDID_DIR", f->cache_dir, 1);
	else
		unsetenv("PERF_BUILDID_DIR");
	free(f->cache_dir);
	(void)elf_fixture__run(f, "rm -rf '%s'", f->dir);
}
