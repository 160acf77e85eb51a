// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records go out as they come in. Build ids belong before what needs them: of a file they are found by a
 * pass of its own, in front; of a stream they come out with the samples that wait to be sorted, and so
 * before the FINISHED_ROUND by which a reader begins to sort the same ones. That record is held back
 * for them.
 */
#include "util/hits/dso-hits.h"
#include "util/inject/inject.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/copy/copy-check.h"
#include "util/copy/copy-features.h"
#include "util/data/rewrite-attr.h"
#include "util/data/rewriter.h"
#include "util/inject/build-id-source.h"
#include "util/inject/jit-inject.h"
#include "util/inject/jitdump.h"
#include "util/inject/mmap-rewrite.h"

#define MISC_BUILD_ID_SIZE	(1u << 15)	/* the byte behind the id says how long it is */

struct inject {
	const struct inject_opts *opts;
	struct inject_stats *stats;
	struct rewriter out;
	struct build_id_source ids;
	struct session *session;
	bool begun;			/* the kernel's records have, and the events are known */
	bool copy;			/* from a stream to a stream: its head's records, too */
	bool ids_late;			/* hits are known at the end only */
	bool no_rounds;			/* the records' order is no longer that of the rounds */
	bool drop_unused;		/* maps: what is used is known before */
	struct diag *diag;		/* the caller's */
	bool pass_follow;		/* what follows the record goes with it */
	unsigned char held[8];		/* a FINISHED_ROUND */
	bool has_held;
	struct jit_inject jit;
	struct strbuf record;		/* one being made */
};

/* --- build ids ------------------------------------------------------------------------------------ */

static void put_build_id(const struct inject *in, const struct build_id_file *f, bool is_record, struct strbuf *out)
{
	size_t len = strlen(f->name) + 1, padded = (len + 63) & ~(size_t)63, fixed = 8 + 4 + 24;
	uint16_t misc = f->kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
	uint8_t bytes[24] = { 0 }, zeros[72] = { 0 };
	bool swap = in->out.swap;

	/* The head's list is not aligned in any perf; new perfs refuse records that are not. */
	padded += is_record ? -(fixed + padded) & 7 : 0;
	memcpy(bytes, f->id, f->size);
	bytes[BUILD_ID_MAX] = f->size;
	rewrite__put32(out, is_record ? PERF_RECORD_HEADER_BUILD_ID : 0, swap);
	rewrite__put16(out, (uint16_t)(misc | MISC_BUILD_ID_SIZE), swap);
	rewrite__put16(out, (uint16_t)(fixed + padded), swap);
	rewrite__put32(out, (uint32_t)-1, swap);
	strbuf__add(out, bytes, sizeof(bytes));
	strbuf__add(out, f->name, len);
	strbuf__add(out, zeros, padded - len);
}

/* Into a stream at once; a file has them in its head, which is written at the end. */
static void tell(struct inject *in, struct build_id_file *f)
{
	if (f->told || strlen(f->name) > 4096 || !build_id_name__is_file(f->name))
		return;
	f->told = true;
	if (!build_id_file__look(f)) {
		in->stats->unknown_ids++;
		return;
	}
	in->stats->build_ids++;
	if (in->out.path || !in->out.begun)
		return;
	strbuf__reset(&in->record);
	put_build_id(in, f, true, &in->record);
	rewriter__record(&in->out, in->record.buf, in->record.len);
}

/* What samples have fallen into by now. */
static void take_hits(struct inject *in, struct session *s)
{
	size_t nr, i;
	struct dso **dsos = dso_hits__list(s, false, &nr);

	for (i = 0; i < nr; i++) {
		bool kernel = dsos[i]->kind == DSO_KIND_KERNEL || dsos[i]->kind == DSO_KIND_MODULE;
		struct build_id_file *f = build_id_source__get(&in->ids, dsos[i]->path, kernel);

		f->hit = true;
		build_id_file__recorded(f, dsos[i]->build_id, dsos[i]->build_id_size);
	}
	free(dsos);
}

static void tell_hits(struct inject *in)
{
	size_t i;

	for (i = 0; i < in->ids.nr; i++)
		if (in->ids.files[i]->hit)
			tell(in, in->ids.files[i]);
}

static bool adds_ids(const struct inject *in)
{
	return in->opts->build_ids || in->opts->build_ids_all;
}

/* Whatever the recording's head says already. */
static void take_head_id(struct inject *in, const struct header_build_id *id)
{
	bool kernel = (id->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
	struct build_id_file *f = build_id_source__get(&in->ids, id->filename, kernel);

	build_id_file__recorded(f, id->build_id, id->size);
	f->told |= in->out.path != NULL || !f->known;
}

/* The head's list of a file that is written: what was in it, and ours. */
static void make_feature(struct inject *in)
{
	const struct perf_header *h = session__header(in->session);
	struct strbuf new = STRBUF_INIT;
	size_t i;

	/* A stream's may have come at its end. */
	for (i = 0; i < h->nr_build_ids; i++)
		take_head_id(in, &h->build_ids[i]);
	for (i = 0; i < in->ids.nr; i++)
		if (in->ids.files[i]->told && in->ids.files[i]->size)
			put_build_id(in, in->ids.files[i], false, &new);
	rewriter__drop_feature(&in->out, HEADER_BUILD_ID);
	if (new.len)
		rewriter__feature(&in->out, HEADER_BUILD_ID, new.buf, new.len);
	strbuf__exit(&new);
}

/* --- the head ------------------------------------------------------------------------------------- */

/* Does the user know an id of the head's list better? */
static bool overrules_head(const struct inject *in, const struct perf_header *h)
{
	size_t i;

	for (i = 0; i < in->ids.nr; i++)
		if (in->ids.files[i]->known && !in->ids.files[i]->told)
			return h->nr_build_ids > 0;
	return false;
}

static int begin(struct inject *in, struct session *s)
{
	const struct perf_header *h = session__header(s);
	size_t i;

	for (i = 0; adds_ids(in) && i < h->nr_build_ids; i++)
		take_head_id(in, &h->build_ids[i]);
	if (!in->out.begun) {
		copy_features(s, &in->out);
		if (in->opts->strip)
			rewriter__drop_feature(&in->out, HEADER_AUXTRACE);
		if (adds_ids(in) && !in->out.path && overrules_head(in, h))
			make_feature(in);
		rewriter__begin(&in->out, session__evlist(s));
	}
	if (in->opts->build_ids && !in->ids_late)
		tell_hits(in);
	return in->out.err;
}

static int on_begin(void *ctx, struct session *s)
{
	struct inject *in = ctx;

	in->begun = true;
	return begin(in, s);
}

/* --- records -------------------------------------------------------------------------------------- */

static void release_held(struct inject *in)
{
	if (!in->has_held)
		return;
	in->has_held = false;
	if (in->opts->build_ids && in->ids_late) {
		take_hits(in, in->session);
		tell_hits(in);
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
	if (!adds_ids(in) && !in->opts->mmap2_ids) {
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
		tell(in, f);
	if (in->opts->mmap2_ids && (!m.build_id_size || f->known) && build_id_name__is_file(f->name) &&
	    build_id_file__look(f) && mmap_rewrite(r, f->id, f->size, &in->record)) {
		in->stats->mmaps++;
		rewriter__record(&in->out, in->record.buf, in->record.len);
	} else {
		rewriter__record(&in->out, r->data, r->header.size);
	}
	return in->out.err;
}

/* Of a HEADER_BUILD_ID record: has the user given another id for its file (--known-build-ids)? */
static bool is_overruled(struct inject *in, const struct record *r)
{
	struct cursor c = record__payload(r);
	const char *name;

	cursor__skip(&c, 4 + 24, "build id");
	name = cursor__str(&c, "filename");
	return name && adds_ids(in) && build_id_source__get(&in->ids, name, false)->known;
}

/* Records of a stream's head; a file's head is written from what they said. */
static int on_head_record(struct inject *in, const struct record *r)
{
	uint32_t type = r->header.type;
	struct cursor c = record__payload(r);

	if (in->copy) {
		if (type == PERF_RECORD_HEADER_BUILD_ID && is_overruled(in, r))
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

static int on_record(void *ctx, struct session *s, const struct record *r)
{
	struct inject *in = ctx;
	uint32_t type = r->header.type;

	in->pass_follow = false;
	release_held(in);
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

static int on_follow(void *ctx, const void *data, size_t size)
{
	struct inject *in = ctx;

	if (in->pass_follow)
		rewriter__follow(&in->out, data, size);
	return in->out.err;
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct inject *in = ctx;

	if (in->opts->damaged)
		in->opts->damaged(in->opts->ctx, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct inject *in = ctx;

	if (in->opts->progress)
		in->opts->progress(in->opts->ctx, what, done, total);
}

/* --- running -------------------------------------------------------------------------------------- */

/* Can the input be opened and read once more? */
static bool is_reopenable(const char *input)
{
	struct stat st;

	if (!input || !*input)
		return !access("perf.data", F_OK);
	if (!strcmp(input, "-"))
		return !fstat(STDIN_FILENO, &st) && S_ISREG(st.st_mode);
	return !stat(input, &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

/* What samples fall into, by a pass over the whole recording. Damage is told by the other one. */
static int find_hits(struct inject *in, struct diag *diag)
{
	const struct session_ops ops = { .sample = dso_hits__sample, .progress = on_progress };
	const struct session_opts opts = { .input = in->opts->input, .force = in->opts->force,
					   .symbols = { .no_symbols = true } };
	struct session *s = session__new(&opts, &ops, in, diag);
	int err = s ? session__process(s, diag) : -EBADMSG;

	if (!err)
		take_hits(in, s);
	session__delete(s);
	return err;
}

static int copy(struct inject *in, struct diag *diag)
{
	struct session *s = in->session;
	const struct perf_header *h = session__header(s);
	int err;

	err = rewriter__open(&in->out, in->opts->output, h->swap, diag);
	if (err)
		return err;
	in->copy = !in->out.path && h->is_pipe;
	/* A file's records in other files, or unpacked, come behind all of its own; functions of a jitdump at once. */
	in->no_rounds = in->opts->jit ||
			(!session__is_stream(s) && (in->ids_late || perf_header__has(h, HEADER_COMPRESSED) ||
						    perf_header__has(h, HEADER_DIR_FORMAT)));
	if (in->copy)
		rewriter__begin_copy(&in->out);
	err = session__process(s, diag);
	in->stats->session = *session__stats(s);
	if (!err && in->out.path && !session__evlist(s)->nr)
		err = diag__msg(diag, -EBADMSG, "the recording describes no event: no file can be made of it");
	if (!err) {
		if (in->opts->build_ids && in->ids_late) {
			take_hits(in, s);
			tell_hits(in);
		}
		release_held(in);
		if (in->out.path && adds_ids(in))
			make_feature(in);
	}
	if (!err || in->out.err)
		err = rewriter__finish(&in->out, diag);
	in->stats->bytes = in->out.pos;
	in->stats->jit_functions = in->jit.functions;
	in->stats->jit_bad_lines = in->jit.bad_lines;
	return err;
}

static int run(struct inject *in, struct diag *diag)
{
	const struct inject_opts *o = in->opts;
	bool again = is_reopenable(o->input), hits = o->build_ids || (o->drop_unused && again);
	const struct session_ops ops = {
		.begin = on_begin, .record = on_record, .follow = on_follow, .damaged = on_damaged,
		.progress = on_progress, .sample = hits && !again ? dso_hits__sample : NULL,
	};
	const struct session_opts sopts = {
		.input = o->input, .force = o->force, .no_order = !hits || again,
		.pipe_max_wait = o->pipe_max_wait, .pipe_max_bytes = o->pipe_max_bytes,
		.symbols = { .no_symbols = true },
	};
	int err = o->known_ids ? build_id_source__add_known(&in->ids, o->known_ids, diag) : 0;

	if (!err && hits && again)
		err = find_hits(in, diag);
	if (err)
		return err;
	in->ids_late = hits && !again;
	in->drop_unused = o->drop_unused && again;
	in->session = session__new(&sopts, &ops, in, diag);
	if (!in->session)
		return -EBADMSG;
	err = copy(in, diag);
	session__delete(in->session);
	return err;
}

int inject__run(const struct inject_opts *opts, struct inject_stats *ret, struct diag *diag)
{
	struct inject in = { .opts = opts, .stats = ret, .diag = diag, .jit = { .force = opts->force } };
	int err;

	memset(ret, 0, sizeof(*ret));
	err = run(&in, diag);
	rewriter__exit(&in.out);
	build_id_source__exit(&in.ids);
	strbuf__exit(&in.record);
	jit_inject__exit(&in.jit);
	return err;
}
