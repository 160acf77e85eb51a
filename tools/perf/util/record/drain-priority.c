// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/drain-priority.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/record/record-opts.h"

#define RESET_ON_FORK	1
#define NICE_BEST	(-20)
/* The shortest slice that kernels from 6.12 on take: who asks for less at a time gets it sooner. Older ones ignore it. */
#define SLICE_NS	100000
#define STRETCH_NS	200000000
#define SHARE_NS	(STRETCH_NS / 2)
/* On a busy machine it is sometimes not its turn for some tenths of a second. A ring that takes longer to fill has room for that. */
#define FILL_NS		1e9

static int set_params(const struct sched_params *params)
{
	return syscall(SYS_sched_setattr, 0, params, 0) ? -errno : 0;
}

static int set_realtime(struct drain_priority *p, int priority, struct diag *diag)
{
	const struct sched_params params = {
		.size = sizeof(params), .policy = SCHED_FIFO, .flags = RESET_ON_FORK, .priority = (uint32_t)priority,
	};
	int err = set_params(&params);

	if (err)
		return diag__msg(diag, err, "cannot set realtime priority %d (-r): %s%s", priority, strerror(-err),
				 err == -EPERM ? "; it takes root, CAP_SYS_NICE, or that much of 'ulimit -r'" : "");
	p->raised = p->may = true;
	return 0;
}

/* The best nice value that 'ulimit -e' allows; @now where that is none better. */
static int allowed_nice(int now)
{
	struct rlimit limit;
	int nice = now;

	if (!getrlimit(RLIMIT_NICE, &limit) && limit.rlim_cur > 0)
		nice = limit.rlim_cur >= 40 ? NICE_BEST : 20 - (int)limit.rlim_cur;
	return nice < now ? nice : now;
}

/* How long this thread has been one of those that could run, and was not: ns since it began; -1: the kernel does not count it. */
static int64_t waited_ns(void)
{
	FILE *f = fopen("/proc/thread-self/schedstat", "re");
	long long ran, waited = -1;

	if (!f)
		return -1;
	if (fscanf(f, "%lld %lld", &ran, &waited) != 2)
		waited = -1;
	fclose(f);
	return waited;
}

/* Only trying tells what this user may have. */
static void find_nice(struct drain_priority *p)
{
	struct sched_params params = {
		.size = sizeof(params), .policy = SCHED_OTHER, .flags = RESET_ON_FORK, .nice = NICE_BEST, .runtime = SLICE_NS,
	};
	int err = set_params(&params);

	if (err == -EPERM || err == -EACCES) {
		p->refused = true;
		params.nice = allowed_nice(p->before.nice);
		if (params.nice < p->before.nice)
			err = set_params(&params);
	}
	p->raised = p->may = !err;
	p->better = err ? (struct sched_params){ 0 } : params;
	p->begun = monotonic__ns();
	p->waited = waited_ns();
	if (err)
		pr_debug("the ring buffers are emptied at ordinary priority, also where they fill fast: %s\n", strerror(-err));
	drain_priority__restore(p);
}

int drain_priority__begin(struct drain_priority *p, const struct record_opts *opts, struct diag *diag)
{
	memset(p, 0, sizeof(*p));
	if (syscall(SYS_sched_getattr, 0, &p->before, sizeof(p->before), 0)) {
		/* Nothing is known that could be given back. */
		p->refused = !opts->keep_priority;
		return opts->realtime ? set_realtime(p, opts->realtime, diag) : 0;
	}
	if (opts->realtime)
		return set_realtime(p, opts->realtime, diag);
	if (!opts->keep_priority && p->before.policy == SCHED_OTHER && !p->before.nice)
		find_nice(p);
	return 0;
}

static int64_t cpu_time(void)
{
	struct timespec ts;

	return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts) ? 0 : (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static void raise_nice(struct drain_priority *p, int64_t now)
{
	p->used = cpu_time();
	p->look_at = now + SHARE_NS;
	if (p->raised)
		return;
	p->raised = !set_params(&p->better);
	pr_debug2("the ring buffers fill fast: they are emptied at nice %d\n", p->better.nice);
}

void drain_priority__heed(struct drain_priority *p, int64_t now, double filled)
{
	int64_t took;
	bool fast;

	if (!p->better.size)
		return;
	p->filled += filled;
	took = now - p->since > STRETCH_NS ? now - p->since : STRETCH_NS;
	fast = p->filled * FILL_NS >= (double)took;
	if (now - p->since >= STRETCH_NS || (fast && !p->raised && !p->spent)) {
		if (fast)
			raise_nice(p, now);
		else
			drain_priority__restore(p);
		p->since = now;
		p->filled = 0;
		p->spent = false;
	} else if (p->raised && now >= p->look_at) {
		int64_t used = cpu_time() - p->used;

		/* Its time goes no faster than the clock: it cannot have used the rest before that. */
		p->look_at = now + SHARE_NS - used;
		p->spent = used >= SHARE_NS;
		if (p->spent)
			drain_priority__restore(p);
	}
}

int drain_priority__wait(const struct drain_priority *p, int timeout_ms)
{
	int64_t left;

	if (!p->better.size || !p->raised)
		return timeout_ms;
	left = p->since + STRETCH_NS - monotonic__ns();
	left = left > 0 ? left / 1000000 + 1 : 0;
	return timeout_ms < 0 || left < timeout_ms ? (int)left : timeout_ms;
}

void drain_priority__waited(const struct drain_priority *p, uint64_t *ret_time, uint64_t *ret_waited)
{
	int64_t waited = p->better.size && p->waited >= 0 ? waited_ns() : -1;

	*ret_time = *ret_waited = 0;
	if (waited < 0)
		return;
	*ret_time = (uint64_t)(monotonic__ns() - p->begun);
	*ret_waited = (uint64_t)(waited - p->waited);
}

void drain_priority__restore(struct drain_priority *p)
{
	/* To take the flag back takes a privilege, and it harms nobody. */
	p->before.flags |= RESET_ON_FORK;
	p->before.size = sizeof(p->before);
	if (p->raised && p->before.size && set_params(&p->before))
		pr_debug("the priority stays raised: %s\n", strerror(errno));
	p->raised = false;
}
