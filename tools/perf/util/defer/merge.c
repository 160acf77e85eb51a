// SPDX-License-Identifier: GPL-2.0-only
/*
 * The session hands over samples and events in time order, and that is how they are written: a reader
 * of the result has nothing to sort, and merging it again gives the same bytes. Records of perf's own
 * (AUX data, index, ...) go first, where the input can be read twice.
 */
#include "util/defer/merge-internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/copy/copy-check.h"
#include "util/data/attr-write.h"
#include "util/data/rewrite-attr.h"

/* --- what goes through --------------------------------------------------------------------------- */

/* perf's own records that do not describe events, features, rounds or compression: kept as they are. */
static bool is_kept(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_HEADER_EVENT_TYPE:
	case PERF_RECORD_HEADER_TRACING_DATA:
	case PERF_RECORD_HEADER_BUILD_ID:
	case PERF_RECORD_HEADER_FEATURE:
	case PERF_RECORD_FINISHED_ROUND:
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2:
		return false;
	default:
		return type >= PERF_RECORD_USER_TYPE_START;
	}
}

/* Would a reader refuse it? Then it is left out. The session, which sorts all, tells and counts it. */
static bool is_damaged(struct merge *m, struct session *s, const struct record *r)
{
	if (!copy_check__record(s, r, m->out.begun, NULL))
		return false;
	m->stats->left_out++;
	return true;
}

bool merge__foreign_record(uint32_t type)
{
	return type >= PERF_RECORD_USER_TYPE_START ? type > PERF_RECORD_FINISHED_INIT : type >= PERF_RECORD_CALLCHAIN_DEFERRED;
}

bool merge__foreign_attr(const struct perf_event_attr *attr)
{
	return attr->defer_callchain || attr->defer_output || attr__has_repair_bytes(attr) || attr->size > PERF_ATTR_SIZE_VER7 ||
	       attr__stored_size(attr) > PERF_ATTR_SIZE_VER7;
}

static int on_record(void *ctx, struct session *s, const struct record *r)
{
	struct merge *m = ctx;
	uint32_t type = r->header.type;

	m->pass_follow = false;
	/* A damaged one is told by the session. */
	if (!m->out.begun && (type == PERF_RECORD_HEADER_FEATURE || type == PERF_RECORD_HEADER_BUILD_ID))
		(void)rewriter__feature_record(&m->out, r, NULL);
	/* The session keeps such a record to itself. */
	if (!is_kept(type) && type != PERF_RECORD_SAMPLE && type != PERF_RECORD_CALLCHAIN_DEFERRED)
		m->stats->left_out += session__check_length(s, r, NULL) < 0;
	if (!is_kept(type) || (m->opts->common && merge__foreign_record(type)) || is_damaged(m, s, r))
		return 0;
	rewriter__record(&m->out, r->data, r->header.size);
	m->pass_follow = m->out.begun;
	return m->out.err;
}

static int on_follow(void *ctx, const void *data, size_t size)
{
	struct merge *m = ctx;

	if (m->pass_follow)
		rewriter__follow(&m->out, data, size);
	return m->out.err;
}

static int on_event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct merge *m = ctx;

	(void)id;
	if ((m->opts->common && merge__foreign_record(r->header.type)) || is_damaged(m, m->session, r))
		return 0;
	rewriter__record(&m->out, r->data, r->header.size);
	return m->out.err;
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct merge *m = ctx;

	if (m->opts->damaged)
		m->opts->damaged(m->opts->ctx, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct merge *m = ctx;

	if (m->opts->progress)
		m->opts->progress(m->opts->ctx, what, done, total);
}

/* --- the whole -------------------------------------------------------------------------------------- */

static int check_opts(const struct merge_opts *opts, struct diag *diag)
{
	if (opts->verify && !strcmp(opts->output, "-"))
		return diag__msg(diag, -EINVAL, "--verify reads the output back, and a pipe cannot be: "
				 "use -o FILE");
	return 0;
}

int merge__run(const struct merge_opts *opts, struct merge_stats *ret, struct diag *diag)
{
	struct merge *m;
	struct session_ops ops = {
		.begin = merge__begin, .sample = merge__sample, .event = on_event, .record = on_record,
		.follow = on_follow, .damaged = on_damaged, .progress = on_progress,
	};
	struct session_opts sopts = {
		.input = opts->input, .jobs = opts->jobs, .no_resolve = true, .skip_usual = true, .repair = true, .unwind = opts->unwind,
		.force = opts->force,
		.pipe_max_wait = opts->pipe_max_wait, .pipe_max_bytes = opts->pipe_max_bytes,
	};
	struct session *s;
	int err;

	memset(ret, 0, sizeof(*ret));
	err = check_opts(opts, diag);
	if (err)
		return err;
	m = xzalloc(sizeof(*m));
	m->opts = opts;
	m->stats = ret;
	m->diag = diag;
	s = session__new(&sopts, &ops, m, diag);
	if (!s) {
		free(m);
		return -EBADMSG;
	}
	err = rewriter__open(&m->out, opts->output, session__header(s)->swap, diag);
	if (!err) {
		m->out.classic = m->out.rounds = true;
		m->out.unwound = opts->unwind;
		m->out.repaired = true;
		m->out.common = opts->common;
		err = session__process(s, diag);
		ret->session = *session__stats(s);
		ret->bytes = m->out.pos;
		if (!err)
			merge__tell_repair(m);
		if (!err || m->out.err)
			err = rewriter__finish(&m->out, diag);
	}
	session__delete(s);
	if (!err && opts->verify)
		err = merge__verify(m);
	rewriter__exit(&m->out);
	strbuf__exit(&m->record);
	free(m->drops);
	free(m->usual);
	free(m->hashes);
	free(m);
	return err;
}
