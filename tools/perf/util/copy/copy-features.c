// SPDX-License-Identifier: GPL-2.0-only
#include "util/copy/copy-features.h"

void copy_features(const struct session *s, struct rewriter *w)
{
	const struct perf_header *h = session__header(s);
	const void *bytes;
	uint64_t size;
	int f;

	if (h->is_pipe) {
		if (h->tracing_data)
			rewriter__feature(w, HEADER_TRACING_DATA, h->tracing_data, h->tracing_data_size);
		return;
	}
	for (f = 0; f < HEADER_FEAT_BITS; f++) {
		if (!perf_header__has(h, f) || f == HEADER_COMPRESSED || f == HEADER_DIR_FORMAT ||
		    perf_header__is_damaged(h, f))
			continue;
		bytes = session__feature_bytes(s, f, &size);
		if (bytes)
			rewriter__feature(w, f, bytes, size);
	}
}
