// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/container.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/generate/container-features.h"
#include "util/generate/encode.h"
#include "util/generate/tracing.h"

/* Record types that only the file format knows, not the kernel. */
enum {
	RECORD_HEADER_ATTR = 64, RECORD_TRACING_DATA = 66, RECORD_FINISHED_ROUND = 68, RECORD_EVENT_UPDATE = 78,
	RECORD_HEADER_FEATURE = 80, RECORD_COMPRESSED = 81, RECORD_COMPRESSED2 = 83,
};
#define EVENT_UPDATE_NAME	2
#define FILE_HEADER_SIZE	104
#define PACKED_CHUNK		60000	/* bytes of records in a compressed record */

static const char magic_little[8] = "PERFILE2", magic_big[8] = "2ELIFREP";

void container__init(struct container *c, const struct scenario *s)
{
	uint32_t i;

	*c = (struct container){ .s = s, .body.big = s->big, .aux_index.big = s->big };
	if (s->format != FORMAT_DIRECTORY)
		return;
	c->parts = xcalloc(s->cpus, sizeof(*c->parts));
	for (i = 0; i < s->cpus; i++)
		c->parts[i].big = s->big;
}

void container__exit(struct container *c)
{
	uint32_t i;

	for (i = 0; c->parts && i < c->s->cpus; i++)
		bytes__exit(&c->parts[i]);
	free(c->parts);
	bytes__exit(&c->body);
	bytes__exit(&c->aux_index);
}

void container__add_synthetic(struct container *c, const struct bytes *records)
{
	bytes__add(&c->body, records->data, records->len);
}

void container__add_round_mark(struct container *c)
{
	/* A directory's files are each in order by themselves. */
	if (!c->parts)
		(void)bytes__end(&c->body, bytes__begin(&c->body, RECORD_FINISHED_ROUND, 0));
}

/*
 * Blocks of a zstd frame that never ends, as perf's own stream is flushed and not finished. The
 * blocks are of the raw kind: the framing is what a reader must get right, and needs no library.
 */
static void put_zstd_block(struct bytes *b, bool frame_header, const unsigned char *data, size_t n)
{
	uint32_t block = (uint32_t)n << 3;	/* not the last; type 0: as it is */

	if (frame_header)
		/* magic, little endian; descriptor: nothing optional; window of 128 KiB */
		bytes__add(b, "\x28\xb5\x2f\xfd\x00\x38", 6);
	bytes__u8(b, block & 0xff);
	bytes__u8(b, block >> 8 & 0xff);
	bytes__u8(b, block >> 16);
	bytes__add(b, data, n);
}

static void add_packed(struct container *c, const unsigned char *data, size_t n)
{
	struct bytes packed = { .big = c->s->big };
	size_t begin;

	put_zstd_block(&packed, !c->stream_begun, data, n);
	c->stream_begun = true;
	begin = bytes__begin(&c->body, c->s->compress, 0);
	if (c->s->compress == RECORD_COMPRESSED2) {
		bytes__u64(&c->body, packed.len);
		bytes__add(&c->body, packed.data, packed.len);
		(void)bytes__end(&c->body, begin);
	} else {
		/* The older record is as long as its contents: what follows is not aligned. */
		bytes__add(&c->body, packed.data, packed.len);
		bytes__patch_u16(&c->body, begin + 6, (unsigned int)(c->body.len - begin));
	}
	bytes__exit(&packed);
}

void container__add_ring(struct container *c, uint32_t cpu, const struct bytes *records)
{
	size_t at, n;

	if (c->parts) {
		bytes__add(&c->parts[cpu], records->data, records->len);
		return;
	}
	if (!c->s->compress) {
		bytes__add(&c->body, records->data, records->len);
		return;
	}
	/* Cut anywhere: a record may begin in one block and end in the next. */
	for (at = 0; at < records->len; at += n) {
		n = records->len - at < PACKED_CHUNK ? records->len - at : PACKED_CHUNK;
		add_packed(c, records->data + at, n);
	}
}

/* Where the records begin in a file: behind the header, the ids and the attrs. */
static size_t data_offset(const struct scenario *s)
{
	return FILE_HEADER_SIZE + s->nr_events * 8UL * s->cpus + s->nr_events * (s->attr_size + 16UL);
}

void container__add_trace(struct container *c, const struct bytes *record, size_t record_size)
{
	bytes__u64(&c->aux_index, data_offset(c->s) + c->body.len);
	bytes__u64(&c->aux_index, record_size);
	c->nr_aux++;
	bytes__add(&c->body, record->data, record->len);
}

/* In a stream they come as a record, behind which they lie. */
static void add_tracing_record(struct bytes *out, const struct scenario *s)
{
	struct bytes data = { .big = s->big };
	size_t begin;

	if (put_tracing_data(&data, s)) {
		bytes__zeros(&data, -data.len & 7);
		begin = bytes__begin(out, RECORD_TRACING_DATA, 0);
		bytes__u32(out, (uint32_t)data.len);
		bytes__patch_u16(out, begin + 6, 12);
		bytes__add(out, data.data, data.len);
	}
	bytes__exit(&data);
}

static void assemble_pipe(const struct container *c, struct bytes *out)
{
	const struct scenario *s = c->s;
	size_t i, begin;
	uint32_t cpu;
	int n;

	bytes__add(out, s->big ? magic_big : magic_little, 8);
	bytes__u64(out, 16);
	for (i = 0; i < s->nr_events; i++) {
		begin = bytes__begin(out, RECORD_HEADER_ATTR, 0);
		encode_attr(out, s, &s->events[i]);
		for (cpu = 0; cpu < s->cpus; cpu++)
			bytes__u64(out, event_id(s, i, cpu));
		(void)bytes__end(out, begin);
		begin = bytes__begin(out, RECORD_EVENT_UPDATE, 0);
		bytes__u64(out, EVENT_UPDATE_NAME);
		bytes__u64(out, event_id(s, i, 0));
		bytes__str(out, s->events[i].name, 8);
		(void)bytes__end(out, begin);
	}
	for (n = 0; n < CONTAINER_FEATURES; n++) {
		size_t at = out->len;

		begin = bytes__begin(out, RECORD_HEADER_FEATURE, 0);
		bytes__u64(out, (uint64_t)n);
		if (!container__put_feature(c, n, out) || !bytes__end(out, begin))
			out->len = at;
	}
	add_tracing_record(out, s);
	bytes__add(out, c->body.data, c->body.len);
}

static void put_header(struct bytes *out, const struct container *c, uint64_t features,
		       size_t attrs_at, size_t data_at)
{
	const struct scenario *s = c->s;
	int i;

	bytes__add(out, s->big ? magic_big : magic_little, 8);
	bytes__u64(out, FILE_HEADER_SIZE);
	bytes__u64(out, s->attr_size + 16);
	bytes__u64(out, attrs_at);
	bytes__u64(out, data_at - attrs_at);
	bytes__u64(out, data_at);
	bytes__u64(out, c->body.len);
	bytes__u64(out, 0);		/* event types: long unused */
	bytes__u64(out, 0);
	bytes__u64(out, features);
	for (i = 0; i < 3; i++)
		bytes__u64(out, 0);
}

/* header | ids | attrs | records | feature table | features */
static void assemble_file(const struct container *c, struct bytes *out)
{
	const struct scenario *s = c->s;
	size_t ids_at = FILE_HEADER_SIZE, ids_len = 8UL * s->cpus, i, table_at;
	size_t attrs_at = ids_at + s->nr_events * ids_len, data_at = data_offset(s);
	struct bytes scratch = { .big = s->big };
	uint64_t features = 0;
	uint32_t cpu;
	int n;

	for (n = 0; n < CONTAINER_FEATURES; n++)
		features |= container__put_feature(c, n, &scratch) ? 1ULL << n : 0;
	bytes__exit(&scratch);
	put_header(out, c, features, attrs_at, data_at);
	for (i = 0; i < s->nr_events; i++)
		for (cpu = 0; cpu < s->cpus; cpu++)
			bytes__u64(out, event_id(s, i, cpu));
	for (i = 0; i < s->nr_events; i++) {
		encode_attr(out, s, &s->events[i]);
		bytes__u64(out, ids_at + i * ids_len);
		bytes__u64(out, ids_len);
	}
	bytes__add(out, c->body.data, c->body.len);
	table_at = out->len;
	bytes__zeros(out, 16UL * (size_t)__builtin_popcountll(features));
	for (n = 0; n < CONTAINER_FEATURES; n++)
		if (features >> n & 1) {
			bytes__patch_u64(out, table_at, out->len);
			i = out->len;
			container__put_feature(c, n, out);
			bytes__patch_u64(out, table_at + 8, out->len - i);
			table_at += 16;
		}
}

void container__assemble(const struct container *c, struct bytes *ret_file)
{
	bytes__reset(ret_file);
	ret_file->big = c->s->big;
	if (c->s->format == FORMAT_PIPE)
		assemble_pipe(c, ret_file);
	else
		assemble_file(c, ret_file);
}
