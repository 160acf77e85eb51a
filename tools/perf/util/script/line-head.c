// SPDX-License-Identifier: GPL-2.0-only
/* The heads of lines: texts that are made once and kept, and what is rare. What is done for every line is in the header. */
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

#define USUAL_NAME	64
#define SECOND		1000000000

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
static void add_new_task(struct head_task *task, struct text_out *out, const struct head_style *style,
			 const struct line_head *h, uint32_t form)
{
	const uint64_t fields = form & HEAD_TASK_FIELDS;
	bool stack = form & HEAD_BEFORE_STACK;
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
	if (task->len > HEAD_USUAL_TASK)
		task->form |= HEAD_LONG_TASK;
	memcpy(task->text, out->buf + begin, task->len);
}

static void add_kept_or_new(struct head_texts *t, struct text_out *out, const struct head_style *style, const struct line_head *h,
			    uint32_t form)
{
	struct head_task *task;

	if (!t->tasks)
		t->tasks = xcalloc(HEAD_TASKS, sizeof(*t->tasks));
	task = &t->tasks[h->tid % HEAD_TASKS];
	if (task->tid == h->tid && task->pid == h->pid && task->comm == h->comm && (task->form & ~HEAD_LONG_TASK) == form)
		text_out__add(out, task->text, task->len);
	else
		add_new_task(task, out, style, h, form);
}

/* --- where, in which mode ---------------------------------------------------------------------- */

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

static void add_time(struct head_texts *t, struct text_out *out, uint64_t time, bool ns)
{
	char *p = text_out__room(out, HEAD_ROOM);

	if (time - t->second >= t->known) {
		t->second = time - time % SECOND;
		t->known = SECOND;
		t->second_len = (unsigned int)snprintf(t->second_text, sizeof(t->second_text), "%5" PRIu64 ".", time / SECOND);
	}
	out->len += (size_t)(head__put_time(t, p, (uint32_t)(time - t->second), ns) - p);
}

/* --- the whole --------------------------------------------------------------------------------- */

void line_head__add(struct head_texts *t, struct text_out *out, const struct head_style *style, const struct line_head *h,
		    const struct head_shown *shown)
{
	const uint64_t fields = shown->fields;

	if (fields & HEAD_TASK_FIELDS)
		add_kept_or_new(t, out, style, h, head_task__form(fields, shown->stack));
	if (fields & SCRIPT_CPU)
		text_out__addf(out, style->latency ? "%3" PRId32 " " : "[%03" PRId32 "] ", (int32_t)h->cpu);
	if (fields & SCRIPT_MISC)
		add_misc(out, h);
	if (fields & SCRIPT_TOD && style->time_of_day)
		script_columns__time_of_day(out, style->time_of_day + (h->time - style->clock), style->ns);
	if (fields & SCRIPT_TIME)
		add_time(t, out, shown->time, style->ns);
}
