/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dynamic tracepoints (kprobes and uprobes) that this process makes through tracefs and removes at the end. They
 * are in a group of their own, "perf_aux_PID_STARTTIME"; if this process is killed, another one removes it
 * (probe-keeper.h). The PMUs kprobe and uprobe could make probes that need not be removed, but these fetch no
 * arguments, and such events cannot be inherited: the kernel would read the path of the probe from the memory of the
 * task that forks.
 */
#ifndef PERF_RECORD_PROBE_EVENTS_H
#define PERF_RECORD_PROBE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/record/probe-keeper.h"

struct probe_place {
	const char *file;	/* an ELF file; NULL: the kernel */
	uint64_t offset;	/* in the file, bytes; in the kernel without @symbol: the address */
	const char *symbol;	/* in the kernel; NULL: @offset says where */
	bool at_return;		/* when the function returns, not when it begins */
	uint64_t semaphore;	/* offset in the file of a counter (16 bits) of who listens, which the kernel then keeps; 0: none */
	const char *args;	/* what to fetch, " arg1=%di:u64", in the kernel's notation; NULL: nothing */
};

struct probe_events {
	unsigned int nr_user, nr_kernel;	/* how many were made and not removed yet */
	struct probe_keeper keeper;
};

/*
 * Can such events be made at all? Returns 0; -ENOENT if there is no tracefs or the kernel has no probes; -EACCES and other
 * errors.
 */
int probe_events__check(bool user);
/*
 * Makes the tracepoint probe_events__group():@name, or adds a place to it if it has been made already, with arguments of the same names and
 * types. Returns 0, or negative errno with @diag set. @p counts what is to be removed.
 */
int probe_events__add(struct probe_events *p, const char *name, const struct probe_place *place,
		      struct diag *diag);
/* The tracepoints' system. Static. */
const char *probe_events__group(void);
/* Removes all probes of @p; events on them must be closed. Returns 0, or negative errno with @diag set. */
int probe_events__remove(struct probe_events *p, struct diag *diag);
/* Removes the probes of @group, of files (@user) or the kernel, that the kernel lists. Returns the first error. */
int probe_events__remove_group(bool user, const char *group);
/* Removes probes that earlier perfs left behind because they were killed. */
void probe_events__remove_stale(void);

#endif /* PERF_RECORD_PROBE_EVENTS_H */
