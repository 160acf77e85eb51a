// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/ring-size.h"

#include <unistd.h>

#include "util/choose/kernel-features.h"

#define MEMORY_SHARE	64	/* all rings together take at most this part of the memory */

void ring_limits__of_this_process(struct ring_limits *ret)
{
	long pages = sysconf(_SC_PHYS_PAGES), cpus = sysconf(_SC_NPROCESSORS_ONLN), page = sysconf(_SC_PAGESIZE);
	uint64_t shared = (uint64_t)kernel__perf_event_mlock_kb() * 1024 * (uint64_t)(cpus > 0 ? cpus : 1);
	uint64_t own = kernel__memlock_limit();

	*ret = (struct ring_limits){
		.unlimited = kernel__may_lock_memory(),
		.locked = own > UINT64_MAX - shared ? UINT64_MAX : shared + own,
		.memory = pages > 0 ? (uint64_t)pages * (uint64_t)page : 0,
		.page = (size_t)page,
	};
}

size_t ring_size__default(const struct ring_limits *limits, size_t nr_rings, size_t largest)
{
	uint64_t most = limits->memory ? limits->memory / MEMORY_SHARE : 0;
	size_t size = RECORD_RING_BYTES;

	if (!limits->unlimited && limits->locked < most)
		most = limits->locked;
	if (nr_rings)
		most /= nr_rings;
	/* Each has a page that the kernel and perf talk through. */
	while (size < largest && size * 2 + limits->page <= most)
		size *= 2;
	return size;
}
