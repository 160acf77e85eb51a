// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-text.h"

#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/text-out.h"
#include "util/data/header.h"
#include "util/event/evlist.h"
#include "util/output/record-text.h"
#include "util/script/script-metrics.h"
#include "util/script/script-place.h"
#include "util/script/script-rest.h"

void script_text__init(struct script_text *st, struct text_out *out, const struct script_fields *fields,
		       const struct script_text_opts *opts)
{
	*st = (struct script_text){
		.out = out, .fields = fields, .opts = *opts, .head_style = { .ns = opts->ns, .latency = opts->latency },
	};
}

void script_text__exit(struct script_text *st)
{
	chain_text__exit(&st->chains);
	trace_text__exit(&st->trace);
	head_texts__exit(&st->heads);
	script_events__exit(st);
	strbuf__exit(&st->scratch);
	script_source__exit(&st->before.source);
}

void script_text__set_recording(struct script_text *st, const struct perf_header *header,
				const struct task_facts *facts)
{
	st->arch = regs_arch__of(header->arch);
	st->head_style.clock = header->clock_data_clock;
	st->head_style.time_of_day = header->clock_data_tod;
	st->facts = facts;
	st->counters = (struct branch_counters){ .width = branch_counters__width(header), .names = verbose > LOG_NORMAL };
}

void script_text__set_code(struct script_text *st, struct sample_code *code)
{
	st->code = code;
}

void script_text__set_events(struct script_text *st, const struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		size_t len = strlen(evsel__name(evsel));

		if (len > (size_t)st->name_width)
			st->name_width = (int)len;
	}
}

/* --- what begins every line ------------------------------------------------------------------ */

static uint64_t shown_time(struct script_text *st, uint64_t time)
{
	struct script_before *before = &st->before;
	uint64_t t = time;

	if (st->opts.reltime) {
		if (!before->first_time)
			before->first_time = time;
		t = time > before->first_time ? time - before->first_time : 0;
	} else if (st->opts.deltatime) {
		t = before->time && time > before->time ? time - before->time : 0;
		before->time = time;
	}
	return t;
}

static void add_head(struct script_text *st, const struct script_event *e, const struct line_head *h)
{
	uint64_t time = h->time;

	if ((st->opts.reltime || st->opts.deltatime) && e->fields & SCRIPT_TIME)
		time = shown_time(st, time);
	line_head__add(&st->heads, st->out, &st->head_style, h, &(struct head_shown){ e->fields, time, e->chains });
}

/* The text ends at @p now. */
static inline void end_at(struct script_text *st, const char *p)
{
	st->out->len = (size_t)(p - st->out->buf);
}

/* --- samples --------------------------------------------------------------------------------- */

/* After the samples of a reading: what its counters say about each other. */
static void add_metrics(struct script_text *st, const struct session_sample *s, const struct line_head *head)
{
	struct script_metric metrics[SCRIPT_METRICS_MAX];
	const struct script_event *e = script_event__of(st, s->members[0].evsel);
	size_t nr = script_metrics__of(s->members, s->nr_members, metrics), i;

	for (i = 0; i < nr; i++) {
		add_head(st, e, head);
		text_out__addf(st->out, "\tmetric: %8.2f %s%s%s\n", metrics[i].value, metrics[i].unit,
			       *metrics[i].unit ? "  " : "", metrics[i].name);
	}
}

/* Period and event, at @p, with room for USUAL_COLUMNS bytes. Returns where they end; NULL: add_columns() does it. */
static inline char *put_columns(const struct script_event *e, uint64_t period, char *p)
{
	size_t len = e->columns_end - e->columns_begin;

	if (e->fields & SCRIPT_PERIOD && !mostly(e->period == period && e->columns_begin != PERIOD_WIDTH))
		return NULL;
	if (!mostly(len <= USUAL_COLUMNS))
		return NULL;
	memcpy(p, e->columns + e->columns_begin, USUAL_COLUMNS);
	return p + len;
}

static void add_columns(struct script_text *st, struct script_event *e, uint64_t period)
{
	if (e->fields & SCRIPT_PERIOD && (e->period != period || e->columns_begin == PERIOD_WIDTH))
		script_event__set_period(e, period);
	text_out__add(st->out, e->columns + e->columns_begin, e->columns_end - e->columns_begin);
}

/* -F may choose metrics for one type of the events alone. */
static bool wants_metrics(struct script_text *st, const struct session_sample *s)
{
	size_t i;

	if (!script_fields__any(st->fields, SCRIPT_METRIC))
		return false;
	for (i = 0; i < s->nr_members; i++)
		if (script_event__of(st, s->members[i].evsel)->fields & SCRIPT_METRIC)
			return true;
	return false;
}

/* Any line. Returns what script_text__sample() does. */
static __attribute__((noinline)) int add_sample(struct script_text *st, const struct session_sample *s)
{
	struct script_event *e = st->event;
	const struct line_head head = {
		.comm = s->comm, .pid = s->pid, .tid = s->tid, .cpu = s->sample->cpu, .time = s->sample->time,
		.misc = s->sample->misc, .type = PERF_RECORD_SAMPLE,
	};

	if (e->fields) {
		if (s->orphan != PERF_STITCH_WHOLE || (s->chain.user && s->chain.user->nr_gaps))
			script_rest__marks(st, e, s);
		if (e->fields & SCRIPT_BRCNTR && s->sample->branch_counters)
			branch_counters__legend(&st->counters, s->evsel->evlist, st->out);
		if (e->fields & GUEST_FIELDS)
			script_rest__guest(st, e, s);
		add_head(st, e, &head);
		if (e->fields & (SCRIPT_PERIOD | SCRIPT_EVENT))
			add_columns(st, e, s->sample->period);
		script_rest__add(st, e, s);
	}
	if (s->last_member && wants_metrics(st, s))
		add_metrics(st, s, &head);
	return st->out->error;
}

/*
 * The head of a line that has nothing but what most lines have, made before, at the end of the text, which has room for it and for the
 * columns. Returns where it ends. NULL: it is another line.
 */
static inline char *put_usual(const struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	if (!mostly(e->plain && s->usual))
		return NULL;
	return line_head__put(&st->heads, st->out, &st->head_style, s, e->fields, e->head_form);
}

/* The rest of a usual line that has more than a head, which ends at @p. Returns what script_text__sample() does. */
static __attribute__((noinline)) int end_usual(struct script_text *st, const struct script_event *e, const struct session_sample *s,
					       char *p)
{
	char *end;

	if (e->fields & (SCRIPT_PERIOD | SCRIPT_EVENT)) {
		p = put_columns(e, s->sample->period, p);
		if (!mostly(p != NULL))
			return add_sample(st, s);
	}
	if (!(e->fields & SCRIPT_IP)) {
		*p++ = '\n';
		end_at(st, p);
		return st->out->error;
	}
	if (!e->chains) {
		end_at(st, p);
		script_place__add(st, e, s);
		text_out__addch(st->out, '\n');
		return st->out->error;
	}
	*p++ = '\n';
	end = chain_text__put_half(st->out, s->chain.kernel, e->style, p);
	end = end ? chain_text__put_half(st->out, s->chain.user, e->style, end) : NULL;
	if (!mostly(end != NULL)) {
		end_at(st, p);
		script_place__add_halves(st, e, s);
		end = text_out__room(st->out, 1);
	}
	*end = '\n';
	end_at(st, end + 1);
	return st->out->error;
}

/* What is rare, or calls others, is left to functions of its own: this one has nothing to save. */
int script_text__sample(void *ctx, const struct session_sample *s)
{
	struct script_text *const st = ctx;
	struct text_out *const out = st->out;
	const struct script_event *e = st->event;
	char *p;

	if (!mostly(e && e->evsel == s->evsel))
		e = st->event = script_event__of(st, s->evsel);
	p = out->cap - out->len >= HEAD_ROOM + USUAL_COLUMNS ? put_usual(st, e, s) : NULL;
	if (!mostly(p != NULL))
		return add_sample(st, s);
	if (e->fields & (SCRIPT_PERIOD | SCRIPT_EVENT | SCRIPT_IP))
		return end_usual(st, e, s, p);
	*p = '\n';
	out->len = (size_t)(p + 1 - out->buf);
	return out->error;
}

void script_text__deferred(struct script_text *st, struct evsel *evsel, const struct record_deferred *d,
			   const char *comm, const struct chain_half *half)
{
	const struct script_event *e = script_event__of(st, evsel);
	const struct line_head head = {
		.comm = comm, .pid = d->id.pid, .tid = d->id.tid, .cpu = d->id.cpu, .time = d->id.time,
		.misc = PERF_RECORD_MISC_USER, .type = PERF_RECORD_CALLCHAIN_DEFERRED,
	};

	if (!e->fields)
		return;
	add_head(st, e, &head);
	text_out__addf(st->out, "DEFERRED CALLCHAIN [cookie: %" PRIx64 "]\n", d->cookie);
	/* Its event may be one that takes no samples. */
	if (e->fields & SCRIPT_IP && !st->opts.no_chains)
		chain_text__add_half(&st->chains, st->out, half, e->style);
	text_out__addch(st->out, '\n');
}

/* With the name of the code that was changed. */
static int add_text_poke(struct script_text *st, const struct machine *machine, const struct record *r, uint64_t time,
			 struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct frame f = { .ip = cursor__u64(&c, "addr") };
	const char *place = "";

	f.map = machine__kernel_map(machine, time, f.ip);
	f.sym = f.map ? dso__find_symbol(f.map->dso, map__to_dso(f.map, f.ip)) : NULL;
	strbuf__reset(&st->scratch);
	if (f.sym) {
		frame__add_symbol(&st->scratch, &f, FRAME_SYMOFF);
		place = strbuf__str(&st->scratch) + 1;		/* without the blank */
	}
	return record_text__add_text_poke(st->out, r, place, diag);
}

int script_text__event(struct script_text *st, const struct script_record *of, struct diag *diag)
{
	const struct sample_id *id = of->id;
	const struct record *r = of->r;
	const struct line_head head = {
		.comm = of->comm, .pid = id->pid, .tid = id->tid, .cpu = id->cpu, .time = id->time,
		.misc = r->header.misc, .type = r->header.type,
	};

	add_head(st, script_event__of(st, of->evsel), &head);
	if (r->header.type == PERF_RECORD_TEXT_POKE)
		return add_text_poke(st, of->machine, r, id->time, diag);
	return record_text__add(st->out, r, diag);
}
