// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/shown.h"
#include "util/machine/task-facts.h"

#include <linux/perf_event.h>

#define NR_NAMESPACES_BEFORE_CGROUP	6	/* net, uts, ipc, pid, user, mnt */

void task_facts__exit(struct task_facts *t)
{
	u64text__exit(&t->cgroups);
	cgroup_ns_map__exit(&t->spaces);
	byte_pool__exit(&t->pool);
}

static int add_cgroup(struct task_facts *t, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t id = cursor__u64(&c, "id");
	const char *path = cursor__str(&c, "path");
	int err = record__check(r, &c, diag);

	if (!err && id != UINT64_MAX)
		u64text__set(&t->cgroups, id + 1, byte_pool__str(&t->pool, shown(path)));
	return err;
}

static int add_namespaces(struct task_facts *t, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint32_t tid;
	uint64_t nr;
	struct cgroup_ns ns;
	int err;

	cursor__u32(&c, "pid");
	tid = cursor__u32(&c, "tid");
	nr = cursor__count(&c, sizeof(ns), "nr_namespaces");
	if (nr > NR_NAMESPACES_BEFORE_CGROUP) {
		cursor__skip(&c, NR_NAMESPACES_BEFORE_CGROUP * sizeof(ns), "namespaces");
		ns.dev = cursor__u64(&c, "dev");
		ns.ino = cursor__u64(&c, "inode");
	}
	err = record__check(r, &c, diag);
	if (!err && nr > NR_NAMESPACES_BEFORE_CGROUP)
		cgroup_ns_map__set(&t->spaces, (uint64_t)tid + 1, byte_pool__get(&t->pool, &ns, sizeof(ns)));
	return err;
}

int task_facts__add(struct task_facts *t, const struct record *r, struct diag *diag)
{
	if (r->header.type == PERF_RECORD_CGROUP)
		return add_cgroup(t, r, diag);
	if (r->header.type == PERF_RECORD_NAMESPACES)
		return add_namespaces(t, r, diag);
	return 0;
}

const char *task_facts__cgroup(const struct task_facts *t, uint64_t id)
{
	return id == UINT64_MAX ? NULL : u64text__find(&t->cgroups, id + 1);
}

struct cgroup_ns task_facts__cgroup_ns(const struct task_facts *t, uint32_t tid)
{
	const struct cgroup_ns *ns = cgroup_ns_map__find(&t->spaces, (uint64_t)tid + 1);

	return ns ? *ns : (struct cgroup_ns){ 0 };
}
