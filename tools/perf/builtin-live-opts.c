// SPDX-License-Identifier: GPL-2.0-only
/* What is to be recorded while somebody looks: options of perf record that are handed on to it. */
#include <stdlib.h>
#include <string.h>

#include "builtin-live.h"
#include "util/base/alloc.h"
#include "util/base/options.h"

void live_record__add(struct live_record *o, char *arg)
{
	GROW(o->args, o->nr, o->cap);
	o->args[o->nr++] = arg;
}

/* The same option of perf record. */
int live_record__hand_on(const struct option *opt, const char *arg, bool unset)
{
	struct live_record *o = opt->value;
	const char *name = opt->long_name;

	if (unset)
		live_record__add(o, strncmp(name, "no-", 3) ? xasprintf("--no-%s", name) : xasprintf("--%s", name + 3));
	else
		live_record__add(o, arg ? xasprintf("--%s=%s", name, arg) : xasprintf("--%s", name));
	return 0;
}

int live_record__set_tasks(const struct option *opt, const char *arg, bool unset)
{
	struct live_record *o = opt->value;

	o->some_tasks = !unset;
	o->listed = !unset && strcmp(opt->long_name, "uid");
	free((void *)(uintptr_t)o->place);
	o->place = unset ? NULL : xasprintf("%s: %s", opt->long_name, arg);
	return live_record__hand_on(opt, arg, unset);
}

int live_record__set_cpus(const struct option *opt, const char *arg, bool unset)
{
	struct live_record *o = opt->value;

	o->some_cpus = !unset;
	free((void *)(uintptr_t)o->place);
	o->place = unset ? NULL : xasprintf("CPU %s", arg);
	return live_record__hand_on(opt, arg, unset);
}

/* It is said behind -e, as with perf record, which also judges the name. */
int live_record__set_cgroup(const struct option *opt, const char *arg, bool unset)
{
	struct live_record *o = opt->value;

	free((void *)(uintptr_t)o->place);
	o->place = unset ? NULL : xasprintf("cgroup %s", arg);
	return live_record__hand_on(opt, arg, unset);
}

int live_record__set_graph(const struct option *opt, const char *arg, bool unset)
{
	struct live_record *o = opt->value;

	o->graph = !unset && !(arg && !strcmp(arg, "no"));
	if (unset)
		arg = "no";
	live_record__add(o, xasprintf("--call-graph=%s", arg ? arg : o->graph_mode ? o->graph_mode : "fp,defer,repair"));
	return 0;
}

const char *const *live_record__args(struct live_record *o)
{
	if (!o->some_tasks && !o->some_cpus)
		live_record__add(o, xstrdup("--all-cpus"));
	GROW(o->args, o->nr, o->cap);
	o->args[o->nr] = NULL;
	return o->args;
}

void live_record__exit(struct live_record *o)
{
	size_t i;

	for (i = 0; i < o->nr; i++)
		free((void *)(uintptr_t)o->args[i]);
	free(o->args);
	free((void *)(uintptr_t)o->place);
}
