// SPDX-License-Identifier: GPL-2.0-only
/* The rings of a recording: how large they are to be, and how large they get. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/log.h"
#include "util/choose/kernel-features.h"
#include "util/event/evsel-config.h"
#include "util/record/counters.h"
#include "util/record/record-unwind.h"
#include "util/record/ring-size.h"

/* At most so many; with -C what tells of tasks has rings on the other CPUs, and beside those of tasks are those of cpu=. */
static size_t count_rings(const struct evlist *evlist, const struct target *target)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	const struct evsel *evsel;
	size_t i;

	if (perf_cpu_map__is_any(target->cpus)) {
		evlist__for_each(evlist, i, evsel)
			if (online > 0 && evsel->config && evsel->config->cpus_said)
				return (size_t)perf_thread_map__nr(target->threads) + (size_t)online;
		return (size_t)perf_thread_map__nr(target->threads);
	}
	return target->some_cpus && online > 0 ? (size_t)online : (size_t)perf_cpu_map__nr(target->cpus);
}

/*
 * Who unwinds looks ten times a second, as files of processes that end have to be opened in time: at usual rates a ring need not wake it
 * besides. Below a quarter, so that samples that wait for a table may stay in the ring (ring-merge.c).
 */
static size_t wakeup_bytes(size_t ring, bool unwinds)
{
	size_t part = unwinds ? ring / 16 * 3 : ring / 8;

	return part > RECORD_WAKEUP_BYTES ? part : RECORD_WAKEUP_BYTES;
}

/* How large rings are worth to be. */
static size_t most_bytes(const struct evlist *evlist, const struct record_opts *opts)
{
	size_t most = RECORD_RING_MOST, i;
	const struct evsel *evsel;

	evlist__for_each(evlist, i, evsel) {
		const struct perf_event_attr *attr = &evsel->attr;

		/* What only the recorder looks at (signal-stacks.h) has no chain. */
		if (!evsel__unwinds(evsel, opts) || !(attr->sample_type & PERF_SAMPLE_CALLCHAIN))
			continue;
		if (!attr->freq && attr->sample_period == 1)
			return RECORD_RING_EACH;
		most = RECORD_RING_STACKS;
	}
	return most;
}

size_t counters__plan_rings(struct evlist *evlist, const struct target *target, const struct record_opts *opts,
			    const struct aux_config *aux)
{
	struct ring_limits limits;
	struct evsel *evsel;
	bool unwinds = evlist__unwinds(evlist, opts);
	size_t bytes, i;

	if (opts->mmap_pages || aux->ring_pages)
		return 0;
	ring_limits__of_this_process(&limits);
	bytes = ring_size__default(&limits, count_rings(evlist, target), most_bytes(evlist, opts));
	if (bytes < 4 * RECORD_WAKEUP_BYTES || opts->no_buffering)
		return bytes;
	/* What counts is the attr of the event that a ring is mapped through. */
	evlist__for_each(evlist, i, evsel) {
		evsel->attr.watermark = 1;
		evsel->attr.wakeup_watermark = (uint32_t)wakeup_bytes(bytes, unwinds);
	}
	return bytes;
}

static void set_wakeup(struct counters *c, size_t bytes)
{
	const struct perf_event_attr *attr = &evlist__first(c->evlist)->attr;
	size_t half = bytes / 2;

	c->wakeup_bytes = attr->watermark ? attr->wakeup_watermark : half;
	c->wakes_late = c->wakeup_bytes > half;
}

/* Whatever is larger is halved; false: it does not get smaller. */
static bool shrink(size_t *pages, size_t *aux_pages, size_t least_aux)
{
	if (*aux_pages > least_aux && *aux_pages >= *pages)
		*aux_pages /= 2;
	else if (*pages > 1)
		*pages /= 2;
	else if (*aux_pages > least_aux)
		*aux_pages /= 2;
	else
		return false;
	return true;
}

static int try_mmap(struct counters *c, const struct aux_config *aux, size_t pages, size_t aux_pages)
{
	int err = perf_evlist__mmap(c->list, pages);

	if (!err && aux->evsel) {
		err = perf_evlist__mmap_aux(c->list, aux_pages, aux->snapshot || aux->sampling);
		if (err)
			perf_evlist__munmap(c->list);
	}
	return err;
}

static int explain_mmap(const struct aux_config *aux, int err, size_t kib, size_t aux_kib,
			struct diag *diag)
{
	if (err == -EPERM && (aux->snapshot || aux->sampling))
		return diag__msg(diag, err,
				 "no permission to map AUX areas of %zu KiB: /proc/sys/kernel/perf_event_mlock_kb "
				 "is %u, ulimit -l %llu KiB; raise one of them, or keep less of the trace (%s)",
				 aux_kib, kernel__perf_event_mlock_kb(),
				 (unsigned long long)(kernel__memlock_limit() / 1024),
				 aux->snapshot ? "-SSIZE" : "--aux-sample=SIZE");
	if (err == -EPERM)
		return diag__msg(diag, err,
				 "no permission to map ring buffers of even one page: "
				 "/proc/sys/kernel/perf_event_mlock_kb is %u, ulimit -l %llu KiB, "
				 "and other perfs of yours may "
				 "use them up; raise one of them, or use fewer CPUs (-C)",
				 kernel__perf_event_mlock_kb(),
				 (unsigned long long)(kernel__memlock_limit() / 1024));
	if (aux->evsel && err != -ENOMEM)
		return diag__msg(diag, err,
				 "cannot map AUX areas of %zu KiB for '%s': %s%s", aux_kib,
				 evsel__name(aux->evsel), strerror(-err),
				 err == -EINVAL ? "; the driver may want another size (-m ,PAGES)" :
				 err == -EBUSY ? "; somebody else traces with it" : "");
	return diag__msg(diag, err, "cannot map the ring buffers (%zu KiB each): %s", kib,
			 strerror(-err));
}

int counters__mmap(struct counters *c, const struct record_opts *opts, const struct aux_config *aux, size_t planned,
		   struct diag *diag)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), usual = aux->ring_pages ? aux->ring_pages : RECORD_RING_BYTES / page;
	size_t asked = opts->mmap_pages ? opts->mmap_pages : usual, pages = planned ? planned / page : asked;
	size_t aux_pages = aux->evsel ? aux->pages : 0;
	/* A snapshot keeps its size, as samples do. */
	size_t least = aux->snapshot || aux->sampling ? aux_pages : aux_pages ? 2 : 0;
	int err;

	do
		err = try_mmap(c, aux, pages, aux_pages);
	while ((err == -EPERM || err == -ENOMEM) && shrink(&pages, &aux_pages, least));
	if (err)
		return explain_mmap(aux, err, pages * page / 1024, aux_pages * page / 1024, diag);
	if (pages < asked)
		pr_notice("ring buffers shrunk from %zu to %zu KiB: "
			  "/proc/sys/kernel/perf_event_mlock_kb is %u, "
			  "ulimit -l %llu KiB; raise one of them, or use a smaller -m\n",
			  asked * page / 1024, pages * page / 1024, kernel__perf_event_mlock_kb(),
			  (unsigned long long)(kernel__memlock_limit() / 1024));
	if (aux->evsel && aux_pages < aux->pages)
		pr_notice("AUX areas shrunk from %zu to %zu KiB: "
			  "/proc/sys/kernel/perf_event_mlock_kb is %u, "
			  "ulimit -l %llu KiB; raise one of them, or use a smaller -m ,PAGES\n",
			  aux->pages * page / 1024, aux_pages * page / 1024,
			  kernel__perf_event_mlock_kb(),
			  (unsigned long long)(kernel__memlock_limit() / 1024));
	c->ring_pages = pages;
	c->aux_pages = aux_pages;
	c->shrunk = pages < asked;
	set_wakeup(c, pages * page);
	pr_debug2("mmap size %zuB\n", (pages + 1) * page);
	if (aux_pages)
		pr_debug2("AUX area mmap length %zu\n", aux_pages * page);
	return 0;
}
