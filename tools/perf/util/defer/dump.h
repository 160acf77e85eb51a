/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shows the protocol of deferral as a recording has it: the samples that wait, the deferred records, which
 * record completes which sample, and what breaks the rules. For people who work on the kernel's part of it.
 */
#ifndef PERF_DEFER_DUMP_H
#define PERF_DEFER_DUMP_H

#include "util/session/session.h"

struct text_out;

#define DUMP_NONE	SIZE_MAX

enum dump_violation {
	DUMP_SEVERAL_OUTPUTS	= 1 << 0,	/* several events of the recording have defer_output */
	DUMP_COOKIE_REUSED	= 1 << 1,	/* another task had the cookie before */
	DUMP_RECORD_FIRST	= 1 << 2,	/* the record is older than the first sample with its cookie */
	DUMP_BAD_COOKIE		= 1 << 3,	/* the count in the cookie is even, which the kernel never uses */
	DUMP_NO_TID		= 1 << 4,	/* the record's sample_id has no TID, so no sample can match */
	DUMP_NO_COOKIE		= 1 << 5,	/* the sample's marker has no cookie, in protocol C */
	DUMP_NR_VIOLATIONS	= 6
};

/* A sample that waits for its user stack, or a deferred record. */
struct dump_entry {
	uint64_t time;			/* ns */
	uint64_t offset;		/* of the record in the file, bytes */
	uint64_t cookie;
	uint32_t pid, tid, cpu, machine;
	uint32_t nr;			/* number of kernel frames (sample) or user frames (record) */
	const char *comm;		/* interned by the session */
	const char *event;		/* the event's name for a sample; NULL for a record */
	size_t match;			/* for a sample: the index of its record, or DUMP_NONE */
	size_t duplicate_of;		/* for a record: the index of an earlier one with its cookie, or DUMP_NONE */
	uint32_t completes;		/* for a record: how many samples it completes */
	unsigned int violations;	/* enum dump_violation */
	uint32_t other_tid;		/* for DUMP_COOKIE_REUSED: the thread that had the cookie before */
	enum perf_stitch_ending ending;	/* for a sample */
	bool completes_later;		/* private: a record that needs no more checks against DUMP_RECORD_FIRST */
};

struct dump {
	struct session *session;	/* owned; it keeps the names of the entries */
	struct dump_entry *entries;	/* in time order */
	size_t nr, cap;
	enum deferred_protocol protocol;
	bool big;			/* the recording is big-endian: see dump_cookie__cpu() */
	const char **outputs;		/* names of the events with defer_output */
	size_t nr_outputs;
	uint64_t violations[DUMP_NR_VIOLATIONS];
	/* one text for each record that could not be decoded, with its place in the file */
	struct dump_damage { char *text; } *damages;
	size_t nr_damages, cap_damages;
};

/*
 * Reads the recording of @opts into @d, and sets opts->raw. Only the members damaged and progress of @view are used;
 * @view_ctx is their context. Returns 0, or negative errno with @diag set.
 */
int dump__collect(struct dump *d, struct session_opts *opts, const struct session_ops *view, void *view_ctx,
		  struct diag *diag);
void dump__exit(struct dump *d);
bool dump__has_violations(const struct dump *d);
/* Returns the text for one bit of enum dump_violation, such as "cookie is another task's"; static. */
const char *dump_violation__text(unsigned int bit);

/*
 * Return the two parts of a cookie: the CPU that made it (-1: no CPU), and the count of this CPU. In memory
 * they are two u32 values (the first is the CPU's number + 1), so which half of the u64 has which of them
 * depends on the byte order of the recording.
 */
int64_t dump_cookie__cpu(const struct dump *d, uint64_t cookie);
uint32_t dump_cookie__count(const struct dump *d, uint64_t cookie);

void dump__print_text(const struct dump *d, struct text_out *out);
void dump__print_json(const struct dump *d, struct text_out *out);

#endif /* PERF_DEFER_DUMP_H */
