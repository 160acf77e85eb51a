// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records go out as they come in. Build ids belong before what needs them: of a file they are found by a
 * pass of its own, in front; of a stream they come out with the samples that wait to be sorted, and so
 * before the FINISHED_ROUND by which a reader begins to sort the same ones. That record is held back
 * for them.
 */
#include "util/inject/inject-internal.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/copy/copy-check.h"
#include "util/copy/copy-features.h"
#include "util/inject/jitdump.h"
#include "util/inject/mmap-rewrite.h"

static int begin(struct inject *in, struct session *s)
{
	const struct perf_header *h = session__header(s);
	size_t i;

	for (i = 0; inject__adds_ids(in) && i < h->nr_build_ids; i++)
		inject__take_head_id(in, &h->build_ids[i]);
	if (!in->out.begun) {
		copy_features(s, &in->out);
		if (in->opts->strip)
			rewriter__drop_feature(&in->out, HEADER_AUXTRACE);
		if (inject__adds_ids(in) && !in->out.path && inject__overrules_head(in, h))
			inject__make_feature(in);
		rewriter__begin(&in->out, session__evlist(s));
	}
	if (in->opts->build_ids && !in->ids_late)
		inject__tell_hits(in);
	return in->out.err;
}

int inject__on_begin(void *ctx, struct session *s)
{
	struct inject *in = ctx;

	in->begun = true;
	return begin(in, s);
}

void inject__release_held(struct inject *in)
{
	if (!in->has_held)
		return;
	in->has_held = false;
	if (in->opts->build_ids && in->ids_late) {
		inject__take_hits(in, in->session);
		inject__tell_hits(in);
	}
	rewriter__record(&in->out, in->held, sizeof(in->held));
}

static bool is_aux(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_AUX:
	case PERF_RECORD_ITRACE_START:
	case PERF_RECORD_AUX_OUTPUT_HW_ID:
	case PERF_RECORD_AUXTRACE_INFO:
	case PERF_RECORD_AUXTRACE:
	case PERF_RECORD_AUXTRACE_ERROR:
		return true;
	default:
		return false;
	}
}

/* Would a reader refuse it? Then it is left out, and told if the session does not. */
static bool is_damaged(struct inject *in, struct session *s, const struct record *r)
{
	struct diag diag = DIAG_INIT;

	if (!copy_check__record(s, r, in->begun, &diag))
		return false;
	if (copy_check__is_told(r, s, in->ids_late))
		return true;
	in->stats->damaged++;
	diag.file = session__input_name(s);
	if (in->opts->damaged)
		in->opts->damaged(in->opts->ctx, &diag);
	return true;
}

static void emit(void *ctx, const void *record, size_t size)
{
	rewriter__record(&((struct inject *)ctx)->out, record, size);
}

/* A jitdump that cannot be read costs its functions. One whose times cannot be compared is the user's mistake. */
static int on_jitdump(struct inject *in, struct session *s, const struct record *r, const struct record_mmap *m)
{
	const struct evsel *first = evlist__first(session__evlist(s));
	struct diag diag = DIAG_INIT;

	if (!first)
		return 0;
	if (jit_inject__check(&first->attr, in->diag))
		return -EINVAL;
	if (jit_inject__dump(&in->jit, &(struct jit_dump_map){ r, m, &first->attr }, emit, in, &diag)) {
		in->stats->damaged++;
		if (in->opts->damaged)
			in->opts->damaged(in->opts->ctx, &diag);
	}
	return in->out.err;
}

static int on_mmap(struct inject *in, struct session *s, const struct record *r)
{
	bool kernel = record__cpumode(r) == PERF_RECORD_MISC_KERNEL;
	struct build_id_file *f;
	struct record_mmap m;

	if (record__decode_mmap(r, &m, NULL))
		return 0;
	if (in->opts->jit && jitdump__is_name(m.filename)) {
		rewriter__record(&in->out, r->data, r->header.size);
		return on_jitdump(in, s, r, &m);
	}
	if (!inject__adds_ids(in) && !in->opts->mmap2_ids) {
		rewriter__record(&in->out, r->data, r->header.size);
		return in->out.err;
	}
	f = build_id_source__get(&in->ids, m.filename, kernel);
	build_id_file__recorded(f, m.build_id, m.build_id_size);
	if (in->drop_unused && f->name[0] == '/' && build_id_name__is_file(f->name) && !f->hit) {
		in->stats->mmaps_dropped++;
		return 0;
	}
	if (in->opts->build_ids_all)
		inject__tell_id(in, f);
	if (in->opts->mmap2_ids && (!m.build_id_size || f->known) && build_id_name__is_file(f->name) &&
	    build_id_file__look(f) && mmap_rewrite(r, f->id, f->size, &in->record)) {
		in->stats->mmaps++;
		rewriter__record(&in->out, in->record.buf, in->record.len);
	} else {
		rewriter__record(&in->out, r->data, r->header.size);
	}
	return in->out.err;
}

/* Records of a stream's head; a file's head is written from what they said. */
static int on_head_record(struct inject *in, const struct record *r)
{
	uint32_t type = r->header.type;
	struct cursor c = record__payload(r);

	if (in->copy) {
		if (type == PERF_RECORD_HEADER_BUILD_ID && inject__overrules(in, r))
			return 0;
		if (type == PERF_RECORD_HEADER_FEATURE && cursor__u64(&c, "feature") == HEADER_COMPRESSED)
			return 0;
		rewriter__record(&in->out, r->data, r->header.size);
		in->pass_follow = true;
	} else if (type == PERF_RECORD_HEADER_FEATURE || type == PERF_RECORD_HEADER_BUILD_ID) {
		/* A damaged one is told by the session. */
		(void)rewriter__feature_record(&in->out, r, NULL);
	}
	return in->out.err;
}

int inject__on_record(void *ctx, struct session *s, const struct record *r)
{
	struct inject *in = ctx;
	uint32_t type = r->header.type;

	in->pass_follow = false;
	inject__release_held(in);
	if (in->opts->strip && is_aux(type)) {
		in->stats->stripped++;
		return 0;
	}
	if (is_damaged(in, s, r))
		return 0;
	switch (type) {
	case PERF_RECORD_COMPRESSED:	/* what is in them comes by itself */
	case PERF_RECORD_COMPRESSED2:
		return 0;
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_HEADER_EVENT_TYPE:
	case PERF_RECORD_HEADER_TRACING_DATA:
	case PERF_RECORD_HEADER_BUILD_ID:
	case PERF_RECORD_HEADER_FEATURE:
		return on_head_record(in, r);
	case PERF_RECORD_FINISHED_ROUND:
		if (in->no_rounds || r->header.size != sizeof(in->held))
			return 0;
		memcpy(in->held, r->data, sizeof(in->held));
		in->has_held = true;
		return 0;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		return on_mmap(in, s, r);
	case PERF_RECORD_AUXTRACE:
		/* Its data are not to be kept in memory until the first record of the kernel. */
		if (!in->out.begun && begin(in, s))
			return in->out.err;
		in->pass_follow = true;
		break;
	default:
		break;
	}
	rewriter__record(&in->out, r->data, r->header.size);
	return in->out.err;
}

int inject__on_follow(void *ctx, const void *data, size_t size)
{
	struct inject *in = ctx;

	if (in->pass_follow)
		rewriter__follow(&in->out, data, size);
	return in->out.err;
}
