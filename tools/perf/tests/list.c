// SPDX-License-Identifier: GPL-2.0-only
/* Finds the suites: C ones in the registry, shell ones as files. */
#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/runner.h"
#include "util/base/alloc.h"
#include "util/base/trusted-path.h"

#ifndef SRC_TESTS_DIR
#error "SRC_TESTS_DIR comes from the Makefile"
#endif

static bool has_shell_dir(const char *dir)
{
	char *path = xasprintf("%s/shell", dir);
	bool there = !access(path, R_OK | X_OK);

	free(path);
	return there;
}

/* <prefix>/libexec/perf-core/tests beside <prefix>/bin/perf. Owned, or NULL. */
static char *installed_dir(void)
{
	char exe[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	char *slash;

	if (n <= 0)
		return NULL;
	exe[n] = 0;
	slash = strrchr(exe, '/');
	if (!slash)
		return NULL;
	*slash = 0;
	return xasprintf("%s/../libexec/perf-core/tests", exe);
}

char *tests__dir(void)
{
	const char *env = getenv("PERF_TEST_DIR");
	char *dir;

	if (env && *env)
		return has_shell_dir(env) ? xstrdup(env) : NULL;
	dir = installed_dir();
	if (dir && has_shell_dir(dir))
		return dir;
	free(dir);
	return has_shell_dir(SRC_TESTS_DIR) && path__is_trusted_like_self(SRC_TESTS_DIR) ? xstrdup(SRC_TESTS_DIR) : NULL;
}

/*
 * The text behind the '#' of the second line (of the third, if that is the licence). Owned, or
 * NULL.
 */
static char *script_description(const char *path)
{
	FILE *f = fopen(path, "re");
	char line[512], *text = NULL;
	int i;

	if (!f)
		return NULL;
	for (i = 0; i < 3 && !text && fgets(line, sizeof(line), f); i++) {
		if (!i || line[0] != '#' || strstr(line, "SPDX-License-Identifier"))
			continue;
		line[strcspn(line, "\n")] = 0;
		text = xstrdup(line + 1 + strspn(line + 1, " \t"));
	}
	fclose(f);
	return text;
}

static int compare_desc(const void *a, const void *b)
{
	return strcmp(((const struct test_entry *)a)->desc, ((const struct test_entry *)b)->desc);
}

static void add_scripts(struct test_list *list)
{
	char *folder = xasprintf("%s/shell", list->dir);
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		size_t len = strlen(e->d_name);
		struct test_entry entry = { 0 };

		if (len <= 3 || strcmp(e->d_name + len - 3, ".sh") || e->d_name[0] == '.')
			continue;
		entry.script = xasprintf("%s/%s", folder, e->d_name);
		entry.name = xstrndup(e->d_name, len - 3);
		entry.desc = script_description(entry.script);
		if (!entry.desc)
			entry.desc = xstrdup(entry.name);
		GROW(list->entries, list->nr, list->cap);
		list->entries[list->nr++] = entry;
	}
	if (d)
		closedir(d);
	free(folder);
}

void test_list__init(struct test_list *list)
{
	struct test_suite *s;
	size_t i, nr_c;

	*list = (struct test_list){ .dir = tests__dir() };
	for (s = test_suite__first(); s; s = s->next) {
		GROW(list->entries, list->nr, list->cap);
		list->entries[list->nr++] = (struct test_entry){
			.desc = s->desc, .name = s->name, .suite = s };
	}
	nr_c = list->nr;
	if (list->dir)
		add_scripts(list);
	if (list->nr > nr_c)
		qsort(list->entries + nr_c, list->nr - nr_c, sizeof(*list->entries), compare_desc);
	for (i = 0; i < list->nr; i++)
		list->entries[i].nr = (int)i + 1;
}

void test_list__exit(struct test_list *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		struct test_entry *e = &list->entries[i];

		if (!e->script)
			continue;
		free(e->script);
		free((char *)(uintptr_t)e->name);
		free((char *)(uintptr_t)e->desc);
	}
	free(list->entries);
	free(list->dir);
	*list = (struct test_list){ 0 };
}

/* "7" or "3-5". Returns whether @token is one of these. */
static bool parse_range(const char *token, long *ret_from, long *ret_to)
{
	char *end;

	if (*token < '0' || *token > '9')
		return false;
	*ret_from = *ret_to = strtol(token, &end, 10);
	if (*end == '-' && end[1] >= '0' && end[1] <= '9')
		*ret_to = strtol(end + 1, &end, 10);
	return !*end;
}

bool test_entry__matches(const struct test_entry *entry, const char *token)
{
	long from, to;

	if (parse_range(token, &from, &to))
		return from <= entry->nr && entry->nr <= to;
	return strcasestr(entry->desc, token) || strcasestr(entry->name, token);
}
