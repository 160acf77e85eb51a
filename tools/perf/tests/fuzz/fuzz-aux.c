// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: what a recording says of AUX traces, from bytes to windows, buffers, dumps and the header. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/auxtrace/aux-dump.h"
#include "util/auxtrace/aux-header.h"
#include "util/auxtrace/aux-queues.h"
#include "util/auxtrace/aux-windows-print.h"
#include "util/base/text-out.h"
#include "util/data/aux-data.h"
#include "util/session/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct reading {
	struct session *session;
	struct aux_windows *windows;
	struct aux_dump dump;
	struct text_out text;
};

static volatile uint64_t sink;

static int begin(void *ctx, struct session *session)
{
	struct reading *r = ctx;

	r->windows = aux_windows__new(session);
	aux_header__print(&r->text, session);
	return 0;
}

static int any_sample(void *ctx, const struct session_sample *sample)
{
	struct reading *r = ctx;

	aux_windows__sample(r->windows, sample);
	return 0;
}

static int event(void *ctx, const struct record *rec, const struct sample_id *id)
{
	struct reading *r = ctx;

	aux_windows__event(r->windows, rec, id);
	return 0;
}

static int record(void *ctx, struct session *session, const struct record *rec)
{
	struct reading *r = ctx;

	(void)session;
	aux_dump__record(&r->dump, rec, &r->text);
	r->text.len = 0;
	return 0;
}

static int follow(void *ctx, const void *data, size_t size)
{
	struct reading *r = ctx;

	aux_dump__follow(&r->dump, data, size, &r->text);
	r->text.len = 0;
	return 0;
}

static void damaged(void *ctx, const struct diag *diag)
{
	char text[512];

	(void)ctx;
	diag__format(diag, text, sizeof(text));
}

static void damaged_buffer(void *ctx, struct diag *diag)
{
	damaged(ctx, diag);
}

/* Pieces lie in their chunks, and those of a full trace ascend; all their bytes can be read. */
static void check_buffers(const struct aux_queues *q)
{
	size_t b, i;
	uint64_t n;

	for (b = 0; b < q->nr; b++) {
		uint64_t end = 0, sum = 0;

		for (i = 0; i < q->buffers[b].nr; i++) {
			const struct aux_piece *p = &q->buffers[b].pieces[i];

			if (p->data < p->chunk->data || !p->size ||
			    p->size > p->chunk->size - (uint64_t)(p->data - p->chunk->data))
				abort();
			if (!q->snapshot && i && p->offset < end)
				abort();
			end = p->offset + p->size;
			sum += p->size;
			for (n = 0; n < p->size; n++)
				sink = p->data[n];
		}
		if (sum != q->buffers[b].bytes)
			abort();
	}
}

static void check_windows(const struct aux_windows *sg)
{
	size_t i;

	for (i = 0; i < sg->nr; i++) {
		const struct aux_window *w = &sg->list[i];

		if (w->end < w->begin || (i && w->begin < w[-1].begin))
			abort();
		if ((w->opened == AUX_WINDOW_EVENT && !w->opened_by) ||
		    (w->closed == AUX_WINDOW_EVENT && !w->closed_by))
			abort();
	}
}

static void show(struct reading *r)
{
	struct aux_queues *q = aux_queues__new(session__aux_data(r->session), damaged_buffer, NULL);
	struct text_out out;

	check_buffers(q);
	aux_windows__finish(r->windows, q);
	check_windows(r->windows);
	text_out__init(&out, -1);
	aux_windows__print(r->windows, NULL, NULL, &out);
	aux_windows__print_json(r->windows, NULL, NULL, &out);
	aux_windows__print_stats(r->windows, &out);
	text_out__exit(&out);
	aux_queues__delete(q);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct session_ops ops = {
		.begin = begin, .any_sample = any_sample, .event = event, .record = record, .follow = follow,
		.damaged = damaged,
	};
	char path[64];
	struct session_opts opts = {
		.input = path, .force = true, .no_resolve = true, .symbols.no_symbols = true,
	};
	struct reading r = { 0 };
	struct diag diag = DIAG_INIT;
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;
	text_out__init(&r.text, -1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	r.session = session__new(&opts, &ops, &r, &diag);
	if (r.session && !session__process(r.session, &diag) && r.windows)
		show(&r);
	aux_windows__delete(r.windows);
	session__delete(r.session);
	aux_dump__exit(&r.dump);
	text_out__exit(&r.text);
	close(fd);
	return 0;
}
