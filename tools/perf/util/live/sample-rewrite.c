// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/sample-rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/perf-regs.h"

#define MAX_RECORD	65528U		/* header.size has 16 bits, and is a multiple of 8 */

void chain_parts__of(struct chain_parts *ret, const struct perf_sample *sample)
{
	size_t i, nr = (size_t)sample->nr_ips;

	*ret = (struct chain_parts){ .kernel = nr };
	for (i = 0; i < nr; i++) {
		if (sample->ips[i] == PERF_CONTEXT_USER_DEFERRED) {
			ret->kernel = i;
			ret->cookie = i + 1 < nr ? sample->ips[i + 1] : 0;
			return;
		}
		if (sample->ips[i] == PERF_CONTEXT_USER) {
			ret->kernel = i;
			ret->user = sample->ips + i + 1;
			ret->nr_user = nr - i - 1;
			return;
		}
	}
}

static void make_room(struct live_chain *c, size_t more)
{
	if (c->cap - c->nr >= more)
		return;
	c->cap = 2 * c->cap + more;
	c->ips = xreallocarray(c->ips, c->cap, sizeof(*c->ips));
}

static void put(struct live_chain *c, const uint64_t *ips, size_t nr)
{
	make_room(c, nr);
	if (nr)
		memcpy(c->ips + c->nr, ips, nr * sizeof(*ips));
	c->nr += nr;
}

static void put_marker(struct live_chain *c)
{
	const uint64_t marker = PERF_CONTEXT_USER;

	put(c, &marker, 1);
}

void live_chain__unwound(struct live_chain *c, const struct perf_sample *sample, const struct chain_parts *parts, const struct repair *r)
{
	const struct chain_proof proof = repair__proof(r);

	c->nr = 0;
	put(c, sample->ips, parts->kernel);
	make_room(c, r->nr + CHAIN_NR_ENDS);
	c->nr += chain_proof__write(&proof, r->ips, r->nr, c->ips + c->nr);
}

void live_chain__plain(struct live_chain *c, const struct perf_sample *sample, const struct chain_parts *parts, const uint64_t *ips,
		       size_t nr)
{
	c->nr = 0;
	put(c, sample->ips, parts->kernel);
	if (nr)
		put_marker(c);
	put(c, ips, nr);
}

void live_chain__exit(struct live_chain *c)
{
	free(c->ips);
	*c = (struct live_chain){ 0 };
}

/* --- the record ------------------------------------------------------------------------------- */

static unsigned char *put_bytes(unsigned char *to, const void *bytes, size_t size)
{
	if (size)
		memcpy(to, bytes, size);
	return to + size;
}

static unsigned char *put_word(unsigned char *to, uint64_t word)
{
	return put_bytes(to, &word, sizeof(word));
}

static unsigned char *put_regs(unsigned char *to, const struct regs_dump *regs, uint64_t mask)
{
	unsigned int i;
	uint64_t val;

	to = put_word(to, regs->abi);
	for (i = 0; regs->abi && i < 64; i++)
		if (mask >> i & 1)
			to = put_word(to, regs_dump__get(regs, i, &val) ? val : 0);
	return to;
}

/* The size, the bytes, and how many of these the kernel could read: 0, see stack-cut.h. If there are none, only the size. */
static unsigned char *put_stack(unsigned char *to, const void *stack, uint64_t size)
{
	to = put_word(to, size);
	if (!size)
		return to;
	to = put_bytes(to, stack, (size_t)size);
	return put_word(to, 0);
}

static size_t kept_bytes(const struct perf_sample *sample, const struct kept_copy *keep)
{
	if (!keep)
		return 16;
	if (keep->as_recorded)
		return sample->user_copy_size;
	return 16 + 8 * (size_t)__builtin_popcountll(keep->regs_mask) + keep->size + (keep->size ? 8 : 0);
}

size_t sample_rewrite(unsigned char *to, const struct record *record, const struct perf_sample *sample, struct live_chain *c,
		      const struct kept_copy *keep)
{
	size_t head = sample->callchain_offset, chain_end = head + 8 + 8 * (size_t)sample->nr_ips;
	size_t copy = sample->user_copy_offset, copy_end = copy + sample->user_copy_size, size = record->header.size;
	size_t other = head + 8 + (copy - chain_end) + (size - copy_end) + kept_bytes(sample, keep);
	struct perf_event_header header = record->header;
	unsigned char *at = to;

	if (other > MAX_RECORD)
		return 0;
	if (c->nr > (MAX_RECORD - other) / 8)
		c->nr = (MAX_RECORD - other) / 8;
	at = put_bytes(at, record->data, head);
	at = put_word(at, c->nr);
	at = put_bytes(at, c->ips, c->nr * 8);
	at = put_bytes(at, record->data + chain_end, copy - chain_end);
	if (keep && keep->as_recorded) {
		at = put_bytes(at, record->data + copy, sample->user_copy_size);
	} else {
		at = keep ? put_regs(at, &sample->user_regs, keep->regs_mask) : put_word(at, 0);
		at = put_stack(at, sample->user_stack, keep ? keep->size : 0);
	}
	at = put_bytes(at, record->data + copy_end, size - copy_end);
	header.size = (uint16_t)(at - to);
	memcpy(to, &header, sizeof(header));
	return header.size;
}
