// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/adapt-rate.h"

#include <errno.h>
#include <stdbool.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include "util/event/evsel-config.h"

#define NS		UINT64_C(1000000000)
#define STRETCH_NS	((int64_t)NS / 2)
/* One gap is no reason, however long: a program that is read for the first time, or other programs, may be one. */
#define STRETCHES	2
#define LOSING_NS	(3 * STRETCH_NS)
#define FREQ_LEAST	100
/* At once at most. What fits at a lower rate is more than what was written at this one. */
#define STEP_MOST	8

static bool has_default(const struct evsel *evsel)
{
	return evsel->counter && evsel->attr.freq && !evsel->attr.inherit && !(evsel->config && evsel->config->has_freq);
}

uint64_t adapt_rate__default(const struct evlist *evlist, const struct record_opts *opts)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!opts->freq_said && has_default(evsel))
			return evsel->attr.sample_freq;
	return 0;
}

static bool loses(uint64_t samples, uint64_t lost)
{
	return lost > samples / 4;
}

static uint64_t lower(uint64_t freq, uint64_t samples, uint64_t lost)
{
	uint64_t fits = (uint64_t)((double)freq * (double)samples / ((double)samples + (double)lost));

	if (fits > freq / 2)
		fits = freq / 2;
	if (fits < freq / STEP_MOST)
		fits = freq / STEP_MOST;
	return fits < FREQ_LEAST ? FREQ_LEAST : fits;
}

/* Begins a stretch. */
static void begin(struct adapt_rate *a, int64_t now, uint64_t samples, uint64_t lost)
{
	a->since = now;
	a->samples = samples;
	a->lost = lost;
}

uint64_t adapt_rate__heed(struct adapt_rate *a, int64_t now, uint64_t samples, uint64_t lost)
{
	if (a->freq <= FREQ_LEAST || (a->since && now - a->since < STRETCH_NS))
		return 0;
	if (!a->since || samples < a->samples || lost < a->lost || !loses(samples - a->samples, lost - a->lost)) {
		a->nr_losing = 0;
		a->some_ns = 0;
		a->some_samples = a->some_lost = 0;
		begin(a, now, samples, lost);
		return 0;
	}
	a->some_ns += now - a->since;
	a->some_samples += samples - a->samples;
	a->some_lost += lost - a->lost;
	begin(a, now, samples, lost);
	if (++a->nr_losing < STRETCHES || a->some_ns < LOSING_NS)
		return 0;
	a->freq = lower(a->freq, a->some_samples, a->some_lost);
	/* Losses of this rate are counted anew. */
	a->since = 0;
	return a->freq;
}

/* The kernel has made a period of the frequency of its own clocks. */
static uint64_t ioctl_value(const struct perf_event_attr *attr, uint64_t freq)
{
	bool clock = attr->type == PERF_TYPE_SOFTWARE &&
		     (attr->config == PERF_COUNT_SW_CPU_CLOCK || attr->config == PERF_COUNT_SW_TASK_CLOCK);

	return clock ? NS / freq : freq;
}

static int lower_event(const struct evsel *evsel, uint64_t freq)
{
	const struct perf_evsel *p = evsel->counter;
	int cpu, thread, nr = perf_cpu_map__nr(perf_evsel__cpus(p)), err = 0;
	uint64_t value = ioctl_value(&evsel->attr, freq);

	for (cpu = 0; cpu < nr; cpu++)
		for (thread = 0; thread < perf_evsel__nr_threads(p); thread++) {
			int fd = perf_evsel__fd(p, cpu, thread);

			if (fd >= 0 && ioctl(fd, PERF_EVENT_IOC_PERIOD, &value) && !err)
				err = -errno;
		}
	return err;
}

int counters__lower_rate(struct counters *c, uint64_t freq)
{
	struct evsel *evsel;
	int first = 0, err;
	size_t i;

	evlist__for_each(c->evlist, i, evsel) {
		if (!has_default(evsel))
			continue;
		err = lower_event(evsel, freq);
		if (err && !first)
			first = err;
	}
	return first;
}
