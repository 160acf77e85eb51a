// SPDX-License-Identifier: GPL-2.0-only
/* The cgroups that there are: a record for each, so that the ids in samples have names. */
#include "util/base/cgroup-tree.h"
#include "util/machine/synth-record.h"

static int emit(void *ctx, int fd, const char *path)
{
	uint64_t id = 0;

	return cgroup_tree__id(fd, &id) ? 0 : synth__emit_cgroup(ctx, id, path);
}

int synth__cgroups(const struct synth_opts *opts)
{
	return cgroup_tree__walk(emit, (void *)(uintptr_t)opts);
}
