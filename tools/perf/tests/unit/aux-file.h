/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A small perf.data file with AUX records, byte by byte: for tests of what is hostile, which no
 * generator writes. All samples and sample_ids have TID, TIME, ID and CPU.
 */
#ifndef PERF_TESTS_UNIT_AUX_FILE_H
#define PERF_TESTS_UNIT_AUX_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/*
 * WATERMARK: a trace that is read each 65536 bytes; OUTPUT: aux_output; SAMPLED: brings 512 bytes of the
 * trace.
 */
enum aux_file_event {
	AUX_FILE_TRACE = 1, AUX_FILE_TRACE_PAUSED, AUX_FILE_WATERMARK, AUX_FILE_RESUME, AUX_FILE_PAUSE, AUX_FILE_OUTPUT,
	AUX_FILE_SAMPLED, AUX_FILE_PLAIN,
};

struct aux_file {
	struct strbuf records;
	struct strbuf attrs;		/* struct perf_event_attr, then the section of its ids */
	struct strbuf ids;
	struct strbuf index;		/* entries for the AUXTRACE feature, if there is to be one */
	struct strbuf groups;		/* GROUP_DESC: entries */
	uint64_t nr_index, nr_events, nr_groups;
	bool has_index;
	uint32_t cpu, pid, tid;		/* of the records that follow */
};

/* Event number n (from 0) has the id 100 + n. The PMU of traces is number 40. */
void aux_file__event(struct aux_file *f, enum aux_file_event what);
/* The next @nr events are a group. */
void aux_file__group(struct aux_file *f, uint32_t nr);
/* Offsets of the records in the file that is to be. */
uint64_t aux_file__pos(const struct aux_file *f);
void aux_file__sample(struct aux_file *f, uint64_t time, unsigned int event);
void aux_file__aux(struct aux_file *f, uint64_t time, uint64_t offset, uint64_t size, uint64_t flags,
		   unsigned int event);
void aux_file__start(struct aux_file *f, uint64_t time);
void aux_file__lost(struct aux_file *f, uint64_t time, uint64_t lost);
void aux_file__info(struct aux_file *f, uint32_t type, uint64_t word);
/* Says @said bytes follow; @really do, each its place in the stream modulo 256. */
void aux_file__trace(struct aux_file *f, uint32_t idx, uint64_t offset, uint64_t said, uint64_t really);
/* A record of any type with @words and no sample_id. */
void aux_file__record(struct aux_file *f, uint32_t type, uint16_t misc, const uint64_t *words, size_t nr);
void aux_file__index_entry(struct aux_file *f, uint64_t pos, uint64_t size);
/* The file as an open memory file, to be read as /proc/self/fd/N; the builder is empty afterwards. */
int aux_file__fd(struct aux_file *f);
/* The same as a pipe's stream. */
int aux_file__stream_fd(struct aux_file *f);

#endif /* PERF_TESTS_UNIT_AUX_FILE_H */
