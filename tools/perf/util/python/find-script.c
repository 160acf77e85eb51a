// SPDX-License-Identifier: GPL-2.0-only
#include "util/python/find-script.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/base/trusted-path.h"

#ifndef PERF_EXEC_PATH
#error "PERF_EXEC_PATH comes from the Makefile"
#endif

static const char *const languages[] = { "python", "perl" };
static const char *const places[] = { PERF_EXEC_PATH, "/usr/libexec/perf-core", "/usr/lib/perf-core" };

/* NULL: there are no more. */
static const char *folder(size_t i)
{
	const char *dir = getenv("PERF_EXEC_PATH");

	if (dir && *dir && !i--)
		return dir;
	return i < ARRAY_SIZE(places) ? places[i] : NULL;
}

enum script_language script_language__named(const char *name)
{
	if (!strcasecmp(name, "python") || !strcasecmp(name, "py"))
		return SCRIPT_PYTHON;
	return !strcasecmp(name, "perl") || !strcasecmp(name, "pl") ? SCRIPT_PERL : SCRIPT_NO_LANGUAGE;
}

enum script_language script_language__of(const char *spec, const char **ret_name)
{
	const char *colon = strchr(spec, ':'), *dot = strrchr(spec, '.');
	enum script_language language = SCRIPT_NO_LANGUAGE;
	char *before;

	*ret_name = spec;
	if (colon) {
		before = xstrndup(spec, (size_t)(colon - spec));
		language = script_language__named(before);
		free(before);
	}
	if (language != SCRIPT_NO_LANGUAGE) {
		*ret_name = colon + 1;
		return language;
	}
	return dot && !strcmp(dot, ".py") ? SCRIPT_PYTHON : dot && !strcmp(dot, ".pl") ? SCRIPT_PERL : SCRIPT_NO_LANGUAGE;
}

void found_script__exit(struct found_script *f)
{
	free(f->path);
	free(f->exec_path);
	*f = (struct found_script){ .path = NULL };
}

static void set(struct found_script *f, char *path, const char *dir)
{
	f->path = path;
	f->exec_path = xstrdup(dir);
}

int found_script__find(struct found_script *f, const char *name)
{
	const char *dir;
	char *path;
	size_t i;

	*f = (struct found_script){ .path = NULL };
	if (!access(name, R_OK)) {
		set(f, xstrdup(name), folder(0));
		return !strchr(name, '/') && user__is_root() && !path__is_trusted(name) ? -EPERM : 0;
	}
	for (i = 0; !strchr(name, '/') && (dir = folder(i)) != NULL; i++) {
		path = xasprintf("%s/scripts/python/%s", dir, name);
		if (!access(path, R_OK)) {
			set(f, path, dir);
			return 0;
		}
		free(path);
	}
	return -ENOENT;
}

int found_script__find_half(struct found_script *f, const char *name, const char *half)
{
	const char *dir;
	size_t i, l;

	*f = (struct found_script){ .path = NULL };
	for (i = 0; *name && !strchr(name, '/') && (dir = folder(i)) != NULL; i++) {
		for (l = 0; l < ARRAY_SIZE(languages); l++) {
			char *path = xasprintf("%s/scripts/%s/bin/%s%s", dir, languages[l], name, half);

			if (!access(path, R_OK)) {
				set(f, path, dir);
				return user__is_root() && !path__is_trusted(path) ? -EPERM : 0;
			}
			free(path);
		}
	}
	return -ENOENT;
}

/* --- what a pair says of itself ------------------------------------------------------------------- */

#define MAX_SHELL_SCRIPT	(64 << 10)

/* The rest of the line "# KEY: ..." of a file; owned, or NULL. */
static char *said_of(const char *path, const char *key)
{
	char *text, *line, *end, *out = NULL;
	size_t size, n = strlen(key);

	if (file__read_all(path, MAX_SHELL_SCRIPT, &text, &size) < 0)
		return NULL;
	for (line = text; line && !out; line = end ? end + 1 : NULL) {
		char *p = line + strspn(line, "# \t");

		end = strchr(line, '\n');
		if (*line != '#' || strncmp(p, key, n))
			continue;
		p += n;
		p += strspn(p, " \t");
		out = xstrndup(p, end ? (size_t)(end - p) : strlen(p));
	}
	free(text);
	return out;
}

size_t script__required_args(const char *path)
{
	char *args = said_of(path, "args:"), *p;
	size_t nr = 0;

	for (p = args; p && *p; p++)
		nr += *p == '<';
	free(args);
	return nr;
}

static int is_report(const struct dirent *e)
{
	static const char end[] = "-report";
	size_t len = strlen(e->d_name), n = sizeof(end) - 1;

	return len > n && !strcmp(e->d_name + len - n, end);
}

static void list_one(const char *dir, const char *file)
{
	char *path = xasprintf("%s/%s", dir, file), *what = said_of(path, "description:"), *args = said_of(path, "args:");
	char *name = xasprintf("%.*s%s%s", (int)(strlen(file) - strlen("-report")), file, args && *args ? " " : "", args ? args : "");

	std_out__addf("  %-36s ", shown(name));
	std_out__line(shown(what));
	free(name);
	free(args);
	free(what);
	free(path);
}

static bool list_folder(const char *exec_path, const char *language)
{
	char *dir = xasprintf("%s/scripts/%s/bin", exec_path, language);
	struct dirent **entries = NULL;
	int nr = scandir(dir, &entries, is_report, alphasort), i;

	if (nr < 0 && errno == ENOMEM)
		alloc__failed();
	for (i = 0; i < nr; i++) {
		list_one(dir, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	free(dir);
	return nr > 0;
}

bool scripts__list(void)
{
	const char *dir;
	bool any = false;
	size_t i, l;

	std_out__line("List of available trace scripts:");
	/* Of the first folder that has some. */
	for (i = 0; !any && (dir = folder(i)) != NULL; i++)
		for (l = 0; l < ARRAY_SIZE(languages); l++)
			any |= list_folder(dir, languages[l]);
	return any;
}
