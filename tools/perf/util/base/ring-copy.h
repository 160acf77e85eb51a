/* SPDX-License-Identifier: GPL-2.0-only */
/* Bytes of a ring, which lie in two pieces where it begins anew. */
#ifndef PERF_BASE_RING_COPY_H
#define PERF_BASE_RING_COPY_H

#include <stddef.h>
#include <string.h>
#include <sys/uio.h>

/* Copies the @size bytes from @pos on of what @iov has, one piece behind the other, to @to. They are all there. */
static inline void ring_copy(const struct iovec iov[2], size_t pos, void *to, size_t size)
{
	size_t first = pos < iov[0].iov_len ? iov[0].iov_len - pos : 0;

	if (first > size)
		first = size;
	if (first)
		memcpy(to, (const char *)iov[0].iov_base + pos, first);
	if (size > first)
		memcpy((char *)to + first, (const char *)iov[1].iov_base + (pos + first - iov[0].iov_len), size - first);
}

#endif /* PERF_BASE_RING_COPY_H */
