// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/header-file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/log.h"
#include "util/base/shown.h"

#define HEADERS_MOST	65536

struct lines {
	const char **at;
	size_t nr, cap;
};

/* A line "Name: value"; what else it could be would be a header that nobody meant. */
static bool is_header(const char *line)
{
	size_t n = strcspn(line, ":");
	const char *p;

	if (!n || line[n] != ':' || strcspn(line, " \t") < n)
		return false;
	for (p = line; *p; p++)
		if (iscntrl((unsigned char)*p) && *p != '\t')
			return false;
	return true;
}

static void free_lines(const char *const *lines)
{
	size_t i;

	for (i = 0; lines && lines[i]; i++)
		free((void *)(uintptr_t)lines[i]);
	free((void *)(uintptr_t)lines);
}

/* @text is taken apart. @ret is ended by NULL also where a line is wrong. */
static int split(const struct header_file *f, char *text, struct lines *ret, struct diag *diag)
{
	char *line;
	int err = 0;

	while (!err && (line = strsep(&text, "\n"))) {
		line[strcspn(line, "\r")] = 0;
		if (!*line)
			continue;
		/* The line may be a secret: it is not shown. */
		if (!is_header(line)) {
			err = diag__msg(diag, -EINVAL, "a line of %s is no header 'Name: value'", shown__in_message(f->path));
		} else {
			GROW(ret->at, ret->nr, ret->cap);
			ret->at[ret->nr++] = xstrdup(line);
		}
	}
	GROW(ret->at, ret->nr, ret->cap);
	ret->at[ret->nr] = NULL;
	return err;
}

/* @text was read, which @err tells, and is freed. @some: nothing at all is wrong, too. */
static int take(struct header_file *f, int err, char *text, bool some, struct diag *diag)
{
	struct lines lines = { 0 };

	if (err)
		return diag__msg(diag, err, "cannot read %s: %s", shown__in_message(f->path), strerror(-err));
	err = split(f, text, &lines, diag);
	free(text);
	if (!err && some && !lines.nr)
		err = diag__msg(diag, -ENODATA, "%s is empty", shown__in_message(f->path));
	if (err) {
		free_lines(lines.at);
		return err;
	}
	free_lines(f->lines);
	f->lines = lines.at;
	return 0;
}

int header_file__read(struct header_file *f, struct diag *diag)
{
	char *text = NULL;
	struct stat st;
	size_t size;
	int err;

	if (!f->path)
		return 0;
	f->once = stat(f->path, &st) || !S_ISREG(st.st_mode);
	err = file__read_given(f->path, HEADERS_MOST, &text, &size);
	return take(f, err, text, false, diag);
}

void header_file__renew(struct header_file *f)
{
	struct diag diag = DIAG_INIT;
	char *text = NULL;
	size_t size;
	int err;

	if (!f->path || f->once)
		return;
	err = file__read_all(f->path, HEADERS_MOST, &text, &size);
	if (!take(f, err, text, f->lines && f->lines[0], &diag)) {
		f->told = false;
	} else if (!f->told) {
		pr_warning("perf: --header-file: %s; requests have the headers from before\n", diag.text);
		f->told = true;
	}
}

void header_file__exit(struct header_file *f)
{
	free_lines(f->lines);
	f->lines = NULL;
}
