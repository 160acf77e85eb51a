// SPDX-License-Identifier: GPL-2.0-only
/* The event of sleepers, and its records. */
#include "util/record/sleepers.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/record.h"
#include "util/record/pending-halves.h"
#include "util/record/perf-clock.h"
#include "util/record/recorder-internal.h"
#include "util/record/sleepers-internal.h"
#include "util/record/thread-proc.h"

struct sleepers {
	struct recorder *r;
	struct evsel *evsel;
	struct seen_list first, marked;
	uint64_t begun;			/* ns; 0: not known */
	struct sleeper_stacks *stacks;
	struct sleeper_stack stack;	/* of the thread at hand */
};

void sleepers__add_event(struct evlist *evlist)
{
	const struct perf_event_attr *first = &evlist__first(evlist)->attr;
	const struct perf_event_attr attr = {
		/* As upstream has its "offcpu-time": an event that only programs write to. */
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_BPF_OUTPUT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_TRANSACTION,
		.read_format = first->read_format, .sample_id_all = 1, .disabled = 1, .use_clockid = first->use_clockid,
		.clockid = first->clockid,
	};
	struct evsel *evsel = evsel__new(&attr), *e;
	struct evlist_id *id;
	uint64_t highest = 0;
	size_t i, n;

	/* The kernel counts its ids upwards, and tasks that inherit an event have its id: no counter of ours gets this one. */
	evlist__for_each(evlist, i, e)
		for (n = 0; n < e->nr_ids; n++)
			highest = e->ids[n] > highest ? e->ids[n] : highest;
	evsel__set_name(evsel, EVSEL_SLEEPERS);
	evlist__add(evlist, evsel);
	id = evlist__map_id(evlist, highest + 1, evsel);
	id->cpu = id->tid = -1;
}

struct sleepers *sleepers__new(struct recorder *r)
{
	struct sleepers *s = xzalloc(sizeof(*s));

	s->r = r;
	s->evsel = r->evlist->evsels[r->evlist->nr - 1];
	seen_list__look_around(&s->first, r);
	s->begun = perf_clock__now(&s->evsel->attr);
	return s;
}

void sleepers__delete(struct sleepers *s)
{
	if (!s)
		return;
	sleeper_stacks__delete(s->stacks);
	free(s->first.list);
	free(s->marked.list);
	free(s);
}

void sleepers__mark(struct sleepers *s)
{
	seen_list__look_around(&s->marked, s->r);
}

static int write_sample(struct sleepers *s, pid_t tid, const struct thread_state *state, const struct sleeper_stack *st, uint64_t now)
{
	uint64_t words[16 + SLEEPER_KERNEL_MAX + SLEEPER_USER_MAX], slept = 0;
	const uint64_t *first = st->nr_kernel ? st->kernel : st->user;
	struct perf_event_header head = {
		.type = PERF_RECORD_SAMPLE,
		.misc = st->nr_kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER,
	};
	size_t n = 1;

	if (s->begun && now > s->begun && seen_list__same_since(&s->first, tid, state->switches))
		slept = now - s->begun;
	words[n++] = s->evsel->ids[0];
	words[n++] = *first;
	words[n++] = record__pair_word((uint32_t)state->pid, (uint32_t)tid);
	words[n++] = now;
	words[n++] = record__pair_word(state->cpu, 0);
	words[n++] = 1;
	words[n++] = st->nr_kernel + (st->nr_kernel != 0) + st->nr_user + (st->nr_user != 0);
	if (st->nr_kernel)
		words[n++] = PERF_CONTEXT_KERNEL;
	memcpy(words + n, st->kernel, st->nr_kernel * 8);
	n += st->nr_kernel;
	if (st->nr_user)
		words[n++] = PERF_CONTEXT_USER;
	memcpy(words + n, st->user, st->nr_user * 8);
	n += st->nr_user;
	words[n++] = slept;
	words[n++] = (unsigned char)state->letter;
	head.size = (uint16_t)(n * 8);
	memcpy(words, &head, sizeof(head));
	s->r->stats.samples++;
	return perf_writer__write(s->r->writer, words, n * 8, s->r->diag);
}

/* The half that @tid's newest sample waits for: the thread is still where it was. The id tells readers how it was made. */
static int write_half(struct sleepers *s, pid_t tid, const struct thread_state *state, const struct sleeper_stack *st, uint64_t cookie,
		      uint64_t now)
{
	uint64_t words[16 + SLEEPER_USER_MAX];
	struct perf_event_header head = { .type = PERF_RECORD_CALLCHAIN_DEFERRED, .misc = PERF_RECORD_MISC_USER };
	size_t n = 1;

	words[n++] = cookie;
	words[n++] = st->nr_user;
	memcpy(words + n, st->user, st->nr_user * 8);
	n += st->nr_user;
	words[n++] = record__pair_word((uint32_t)state->pid, (uint32_t)tid);
	words[n++] = now;
	words[n++] = record__pair_word(state->cpu, 0);
	words[n++] = s->evsel->ids[0];
	head.size = (uint16_t)(n * 8);
	memcpy(words, &head, sizeof(head));
	return perf_writer__write(s->r->writer, words, n * 8, s->r->diag);
}

static int write_thread(struct sleepers *s, const pid_t task[2], uint64_t now, struct sleepers_result *res)
{
	const pid_t tid = task[0];
	struct sleeper_stack *st = &s->stack;
	struct thread_state state;
	uint64_t cookie;
	int err;

	if (!sleeper_stacks__read(s->stacks, tid, task[1], &state, st, &err))
		return 0;
	if (!st->nr_user && !st->nr_kernel) {
		res->failed++;
		res->error = err;
		return 0;
	}
	res->written++;
	res->kernel += st->nr_kernel != 0;
	res->user += st->nr_user != 0;
	res->whole += st->whole;
	err = write_sample(s, tid, &state, st, now);
	cookie = s->r->stats.halves && st->nr_user ? pending_halves__of(s->r->stats.halves, (uint32_t)tid) : 0;
	if (err || !cookie || !seen_list__same_since(&s->marked, tid, state.switches))
		return err;
	res->halves++;
	return write_half(s, tid, &state, st, cookie, now);
}

int sleepers__write(struct sleepers *s, struct sleepers_result *ret)
{
	uint64_t now = perf_clock__now(&s->evsel->attr);
	struct ring_stats *stats = &s->r->stats;
	pid_t (*threads)[2];
	size_t nr = sleepers__list_by_process(s->r, &threads), i;
	int err = 0;

	/* A mark may have said that nothing older follows. */
	if (now < stats->newest_time)
		now = stats->newest_time;
	s->stacks = sleeper_stacks__new(s->r->opts, s->r->asker);
	for (i = 0; i < nr && !err; i++)
		err = write_thread(s, threads[i], now, ret);
	free(threads);
	if (ret->written) {
		stats->first_time = stats->first_time ? stats->first_time : now;
		stats->last_time = stats->newest_time = now;
	}
	return err;
}
