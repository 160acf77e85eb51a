// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collects what pass 1 sees of AUX traces. Each entry stands for a record of 16 bytes or more that is
 * really in the file, so memory is bounded by the file's size.
 */
#include "util/data/aux-data.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/header.h"

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

static int see_event(struct aux_data *d, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	struct record_aux aux;

	if (record__decode_aux(r, &aux, diag))
		return -EBADMSG;
	if (aux.offset > UINT64_MAX - aux.size)
		return diag__set(diag, -EBADMSG, r->offset, "AUX", "aux_offset",
				 "0x%" PRIx64 " and 0x%" PRIx64 " bytes are more than a buffer can count",
				 aux.offset, aux.size);
	if (aux.size > MOST_BYTES)
		return diag__set(diag, -EBADMSG, r->offset, "AUX", "aux_size", "0x%" PRIx64
				 " bytes are more than a buffer can hold", aux.size);
	GROW(d->events, d->nr_events, d->cap_events);
	d->events[d->nr_events++] = (struct aux_event){
		.time = id->time, .offset = aux.offset, .size = aux.size, .flags = aux.flags, .id = id->id,
		.pid = id->pid, .tid = id->tid, .cpu = id->cpu, .pos = r->offset,
	};
	return 0;
}

static int see_start(struct aux_data *d, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct aux_start start = { .time = id->time, .cpu = id->cpu, .pos = r->offset };

	start.pid = cursor__u32(&c, "pid");
	start.tid = cursor__u32(&c, "tid");
	if (c.bad)
		return record__check(r, &c, diag);
	GROW(d->starts, d->nr_starts, d->cap_starts);
	d->starts[d->nr_starts++] = start;
	return 0;
}

int aux_data__see(struct aux_data *d, const struct data_walk *w, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	switch (r->header.type) {
	case PERF_RECORD_AUXTRACE_INFO:
		return see_info(d, r, diag);
	case PERF_RECORD_AUXTRACE:
		return see_chunk(d, w, r, diag);
	case PERF_RECORD_AUX:
		return see_event(d, r, id, diag);
	case PERF_RECORD_ITRACE_START:
		return see_start(d, r, id, diag);
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

static int bad_index(uint64_t offset, const char *field, const char *text, struct diag *diag)
{
	return diag__set(diag, -EBADMSG, offset, "AUXTRACE index", field, "%s: the records themselves are taken", text);
}

/* Is each entry of the index the place of an AUXTRACE record, and each record in it? */
int aux_data__check_index(const struct aux_data *d, const void *index, uint64_t size, bool swap, uint64_t offset, struct diag *diag)
{
	struct cursor c = cursor__make(index, size, swap);
	uint64_t nr = cursor__count(&c, INDEX_ENTRY, "number of entries"), i, *places;
	char text[128];

	if (c.bad)
		return bad_index(offset, c.bad, "more entries than the index has room for", diag);
	places = xcalloc(nr + 1, sizeof(*places));
	for (i = 0; i < nr; i++) {
		places[i] = cursor__u64(&c, "file_offset");
		cursor__skip(&c, 8, "sz");
	}
	qsort(places, nr, sizeof(*places), cmp_u64);
	/* Chunks are in file order, which is the order of their positions. */
	for (i = 0; i < nr && i < d->nr_chunks && places[i] == d->chunks[i].pos; i++)
		;
	free(places);
	if (i == nr && i == d->nr_chunks)
		return 0;
	snprintf(text, sizeof(text), "it tells of %" PRIu64 " records, of which %" PRIu64 " are where the file has its %zu", nr, i,
		 d->nr_chunks);
	return bad_index(offset, "file_offset", text, diag);
}

/* --- after the walk ------------------------------------------------------------------------------ */

/* Positions tell those of equal times apart: these stay in the order of the file. */
static int by_time(uint64_t time_a, uint64_t time_b, uint64_t pos_a, uint64_t pos_b)
{
	return time_a != time_b ? (time_a < time_b ? -1 : 1) : pos_a < pos_b ? -1 : pos_a > pos_b;
}

static int cmp_events(const void *a, const void *b)
{
	const struct aux_event *x = a, *y = b;

	return by_time(x->time, y->time, x->pos, y->pos);
}

static int cmp_starts(const void *a, const void *b)
{
	const struct aux_start *x = a, *y = b;

	return by_time(x->time, y->time, x->pos, y->pos);
}

void aux_data__finish(struct aux_data *d)
{
	if (d->nr_events)
		qsort(d->events, d->nr_events, sizeof(*d->events), cmp_events);
	if (d->nr_starts)
		qsort(d->starts, d->nr_starts, sizeof(*d->starts), cmp_starts);
}

void aux_data__exit(struct aux_data *d)
{
	free(d->info.words);
	free(d->chunks);
	free(d->events);
	free(d->starts);
	*d = (struct aux_data){ 0 };
}

/* Records that recorders write before the samples: side-band of all that runs already. */
#define PEEK_RECORDS	1000000

bool aux_data__peek(struct data_file *df, struct aux_info *ret)
{
	struct aux_data d = { .has_info = false };
	struct data_walk w;
	struct record r;
	unsigned int i;

	data_walk__init(&w, df);
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
