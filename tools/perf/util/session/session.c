// SPDX-License-Identifier: GPL-2.0-only
/* Opened and closed: what both ways of reading (session-file.c, session-pipe.c) share. */
#include "util/session/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/jobs.h"
#include "util/base/open-regular.h"
#include "util/base/shown.h"
#include "util/base/workers.h"
#include "util/code/dso-code.h"
#include "util/data/header-read.h"
#include "util/data/pack.h"
#include "util/session/session-internal.h"

/* Bytes of resolved chains that are kept. */
#define LEAST_CHAINS	((size_t)4 << 20)
#define MOST_CHAINS	((size_t)48 << 20)

void session__damaged(struct session *s, struct diag *diag)
{
	s->stats.damaged++;
	if (!diag->file)
		diag->file = s->input_shown;
	if (s->ops->damaged)
		s->ops->damaged(s->ctx, diag);
	diag__clear(diag);
}

const char *session__default_input(void)
{
	struct stat st;

	/* As perf has it: a pipe on standard input is meant when nothing is named. */
	if (!fstat(STDIN_FILENO, &st) && S_ISFIFO(st.st_mode) && access("perf.data", F_OK))
		return "-";
	return "perf.data";
}

/* A descriptor of the FIFO @input, or negative errno with @diag; -EINVAL without: it is none. */
static int open_fifo(const char *input, bool force, struct diag *diag)
{
	struct stat st;
	int fd = open_look(input, 0, &st);

	if (fd < 0 || !S_ISFIFO(st.st_mode)) {
		if (fd >= 0)
			close(fd);
		return -EINVAL;
	}
	if (!force && !stat__is_ours(&st)) {
		close(fd);
		return diag__msg(diag, -EPERM,
				 "pipe '%s' is not owned by the current user or root: use -f to read it", input);
	}
	fd = open_seen(fd, input, O_RDONLY);
	return fd < 0 ? diag__msg(diag, fd == -EINVAL ? -EIO : fd, "cannot open '%s': %s", input, strerror(-fd)) : fd;
}

static int open_input(struct session *s, struct diag *diag)
{
	const char *input = s->opts->input && *s->opts->input ? s->opts->input : session__default_input();
	struct stat st;
	int fd;

	s->input = xstrdup(input);
	s->input_shown = xstrdup(shown__in_message(input));
	s->path = s->opts->input_fd ? xasprintf("/proc/self/fd/%d", s->opts->input_fd) : xstrdup(input);
	if (strcmp(s->path, "-")) {
		fd = open_fifo(s->path, s->opts->force, diag);
		if (fd == -EINVAL) {
			s->file = data_file__open(s->path, input, s->opts->force, diag);
			return s->file ? 0 : -EBADMSG;
		}
		if (fd < 0)
			return fd;
	} else if (!fstat(STDIN_FILENO, &st) && S_ISREG(st.st_mode)) {
		s->file = data_file__open_fd(STDIN_FILENO, "(standard input)", diag);
		return s->file ? 0 : -EBADMSG;
	} else {
		fd = dup(STDIN_FILENO);
		if (fd < 0)
			return diag__msg(diag, -errno, "cannot read standard input: %s", strerror(errno));
	}
	s->pipe = pipe_stream__open(s, fd, diag);
	return s->pipe || s->file ? 0 : -EBADMSG;
}

void session__free_frame_priv(const struct session *s, void *priv)
{
	if (s->ops->free_frame_priv)
		s->ops->free_frame_priv(priv);
}

static void on_flush_chains(void *ctx)
{
	struct session *s = ctx;

	s->nr_flushes++;
	session__forget_alike(s);
	/* So many stacks differ that what is made of them takes the memory: pages of the file that were read can be spared, now and later. */
	if (s->file) {
		s->file->give_back = true;
		data_file__give_back(s->file, NULL);
	}
	if (session__stage(s))
		s->stage->flush_chains(s->stage);
	if (s->ops->flush_chains)
		s->ops->flush_chains(s->ctx);
}

/* `perf record --kcore` leaves a copy of the kallsyms in the directory that it makes. */
static void find_recorded_kallsyms(struct session *s)
{
	char *path = s->file ? session__path_inside(s, "kcore_dir/kallsyms") : NULL;

	if (path)
		dsos__set_recorded_kallsyms(s->dsos, path);
	free(path);
}

/* What `perf defer pack` has put behind it. If that is damaged names are looked for elsewhere, which is told. */
static void find_pack(struct session *s)
{
	struct diag diag = DIAG_INIT;
	struct pack *pack;

	if (!s->file)
		return;
	if (pack__open(s->path, &pack, &diag) < 0)
		session__damaged(s, &diag);
	else if (pack)
		dsos__set_pack(s->dsos, pack);
}

/*
 * As long as a recording is small, resolving its halves again takes little time, and what is kept of them shall not take more
 * memory than half of the recording.
 */
static size_t chain_bytes(const struct session *s)
{
	uint64_t size = s->file ? data_file__size(s->file) : UINT64_MAX;

	/* Tests let halves go now and then, or with nearly each sample: whoever keeps one shows. */
	if (s->limits.chain_bytes)
		return s->limits.chain_bytes;
	if (size / 2 < LEAST_CHAINS)
		return LEAST_CHAINS;
	return size / 2 < MOST_CHAINS ? (size_t)size / 2 : MOST_CHAINS;
}

static void make_world(struct session *s)
{
	static const struct chain_cache_ops plain = { .flush = on_flush_chains };
	struct chain_cache_ops *ops = xmemdup(&plain, sizeof(plain));

	ops->free_frame_priv = s->ops->free_frame_priv;
	ops->free_half_priv = s->ops->free_half_priv;
	ops->frames_go = s->opts->frames_go;
	s->chain_ops = ops;
	s->dsos = dsos__new(&s->opts->symbols);
	dsos__set_progress(s->dsos, s->ops->progress, s->ctx);
	find_recorded_kallsyms(s);
	find_pack(s);
	s->host = machine__new(0, s->dsos);
	s->chains = chain_cache__new(ops, s, chain_bytes(s));
	s->stacks = (struct user_stacks){
		.no_names = s->opts->no_resolve, .max = s->opts->max_stack, .host = s->host, .counts = &s->stats.stacks,
	};
}

/* Pass 1, which looks at nothing but records. */
static int make_scan(struct session *s)
{
	const struct scan_opts opts = {
		.order = !s->opts->no_order, .stitch = !s->opts->no_order && !s->opts->raw && !s->opts->no_stitch && !s->opts->world_only,
		.kinds = !s->opts->no_resolve, .rounds = s->opts->rounds, .workers = s->workers,
		.region = s->limits.region, .join_rows = s->limits.join_rows,
	};

	record_reader__init(&s->reader, s->header->evlist, s->file);
	return scan__init(&s->scan, &opts, s->file, s->header->evlist, &s->reader);
}

struct session *session__new(const struct session_opts *opts, const struct session_ops *ops, void *ctx,
			     struct diag *diag)
{
	struct session *s = xzalloc(sizeof(*s));

	s->opts = opts;
	s->ops = ops;
	s->ctx = ctx;
	s->receiver = (struct sample_receiver){ .sample = ops->sample, .ctx = ctx };
	s->needs = SESSION_NEEDS_ALL;
	s->workers = workers__new(jobs__of(opts->jobs));
	if (opts->limits)
		s->limits = *opts->limits;
	else
		session_limits__init(&s->limits);
	if (filter__init(&s->filter, opts->comms, opts->pids, opts->tids, opts->cpus, diag) || open_input(s, diag)) {
		/* Messages without a place name the file themselves. */
		if (!diag->file && diag->offset != DIAG_NO_OFFSET)
			diag->file = opts->input && *opts->input ? opts->input : "perf.data";
		session__delete(s);
		return NULL;
	}
	s->header = s->file ? s->file->header : pipe_stream__header(s->pipe);
	make_world(s);
	if (make_scan(s)) {
		diag__msg(diag, -ENOMEM, "out of memory");
		session__delete(s);
		return NULL;
	}
	return s;
}

void session__delete(struct session *s)
{
	size_t i;

	if (!s)
		return;
	session__exit_file(s);
	workers__delete(s->workers);
	chain_cache__delete(s->chains);
	user_stacks__exit(&s->stacks);
	dso_code__delete(s->stacks.code);
	session__exit_members(s);
	machine__delete(s->host);
	HASH_EACH(&s->guests, i)
		machine__delete(s->guests.slots[i].val);
	machine_map__exit(&s->guests);
	dsos__delete(s->dsos);
	free(s->chain_ops);
	record_reader__exit(&s->reader);
	session__free_formats(s);
	data_file__close(s->file);
	pipe_stream__close(s->pipe);
	filter__exit(&s->filter);
	own_entries__exit(&s->own);
	free(s->input);
	free(s->input_shown);
	free(s->path);
	free(s);
}

struct machine *session__machine(struct session *s, uint32_t pid)
{
	struct machine *m;

	if (!pid)
		return s->host;
	m = machine_map__find(&s->guests, pid);
	if (!m) {
		m = machine__new(pid, s->dsos);
		machine_map__set(&s->guests, pid, m);
	}
	return m;
}

int session__process(struct session *s, struct diag *diag)
{
	int err = s->file ? session__process_file(s, diag) : session__process_pipe(s, diag);

	if (s->file)
		s->stats.truncated |= s->file->truncated;
	s->stats.unfinished = s->header && s->header->unfinished;
	return err || !session__stage(s) ? err : s->stage->finish(s->stage);
}
