/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What begins every line of `perf script`: whom the line is about, and when.
 *
 * A recording has few tasks and many samples, and a second has many samples. So the text of a task, and that of a second, are
 * made once and kept: most heads are three short copies and the six digits behind the second.
 */
#ifndef PERF_SCRIPT_LINE_HEAD_H
#define PERF_SCRIPT_LINE_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_out;

/* Whom and when a line is about. */
struct line_head {
	const char *comm;		/* interned: what it points to does not change as long as the session is there */
	uint32_t pid, tid, cpu;
	uint64_t time;			/* ns */
	uint16_t misc;
	uint32_t type;			/* of the record */
};

/* In which form the text of all heads is. */
struct head_style {
	bool ns;			/* times with nine decimals */
	bool latency;			/* narrow columns */
	uint64_t clock, time_of_day;	/* ns: the same moment in the samples' clock and since the epoch; 0: not known */
};

struct head_task;

/* Zero-initialised is empty. */
struct head_texts {
	struct head_task *tasks;	/* those that were needed last; by the low bits of the tid */
	uint64_t second;		/* ns: where the second begins whose text this is, ... */
	unsigned int second_len;	/* ... and its length, bytes; 0: none yet */
	char second_text[24];
};

/*
 * Appends those of @fields that belong to a head: comm, pid, tid, cpu, misc, tod, time, each in perf's column. @time: the time
 * to be shown, ns. @stack: a stack follows, before which the name has no column.
 */
void line_head__add(struct head_texts *t, struct text_out *out, const struct head_style *style, const struct line_head *h,
		    uint64_t fields, uint64_t time, bool stack);
void head_texts__exit(struct head_texts *t);

#endif /* PERF_SCRIPT_LINE_HEAD_H */
