// SPDX-License-Identifier: GPL-2.0-only
/* How samples that wait come to their end: what they wait for has come, or it does not come any more, or they have waited for too long. */
#include "util/base/monotonic.h"
#include "util/live/live-unwind-internal.h"

/* How long a sample may wait for the kernel's walk, by the time of records, and how much memory all these may take. */
#define WAIT_NS		(10 * 1000000000ULL)
#define WAIT_BYTES	((size_t)64 << 20)
/* How long tables are waited for, ms, where samples cannot wait any longer: their process gets other maps, or the file is completed. */
#define LAST_MS		100
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

/* More is known than before. */
static void retry_parked(struct live_unwind *u)
{
	struct waiting_sample *w, *newer;

	for (w = u->waiting.for_tables.oldest; w; w = newer) {
		newer = w->newer;
		(void)end_parking(u, w, false);
	}
}

/* Does a sample of *@pid, or (NULL) any wait for tables? */
static bool any_parked(const struct live_unwind *u, const uint32_t *pid)
{
	return pid ? waiting_list__has(&u->waiting.for_tables, *pid) : u->waiting.for_tables.nr > 0;
}

void live_waits__serve(struct live_unwind *u, const uint32_t *pid, int ms)
{
	int64_t now = monotonic__ms(), until = now + ms;

	for (; any_parked(u, pid) && now < until; now = monotonic__ms()) {
		if (!live_tables__exchange(u->tables, (int)(until - now)))
			break;
		retry_parked(u);
	}
}

/* Those of *@pid, or (NULL) of all processes: now or never. */
static void end_all_parking(struct live_unwind *u, const uint32_t *pid)
{
	struct waiting_sample *w, *newer;

	live_waits__serve(u, pid, pid ? LAST_MS : u->out.patience_ms ? (int)u->out.patience_ms : END_MS);
	for (w = u->waiting.for_tables.oldest; w && any_parked(u, pid); w = newer) {
		newer = w->newer;
		if (!pid || w->pid == *pid)
			(void)end_parking(u, w, true);
	}
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
	end_all_parking(u, &pid);
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
	end_all_parking(u, NULL);
}
