// SPDX-License-Identifier: GPL-2.0-only
/* Where in memory the function of a range_place is, as far as that is known before anything runs. */
#include "util/record/range-place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/record/process-maps.h"

/* Does the task belong to process @pid? */
static bool is_of(pid_t pid, pid_t tid)
{
	char *path = xasprintf("%s/%d/task/%d", procfs__path(), (int)pid, (int)tid);
	bool ret = pid == tid || !access(path, F_OK);

	free(path);
	return ret;
}

static int address_in_process(const struct range_place *p, const struct range_scope *scope, uint64_t *ret,
			      struct diag *diag)
{
	uint64_t offset = p->where.start + p->plus;
	pid_t pid = scope->pids[0];
	char *text, *line, *save = NULL;
	struct map_line m;
	bool found = false;
	size_t i;

	for (i = 1; i < scope->nr_pids; i++)
		if (!is_of(pid, scope->pids[i]))
			return diag__msg(diag, -EOPNOTSUPP,
					 "'%s' has another address in each process: without probes, "
					 "which take root, only one can be traced",
					 p->symbol);
	text = process_maps__read(scope->asker, pid);
	for (line = text ? strtok_r(text, "\n", &save) : NULL; line && !found;
	     line = strtok_r(NULL, "\n", &save)) {
		char *path;

		if (!map_line__parse(&m, line) || !m.is_code || offset - m.offset >= m.end - m.start)
			continue;
		path = process_maps__path(pid, m.path);
		found = !strcmp(path, p->object);
		*ret = m.start + (offset - m.offset);
		free(path);
	}
	free(text);
	return found ? 0 :
		       diag__msg(diag, -ENOENT, "process %d has not mapped '%s' of '%s'", (int)pid, p->symbol,
				 p->object);
}

int range_place__address(const struct range_place *p, const struct range_scope *scope, uint64_t *ret,
			 struct diag *diag)
{
	bool fixed = false;
	int err;

	if (p->in_kernel) {
		*ret = p->where.start + p->plus;
		return p->has_address ? 0 :
					diag__msg(diag, -EACCES,
						  "the kernel hides where '%s' is "
						  "(/proc/sys/kernel/kptr_restrict), and probes take root",
						  p->symbol);
	}
	if (scope->whole_cpus)
		return diag__msg(diag, -EOPNOTSUPP,
				 "'%s' has another address in each process: whole CPUs take "
				 "probes, and these root",
				 p->symbol);
	if (scope->nr_pids)
		return address_in_process(p, scope, ret, diag);
	err = elf__link_address(p->object, p->where.start + p->plus, ret, &fixed, diag);
	if (!err && !fixed)
		err = diag__msg(diag, -EOPNOTSUPP,
				"where '%s' will be in memory is not known before the program "
				"runs (in a library): probes could be made anywhere, and take root",
				p->symbol);
	return err;
}

bool range_place__is_pending(const struct range_place *p, const struct range_scope *scope, uint64_t *ret)
{
	struct diag ignored = DIAG_INIT;
	bool fixed, is_program;
	char *path;

	if (p->in_kernel || scope->whole_cpus || scope->nr_pids || !scope->program ||
	    elf__link_address(p->object, p->where.start + p->plus, ret, &fixed, &ignored) || fixed)
		return false;
	path = alloc__given(realpath(scope->program, NULL));
	is_program = path && !strcmp(path, p->object);
	free(path);
	return is_program;
}
