// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/live-unwind.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/base/alloc.h"
#include "util/base/process-asker.h"
#include "util/live/live-spaces.h"
#include "util/live/live-walk.h"
#include "util/live/memory-code.h"
#include "util/live/memory-reader.h"
#include "util/live/moved-code.h"
#include "util/live/ring-merge.h"
#include "util/live/sample-rewrite.h"
#include "util/live/stack-pages.h"
#include "util/live/waiting-samples.h"

/* Records that are written are collected first. */
#define OUT_BYTES	((size_t)256 << 10)
#define MAX_RECORD	((size_t)64 << 10)
/* How long a sample may wait, by the time of records, and how much memory all may take. */
#define WAIT_NS		(10 * 1000000000ULL)
#define WAIT_BYTES	((size_t)64 << 20)
/* The memory that samples may take which wait for tables, and how long these are waited for after each round. */
#define PARKED_BYTES	((size_t)128 << 20)
#define PARKED_MS	4
/* The same where they cannot wait any longer: their process gets other maps, or the file is completed. */
#define LAST_MS		100
#define END_MS		5000
#define TIDY_NS		1000000000ULL

struct live_unwind {
	struct evlist *evlist;
	struct live_output out;
	struct sample_decoder decoder;
	struct ring_merge *merge;
	struct live_spaces *spaces;
	struct live_tables *tables;
	struct memory_reader *reader;
	struct memory_code *memory;
	struct stack_pages pages;
	struct moved_code moved;
	struct live_walk walk;
	struct waiting_samples waiting;
	struct left_stacks left;
	struct live_chain chain;
	uint64_t newest, tidied;	/* ns, by the time of records */
	uint64_t promised;		/* what was the newest when a mark was written */
	int64_t round_ms;		/* when the round has begun, ms of the monotonic clock */
	int err;			/* of writing: the rest of the round is left */
	struct live_unwind_stats stats;
	size_t filled;			/* of @buf */
	union {
		unsigned char buf[OUT_BYTES];
		uint64_t align;
	};
};

/* --- output ----------------------------------------------------------------------------------- */

static void flush_buf(struct live_unwind *u)
{
	if (u->filled && !u->err)
		u->err = u->out.write(u->out.ctx, u->buf, u->filled);
	u->filled = 0;
}

/* Room for one more record. */
static unsigned char *room(struct live_unwind *u)
{
	if (OUT_BYTES - u->filled < MAX_RECORD)
		flush_buf(u);
	return u->buf + u->filled;
}

static void write_as_it_is(struct live_unwind *u, const struct record *r)
{
	memcpy(room(u), r->data, r->header.size);
	u->filled += r->header.size;
}

/*
 * @keep: how many bytes of the stack stay, with the registers; 0: none, and registers only if the user wants them. An event whose
 * stacks are not unwound, but only deferred, keeps what it has: its attr is in the file as it is.
 */
static void write_sample(struct live_unwind *u, const struct evsel *evsel, const struct record *r, const struct perf_sample *s, size_t keep)
{
	const struct kept_copy copy = { .as_recorded = !u->out.unwinds(u->out.ctx, evsel),
					.regs_mask = evsel__file_attr(evsel)->sample_regs_user, .size = keep };
	bool regs = copy.as_recorded || keep || u->out.keeps_regs;
	unsigned char *to = room(u);
	size_t size = sample_rewrite(to, r, s, &u->chain, regs ? &copy : NULL);

	/* Only with a copy can it have become too large; one that was recorded has found room there. */
	if (!size)
		size = sample_rewrite(to, r, s, &u->chain, NULL);
	u->filled += size;
}

/* --- samples ---------------------------------------------------------------------------------- */

/* A sample taken apart. */
struct opened {
	const struct record *r;
	bool stays;			/* merged_record.stays */
	struct waiting_sample *waited;	/* it is the one that was opened; NULL: it has just come out of its ring */
	const struct evsel *evsel;
	struct perf_sample s;
	struct chain_parts parts;
	uint64_t round;			/* in which it came out of its ring */
	bool has_regs;			/* else nothing can be unwound: a kernel's thread, an event without copies */
	struct live_regs regs;
};

/* A reader is to unwind it: with the kernel's walk @ips, of @nr entries. */
static void write_kept(struct live_unwind *u, const struct opened *o, const uint64_t *ips, size_t nr)
{
	uint64_t most = o->s.user_stack_size ? o->s.user_stack_size - 8 : 0, size = o->s.user_stack_dyn_size & ~(uint64_t)7;

	size = u->out.needed(o->regs.sp, o->regs.fp, o->s.user_stack, (size_t)(size < most ? size : most));
	live_chain__plain(&u->chain, &o->s, &o->parts, nr ? ips : &o->regs.ip, nr ? nr : 1);
	write_sample(u, o->evsel, o->r, &o->s, (size_t)size);
	u->stats.kept++;
}

/* The kernel's walk is all that there is. */
static void write_plain(struct live_unwind *u, const struct opened *o, const uint64_t *ips, size_t nr)
{
	live_chain__plain(&u->chain, &o->s, &o->parts, ips, nr);
	write_sample(u, o->evsel, o->r, &o->s, 0);
}

static void count_part(struct live_unwind *u, const struct opened *o)
{
	u->stats.marked++;
	if (u->walk.result.end != REPAIR_STACK_END)
		return;
	if (o->s.user_stack_dyn_size < o->s.user_stack_size) {
		u->stats.ended_early++;
		stack_pages__touch(&u->pages, o->s.pid, o->s.tid, o->regs.sp + o->s.user_stack_dyn_size, o->regs.sp + o->s.user_stack_size);
	} else {
		u->stats.ended_full++;
		/* A word more is asked of the kernel. */
		u->stats.copied = o->s.user_stack_size - sizeof(uint64_t);
	}
}

static void write_unwound(struct live_unwind *u, const struct opened *o)
{
	const struct repair *result = &u->walk.result;

	live_chain__unwound(&u->chain, &o->s, &o->parts, result);
	write_sample(u, o->evsel, o->r, &o->s, 0);
	if (result->end == REPAIR_WHOLE)
		u->stats.whole++;
	else
		count_part(u, o);
	if (result->end == REPAIR_CONFLICT)
		moved_code__doubt(&u->moved, o->s.pid);
}

/* The kernel's walk counts only if it began where the sample was: not behind the delivery of a signal, or an execve. */
static bool same_moment(const struct live_regs *regs, const uint64_t *ips, size_t nr)
{
	return nr && ips[0] == regs->ip;
}

static bool unwind(struct live_unwind *u, const struct opened *o, const uint64_t *ips, size_t nr)
{
	u->walk.round = o->round;
	if (!live_walk__run(&u->walk, &o->s, &o->regs, ips, nr))
		return false;
	u->stats.joined += nr && u->walk.result.end == REPAIR_WHOLE;
	write_unwound(u, o);
	return true;
}

/* What waits of @o. Of the copy of its stack only what the kernel could read is needed. */
static struct waiting_sample waiting_of(const struct live_unwind *u, const struct opened *o)
{
	struct waiting_sample w = { .time = o->s.time, .round = o->round, .since = o->waited ? o->waited->since : u->round_ms,
				    .cookie = o->parts.cookie, .pid = o->s.pid, .tid = o->s.tid,
				    .size = o->r->header.size, .record = o->r->data };

	if (o->has_regs && o->s.user_stack && o->s.user_stack_dyn_size < o->s.user_stack_size) {
		w.unused = (size_t)((const unsigned char *)o->s.user_stack - o->r->data) + (size_t)o->s.user_stack_dyn_size;
		w.unused_size = (size_t)(o->s.user_stack_size - o->s.user_stack_dyn_size);
	}
	return w;
}

/* With all that there will be: @ips is the kernel's walk, if @nr is not 0. If tables are not there yet, it waits for them. */
static void finish(struct live_unwind *u, const struct opened *o, const uint64_t *ips, size_t nr)
{
	struct waiting_sample w = waiting_of(u, o);

	w.nr_ips = same_moment(&o->regs, ips, nr) ? nr : 0;
	if (!o->has_regs) {
		write_plain(u, o, ips, nr);
		return;
	}
	if (unwind(u, o, ips, w.nr_ips))
		return;
	if (u->waiting.for_tables.bytes >= PARKED_BYTES) {
		write_kept(u, o, ips, w.nr_ips);
		return;
	}
	if (o->waited) {
		w.copy = o->waited->copy;
		o->waited->copy = NULL;
	}
	w.missing = u->walk.missing;
	waiting_samples__park(&u->waiting, &w, o->stays, ips);
}

/* The kernel's walk is to come: is the copy enough without it? Else it waits. */
static void try_or_wait(struct live_unwind *u, const struct opened *o, uint64_t time)
{
	struct waiting_sample w = waiting_of(u, o);

	w.time = time;
	u->walk.round = o->round;
	if (o->has_regs && live_walk__run(&u->walk, &o->s, &o->regs, NULL, 0) && u->walk.result.end == REPAIR_WHOLE)
		write_unwound(u, o);
	else
		waiting_samples__add(&u->waiting, &w, o->stays);
}

/* False: it is no sample with a chain. */
static bool take_apart(struct live_unwind *u, const struct record *r, struct opened *ret)
{
	struct diag ignored = DIAG_INIT;

	ret->r = r;
	ret->evsel = sample_decoder__sample(&u->decoder, r, &ret->s, &ignored);
	if (!ret->evsel || !ret->s.callchain_offset)
		return false;
	chain_parts__of(&ret->parts, &ret->s);
	ret->has_regs = u->out.unwinds(u->out.ctx, ret->evsel) && live_regs__get(&ret->regs, &ret->s, u->walk.arch);
	return true;
}

/* A signal is about to be delivered to a handler that may have a stack of its own. */
static void take_signal(struct live_unwind *u, const struct perf_sample *s)
{
	struct live_regs regs;

	u->stats.signals++;
	if (live_regs__get(&regs, s, u->walk.arch) && s->user_stack_dyn_size)
		left_stacks__add(&u->left, &(struct left_regs){ .time = s->time, .ip = regs.ip, .sp = regs.sp, .fp = regs.fp,
								 .tid = s->tid }, s->user_stack, (size_t)s->user_stack_dyn_size, u->waiting.for_tables.nr);
}

static bool is_of_signals(struct live_unwind *u, const struct record *r, struct perf_sample *ret)
{
	struct diag ignored = DIAG_INIT;

	return u->out.signals && sample_decoder__evsel(&u->decoder, r, &ignored) == u->out.signals &&
	       sample_decoder__sample(&u->decoder, r, ret, &ignored);
}

/* --- samples that have waited ----------------------------------------------------------------- */

/* Takes the sample apart again; that worked before. */
static bool take_apart_again(struct live_unwind *u, struct waiting_sample *w, struct record *r, struct opened *ret)
{
	*r = (struct record){ .data = w->record };
	memcpy(&r->header, w->record, sizeof(r->header));
	ret->stays = !w->copy;
	ret->waited = w;
	ret->round = w->round;
	return take_apart(u, r, ret);
}

/* The sample, which is in no task's list, gets the kernel's walk @ips, or none. */
static void end_wait(struct live_unwind *u, struct waiting_sample *w, const uint64_t *ips, size_t nr)
{
	struct record r;
	struct opened o;

	waiting_samples__take_out(&u->waiting, &u->waiting.for_walk, w);
	if (take_apart_again(u, w, &r, &o))
		finish(u, &o, ips, nr);
	waiting_sample__free(w);
}

/* The sample has waited for tables. False: it has to wait on, unless that is @last. */
static bool end_parking(struct live_unwind *u, struct waiting_sample *w, bool last)
{
	struct record r;
	struct opened o;

	if (!last && live_tables__awaits(u->tables, &w->missing))
		return false;
	if (take_apart_again(u, w, &r, &o) && !unwind(u, &o, w->ips, w->nr_ips)) {
		if (!last) {
			w->missing = u->walk.missing;
			return false;
		}
		write_kept(u, &o, w->ips, w->nr_ips);
	}
	waiting_samples__take_out(&u->waiting, &u->waiting.for_tables, w);
	waiting_sample__free(w);
	return true;
}

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
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

/* Waits up to @ms for the tables that samples of *@pid, or (NULL) all need. */
static void serve_parked(struct live_unwind *u, const uint32_t *pid, int ms)
{
	int64_t now = now_ms(), until = now + ms;

	for (; any_parked(u, pid) && now < until; now = now_ms()) {
		if (!live_tables__exchange(u->tables, (int)(until - now)))
			break;
		retry_parked(u);
	}
}

/* Those of *@pid, or (NULL) of all processes: now or never. */
static void end_all_parking(struct live_unwind *u, const uint32_t *pid)
{
	struct waiting_sample *w, *newer;

	serve_parked(u, pid, pid ? LAST_MS : u->out.patience_ms ? (int)u->out.patience_ms : END_MS);
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
	for (w = u->waiting.for_tables.oldest; w; w = newer) {
		newer = w->newer;
		if (u->round_ms - w->since >= u->out.patience_ms)
			(void)end_parking(u, w, true);
	}
	u->walk.in_time = false;
}

/* --- the kernel's walks ----------------------------------------------------------------------- */

static void take_walk(struct live_unwind *u, const struct record *r)
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

static bool waits_too_long(const struct live_unwind *u, const struct waiting_sample *w)
{
	return u->newest > w->time + WAIT_NS || (u->out.patience_ms && u->round_ms - w->since >= 2 * (int64_t)u->out.patience_ms);
}

static void end_old_waits(struct live_unwind *u)
{
	const struct waiting_list *list = &u->waiting.for_walk;

	while (list->oldest && (list->bytes > WAIT_BYTES || waits_too_long(u, list->oldest)))
		give_up(u, list->oldest);
	if (u->out.patience_ms)
		end_long_parking(u);
}

/* Maps of @pid are about to be replaced. */
static void end_waits_of_process(struct live_unwind *u, uint32_t pid)
{
	struct waiting_sample *w, *newer;

	for (w = u->waiting.for_walk.oldest; w && waiting_list__has(&u->waiting.for_walk, pid); w = newer) {
		newer = w->newer;
		if (w->pid == pid)
			give_up(u, w);
	}
	end_all_parking(u, &pid);
}

/* @tid has ended: no walk of it comes. */
static void end_waits_of_thread(struct live_unwind *u, uint32_t tid)
{
	struct waiting_sample *w, *next;

	for (w = waiting_samples__of(&u->waiting, tid); w; w = next) {
		next = w->next;
		end_wait(u, w, NULL, 0);
	}
}

/* Another program, or another process, has the number @pid from now on. */
static void forget(struct live_unwind *u, uint32_t pid)
{
	memory_reader__forget(u->reader, pid);
	memory_code__forget(u->memory, pid);
	moved_code__forget(&u->moved, pid);
	process_asker__forget(u->out.asker, (pid_t)pid);
}

static void heed(struct live_unwind *u, const struct merged_record *m)
{
	struct diag ignored = DIAG_INIT;
	struct record_comm comm;
	struct record_task task;
	uint32_t pid;

	if (m->r.header.type == PERF_RECORD_COMM && !record__decode_comm(&m->r, &comm, &ignored) && comm.exec)
		end_waits_of_process(u, comm.pid);
	else if (m->r.header.type == PERF_RECORD_EXIT && !record__decode_task(&m->r, &task, &ignored))
		end_waits_of_thread(u, task.tid);
	else if (live_spaces__replaces(u->spaces, &m->r, &pid))
		end_waits_of_process(u, pid);
	live_spaces__add(u->spaces, &m->r, m->time);
	if (live_spaces__begins(&m->r, &pid))
		forget(u, pid);
}

/* --- samples from the rings -------------------------------------------------------------------- */

static void see_ahead(void *ctx, const struct record *r)
{
	moved_ranges__heed(ctx, r);
}

/*
 * Code of process @pid that was moved without a record, or whose record was lost, gets one, from its last look on: up to then all was as it was
 * told. Returns whether there is any.
 */
static bool take_moved(struct live_unwind *u, uint32_t pid)
{
	uint64_t words[MOVED_RECORD_WORDS];
	struct moved_ranges moved;
	size_t i, nr;

	if (!moved_code__look(&u->moved, u->spaces, pid, &moved))
		return false;
	ring_merge__look_ahead(u->merge, see_ahead, &moved);
	nr = moved.nr;
	if (nr)
		end_waits_of_process(u, pid);
	for (i = 0; i < moved.nr; i++) {
		struct record r = { .data = (const unsigned char *)words };

		r.header.size = (uint16_t)moved_code__record(&u->moved, words, pid, &moved.ranges[i]);
		memcpy(&r.header, words, sizeof(r.header));
		live_spaces__add(u->spaces, &r, moved.ranges[i].since);
		write_as_it_is(u, &r);
	}
	moved_ranges__exit(&moved);
	return nr;
}

static void take_sample(struct live_unwind *u, const struct merged_record *m)
{
	struct opened o = { .stays = m->stays, .round = memory_code__now(u->memory) };
	const struct last_walk *walk;

	if (is_of_signals(u, &m->r, &o.s)) {
		take_signal(u, &o.s);
		return;
	}
	if (!take_apart(u, &m->r, &o) || (!o.parts.cookie && !u->out.unwinds(u->out.ctx, o.evsel))) {
		write_as_it_is(u, &m->r);
		return;
	}
	u->stats.samples += o.has_regs;
	/* What has waited uses the decoder's memory. */
	if (o.has_regs && moved_code__is_due(&u->moved, &o.s, evsel__file_attr(o.evsel)) && take_moved(u, o.s.pid))
		(void)take_apart(u, &m->r, &o);
	walk = waiting_samples__walk(&u->waiting, o.s.tid, o.parts.cookie);
	if (!o.parts.cookie)
		finish(u, &o, o.parts.user, o.parts.nr_user);
	else if (walk)
		finish(u, &o, walk->ips, walk->nr);
	else
		try_or_wait(u, &o, m->time);
}

/* --- all -------------------------------------------------------------------------------------- */

static bool exists(uint32_t pid)
{
	return !kill((pid_t)pid, 0) || errno != ESRCH;
}

static void tidy(struct live_unwind *u)
{
	end_old_waits(u);
	if (u->newest < u->tidied + TIDY_NS)
		return;
	u->tidied = u->newest;
	live_spaces__tidy(u->spaces, u->newest, exists);
	live_tables__tidy(u->tables);
}

static void take(struct live_unwind *u, const struct merged_record *m)
{
	if (m->time > u->newest)
		u->newest = m->time;
	switch (m->r.header.type) {
	case PERF_RECORD_SAMPLE:
		take_sample(u, m);
		return;
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		take_walk(u, &m->r);
		return;
	default:
		if (m->r.header.type == PERF_RECORD_LOST) {
			left_stacks__forget(&u->left);
			moved_code__note_loss(&u->moved);
		}
		if (!m->heeded)
			heed(u, m);
		if (!m->only_heed)
			write_as_it_is(u, &m->r);
	}
}

struct live_unwind *live_unwind__new(struct evlist *evlist, const struct live_output *out, int *ret_err)
{
	struct live_tables *tables = live_tables__new(ret_err);
	struct live_unwind *u;

	if (!tables)
		return NULL;
	u = xzalloc(sizeof(*u));
	u->evlist = evlist;
	u->out = *out;
	u->tables = tables;
	u->spaces = live_spaces__new();
	u->merge = ring_merge__new(evlist);
	u->reader = memory_reader__new(MEMORY_CODE_PIECE, out->asker);
	u->memory = memory_code__new(u->reader);
	u->pages.reader = u->reader;
	u->moved.asker = out->asker;
	sample_decoder__init(&u->decoder, evlist);
	sample_decoder__prepare(&u->decoder);
	u->walk = (struct live_walk){ .spaces = u->spaces, .tables = tables, .left = &u->left, .memory = u->memory, .arch = regs_arch__of(NULL) };
	return u;
}

void live_unwind__delete(struct live_unwind *u)
{
	if (!u)
		return;
	waiting_samples__exit(&u->waiting);
	left_stacks__exit(&u->left);
	moved_code__exit(&u->moved);
	live_walk__exit(&u->walk);
	live_chain__exit(&u->chain);
	live_tables__delete(u->tables);
	memory_code__delete(u->memory);
	memory_reader__delete(u->reader);
	live_spaces__delete(u->spaces, free);
	ring_merge__delete(u->merge);
	sample_decoder__exit(&u->decoder);
	free(u);
}

void live_unwind__heed(struct live_unwind *u, const void *record, size_t size)
{
	struct record r = { .data = record };

	memcpy(&r.header, record, sizeof(r.header));
	r.header.size = (uint16_t)size;
	live_spaces__add(u->spaces, &r, 0);
}

int64_t live_unwind__drain(struct live_unwind *u, struct perf_mmap *const *rings, size_t nr, double *ret_fullest)
{
	struct merged_record m;
	double fullest = 0;
	size_t total = ring_merge__begin(u->merge, rings, nr, u->out.see, u->out.ctx, &fullest);

	u->err = 0;
	u->round_ms = now_ms();
	memory_code__round(u->memory);
	stack_pages__round(&u->pages);
	/* Where nothing can be written any more, nothing is unwound. */
	while (!u->err && ring_merge__next(u->merge, &m))
		take(u, &m);
	/* Nothing is to be done for the rings meanwhile: they were looked through just now. */
	if (!u->err)
		serve_parked(u, NULL, PARKED_MS);
	waiting_samples__leave_rings(&u->waiting);
	ring_merge__end(u->merge);
	tidy(u);
	flush_buf(u);
	*ret_fullest = fullest > *ret_fullest ? fullest : *ret_fullest;
	return u->err ? u->err : (int64_t)total;
}

bool live_unwind__has_parked(const struct live_unwind *u)
{
	return u->waiting.for_tables.nr;
}

bool live_unwind__looks_again(const struct live_unwind *u)
{
	return memory_code__is_young(u->memory) || stack_pages__has_read(&u->pages);
}

static bool has_older(const struct waiting_list *list, uint64_t time)
{
	const struct waiting_sample *w = list->oldest;

	while (w && w->time >= time)
		w = w->newer;
	return w;
}

bool live_unwind__may_mark(const struct live_unwind *u)
{
	return !has_older(&u->waiting.for_walk, u->promised) && !has_older(&u->waiting.for_tables, u->promised);
}

void live_unwind__marked(struct live_unwind *u)
{
	u->promised = u->newest;
}

int live_unwind__flush(struct live_unwind *u)
{
	size_t pos = 0;
	uint32_t pid;

	u->err = 0;
	while ((pid = moved_code__next_due(&u->moved, &pos)) != 0)
		(void)take_moved(u, pid);
	while (u->waiting.for_walk.oldest)
		give_up(u, u->waiting.for_walk.oldest);
	end_all_parking(u, NULL);
	flush_buf(u);
	return u->err;
}

void live_unwind__stats(const struct live_unwind *u, struct live_unwind_stats *ret)
{
	*ret = u->stats;
	ret->walks = u->walk.walks;
	ret->frames = u->walk.frames;
	live_tables__stats(u->tables, &ret->tables);
}

void live_unwind__file_attr(struct perf_event_attr *attr, bool unwinds, uint64_t regs)
{
	attr->defer_callchain = attr->defer_output = 0;
	/* What is written of registers where a copy stays. */
	if (unwinds)
		attr->sample_regs_user = regs | regs_arch__repair_mask(regs_arch__of(NULL));
}
