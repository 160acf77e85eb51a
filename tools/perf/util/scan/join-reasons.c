// SPDX-License-Identifier: GPL-2.0-only
/* Why records are missing: asked only for samples that have none, of the samples and records of their tasks. */
#include "util/base/hash.h"
#include "util/scan/join.h"
#include "util/scan/usual.h"

/* Is the sample at @pos of one of @tids, or one whose tid cannot be read in place? */
static bool may_be_of(struct scan *sc, const struct u64num *tids, uint64_t pos)
{
	const struct sample_layout *l;
	const struct evsel *evsel;
	const unsigned char *p;
	uint64_t left;

	p = data_file__bytes(sc->file, pos, &left);
	evsel = scan__usual_event(sc, p, left);
	l = evsel ? &sc->reader->dec.layouts[evsel->idx] : NULL;
	return !l || !l->quick || !l->tid || left < l->end || u64num__find(tids, sample_layout__half_word(p + l->tid + 4));
}

/* What a sample says about its task: that it was in user space, or waited. */
static void see_sign(struct scan *sc, const struct u64num *tids, uint64_t pos)
{
	struct perf_stitch_key key;
	struct perf_sample sample;
	struct record r;
	size_t nr;

	if (!scan__read_sample(sc, pos, &r, &sample) || !u64num__find(tids, sample.tid))
		return;
	key = (struct perf_stitch_key){ .tid = sample.tid, .machine = sample_decoder__machine_pid(&sc->reader->dec, sample.id) };
	(void)perf_stitch__ending(sample.ips, sample.nr_ips, &nr, &key.cookie);
	/* Without memory for a sign a reason is less exact. */
	(void)perf_stitch_signs__waited(sc->signs, &key, sample.time);
	if (sample__cpumode(&sample) == PERF_RECORD_MISC_USER)
		(void)perf_stitch_signs__returned(sc->signs, key.machine, key.tid, sample.time);
}

static void set_reason(struct scan *sc, const struct waiting_row *w)
{
	struct time_order_entry *row = &sc->samples.entries[w->sample];
	const struct stitch_task *t = &sc->stitch->tasks[w->task];
	const struct perf_stitch_key key = { .cookie = w->cookie, .tid = t->tid, .machine = t->machine };
	struct perf_sample sample = { .cpu = (uint32_t)-1 };
	struct record r;

	(void)scan__read_sample(sc, time_order__pos(&sc->samples, row), &r, &sample);
	stitch__note_reason(sc->stitch, row, perf_stitch_signs__reason(sc->signs, &key, row->time, sample.cpu));
}

void stitch__find_reasons(struct scan *sc)
{
	struct stitch *st = sc->stitch;
	const struct time_order_entry *e;
	uint64_t earliest = UINT64_MAX;
	struct u64num tids = { 0 };
	size_t i;

	for (i = 0; i < st->nr_waiting; i++) {
		if (!stitch__is_missing(sc, &st->waiting[i]))
			continue;
		e = &sc->samples.entries[st->waiting[i].sample];
		earliest = e->time < earliest ? e->time : earliest;
		u64num__set(&tids, st->tasks[st->waiting[i].task].tid, 1);
	}
	for (i = 0; i < st->nr_tasks; i++) {
		const struct stitch_task *t = &st->tasks[i];

		if (t->returned && u64num__find(&tids, t->tid))
			(void)perf_stitch_signs__returned(sc->signs, t->machine, t->tid, t->returned);
	}
	/* What was before all of them says nothing about them. Nearly always they are the last ones, and few others are read. */
	for (i = 0; i < sc->samples.nr; i++) {
		e = &sc->samples.entries[i];
		if (e->time >= earliest && may_be_of(sc, &tids, time_order__pos(&sc->samples, e)))
			see_sign(sc, &tids, time_order__pos(&sc->samples, e));
	}
	for (i = 0; i < st->nr_waiting; i++)
		if (stitch__is_missing(sc, &st->waiting[i]))
			set_reason(sc, &st->waiting[i]);
	u64num__exit(&tids);
}
