/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the contents of the header's features, in the form that readers expect. */
#ifndef PERF_DATA_FEATURE_WRITE_H
#define PERF_DATA_FEATURE_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "util/base/strbuf.h"
#include "util/data/header.h"
#include "util/data/perf-writer.h"

/* Appends a u32 length, then the text, padded with zeros to a multiple of 64 bytes. */
void feature_write__string(struct strbuf *out, const char *s);
/* Appends an entry of BUILD_ID. */
void feature_write__build_id(struct strbuf *out, const struct header_build_id *id);

/* What perf_writer__set_all_features() cannot find out itself. */
struct feature_write_opts {
	const char *version;		/* of this tool */
	int argc;			/* the command line, without the tool's own path, which is put before it */
	const char *const *argv;
	bool use_clockid;
	clockid_t clockid;
	bool branch_stack;		/* branches were asked for, and readers should show these by default */
};

/* Sets all features that are known before the first sample; BUILD_ID and others, which are not, are set by the recorder. */
void perf_writer__set_all_features(struct perf_writer *w, struct evlist *evlist,
				   const struct feature_write_opts *opts);

#endif /* PERF_DATA_FEATURE_WRITE_H */
