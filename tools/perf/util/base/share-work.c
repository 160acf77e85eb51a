// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/share-work.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/threads.h"

struct work {
	void (*piece)(void *ctx, size_t number);
	void *ctx;
	size_t nr;
	atomic_size_t next;		/* the first piece that nobody has taken */
};

static void *take_pieces(void *arg)
{
	struct work *w = arg;
	size_t number;

	while ((number = atomic_fetch_add(&w->next, 1)) < w->nr)
		w->piece(w->ctx, number);
	return NULL;
}

void share_work(unsigned int jobs, size_t nr, void (*piece)(void *ctx, size_t number), void *ctx)
{
	struct work w = { .piece = piece, .ctx = ctx, .nr = nr };
	size_t most = jobs < nr ? jobs : nr, started = 0;
	pthread_t *threads = xcalloc(most + 1, sizeof(*threads));

	while (started + 1 < most && !thread__start(&threads[started], take_pieces, &w))
		started++;
	take_pieces(&w);
	while (started)
		pthread_join(threads[--started], NULL);
	free(threads);
}
