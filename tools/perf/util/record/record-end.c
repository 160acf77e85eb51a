// SPDX-License-Identifier: GPL-2.0-only
/* The end of a recording: what is known only now. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/deputy.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/silent-fs.h"
#include "util/data/feature-write.h"
#include "util/record/recorder-internal.h"
#include "util/record/ring-compress.h"
#include "util/symbol/dso.h"

/* How long a file may take whose build id is read. */
#define LIMIT_MS	2000

/*
 * A record that tells how many of one counter's samples found no room, with its id behind it. It is the newest: a
 * FINISHED_ROUND may have promised that nothing is older than any record before.
 */
static int write_lost_samples(struct recorder *r, const struct evsel *evsel, uint64_t id, int cpu,
			      uint64_t lost)
{
	const uint64_t type = evsel->attr.sample_type;
	uint64_t words[16], n = 1;

	words[n++] = lost;
	if (type & PERF_SAMPLE_TID)
		words[n++] = 0;
	if (type & PERF_SAMPLE_TIME)
		words[n++] = r->stats.newest_time;
	if (type & PERF_SAMPLE_ID)
		words[n++] = id;
	if (type & PERF_SAMPLE_STREAM_ID)
		words[n++] = id;
	if (type & PERF_SAMPLE_CPU)
		words[n++] = record__pair_word((uint32_t)cpu, 0);
	if (type & PERF_SAMPLE_IDENTIFIER)
		words[n++] = id;
	words[0] = record__head_word(PERF_RECORD_LOST_SAMPLES, (uint16_t)(n * 8));
	return perf_writer__write(r->writer, words, (size_t)n * 8, r->diag);
}

/*
 * The counters know what was lost, also where the rings had no room to say so. What the event that tells of tasks and maps has lost of
 * those is no sample: readers would take it for stacks that are not there.
 */
static int read_lost(struct recorder *r, const struct evsel *evsel, uint64_t *total)
{
	const struct perf_evsel *p = evsel->counter;
	int cpu, thread, nr = perf_cpu_map__nr(perf_evsel__cpus(p)), err = 0;
	struct perf_counts counts;

	for (cpu = 0; cpu < nr && !err; cpu++) {
		uint64_t others = recorder__lost_others(r, evsel, cpu);

		for (thread = 0; thread < perf_evsel__nr_threads(p) && !err; thread++) {
			uint64_t id, before, no_samples;

			if (perf_evsel__fd(p, cpu, thread) < 0 ||
			    perf_evsel__read(p, cpu, thread, &counts) || !counts.lost)
				continue;
			*total += counts.lost;
			no_samples = others < counts.lost ? others : counts.lost;
			others -= no_samples;
			counts.lost -= no_samples;
			id = perf_evsel__id(p, cpu, thread);
			before = u64num__find(&r->lost_before, id);
			if (counts.lost <= before)
				continue;
			u64num__set(&r->lost_before, id, counts.lost);
			err = write_lost_samples(r, evsel, id, perf_cpu_map__cpu(perf_evsel__cpus(p), cpu),
						 counts.lost - before);
		}
	}
	return err;
}

static int write_all_lost(struct recorder *r)
{
	struct evsel *evsel;
	uint64_t total = 0;
	size_t i;
	int err = 0;

	if (!r->features.read_lost)
		return 0;
	evlist__for_each(&r->written, i, evsel)
		if (!err && evsel->counter)
			err = read_lost(r, evsel, &total);
	if (total > r->stats.lost)
		r->stats.lost = total;
	return err;
}

/* An entry, of any process, goes into the header's feature, or, as a record, into the pipe. */
static int add_build_id(struct recorder *r, struct strbuf *out, const char *name, uint16_t misc, const uint8_t *id, int size)
{
	struct header_build_id entry = { .pid = (uint32_t)-1, .misc = misc, .size = (uint8_t)size };
	static const char zeros[8];
	size_t at = out->len;
	int err = 0;

	if (size <= 0 || size > BUILD_ID_MAX || strlen(name) > 4096)
		return 0;
	memcpy(entry.build_id, id, (size_t)size);
	entry.filename = xstrdup(name);
	feature_write__build_id(out, &entry);
	free(entry.filename);
	if (perf_writer__is_pipe(r->writer)) {
		struct perf_event_header header;

		/* New perfs refuse records that are not aligned. */
		strbuf__add(out, zeros, -(out->len - at) & 7);
		memcpy(&header, out->buf + at, sizeof(header));
		header.type = PERF_RECORD_HEADER_BUILD_ID;
		header.size = (uint16_t)(out->len - at);
		memcpy(out->buf + at, &header, sizeof(header));
		err = perf_writer__write(r->writer, out->buf + at, out->len - at, r->diag);
		out->len = at;
	}
	return err;
}

static void read_build_id(struct deputy_job *job)
{
	int n = build_id__read_file(job->in, job->out);

	job->out_size = n > 0 ? (size_t)n : 0;
}

/* Of a file that a recorded process has mapped: the file system may be in its hand, too. */
static int ask_build_id(struct deputy *deputy, struct silent_fs *silent, const char *name, uint8_t *ret)
{
	const struct file_place place = { .path = name };
	size_t size = 0;
	int err = silent_fs__has(silent, &place) ? -EBUSY : 0, fd;

	if (!err)
		err = deputy__call(deputy, &(struct deputy_question){ read_build_id, name, strlen(name) + 1 },
				   ret, BUILD_ID_MAX, &size, &fd);
	if (err == -ETIMEDOUT)
		silent_fs__add(silent, &place);
	return err ? err : (int)size;
}

static int write_build_ids(struct recorder *r)
{
	struct strbuf out = STRBUF_INIT;
	char *notes = xasprintf("%s/kernel/notes", sysfs__path());
	struct deputy *deputy = deputy__new(LIMIT_MS);
	struct silent_fs *silent = silent_fs__new(deputy);
	uint8_t id[BUILD_ID_MAX];
	size_t i;
	int err;

	err = add_build_id(r, &out, "[kernel.kallsyms]", PERF_RECORD_MISC_KERNEL, id, build_id__read_notes_file(notes, id));
	free(notes);
	for (i = 0; i < r->files.nr && !err; i++)
		err = add_build_id(r, &out, r->files.names[i], PERF_RECORD_MISC_USER, id,
				   ask_build_id(deputy, silent, r->files.names[i], id));
	silent_fs__delete(silent);
	deputy__delete(deputy);
	if (out.len)
		perf_writer__set_feature(r->writer, HEADER_BUILD_ID, out.buf, out.len);
	strbuf__exit(&out);
	return err;
}

static void set_sample_time(struct recorder *r)
{
	uint64_t times[2] = { r->stats.first_time, r->stats.last_time };

	if (times[0])
		perf_writer__set_feature(r->writer, HEADER_SAMPLE_TIME, times, sizeof(times));
}

uint64_t recorder__dropped_samples(const struct perf_writer *w, uint64_t given)
{
	int64_t kept = perf_writer__kept_samples(w);

	return kept < 0 ? perf_writer__dropped_samples(w) : given > (uint64_t)kept ? given - (uint64_t)kept : 0;
}

int recorder__write_end(struct recorder *r)
{
	int err = write_all_lost(r);

	if (!err && r->header_build_ids)
		err = write_build_ids(r);
	set_sample_time(r);
	r->result->lost = r->stats.lost;
	r->result->lost_chunks = r->stats.lost_chunks;
	r->result->throttled = r->stats.throttled;
	r->result->has_aux = r->config.aux.evsel != NULL;
	r->result->aux_snapshots = r->config.aux.snapshot;
	r->result->aux_samples = r->config.aux.sampling;
	r->result->aux_bytes = r->aux_stats.bytes;
	r->result->nr_snapshots = r->aux_stats.snapshots;
	r->result->aux_records = r->stats.aux_records;
	r->result->aux_truncated = r->stats.aux_truncated;
	r->result->aux_partial = r->stats.aux_partial;
	r->result->aux_collided = r->stats.aux_collided;
	if (r->stats.damaged)
		pr_warning("Warning:\na ring buffer held something that is no record; what "
			   "followed it is lost\n");
	if (r->stats.compress) {
		ring_compress__set_feature(r->stats.compress, r->writer);
		r->result->bytes_in += ring_compress__bytes_in(r->stats.compress);
		r->result->bytes_out += ring_compress__bytes_out(r->stats.compress);
	}
	/* Completes the file also where nothing more could be written. */
	err = perf_writer__finish(r->writer, r->diag);
	r->result->gone |= err == -ENOENT;
	r->result->dropped += perf_writer__dropped(r->writer);
	r->dropped_samples += recorder__dropped_samples(r->writer, r->threads ? 0 : r->stats.samples - r->samples_before);
	r->samples_before = r->stats.samples;
	r->result->samples = r->stats.samples - r->dropped_samples;
	r->result->file_size += perf_writer__total(r->writer);
	return err;
}
