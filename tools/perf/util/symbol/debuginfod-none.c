// SPDX-License-Identifier: GPL-2.0-only
/* Built where libdebuginfod is missing. */
#include "util/symbol/debuginfod.h"

#include "util/base/log.h"

struct debuginfod *debuginfod__new(const char *urls)
{
	(void)urls;
	pr_warning("debuginfod: this perf was built without libdebuginfod, no server is asked\n");
	return NULL;
}

void debuginfod__delete(struct debuginfod *d)
{
	(void)d;
}

char *debuginfod__find(struct debuginfod *d, const struct debuginfod_file *f, dsos_progress_fn progress, void *ctx)
{
	(void)d;
	(void)f;
	(void)progress;
	(void)ctx;
	return NULL;
}
