/* SPDX-License-Identifier: GPL-2.0-only */
/* A PERF_RECORD_SAMPLE taken apart, and the sample_id that ends all other records. */
#ifndef PERF_EVENT_SAMPLE_H
#define PERF_EVENT_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/evlist.h"
#include "util/event/record.h"

struct sample_read_value {
	uint64_t value, id, lost;
};

struct branch_entry {
	uint64_t from, to, flags;
};

struct regs_dump {
	uint64_t abi, mask;
	const uint64_t *regs;		/* popcount(mask) values, native byte order */
};

/*
 * Fields that the event's sample_type lacks are 0, pid/tid/cpu (uint32_t)-1. Pointers are borrowed
 * from the record or from the decoder, valid until the next decode with it.
 */
struct perf_sample {
	uint64_t id, ip, time, addr, stream_id;
	uint64_t period;		/* as recorded, or else the event's own */
	uint32_t pid, tid, cpu;
	uint16_t misc;
	uint32_t callchain_offset;	/* of its count, in the record, bytes; 0: no callchain */
	uint64_t nr_ips;		/* callchain as recorded: markers, cookie and all; native order */
	const uint64_t *ips;
	struct {
		uint64_t nr;		/* values; 1 without PERF_FORMAT_GROUP; 0: no READ field */
		uint64_t time_enabled, time_running;
		const struct sample_read_value *values;
	} read;
	uint32_t raw_size;		/* bytes */
	const void *raw_data;		/* the file's byte order */
	uint64_t nr_branches, branch_hw_idx;
	const struct branch_entry *branches;	/* native order */
	const uint64_t *branch_counters;	/* nr_branches words, native order; NULL: not recorded */
	struct regs_dump user_regs, intr_regs;
	uint32_t user_copy_offset, user_copy_size;	/* of user_regs and user_stack, in the record, bytes */
	uint64_t user_stack_size, user_stack_dyn_size;
	const void *user_stack;
	uint64_t weight;		/* of WEIGHT_STRUCT the first number, the others follow */
	uint16_t ins_lat, retire_lat;	/* cycles */
	uint64_t data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
	uint64_t aux_size;
	const void *aux_data;
};

static inline unsigned int sample__cpumode(const struct perf_sample *s)
{
	return s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

/* Was it taken in user mode, of the host or of a guest? */
static inline bool sample__is_user(const struct perf_sample *s)
{
	unsigned int mode = sample__cpumode(s);

	return mode == PERF_RECORD_MISC_USER || mode == PERF_RECORD_MISC_GUEST_USER;
}

/* The trailer of other records; what is not there: 0, or -1 for pid, tid and cpu. */
struct sample_id {
	uint32_t pid, tid, cpu;
	uint64_t time, id, stream_id;
	bool has_tid, has_time;
	unsigned int size;		/* bytes that it takes at the record's end */
};

/* Holds the memory that a decoded sample may need (swapped arrays); one a thread. */
struct sample_decoder {
	struct evlist *evlist;		/* borrowed */
	struct sample_layout *layouts;	/* by evsel->idx; see sample-layout.h */
	size_t nr_layouts;
	/* Ids that were looked up last, each in the place that its low bits say. */
	struct sample_known_id {
		uint64_t id;
		struct evlist_id *entry;	/* NULL: the place is free */
	} known[64];
	uint64_t *scratch;
	size_t cap;			/* u64s */
	struct sample_read_value *read_values;
	size_t cap_read;
};

void sample_decoder__init(struct sample_decoder *d, struct evlist *evlist);
void sample_decoder__exit(struct sample_decoder *d);

/*
 * The event a SAMPLE record belongs to, from its id. NULL with @diag set: the id is not known, or
 * the record is too short for it.
 */
struct evsel *sample_decoder__evsel(struct sample_decoder *d, const struct record *r, struct diag *diag);
/* Takes a SAMPLE record apart. Returns the event that it belongs to, or NULL with @diag set: as above, or damaged. */
struct evsel *sample_decoder__sample(struct sample_decoder *d, const struct record *r, struct perf_sample *ret,
				     struct diag *diag);
/* evlist__find_id(), faster for the ids that come again and again. */
struct evlist_id *sample_decoder__find_id(struct sample_decoder *d, uint64_t id);
/*
 * For loops that look into the decoder themselves: the layouts of all events are there, by evsel->idx. They hold until an
 * event is added or changed.
 */
void sample_decoder__prepare(struct sample_decoder *d);
/* What pass 1 asks of a sample. */
struct sample_glance {
	uint64_t id, time;
	uint32_t tid, cpu;
	uint64_t nr_ips;
	const uint64_t *ips;
};
/* Checks all of the sample as sample_decoder__sample() does, but tells only that. */
struct evsel *sample_decoder__glance(struct sample_decoder *d, const struct record *r, struct sample_glance *ret,
				     struct diag *diag);
/*
 * The same for who asks only for the fields up to the callchain, and that included: those behind it stay 0 and are
 * not checked, which is cheaper.
 */
struct evsel *sample_decoder__head(struct sample_decoder *d, const struct record *r, struct perf_sample *ret,
				   struct diag *diag);
/*
 * The sample_id of any other kernel record. All zero (-1) where the recording has none, or when the
 * record is too short to hold it.
 */
void sample_decoder__id(struct sample_decoder *d, const struct record *r, struct sample_id *ret);

/* CALLCHAIN_DEFERRED. A leading PERF_CONTEXT_USER is already gone from @ips. */
struct record_deferred {
	uint64_t cookie;		/* 0 in protocol A */
	uint64_t nr;
	const uint64_t *ips;		/* native order */
	struct sample_id id;
};

enum deferred_protocol { DEFERRED_PROTOCOL_C, DEFERRED_PROTOCOL_A };

/* Returns 0 or -EBADMSG with @diag set. */
int sample_decoder__deferred(struct sample_decoder *d, const struct record *r, enum deferred_protocol protocol,
			     struct record_deferred *ret, struct diag *diag);
/* Does its chain fill the record, but for the sample_id? False as well: not easily told. */
bool sample_decoder__deferred_fits(struct sample_decoder *d, const struct record *r, enum deferred_protocol protocol);

#endif /* PERF_EVENT_SAMPLE_H */
