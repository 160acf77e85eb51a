// SPDX-License-Identifier: GPL-2.0-only
#include "util/filter/filter.h"

int filter__init(struct filter *f, const char *comms, const char *pids, const char *tids, const char *cpus, struct diag *diag)
{
	int err;

	*f = (struct filter){ .any = false };
	err = name_list__add(&f->comms, comms, diag);
	err = err ?: ranges__parse(&f->pids, pids, "processes", diag);
	err = err ?: ranges__parse(&f->tids, tids, "threads", diag);
	err = err ?: ranges__parse(&f->cpus, cpus, "CPUs", diag);
	f->any = f->comms.nr || f->pids.nr || f->tids.nr || f->cpus.nr;
	return err;
}

void filter__exit(struct filter *f)
{
	name_list__exit(&f->comms);
	ranges__exit(&f->pids);
	ranges__exit(&f->tids);
	ranges__exit(&f->cpus);
	*f = (struct filter){ 0 };
}

bool filter__passes(const struct filter *f, uint32_t pid, uint32_t tid, uint32_t cpu, const char *comm)
{
	if (!f->any)
		return true;
	return ranges__contain(&f->pids, pid) && ranges__contain(&f->tids, tid) &&
	       ranges__contain(&f->cpus, cpu) && (!f->comms.nr || name_list__has(&f->comms, comm));
}
