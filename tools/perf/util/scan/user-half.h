/* SPDX-License-Identifier: GPL-2.0-only */
/* The other half of a sample, which a deferred record has brought. */
#ifndef PERF_SCAN_USER_HALF_H
#define PERF_SCAN_USER_HALF_H

#include "util/scan/scan.h"
#include "util/scan/stitch.h"

struct user_half {
	bool found;
	enum perf_stitch_reason reason;
	bool of_sleeper;		/* made from a sleeping thread's memory, not by the kernel (evsel__is_sleepers()) */
	uint32_t pid;			/* this and all that follow are of the deferred record; -1: not recorded */
	uint64_t time;			/* ns */
	const uint64_t *ips;		/* native order */
	size_t nr;
};

/*
 * When the deferred record at @p was made, in ns, which has @left bytes. @otherwise: what is returned if it is none,
 * since the file has changed.
 */
static inline uint64_t scan__record_time(const struct scan *sc, const unsigned char *p, uint64_t left, uint64_t otherwise)
{
	struct perf_event_header h;
	uint64_t time;

	if (left < sizeof(h))
		return otherwise;
	memcpy(&h, p, sizeof(h));
	if (h.size < sc->near_at || h.size > left)
		return otherwise;
	memcpy(&time, p + h.size - sc->near_at, sizeof(time));
	return time;
}

/* The same for the record of which @what tells, a near one. The sample is at @p, with @left bytes. */
static inline uint64_t scan__near_time(const struct scan *sc, uint32_t what, const unsigned char *p, uint64_t left, uint64_t otherwise)
{
	const unsigned int at = 8 * (what & NEAR_MOST);

	return left < at ? otherwise : scan__record_time(sc, p + at, left - at, otherwise);
}

/* The record that completes a sample. */
struct half_record {
	uint64_t time;			/* ns */
	uint32_t pid;
};

/* That of @row, which has one; @pid: of the sample, which is at @p, with @left bytes. */
static inline struct half_record scan__half_record(const struct scan *sc, const struct time_order_entry *row, uint32_t pid,
						      const unsigned char *p, uint64_t left)
{
	const struct stitch *st = sc->stitch;
	struct half_record ret = { .pid = pid };

	if (row->what >= LAGGING_HALF) {
		ret.time = row->time + st->lagging[row->what - LAGGING_HALF].lag;
	} else if (row->what >= JOINED_HALF) {
		ret.time = st->joined[row->what - JOINED_HALF].time;
		ret.pid = st->joined[row->what - JOINED_HALF].pid;
	} else {
		ret.time = scan__near_time(sc, row->what, p, left, row->time);
	}
	return ret;
}

/* Sets @half to what the deferred record @r holds, whose entries are valid until the next call; if it is damaged, @half stays as it is. */
void scan__read_half(const struct scan *sc, const struct record *r, struct user_half *half);
/*
 * Sets @half to the user half of the sample of @row, whose pid is @pid, or to the reason why there is none. Returns
 * false if the sample does not wait for one. The entries in @half are valid until the next call.
 */
bool scan__user_half(const struct scan *sc, const struct time_order_entry *row, uint32_t pid, struct user_half *half);

#endif /* PERF_SCAN_USER_HALF_H */
