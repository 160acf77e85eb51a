// SPDX-License-Identifier: GPL-2.0-only
/* The cgroups that there are: a record for each, so that the ids in samples have names. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "util/base/cgroup-tree.h"
#include "util/machine/synth-record.h"

/* The id that the kernel writes into samples: the file handle of the cgroup's folder. */
static int cgroup_id(int fd, uint64_t *ret)
{
	union {
		struct file_handle handle;
		char room[sizeof(struct file_handle) + sizeof(uint64_t)];
	} u = { .handle.handle_bytes = sizeof(uint64_t) };
	int mount;

	if (name_to_handle_at(fd, "", &u.handle, &mount, AT_EMPTY_PATH))
		return -errno;
	if (u.handle.handle_bytes != sizeof(uint64_t))
		return -EINVAL;
	memcpy(ret, u.handle.f_handle, sizeof(*ret));
	return 0;
}

static int emit(void *ctx, int fd, const char *path)
{
	uint64_t id = 0;

	return cgroup_id(fd, &id) ? 0 : synth__emit_cgroup(ctx, id, path);
}

int synth__cgroups(const struct synth_opts *opts)
{
	return cgroup_tree__walk(emit, (void *)(uintptr_t)opts);
}
