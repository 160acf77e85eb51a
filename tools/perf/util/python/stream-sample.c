// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/event/mem-data-src.h"
#include "util/event/tracepoint-format.h"
#include "util/offcpu/span.h"
#include "util/output/orphans.h"
#include "util/python/stream.h"
#include "util/python/wire.h"
#include "util/script/script-columns.h"
#include "util/script/script-decoded.h"
#include "util/script/script-text.h"

/* --- what few samples have ------------------------------------------------------------------------- */

static void add_text(struct text_out *to, const char *text, size_t len)
{
	wire__u32(to, (uint32_t)len);
	wire__bytes(to, text, len);
}

/* Appends what was printed to the scratch text, and empties that. */
static void add_scratch(struct python_stream *p, struct text_out *to)
{
	add_text(to, p->scratch.buf, p->scratch.len);
	p->scratch.len = 0;
}

static uint32_t texts_of(const struct python_stream *p, const struct session_sample *s)
{
	const struct perf_sample *ps = s->sample;

	return (s->evsel->attr.sample_type & PERF_SAMPLE_DATA_SRC ? WIRE_TEXT_DATA_SRC : 0) |
	       (s->trace && s->trace->flags ? WIRE_TEXT_FLAGS : 0) | (ps->intr_regs.regs ? WIRE_TEXT_IREGS : 0) |
	       (ps->user_regs.regs ? WIRE_TEXT_UREGS : 0) | (s->off_cpu ? WIRE_TEXT_STATE : 0) |
	       (s->orphan != PERF_STITCH_WHOLE && !p->no_marks ? WIRE_TEXT_ORPHAN : 0) |
	       (s->trace && s->trace->text ? WIRE_TEXT_SYNTH : 0);
}

static void add_data_src(struct text_out *to, uint64_t data_src)
{
	struct strbuf sb = STRBUF_INIT;

	mem_data_src__text(data_src, &sb);
	add_text(to, strbuf__str(&sb), sb.len);
	strbuf__exit(&sb);
}

/* In the order of the bits. */
static void add_texts(struct python_stream *p, const struct session_sample *s, uint32_t texts)
{
	struct text_out *to = &p->body;

	if (texts & WIRE_TEXT_DATA_SRC)
		add_data_src(to, s->sample->data_src);
	if (texts & WIRE_TEXT_FLAGS) {
		script_decoded__flags(&p->scratch, s->trace->flags);
		add_scratch(p, to);
	}
	if (texts & WIRE_TEXT_IREGS) {
		script_columns__regs(&p->scratch, &s->sample->intr_regs, p->arch);
		add_scratch(p, to);
	}
	if (texts & WIRE_TEXT_UREGS) {
		script_columns__regs(&p->scratch, &s->sample->user_regs, p->arch);
		add_scratch(p, to);
	}
	if (texts & WIRE_TEXT_STATE)
		add_text(to, offcpu_span__text(s->off_cpu), strlen(offcpu_span__text(s->off_cpu)));
	if (texts & WIRE_TEXT_ORPHAN)
		add_text(to, perf_stitch_reason__name(s->orphan), strlen(perf_stitch_reason__name(s->orphan)));
	if (texts & WIRE_TEXT_SYNTH)
		add_text(to, s->trace->text, strlen(s->trace->text));
}

/* --- values and branches --------------------------------------------------------------------------- */

static void add_values(struct text_out *to, const struct perf_sample *ps)
{
	uint64_t i;

	for (i = 0; i < ps->read.nr; i++) {
		wire__u64(to, ps->read.values[i].id);
		wire__u64(to, ps->read.values[i].value);
		wire__u64(to, ps->read.values[i].lost);
	}
}

static uint32_t frame_at(struct python_stream *p, const struct session_sample *s, uint64_t ip)
{
	return s->machine ? python_stream__frame(p, session__frame(p->session, s, ip)) : 0;
}

/* The ends of all branches are told before the sample's message begins. */
static void tell_branch_ends(struct python_stream *p, const struct session_sample *s)
{
	uint64_t i;

	for (i = 0; i < s->sample->nr_branches; i++) {
		(void)frame_at(p, s, s->sample->branches[i].from);
		(void)frame_at(p, s, s->sample->branches[i].to);
	}
}

static void add_branches(struct python_stream *p, const struct session_sample *s)
{
	uint64_t i;

	for (i = 0; i < s->sample->nr_branches; i++) {
		const struct branch_entry *b = &s->sample->branches[i];

		wire__u64(&p->body, b->from);
		wire__u64(&p->body, b->to);
		wire__u64(&p->body, b->flags);
		wire__u32(&p->body, frame_at(p, s, b->from));
		wire__u32(&p->body, frame_at(p, s, b->to));
	}
}

/* --- the sample -------------------------------------------------------------------------------------- */

static uint32_t place_of_addr(struct python_stream *p, const struct session_sample *s)
{
	if (s->trace)
		return python_stream__frame(p, s->addr);
	if (!script_text__addr_is_place(&s->evsel->attr) && !script_text__counts_branches(&s->evsel->attr))
		return 0;
	return frame_at(p, s, s->sample->addr);
}

static void fill_numbers(struct wire_sample *w, const struct session_sample *s)
{
	const struct perf_sample *ps = s->sample;
	const struct evlist_id *id;

	w->pid = s->pid;
	w->tid = s->tid;
	w->cpu = ps->cpu;
	w->cpumode = sample__cpumode(ps);
	w->nr_values = (uint32_t)ps->read.nr;
	w->nr_branches = (uint32_t)ps->nr_branches;
	w->raw_size = ps->raw_size;
	w->id = ps->id;
	w->stream_id = s->evsel->attr.sample_type & PERF_SAMPLE_STREAM_ID ? ps->stream_id : UINT64_MAX;
	w->ip = ps->ip;
	w->time = ps->time;
	w->period = ps->period;
	w->phys_addr = ps->phys_addr;
	w->addr = ps->addr;
	w->weight = ps->weight;
	w->ins_lat = ps->ins_lat;
	w->transaction = ps->transaction;
	w->data_src = ps->data_src;
	w->time_enabled = ps->read.time_enabled;
	w->time_running = ps->read.time_running;
	w->cgroup = ps->cgroup;
	w->cookie = s->cookie;
	w->deferred = s->deferred;
	if (s->trace) {
		w->branch_flags = s->trace->flags;
		w->insn_cnt = s->trace->insns;
		w->cyc_cnt = s->trace->cycles;
		w->insn_len = s->trace->insn_len;
	}
	w->machine_pid = s->machine ? machine__pid(s->machine) : 0;
	id = w->machine_pid ? evlist__find_id(s->evsel->evlist, ps->id) : NULL;
	w->vcpu = id ? id->vcpu : (uint32_t)-1;
}

void python_stream__sample(struct python_stream *p, const struct session_sample *s)
{
	struct wire_sample w = { .event = (uint32_t)s->evsel->idx };

	if (!python_stream__takes(p))
		return;
	if (!p->machine_told)
		python_stream__tell_machine(p);
	python_stream__tell_event(p, s->evsel);
	fill_numbers(&w, s);
	w.comm = python_stream__comm(p, s->comm);
	w.place = python_stream__frame(p, s->ip);
	w.addr_place = place_of_addr(p, s);
	w.kernel = p->no_chains ? 0 : python_stream__half(p, s->chain.kernel);
	w.user = p->no_chains ? 0 : python_stream__half(p, s->chain.user);
	w.texts = texts_of(p, s);
	tell_branch_ends(p, s);
	text_out__add(&p->body, &w, sizeof(w));
	add_values(&p->body, s->sample);
	add_branches(p, s);
	wire__bytes(&p->body, s->sample->raw_data, s->sample->raw_size);
	add_texts(p, s, w.texts);
	if (s->evsel->attr.type == PERF_TYPE_TRACEPOINT)
		python_stream__add_fields(p, s, &p->body);
	wire__send(&p->in.wire, WIRE_SAMPLE, &p->body);
	if (!p->lockstep)
		return;
	python_stream__flush(p);
	if (!python_stream__answer(p, "done", s))
		p->ended = true;
}
