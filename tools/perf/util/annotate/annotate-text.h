/* SPDX-License-Identifier: GPL-2.0-only */
/* A function's code with its shares, as text in the layouts of upstream's --stdio and --stdio2. */
#ifndef PERF_ANNOTATE_ANNOTATE_TEXT_H
#define PERF_ANNOTATE_ANNOTATE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/annotate/branch-cycles.h"
#include "util/annotate/caller-rows.h"
#include "util/annotate/code-lines.h"
#include "util/annotate/groups.h"
#include "util/annotate/percent-type.h"
#include "util/annotate/row-text.h"
#include "util/annotate/source-view.h"
#include "util/event/metric.h"

struct data_types;
struct evlist;
struct text_out;

enum annotate_column { ANNOTATE_PERCENT, ANNOTATE_NR, ANNOTATE_PERIOD };

/* What is shown, and how; the caller sets all of it. */
struct annotate_text {
	const struct annotate_counts *counts;	/* borrowed, finished */
	struct evlist *evlist;			/* borrowed */
	const struct annotate_stat *wanted;	/* of each event, in all functions that were asked for; borrowed, for compact titles */
	struct metrics metrics;			/* columns made of those of several events; the command's */
	struct source_view source;
	enum annotate_column column;
	struct percent_type type;
	struct data_types *types;		/* names the data that instructions access; the command's; NULL until somebody wants them */
	bool with_types;			/* they stand behind instructions: annotate_text__want_types() was called */
	bool calls;				/* samples count at calls, too, which titles tell */
	bool callers;				/* who called, below instructions; the counts have it */
	double least_caller;			/* with at least this percentage of an instruction's samples */
	bool no_source;
	bool no_jump_lines;			/* on a screen: no line from the chosen jump to where it leads */
	bool bytes;				/* of each instruction (--asm-raw) */
	bool line_numbers;			/* file and line behind instructions, and a list of the lines (-l) */
	bool full_paths;
	bool extreme_cycles;			/* of the pieces of code that an instruction ends, on the screen */
	bool color;
	bool compact;				/* as upstream's --stdio2: offsets, and short names of what is called */
	struct row_style style;			/* of a compact text */
};

/* Prints the function @l to @out, with a column for each of the members. */
void annotate_text__print(struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
			  struct text_out *out);

/* annotate-compact.c: the same in the other layout. */
void annotate_compact__print(struct annotate_text *t, const struct code_lines *l, const struct annotate_shares *shares,
			     struct text_out *out);

/* Appends its title: how many samples of which events, and what percentages are of. */
void annotate_compact__title(const struct annotate_text *t, const struct annotate_members *m, struct strbuf *out);

/* From now on types stand behind instructions. The command deletes t->types. */
void annotate_text__want_types(struct annotate_text *t);
/* Appends @before and what data @line, an instruction of @l, accesses; nothing if that is not wanted or not known. */
void annotate_text__add_type(const struct annotate_text *t, const struct code_lines *l, const struct code_line *line, const char *before,
			     struct strbuf *out);
/* Appends what percentages are of: "local period", "local period, calls included". */
void annotate_text__type(const struct annotate_text *t, struct strbuf *out);
/* Appends "  Average IPC: 1.31, IPC Coverage: 54.8%"; nothing if it is not known. */
void annotate_compact__ipc(const struct code_cycles *c, struct strbuf *out);
/* Appends the columns of an instruction: instructions per cycle, and the cycles of the pieces of code that it ends; 12 cells. */
void annotate_compact__cycles(const struct line_cycles *l, struct strbuf *out);
#define ANNOTATE_CYCLES_WIDTH	12
/* Appends the least and the most cycles of these pieces, "(10/13)", so many cells wide. */
void annotate_compact__extremes(const struct line_cycles *l, struct strbuf *out);
#define ANNOTATE_EXTREMES_WIDTH	14

/* Appends the names of the events: "cycles", "anon group { cycles, instructions }". */
void annotate_text__events(const struct annotate_text *t, const struct annotate_members *m, struct strbuf *out);
/* Appends a source line: without tabs and blanks at its ends, and made harmless but for tabs within it. */
void annotate_text__source(const char *text, size_t len, struct strbuf *out);
/* For the list of lines (line-list.c): appends the percentages of @stats, one for each member, each 8 columns wide. */
void annotate_text__percents(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats,
			     struct strbuf *out);
/*
 * Returns where the row ends that begins at @start, an address in @line: with bytes, an instruction takes as many rows as its bytes need.
 */
uint64_t annotate_text__row_end(const struct annotate_text *t, const struct code_line *line, uint64_t start);
/* Appends "file.c:12", with folders if these are wanted. */
void annotate_text__place(const struct annotate_text *t, const struct src_frame *f, struct strbuf *out);
/* Returns the percentage of @stats[@i], which is what member @i has. */
double annotate_text__percent(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats,
			      size_t i);
/* Returns which callers have rows. */
struct caller_limits annotate_text__limits(const struct annotate_text *t);
/* Returns the largest percentage among those of the members. */
double annotate_text__most(const struct annotate_text *t, const struct annotate_shares *shares, const struct annotate_stat *stats);

/* Writes what @row holds as a line, without the blanks at its end, and empties it. */
void annotate_text__end_row(struct text_out *out, struct strbuf *row);

#endif /* PERF_ANNOTATE_ANNOTATE_TEXT_H */
