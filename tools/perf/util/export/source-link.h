/* SPDX-License-Identifier: GPL-2.0-only */
/* Links from source lines to an editor or to a repository on the web, by a pattern of the user's. */
#ifndef PERF_EXPORT_SOURCE_LINK_H
#define PERF_EXPORT_SOURCE_LINK_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

struct source_link {
	const char *pattern;		/* "https://host/{path}#L{line}"; borrowed, NULL: no links */
	const char *root;		/* only files below this folder have a link, and {path} begins behind it; borrowed, NULL: all */
};

/*
 * Returns 0, or -EINVAL with @diag set if @pattern could lead elsewhere than to a page on the web or to an editor: only known schemes,
 * a host that is written down, no characters that end an attribute or a line, {path} at least once and no other braces but {line}.
 */
int source_link__check(const char *pattern, struct diag *diag);
/* For struct config_key: checks @value, and sets the pattern of @ctx, a struct source_link. */
int source_link__configure(void *ctx, const char *value, struct diag *diag);
/*
 * Appends the link to the file @path, in which "{line}" stands for the line. Returns false, with nothing appended, if there is none:
 * no pattern, a file that is not below the root, or a path whose ".." lead out of it. Each byte of the path that is more than a part
 * of a path is written as %XX.
 */
bool source_link__make(const struct source_link *l, const char *path, struct strbuf *out);

/* Keys of a command's configuration; @l: struct source_link *. */
#define SOURCE_LINK_CONFIG_KEYS(l)									\
	{ "report.source-link", CONFIG_CALLBACK, l, source_link__configure },				\
	{ "report.source-root", CONFIG_STRING, &(l)->root, NULL }

#endif /* PERF_EXPORT_SOURCE_LINK_H */
