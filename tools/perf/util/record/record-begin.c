// SPDX-License-Identifier: GPL-2.0-only
/* The beginning of a recording: what runs already is told as records of our own. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/process-asker.h"
#include "util/live/live-unwind.h"
#include "util/record/aux-info.h"
#include "util/record/recorder-internal.h"
#include "util/record/stack-cut.h"

#define RECORD_MAX	0xffff
#define PIDS_MAX	100000
/* The rings fill while a process lets the recorder wait. */
#define LATER_MS	500

void file_set__add(struct file_set *set, const char *name)
{
	const char *own;

	if (*name != '/')
		return;
	own = byte_pool__str(&set->pool, name);
	if (u64text__find(&set->seen, (uintptr_t)own))
		return;
	GROW(set->names, set->nr, set->cap);
	set->names[set->nr++] = own;
	u64text__set(&set->seen, (uintptr_t)own, own);
}

void file_set__exit(struct file_set *set)
{
	free(set->names);
	u64text__exit(&set->seen);
	byte_pool__exit(&set->pool);
}

/*
 * What tells of tasks is on already, and all is where this is another file of a recording: the rings must not
 * fill meanwhile. Without times the records would be in a wrong order.
 */
static int emit(void *ctx, const void *record, size_t size)
{
	struct recorder *r = ctx;
	int err = perf_writer__write(r->last ? record_last__world(r) : r->writer, record, size, r->diag);

	/*
	 * For a further file it is known from the rings, which are behind: what is told now may be of a program that
	 * samples know nothing of yet.
	 */
	if (r->live && !r->result->begun)
		live_unwind__heed(r->live, record, size);
	if (r->opts->hold_memory_files)
		memory_files__heed(&r->result->memory, record, size);
	if (err || ++r->nr_synthesized % 64 || !(evlist__first(r->evlist)->attr.sample_type & PERF_SAMPLE_TIME))
		return err;
	return recorder__relieve(r);
}

static void on_file(void *ctx, const char *filename)
{
	struct recorder *r = ctx;

	file_set__add(&r->files, filename);
}

static void on_memory(void *ctx, const void *record, size_t size)
{
	struct recorder *r = ctx;

	memory_files__heed(&r->result->memory, record, size);
}

/*
 * Which counter an id is of: u64 nr; nr * { u64 id, idx, cpu, tid }. As many records as it takes.
 */
static int write_id_index(struct recorder *r)
{
	const size_t most = (RECORD_MAX - 16) / 32;
	struct strbuf out = STRBUF_INIT;
	struct evsel *evsel;
	size_t i, n, nr = 0;
	uint64_t head[2] = { 0 };
	int err = 0;

	strbuf__add(&out, head, sizeof(head));
	evlist__for_each(&r->written, i, evsel) {
		for (n = 0; n < evsel->nr_ids && !err; n++) {
			const struct evlist_id *id = evlist__find_id(r->evlist, evsel->ids[n]);
			uint64_t entry[4] = { evsel->ids[n], (uint64_t)evsel->idx,
					      id ? (uint64_t)id->cpu : UINT64_MAX,
					      id ? (uint64_t)id->tid : UINT64_MAX };
			bool last = i + 1 == r->written.nr && n + 1 == evsel->nr_ids;

			strbuf__add(&out, entry, sizeof(entry));
			if (++nr < most && !last)
				continue;
			head[0] = record__head_word(PERF_RECORD_ID_INDEX, (uint16_t)out.len);
			head[1] = nr;
			memcpy(out.buf, head, sizeof(head));
			err = emit(r, out.buf, out.len);
			out.len = sizeof(head);
			nr = 0;
		}
	}
	strbuf__exit(&out);
	return err;
}

/* What readers must know before the first AUX data. */
static int write_aux_info(struct recorder *r)
{
	const struct perf_event_mmap_page *page = perf_evlist__ring(r->counters.list, 0)->base;
	struct strbuf out = STRBUF_INIT;
	int err;

	if (!r->config.aux.evsel)
		return 0;
	(void)aux_info__append_time_conv(&out, page);	/* where the clock can be told */
	(void)aux_info__append(&out, &r->config.aux, r->evlist,
			       perf_evlist__ring(r->counters.list, 0)->cpu >= 0, page);
	err = out.len ? emit(r, out.buf, out.len) : 0;
	strbuf__exit(&out);
	return err;
}

/* Is there an event whose samples may lie in the kernel? */
static bool sees_kernel(const struct evlist *evlist)
{
	const struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!evsel->attr.exclude_kernel)
			return true;
	return false;
}

/* What the command has become since, with all that it has started. */
static int synthesize_tree(const struct synth_opts *synth, pid_t first)
{
	pid_t *pids = xmalloc(sizeof(*pids));
	size_t nr = 1, i;
	int err;

	pids[0] = first;
	for (i = 0; i < nr && nr < PIDS_MAX; i++) {
		char *text = read_text_filef("%s/%d/task/%d/children", procfs__path(), pids[i], pids[i]), *p = text;
		long v;

		while (p && (v = strtol(p, &p, 10)) > 0) {
			pids = xrealloc(pids, (nr + 1) * sizeof(*pids));
			pids[nr++] = (pid_t)v;
		}
		free(text);
	}
	err = synth__threads(synth, pids, nr);
	free(pids);
	return err;
}

static int synthesize_tasks(struct recorder *r, const struct synth_opts *synth)
{
	const struct perf_thread_map *threads = perf_evlist__threads(r->counters.list);
	int nr = perf_thread_map__nr(threads), i, err;
	pid_t *tids;

	if (r->target.system_wide)
		return synth__all(synth);
	if (!r->target.existing)
		return r->running ? synthesize_tree(synth, r->workload.pid) :
		       synth__comm(synth, r->workload.pid, r->workload.pid, "perf-exec");
	tids = xcalloc((size_t)nr, sizeof(*tids));
	for (i = 0; i < nr; i++)
		tids[i] = perf_thread_map__tid(threads, i);
	err = synth__threads(synth, tids, (size_t)nr);
	free(tids);
	return err;
}

static int synthesize_cgroups(const struct synth_opts *synth)
{
	int err = synth__cgroups(synth);

	if (err != -ENOENT)
		return err;
	pr_warning("warning: no cgroup file system is mounted: cgroups have ids, but no names\n");
	return 0;
}

int recorder__synthesize(struct recorder *r)
{
	const struct record_opts *opts = r->opts;
	static const struct perf_event_header finished_init = {
		.type = PERF_RECORD_FINISHED_INIT, .size = sizeof(finished_init),
	};
	struct synth_opts synth = {
		.emit = emit,
		.ctx = r,
		.id_size = synth__id_size(evlist__first(r->evlist)->attr.sample_type),
		.build_ids = r->config.tracking->attr.build_id,
		.data_maps = r->config.tracking->attr.mmap_data,
		.no_maps = opts->synth_said && !opts->synth_maps,
		.namespaces = r->config.tracking->attr.namespaces,
		.cache = r->synth_cache,
		.asker = r->asker,
	};
	int err;

	synth_cache__begin(r->synth_cache);
	r->header_build_ids = !opts->no_buildid && !r->config.tracking->attr.build_id;
	synth.on_file = r->header_build_ids ? on_file : NULL;
	r->stats.time_pos = ring_stats__time_pos(r->evlist);
	r->stats.evlist = r->evlist;
	if (!r->stats.cut && !r->live)
		r->stats.cut = stack_cut__new(r->evlist, opts);
	r->stats.on_file = r->header_build_ids ? on_file : NULL;
	/* One file, which gets what the rings have, byte for byte. */
	if (!r->stats.cut && !r->live && !r->stats.compress && !r->threads && !r->last &&
	    opts->switch_output.when == SWITCH_NEVER)
		r->stats.runs = &r->result->runs;
	r->stats.on_memory = opts->hold_memory_files ? on_memory : NULL;
	r->stats.ctx = r;
	err = write_aux_info(r);
	if (!err)
		err = write_id_index(r);
	if (!err)
		err = synth__kernel(&synth);
	if (err == -ENOENT) {
		r->result->no_kernel_map = sees_kernel(r->evlist);
		err = 0;
	}
	if (!err && r->config.tracking->attr.bpf_event)
		err = synth__bpf(&synth);
	if (!err && (!opts->synth_said || opts->synth_tasks))
		err = synthesize_tasks(r, &synth);
	if (!err && opts->all_cgroups && (!opts->synth_said || opts->synth_cgroups))
		err = synthesize_cgroups(&synth);
	process_asker__set_limit(r->asker, LATER_MS);
	if (!err)
		err = emit(r, &finished_init, sizeof(finished_init));
	if (!err && perf_writer__is_pipe(r->writer))
		err = perf_writer__flush(r->writer, r->diag);
	if (err && !diag__is_set(r->diag))
		diag__msg(r->diag, err, "cannot list the running processes: %s", strerror(-err));
	return err;
}
