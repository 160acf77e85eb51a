// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collects what pass 1 sees of AUX traces. Each entry stands for a record of 16 bytes or more that is
 * really in the file, so memory is bounded by the file's size.
 */
#include "util/session/aux-data.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session-internal.h"

/* The kernel counts a buffer's pages in an int. */
#define MOST_BYTES	(1ULL << 48)
#define INDEX_ENTRY	16	/* u64 file offset of an AUXTRACE record, u64 size of the record alone */

static int see_info(struct aux_data *d, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct aux_info info = { .pos = r->offset };
	size_t i;

	info.type = cursor__u32(&c, "type");
	cursor__skip(&c, 4, "reserved");
	if (c.bad)
		return record__check(r, &c, diag);
	if (d->has_info)
		return diag__set(diag, -EBADMSG, r->offset, "AUXTRACE_INFO", NULL,
				 "a second description of the trace: the first, at 0x%" PRIx64 ", holds",
				 d->info.pos);
	info.nr_words = cursor__left(&c) / 8;
	info.words = xcalloc(info.nr_words + 1, sizeof(*info.words));
	for (i = 0; i < info.nr_words; i++)
		info.words[i] = cursor__u64(&c, "priv");
	d->info = info;
	d->has_info = true;
	return 0;
}

static int see_chunk(struct aux_data *d, const struct data_walk *w, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct aux_chunk chunk = { .pos = r->offset };
	uint64_t said;

	said = cursor__u64(&c, "size");
	chunk.offset = cursor__u64(&c, "offset");
	chunk.reference = cursor__u64(&c, "reference");
	chunk.idx = cursor__u32(&c, "idx");
	chunk.tid = cursor__u32(&c, "tid");
	chunk.cpu = cursor__u32(&c, "cpu");
	if (c.bad)
		return record__check(r, &c, diag);
	/* The walk has found @said bytes behind the record; what it hands out is what may be looked at. */
	chunk.data = data_walk__follow(w, r, &chunk.size);
	if (chunk.size != said)
		return diag__set(diag, -EBADMSG, r->offset, "AUXTRACE", "size",
				 "%" PRIu64 " bytes should follow, %" PRIu64 " do", said, chunk.size);
	if (chunk.offset > UINT64_MAX - chunk.size)
		return diag__set(diag, -EBADMSG, r->offset, "AUXTRACE", "offset",
				 "0x%" PRIx64 " and %" PRIu64 " bytes are more than a buffer can count",
				 chunk.offset, chunk.size);
	GROW(d->chunks, d->nr_chunks, d->cap_chunks);
	d->chunks[d->nr_chunks++] = chunk;
	d->bytes += chunk.size;
	return 0;
}

static int see_event(struct session *s, const struct record *r, struct diag *diag)
{
	struct aux_data *d = &s->aux;
	struct record_aux aux;
	struct sample_id id;

	if (record__decode_aux(r, &aux, diag))
		return -EBADMSG;
	if (aux.offset > UINT64_MAX - aux.size)
		return diag__set(diag, -EBADMSG, r->offset, "AUX", "aux_offset",
				 "0x%" PRIx64 " and 0x%" PRIx64 " bytes are more than a buffer can count",
				 aux.offset, aux.size);
	if (aux.size > MOST_BYTES)
		return diag__set(diag, -EBADMSG, r->offset, "AUX", "aux_size", "0x%" PRIx64
				 " bytes are more than a buffer can hold", aux.size);
	sample_decoder__id(&s->reader.dec, r, &id);
	GROW(d->events, d->nr_events, d->cap_events);
	d->events[d->nr_events++] = (struct aux_event){
		.time = id.time ?: s->scan.time_before, .offset = aux.offset, .size = aux.size, .flags = aux.flags, .id = id.id,
		.pid = id.pid, .tid = id.tid, .cpu = id.cpu, .pos = r->offset,
	};
	return 0;
}

static int see_start(struct session *s, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct aux_data *d = &s->aux;
	struct aux_start start = { .pos = r->offset };
	struct sample_id id;

	start.pid = cursor__u32(&c, "pid");
	start.tid = cursor__u32(&c, "tid");
	if (c.bad)
		return record__check(r, &c, diag);
	sample_decoder__id(&s->reader.dec, r, &id);
	start.time = id.time ?: s->scan.time_before;
	start.cpu = id.cpu;
	GROW(d->starts, d->nr_starts, d->cap_starts);
	d->starts[d->nr_starts++] = start;
	return 0;
}

int session__see_aux(struct session *s, const struct data_walk *w, const struct record *r, struct diag *diag)
{
	switch (r->header.type) {
	case PERF_RECORD_AUXTRACE_INFO:
		return see_info(&s->aux, r, diag);
	case PERF_RECORD_AUXTRACE:
		return see_chunk(&s->aux, w, r, diag);
	case PERF_RECORD_AUX:
		return see_event(s, r, diag);
	case PERF_RECORD_ITRACE_START:
		return see_start(s, r, diag);
	default:
		return 0;
	}
}

/* --- the index ---------------------------------------------------------------------------------- */

static int cmp_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void bad_index(struct session *s, const char *field, const char *text)
{
	struct diag diag = DIAG_INIT;

	diag__set(&diag, -EBADMSG, s->header->sections[HEADER_AUXTRACE].offset, "AUXTRACE index", field,
		  "%s: the records themselves are taken", text);
	session__damaged(s, &diag);
}

/* Is each entry of the index the place of an AUXTRACE record, and each record in it? */
static void check_index(struct session *s)
{
	const struct aux_data *d = &s->aux;
	struct cursor c;
	uint64_t size, nr, i, *places;
	const void *bytes = session__feature_bytes(s, HEADER_AUXTRACE, &size);

	if (!bytes)
		return;
	c = cursor__make(bytes, size, s->file->swap);
	nr = cursor__count(&c, INDEX_ENTRY, "number of entries");
	if (c.bad) {
		bad_index(s, c.bad, "more entries than the index has room for");
		return;
	}
	places = xcalloc(nr + 1, sizeof(*places));
	for (i = 0; i < nr; i++) {
		places[i] = cursor__u64(&c, "file_offset");
		cursor__skip(&c, 8, "sz");
	}
	qsort(places, nr, sizeof(*places), cmp_u64);
	/* Chunks are in file order, which is the order of their positions. */
	for (i = 0; i < nr && i < d->nr_chunks && places[i] == d->chunks[i].pos; i++)
		;
	if (i < nr || i < d->nr_chunks) {
		char text[128];

		snprintf(text, sizeof(text), "it tells of %" PRIu64 " records, of which %" PRIu64
			 " are where the file has its %zu", nr, i, d->nr_chunks);
		bad_index(s, "file_offset", text);
	}
	free(places);
}

/* --- after pass 1 ------------------------------------------------------------------------------- */

/* @items: @nr of @size bytes, each beginning with its time. Equal times keep their order. */
static void sort_by_time(void *items, size_t nr, size_t size)
{
	unsigned char *from, *to = items;
	struct time_order order = { 0 };
	uint64_t time;
	size_t i;

	if (nr < 2)
		return;
	for (i = 0; i < nr; i++) {
		memcpy(&time, to + i * size, sizeof(time));
		time_order__add(&order, time, 8 * (uint64_t)i, 0);
	}
	time_order__sort(&order);
	from = xmemdup(items, nr * size);
	for (i = 0; i < nr; i++)
		memcpy(to + i * size, from + time_order__pos(&order, &order.entries[i]) / 8 * size, size);
	free(from);
	time_order__exit(&order);
}

void session__finish_aux(struct session *s)
{
	struct aux_data *d = &s->aux;

	_Static_assert(!offsetof(struct aux_event, time) && !offsetof(struct aux_start, time),
		       "sort_by_time() wants the time first");
	sort_by_time(d->events, d->nr_events, sizeof(*d->events));
	sort_by_time(d->starts, d->nr_starts, sizeof(*d->starts));
	check_index(s);
}

void aux_data__exit(struct aux_data *d)
{
	free(d->info.words);
	free(d->chunks);
	free(d->events);
	free(d->starts);
	*d = (struct aux_data){ 0 };
}

const struct aux_data *session__aux_data(const struct session *s)
{
	return &s->aux;
}

/* Records that recorders write before the samples: side-band of all that runs already. */
#define PEEK_RECORDS	1000000

bool session__peek_aux_info(struct session *s, struct aux_info *ret)
{
	struct aux_data d = { .has_info = false };
	struct data_walk w;
	struct record r;
	unsigned int i;

	if (s->aux.has_info) {
		*ret = s->aux.info;
		ret->words = xmemdup(ret->words, ret->nr_words * sizeof(*ret->words));
		return true;
	}
	if (!s->file)
		return false;
	data_walk__init(&w, s->file);
	for (i = 0; !d.has_info && i < PEEK_RECORDS && data_walk__next(&w, &r, NULL) > 0; i++) {
		if (r.header.type == PERF_RECORD_SAMPLE || r.header.type == PERF_RECORD_AUXTRACE)
			break;
		if (r.header.type == PERF_RECORD_AUXTRACE_INFO)
			(void)see_info(&d, &r, NULL);
	}
	data_walk__exit(&w);
	*ret = d.info;
	return d.has_info;
}
