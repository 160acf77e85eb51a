// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/causes.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/symbol/dso.h"

struct rule {
	const char *prefix;		/* a function whose name begins like this */
	enum cause cause;
};

/* Functions of the kernel in which threads wait. The innermost function with a rule decides. */
static const struct rule waits[] = {
	{ "futex_wait", CAUSE_LOCK }, { "__futex_wait", CAUSE_LOCK }, { "futex_lock_pi", CAUSE_LOCK }, { "__mutex_lock", CAUSE_LOCK },
	{ "mutex_lock", CAUSE_LOCK }, { "rwsem_down_", CAUSE_LOCK }, { "__down_", CAUSE_LOCK }, { "down_read", CAUSE_LOCK },
	{ "down_write", CAUSE_LOCK }, { "rt_mutex_", CAUSE_LOCK }, { "percpu_rwsem_wait", CAUSE_LOCK }, { "do_flock", CAUSE_LOCK },
	{ "fcntl_setlk", CAUSE_LOCK },
	{ "io_schedule", CAUSE_DISK }, { "blk_", CAUSE_DISK }, { "submit_bio_wait", CAUSE_DISK }, { "folio_wait_", CAUSE_DISK },
	{ "wait_on_page_", CAUSE_DISK }, { "__wait_on_buffer", CAUSE_DISK }, { "jbd2_log_wait_commit", CAUSE_DISK },
	{ "xfs_log_force", CAUSE_DISK }, { "xlog_", CAUSE_DISK }, { "balance_dirty_pages", CAUSE_DISK },
	{ "__iomap_dio_rw", CAUSE_DISK }, { "file_write_and_wait_range", CAUSE_DISK },
	{ "pipe_read", CAUSE_PIPE }, { "pipe_write", CAUSE_PIPE }, { "anon_pipe_read", CAUSE_PIPE }, { "anon_pipe_write", CAUSE_PIPE },
	{ "fifo_pipe_", CAUSE_PIPE }, { "pipe_wait_", CAUSE_PIPE },
	{ "inet_csk_accept", CAUSE_IDLE }, { "unix_accept", CAUSE_IDLE },
	{ "sk_wait_data", CAUSE_SOCKET }, { "sk_stream_wait_", CAUSE_SOCKET }, { "unix_stream_", CAUSE_SOCKET },
	{ "unix_dgram_", CAUSE_SOCKET }, { "__skb_wait_for_more_packets", CAUSE_SOCKET }, { "inet_wait_for_connect", CAUSE_SOCKET },
	{ "sock_alloc_send_pskb", CAUSE_SOCKET },
	{ "do_nanosleep", CAUSE_IDLE }, { "hrtimer_nanosleep", CAUSE_IDLE }, { "ep_poll", CAUSE_IDLE }, { "do_epoll_wait", CAUSE_IDLE },
	{ "do_sys_poll", CAUSE_IDLE }, { "do_poll", CAUSE_IDLE }, { "do_select", CAUSE_IDLE }, { "do_wait", CAUSE_IDLE },
	{ "kernel_wait4", CAUSE_IDLE }, { "do_sigtimedwait", CAUSE_IDLE }, { "sigsuspend", CAUSE_IDLE }, { "__do_sys_pause", CAUSE_IDLE },
	{ "__x64_sys_pause", CAUSE_IDLE }, { "n_tty_read", CAUSE_IDLE }, { "eventfd_read", CAUSE_IDLE }, { "inotify_read", CAUSE_IDLE },
	{ "timerfd_read", CAUSE_IDLE }, { "signalfd_read", CAUSE_IDLE }, { "do_syslog", CAUSE_IDLE }, { "devkmsg_read", CAUSE_IDLE },
	/* A thread of the kernel that waits nowhere else has nothing to do. */
	{ "worker_thread", CAUSE_IDLE }, { "rescuer_thread", CAUSE_IDLE }, { "smpboot_thread_fn", CAUSE_IDLE }, { "kthread", CAUSE_IDLE },
	{ "rcu_gp_kthread", CAUSE_IDLE }, { "kswapd", CAUSE_IDLE },
};

/* Functions of the kernel in which threads run on behalf of something that they could also wait for. */
static const struct rule runs[] = {
	{ "exc_page_fault", CAUSE_FAULT }, { "asm_exc_page_fault", CAUSE_FAULT }, { "do_user_addr_fault", CAUSE_FAULT },
	{ "handle_mm_fault", CAUSE_FAULT }, { "do_page_fault", CAUSE_FAULT }, { "do_translation_fault", CAUSE_FAULT },
	{ "pipe_read", CAUSE_PIPE }, { "pipe_write", CAUSE_PIPE }, { "anon_pipe_read", CAUSE_PIPE }, { "anon_pipe_write", CAUSE_PIPE },
	{ "unix_stream_", CAUSE_SOCKET }, { "tcp_sendmsg", CAUSE_SOCKET }, { "tcp_recvmsg", CAUSE_SOCKET },
	{ "native_queued_spin_lock_slowpath", CAUSE_LOCK }, { "queued_spin_lock_slowpath", CAUSE_LOCK }, { "do_futex", CAUSE_LOCK },
	{ "rwsem_spin_on_owner", CAUSE_LOCK }, { "mutex_spin_on_owner", CAUSE_LOCK },
};

/* The same of programs. */
static const struct rule spins[] = {
	{ "pthread_spin_lock", CAUSE_LOCK }, { "__pthread_spin_lock", CAUSE_LOCK }, { "__lll_", CAUSE_LOCK }, { "lll_", CAUSE_LOCK },
	{ "pthread_mutex_lock", CAUSE_LOCK }, { "__pthread_mutex_lock", CAUSE_LOCK }, { "___pthread_mutex_lock", CAUSE_LOCK },
};

/* Words of functions that wait with a futex, but for work or the end of a thread. */
static const char *const work_words[] = {
	"cond_wait", "cond_timedwait", "cond_clockwait", "sem_wait", "sem_timedwait", "sem_clockwait", "new_sem_wait", "pthread_join",
	"clockjoin", "timedjoin", "condvar", "futexsleep", "notesleep", "thread::park",
};

static const struct rule *find_rule(const struct chain_half *half, const struct rule *rules, size_t nr, uint32_t depth)
{
	uint32_t i;
	size_t k;

	for (i = 0; half && i < half->nr && i < depth; i++)
		for (k = 0; half->frames[i]->sym && k < nr; k++)
			if (!strncmp(half->frames[i]->sym->name, rules[k].prefix, strlen(rules[k].prefix)))
				return &rules[k];
	return NULL;
}

static bool has_names(const struct chain_half *half)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++)
		if (half->frames[i]->sym && half->frames[i]->kind != FRAME_GAP)
			return true;
	return false;
}

static bool waits_for_work(const struct chain_half *user)
{
	uint32_t i;
	size_t k;

	for (i = 0; user && i < user->nr; i++)
		for (k = 0; user->frames[i]->sym && k < ARRAY_SIZE(work_words); k++)
			if (strstr(user->frames[i]->sym->name, work_words[k]))
				return true;
	return false;
}

static enum cause blocked(uint64_t ns, const struct callchain *chain, struct cause_facts *facts)
{
	const struct rule *r = find_rule(chain->kernel, waits, ARRAY_SIZE(waits), UINT32_MAX);

	if (!r) {
		facts->no_kernel_names = !has_names(chain->kernel);
		return CAUSE_OTHER;
	}
	if (r->cause == CAUSE_LOCK && strstr(r->prefix, "futex")) {
		if (waits_for_work(chain->user))
			return CAUSE_IDLE;
		facts->no_user_names = !has_names(chain->user);
	}
	if ((r->cause == CAUSE_PIPE || r->cause == CAUSE_SOCKET) && ns >= CAUSE_WORK_NS)
		return CAUSE_IDLE;
	return r->cause;
}

static enum cause running(const struct callchain *chain)
{
	const struct rule *r;

	if (chain->kernel && chain->kernel->nr)
		r = find_rule(chain->kernel, runs, ARRAY_SIZE(runs), UINT32_MAX);
	else
		r = find_rule(chain->user, spins, ARRAY_SIZE(spins), 1);
	return r ? r->cause : CAUSE_RUNNING;
}

bool cause__is_exit(const struct chain_half *kernel)
{
	static const struct rule ends[] = { { "do_exit", CAUSE_IDLE }, { "mm_release", CAUSE_IDLE }, { "exit_mm_release", CAUSE_IDLE } };

	return find_rule(kernel, ends, ARRAY_SIZE(ends), UINT32_MAX);
}

enum cause cause__of(enum offcpu_state state, uint64_t ns, const struct callchain *chain, struct cause_facts *ret_facts)
{
	*ret_facts = (struct cause_facts){ 0 };
	switch (state) {
	case OFFCPU_BLOCKED:
		return blocked(ns, chain, ret_facts);
	case OFFCPU_RUNNABLE:
	case OFFCPU_PREEMPTED:
		return CAUSE_CPU;
	case OFFCPU_THROTTLED:
		return CAUSE_QUOTA;
	case OFFCPU_ON_CPU:
		return running(chain);
	case OFFCPU_IDLE:
		return CAUSE_IDLE;
	case OFFCPU_UNKNOWN:
	case OFFCPU_NR_STATES:
	default:
		return CAUSE_UNKNOWN;
	}
}

static bool is_library(const struct frame *f)
{
	const char *name = f->map ? f->map->dso->short_name : "";

	return !strncmp(name, "lib", 3) || !strncmp(name, "ld-", 3) || !strncmp(name, "ld.", 3) || !strcmp(name, "[vdso]");
}

const char *cause__own_function(const struct callchain *chain)
{
	const struct chain_half *halves[] = { chain->user, chain->kernel };
	const char *first = NULL;
	uint32_t i;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(halves); k++)
		for (i = 0; halves[k] && i < halves[k]->nr; i++) {
			const struct frame *f = halves[k]->frames[i];

			if (!f->sym || f->kind == FRAME_GAP)
				continue;
			if (!k && !is_library(f))
				return f->sym->name;
			first = first ? first : f->sym->name;
		}
	return first;
}

const char *cause__name(enum cause cause)
{
	static const char *const names[CAUSE_NR] = { "running", "faults", "cpu", "quota", "lock", "disk", "pipe", "socket", "other", "idle",
						     "unknown" };

	return names[cause];
}

const char *cause__doing(enum cause cause)
{
	static const char *const doing[CAUSE_NR] = {
		"running", "handling page faults", "waiting for a CPU", "held back by a control group's CPU quota",
		"waiting for a lock", "waiting for storage", "talking through pipes", "talking through sockets",
		"waiting in the kernel", "waiting for work", "not known",
	};

	return doing[cause];
}
