// SPDX-License-Identifier: GPL-2.0-only
/* What is said of losses: the kernel's counters beside what came out of the rings. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/record/recorder-internal.h"
#include "util/record/ring-size.h"

/* Samples that an event of a fixed period had to give. */
static bool samples_of(const struct perf_event_attr *attr, uint64_t value, uint64_t *ret)
{
	if (attr->freq || !attr->sample_period)
		return false;
	*ret = value / attr->sample_period;
	return true;
}

/* All counters of @evsel on one CPU: those of several tasks share a ring. */
static void count_cpu(struct recorder *r, const struct evsel *evsel, int cpu_idx, struct loss_row *row)
{
	const struct perf_evsel *p = evsel->counter;
	const struct ring_tally *ring = sample_tally__ring(&r->tally, row->cpu);
	struct perf_counts counts;
	uint64_t n = 0;
	int thread;

	for (thread = 0; thread < perf_evsel__nr_threads(p); thread++) {
		if (perf_evsel__fd(p, cpu_idx, thread) < 0 || perf_evsel__read(p, cpu_idx, thread, &counts))
			continue;
		row->lost += counts.lost;
		row->written += sample_tally__written(&r->tally, perf_evsel__id(p, cpu_idx, thread));
		row->counted_known &= samples_of(&evsel->attr, counts.value, &n);
		row->counted += n;
	}
	if (!r->tally.id_pos && ring)
		row->written = ring->samples;
}

/* Of one ring: samples, and records that are none. */
struct ring_loss {
	uint64_t samples, others;
};

/*
 * The event that tells of tasks and maps has lost those records, too, and its counter does not tell them from samples.
 * A dummy takes no samples; of another event they are what is more than it has counted.
 */
static uint64_t other_records(const struct recorder *r, const struct evsel *evsel, const struct loss_row *row)
{
	uint64_t more = row->written + row->lost;

	if (evsel__is_dummy(evsel))
		return row->lost;
	if (evsel != r->config.tracking || !row->counted_known || more <= row->counted)
		return 0;
	more -= row->counted;
	return more < row->lost ? more : row->lost;
}

uint64_t recorder__lost_others(struct recorder *r, const struct evsel *evsel, int cpu_idx)
{
	struct loss_row row = { .cpu = perf_cpu_map__cpu(perf_evsel__cpus(evsel->counter), cpu_idx), .counted_known = true };

	if (evsel != r->config.tracking && !evsel__is_dummy(evsel))
		return 0;
	count_cpu(r, evsel, cpu_idx, &row);
	return other_records(r, evsel, &row);
}

/* @rings: by CPU + 1. */
static void add_events(struct recorder *r, struct ring_loss *rings)
{
	struct evsel *evsel;
	size_t i;
	int n;

	evlist__for_each(r->evlist, i, evsel) {
		const struct perf_cpu_map *cpus = evsel->counter ? perf_evsel__cpus(evsel->counter) : NULL;

		for (n = 0; cpus && n < perf_cpu_map__nr(cpus); n++) {
			struct loss_row row = { .cpu = perf_cpu_map__cpu(cpus, n), .counted_known = true };
			uint64_t others;

			count_cpu(r, evsel, n, &row);
			others = other_records(r, evsel, &row);
			row.lost -= others;
			loss_table__add(&r->result->loss, evsel__name(evsel), &row);
			if (sample_tally__ring(&r->tally, row.cpu)) {
				rings[row.cpu + 1].samples += row.lost;
				rings[row.cpu + 1].others += others;
			}
		}
	}
}

/* Records of tasks and maps, user stacks: what is more than samples. Older kernels tell all together. */
static void add_others(struct recorder *r, const struct ring_loss *rings)
{
	int i;

	for (i = 0; i < r->tally.nr_rings; i++) {
		const struct ring_tally *ring = &r->tally.rings[i];
		struct loss_row row = { .cpu = i - 1, .lost = rings[i].others };

		if (ring->lost > rings[i].samples + row.lost)
			row.lost = ring->lost - rings[i].samples;
		row.written = r->features.read_lost ? ring->records - ring->samples : ring->records;
		loss_table__add(&r->result->loss, r->features.read_lost ? "(other records)" : "(all records)", &row);
	}
}

/* The rate at which what was written is all there is, in a round number; 0: events have none, or little is missing. */
static uint64_t fitting_freq(const struct recorder *r)
{
	uint64_t samples = r->stats.samples, lost = r->stats.lost, freq = 0;
	struct evsel *evsel;
	size_t i;

	evlist__for_each(r->evlist, i, evsel)
		if (evsel->attr.freq && evsel->attr.sample_freq > freq)
			freq = evsel->attr.sample_freq;
	if (lost < samples / 10)
		return 0;
	freq = (uint64_t)((double)freq * (double)samples / (double)(samples + lost));
	return freq - freq % (freq < 100 ? 1 : freq < 1000 ? 10 : 100);
}

static void find_cause(struct recorder *r, struct loss_cause *cause)
{
	struct ring_limits limits;
	int i;

	ring_limits__of_this_process(&limits);
	cause->ring_bytes = r->result->ring_bytes;
	cause->nr_rings = (size_t)perf_evlist__nr_mmaps(r->counters.list);
	cause->one_thread = !r->threads;
	cause->freq = fitting_freq(r);
	cause->by_choice = !r->priority.refused;
	cause->slow_priority = !r->priority.may;
	if (!r->threads)
		drain_priority__waited(&r->priority, &cause->time_ns, &cause->waited_ns);
	for (i = 0; i < r->tally.nr_rings; i++) {
		const struct ring_tally *ring = &r->tally.rings[i];

		if (!ring->records || ring->longest <= cause->gap_records)
			continue;
		cause->gap_records = ring->longest;
		cause->gap_bytes = ring->longest * (ring->bytes / ring->records);
	}
	cause->locked_limit = !limits.unlimited &&
			      (cause->ring_bytes + cause->gap_bytes) * cause->nr_rings > limits.locked;
}

void recorder__tell_losses(struct recorder *r)
{
	struct ring_loss *rings;

	if (!r->stats.lost)
		return;
	rings = xcalloc((size_t)r->tally.nr_rings, sizeof(*rings));
	if (r->features.read_lost)
		add_events(r, rings);
	add_others(r, rings);
	find_cause(r, &r->result->loss.cause);
	free(rings);
}
