// SPDX-License-Identifier: GPL-2.0-only
/* A recording that can be read twice: both passes (session-pass1.c, session-pass2.c), and what is kept for them. */
#include <errno.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/session/session-internal.h"

/*
 * Does the recording take so much of the memory that its pages are better given back when they were read? They come
 * again from the page cache, or from the disk, in pass 2; of smaller ones they stay, which is faster.
 */
static bool is_large(const struct session *s)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
	uint64_t size = data_file__size(s->file);

	return s->limits.gives_back || (pages > 0 && size > (uint64_t)pages / 4 * (uint64_t)page);
}

/*
 * What a consumer makes of all that it was told takes memory as well: what is not looked at any more goes first. Pages of the
 * recording that somebody asks for after all come again.
 */
static void let_go(struct session *s)
{
	data_file__give_back(s->file, s->workers);
	if (s->opts->frames_go && !s->opts->again_later)
		time_order__exit(&s->scan.samples);
	/* This comes last, as the consumer makes rows meanwhile of what it has of chains. */
	chain_cache__empty(s->chains);
}

int session__process_file(struct session *s, struct diag *diag)
{
	int err;

	s->file->give_back = s->opts->world_only || is_large(s);
	scan__begin(&s->scan);
	/* A stored pipe stream has told no event yet. */
	err = s->header->evlist->nr ? session__begin(s, diag) : 0;
	err = err ?: session__pass_1(s, diag);
	err = err ?: data_file__check_length(s->file, diag);
	if (!err && !s->opts->no_order && !s->opts->world_only) {
		err = session__pass_2(s, diag);
		err = err ?: data_file__check_length(s->file, diag);
	}
	let_go(s);
	if (err == -ENOMEM)
		diag__msg(diag, err, "out of memory");
	return err;
}

void session__exit_file(struct session *s)
{
	scan__exit(&s->scan);
	aux_data__exit(&s->aux);
	session__exit_alike(s);
}
