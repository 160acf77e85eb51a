/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The protocol as it happened: samples that wait, records, which completes which, and what breaks the
 * rules. For people who work on the kernel's side of deferral.
 */
#ifndef PERF_DEFER_DUMP_H
#define PERF_DEFER_DUMP_H

#include "util/session/session.h"

struct text_out;

#define DUMP_NONE	SIZE_MAX

enum dump_violation {
	DUMP_SEVERAL_OUTPUTS	= 1 << 0,	/* defer_output on several events (of the recording) */
	DUMP_COOKIE_REUSED	= 1 << 1,	/* the cookie was another task's before */
	DUMP_RECORD_FIRST	= 1 << 2,	/* a record from before the first sample of its cookie */
	DUMP_BAD_COOKIE		= 1 << 3,	/* its count is even: never given out */
	DUMP_NO_TID		= 1 << 4,	/* sample_id lacks TID: the record matches nothing */
	DUMP_NO_COOKIE		= 1 << 5,	/* the marker came without a cookie, in protocol C */
	DUMP_NR_VIOLATIONS	= 6
};

/* A sample that waits, or a record. */
struct dump_entry {
	uint64_t time;			/* ns */
	uint64_t offset;		/* in the file, bytes */
	uint64_t cookie;
	uint32_t pid, tid, cpu, machine;
	uint32_t nr;			/* sample: kernel frames; record: user frames */
	const char *comm;		/* interned by the session */
	const char *event;		/* sample: the event's name; record: NULL */
	size_t match;			/* sample: its record's index, or DUMP_NONE */
	size_t duplicate_of;		/* record: the index of the first with its key, or DUMP_NONE */
	uint32_t completes;		/* record: how many samples */
	unsigned int violations;	/* enum dump_violation */
	uint32_t other_tid;		/* DUMP_COOKIE_REUSED: whose it was */
	bool has_cookie;		/* a record, or a sample whose marker one follows */
	bool completes_later;		/* a record whose place in its cookie's history is settled */
};

struct dump {
	struct session *session;	/* owned: keeps names */
	struct dump_entry *entries;	/* in time order */
	size_t nr, cap;
	enum deferred_protocol protocol;
	bool big;			/* the recording is big-endian: see dump_cookie__cpu() */
	const char **outputs;		/* names of the events with defer_output */
	size_t nr_outputs;
	uint64_t violations[DUMP_NR_VIOLATIONS];
	/* records that could not be decoded, with their place */
	struct dump_damage { char *text; } *damages;
	size_t nr_damages, cap_damages;
};

/*
 * Reads a recording. 0, or negative errno with @diag. opts->raw is set by it; @view: progress and damaged are used.
 */
int dump__collect(struct dump *d, struct session_opts *opts, const struct session_ops *view, void *view_ctx,
		  struct diag *diag);
void dump__exit(struct dump *d);
bool dump__has_violations(const struct dump *d);
/* "cookie is another task's", static; for one bit. */
const char *dump_violation__text(unsigned int bit);

/*
 * A cookie is two u32s in memory, the number of the CPU that gave it out + 1 and that CPU's count: which
 * half is which depends on the recording's byte order. -1: no CPU.
 */
int64_t dump_cookie__cpu(const struct dump *d, uint64_t cookie);
uint32_t dump_cookie__count(const struct dump *d, uint64_t cookie);

void dump__print_text(const struct dump *d, struct text_out *out);
void dump__print_json(const struct dump *d, struct text_out *out);

#endif /* PERF_DEFER_DUMP_H */
