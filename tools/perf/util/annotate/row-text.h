/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of an instruction's row as upstream's --stdio2 and screens have them: where jumps lead to is a distance from the function's
 * first byte, and only instructions that are jumped to have one in front of them.
 */
#ifndef PERF_ANNOTATE_ROW_TEXT_H
#define PERF_ANNOTATE_ROW_TEXT_H

#include <stdbool.h>

#include "util/annotate/code-lines.h"
#include "util/base/strbuf.h"

/* Which instructions have their offset in front of them. */
enum row_labels {
	ROW_LABELS_TARGETS,		/* those that jumps of the function lead to */
	ROW_LABELS_CALLS,		/* and calls */
	ROW_LABELS_ALL,
	ROW_LABELS_NR
};

struct row_style {
	bool addresses;			/* as linked, in front of all instructions and where jumps lead to, in the place of offsets */
	enum row_labels labels;
	bool as_decoded;		/* the text that the decoder made, and addresses in front of it */
	bool nr_jumps;			/* in front of all that, how many jumps of the function lead to the instruction */
	/* Set by row_style__fit(): the cells that the longest mnemonic and the largest offset or address take. */
	int name_width, label_width;
	int address_width, jumps_width;	/* the parts of label_width */
};

/* Chooses the widths for @l; to be called again when the style is another one. */
void row_style__fit(struct row_style *s, const struct code_lines *l);
/* Appends "20:" with blanks in front of it, or blanks alone; as wide as all labels, row_text__label_width() cells. */
void row_text__label(const struct row_style *s, const struct code_lines *l, const struct code_line *line, struct strbuf *out);

int row_text__label_width(const struct row_style *s);

enum row_arrow { ROW_ARROW_NONE, ROW_ARROW_DOWN, ROW_ARROW_UP, ROW_ARROW_OUT, ROW_ARROW_BACK };

/* A jump within the function, down or up; a call, or a jump to another one (out); a return (back). */
enum row_arrow row_text__arrow(const struct code_lines *l, const struct code_line *line);
/* The arrow as text, one cell wide: static. */
const char *row_arrow__text(enum row_arrow arrow, bool utf8);
/* Appends the instruction: "jne    20", "callq  helper". Nothing where the code is not known. */
void row_text__insn(const struct row_style *s, const struct code_lines *l, const struct code_line *line, struct strbuf *out);

#endif /* PERF_ANNOTATE_ROW_TEXT_H */
