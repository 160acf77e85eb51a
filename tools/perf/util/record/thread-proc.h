/* SPDX-License-Identifier: GPL-2.0-only */
/* What /proc says of running threads: which there are, and what each does just now. */
#ifndef PERF_RECORD_THREAD_PROC_H
#define PERF_RECORD_THREAD_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct thread_state {
	pid_t pid;			/* its process */
	char letter;			/* 'R', 'S', 'D', ... */
	bool kernel;			/* a thread of the kernel */
	uint32_t cpu;			/* the last one */
	uint64_t switches;		/* how often it has left a CPU: the same number twice, and it has not run in between */
};

/* False: it has ended, or cannot be read. */
bool thread_state__read(pid_t tid, struct thread_state *ret);
/* The part of it that is told without a lock of the process: sets only pid and switches. */
bool thread_state__read_status(pid_t tid, struct thread_state *ret);
/* Does it wait, so that it has a place where it waits? */
static inline bool thread_state__sleeps(const struct thread_state *s)
{
	return s->letter == 'S' || s->letter == 'D' || s->letter == 'T' || s->letter == 't';
}

/* Where a thread that sleeps has left user space. 0, or negative errno; -EAGAIN: it runs. */
int thread__user_regs(pid_t tid, uint64_t *ret_ip, uint64_t *ret_sp);

struct thread_list {
	pid_t *tids;
	size_t nr, cap;
};

/* All threads of all processes but those of @but. */
void thread_list__add_all(struct thread_list *l, pid_t but);
/* All threads of process @pid; none if it has ended. */
void thread_list__add_process(struct thread_list *l, pid_t pid);
/* All threads of the processes that those from index @from on have started, that these have started, and so on. */
void thread_list__add_started(struct thread_list *l, size_t from);
/* Both: all threads of process @pid, and of those that it has started. */
void thread_list__add_tree(struct thread_list *l, pid_t pid);
void thread_list__add(struct thread_list *l, pid_t tid);
/* Sorts it, and keeps each once. */
void thread_list__finish(struct thread_list *l);
void thread_list__exit(struct thread_list *l);

#endif /* PERF_RECORD_THREAD_PROC_H */
