// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/source-link.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define MAX_PATTERN	1000

/* Pages on the web, and editors that open a file at a line. What runs something, or shows a text as a page, is not among them. */
static const char *const schemes[] = {
	"https", "http", "vscode", "vscode-insiders", "vscodium", "cursor", "zed", "idea", "jetbrains", "subl", "txmt", "emacs", "mvim",
};

/* Returns what comes behind "://", or NULL if the scheme is not known. */
static const char *behind_scheme(const char *pattern)
{
	size_t i, len;

	for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		len = strlen(schemes[i]);
		if (!strncmp(pattern, schemes[i], len) && !strncmp(pattern + len, "://", 3))
			return pattern + len + 3;
	}
	return NULL;
}

/* Only what a host and a port are made of, so that neither a path nor a name in front of "@" can choose where the link leads. */
static bool has_host(const char *host)
{
	size_t len = strcspn(host, "/?#");
	size_t i;

	for (i = 0; i < len; i++)
		if (!isalnum((unsigned char)host[i]) && !strchr(".-_:[]", host[i]))
			return false;
	return len > 0;
}

static bool has_harmful(const char *text)
{
	for (; *text; text++)
		if (*text <= ' ' || *text > '~' || strchr("\"'<>\\^`|", *text))
			return true;
	return false;
}

/* Are {path} and {line} all that is in braces, and {path} there? */
static bool has_names(const char *text)
{
	bool path = false;

	for (text += strcspn(text, "{}"); *text; text += strcspn(text, "{}"))
		if (!strncmp(text, "{path}", 6)) {
			path = true;
			text += 6;
		} else if (!strncmp(text, "{line}", 6)) {
			text += 6;
		} else {
			return false;
		}
	return path;
}

int source_link__check(const char *pattern, struct diag *diag)
{
	const char *host = behind_scheme(pattern);

	if (!host)
		return diag__msg(diag, -EINVAL,
				 "'%s' is no link to a page or to an editor: https://, http://, vscode://, vscode-insiders://, "
				 "vscodium://, cursor://, zed://, idea://, jetbrains://, subl://, txmt://, emacs://, mvim://",
				 pattern);
	if (strlen(pattern) > MAX_PATTERN || has_harmful(pattern))
		return diag__msg(diag, -EINVAL,
				 "'%s' is no link: at most %d printable characters of ASCII, without blanks, quotes, < and >", pattern,
				 MAX_PATTERN);
	if (!has_host(host))
		return diag__msg(diag, -EINVAL, "'%s' does not say where to: a host, as in https://host/{path}#L{line}", pattern);
	if (!has_names(pattern))
		return diag__msg(diag, -EINVAL, "'%s' must have {path}, may have {line}, and nothing else in braces", pattern);
	return 0;
}

int source_link__configure(void *ctx, const char *value, struct diag *diag)
{
	int err = *value ? source_link__check(value, diag) : 0;

	if (!err)
		((struct source_link *)ctx)->pattern = *value ? value : NULL;
	return err;
}

/* Appends the folders of @path without "." and empty ones, each with a "/" behind it. False: its ".." lead out of it. */
static bool add_clean(const char *path, struct strbuf *out)
{
	size_t len, first = out->len;

	for (; *path; path += len + (path[len] == '/')) {
		len = strcspn(path, "/");
		if (!len || (len == 1 && path[0] == '.'))
			continue;
		if (len == 2 && path[0] == '.' && path[1] == '.') {
			if (out->len == first)
				return false;
			/* The "/" behind the last folder, and then its name. */
			strbuf__truncate(out, out->len - 1);
			while (out->len > first && out->buf[out->len - 1] != '/')
				strbuf__truncate(out, out->len - 1);
			continue;
		}
		strbuf__add(out, path, len);
		strbuf__addch(out, '/');
	}
	return true;
}

static void add_encoded(const char *path, size_t len, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (isalnum((unsigned char)path[i]) || strchr("-._~/", path[i]))
			strbuf__addch(out, path[i]);
		else
			strbuf__addf(out, "%%%02X", (unsigned char)path[i]);
}

static void fill(const char *pattern, const char *path, size_t len, struct strbuf *out)
{
	const char *at;

	for (; (at = strstr(pattern, "{path}")); pattern = at + 6) {
		strbuf__add(out, pattern, (size_t)(at - pattern));
		add_encoded(path, len, out);
	}
	strbuf__addstr(out, pattern);
}

bool source_link__make(const struct source_link *l, const char *path, struct strbuf *out)
{
	struct strbuf clean = STRBUF_INIT, root = STRBUF_INIT;
	bool ok = l->pattern && add_clean(path, &clean) && clean.len && (!l->root || add_clean(l->root, &root));

	/* A path that is not absolute is below no folder. */
	if (ok && root.len)
		ok = *path == '/' && clean.len > root.len && !memcmp(clean.buf, root.buf, root.len);
	if (ok)
		fill(l->pattern, clean.buf + root.len, clean.len - root.len - 1, out);
	strbuf__exit(&clean);
	strbuf__exit(&root);
	return ok;
}
