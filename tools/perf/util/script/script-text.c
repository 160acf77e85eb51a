// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/text-out.h"
#include "util/base/name-list.h"
#include "util/data/header.h"
#include "util/offcpu/span.h"
#include "util/output/orphans.h"
#include "util/output/record-text.h"
#include "util/script/script-branch.h"
#include "util/script/script-brinsn.h"
#include "util/script/script-columns.h"
#include "util/script/script-decoded.h"
#include "util/script/script-filter.h"
#include "util/script/script-insn.h"
#include "util/script/script-metrics.h"
#include "util/session/task-facts.h"

/* What does not change from sample to sample of an event. */
struct script_event {
	const struct evsel *evsel;	/* NULL: not yet filled in */
	uint64_t fields, late;		/* SCRIPT_*; those of LATE_FIELDS that its samples have */
	uint32_t style;			/* enum frame_style */
	bool chains;			/* stacks are shown */
	bool branch_to;			/* of a decoded branch: where it went is shown */
	bool addr_is_place;		/* the data address is worth a symbol */
	bool is_branch;			/* the data address is where a branch led to, and is shown */
	bool plain;			/* nothing is shown that few lines have, and everything as it mostly is */
	/*
	 * The columns of period and event: the digits of the period, which nearly always is that of the sample before, end at
	 * PERIOD_WIDTH, where the name begins.
	 */
	char *columns;
	size_t columns_begin, columns_end;
	uint64_t period;
};

#define PERIOD_WIDTH	24		/* 20 digits and a blank at most */
#define USUAL_COLUMNS	48		/* copied as a whole, which is faster than as many bytes as there are */

/* The fields of a set: see SCRIPT_FIELDS. */
enum { USUAL, MADE, ACCESS, LATE, CODE, END, GUEST, FEW };
#define IN(wanted, id, set)	((set) == (wanted) ? (uint64_t)SCRIPT_##id : 0) |
#define IN_MADE(id, name, set, needs, alone)	IN(MADE, id, set)
#define IN_ACCESS(id, name, set, needs, alone)	IN(ACCESS, id, set)
#define IN_LATE(id, name, set, needs, alone)	IN(LATE, id, set)
#define IN_CODE(id, name, set, needs, alone)	IN(CODE, id, set)
#define IN_END(id, name, set, needs, alone)	IN(END, id, set)
#define IN_GUEST(id, name, set, needs, alone)	IN(GUEST, id, set)
#define IN_FEW(id, name, set, needs, alone)	IN(FEW, id, set)
#define MADE_FIELDS	(SCRIPT_FIELDS(IN_MADE) 0)
#define ACCESS_FIELDS	(SCRIPT_FIELDS(IN_ACCESS) 0)
#define CODE_FIELDS	(SCRIPT_FIELDS(IN_CODE) 0)
#define LATE_FIELDS	(SCRIPT_FIELDS(IN_LATE) CODE_FIELDS)
#define END_FIELDS	(SCRIPT_FIELDS(IN_END) 0)
#define GUEST_FIELDS	(SCRIPT_FIELDS(IN_GUEST) 0)
#define FEW_FIELDS	(SCRIPT_FIELDS(IN_FEW) ACCESS_FIELDS | MADE_FIELDS | END_FIELDS | GUEST_FIELDS)

void script_text__init(struct script_text *st, struct text_out *out, const struct script_fields *fields,
		       const struct script_text_opts *opts)
{
	*st = (struct script_text){
		.out = out, .fields = fields, .opts = *opts, .head_style = { .ns = opts->ns, .latency = opts->latency },
	};
}

void script_text__exit(struct script_text *st)
{
	size_t i;

	chain_text__exit(&st->chains);
	trace_text__exit(&st->trace);
	head_texts__exit(&st->heads);
	for (i = 0; i < st->nr_events; i++)
		free(st->events[i].columns);
	zfree(&st->events);
	st->nr_events = 0;
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

bool script_text__addr_is_place(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE &&
	       (attr->config == PERF_COUNT_SW_PAGE_FAULTS || attr->config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
		attr->config == PERF_COUNT_SW_PAGE_FAULTS_MAJ);
}

bool script_text__counts_branches(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE && attr->config & PERF_COUNT_HW_BRANCH_INSTRUCTIONS && !attr->freq &&
	       attr->sample_period == 1 && attr->sample_type & PERF_SAMPLE_ADDR;
}

static void make_columns(const struct script_text *st, struct script_event *e, const char *name)
{
	size_t len = e->fields & SCRIPT_EVENT ? strlen(name) : 0, width = (size_t)st->name_width;
	char *p;

	/* Room for reading USUAL_COLUMNS from anywhere before the end. */
	e->columns = xzalloc(PERIOD_WIDTH + (len > width ? len : width) + 2 + USUAL_COLUMNS);
	e->columns_begin = e->columns_end = PERIOD_WIDTH;
	if (!(e->fields & SCRIPT_EVENT))
		return;
	p = e->columns + PERIOD_WIDTH;
	if (len < width) {
		memset(p, ' ', width - len);
		p += width - len;
	}
	memcpy(p, name, len);
	memcpy(p + len, ": ", 2);
	e->columns_end = (size_t)(p + len + 2 - e->columns);
}

static __attribute__((noinline)) void set_period(struct script_event *e, uint64_t period)
{
	char *end = e->columns + PERIOD_WIDTH, text[PERIOD_WIDTH];
	int len = snprintf(text, sizeof(text), "%10" PRIu64 " ", period);

	e->period = period;
	e->columns_begin = PERIOD_WIDTH - (size_t)len;
	memcpy(end - len, text, (size_t)len);
}

static void fill_in_event(const struct script_text *st, struct script_event *e, struct evsel *evsel)
{
	const struct script_type_fields *t = &st->fields->types[script_type__of(&evsel->attr)];
	uint64_t f = t->fields;

	e->evsel = evsel;
	e->fields = f;
	e->style = (f & SCRIPT_SYM ? FRAME_SYM : 0) | (f & SCRIPT_SYMOFF ? FRAME_SYMOFF : 0) |
		   (f & SCRIPT_DSO ? FRAME_DSO : 0) | (f & SCRIPT_DSOFF ? FRAME_DSOFF : 0) |
		   (f & SCRIPT_SRCLINE ? FRAME_SRCLINE : 0) | (st->opts.kernel_path ? FRAME_KERNEL_PATH : 0);
	e->chains = f & SCRIPT_IP && evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN && !st->opts.no_chains;
	e->addr_is_place = script_text__addr_is_place(&evsel->attr);
	e->is_branch = script_text__counts_branches(&evsel->attr) &&
		       (f & SCRIPT_ADDR || !st->fields->types[script_type__of(&evsel->attr)].user_set);
	e->branch_to = f & SCRIPT_ADDR || (!t->listed && !(t->removed & SCRIPT_ADDR));
	e->late = f & LATE_FIELDS;
	/* Shown by default, but only one kind of event has it. */
	if (evsel->attr.type != PERF_TYPE_SOFTWARE || evsel->attr.config != PERF_COUNT_SW_BPF_OUTPUT)
		e->late &= ~SCRIPT_BPF_OUTPUT;
	e->plain = f && !(f & (FEW_FIELDS | SCRIPT_MISC | SCRIPT_TOD)) && !e->late && !e->is_branch && !st->opts.stop_at && !st->opts.raw &&
		   !st->opts.reltime && !st->opts.deltatime;
	make_columns(st, e, evsel__name(evsel));
}

static __attribute__((noinline)) struct script_event *new_event(struct script_text *st, struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx;

	if (idx >= st->nr_events) {
		st->events = xreallocarray(st->events, idx + 1, sizeof(*st->events));
		memset(st->events + st->nr_events, 0, (idx + 1 - st->nr_events) * sizeof(*st->events));
		st->nr_events = idx + 1;
	}
	fill_in_event(st, &st->events[idx], evsel);
	return &st->events[idx];
}

/* NULL: it was not filled in yet. */
static inline struct script_event *known_event(const struct script_text *st, const struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx;

	return idx < st->nr_events && st->events[idx].evsel == evsel ? &st->events[idx] : NULL;
}

static struct script_event *event_of(struct script_text *st, struct evsel *evsel)
{
	return known_event(st, evsel) ?: new_event(st, evsel);
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
	line_head__add(&st->heads, st->out, &st->head_style, h, e->fields, time, e->chains);
}

/* The text ends at @p now. */
static inline void end_at(struct script_text *st, const char *p)
{
	st->out->len = (size_t)(p - st->out->buf);
}

/* --- samples --------------------------------------------------------------------------------- */

/* The place of an address that is not in a callchain: data may lie in any map of the process. */
static void add_addr(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;
	uint64_t addr = s->sample->addr;
	struct frame f;

	if (!e->addr_is_place || !(e->style & (FRAME_SYM | FRAME_DSO))) {
		text_out__hex(out, addr, 16);
		return;
	}
	script_place__find(s, addr, &f);
	chain_text__add_place(&st->chains, out, &f, e->style);
}

/* One line "address symbol" of a sample without a stack. */
static void add_place(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;

	text_out__addch(out, ' ');
	if (s->ip)
		chain_text__add_place(&st->chains, out, s->ip, e->style);
	else
		text_out__hex(out, s->sample->ip, 16);
}

/* The cookie that a waiting sample ends in, as upstream shows it when it does not merge. */
static void add_cookie(struct text_out *out, const struct script_event *e, const struct perf_sample *sample)
{
	uint64_t cookie;
	size_t nr;

	if (perf_stitch__ending(sample->ips, sample->nr_ips, &nr, &cookie) != PERF_STITCH_ENDS_COOKIE)
		return;
	text_out__addch(out, '\t');
	text_out__hex(out, cookie, 16);
	if (e->style & FRAME_SYM)
		text_out__addstr(out, " (cookie)");
	if (e->style & (FRAME_DSO | FRAME_DSOFF))
		text_out__addstr(out, " ([unknown])");
	text_out__addch(out, '\n');
}

/* The frames of @half up to one of the functions to stop at: true if that came. */
static bool add_until(struct script_text *st, const struct script_event *e, const struct chain_half *half)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++) {
		const struct frame *f = half->frames[i];
		const struct frame_text *ft = chain_text__frame(&st->chains, f, e->style);

		text_out__add(st->out, ft->text, ft->len);
		if (f->sym && name_list__has(st->opts.stop_at, f->sym->name))
			return true;
	}
	return false;
}

static inline void add_halves(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	chain_text__add_half(&st->chains, st->out, s->chain.kernel, e->style);
	chain_text__add_half(&st->chains, st->out, s->chain.user, e->style);
}

static void add_stack(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	text_out__addch(st->out, '\n');
	if (st->opts.stop_at) {
		if (add_until(st, e, s->chain.kernel) || add_until(st, e, s->chain.user))
			return;
	} else {
		add_halves(st, e, s);
	}
	if (st->opts.raw && s->sample->nr_ips)
		add_cookie(st->out, e, s->sample);
}

static inline void add_where(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	if (!(e->fields & SCRIPT_IP))
		return;
	if (e->chains)
		add_stack(st, e, s);
	else
		add_place(st, e, s);
}

static void add_mark(struct script_text *st, const char *mark)
{
	text_out__add(st->out, "# ", 2);
	text_out__addstr(st->out, mark);
	text_out__addch(st->out, '\n');
}

/*
 * A comment line before the sample: stackcollapse-perf.pl, inferno, speedscope and the Firefox
 * profiler all pass over lines that begin with '#' where they expect a sample's first line. Inside a
 * stack some of them would take it for a frame, or for the end of the stack.
 */
static void add_marks(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct chain_half *user = s->chain.user;
	uint32_t i;

	if (!e->chains || st->opts.no_orphan_marks || st->opts.raw)
		return;
	if (s->orphan != PERF_STITCH_WHOLE)
		add_mark(st, orphan__mark(s->orphan));
	for (i = 0; user && user->nr_gaps && i < user->nr; i++)
		if (user->frames[i]->kind == FRAME_GAP)
			add_mark(st, user->frames[i]->sym->name);
}

/* The guest that a sample is of. */
static void add_guest(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	uint32_t pid = s->machine ? machine__pid(s->machine) : 0;
	const struct evlist_id *id = pid ? evlist__find_id(s->evsel->evlist, s->sample->id) : NULL;

	if (!pid)
		return;
	if (e->fields & SCRIPT_MACHINE_PID)
		text_out__addf(st->out, "VM:%5" PRIu32 " ", pid);
	if (e->fields & SCRIPT_VCPU && id)
		text_out__addf(st->out, "VCPU:%03" PRIu32 " ", id->vcpu);
}

/* What few recordings have, in front of the address, ... */
static void add_access_fields(struct script_text *st, const struct script_event *e, const struct perf_sample *s)
{
	struct text_out *out = st->out;
	const char *cgroup;

	if (e->fields & SCRIPT_DATA_SRC)
		script_columns__data_src(out, s->data_src);
	if (e->fields & SCRIPT_WEIGHT)
		text_out__dec(out, s->weight, 16);
	if (e->fields & SCRIPT_INS_LAT)
		text_out__dec(out, s->ins_lat, 16);
	if (e->fields & SCRIPT_RETIRE_LAT)
		text_out__dec(out, s->retire_lat, 16);
	if (e->fields & SCRIPT_CGROUP) {
		cgroup = st->facts ? task_facts__cgroup(st->facts, s->cgroup) : NULL;
		text_out__addch(out, ' ');
		text_out__addstr(out, cgroup ? cgroup : "unknown");
	}
}

/* The instruction that the sample is at, and those that led there. */
static void add_code(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct script_brinsn branches = {
		.code = st->code, .source = &st->before.source, .counters = &st->counters, .max_blocks = st->opts.max_blocks,
	};

	if (!st->code)
		return;
	if (e->fields & CODE_FIELDS & ~SCRIPT_BRSTACK_CODE) {
		strbuf__reset(&st->scratch);
		script_insn__add(&st->scratch, st->code, s, e->fields);
		text_out__add(st->out, strbuf__str(&st->scratch), st->scratch.len);
	}
	if (e->fields & SCRIPT_BRSTACK_CODE)
		script_brinsn__add(&branches, st->out, s, e->fields);
}

/* The end of a sample, and the source line that it is at. */
static void end_sample(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct frame f;

	if (e->fields & SCRIPT_IPC)
		script_decoded__ipc(st->out, s->trace);
	text_out__addch(st->out, '\n');
	if (!(e->fields & SCRIPT_SRCCODE) || !(e->fields & SCRIPT_IP))
		return;
	if (s->ip)
		f = *s->ip;
	else
		script_place__find(s, s->sample->ip, &f);
	script_source__add(&st->before.source, st->out, s->tid, &f);
}

/* ... and behind it. */
static void add_late_fields(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct perf_sample *sample = s->sample;
	struct text_out *out = st->out;

	if (e->fields & SCRIPT_IREGS)
		script_columns__regs(out, &sample->intr_regs, st->arch);
	if (e->fields & SCRIPT_UREGS)
		script_columns__regs(out, &sample->user_regs, st->arch);
	if (e->fields & (SCRIPT_BRSTACK | SCRIPT_BRSTACKSYM | SCRIPT_BRSTACKOFF) && sample->nr_branches) {
		strbuf__reset(&st->scratch);
		script_branch__text(s, e->fields, &st->scratch);
		text_out__add(out, st->scratch.buf, st->scratch.len);
	}
	if (e->late & SCRIPT_BPF_OUTPUT)
		script_columns__bpf_output(out, sample->raw_data, sample->raw_size);
	add_code(st, e, s);
	if (e->fields & SCRIPT_PHYS_ADDR)
		text_out__hex(out, sample->phys_addr, 16);
	if (e->fields & SCRIPT_DATA_PAGE_SIZE)
		script_columns__page_size(out, sample->data_page_size);
	if (e->fields & SCRIPT_CODE_PAGE_SIZE)
		script_columns__page_size(out, sample->code_page_size);
}

/* An event that counts every branch has its target as the data address. */
static void add_branch_target(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct frame f;

	text_out__addstr(st->out, " => ");
	script_place__find(s, s->sample->addr, &f);
	chain_text__add_place(&st->chains, st->out, &f, e->style);
}

/* A branch of a decoded trace. */
static bool is_branch(const struct session_sample *s)
{
	const struct perf_event_attr *attr = &s->evsel->attr;

	return s->trace && attr->type == PERF_TYPE_HARDWARE && attr->config == PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
}

/* "from => to", or the function called, indented. */
static void add_branch(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;

	if (e->fields & SCRIPT_CALLINDENT)
		script_decoded__callindent(out, s, e->fields & SCRIPT_DSO && !(e->fields & (SCRIPT_IP | SCRIPT_ADDR)),
					  st->opts.callindent_dso_width, &st->before.callindent_spacing);
	if (e->fields & SCRIPT_IP)
		add_place(st, e, s);
	if (e->branch_to) {
		const struct frame nowhere = { .ip = 0 };

		text_out__addstr(out, " => ");
		chain_text__add_place(&st->chains, out, s->addr ? s->addr : &nowhere, e->style);
	}
	add_code(st, e, s);
	end_sample(st, e, s);
}

/* After the samples of a reading: what its counters say about each other. */
static void add_metrics(struct script_text *st, const struct session_sample *s, const struct line_head *head)
{
	struct script_metric metrics[SCRIPT_METRICS_MAX];
	const struct script_event *e = event_of(st, s->members[0].evsel);
	size_t nr = script_metrics__of(s->members, s->nr_members, metrics), i;

	for (i = 0; i < nr; i++) {
		add_head(st, e, head);
		text_out__addf(st->out, "\tmetric: %8.2f %s%s%s\n", metrics[i].value, metrics[i].unit,
			       *metrics[i].unit ? "  " : "", metrics[i].name);
	}
}

/* Of decoded traces, of deferred chains, and of spans off the CPU. */
static void add_made_fields(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;

	if (e->fields & SCRIPT_FLAGS)
		script_decoded__flags(out, s->trace ? s->trace->flags : 0);
	if (e->fields & SCRIPT_COOKIE && s->cookie)
		text_out__addf(out, "cookie=%#" PRIx64 " ", s->cookie);
	else if (e->fields & SCRIPT_COOKIE)
		text_out__addstr(out, "cookie=- ");
	if (e->fields & SCRIPT_STATE && s->off_cpu)
		text_out__addstr(out, offcpu_span__text(s->off_cpu));
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
		set_period(e, period);
	text_out__add(st->out, e->columns + e->columns_begin, e->columns_end - e->columns_begin);
}

/* What follows the event if there is more than a place or a stack. */
static void add_many_fields(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct perf_sample *sample = s->sample;
	struct text_out *out = st->out;

	if (e->fields & MADE_FIELDS)
		add_made_fields(st, e, s);
	if (is_branch(s)) {
		add_branch(st, e, s);
		return;
	}
	if (e->fields & SCRIPT_TRACE)
		trace_text__add(&st->trace, out, s);
	if (e->fields & SCRIPT_SYNTH && s->trace && s->trace->text)
		script_decoded__synth(out, s->trace->text);
	if (e->fields & SCRIPT_ADDR && !e->is_branch)
		add_addr(st, e, s);
	if (e->fields & ACCESS_FIELDS)
		add_access_fields(st, e, sample);
	add_where(st, e, s);
	if (e->is_branch)
		add_branch_target(st, e, s);
	if (e->late)
		add_late_fields(st, e, s);
	if (e->fields & END_FIELDS)
		end_sample(st, e, s);
	else
		text_out__addch(out, '\n');
}

/* -F may choose metrics for one type of the events alone. */
static bool wants_metrics(struct script_text *st, const struct session_sample *s)
{
	size_t i;

	if (!script_fields__any(st->fields, SCRIPT_METRIC))
		return false;
	for (i = 0; i < s->nr_members; i++)
		if (event_of(st, s->members[i].evsel)->fields & SCRIPT_METRIC)
			return true;
	return false;
}

/* Any line. */
static __attribute__((noinline)) void add_sample(struct script_text *st, const struct session_sample *s)
{
	struct script_event *e = event_of(st, s->evsel);
	const struct line_head head = {
		.comm = s->comm, .pid = s->pid, .tid = s->tid, .cpu = s->sample->cpu, .time = s->sample->time,
		.misc = s->sample->misc, .type = PERF_RECORD_SAMPLE,
	};

	if (e->fields) {
		if (s->orphan != PERF_STITCH_WHOLE || (s->chain.user && s->chain.user->nr_gaps))
			add_marks(st, e, s);
		if (e->fields & SCRIPT_BRCNTR && s->sample->branch_counters)
			branch_counters__legend(&st->counters, s->evsel->evlist, st->out);
		if (e->fields & GUEST_FIELDS)
			add_guest(st, e, s);
		add_head(st, e, &head);
		if (e->fields & (SCRIPT_PERIOD | SCRIPT_EVENT))
			add_columns(st, e, s->sample->period);
		add_many_fields(st, e, s);
	}
	if (s->last_member && wants_metrics(st, s))
		add_metrics(st, s, &head);
}

/*
 * The head and the columns of a line that has nothing but what most lines have, made before, at the end of the text, which has room for
 * them. Returns where they end. NULL: it is another line.
 */
static inline char *put_usual(const struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct perf_sample *sample = s->sample;
	const struct line_head head = { .comm = s->comm, .pid = s->pid, .tid = s->tid, .cpu = sample->cpu };
	char *p;

	if (!mostly(e->plain && s->orphan == PERF_STITCH_WHOLE && !s->trace && !s->last_member && !(s->chain.user && s->chain.user->nr_gaps)))
		return NULL;
	p = line_head__put(&st->heads, st->out, &st->head_style, &head, e->fields, sample->time, e->chains);
	return p && e->fields & (SCRIPT_PERIOD | SCRIPT_EVENT) ? put_columns(e, sample->period, p) : p;
}

/* The rest of a usual line that shows a place, or a stack; it has come to @p. */
static inline void end_usual(struct script_text *st, const struct script_event *e, const struct session_sample *s, char *p)
{
	char *end;

	if (!e->chains) {
		end_at(st, p);
		add_place(st, e, s);
		text_out__addch(st->out, '\n');
		return;
	}
	*p++ = '\n';
	end = chain_text__put_half(st->out, s->chain.kernel, e->style, p);
	end = end ? chain_text__put_half(st->out, s->chain.user, e->style, end) : NULL;
	if (!mostly(end != NULL)) {
		end_at(st, p);
		add_halves(st, e, s);
		end = text_out__room(st->out, 1);
	}
	*end = '\n';
	end_at(st, end + 1);
}

/* What is rare is left to the function for any line: this one calls nothing, and has nothing to save. */
void script_text__sample(struct script_text *st, const struct session_sample *s)
{
	const struct text_out *out = st->out;
	const struct script_event *e = known_event(st, s->evsel);
	char *p = e && out->cap - out->len >= HEAD_ROOM + USUAL_COLUMNS ? put_usual(st, e, s) : NULL;

	if (!mostly(p != NULL)) {
		add_sample(st, s);
	} else if (e->fields & SCRIPT_IP) {
		end_usual(st, e, s, p);
	} else {
		*p = '\n';
		end_at(st, p + 1);
	}
}

void script_text__deferred(struct script_text *st, struct evsel *evsel, const struct record_deferred *d,
			   const char *comm, const struct chain_half *half)
{
	const struct script_event *e = event_of(st, evsel);
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

int script_text__event(struct script_text *st, struct evsel *evsel, const struct machine *machine,
		       const struct record *r, const struct sample_id *id, const char *comm, struct diag *diag)
{
	const struct line_head head = {
		.comm = comm, .pid = id->pid, .tid = id->tid, .cpu = id->cpu, .time = id->time,
		.misc = r->header.misc, .type = r->header.type,
	};

	add_head(st, event_of(st, evsel), &head);
	if (r->header.type == PERF_RECORD_TEXT_POKE)
		return add_text_poke(st, machine, r, id->time, diag);
	return record_text__add(st->out, r, diag);
}
