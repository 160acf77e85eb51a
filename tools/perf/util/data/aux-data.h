/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording says about AUX traces, collected in pass 1 of recordings that can be read twice: the
 * description (AUXTRACE_INFO), the pieces of data (AUXTRACE), and the kernel's records about them (AUX,
 * ITRACE_START, AUX_OUTPUT_HW_ID). Formats: upstream's perf.data-file-format.txt and perf_event.h.
 *
 * Nothing here interprets a trace; see util/auxtrace.
 */
#ifndef PERF_DATA_AUX_DATA_H
#define PERF_DATA_AUX_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/data/data-file.h"
#include "util/event/sample.h"

/* AUXTRACE_INFO's type: which driver's private words follow. */
enum auxtrace_type {
	PERF_AUXTRACE_UNKNOWN,
	PERF_AUXTRACE_INTEL_PT,
	PERF_AUXTRACE_INTEL_BTS,
	PERF_AUXTRACE_CS_ETM,
	PERF_AUXTRACE_ARM_SPE,
	PERF_AUXTRACE_S390_CPUMSF,
	PERF_AUXTRACE_HISI_PTT,
	PERF_AUXTRACE_VPA_DTL,
};

struct aux_info {
	uint32_t type;
	uint64_t *words;		/* the private part as u64s, native byte order; owned */
	size_t nr_words;
	uint64_t pos;			/* of the record */
};

/* An AUXTRACE record and the data behind it. */
struct aux_chunk {
	uint64_t size;			/* bytes of @data, as many as the file really has */
	uint64_t offset;		/* of its first byte in the stream of all that was written to the buffer */
	uint64_t reference;		/* an arbitrary number of the recorder (a time, a snapshot's count) */
	uint32_t idx;			/* which buffer */
	uint32_t tid, cpu;		/* -1: not bound to one */
	uint64_t pos;			/* of the record */
	/* Borrowed, in the mapping: the bytes may change if the file does, the size may not. */
	const unsigned char *data;
};

/* An AUX record: the kernel has put data into a buffer. */
struct aux_event {
	/* ns; without one (--per-thread): that of the record before it in the file */
	uint64_t time;
	uint64_t offset, size;		/* in the buffer's stream; for a snapshot, in the buffer */
	uint64_t flags;			/* PERF_AUX_FLAG_* */
	uint64_t id;			/* of the AUX event; 0: not recorded */
	uint32_t pid, tid, cpu;		/* -1: not recorded */
	uint64_t pos;
};

/* ITRACE_START: from this time on the trace belongs to this task. */
struct aux_start {
	uint64_t time;
	uint32_t pid, tid, cpu;
	uint64_t pos;
};

struct aux_data {
	bool has_info;
	struct aux_info info;		/* the first, if there are several; zero without has_info */
	struct aux_chunk *chunks;	/* in file order */
	size_t nr_chunks, cap_chunks;
	struct aux_event *events;	/* in time order */
	size_t nr_events, cap_events;
	struct aux_start *starts;	/* in time order */
	size_t nr_starts, cap_starts;
	uint64_t bytes;			/* of all chunks */
};

/*
 * Reads @r if it is about AUX traces, and ignores other records; @w is at it. @id: the one of @r, with the time that it
 * gets. -EBADMSG: damaged.
 */
int aux_data__see(struct aux_data *d, const struct data_walk *w, const struct record *r, const struct sample_id *id, struct diag *diag);
/* After the walk: puts events and starts in the order of time. */
void aux_data__finish(struct aux_data *d);
/*
 * Compares what was found with the recording's index of it, the @size bytes at @index, which lie at @offset. -EBADMSG with @diag: they
 * differ, and the records themselves are taken.
 */
int aux_data__check_index(const struct aux_data *d, const void *index, uint64_t size, bool swap, uint64_t offset, struct diag *diag);
/*
 * Reads only the description, which lies before the first sample, without reading the whole recording. Returns false if there
 * is none. The caller frees ret->words.
 */
bool aux_data__peek(struct data_file *df, struct aux_info *ret);
void aux_data__exit(struct aux_data *d);

#endif /* PERF_DATA_AUX_DATA_H */
