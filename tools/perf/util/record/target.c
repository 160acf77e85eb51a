// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/target.h"

#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/id-list.h"
#include "util/record/thread-proc.h"

static int no_memory(struct diag *diag)
{
	return diag__msg(diag, -ENOMEM, "out of memory");
}

static int resolve_cpus(struct target *t, const struct target_opts *opts, struct diag *diag)
{
	struct perf_cpu_map *online = NULL, *asked = NULL;
	char text[256];
	int err;

	if (opts->per_thread) {
		t->cpus = perf_cpu_map__any();
		return t->cpus ? 0 : no_memory(diag);
	}
	err = perf_cpu_map__online(&online);
	if (err)
		return diag__msg(diag, err, "cannot find out which CPUs are online: %s",
				 strerror(-err));
	t->cpus = online;
	if (!opts->cpus)
		return 0;
	err = perf_cpu_map__parse(opts->cpus, &asked);
	if (err)
		return diag__msg(diag, err, "'%s' is not a list of CPUs (as in 0-3,7)", opts->cpus);
	t->cpus = perf_cpu_map__intersect(asked, online);
	perf_cpu_map__format(online, text, sizeof(text));
	if (!t->cpus)
		err = no_memory(diag);
	else if (perf_cpu_map__nr(t->cpus) != perf_cpu_map__nr(asked))
		err = diag__msg(diag, -ENODEV, "not all of the CPUs '%s' are online; these are: %s",
				opts->cpus, text);
	perf_cpu_map__delete(asked);
	perf_cpu_map__delete(online);
	return err;
}

static int find_user(const char *name, uid_t *ret)
{
	struct passwd *pw = getpwnam(name);
	char *end;
	unsigned long v;

	if (pw) {
		*ret = pw->pw_uid;
		return 0;
	}
	errno = 0;
	v = strtoul(name, &end, 10);
	/* The largest number is nobody's. */
	if (!isdigit((unsigned char)*name) || *end || errno || v >= UINT32_MAX)
		return -EINVAL;
	*ret = (uid_t)v;
	return 0;
}

static int resolve_user(struct target *t, const char *user, struct diag *diag)
{
	uid_t uid;
	int err;

	if (find_user(user, &uid))
		return diag__msg(diag, -EINVAL, "there is no user '%s'", user);
	err = perf_thread_map__of_uid(uid, &t->threads);
	if (err == -ESRCH)
		return diag__msg(diag, err, "user '%s' runs no process", user);
	return err ? diag__msg(diag, err, "cannot list the processes of user '%s': %s", user,
			       strerror(-err))
		   : 0;
}

/* Of the tasks that were named those that are there, and their descendants where such are recorded. */
static int resolve_tree(struct target *t, const struct target_opts *opts, struct diag *diag)
{
	const char *list = opts->pids ? opts->pids : opts->tids;
	struct thread_list tasks = { .nr = 0 };
	struct thread_state state;
	uint32_t *ids;
	size_t nr, i;
	int err = id_list__parse(opts->pids ? "--pid" : "--tid", list, &ids, &nr, diag);

	if (err)
		return err;
	for (i = 0; i < nr; i++) {
		if (opts->pids)
			thread_list__add_process(&tasks, (pid_t)ids[i]);
		else if (thread_state__read_status((pid_t)ids[i], &state))
			thread_list__add(&tasks, (pid_t)ids[i]);
	}
	if (t->inherit)
		thread_list__add_started(&tasks, 0);
	if (!tasks.nr)
		err = diag__msg(diag, -ESRCH, "none of %s runs any more", list);
	else if (!(t->threads = perf_thread_map__of_array(tasks.tids, (int)tasks.nr)))
		err = no_memory(diag);
	thread_list__exit(&tasks);
	free(ids);
	return err;
}

static int resolve_ids(struct target *t, const struct target_opts *opts, struct diag *diag)
{
	const char *list = opts->pids ? opts->pids : opts->tids,
		   *what = opts->pids ? "process" : "thread";
	pid_t missing = 0;
	int err = opts->pids ? perf_thread_map__of_pids(list, &t->threads, &missing) :
			       perf_thread_map__of_tids(list, &t->threads, &missing);

	if (err == -EINVAL)
		return diag__msg(diag, err, "'%s' is not a list of %s ids (as in 12,34)", list,
				 what);
	if (err == -ESRCH)
		return diag__msg(diag, err, "there is no %s %d", what, missing);
	return err ? diag__msg(diag, err, "cannot list the threads of '%s': %s", list,
			       strerror(-err))
		   : 0;
}

static int resolve_threads(struct target *t, const struct target_opts *opts, pid_t child,
			   struct diag *diag)
{
	if (opts->tree && (opts->pids || opts->tids))
		return resolve_tree(t, opts, diag);
	if (opts->pids || opts->tids)
		return resolve_ids(t, opts, diag);
	if (opts->user)
		return resolve_user(t, opts->user, diag);
	t->threads = t->system_wide ? perf_thread_map__any() : perf_thread_map__new(child);
	return t->threads ? 0 : no_memory(diag);
}

int target__resolve(struct target *ret, const struct target_opts *opts, pid_t child,
		    struct diag *diag)
{
	struct target t = { 0 };
	int err;

	t.existing = opts->pids || opts->tids || opts->user;
	t.workload = child != 0;
	t.some_cpus = opts->cpus != NULL;
	t.system_wide = !t.existing && (opts->all_cpus || opts->cpus || !child);
	/* One thread by its id means that one, unless it was said. */
	t.inherit = !opts->no_inherit && !t.system_wide && !opts->per_thread &&
		    (!opts->tids || opts->inherit_said);
	err = resolve_cpus(&t, opts, diag);
	if (!err)
		err = resolve_threads(&t, opts, child, diag);
	if (err)
		target__exit(&t);
	else
		*ret = t;
	return err;
}

void target__exit(struct target *t)
{
	perf_cpu_map__delete(t->cpus);
	perf_thread_map__delete(t->threads);
	t->cpus = NULL;
	t->threads = NULL;
}
