// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/sleepers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/callchain/sleeping-stack.h"
#include "util/record/kernel-stack.h"
#include "util/record/pending-halves.h"
#include "util/record/perf-clock.h"
#include "util/record/recorder-internal.h"
#include "util/record/thread-proc.h"

#define USER_MAX	512		/* entries of a half */
#define KERNEL_MAX	128
#define WINDOW		4096		/* bytes of a thread's memory that are read at once */
#define TRIES		3

/* When a thread was looked at. */
struct seen {
	pid_t tid;
	uint64_t switches;
};

struct seen_list {
	struct seen *list;		/* by tid */
	size_t nr, cap;
};

/* A process's maps, in a world of its own. */
struct space {
	struct machine *machine;
	pid_t pid;
	int mem;			/* /proc/PID/mem */
	uint64_t window_at;		/* the address of what window holds; 1: nothing */
	unsigned char window[WINDOW];
};

struct sleepers {
	struct recorder *r;
	struct evsel *evsel;
	struct seen_list first, marked;
	uint64_t begun;			/* ns; 0: not known */
	struct dsos *dsos;
	struct sleeping_walker *walker;
	struct kernel_names *names;
	struct space space;
};

/* One thread's stack. */
struct stack {
	uint64_t kernel[KERNEL_MAX], user[USER_MAX];
	size_t nr_kernel, nr_user;
	bool whole;
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

/* --- who is there -------------------------------------------------------------------------------------------------- */

static void list_targets(const struct recorder *r, struct thread_list *l)
{
	const struct perf_thread_map *threads = perf_evlist__threads(r->counters.list);
	int i;

	if (r->target.system_wide)
		thread_list__add_all(l, getpid());
	else if (!r->target.existing)
		thread_list__add_tree(l, r->workload.pid);
	for (i = 0; r->target.existing && i < perf_thread_map__nr(threads); i++) {
		thread_list__add(l, perf_thread_map__tid(threads, i));
		/* What they have started, and threads that their processes have now. */
		if (r->target.inherit)
			thread_list__add_tree(l, perf_thread_map__tid(threads, i));
	}
	thread_list__finish(l);
}

static void look_around(const struct recorder *r, struct seen_list *ret)
{
	struct thread_list l = { .nr = 0 };
	struct thread_state state;
	size_t i;

	list_targets(r, &l);
	for (i = 0; i < l.nr; i++) {
		if (!thread_state__read(l.tids[i], &state))
			continue;
		GROW(ret->list, ret->nr, ret->cap);
		ret->list[ret->nr++] = (struct seen){ l.tids[i], state.switches };
	}
	thread_list__exit(&l);
}

static int compare_tids(const void *key, const void *entry)
{
	pid_t tid = *(const pid_t *)key, other = ((const struct seen *)entry)->tid;

	return tid < other ? -1 : tid > other;
}

/* Was @tid there, and has it not run since? */
static bool same_since(const struct seen_list *l, pid_t tid, uint64_t switches)
{
	const struct seen *s = l->nr ? bsearch(&tid, l->list, l->nr, sizeof(*l->list), compare_tids) : NULL;

	return s && s->switches == switches;
}

struct sleepers *sleepers__new(struct recorder *r)
{
	struct sleepers *s = xzalloc(sizeof(*s));

	s->r = r;
	s->evsel = r->evlist->evsels[r->evlist->nr - 1];
	s->space.mem = -1;
	look_around(r, &s->first);
	s->begun = perf_clock__now(&s->evsel->attr);
	return s;
}

static void exit_space(struct space *space)
{
	machine__delete(space->machine);
	if (space->mem >= 0)
		close(space->mem);
	space->machine = NULL;
	space->mem = -1;
}

void sleepers__delete(struct sleepers *s)
{
	if (!s)
		return;
	sleeping_walker__delete(s->walker);
	exit_space(&s->space);
	dsos__delete(s->dsos);
	kernel_names__delete(s->names);
	free(s->first.list);
	free(s->marked.list);
	free(s);
}

void sleepers__mark(struct sleepers *s)
{
	look_around(s->r, &s->marked);
}

/* --- stacks -------------------------------------------------------------------------------------------------------- */

static int add_map(void *ctx, const void *data, size_t size)
{
	struct record r = { .data = data };
	struct diag ignored = DIAG_INIT;
	struct record_mmap m;

	memcpy(&r.header, data, sizeof(r.header));
	r.header.size = (uint16_t)size;
	if ((r.header.type == PERF_RECORD_MMAP || r.header.type == PERF_RECORD_MMAP2) && !record__decode_mmap(&r, &m, &ignored))
		machine__add_mmap(ctx, 0, record__cpumode(&r), &m);
	return 0;
}

static void open_space(struct sleepers *s, pid_t pid)
{
	struct space *space = &s->space;
	char path[64];

	if (space->machine && space->pid == pid)
		return;
	exit_space(space);
	space->machine = machine__new(0, s->dsos);
	space->pid = pid;
	space->window_at = 1;
	(void)synth__threads(&(struct synth_opts){ .emit = add_map, .ctx = space->machine, .id_size = 0 }, &pid, 1);
	snprintf(path, sizeof(path), "%s/%d/mem", procfs__path(), pid);
	space->mem = open(path, O_RDONLY | O_CLOEXEC);
	if (space->mem < 0)
		space->mem = -errno;
}

static bool load_word(void *ctx, uint64_t addr, uint64_t *ret)
{
	struct space *space = ctx;
	uint64_t at = addr - addr % WINDOW;

	if (addr - at > WINDOW - sizeof(*ret) || addr > INT64_MAX - WINDOW)
		return false;
	if (at != space->window_at) {
		space->window_at = 1;
		if (pread(space->mem, space->window, WINDOW, (off_t)at) != WINDOW)
			return false;
		space->window_at = at;
	}
	memcpy(ret, space->window + (addr - at), sizeof(*ret));
	return true;
}

/* Returns 0, or why there is no user half. */
static int read_user(struct sleepers *s, pid_t tid, pid_t pid, struct stack *ret)
{
	struct sleeping_thread t = { .load = load_word, .ctx = &s->space };
	int err = thread__user_regs(tid, &t.ip, &t.sp);

	if (err)
		return err;
	open_space(s, pid);
	if (s->space.mem < 0)
		return s->space.mem;
	s->space.window_at = 1;
	t.maps = machine__maps_at(s->space.machine, (uint32_t)pid, 0);
	ret->nr_user = sleeping_walker__run(s->walker, &t, ret->user, USER_MAX, &ret->whole);
	return 0;
}

/*
 * Both halves, of one moment: the thread has not run while they were read. False: it does not sleep, or not long enough for
 * that. *@ret_err: why there is no user half, or 0.
 */
static bool read_stack(struct sleepers *s, pid_t tid, struct thread_state *state, struct stack *ret, int *ret_err)
{
	const struct record_opts *opts = s->r->opts;
	struct thread_state after;
	int tries, nr;

	for (tries = 0; tries < TRIES; tries++) {
		ret->nr_user = ret->nr_kernel = 0;
		ret->whole = false;
		*ret_err = 0;
		/* Threads of the kernel wait for work; only those that are stuck in the middle of some are of interest. */
		if (!thread_state__read(tid, state) || !thread_state__sleeps(state) || (state->kernel && state->letter != 'D'))
			return false;
		nr = s->names && !opts->all_user && !opts->user_callchains ?
		     kernel_stack__read(s->names, tid, ret->kernel, KERNEL_MAX) : 0;
		ret->nr_kernel = nr > 0 ? (size_t)nr : 0;
		if (!state->kernel && !opts->all_kernel && !opts->kernel_callchains)
			*ret_err = read_user(s, tid, state->pid, ret);
		if (!thread_state__read(tid, &after))
			return false;
		if (after.switches == state->switches && after.letter == state->letter)
			return true;
	}
	return false;
}

/* --- records -------------------------------------------------------------------------------------------------------- */

static int write_sample(struct sleepers *s, pid_t tid, const struct thread_state *state, const struct stack *st, uint64_t now)
{
	uint64_t words[16 + KERNEL_MAX + USER_MAX], slept = 0;
	const uint64_t *first = st->nr_kernel ? st->kernel : st->user;
	struct perf_event_header head = {
		.type = PERF_RECORD_SAMPLE,
		.misc = st->nr_kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER,
	};
	size_t n = 1;

	if (s->begun && now > s->begun && same_since(&s->first, tid, state->switches))
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
static int write_half(struct sleepers *s, pid_t tid, const struct thread_state *state, const struct stack *st, uint64_t cookie,
		      uint64_t now)
{
	uint64_t words[16 + USER_MAX];
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

static int write_thread(struct sleepers *s, pid_t tid, uint64_t now, struct sleepers_result *res)
{
	struct thread_state state;
	struct stack st;
	uint64_t cookie;
	int err;

	if (!read_stack(s, tid, &state, &st, &err))
		return 0;
	if (!st.nr_user && !st.nr_kernel) {
		res->failed++;
		res->error = err;
		return 0;
	}
	res->written++;
	res->kernel += st.nr_kernel != 0;
	res->user += st.nr_user != 0;
	res->whole += st.whole;
	err = write_sample(s, tid, &state, &st, now);
	cookie = s->r->stats.halves && st.nr_user ? pending_halves__of(s->r->stats.halves, (uint32_t)tid) : 0;
	if (err || !cookie || !same_since(&s->marked, tid, state.switches))
		return err;
	res->halves++;
	return write_half(s, tid, &state, &st, cookie, now);
}

static int compare_processes(const void *a, const void *b)
{
	const pid_t *x = a, *y = b;

	return x[1] != y[1] ? (x[1] < y[1] ? -1 : 1) : *x < *y ? -1 : *x > *y;
}

/* Those of one process stand together, so that its maps are read once. */
static size_t list_by_process(struct sleepers *s, pid_t (**ret)[2])
{
	struct thread_list l = { .nr = 0 };
	struct thread_state state;
	size_t i, nr = 0;

	list_targets(s->r, &l);
	*ret = xcalloc(l.nr + 1, sizeof(**ret));
	for (i = 0; i < l.nr; i++) {
		if (!thread_state__read(l.tids[i], &state))
			continue;
		(*ret)[nr][0] = l.tids[i];
		(*ret)[nr++][1] = state.pid;
	}
	thread_list__exit(&l);
	qsort(*ret, nr, sizeof(**ret), compare_processes);
	return nr;
}

int sleepers__write(struct sleepers *s, struct sleepers_result *ret)
{
	static const struct symbol_opts symbols = { .no_symbols = false };
	uint64_t now = perf_clock__now(&s->evsel->attr);
	struct ring_stats *stats = &s->r->stats;
	pid_t (*threads)[2];
	size_t nr = list_by_process(s, &threads), i;
	int err = 0;

	/* A mark may have said that nothing older follows. */
	if (now < stats->newest_time)
		now = stats->newest_time;
	s->dsos = dsos__new(&symbols);
	s->walker = sleeping_walker__new();
	s->names = kernel_names__new();
	for (i = 0; i < nr && !err; i++)
		err = write_thread(s, threads[i][0], now, ret);
	free(threads);
	if (ret->written) {
		stats->first_time = stats->first_time ? stats->first_time : now;
		stats->last_time = stats->newest_time = now;
	}
	return err;
}
