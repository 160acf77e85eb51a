// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/pending-halves.h"

#include <pthread.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

U64_MAP(owed_map, struct owed *)

struct pending_halves {
	pthread_mutex_t lock;
	struct owed_map by_tid;		/* tid -> struct owed * */
};

/* The newest sample of a thread. */
struct owed {
	uint64_t time;			/* ns */
	uint64_t cookie;		/* 0: its half is there */
};

struct pending_halves *pending_halves__new(void)
{
	struct pending_halves *p = xzalloc(sizeof(*p));

	pthread_mutex_init(&p->lock, NULL);
	return p;
}

void pending_halves__delete(struct pending_halves *p)
{
	size_t i;

	if (!p)
		return;
	HASH_EACH(&p->by_tid, i)
		free(p->by_tid.slots[i].val);
	owed_map__exit(&p->by_tid);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void pending_halves__sample(struct pending_halves *p, uint32_t tid, uint64_t time, uint64_t cookie)
{
	struct owed *owed;

	pthread_mutex_lock(&p->lock);
	owed = owed_map__find(&p->by_tid, tid);
	if (!owed) {
		owed = xzalloc(sizeof(*owed));
		owed_map__set(&p->by_tid, tid, owed);
	}
	if (time >= owed->time)
		*owed = (struct owed){ time, cookie };
	pthread_mutex_unlock(&p->lock);
}

void pending_halves__came(struct pending_halves *p, uint32_t tid, uint64_t cookie)
{
	struct owed *owed;

	pthread_mutex_lock(&p->lock);
	owed = owed_map__find(&p->by_tid, tid);
	if (owed && owed->cookie == cookie)
		owed->cookie = 0;
	pthread_mutex_unlock(&p->lock);
}

uint64_t pending_halves__of(struct pending_halves *p, uint32_t tid)
{
	struct owed *owed;
	uint64_t cookie;

	pthread_mutex_lock(&p->lock);
	owed = owed_map__find(&p->by_tid, tid);
	cookie = owed ? owed->cookie : 0;
	pthread_mutex_unlock(&p->lock);
	return cookie;
}
