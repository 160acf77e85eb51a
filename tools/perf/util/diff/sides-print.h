/* SPDX-License-Identifier: GPL-2.0-only */
/* Both sides of perf diff, printed: as text, as Markdown for a comment of a merge request, as JSON for programs. */
#ifndef PERF_DIFF_SIDES_PRINT_H
#define PERF_DIFF_SIDES_PRINT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/strbuf.h"
#include "util/diff/diff-rules.h"
#include "util/diff/diff-sides.h"

struct text_out;

struct sides_print {
	const struct diff_sides *sides;
	const char *const *names;	/* of the recordings, as many as the table has */
	const struct diff_rules *rules;	/* that were applied */
	bool no_header;			/* -q */
	struct text_out *out;
};

void sides_print__text(const struct sides_print *p);
/* Tables as GitHub, GitLab and others show them. */
void sides_print__markdown(const struct sides_print *p);
void sides_print__json(const struct sides_print *p);

/* What the first two have in common. The numbers of a row are columns 0 to SIDES_NUMBERS - 1, the verdict is the last of them. */
#define SIDES_NUMBERS	6
extern const char *const sides_titles[SIDES_NUMBERS];

/* Appends the cell of a row, whose share has changed as @c. */
void sides_print__add_cell(const struct diff_sides_event *e, const struct diff_change *c, size_t column, struct strbuf *out);
/* Appends how many runs there are and what their periods are: "Base: 10 runs, total ...". */
void sides_print__add_total(const struct diff_sides_event *e, struct strbuf *out);
/* Appends that the runs are too few, and how many it takes; nothing if they are not. */
void sides_print__add_too_few(const struct diff_sides *s, const struct diff_sides_event *e, struct strbuf *out);
/*
 * Appends what was found: what it was and is, how that has changed in the unit of the rule, and why it counts or does not:
 * "40.00% -> 42.10%, +2.10%, p 0.0003".
 */
void sides_print__add_finding(const struct diff_finding *f, struct strbuf *out);

#endif /* PERF_DIFF_SIDES_PRINT_H */
