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

static int replace(const char *path, const struct strbuf *text, struct diag *diag)
{
	/* What a symbolic link leads to is changed, not the link. */
	char *real = realpath(path, NULL), *temp;
	struct stat st;
	FILE *f;
	int err = 0;

	if (!real)
		real = xstrdup(path);
	temp = xasprintf("%s.tmp-%d", real, (int)getpid());
	f = fopen(temp, "we");
	if (!f) {
		err = -errno;
	} else {
		if (!stat(real, &st))
			(void)fchmod(fileno(f), st.st_mode & 07777);
		if (fwrite(text->buf, 1, text->len, f) != text->len)
			err = -EIO;
		if (fclose(f) && !err)
			err = -errno;
		if (!err && rename(temp, real))
			err = -errno;
		if (err)
			unlink(temp);
	}
	if (err)
		diag__msg(diag, err, "cannot write '%s': %s", path, strerror(-err));
	free(temp);
	free(real);
	return err;
}

int config_file__set(const char *path, const char *key, const char *value, struct diag *diag)
{
	struct config c = { 0 };
	struct strbuf out = STRBUF_INIT;
	char *name = config_key__normalize(key, diag), *text = NULL;
	size_t size = 0;
	int err = name ? file__read_all(path, MAX_FILE, &text, &size) : -EINVAL;

	if (err == -ENOENT)
		err = 0;
	else if (err && name)
		diag__msg(diag, err, "cannot read '%s': %s", path, strerror(-err));
	if (!err)
		err = config__parse(&c, path, text ? text : "", size, diag);
	if (!err) {
		compose(&out, &c, text ? text : "", size, name, value);
		err = replace(path, &out, diag);
	}
	strbuf__exit(&out);
	config__exit(&c);
	free(text);
	free(name);
	return err;
}
