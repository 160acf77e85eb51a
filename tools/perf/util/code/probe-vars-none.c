// SPDX-License-Identifier: GPL-2.0-only
/* Built where libdw is missing. */
#include "util/code/probe-vars.h"

#include <errno.h>
#include <stddef.h>

struct probe_vars *probe_vars__open(const char *path, uint64_t offset, const char *name, struct diag *diag)
{
	(void)path;
	(void)offset;
	diag__msg(diag, -ENOSYS,
		  "parameters of '%s' are not known: perf was built without libdw (install libdw-dev); registers are written %%di:u64",
		  name);
	return NULL;
}

struct probe_vars *probe_vars__open_copy(const char *path, uint64_t offset, uint64_t die, const char *name, struct diag *diag)
{
	(void)die;
	return probe_vars__open(path, offset, name, diag);
}

void probe_vars__close(struct probe_vars *v)
{
	(void)v;
}

uint64_t probe_vars__entry(const struct probe_vars *v)
{
	(void)v;
	return 0;
}

int probe_vars__add(struct probe_vars *v, const char *name, const char *expr, const char *type, struct strbuf *out, struct diag *diag)
{
	(void)v;
	(void)name;
	(void)type;
	(void)out;
	return diag__msg(diag, -ENOSYS, "'%s' is not known", expr);
}

void probe_vars__add_all(struct probe_vars *v, struct strbuf *out, struct strbuf *left_out)
{
	(void)v;
	(void)out;
	(void)left_out;
}

void probe_vars__add_return_type(struct probe_vars *v, struct strbuf *out)
{
	(void)v;
	(void)out;
}
