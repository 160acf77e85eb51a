// SPDX-License-Identifier: GPL-2.0-only
/* The stack of a thread that sleeps, from what /proc tells of it and from its memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/patient-open.h"
#include "util/base/process-asker.h"
#include "util/callchain/sleeping-stack.h"
#include "util/record/kernel-stack.h"
#include "util/record/recorder-internal.h"
#include "util/record/sleepers-internal.h"
#include "util/record/thread-proc.h"

#define WINDOW		4096		/* bytes of a thread's memory that are read at once */
#define TRIES		3
/* A thread has so long, and a file that it needs, which other threads need as well, a part of that. */
#define LIMIT_MS	1500
#define FILE_MS		250

/* A process's maps, in a world of its own. */
struct space {
	struct machine *machine;
	pid_t pid;
	int mem;			/* /proc/PID/mem */
	uint64_t window_at;		/* the address of what window holds; 1: nothing */
	unsigned char window[WINDOW];
};

struct sleeper_stacks {
	const struct record_opts *opts;
	struct process_asker *asker;	/* whose deputy reads; it has all that follows */
	struct process_asker *here;	/* for that one */
	struct dsos *dsos;
	struct sleeping_walker *walker;
	struct kernel_names *names;
	struct space space;
};

struct sleeper_stacks *sleeper_stacks__new(const struct record_opts *opts, struct process_asker *asker)
{
	static const struct symbol_opts symbols = { .no_symbols = false };
	struct sleeper_stacks *s = xzalloc(sizeof(*s));

	s->opts = opts;
	s->space.mem = -1;
	s->dsos = dsos__new(&symbols);
	s->walker = sleeping_walker__new();
	s->names = kernel_names__new();
	s->here = process_asker__new_here();
	s->asker = asker;
	process_asker__set_limit(asker, LIMIT_MS);
	process_asker__renew(asker);
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

void sleeper_stacks__delete(struct sleeper_stacks *s)
{
	if (!s)
		return;
	sleeping_walker__delete(s->walker);
	exit_space(&s->space);
	dsos__delete(s->dsos);
	kernel_names__delete(s->names);
	process_asker__delete(s->here);
	free(s);
}

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

static void open_space(struct sleeper_stacks *s, pid_t pid)
{
	struct space *space = &s->space;
	char path[64];

	if (space->machine && space->pid == pid)
		return;
	exit_space(space);
	space->machine = machine__new(0, s->dsos);
	space->pid = pid;
	space->window_at = 1;
	(void)synth__threads(&(struct synth_opts){ .emit = add_map, .ctx = space->machine, .asker = s->here }, &pid, 1);
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
static int read_user(struct sleeper_stacks *s, pid_t tid, pid_t pid, struct sleeper_stack *ret)
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
	ret->nr_user = sleeping_walker__run(s->walker, &t, ret->user, SLEEPER_USER_MAX, &ret->whole);
	return 0;
}

/* What a deputy is asked, and says. */
struct sleeper_question {
	struct sleeper_stacks *stacks;	/* its own, at the same place */
	pid_t tid;
	bool no_user;
};

struct sleeper_answer {
	struct thread_state state;
	struct sleeper_stack stack;
	int err;
	bool sleeps;
};

static bool read_stack(const struct sleeper_question *q, struct sleeper_answer *ret)
{
	struct sleeper_stacks *s = q->stacks;
	const struct record_opts *opts = s->opts;
	struct thread_state *state = &ret->state, after;
	int tries, nr;

	for (tries = 0; tries < TRIES; tries++) {
		ret->stack.nr_user = ret->stack.nr_kernel = 0;
		ret->stack.whole = false;
		ret->err = q->no_user ? -ETIMEDOUT : 0;
		/* Threads of the kernel wait for work; only those that are stuck in the middle of some are of interest. */
		if (!thread_state__read(q->tid, state) || !thread_state__sleeps(state) || (state->kernel && state->letter != 'D'))
			return false;
		nr = s->names && !opts->all_user && !opts->user_callchains ?
		     kernel_stack__read(s->names, q->tid, ret->stack.kernel, SLEEPER_KERNEL_MAX) : 0;
		ret->stack.nr_kernel = nr > 0 ? (size_t)nr : 0;
		if (!state->kernel && !opts->all_kernel && !opts->kernel_callchains && !q->no_user)
			ret->err = read_user(s, q->tid, state->pid, &ret->stack);
		if (!thread_state__read(q->tid, &after))
			return false;
		if (after.switches == state->switches && after.letter == state->letter)
			return true;
	}
	return false;
}

static void read_for_others(struct deputy_job *job)
{
	struct sleeper_answer *a = xzalloc(sizeof(*a));

	patient_open__set_limit(FILE_MS);
	a->sleeps = read_stack(job->in, a);
	process_job__answer(job, a, sizeof(*a));
	free(a);
}

bool sleeper_stacks__read(struct sleeper_stacks *s, pid_t tid, pid_t pid, struct thread_state *ret_state, struct sleeper_stack *ret,
			  int *ret_err)
{
	struct sleeper_question q = { .stacks = s, .tid = tid, .no_user = process_asker__refuses(s->asker, pid) };
	const struct deputy_question asked = { read_for_others, &q, sizeof(q) };
	const struct sleeper_answer *a;
	size_t size;
	char *bytes;
	int err = q.no_user ? -ETIMEDOUT : process_asker__ask(s->asker, pid, &asked, &bytes, &size);

	/* Where it sleeps in the kernel is known without what it has mapped. */
	if (err == -ETIMEDOUT) {
		q.no_user = true;
		err = process_asker__ask(s->asker, -tid, &asked, &bytes, &size);
	}
	a = (const void *)bytes;
	if (err || size != sizeof(*a) || !a->sleeps)
		return false;
	*ret_state = a->state;
	*ret = a->stack;
	*ret_err = a->err;
	return true;
}
