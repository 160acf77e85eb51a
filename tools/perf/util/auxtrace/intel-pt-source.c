// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/intel-pt-source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/auxtrace/intel-pt-synth.h"
#include "util/base/alloc.h"
#include "util/data/aux-data.h"
#include "util/event/evlist.h"

/* The private words of AUXTRACE_INFO. */
enum {
	INFO_PMU_TYPE, INFO_TIME_SHIFT, INFO_TIME_MULT, INFO_TIME_ZERO, INFO_CAP_TIME_ZERO, INFO_TSC_BIT,
	INFO_NORETCOMP_BIT, INFO_HAVE_SCHED_SWITCH, INFO_SNAPSHOT_MODE, INFO_PER_CPU_MMAPS, INFO_MTC_BIT,
	INFO_MTC_FREQ_BITS, INFO_TSC_CTC_N, INFO_TSC_CTC_D, INFO_CYC_BIT, INFO_MAX_NONTURBO_RATIO,
};

U64_MAP(pt_synths, struct pt_synth *)

struct intel_pt_source {
	struct session *session;
	const struct itrace_opts *opts;
	struct itrace_opts effective;
	void (*warn)(const char *text);
	struct intel_pt_common common;
	struct trace_threads threads;
	struct trace_code code;
	char *kcore;
	struct pt_events events;
	struct aux_queues *queues;
	struct pt_synth **synths;		/* owned; one a buffer */
	size_t nr, cap;
	struct pt_synths sampled;		/* CPU or thread -> struct pt_synth * of AUX samples */
	void **copies;				/* what AUX samples held; owned */
	size_t nr_copies, cap_copies;
	struct pt_synth *current;		/* the earliest, up to @until (ns); NULL: not known */
	uint64_t until;
};

static void warn(const struct intel_pt_source *src, const char *text)
{
	if (src->warn)
		src->warn(text);
}

static void tell_missing(void *ctx, const char *why)
{
	const struct intel_pt_source *src = ctx;
	char *text = xasprintf("the trace runs through code that is not known: %s", why);

	warn(src, text);
	free(text);
}

void intel_pt_source__tell_missing(struct intel_pt_source *src)
{
	if (src)
		trace_code__each_missing(&src->code, tell_missing, src);
}

static uint64_t word(const struct aux_data *d, unsigned int i)
{
	return i < d->info.nr_words ? d->info.words[i] : 0;
}

static const struct evsel *find_event(const struct evlist *evlist, uint64_t type)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.type == type)
			return evsel;
	return NULL;
}

static void set_common(struct intel_pt_source *src, const struct aux_data *d, const struct evsel *pt)
{
	struct intel_pt_common *c = &src->common;
	const char *cpuid = session__header(src->session)->cpuid;
	uint64_t mask = word(d, INFO_MTC_FREQ_BITS);
	unsigned int family, model, stepping;

	c->conv = (struct tsc_conv){ .shift = word(d, INFO_TIME_SHIFT), .mult = word(d, INFO_TIME_MULT),
				     .zero = word(d, INFO_TIME_ZERO), .valid = word(d, INFO_CAP_TIME_ZERO) };
	if (word(d, INFO_TSC_BIT) && !(pt->attr.config & word(d, INFO_TSC_BIT)))
		c->conv.valid = false;
	c->cpu.tsc_ctc_n = (uint32_t)word(d, INFO_TSC_CTC_N);
	c->cpu.tsc_ctc_d = (uint32_t)word(d, INFO_TSC_CTC_D);
	c->cpu.nominal_ratio = (uint8_t)word(d, INFO_MAX_NONTURBO_RATIO);
	if (mask)
		c->cpu.mtc_freq = (uint8_t)((pt->attr.config & mask) >> __builtin_ctzll(mask));
	if (cpuid && sscanf(cpuid, "GenuineIntel,%u,%u,%u", &family, &model, &stepping) == 3) {
		c->cpu.family = (uint16_t)family;
		c->cpu.model = (uint8_t)model;
		c->cpu.stepping = (uint8_t)stepping;
	}
	c->code = &src->code;
	c->threads = &src->threads;
	c->machine = session__host(src->session);
}

static struct pt_synth *add_synth(struct intel_pt_source *src, uint32_t index, uint32_t cpu, uint32_t tid)
{
	struct pt_synth *s = xzalloc(sizeof(*s));

	pt_synth__init(s, &(struct pt_shared){ &src->effective, &src->events, &src->common }, index, cpu, tid);
	GROW(src->synths, src->nr, src->cap);
	src->synths[src->nr++] = s;
	return s;
}

static void add_buffer(struct intel_pt_source *src, const struct aux_buffer *b)
{
	struct pt_synth *s = add_synth(src, b->idx, b->cpu, b->tid);
	uint64_t end = 0;
	size_t i;

	for (i = 0; i < b->nr; i++) {
		const struct aux_piece *p = &b->pieces[i];

		intel_pt_trace__add(&s->trace, &(struct pt_stretch){
			.data = p->data, .size = p->size, .offset = p->offset, .may_repeat = p->may_repeat,
			.time = tsc_conv__time(&src->common.conv, p->chunk->reference),
			.joins = i && !b->snapshot && !p->gap && p->offset == end,
		});
		end = p->offset + p->size;
	}
}

/* The trace that a sample holds: one of its CPU's, or its thread's, where it has no CPU. */
static void add_sampled(struct intel_pt_source *src, const struct perf_sample *sample)
{
	bool by_cpu = sample->cpu != (uint32_t)-1;
	uint64_t key = by_cpu ? sample->cpu : sample->tid | 1ULL << 32;
	struct pt_synth *s = pt_synths__find(&src->sampled, key);
	void *copy = xmemdup(sample->aux_data, sample->aux_size);

	if (!s) {
		s = add_synth(src, by_cpu ? sample->cpu : sample->tid, sample->cpu, by_cpu ? (uint32_t)-1 : sample->tid);
		pt_synths__set(&src->sampled, key, s);
	}
	GROW(src->copies, src->nr_copies, src->cap_copies);
	src->copies[src->nr_copies++] = copy;
	intel_pt_trace__add(&s->trace, &(struct pt_stretch){
		.data = copy, .size = sample->aux_size, .time = sample->time, .may_repeat = true });
}

static int see(void *ctx, const struct record *r, const struct sample_id *id, struct evsel *evsel,
	       const struct perf_sample *sample)
{
	struct intel_pt_source *src = ctx;

	trace_threads__add(&src->threads, r, id, evsel, sample);
	if (sample && sample->aux_size && sample->aux_data)
		add_sampled(src, sample);
	return 0;
}

static void warn_ignored(struct intel_pt_source *src)
{
	char text[160];

	if (!src->effective.ignored[0])
		return;
	snprintf(text, sizeof(text), "--itrace: nothing comes of '%s' here; letters that count are i b x w p e c r g s",
		 src->effective.ignored);
	warn(src, text);
}

static int begin(void *ctx, struct session *session)
{
	struct intel_pt_source *src = ctx;
	const struct aux_data *d = session__aux_data(session);
	const struct evsel *pt;
	size_t i;

	if (d->info.type != PERF_AUXTRACE_INTEL_PT || src->opts->off)
		return 0;
	pt = find_event(session__evlist(session), word(d, INFO_PMU_TYPE));
	if (!pt) {
		warn(src, "the recording's Intel PT trace belongs to none of its events, and is not decoded");
		return 0;
	}
	if (!intel_pt__can_decode()) {
		warn(src, "the Intel PT trace is not decoded: this perf was built without libipt");
		return 0;
	}
	src->effective = *src->opts;
	warn_ignored(src);
	set_common(src, d, pt);
	src->common.cycles = src->opts->cycles;
	src->kcore = session__path_inside(session, "kcore_dir/kcore");
	trace_code__init(&src->code, src->common.machine, src->kcore);
	pt_events__add(&src->events, session__evlist(session), pt, &src->effective, word(d, INFO_PER_CPU_MMAPS));
	src->queues = aux_queues__new(d, NULL, NULL);
	for (i = 0; i < src->queues->nr; i++)
		add_buffer(src, &src->queues->buffers[i]);
	return session__for_each(session, see, src);
}

/* Who is first, and until when he is. */
static void choose(struct intel_pt_source *src)
{
	uint64_t best = UINT64_MAX;
	size_t i;

	src->current = NULL;
	src->until = UINT64_MAX;
	for (i = 0; i < src->nr; i++) {
		const struct pt_pending *p = pt_synth__peek(src->synths[i]);

		if (!p)
			continue;
		if (!src->current || p->time < best) {
			src->until = src->current ? best : UINT64_MAX;
			best = p->time;
			src->current = src->synths[i];
		} else if (p->time < src->until) {
			src->until = p->time;
		}
	}
}

static bool peek(void *ctx, uint64_t *ret_time)
{
	struct intel_pt_source *src = ctx;
	const struct pt_pending *p = src->current ? pt_synth__peek(src->current) : NULL;

	if (!p || p->time > src->until) {
		choose(src);
		p = src->current ? pt_synth__peek(src->current) : NULL;
	}
	if (!p)
		return false;
	*ret_time = p->time;
	return true;
}

static int deliver(void *ctx)
{
	struct intel_pt_source *src = ctx;

	return pt_synth__deliver(src->current, src->session);
}

static const struct session_source source_ops = { .begin = begin, .peek = peek, .deliver = deliver };

struct intel_pt_source *intel_pt_source__new(struct session *session, const struct itrace_opts *opts,
					     void (*warn_fn)(const char *text))
{
	struct intel_pt_source *src = xzalloc(sizeof(*src));

	src->session = session;
	src->opts = opts;
	src->warn = warn_fn;
	session__set_source(session, &source_ops, src);
	return src;
}

void intel_pt_source__delete(struct intel_pt_source *src)
{
	size_t i;

	if (!src)
		return;
	for (i = 0; i < src->nr; i++) {
		pt_synth__exit(src->synths[i]);
		free(src->synths[i]);
	}
	free(src->synths);
	for (i = 0; i < src->nr_copies; i++)
		free(src->copies[i]);
	free(src->copies);
	pt_synths__exit(&src->sampled);
	aux_queues__delete(src->queues);
	trace_threads__exit(&src->threads);
	trace_code__exit(&src->code);
	free(src->kcore);
	free(src);
}
