/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows in which a function's code is shown: each instruction, and in front of it the source lines that it was made from, under the
 * name of the function that they belong to where that is another one than before (an inlined function, or the end of one).
 */
#ifndef PERF_ANNOTATE_CODE_ROWS_H
#define PERF_ANNOTATE_CODE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/annotate/code-lines.h"
#include "util/annotate/source-view.h"

enum code_row_kind {
	CODE_ROW_INSN,
	CODE_ROW_FUNCTION,		/* "mix():" */
	CODE_ROW_SOURCE,		/* the text of a source line */
	CODE_ROW_PLACE,			/* the text is not found: the file and the number are all that is known */
};

struct code_row {
	enum code_row_kind kind;
	uint32_t line;			/* the instruction: its index in the code_lines; also of what stands in front of it */
	uint32_t number;		/* of a source line */
	uint32_t len;			/* of @text, bytes */
	const char *text;		/* of a source line, as it is in the file; borrowed from the source_view */
	const struct src_frame *src;	/* of all but instructions */
};

struct code_rows {
	struct code_row *rows;
	size_t nr, cap;
};

/* Makes the rows of @l anew. @v: where source comes from; NULL: only instructions. @v and @l are borrowed as long as the rows are used. */
void code_rows__make(struct code_rows *r, const struct code_lines *l, struct source_view *v);
void code_rows__exit(struct code_rows *r);

#endif /* PERF_ANNOTATE_CODE_ROWS_H */
