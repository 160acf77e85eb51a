// SPDX-License-Identifier: GPL-2.0-only
/* Why records are missing: asked only for samples that have none, of the samples and records of their tasks. */
#include "util/base/hash.h"
#include "util/session/session-stitch.h"

/* Is the sample at @pos of one of @tids, or one whose tid cannot be read in place? */
static bool may_be_of(struct session *s, const struct u64num *tids, uint64_t pos)
{
	const struct sample_layout *l;
	const struct evsel *evsel;
	const unsigned char *p;
	uint64_t left;

	p = data_file__bytes(s->file, pos, &left);
	evsel = session__usual_event(s, p, left);
	l = evsel ? &s->dec.layouts[evsel->idx] : NULL;
	return !l || !l->quick || !l->tid || left < l->end || u64num__find(tids, sample_layout__half_word(p + l->tid + 4));
}

/* What a sample says about its task: that it was in user space, or waited. */
static void see_sign(struct session *s, const struct u64num *tids, uint64_t pos)
{
	enum perf_stitch_ending ending;
	struct perf_stitch_key key;
	struct perf_sample sample;
	struct record r;
	size_t nr;

	if (!session__read_sample(s, pos, &r, &sample) || !u64num__find(tids, sample.tid))
		return;
	key = (struct perf_stitch_key){ .tid = sample.tid, .machine = session__machine_pid(s, sample.id) };
	ending = perf_stitch__ending(sample.ips, sample.nr_ips, &nr, &key.cookie);
	/* Without memory for a sign a reason is less exact. */
	if (ending == PERF_STITCH_ENDS_COOKIE)
		(void)perf_stitch_signs__waited(s->signs, &key, sample.time);
	if (sample__cpumode(&sample) == PERF_RECORD_MISC_USER)
		(void)perf_stitch_signs__returned(s->signs, key.machine, key.tid, sample.time);
}

static void set_reason(struct session *s, const struct waiting_row *w)
{
	struct time_order_entry *row = &s->samples.entries[w->sample];
	const struct stitch_task *t = &s->stitch->tasks[w->task];
	const struct perf_stitch_key key = { .cookie = w->cookie, .tid = t->tid, .machine = t->machine };
	struct perf_sample sample = { .cpu = (uint32_t)-1 };
	struct record r;

	(void)session__read_sample(s, time_order__pos(&s->samples, row), &r, &sample);
	stitch__note_reason(s->stitch, row, perf_stitch_signs__reason(s->signs, &key, row->time, sample.cpu));
}

void stitch__find_reasons(struct session *s)
{
	struct session_stitch *st = s->stitch;
	const struct time_order_entry *e;
	uint64_t earliest = UINT64_MAX;
	struct u64num tids = { 0 };
	size_t i;

	for (i = 0; i < st->nr_waiting; i++) {
		if (!stitch__is_missing(s, &st->waiting[i]))
			continue;
		e = &s->samples.entries[st->waiting[i].sample];
		earliest = e->time < earliest ? e->time : earliest;
		u64num__set(&tids, st->tasks[st->waiting[i].task].tid, 1);
	}
	for (i = 0; i < st->nr_tasks; i++) {
		const struct stitch_task *t = &st->tasks[i];

		if (t->returned && u64num__find(&tids, t->tid))
			(void)perf_stitch_signs__returned(s->signs, t->machine, t->tid, t->returned);
	}
	/* What was before all of them says nothing about them. Nearly always they are the last ones, and few others are read. */
	for (i = 0; i < s->samples.nr; i++) {
		e = &s->samples.entries[i];
		if (e->time >= earliest && may_be_of(s, &tids, time_order__pos(&s->samples, e)))
			see_sign(s, &tids, time_order__pos(&s->samples, e));
	}
	for (i = 0; i < st->nr_waiting; i++)
		if (stitch__is_missing(s, &st->waiting[i]))
			set_reason(s, &st->waiting[i]);
	u64num__exit(&tids);
}
