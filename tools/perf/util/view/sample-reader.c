// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/sample-reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/filter/time-range.h"

#define HEAD_FIELDS	(SCRIPT_COMM | SCRIPT_TID | SCRIPT_CPU | SCRIPT_TIME)

void sample_reader__init(struct sample_reader *r, struct session *session, struct script_text *text)
{
	*r = (struct sample_reader){ .session = session, .text = text };
	text_out__init(&r->out, -1);
}

void sample_reader__exit(struct sample_reader *r)
{
	text_out__exit(&r->out);
	head_texts__exit(&r->heads);
	u64num__exit(&r->comm_numbers);
	zfree(&r->comms);
	r->nr_comms = r->cap_comms = 0;
}

/* --- while the recording is read ------------------------------------------------------------------ */

static uint16_t comm_number(struct sample_reader *r, const char *comm)
{
	uint64_t known;

	if (!comm)
		return SAMPLE_NO_COMM;
	known = u64num__find(&r->comm_numbers, (uintptr_t)comm);
	if (known)
		return (uint16_t)(known - 1);
	if (r->nr_comms == SAMPLE_NO_COMM)
		return SAMPLE_NO_COMM;
	GROW(r->comms, r->nr_comms, r->cap_comms);
	r->comms[r->nr_comms++] = comm;
	u64num__set(&r->comm_numbers, (uintptr_t)comm, r->nr_comms);
	return (uint16_t)(r->nr_comms - 1);
}

const char *sample_reader__comm(const struct sample_reader *r, const struct sample_row *row)
{
	return row->comm < r->nr_comms ? r->comms[row->comm] : NULL;
}

bool sample_reader__add(struct sample_reader *r, struct sample_list *l, const struct session_sample *s)
{
	const struct sample_row row = {
		.time = s->sample->time, .pos = s->record->offset, .tid = s->tid, .comm = comm_number(r, s->comm),
		.event = (unsigned int)s->evsel->idx < SAMPLE_NO_EVENT ? (uint16_t)s->evsel->idx : SAMPLE_NO_EVENT,
		/* Whether callers are missing is known when the stack was looked up. */
		.stack = s->orphan == PERF_STITCH_WHOLE ? SAMPLE_STACK_UNREAD : SAMPLE_STACK_INCOMPLETE,
	};

	return sample_list__add(l, &row);
}

/* --- afterwards ----------------------------------------------------------------------------------- */

struct reading {
	struct sample_reader *r;
	struct sample_row *row;
	void (*fn)(struct reading *reading, const struct session_sample *s);
	void *ret;
	const char *wanted;
	bool done, has;
};

static bool is_incomplete(const struct session_sample *s)
{
	return s->orphan != PERF_STITCH_WHOLE || (s->chain.user && s->chain.user->nr_gaps);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	struct reading *reading = ctx;

	reading->done = true;
	reading->row->stack = is_incomplete(s) ? SAMPLE_STACK_INCOMPLETE : SAMPLE_STACK_WHOLE;
	if (reading->fn)
		reading->fn(reading, s);
	return 0;
}

static bool read_again(struct reading *reading, struct sample_list *l, size_t n)
{
	reading->row = sample_list__row(l, n);
	session__set_needs(reading->r->session, SESSION_NEEDS_ALL);
	(void)session__sample_again(reading->r->session, reading->row->pos, on_sample, reading);
	return reading->done;
}

static const struct frame *innermost(const struct session_sample *s)
{
	if (s->chain.kernel && s->chain.kernel->nr)
		return s->chain.kernel->frames[0];
	return s->chain.user && s->chain.user->nr ? s->chain.user->frames[0] : s->ip;
}

static void add_function(const struct frame *f, struct strbuf *out)
{
	if (!f)
		return;
	if (f->kind == FRAME_GAP) {
		strbuf__addstr(out, f->sym->name);
		return;
	}
	frame__add_symbol(out, f, FRAME_SYM);
	/* There is little room on a line: where there is a name it says more than the file, which stands in the stack. */
	if (!f->sym)
		frame__add_dso(out, f, 0);
}

static void make_line(struct reading *reading, const struct session_sample *s)
{
	struct sample_reader *r = reading->r;
	struct sample_line *line = reading->ret;
	const struct line_head head = {
		.comm = s->comm, .pid = s->pid, .tid = s->tid, .cpu = s->sample->cpu, .time = s->sample->time,
		.misc = s->sample->misc, .type = PERF_RECORD_SAMPLE,
	};

	r->out.len = 0;
	line_head__add(&r->heads, &r->out, &r->text->head_style, &head, &(struct head_shown){ HEAD_FIELDS, head.time, false });
	strbuf__add(&line->head, r->out.buf, r->out.len);
	line->event = evsel__name(s->evsel);
	add_function(innermost(s), &line->function);
	line->stack = (enum sample_stack)reading->row->stack;
	line->inferred = s->chain.user && s->chain.user->nr_by_call;
}

bool sample_reader__line(struct sample_reader *r, struct sample_list *l, size_t n, struct sample_line *ret)
{
	struct reading reading = { .r = r, .fn = make_line, .ret = ret };

	strbuf__reset(&ret->head);
	strbuf__reset(&ret->function);
	ret->event = "";
	ret->inferred = false;
	return read_again(&reading, l, n);
}

void sample_line__exit(struct sample_line *line)
{
	strbuf__exit(&line->head);
	strbuf__exit(&line->function);
}

static void make_text(struct reading *reading, const struct session_sample *s)
{
	struct sample_reader *r = reading->r;
	struct sample_text *t = reading->ret;
	struct text_out *out = r->text->out;
	size_t reasons;
	const char *p;

	r->out.len = 0;
	r->text->out = &r->out;
	(void)script_text__sample(r->text, s);
	r->text->out = out;
	strbuf__add(&t->text, r->out.buf, r->out.len);
	/* A name could begin like a mark: only as many lines are marks as there are reasons for one. */
	reasons = (s->orphan != PERF_STITCH_WHOLE) + (s->chain.user ? s->chain.user->nr_gaps : 0);
	for (p = strbuf__str(&t->text); t->nr_marks < reasons && !strncmp(p, "# [", 3); p += strcspn(p, "\n") + 1)
		t->nr_marks++;
}

bool sample_reader__text(struct sample_reader *r, struct sample_list *l, size_t n, struct sample_text *ret)
{
	struct reading reading = { .r = r, .fn = make_text, .ret = ret };

	strbuf__reset(&ret->text);
	ret->nr_marks = 0;
	return read_again(&reading, l, n);
}

bool sample_reader__is_incomplete(struct sample_reader *r, struct sample_list *l, size_t n)
{
	struct reading reading = { .r = r };

	if (sample_list__row(l, n)->stack == SAMPLE_STACK_UNREAD)
		(void)read_again(&reading, l, n);
	return sample_list__row(l, n)->stack == SAMPLE_STACK_INCOMPLETE;
}

static bool half_has(const struct chain_half *half, const char *text)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++)
		if (half->frames[i]->sym && strcasestr(half->frames[i]->sym->name, text))
			return true;
	return false;
}

static void look_for(struct reading *reading, const struct session_sample *s)
{
	const char *text = reading->wanted;

	reading->has = (s->comm && strcasestr(s->comm, text)) || half_has(s->chain.kernel, text) || half_has(s->chain.user, text) ||
		       (s->ip && s->ip->sym && strcasestr(s->ip->sym->name, text));
}

bool sample_reader__has(struct sample_reader *r, struct sample_list *l, size_t n, const char *text)
{
	struct reading reading = { .r = r, .fn = look_for, .wanted = text };

	return read_again(&reading, l, n) && reading.has;
}

int sample_reader__parse_time(const struct sample_reader *r, const struct sample_list *l, const char *text, uint64_t *ret, char *err,
			      size_t err_size)
{
	const struct perf_header *told = session__header(r->session);
	struct perf_header bounds = { .first_sample_time = told->first_sample_time, .last_sample_time = told->last_sample_time };
	/* "50%" is the first half for --time; here it is where that ends. */
	const char *behind = strpbrk(text, ",-/") ? "" : strchr(text, '%') ? "-100%" : ",";
	char *part = xasprintf("%s%s", text, behind);
	struct time_ranges ranges;
	int status;

	if (!bounds.last_sample_time && l->nr_all) {
		bounds.first_sample_time = l->rows[0].time;
		bounds.last_sample_time = l->rows[l->nr_all - 1].time;
	}
	status = time_ranges__parse(&ranges, part, &bounds, err, err_size);
	free(part);
	if (!status && !ranges.nr) {
		snprintf(err, err_size, "a time is in seconds, like 12.5, or percent");
		status = -EINVAL;
	}
	if (!status)
		*ret = ranges.ranges[0].from;
	return status;
}
