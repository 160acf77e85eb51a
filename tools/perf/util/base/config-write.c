// SPDX-License-Identifier: GPL-2.0-only
/* Changes one key of a configuration file and leaves the rest as its owner wrote it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/file.h"
#include "util/base/new-file.h"
#include "util/base/open-regular.h"
#include "util/base/strbuf.h"

#define MAX_FILE	((size_t)1 << 20)

static void add_value(struct strbuf *out, const char *value)
{
	size_t len = strlen(value);
	bool quote =
		strpbrk(value, "#;") || (len && (strchr(" \t", value[0]) || strchr(" \t", value[len - 1])));

	if (quote)
		strbuf__addch(out, '"');
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			strbuf__addch(out, '\\');
		if (*value == '\n')
			strbuf__addstr(out, "\\n");
		else
			strbuf__addch(out, *value);
	}
	if (quote)
		strbuf__addch(out, '"');
}

/* "[section]" or "[section "sub"]" of a key. */
static void add_section(struct strbuf *out, const char *key)
{
	const char *dot = strchr(key, '.'), *last = strrchr(key, '.'), *s;

	if (dot == last) {
		strbuf__addf(out, "[%.*s]\n", (int)(dot - key), key);
		return;
	}
	strbuf__addf(out, "[%.*s \"", (int)(dot - key), key);
	for (s = dot + 1; s < last; s++) {
		if (*s == '"' || *s == '\\')
			strbuf__addch(out, '\\');
		strbuf__addch(out, *s);
	}
	strbuf__addstr(out, "\"]\n");
}

static bool same_section(const char *a, const char *b)
{
	size_t n = (size_t)(strrchr(a, '.') - a);

	return n == (size_t)(strrchr(b, '.') - b) && !strncmp(a, b, n);
}

/* The whole new text of the file. */
static void compose(struct strbuf *out, const struct config *c, const char *text, size_t size,
		    const char *key, const char *value)
{
	const struct config_entry *e = config__find(c, key);
	size_t begin, end, i;
	const char *name = strrchr(key, '.') + 1;

	for (i = c->nr; i && !e; i--)
		if (same_section(c->entries[i - 1].key, key))
			e = &c->entries[i - 1];
	begin = e ? e->begin : size;
	end = e ? e->end : size;
	if (e && strcmp(e->key, key))
		begin = end;		/* behind the last one of its section */
	strbuf__add(out, text, begin);
	if (!e || begin == end) {
		if (out->len && out->buf[out->len - 1] != '\n')
			strbuf__addch(out, '\n');
		if (!e)
			add_section(out, key);
		strbuf__addch(out, '\t');
	}
	strbuf__addf(out, "%s = ", name);
	add_value(out, value);
	if (end == size || !e)
		strbuf__addch(out, '\n');
	strbuf__add(out, text + end, size - end);
}

/*
 * The file to be changed: what a link leads to, not the link. Not where the link is another user's, who says then what
 * is to be read and where it is to be written. NULL with @diag set; else caller frees.
 */
static char *find_file(const char *path, struct diag *diag)
{
	struct stat st;
	char *real;

	if (lstat(path, &st) || !S_ISLNK(st.st_mode))
		return xstrdup(path);
	if (!stat__is_ours(&st)) {
		diag__msg(diag, -ELOOP, "'%s' is a link that belongs to another user", path);
		return NULL;
	}
	real = alloc__given(realpath(path, NULL));
	return real ? real : xstrdup(path);
}

static int replace(const char *path, const struct strbuf *text, struct diag *diag)
{
	mode_t mask = umask(0);
	struct new_file f;
	struct stat st;
	int err;

	umask(mask);
	err = new_file__create(&f, path, !lstat(path, &st) && S_ISREG(st.st_mode) ? st.st_mode & 0777 : 0666 & ~mask);
	if (!err) {
		err = file__write_all(f.fd, text->buf, text->len);
		if (!err)
			err = new_file__commit(&f);
		new_file__exit(&f);
	}
	return err ? diag__msg(diag, err, "cannot write '%s': %s", path, strerror(-err)) : 0;
}

int config_file__set(const char *path, const char *key, const char *value, struct diag *diag)
{
	struct config c = { 0 };
	struct strbuf out = STRBUF_INIT;
	char *name = config_key__normalize(key, diag), *text = NULL, *file = name ? find_file(path, diag) : NULL;
	size_t size = 0;
	int err = file ? file__read_all(file, MAX_FILE, &text, &size) : -EINVAL;

	if (err == -ENOENT)
		err = 0;
	else if (err && file)
		diag__msg(diag, err, "cannot read '%s': %s", path, strerror(-err));
	if (!err)
		err = config__parse(&c, path, text ? text : "", size, diag);
	if (!err) {
		compose(&out, &c, text ? text : "", size, name, value);
		err = replace(file, &out, diag);
	}
	strbuf__exit(&out);
	config__exit(&c);
	free(text);
	free(file);
	free(name);
	return err;
}
