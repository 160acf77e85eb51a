// SPDX-License-Identifier: GPL-2.0-only
#include "util/session/filter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session.h"

static void parse_names(const char *list, struct filter *f)
{
	char *copy, *save, *word;

	if (!list)
		return;
	copy = xstrdup(list);
	for (word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		GROW(f->comms, f->nr_comms, f->cap_comms);
		f->comms[f->nr_comms++] = xstrdup(word);
	}
	free(copy);
}

int filter__init(struct filter *f, const struct session_opts *opts, struct diag *diag)
{
	int err;

	*f = (struct filter){ .time_from = opts->time_from, .time_to = opts->time_to };
	parse_names(opts->comms, f);
	err = ranges__parse(&f->pids, opts->pids, "processes", diag);
	err = err ?: ranges__parse(&f->tids, opts->tids, "threads", diag);
	err = err ?: ranges__parse(&f->cpus, opts->cpus, "CPUs", diag);
	f->any = f->time_from || f->time_to || f->nr_comms || f->pids.nr || f->tids.nr || f->cpus.nr;
	return err;
}

void filter__exit(struct filter *f)
{
	while (f->nr_comms)
		free(f->comms[--f->nr_comms]);
	free(f->comms);
	ranges__exit(&f->pids);
	ranges__exit(&f->tids);
	ranges__exit(&f->cpus);
	*f = (struct filter){ 0 };
}

static bool has_name(const struct filter *f, const char *comm)
{
	size_t i;

	for (i = 0; i < f->nr_comms; i++)
		if (!strcmp(f->comms[i], comm))
			return true;
	return !f->nr_comms;
}

bool filter__passes(const struct filter *f, uint64_t time, uint32_t pid, uint32_t tid, uint32_t cpu,
		    const char *comm)
{
	if (!f->any)
		return true;
	return time >= f->time_from && (!f->time_to || time <= f->time_to) &&
	       ranges__contain(&f->pids, pid) && ranges__contain(&f->tids, tid) &&
	       ranges__contain(&f->cpus, cpu) && has_name(f, comm);
}
