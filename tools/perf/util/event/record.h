/* SPDX-License-Identifier: GPL-2.0-only */
/* A record as it is stored in a file, and the decoders for records that are not samples. */
#ifndef PERF_EVENT_RECORD_H
#define PERF_EVENT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <linux/perf_event.h>

#include "util/base/cursor.h"
#include "util/base/diag.h"

/* Records that perf itself writes into a file, in addition to those of the kernel. */
enum perf_user_record_type {
	PERF_RECORD_USER_TYPE_START	= 64,
	PERF_RECORD_HEADER_ATTR		= 64,
	PERF_RECORD_HEADER_EVENT_TYPE	= 65,
	PERF_RECORD_HEADER_TRACING_DATA	= 66,
	PERF_RECORD_HEADER_BUILD_ID	= 67,
	PERF_RECORD_FINISHED_ROUND	= 68,
	PERF_RECORD_ID_INDEX		= 69,
	PERF_RECORD_AUXTRACE_INFO	= 70,
	PERF_RECORD_AUXTRACE		= 71,
	PERF_RECORD_AUXTRACE_ERROR	= 72,
	PERF_RECORD_THREAD_MAP		= 73,
	PERF_RECORD_CPU_MAP		= 74,
	PERF_RECORD_STAT_CONFIG		= 75,
	PERF_RECORD_STAT		= 76,
	PERF_RECORD_STAT_ROUND		= 77,
	PERF_RECORD_EVENT_UPDATE	= 78,
	PERF_RECORD_TIME_CONV		= 79,
	PERF_RECORD_HEADER_FEATURE	= 80,
	PERF_RECORD_COMPRESSED		= 81,
	PERF_RECORD_FINISHED_INIT	= 82,
	PERF_RECORD_COMPRESSED2		= 83,
	PERF_RECORD_BPF_METADATA	= 84,
	PERF_RECORD_SCHEDSTAT_CPU	= 85,
	PERF_RECORD_SCHEDSTAT_DOMAIN	= 86,
	PERF_RECORD_USER_MAX
};

/* Returns "MMAP2", "CALLCHAIN_DEFERRED", ... or "UNKNOWN". The text is static. */
const char *record_type__name(uint32_t type);
/* Does record_type__name() return another name than "UNKNOWN"? */
bool record_type__is_known(uint32_t type);

/* One record. @data is 8-byte aligned, whole (header included), in the file's byte order; borrowed. */
struct record {
	struct perf_event_header header;	/* native byte order */
	const unsigned char *data;
	uint64_t offset;			/* in the file (or of the uncompressed stream), bytes */
	bool swap;				/* data has the other byte order */
};

/* Returns a cursor over the bytes that follow the header. */
static inline struct cursor record__payload(const struct record *r)
{
	return cursor__make(r->data + sizeof(r->header), r->header.size - sizeof(r->header), r->swap);
}

static inline unsigned int record__cpumode(const struct record *r)
{
	return r->header.misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

#define BUILD_ID_MAX	20

/* MMAP and MMAP2. Strings and bytes are borrowed from the record. */
struct record_mmap {
	uint32_t pid, tid;		/* pid -1: the kernel or a module */
	uint64_t start, len, pgoff;	/* bytes */
	uint32_t maj, min;		/* these four only if there is no build id */
	uint64_t ino, ino_generation;
	uint32_t prot, flags;		/* 0 in MMAP */
	uint8_t build_id[BUILD_ID_MAX];
	uint8_t build_id_size;		/* 0: none */
	uint8_t unused[3];		/* 0, as no byte is sent to another process that nobody has written */
	const char *filename;
};

_Static_assert(sizeof(struct record_mmap) == 88 + sizeof(char *), "there is no hole in it");

struct record_comm {
	uint32_t pid, tid;
	const char *comm;
	bool exec;
};

struct record_task {			/* FORK, EXIT */
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

struct record_lost {			/* LOST; LOST_SAMPLES has no id */
	uint64_t id, lost;
};

struct record_ksymbol {
	uint64_t addr;
	uint32_t len;
	uint16_t type, flags;
	const char *name;
};

struct record_switch {			/* SWITCH, SWITCH_CPU_WIDE; numbers are -1 if not recorded */
	uint32_t next_prev_pid, next_prev_tid;
	bool out, preempt;
};

struct record_aux {
	uint64_t offset, size, flags;
};

/*
 * Each decodes @r into @ret. Returns 0, or -EBADMSG with @diag set (offset, record and field name) if the record is too
 * short or badly formed; @ret has not changed then.
 */
int record__decode_mmap(const struct record *r, struct record_mmap *ret, struct diag *diag);
int record__decode_comm(const struct record *r, struct record_comm *ret, struct diag *diag);
int record__decode_task(const struct record *r, struct record_task *ret, struct diag *diag);
int record__decode_lost(const struct record *r, struct record_lost *ret, struct diag *diag);
int record__decode_ksymbol(const struct record *r, struct record_ksymbol *ret, struct diag *diag);
int record__decode_switch(const struct record *r, struct record_switch *ret, struct diag *diag);
/* Is it one of those by which perf stat record tells what events have counted? STAT, STAT_ROUND, STAT_CONFIG, THREAD_MAP. */
bool record__is_count(uint32_t type);
int record__decode_aux(const struct record *r, struct record_aux *ret, struct diag *diag);
/* Sets @diag for a cursor that failed, and returns -EBADMSG; 0 if it did not fail. */
int record__check(const struct record *r, const struct cursor *c, struct diag *diag);

/* For records that perf itself writes: returns the u64, in native byte order, that consists of @first and then @second. */
static inline uint64_t record__pair_word(uint32_t first, uint32_t second)
{
	const uint32_t pair[2] = { first, second };
	uint64_t word;

	memcpy(&word, pair, sizeof(word));
	return word;
}

/* Returns the header of a record of @size bytes as a u64. */
static inline uint64_t record__head_word(uint32_t type, uint16_t size)
{
	const struct perf_event_header head = { .type = type, .size = size };
	uint64_t word;

	memcpy(&word, &head, sizeof(word));
	return word;
}

#endif /* PERF_EVENT_RECORD_H */
