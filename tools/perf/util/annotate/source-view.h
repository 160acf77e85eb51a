/* SPDX-License-Identifier: GPL-2.0-only */
/* Which lines of source stand in front of which instruction: those that objdump -S would show. */
#ifndef PERF_ANNOTATE_SOURCE_VIEW_H
#define PERF_ANNOTATE_SOURCE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "util/base/hash-table.h"
#include "util/code/src-text.h"
#include "util/symbol/srcline.h"

/* How many lines of a file that come before the line of an instruction are shown with it, if they were not shown yet. */
#define SOURCE_VIEW_CONTEXT	5U

struct source_seen;

HASH_SET_TYPE(source_seen_set, struct source_seen *)

/* Zero-initialised is usable; source_view__exit() frees it. */
struct source_view {
	const char *prefix;		/* put in front of absolute paths; borrowed, or NULL */
	unsigned int strip;		/* so many first folders of such a path are left out, if there is a prefix */
	struct src_text text;
	struct source_seen_set seen;	/* files of this function, and up to which line they were shown */
	const char *last_file;		/* borrowed */
	uint32_t last_line;
	const char *program;		/* of the function; borrowed */
	struct timespec built;		/* when it was written; 0: not known */
	/*
	 * The first source that was found to have been written after a program that was made from it, and that program;
	 * NULL: none. Owned.
	 */
	char *newer, *older;
};

/* Lines @first to @last of @path, which is borrowed from the view until the next function. */
struct source_lines {
	const char *path;
	uint32_t first, last;
};

void source_view__exit(struct source_view *v);
/* To be called before the first instruction of each function; @program is its file, which need not be there, or NULL. */
void source_view__begin(struct source_view *v, const char *program);
/*
 * The next instruction is of @f (NULL: not known), whose strings live as long as @v. Returns true if lines are to be shown in front of
 * it, and sets @ret.
 */
bool source_view__step(struct source_view *v, const struct src_frame *f, struct source_lines *ret);
/* As src_text__line(): the text of line @line of @path; NULL if it is not known. */
const char *source_view__line(struct source_view *v, const char *path, uint32_t line, size_t *ret_len);

#endif /* PERF_ANNOTATE_SOURCE_VIEW_H */
