/* SPDX-License-Identifier: GPL-2.0-only */
/* What records say about cgroups and namespaces, for the columns cgroup and cgroup_id. */
#ifndef PERF_MACHINE_TASK_FACTS_H
#define PERF_MACHINE_TASK_FACTS_H

#include <stdint.h>

#include "util/base/byte-pool.h"
#include "util/base/diag.h"
#include "util/event/record.h"

/* A cgroup namespace: its device and inode. */
struct cgroup_ns {
	uint64_t dev, ino;
};

U64_MAP(cgroup_ns_map, const struct cgroup_ns *)

/* Zero-initialised is empty. */
struct task_facts {
	struct byte_pool pool;
	struct u64text cgroups;	/* id + 1 -> path */
	struct cgroup_ns_map spaces;	/* tid + 1 -> struct cgroup_ns */
};

void task_facts__exit(struct task_facts *t);
/* Reads CGROUP and NAMESPACES records, in time order; others are ignored. Returns 0, or -EBADMSG with @diag set. */
int task_facts__add(struct task_facts *t, const struct record *r, struct diag *diag);
/* The path of cgroup @id, or NULL. */
const char *task_facts__cgroup(const struct task_facts *t, uint64_t id);
/* The cgroup namespace that thread @tid is in now; zeros if no record said so. */
struct cgroup_ns task_facts__cgroup_ns(const struct task_facts *t, uint32_t tid);

#endif /* PERF_MACHINE_TASK_FACTS_H */
