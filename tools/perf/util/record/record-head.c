// SPDX-License-Identifier: GPL-2.0-only
/* The head of a recording: its features, with the formats of tracepoints. */
#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/data/feature-write.h"
#include "util/event/evsel-config.h"
#include "util/record/recorder-internal.h"
#include "util/record/ring-compress.h"
#include "util/record/tracing-data-build.h"

/* The formats of the tracepoints, if there are any. */
static int set_tracing_data(struct recorder *r)
{
	struct tracing_data_event *events = xcalloc(r->evlist->nr, sizeof(*events));
	struct strbuf blob = STRBUF_INIT;
	struct evsel *evsel;
	size_t i, nr = 0;
	int err = 0;

	evlist__for_each(r->evlist, i, evsel) {
		const struct evsel_config *config = evsel->config;

		if (evsel->attr.type == PERF_TYPE_TRACEPOINT && config && config->tp_name)
			events[nr++] = (struct tracing_data_event){
				config->tp_sys, config->tp_name, config->probe_sys, config->probe_name,
			};
	}
	if (nr) {
		err = tracing_data__build(events, nr, &blob, r->diag);
		if (!err)
			perf_writer__set_feature(r->writer, HEADER_TRACING_DATA, blob.buf,
						 blob.len);
	}
	strbuf__exit(&blob);
	free(events);
	return err;
}

int recorder__write_head(struct recorder *r)
{
	const struct feature_write_opts opts = {
		.version = r->info->version, .argc = r->info->argc, .argv = r->info->argv,
		.use_clockid = r->opts->use_clockid, .clockid = r->opts->clockid,
		.branch_stack = r->opts->branch_type,
	};
	const uint64_t dir_version = 1;
	int err;

	perf_writer__set_all_features(r->writer, &r->written, &opts);
	if (r->opts->compression_level) {
		r->stats.compress = ring_compress__new(r->opts->compression_level,
						       r->result->ring_bytes,
						       r->config.aux.evsel != NULL, r->diag);
		if (!r->stats.compress)
			return -ENOTSUP;
		ring_compress__set_feature(r->stats.compress, r->writer);
	}
	if (r->opts->threads_spec)
		perf_writer__set_feature(r->writer, HEADER_DIR_FORMAT, &dir_version, sizeof(dir_version));
	err = set_tracing_data(r);
	return err ? err : perf_writer__begin(r->writer, &r->written, r->diag);
}
