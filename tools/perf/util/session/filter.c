// SPDX-License-Identifier: GPL-2.0-only
#include "util/session/filter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session.h"

/* "3", "5-7". Returns what follows, NULL if it is neither. */
static const char *parse_range(const char *p, struct filter_range *ret)
{
	uint32_t *to[2] = { &ret->from, &ret->to };
	unsigned long v;
	char *end;
	int i;

	for (i = 0; i < 2; i++) {
		errno = 0;
		v = strtoul(p, &end, 10);
		if (*p < '0' || *p > '9' || errno || v > UINT32_MAX)
			return NULL;
		*to[i] = (uint32_t)v;
		if (*end != '-')
			break;
		p = end + 1;
	}
	if (!i)
		ret->to = ret->from;
	return i == 2 || ret->to < ret->from || (*end && *end != ',') ? NULL : end;
}

/* "3,5-7" */
static int parse_ranges(const char *list, const char *what, struct filter_range **ret, size_t *nr, size_t *cap,
			struct diag *diag)
{
	const char *p = list, *end;
	struct filter_range range;

	while (p && *p) {
		end = parse_range(p, &range);
		if (!end)
			return diag__msg(diag, -EINVAL, "cannot understand '%s' in the list of %s '%s'", p, what, list);
		GROW(*ret, *nr, *cap);
		(*ret)[(*nr)++] = range;
		p = *end ? end + 1 : end;
	}
	return 0;
}

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
	err = parse_ranges(opts->pids, "processes", &f->pids, &f->nr_pids, &f->cap_pids, diag);
	err = err ?: parse_ranges(opts->tids, "threads", &f->tids, &f->nr_tids, &f->cap_tids, diag);
	err = err ?: parse_ranges(opts->cpus, "CPUs", &f->cpus, &f->nr_cpus, &f->cap_cpus, diag);
	f->any = f->time_from || f->time_to || f->nr_comms || f->nr_pids || f->nr_tids || f->nr_cpus;
	return err;
}

void filter__exit(struct filter *f)
{
	while (f->nr_comms)
		free(f->comms[--f->nr_comms]);
	free(f->comms);
	free(f->pids);
	free(f->tids);
	free(f->cpus);
	*f = (struct filter){ 0 };
}

static bool in_ranges(const struct filter_range *r, size_t nr, uint32_t v)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (v >= r[i].from && v <= r[i].to)
			return true;
	return !nr;
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
	       in_ranges(f->pids, f->nr_pids, pid) && in_ranges(f->tids, f->nr_tids, tid) &&
	       in_ranges(f->cpus, f->nr_cpus, cpu) && has_name(f, comm);
}
