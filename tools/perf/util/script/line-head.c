// SPDX-License-Identifier: GPL-2.0-only
/*
 * The head of a line, which is most of what differs from sample to sample, and so most of the work of `perf script` that is not
 * copying. What is rare (no task, no CPU, a narrow table, a name that is too long to keep) goes through printf or piece by piece;
 * for the rest there is one look at how much room the buffer has, and then nothing but stores.
 */
#include "util/script/line-head.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/event/record.h"
#include "util/script/script-columns.h"
#include "util/script/script-fields.h"

#define TASK_FIELDS	(SCRIPT_COMM | SCRIPT_PID | SCRIPT_TID)
#define NR_TASKS	256
#define SECOND		1000000000
/* Copied as a whole, which is faster than as many bytes as there are: a usual name and two ids. */
#define USUAL_TASK	32
#define USUAL_NAME	64

/* The text of a task: "reader    1000 ". */
struct head_task {
	const char *comm;		/* these are what it depends on */
	uint32_t pid, tid;
	uint32_t form;			/* which fields, and how */
	uint32_t len;			/* 0: nothing is kept here */
	char text[104];			/* a name, and two ids of up to 11 characters */
};

#define FORM_STACK	(1U << 31)	/* beside the bits of TASK_FIELDS */

void head_texts__exit(struct head_texts *t)
{
	free(t->tasks);
	*t = (struct head_texts){ 0 };
}

/* --- the task -------------------------------------------------------------------------------- */

/* Ids are signed for people: -1 is "not known". */
static void add_id(struct text_out *out, uint32_t id, int width)
{
	if ((int32_t)id >= 0)
		text_out__dec(out, id, width);
	else
		text_out__addf(out, "%*" PRId32, width, (int32_t)id);
}

static void add_task(struct text_out *out, const struct head_style *style, const struct line_head *h, uint64_t fields, bool stack)
{
	if (fields & SCRIPT_COMM) {
		/* Before a stack the name takes what it takes, in a table it has a column. */
		text_out__padded(out, h->comm, style->latency ? strnlen(h->comm, 8) : strlen(h->comm),
				 style->latency ? 8 : stack ? 0 : 16);
		text_out__addch(out, ' ');
	}
	if (fields & SCRIPT_PID) {
		add_id(out, h->pid, 7);
		if (fields & SCRIPT_TID) {
			text_out__addch(out, '/');
			add_id(out, h->tid, -7);
		}
		text_out__addch(out, ' ');
	} else if (fields & SCRIPT_TID) {
		add_id(out, h->tid, 7);
		text_out__addch(out, ' ');
	}
}

/* A task that is not among those that are kept: from now on it is, unless its name is longer than a kernel makes them. */
static __attribute__((noinline)) void add_new_task(struct head_task *task, struct text_out *out, const struct head_style *style,
						   const struct line_head *h, uint64_t fields, uint32_t form)
{
	bool stack = form & FORM_STACK;
	size_t begin;

	if (fields & SCRIPT_COMM && strlen(h->comm) > USUAL_NAME) {
		add_task(out, style, h, fields, stack);
		return;
	}
	/* With room for all of it, it lies in one piece. */
	(void)text_out__room(out, sizeof(task->text));
	begin = out->len;
	add_task(out, style, h, fields, stack);
	*task = (struct head_task){
		.comm = h->comm, .pid = h->pid, .tid = h->tid, .form = form, .len = (uint32_t)(out->len - begin),
	};
	memcpy(task->text, out->buf + begin, task->len);
}

static inline void add_kept_or_new(struct head_texts *t, struct text_out *out, const struct head_style *style,
				   const struct line_head *h, uint64_t fields, bool stack)
{
	uint32_t form = (uint32_t)(fields & TASK_FIELDS) | (stack ? FORM_STACK : 0);
	struct head_task *task = &t->tasks[h->tid % NR_TASKS];

	if (!task->len || task->tid != h->tid || task->pid != h->pid || task->comm != h->comm || task->form != form) {
		add_new_task(task, out, style, h, fields, form);
	} else if (task->len <= USUAL_TASK) {
		memcpy(text_out__room(out, USUAL_TASK), task->text, USUAL_TASK);
		out->len += task->len;
	} else {
		text_out__add(out, task->text, task->len);
	}
}

/* --- where, in which mode ---------------------------------------------------------------------- */

static inline void add_cpu(struct text_out *out, uint32_t cpu)
{
	char *p;

	if (cpu >= 1000) {
		text_out__addf(out, "[%03" PRId32 "] ", (int32_t)cpu);
		return;
	}
	p = text_out__room(out, 6);
	p[0] = '[';
	p[1] = (char)('0' + cpu / 100);
	p[2] = (char)('0' + cpu / 10 % 10);
	p[3] = (char)('0' + cpu % 10);
	p[4] = ']';
	p[5] = ' ';
	out->len += 6;
}

static void add_misc(struct text_out *out, const struct line_head *h)
{
	static const char modes[] = " KUHGg  ";		/* by cpumode */
	char text[8];
	size_t n = 0;

	if (modes[h->misc & PERF_RECORD_MISC_CPUMODE_MASK] != ' ')
		text[n++] = modes[h->misc & PERF_RECORD_MISC_CPUMODE_MASK];
	if (h->misc & (1 << 13)) {
		switch (h->type) {
		case PERF_RECORD_MMAP:
		case PERF_RECORD_MMAP2:
			text[n++] = 'M';
			break;
		case PERF_RECORD_COMM:
			text[n++] = 'E';
			break;
		case PERF_RECORD_SWITCH:
		case PERF_RECORD_SWITCH_CPU_WIDE:
			text[n++] = 'S';
			if (h->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT)
				text[n++] = 'p';
			break;
		default:
			break;
		}
	}
	text_out__padded(out, text, n, -5);
	text_out__addch(out, ' ');
}

/* --- when -------------------------------------------------------------------------------------- */

static __attribute__((noinline)) void make_second(struct head_texts *t, uint64_t time)
{
	t->second = time - time % SECOND;
	t->second_len = (unsigned int)snprintf(t->second_text, sizeof(t->second_text), "%5" PRIu64 ".", time / SECOND);
}

static inline void add_time(struct head_texts *t, struct text_out *out, uint64_t time, bool ns)
{
	uint64_t rest = time - t->second;
	char *p = text_out__room(out, sizeof(t->second_text) + 11);
	unsigned int len;

	if (rest >= SECOND || !t->second_len) {
		make_second(t, time);
		rest = time - t->second;
	}
	memcpy(p, t->second_text, sizeof(t->second_text));
	len = t->second_len;
	text_out__six_digits(p + len, (uint32_t)rest / 1000);
	len += 6;
	if (ns) {
		rest %= 1000;
		p[len++] = (char)('0' + rest / 100);
		p[len++] = (char)('0' + rest / 10 % 10);
		p[len++] = (char)('0' + rest % 10);
	}
	p[len] = ':';
	p[len + 1] = ' ';
	out->len += len + 2;
}

/* --- the whole --------------------------------------------------------------------------------- */

void line_head__add(struct head_texts *t, struct text_out *out, const struct head_style *style, const struct line_head *h,
		    uint64_t fields, uint64_t time, bool stack)
{
	if (fields & TASK_FIELDS) {
		if (!t->tasks)
			t->tasks = xcalloc(NR_TASKS, sizeof(*t->tasks));
		add_kept_or_new(t, out, style, h, fields, stack);
	}
	if (fields & SCRIPT_CPU && style->latency)
		text_out__addf(out, "%3" PRId32 " ", (int32_t)h->cpu);
	else if (fields & SCRIPT_CPU)
		add_cpu(out, h->cpu);
	if (fields & (SCRIPT_MISC | SCRIPT_TOD)) {
		if (fields & SCRIPT_MISC)
			add_misc(out, h);
		if (fields & SCRIPT_TOD && style->time_of_day)
			script_columns__time_of_day(out, style->time_of_day + (h->time - style->clock), style->ns);
	}
	if (fields & SCRIPT_TIME)
		add_time(t, out, time, style->ns);
}
