// SPDX-License-Identifier: GPL-2.0-only
/* Where symbols are found: --symfs, separate debug files, the build-id cache. With copies of this binary. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/symbol/dso.h"
#include "util/symbol/srcline.h"

struct place {
	char dir[32];			/* ours, removed afterwards */
	char exe[4096];			/* this binary */
	uint64_t offset;		/* of place__find() in it */
	uint8_t id[20];
	char hex[41];
};

static __attribute__((noinline)) bool place__find(struct place *p)
{
	unsigned long start, end, offset;
	FILE *f = fopen("/proc/self/maps", "re");
	uintptr_t code = (uintptr_t)&place__find;
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

/* Runs @cmd in the directory; true if it went well. */
static bool run(const struct place *p, const char *cmd)
{
	char *line = xasprintf("cd '%s' && { %s; } >/dev/null 2>&1", p->dir, cmd);
	int status = system(line);

	free(line);
	return !status;
}

/* Without tricks: are symbols read at all? */
static bool names_itself(const struct place *p)
{
	struct dsos *dsos = dsos__new(NULL);
	const struct symbol *sym = dso__find_symbol(dsos__get(dsos, p->exe, DSO_KIND_USER, NULL, 0, 0), p->offset);
	bool ok = sym && !strcmp(sym->name, "place__find");

	dsos__delete(dsos);
	return ok;
}

static int place__init(struct place *p)
{
	char *cmd;
	bool ok;

	snprintf(p->dir, sizeof(p->dir), "/tmp/perf-test-XXXXXX");
	TEST_ASSERT(mkdtemp(p->dir) != NULL);
	if (!place__find(p) || build_id__read_file(p->exe, p->id) != 20)
		return test_skip("this binary has no build id");
	if (!names_itself(p))
		return test_skip("this binary is stripped, or built without libelf");
	build_id__text(p->id, 20, p->hex);
	cmd = xasprintf("objcopy --only-keep-debug '%s' x.debug && mkdir -p bin/.debug lib && "
			"objcopy --strip-all --add-gnu-debuglink=x.debug '%s' bin/x", p->exe, p->exe);
	ok = run(p, cmd);
	free(cmd);
	return ok ? TEST_OK : test_skip("objcopy is not here, or cannot");
}

static void place__exit(const struct place *p)
{
	char *cmd = xasprintf("rm -rf '%s'", p->dir);

	(void)!system(cmd);
	free(cmd);
}

/* What is found for "@dir/bin/x" (or with symfs "/bin/x"), recorded with @id. "-": nothing. */
static const char *look(const struct place *p, const char *symfs, const uint8_t *id, bool *ret_lines)
{
	static char name[64];
	struct symbol_opts opts = { .symfs = symfs };
	struct dsos *dsos = dsos__new(&opts);
	char *path = xasprintf("%s/bin/x", symfs ? "" : p->dir);
	struct dso *dso = dsos__get(dsos, path, DSO_KIND_USER, id, id ? 20 : 0, 0);
	const struct symbol *sym = dso__find_symbol(dso, p->offset);

	snprintf(name, sizeof(name), "%s", sym ? sym->name : "-");
	*ret_lines = dso__source(dso, p->offset) != NULL;
	free(path);
	dsos__delete(dsos);
	return name;
}

static int check_all(struct place *p)
{
	static const char * const moves[] = {
		"mv x.debug bin/x.debug",			/* .gnu_debuglink: beside it */
		"mv bin/x.debug bin/.debug/x.debug",		/* .gnu_debuglink: in .debug */
	};
	uint8_t other[20];
	char *cmd;
	bool lines, whole_lines;
	size_t i;

	/* A stripped file alone: the dynamic symbols at best. */
	TEST_ASSERT(strcmp(look(p, NULL, NULL, &lines), "place__find"));
	TEST_ASSERT(!lines);
	for (i = 0; i < ARRAY_SIZE(moves); i++) {
		TEST_ASSERT(run(p, moves[i]));
		TEST_ASSERT_STR(look(p, NULL, NULL, &whole_lines), "place__find");
		TEST_ASSERT_STR(look(p, NULL, p->id, &lines), "place__find");
		TEST_ASSERT_STR(look(p, p->dir, p->id, &lines), "place__find");
		TEST_ASSERT_EQ(lines, whole_lines);
	}
	/* The recorded file was another build: neither it nor its debug file is used. */
	memcpy(other, p->id, 20);
	other[7] ^= 1;
	TEST_ASSERT_STR(look(p, NULL, other, &lines), "-");
	TEST_ASSERT(!lines);
	/* By build id, below the --symfs directory. */
	cmd = xasprintf("mkdir -p usr/lib/debug/.build-id/%.2s && mv bin/.debug/x.debug usr/lib/debug/.build-id/%.2s/%s.debug",
			p->hex, p->hex, p->hex + 2);
	TEST_ASSERT(run(p, cmd));
	free(cmd);
	TEST_ASSERT_STR(look(p, p->dir, p->id, &lines), "place__find");
	TEST_ASSERT_STR(look(p, p->dir, NULL, &lines), "place__find");
	TEST_ASSERT_EQ(lines, whole_lines);
	TEST_ASSERT(strcmp(look(p, NULL, p->id, &lines), "place__find"));
	/* In the build-id cache, while the file itself is gone. */
	cmd = xasprintf("rm bin/x && mkdir -p cache/.build-id/%.2s/%s && cp '%s' cache/.build-id/%.2s/%s/elf", p->hex,
			p->hex + 2, p->exe, p->hex, p->hex + 2);
	TEST_ASSERT(run(p, cmd));
	free(cmd);
	TEST_ASSERT_STR(look(p, NULL, p->id, &lines), "-");
	cmd = xasprintf("%s/cache", p->dir);
	setenv("PERF_BUILDID_DIR", cmd, 1);
	free(cmd);
	TEST_ASSERT_STR(look(p, NULL, p->id, &lines), "place__find");
	TEST_ASSERT_EQ(lines, whole_lines);
	TEST_ASSERT_STR(look(p, NULL, NULL, &lines), "-");
	return TEST_OK;
}

static int test__debug_files(void)
{
	char *before = getenv("PERF_BUILDID_DIR") ? xstrdup(getenv("PERF_BUILDID_DIR")) : NULL;
	struct place p = { 0 };
	int ret = place__init(&p);

	/* Whatever this machine keeps must not answer for us. */
	setenv("PERF_BUILDID_DIR", "/nonexistent", 1);
	if (ret == TEST_OK)
		ret = check_all(&p);
	if (before)
		setenv("PERF_BUILDID_DIR", before, 1);
	else
		unsetenv("PERF_BUILDID_DIR");
	free(before);
	place__exit(&p);
	return ret;
}

DEFINE_SUITE("Separate debug files, --symfs, build-id cache", debug_files,
	{ "each place, right and wrong build", test__debug_files })
