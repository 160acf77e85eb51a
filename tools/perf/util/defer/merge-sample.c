// SPDX-License-Identifier: GPL-2.0-only
/* A sample of a merged recording: its record, with the user half where it only said that one is to come. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/defer/merge-internal.h"

#define RECORD_LIMIT	65528	/* the largest multiple of 8 that header.size can say */

/* What is remembered of a sample whose chain was made. */
static void remember_made(struct merge *m, const struct session_sample *s, size_t nr_kernel, const uint64_t *user, size_t nr_user)
{
	uint64_t *words;
	size_t i;

	if (!m->opts->verify)
		return;
	words = xreallocarray(NULL, nr_user + 1, sizeof(*words));
	for (i = 0; i < nr_user; i++)
		words[i] = m->out.swap ? __builtin_bswap64(user[i]) : user[i];
	merge__remember(m, merge__hash(s->sample->time, s->tid, s->kernel_ips, nr_kernel, words, nr_user));
	free(words);
}

/* Copies @nr words, in the byte order of the file; returns what is behind them. */
static uint64_t *put_words(uint64_t *to, const uint64_t *words, size_t nr, bool swap)
{
	size_t i;

	if (!swap && nr)
		memcpy(to, words, nr * sizeof(*to));
	for (i = 0; swap && i < nr; i++)
		to[i] = __builtin_bswap64(words[i]);
	return to + nr;
}

/*
 * A user half that was repaired, with markers that say what of it is certain (chain-proof.h), at most @room words, at @to. Returns
 * their number.
 */
static size_t put_repaired(struct merge *m, const struct session_sample *s, size_t room, uint64_t *to)
{
	bool in_place = !s->deferred && s->user.ips[0] >= PERF_CONTEXT_MAX;
	const uint64_t *ips = s->user.ips + in_place;
	size_t nr = s->user.nr - in_place, n, i;
	struct chain_proof proof = repair__proof(s->user.repair);

	/* Addresses of probes were taken out. */
	if (nr != s->user.repair->nr)
		proof = (struct chain_proof){ .certain = 0 };
	if (nr + CHAIN_NR_ENDS > room) {
		nr = room > CHAIN_NR_ENDS ? room - CHAIN_NR_ENDS : 0;
		proof.end = CHAIN_END_STACK;
		m->stats->cut++;
		if (!nr)
			return 0;
	}
	for (i = 0; i < nr; i++)
		m->stats->junk += ips[i] >= PERF_CONTEXT_MAX;
	n = chain_proof__write(&proof, ips, nr, to);
	for (i = 0; i < n && m->out.swap; i++)
		to[i] = __builtin_bswap64(to[i]);
	return n;
}

/* The chain as a classic one, at most @room words, at @to, which has the room. Returns how many bytes it takes. */
static size_t put_chain(struct merge *m, const struct session_sample *s, size_t room, uint64_t *to)
{
	/* What was in place has its markers; a half from elsewhere gets one, and all its words are addresses. */
	bool swap = m->out.swap, in_place = s->user.nr && !s->deferred && s->user.ips[0] >= PERF_CONTEXT_MAX;
	size_t nr_user = s->user.nr, nr_kernel = s->nr_kernel_ips, marker = nr_user > 0 && !in_place, i;
	const uint64_t user_marker = PERF_CONTEXT_USER;
	bool any_junk = false;
	uint64_t *user, nr;

	if (nr_kernel > room)
		nr_kernel = room;
	if (nr_user && s->user.repair) {
		user = put_words(to + 1, s->kernel_ips, nr_kernel, swap);
		nr_user = put_repaired(m, s, room - nr_kernel, user);
		nr = nr_kernel + nr_user;
		(void)put_words(to, &nr, 1, swap);
		remember_made(m, s, nr_kernel, user, nr_user);
		return (1 + nr) * sizeof(nr);
	}
	if (nr_user && nr_user > room - nr_kernel - (marker && nr_kernel < room)) {
		nr_user = room - nr_kernel - (marker && nr_kernel < room);
		m->stats->cut++;
	}
	nr = nr_kernel + marker + nr_user;
	user = put_words(to, &nr, 1, swap);
	user = put_words(user, s->kernel_ips, nr_kernel, swap);
	user = put_words(user, &user_marker, marker, swap);
	(void)put_words(user, s->user.ips, nr_user, swap);
	for (i = 0; i < nr_user; i++)
		any_junk |= s->user.ips[i] >= PERF_CONTEXT_MAX;
	for (i = 0; i < nr_user && any_junk && !in_place; i++) {
		/* A reader would take it for a marker, and drop the chain. */
		if ((swap ? __builtin_bswap64(user[i]) : user[i]) < PERF_CONTEXT_MAX)
			continue;
		user[i] = 0;
		m->stats->junk++;
	}
	remember_made(m, s, nr_kernel, user, nr_user);
	return (1 + nr) * sizeof(nr);
}

/* @drops: the copy of the user's registers and stack. */
static int put_merged(struct merge *m, const struct session_sample *s, bool drops)
{
	const struct record *r = s->record;
	size_t before = s->sample->callchain_offset, old = 8 + s->sample->nr_ips * 8;
	size_t copy = drops ? s->sample->user_copy_offset : r->header.size;
	size_t copy_size = drops ? s->sample->user_copy_size : 0;
	size_t after = r->header.size - before - old - copy_size, room = (RECORD_LIMIT - before - 8 - after) / 8;
	unsigned char *begin = rewriter__room(&m->out, before + after + 8 * (2 + CHAIN_NR_ENDS + s->nr_kernel_ips + s->user.nr)), *p;
	bool in_place = begin;
	uint16_t size;

	if (!in_place) {
		strbuf__reset(&m->record);
		begin = (void *)strbuf__reserve(&m->record, UINT16_MAX + 1);
	}
	/* Fields in front of a chain are words: it is aligned. */
	p = begin;
	memcpy(p, r->data, before);
	p += before;
	p += put_chain(m, s, room, (void *)p);
	memcpy(p, r->data + before + old, copy - before - old);
	p += copy - before - old;
	memcpy(p, r->data + copy + copy_size, r->header.size - copy - copy_size);
	p += r->header.size - copy - copy_size;
	size = (uint16_t)(p - begin);
	size = m->out.swap ? __builtin_bswap16(size) : size;
	memcpy(begin + 6, &size, sizeof(size));
	if (in_place)
		rewriter__made(&m->out, (size_t)(p - begin));
	else
		rewriter__record(&m->out, begin, (size_t)(p - begin));
	return m->out.err;
}

/* Would one of the entries of the user half be taken for a marker? If not, that is remembered. */
static __attribute__((noinline)) bool has_junk(struct merge *m, const struct session_sample *s)
{
	size_t i;

	for (i = 0; i < s->user.nr; i++)
		if (s->user.ips[i] >= PERF_CONTEXT_MAX)
			return true;
	m->clean[s->user_number % NR_CLEAN] = s->user_number;
	return false;
}

/*
 * What nearly all samples are: the kernel's half is left where it lies in the record, and the user's has a number,
 * entries, and room behind it. False: nothing was written.
 */
static inline bool put_usual(struct merge *m, const struct session_sample *s)
{
	const struct perf_sample *sample = s->sample;
	const struct record *r = s->record;
	const size_t user = 8 * s->user.nr, head = sample->callchain_offset + 8 + 8 * s->nr_kernel_ips,
		     old = sample->callchain_offset + 8 + 8 * sample->nr_ips, rest = r->header.size - old, size = head + 8 + user + rest;
	const uint64_t marker = PERF_CONTEXT_USER, nr = s->nr_kernel_ips + 1 + s->user.nr;
	const uint16_t short_size = (uint16_t)size;
	unsigned char *p;

	if (!mostly(m->clean[s->user_number % NR_CLEAN] == s->user_number) && has_junk(m, s))
		return false;
	_Static_assert(TEXT_OUT_ROOM <= RECORD_LIMIT, "what there is room for is no larger than a record may be");
	p = rewriter__room(&m->out, size);
	if (!p)
		return false;
	memcpy(p, r->data, head);
	memcpy(p + offsetof(struct perf_event_header, size), &short_size, sizeof(short_size));
	memcpy(p + sample->callchain_offset, &nr, sizeof(nr));
	memcpy(p + head, &marker, sizeof(marker));
	memcpy(p + head + 8, s->user.ips, user);
	if (!mostly(!rest))
		memcpy(p + head + 8 + user, r->data + old, rest);
	rewriter__made(&m->out, size);
	return true;
}

static __attribute__((noinline)) int put_sample(struct merge *m, const struct session_sample *s)
{
	bool drops = m->drops[s->evsel->idx];

	if (s->deferred || drops)
		return put_merged(m, s, drops);
	if (m->opts->verify)
		merge__remember(m, merge__hash(s->sample->time, s->tid, s->kernel_ips, s->nr_kernel_ips, s->user.ips,
					s->user.nr));
	rewriter__record(&m->out, s->record->data, s->record->header.size);
	return m->out.err;
}

int merge__sample(void *ctx, const struct session_sample *s)
{
	struct merge *m = ctx;

	if (mostly(s->user_number && m->usual[s->evsel->idx]) && put_usual(m, s))
		return m->out.err;
	return put_sample(m, s);
}
