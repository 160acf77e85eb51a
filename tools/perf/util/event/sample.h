/* SPDX-License-Identifier: GPL-2.0-only */
/* Decodes PERF_RECORD_SAMPLE records, and the sample_id at the end of all other records. */
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
 * Fields that the event's sample_type lacks are 0; pid, tid and cpu are (uint32_t)-1 then. Pointers are borrowed
 * from the record or from the decoder; they are valid until the decoder is used again.
 */
struct perf_sample {
	uint64_t id, ip, time, addr, stream_id;
	uint64_t period;		/* as recorded; if it was not recorded, that of the event */
	uint32_t pid, tid, cpu;
	uint16_t misc;
	uint32_t callchain_offset;	/* offset of the callchain's count in the record, bytes; 0: no callchain */
	uint64_t nr_ips;		/* the callchain as recorded, with markers and cookie; native byte order */
	const uint64_t *ips;
	struct {
		uint64_t nr;		/* values; 1 without PERF_FORMAT_GROUP; 0: no READ field */
		uint64_t time_enabled, time_running;
		const struct sample_read_value *values;
	} read;
	uint32_t raw_size;		/* bytes */
	const void *raw_data;		/* the file's byte order */
	uint64_t nr_branches, branch_hw_idx;
	const struct branch_entry *branches;	/* native byte order */
	const uint64_t *branch_counters;	/* nr_branches u64s, native byte order; NULL: not recorded */
	struct regs_dump user_regs, intr_regs;
	uint32_t user_copy_offset, user_copy_size;	/* where user_regs and user_stack are in the record, bytes */
	uint64_t user_stack_size;	/* bytes at user_stack; 0: no copy of the stack */
	uint64_t user_stack_dyn_size;	/* how many of these the kernel could read; the others mean nothing */
	const void *user_stack;
	uint64_t weight;		/* of WEIGHT_STRUCT the first number; the next line has the others */
	uint16_t ins_lat, retire_lat;	/* cycles */
	uint64_t data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
	uint64_t aux_size;
	const void *aux_data;
};

static inline unsigned int sample__cpumode(const struct perf_sample *s)
{
	return s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

/* Was the sample taken in user mode, on the host or in a guest? */
static inline bool sample__is_user(const struct perf_sample *s)
{
	unsigned int mode = sample__cpumode(s);

	return mode == PERF_RECORD_MISC_USER || mode == PERF_RECORD_MISC_GUEST_USER;
}

/* The trailer of other records. Missing fields are 0; pid, tid and cpu are -1 then. */
struct sample_id {
	uint32_t pid, tid, cpu;
	uint64_t time, id, stream_id;
	bool has_tid, has_time;
	unsigned int size;		/* bytes of the trailer */
};

/* Has the memory that a decoded sample may need (for swapped arrays). Each thread needs its own decoder. */
struct sample_decoder {
	struct evlist *evlist;		/* borrowed */
	struct sample_layout *layouts;	/* by evsel->idx; see sample-layout.h */
	size_t nr_layouts;
	/* The ids that were looked up last; the low bits of an id are its index. */
	struct sample_known_id {
		uint64_t id;
		struct evlist_id *entry;	/* NULL: this element is free */
	} known[64];
	uint64_t *scratch;
	size_t cap;			/* u64s */
	struct sample_read_value *read_values;
	size_t cap_read;
};

void sample_decoder__init(struct sample_decoder *d, struct evlist *evlist);
void sample_decoder__exit(struct sample_decoder *d);

/*
 * Returns the event that a SAMPLE record belongs to, by its id; NULL with @diag set if the id is not known, or
 * if the record is too short to have one.
 */
struct evsel *sample_decoder__evsel(struct sample_decoder *d, const struct record *r, struct diag *diag);
/* Decodes a SAMPLE record. Returns the event that it belongs to, or NULL with @diag set, as above or if it is damaged. */
struct evsel *sample_decoder__sample(struct sample_decoder *d, const struct record *r, struct perf_sample *ret,
				     struct diag *diag);
/* Does the same as evlist__find_id(), faster for ids that were looked up before. */
struct evlist_id *sample_decoder__find_id(struct sample_decoder *d, uint64_t id);
/* Returns the machine that the counter with an id belongs to; 0 is the host, and where nothing is known. */
static inline uint32_t sample_decoder__machine_pid(struct sample_decoder *d, uint64_t id)
{
	const struct evlist_id *e = id ? sample_decoder__find_id(d, id) : NULL;

	return e ? e->machine_pid : 0;
}
/*
 * Computes d->layouts for all events, by evsel->idx, for loops that use them directly. They are valid until an event is
 * added or changed.
 */
void sample_decoder__prepare(struct sample_decoder *d);
/* The fields of a sample that the first pass over a recording needs. */
struct sample_glance {
	uint64_t id, time;
	uint32_t pid, tid;
	uint64_t nr_ips;
	const uint64_t *ips;
};
/* Checks all of the sample as sample_decoder__sample() does, but sets only these fields. */
struct evsel *sample_decoder__glance(struct sample_decoder *d, const struct record *r, struct sample_glance *ret,
				     struct diag *diag);
/*
 * Decodes the sample_id of any other record of the kernel. All its fields are missing if the recording has no sample_ids,
 * or if the record is too short to have one.
 */
void sample_decoder__id(struct sample_decoder *d, const struct record *r, struct sample_id *ret);

/* A decoded CALLCHAIN_DEFERRED record. A PERF_CONTEXT_USER at the beginning is not included in @ips. */
struct record_deferred {
	uint64_t cookie;		/* 0 in protocol A */
	uint64_t nr;
	const uint64_t *ips;		/* native byte order */
	struct sample_id id;
};

enum deferred_protocol { DEFERRED_PROTOCOL_C, DEFERRED_PROTOCOL_A };

/* Decodes a CALLCHAIN_DEFERRED record. Returns 0, or -EBADMSG with @diag set. */
int sample_decoder__deferred(struct sample_decoder *d, const struct record *r, enum deferred_protocol protocol,
			     struct record_deferred *ret, struct diag *diag);
/* Does the chain fill the record, except for the sample_id? Also returns false if that cannot be found out quickly. */
bool sample_decoder__deferred_fits(struct sample_decoder *d, const struct record *r, enum deferred_protocol protocol);
/*
 * Of which protocol is this CALLCHAIN_DEFERRED record? Its length tells: it has room for as many entries as it says, behind a cookie or
 * without one. No record of a kernel can be read as both, as a cookie is larger than any number of entries. Returns false if it is as long
 * as neither says; then *@ret is left alone.
 */
bool sample_decoder__deferred_protocol(struct sample_decoder *d, const struct record *r, enum deferred_protocol *ret);

#endif /* PERF_EVENT_SAMPLE_H */
