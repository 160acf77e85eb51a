/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds out what this kernel can do, by opening and closing small software events. The version of the kernel is
 * not used.
 */
#ifndef PERF_CHOOSE_KERNEL_FEATURES_H
#define PERF_CHOOSE_KERNEL_FEATURES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <linux/perf_event.h>

/* A flag is true if this process can open an event that asks for this feature. */
struct kernel_features {
	/* 0, or the errno because of which not even a plain event can be opened; then all flags are false */
	int open_error;
	/* size of the kernel's struct perf_event_attr, bytes; 0: not known */
	uint32_t attr_size;
	bool sample_identifier;
	bool sample_max_stack;
	bool mmap2, comm_exec, clockid, context_switch, write_backward, namespaces;
	bool ksymbol, bpf_event, cgroup, text_poke;
	bool build_id;			/* build ids in MMAP2 */
	bool read_lost;			/* PERF_FORMAT_LOST */
	bool aux_output;		/* the kernel knows the bit; a PMU may not support it nevertheless */
	bool inherit_sample_read;	/* inherit with PERF_SAMPLE_READ and a group */
	bool defer_callchain;		/* user callchains can be deferred */
	bool defer_output;
	bool exclude_guest;
	bool aux_action;		/* the kernel knows pause and resume (since 6.13) */
};

/* Finds out all features. Needs about 25 system calls and less than a millisecond. */
void kernel_features__probe(struct kernel_features *ret);

/*
 * The features of Linux 6.19 with all that perf asks for, but without deferral unless @defer: for attrs that do not
 * depend on this kernel.
 */
void kernel_features__of_619(struct kernel_features *ret, bool defer);

/* Calls perf_event_open(2) so that the descriptor has FD_CLOEXEC. Returns the descriptor or negative errno. */
int perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd, unsigned long flags);

/*
 * Does the driver of the event @attr (its type and config words) have an AUX area? Opens an event of this thread,
 * or one of CPU @cpu if the driver cannot trace tasks. Returns 1 for yes, 0 for no, -1 if the kernel did not
 * allow to find out.
 */
int kernel__event_has_aux(const struct perf_event_attr *attr, int cpu);
/*
 * Can AUX events with this attr (a PMU's type and config words) be paused and resumed? Returns 1, 0 or -1 in the same way.
 */
int kernel__pmu_can_pause_aux(const struct perf_event_attr *attr);

/* Returns /proc/sys/kernel/perf_event_paranoid; 2 (the kernel's default) if it cannot be read. */
int kernel__perf_event_paranoid(void);
/* Returns /proc/sys/kernel/kptr_restrict; 0 if it cannot be read. */
int kernel__kptr_restrict(void);
/* Returns how many KiB of ring buffers a user may lock for each CPU beyond RLIMIT_MEMLOCK; 516 if it cannot be read. */
unsigned int kernel__perf_event_mlock_kb(void);
/* Returns the largest allowed frequency, samples per second; 0 if it cannot be read. */
unsigned int kernel__perf_event_max_sample_rate(void);
/* Returns the largest number of frames in a chain; 127 if it cannot be read. */
unsigned int kernel__perf_event_max_stack(void);
/* Returns RLIMIT_MEMLOCK, bytes; UINT64_MAX if there is no limit. */
uint64_t kernel__memlock_limit(void);
/* Does this process have CAP_PERFMON or CAP_SYS_ADMIN? */
bool kernel__is_privileged(void);
/* Does a filter of system calls (seccomp) watch this process? Those of containers answer perf_event_open(2) with EPERM. */
bool kernel__calls_are_filtered(void);
/*
 * @error: the errno with which even a plain event of this process cannot be opened (kernel_features.open_error). Returns why, and what to
 * do, without a capital and a full stop. The caller frees it.
 */
char *kernel__why_no_events(int error);
/* May this process have ring buffers of any size? So it is with CAP_IPC_LOCK, or if perf_event_paranoid is -1. */
bool kernel__may_lock_memory(void);

#endif /* PERF_CHOOSE_KERNEL_FEATURES_H */
