// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/pipe-store.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

#define CHUNK_SIZE	(1024 * 1024)	/* a power of two: chunks are aligned to it */
#define RECORD_MAX	(64 * 1024)

struct pipe_chunk {
	struct pipe_chunk *next, **at;	/* all of its store; where the one before points at it */
	uint64_t stream_pos;		/* of data[0] */
	size_t used, parsed;
	size_t refs;			/* records held, and one while it is being filled */
	unsigned char data[] __attribute__((aligned(8)));
};

#define CHUNK_ROOM	(CHUNK_SIZE - sizeof(struct pipe_chunk))

static struct pipe_chunk *chunk_of(const void *data)
{
	return (struct pipe_chunk *)((uintptr_t)data & ~(uintptr_t)(CHUNK_SIZE - 1));
}

static struct pipe_chunk *new_chunk(struct pipe_store *ps)
{
	struct pipe_chunk *c = xaligned_alloc(CHUNK_SIZE, CHUNK_SIZE);

	*c = (struct pipe_chunk){ .next = ps->all, .at = &ps->all, .stream_pos = ps->stream_pos, .refs = 1 };
	if (c->next)
		c->next->at = &c->next;
	ps->all = c;
	return c;
}

static void free_chunk(struct pipe_chunk *c)
{
	*c->at = c->next;
	if (c->next)
		c->next->at = c->at;
	free(c);
}

static void put_chunk(struct pipe_chunk *c)
{
	if (!--c->refs)
		free_chunk(c);
}

void pipe_store__exit(struct pipe_store *ps)
{
	while (ps->all)
		free_chunk(ps->all);
	ps->cur = NULL;
}

unsigned char *pipe_store__room(struct pipe_store *ps, size_t *ret_room)
{
	struct pipe_chunk *old = ps->cur, *c = old;

	if (!old || CHUNK_ROOM - old->used < RECORD_MAX) {
		c = ps->cur = new_chunk(ps);
		if (old) {
			/* The beginning of a record moves over, so that it will lie in one piece. */
			c->used = old->used - old->parsed;
			memcpy(c->data, old->data + old->parsed, c->used);
			put_chunk(old);
		}
	}
	*ret_room = CHUNK_ROOM - c->used;
	return c->data + c->used;
}

void pipe_store__added(struct pipe_store *ps, size_t n)
{
	ps->cur->used += n;
}

const unsigned char *pipe_store__unparsed(const struct pipe_store *ps, size_t *ret_size)
{
	*ret_size = ps->cur ? ps->cur->used - ps->cur->parsed : 0;
	return ps->cur ? ps->cur->data + ps->cur->parsed : NULL;
}

void pipe_store__consume(struct pipe_store *ps, size_t n)
{
	ps->cur->parsed += n;
	ps->stream_pos += n;
}

void pipe_store__give_back(struct pipe_store *ps, size_t n)
{
	ps->cur->parsed -= n;
	ps->stream_pos -= n;
}

void pipe_record__hold(const void *data)
{
	chunk_of(data)->refs++;
}

void pipe_record__drop(const void *data)
{
	put_chunk(chunk_of(data));
}

uint64_t pipe_record__offset(const void *data)
{
	const struct pipe_chunk *c = chunk_of(data);

	return c->stream_pos + (size_t)((const unsigned char *)data - c->data);
}
