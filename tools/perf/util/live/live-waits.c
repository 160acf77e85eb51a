// SPDX-License-Identifier: GPL-2.0-only
/* How samples that wait come to their end: what they wait for has come, or it does not come any more, or they have waited for too long. */
#include "util/base/monotonic.h"
#include "util/live/live-unwind-internal.h"

/* How long a sample may wait for the kernel's walk, by the time of records, and how much memory all these may take. */
#define WAIT_NS		(10 * 1000000000ULL)
#define WAIT_BYTES	((size_t)64 << 20)
/* How long tables are waited for, ms, where the file is to be completed. */
#define END_MS		5000

/* --- for tables ------------------------------------------------------------------------------- */

/* The sample has waited for tables. False: it has to wait on, unless that is @last. */
static bool end_parking(struct live_unwind *u, struct waiting_sample *w, bool last)
{
	struct record r;
	struct opened_sample o;

	if (!last && live_tables__awaits(u->tables, &w->missing))
		return false;
	if (live_samples__take_apart_again(u, w, &r, &o) && !live_samples__unwind(u, &o, w->ips, w->nr_ips)) {
		if (!last) {
			w->missing = u->walk.missing;
			return false;
		}
		live_writing__kept(u, &o, w->ips, w->nr_ips);
	}
	waiting_samples__take_out(&u->waiting, &u->waiting.for_tables, w);
	waiting_sample__free(w);
	return true;
}

/*
 * Where the same code waits again and again, thousands of samples wait for one answer, and after that for the next one: one of them is walked
 * to find out for which. Another that was at the same place and waited for the same is taken to wait for that, too. If it does not, it is
 * walked an answer later.
 */
#define RETRIED		128

struct retried {
	uint64_t ip, offset;
	const struct live_file *file;
	struct live_place_in_file missing;
};

static void retry(struct live_unwind *u, struct waiting_sample *w, struct retried *of)
{
	const struct live_place_in_file had = w->missing;
	struct retried *r = &of[(w->ip ^ w->ip >> 8 ^ had.offset) % RETRIED];

	if (r->file && r->ip == w->ip && r->file == had.file && r->offset == had.offset)
		w->missing = r->missing;
	else if (!end_parking(u, w, false))
		*r = (struct retried){ .ip = w->ip, .offset = had.offset, .file = had.file, .missing = w->missing };
}

/* More is known than before. False: it is time for something else, and some were not looked at. */
static bool retry_parked(struct live_unwind *u, int64_t until)
{
	struct retried of[RETRIED] = { { 0 } };
	struct waiting_sample *w, *newer;
	unsigned int nr = 0;

	for (w = u->waiting.for_tables.oldest; w; w = newer) {
		newer = w->newer;
		if (live_tables__awaits(u->tables, &w->missing))
			continue;
		if (++nr % 64 == 0 && monotonic__ms() >= until)
			return false;
		retry(u, w, of);
	}
	return true;
}

void live_waits__serve(struct live_unwind *u, int ms)
{
	int64_t now = monotonic__ms(), until = now + ms;

	for (; u->waiting.for_tables.nr && now < until; now = monotonic__ms()) {
		if (!u->to_retry && !live_tables__exchange(u->tables, (int)(until - now)))
			break;
		u->to_retry = !retry_parked(u, until);
	}
}

/* Now or never. */
static void end_all_parking(struct live_unwind *u)
{
	live_waits__serve(u, u->out.patience_ms ? (int)u->out.patience_ms : END_MS);
	while (u->waiting.for_tables.oldest)
		(void)end_parking(u, u->waiting.for_tables.oldest, true);
}

/* Those that have waited for long enough: what is known by now is all. */
static void end_long_parking(struct live_unwind *u)
{
	struct waiting_sample *w, *newer;

	u->walk.in_time = true;
	for (w = u->waiting.for_tables.oldest; w && u->round_ms - w->since >= u->out.patience_ms; w = newer) {
		newer = w->newer;
		(void)end_parking(u, w, true);
	}
	u->walk.in_time = false;
}

/* --- for the kernel's walk -------------------------------------------------------------------- */

/* The sample, which is in no task's list, gets the kernel's walk @ips, or none. */
static void end_wait(struct live_unwind *u, struct waiting_sample *w, const uint64_t *ips, size_t nr)
{
	struct record r;
	struct opened_sample o;

	waiting_samples__take_out(&u->waiting, &u->waiting.for_walk, w);
	if (live_samples__take_apart_again(u, w, &r, &o))
		live_samples__finish(u, &o, ips, nr);
	waiting_sample__free(w);
}

void live_waits__take_walk(struct live_unwind *u, const struct record *r)
{
	struct diag ignored = DIAG_INIT;
	struct waiting_sample *w, *next;
	struct record_deferred d;

	if (sample_decoder__deferred(&u->decoder, r, DEFERRED_PROTOCOL_C, &d, &ignored) || !d.id.has_tid)
		return;
	/* The decoder's memory is used again for the samples. */
	waiting_samples__note_walk(&u->waiting, d.id.tid, d.cookie, d.ips, (size_t)d.nr);
	for (w = waiting_samples__of(&u->waiting, d.id.tid); w; w = next) {
		const struct last_walk *walk = waiting_samples__walk(&u->waiting, w->tid, w->cookie);

		next = w->next;
		end_wait(u, w, walk ? walk->ips : NULL, walk ? walk->nr : 0);
	}
}

/* Without the kernel's walk. */
static void give_up(struct live_unwind *u, struct waiting_sample *w)
{
	waiting_samples__unlink(&u->waiting, w);
	end_wait(u, w, NULL, 0);
}

/* --- for either ------------------------------------------------------------------------------- */

static bool waits_too_long(const struct live_unwind *u, const struct waiting_sample *w)
{
	return u->newest > w->time + WAIT_NS || (u->out.patience_ms && u->round_ms - w->since >= 2 * (int64_t)u->out.patience_ms);
}

void live_waits__end_old(struct live_unwind *u)
{
	const struct waiting_list *list = &u->waiting.for_walk;

	while (list->oldest && (list->bytes > WAIT_BYTES || waits_too_long(u, list->oldest)))
		give_up(u, list->oldest);
	if (u->out.patience_ms)
		end_long_parking(u);
}

void live_waits__end_of_process(struct live_unwind *u, uint32_t pid)
{
	struct waiting_sample *w, *newer;

	for (w = u->waiting.for_walk.oldest; w && waiting_list__has(&u->waiting.for_walk, pid); w = newer) {
		newer = w->newer;
		if (w->pid == pid)
			give_up(u, w);
	}
	waiting_samples__keep_maps(&u->waiting, u->spaces, pid);
}

void live_waits__end_of_thread(struct live_unwind *u, uint32_t tid)
{
	struct waiting_sample *w, *next;

	for (w = waiting_samples__of(&u->waiting, tid); w; w = next) {
		next = w->next;
		end_wait(u, w, NULL, 0);
	}
}

void live_waits__end_all(struct live_unwind *u)
{
	while (u->waiting.for_walk.oldest)
		give_up(u, u->waiting.for_walk.oldest);
	end_all_parking(u);
}
