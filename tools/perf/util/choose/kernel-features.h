/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What this kernel can do, found by asking it: small software events are opened and closed again. The
 * kernel's version is never looked at.
 */
#ifndef PERF_CHOOSE_KERNEL_FEATURES_H
#define PERF_CHOOSE_KERNEL_FEATURES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <linux/perf_event.h>

/* Each flag: an event that asks for it can be opened by this process. */
struct kernel_features {
	/* 0, or why not even a plain event opens (errno); then all else is false */
	int open_error;
	/* bytes of perf_event_attr that the kernel knows; 0: it does not say */
	uint32_t attr_size;
	bool sample_identifier;
	bool sample_max_stack;
	bool mmap2, comm_exec, clockid, context_switch, write_backward, namespaces;
	bool ksymbol, bpf_event, cgroup, text_poke;
	bool build_id;			/* build ids in MMAP2 */
	bool read_lost;			/* PERF_FORMAT_LOST */
	bool aux_output;		/* the bit is known (whether a PMU can do it is its own matter) */
	bool inherit_sample_read;	/* inherit with PERF_SAMPLE_READ and a group */
	bool defer_callchain;		/* user callchains can be deferred */
	bool defer_output;
	bool exclude_guest;
	bool aux_action;		/* pause and resume are known to this kernel at all (6.13) */
};

/* Asks for everything; some 25 system calls, well under a millisecond. */
void kernel_features__probe(struct kernel_features *ret);

/* perf_event_open(2) with FD_CLOEXEC; returns the descriptor or negative errno. */
int perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd, unsigned long flags);

/*
 * Has the driver of events of this attr (type and config words) an AUX area? An event of this thread is
 * opened, or, where the driver does not do tasks, one of CPU @cpu. 1 yes, 0 no, -1: the kernel did not let
 * us find out.
 */
int kernel__event_has_aux(const struct perf_event_attr *attr, int cpu);
/* Can AUX events of this attr (a PMU's type and config) be paused and resumed? As above. */
int kernel__pmu_can_pause_aux(const struct perf_event_attr *attr);

/* /proc/sys/kernel/perf_event_paranoid; 2 (the kernel's default) if it cannot be read. */
int kernel__perf_event_paranoid(void);
/* /proc/sys/kernel/kptr_restrict; 0 if it cannot be read. */
int kernel__kptr_restrict(void);
/* KiB of ring buffers that a user may lock for each CPU, beside RLIMIT_MEMLOCK; 516 if it cannot be read. */
unsigned int kernel__perf_event_mlock_kb(void);
/* Samples a second; 0 if it cannot be read. */
unsigned int kernel__perf_event_max_sample_rate(void);
/* Frames; 127 if it cannot be read. */
unsigned int kernel__perf_event_max_stack(void);
/* RLIMIT_MEMLOCK, bytes; UINT64_MAX: no limit. */
uint64_t kernel__memlock_limit(void);
/* May this process do what CAP_PERFMON (or CAP_SYS_ADMIN) allows? */
bool kernel__is_privileged(void);
/* May its ring buffers be as large as it likes? CAP_IPC_LOCK, or perf_event_paranoid is -1. */
bool kernel__may_lock_memory(void);

#endif /* PERF_CHOOSE_KERNEL_FEATURES_H */
