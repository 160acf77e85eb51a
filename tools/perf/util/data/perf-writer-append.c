// SPDX-License-Identifier: GPL-2.0-only
/* Records of one file copied behind those of another. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/perf-writer-internal.h"

#define PIECE	(1024 * 1024)

/* Bytes of the whole records at the beginning of @data; 0: there is none. */
static size_t whole(const char *data, size_t size)
{
	size_t pos = 0;

	while (size - pos >= sizeof(struct perf_event_header)) {
		struct perf_event_header h;

		memcpy(&h, data + pos, sizeof(h));
		if (h.size < sizeof(h) || h.size > size - pos)
			break;
		pos += h.size;
	}
	return pos;
}

int perf_writer__append(struct perf_writer *w, struct perf_writer *from, struct diag *diag)
{
	int err = perf_writer__flush(from, diag);
	char *data = xmalloc(PIECE);
	uint64_t at = 0;

	while (!err && at < from->written) {
		size_t want = from->written - at < PIECE ? (size_t)(from->written - at) : PIECE, n;
		ssize_t got = pread(from->fd, data, want, (off_t)(from->data_offset + at));

		if (got < 0 && errno == EINTR)
			continue;
		n = got > 0 ? whole(data, (size_t)got) : 0;
		if (!n)
			err = diag__msg(diag, got < 0 ? -errno : -EIO, "cannot read back what was kept beside '%s', at byte %llu",
					from->path, (unsigned long long)at);
		else
			err = perf_writer__write(w, data, n, diag);
		at += n;
	}
	free(data);
	return err;
}
