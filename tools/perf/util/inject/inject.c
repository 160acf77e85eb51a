// SPDX-License-Identifier: GPL-2.0-only
/* The copying of a recording: the passes over it, and what is told at the end. */
#include "util/inject/inject.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/hits/dso-hits.h"
#include "util/inject/inject-internal.h"

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
		inject__take_hits(in, s);
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
			inject__take_hits(in, s);
			inject__tell_hits(in);
		}
		inject__release_held(in);
		if (in->out.path && inject__adds_ids(in))
			inject__make_feature(in);
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
		.begin = inject__on_begin, .record = inject__on_record, .follow = inject__on_follow, .damaged = on_damaged,
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
