/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What begins every line of `perf script`: whom the line is about, and when.
 *
 * A recording has few tasks and many samples, and a second has many samples. So the text of a task, and that of a second, are
 * made once and kept: most heads are three short copies and the six digits behind the second.
 *
 * A head is most of what differs from sample to sample, and so most of the work of `perf script` that is not copying. What is rare (no
 * task, no CPU, a narrow table, a name that is too long to keep) goes through printf or piece by piece; for the rest there is one look at
 * how much room the buffer has, and then nothing but stores.
 */
#ifndef PERF_SCRIPT_LINE_HEAD_H
#define PERF_SCRIPT_LINE_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/script/script-fields.h"
#include "util/session/session.h"

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

#define HEAD_TASKS		256
#define HEAD_TASK_FIELDS	(SCRIPT_COMM | SCRIPT_PID | SCRIPT_TID)
#define HEAD_BEFORE_STACK	(1U << 31)	/* beside the bits of HEAD_TASK_FIELDS, ... */
#define HEAD_LONG_TASK		(1U << 30)	/* ... and of head_task.form: it is longer than HEAD_USUAL_TASK */
/* Copied as a whole, which is faster than as many bytes as there are: a usual name and two ids. */
#define HEAD_USUAL_TASK		32
/* All that is not rare fits into this. */
#define HEAD_ROOM		128

/* The text of a task: "reader    1000 ". */
struct head_task {
	const char *comm;		/* these are what it depends on */
	uint32_t pid, tid;
	uint32_t form;			/* which fields, and how; 0: nothing is kept here */
	uint32_t len;
	char text[104];			/* a name, and two ids of up to 11 characters */
};

/* Zero-initialised is empty. */
struct head_texts {
	struct head_task *tasks;	/* those that were needed last; by the low bits of the tid */
	/* ns: where the second begins whose text this is; as far from there it holds (0: there is none yet) */
	uint64_t second, known;
	unsigned int second_len;	/* its length, bytes */
	char second_text[24];
};

/* Which of @fields the text of a task has, and how: head_task.form. 0: none of them. @stack: as in struct head_shown. */
static inline uint32_t head_task__form(uint64_t fields, bool stack)
{
	return fields & HEAD_TASK_FIELDS ? (uint32_t)(fields & HEAD_TASK_FIELDS) | (stack ? HEAD_BEFORE_STACK : 0) : 0;
}

/* The CPU, at @p. Returns where what follows begins, as the next two functions do. */
static inline char *head__put_cpu(char *p, uint32_t cpu)
{
	*p = '[';
	text_out__three_digits(p + 1, cpu);
	memcpy(p + 4, "] ", 2);
	return p + 6;
}

/* The time that is @rest ns after t->second, which is the second that it is in. */
static inline char *head__put_time(const struct head_texts *t, char *p, uint32_t rest, bool ns)
{
	const uint32_t us = rest / 1000;

	memcpy(p, t->second_text, sizeof(t->second_text));
	p += t->second_len;
	text_out__three_digits(p, us / 1000);
	text_out__three_digits(p + 3, us % 1000);
	p += 6;
	if (ns) {
		text_out__three_digits(p, rest % 1000);
		p += 3;
	}
	memcpy(p, ": ", 2);
	return p + 2;
}

/*
 * Writes the head of @s that line_head__add() would append at the end of @out, which has room for HEAD_ROOM bytes,
 * without making the text longer.
 * @form: head_task__form(). Returns where the head ends; NULL: its texts are not kept, or it has something rare, which line_head__add()
 * makes.
 */
static inline char *line_head__put(const struct head_texts *t, const struct text_out *out, const struct head_style *style,
				   const struct session_sample *s, uint64_t fields, uint32_t form)
{
	const struct perf_sample *sample = s->sample;
	uint64_t rest;
	char *p = out->buf + out->len;

	if (form) {
		const struct head_task *task = t->tasks ? &t->tasks[s->tid % HEAD_TASKS] : NULL;

		if (!mostly(task && task->form == form && task->tid == s->tid && task->pid == s->pid && task->comm == s->comm))
			return NULL;
		memcpy(p, task->text, HEAD_USUAL_TASK);
		p += task->len;
	}
	if (fields & (SCRIPT_CPU | SCRIPT_MISC | SCRIPT_TOD)) {
		if (!mostly(!(fields & (SCRIPT_MISC | SCRIPT_TOD)) && sample->cpu < 1000 && !style->latency))
			return NULL;
		p = head__put_cpu(p, sample->cpu);
	}
	if (!(fields & SCRIPT_TIME))
		return p;
	rest = sample->time - t->second;
	return mostly(rest < t->known) ? head__put_time(t, p, (uint32_t)rest, style->ns) : NULL;
}

/* What of a head is shown. */
struct head_shown {
	uint64_t fields;		/* those that belong to a head count: comm, pid, tid, cpu, misc, tod, time */
	uint64_t time;			/* ns: to be shown */
	bool stack;			/* a stack follows, before which the name has no column */
};

/* Appends the fields of @shown, each in perf's column. */
void line_head__add(struct head_texts *t, struct text_out *out, const struct head_style *style, const struct line_head *h,
		    const struct head_shown *shown);
void head_texts__exit(struct head_texts *t);

#endif /* PERF_SCRIPT_LINE_HEAD_H */
