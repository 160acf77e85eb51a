// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/base/turns.h"

int verbose;

static struct strbuf *held;

struct strbuf *log__hold(struct strbuf *sb)
{
	struct strbuf *before = held;

	held = sb;
	return before;
}

/* Messages have names in them: nothing that a terminal obeys goes out. Some have lines, and columns. */
static void print(const char *fmt, va_list ap)
{
	struct strbuf sb = STRBUF_INIT;
	char *text, *pos;
	size_t len;

	if (vasprintf(&text, fmt, ap) < 0)
		alloc__failed();
	for (pos = text; *pos; pos += len) {
		len = strcspn(pos, "\n\t");
		strbuf__add_harmless(&sb, pos, len);
		for (; pos[len] == '\n' || pos[len] == '\t'; len++)
			strbuf__addch(&sb, pos[len]);
	}
	if (held)
		strbuf__add(held, strbuf__str(&sb), sb.len);
	else
		fputs(strbuf__str(&sb), stderr);
	strbuf__exit(&sb);
	free(text);
}

/* What was printed to stdout so far comes first, where both are one terminal or file. */
#define PRINT_AT(name, level)						\
void name(const char *fmt, ...)						\
{									\
	va_list ap;							\
									\
	if (verbose < (level))						\
		return;							\
	/* Only the process that began says something, in its turn. */	\
	turns__retreat();						\
	(void)std_out__flush();						\
	va_start(ap, fmt);						\
	print(fmt, ap);							\
	va_end(ap);							\
}

PRINT_AT(pr_error, LOG_QUIET)
PRINT_AT(pr_warning, LOG_NORMAL)
PRINT_AT(pr_notice, LOG_NORMAL)
PRINT_AT(pr_debug, LOG_DEBUG)
PRINT_AT(pr_debug2, LOG_DEBUG2)

void log__warn(const char *text)
{
	pr_warning("perf: %s\n", text);
}
