// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/aux-reading.h"

#include <stdio.h>
#include <unistd.h>

static int begin(void *ctx, struct session *s)
{
	struct aux_reading *r = ctx;

	r->sg = aux_windows__new(s);
	return 0;
}

static int any_sample(void *ctx, const struct session_sample *sample)
{
	struct aux_reading *r = ctx;

	aux_windows__sample(r->sg, sample);
	return 0;
}

static int event(void *ctx, const struct record *rec, const struct sample_id *id)
{
	struct aux_reading *r = ctx;

	aux_windows__event(r->sg, rec, id);
	return 0;
}

static void damaged(void *ctx, const struct diag *diag)
{
	struct aux_reading *r = ctx;

	r->told++;
	diag__format(diag, r->last, sizeof(r->last));
}

static void damaged_buffer(void *ctx, struct diag *diag)
{
	struct aux_reading *r = ctx;

	r->told_of_buffers++;
	diag__format(diag, r->last, sizeof(r->last));
}

static const struct session_ops ops = {
	.begin = begin, .any_sample = any_sample, .event = event, .damaged = damaged,
};

bool aux_reading__do(struct aux_file *f, bool stream, struct aux_reading *ret)
{
	struct session_opts opts = { .force = true, .no_resolve = true };
	struct diag diag = DIAG_INIT;
	int fd = stream ? aux_file__stream_fd(f) : aux_file__fd(f);
	char path[64];
	bool ok;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.input = path;
	*ret = (struct aux_reading){ 0 };
	ret->s = session__new(&opts, &ops, ret, &diag);
	ok = ret->s && !session__process(ret->s, &diag) && ret->sg;
	close(fd);
	if (!ok)
		return false;
	ret->q = aux_queues__new(session__aux_data(ret->s), damaged_buffer, ret);
	aux_windows__finish(ret->sg, ret->q);
	return true;
}

void aux_reading__done(struct aux_reading *r)
{
	aux_windows__delete(r->sg);
	aux_queues__delete(r->q);
	session__delete(r->s);
}
