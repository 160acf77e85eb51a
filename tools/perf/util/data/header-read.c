// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/header-read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/attr-read.h"
#include "util/data/feature-read.h"

#define MAGIC2		0x32454c4946524550ULL	/* "PERFILE2", little-endian */
#define MAGIC1		0x454c494646524550ULL	/* "PERFFILE", perf before 2.6.36 */

struct perf_header *perf_header__new(void)
{
	struct perf_header *h = xzalloc(sizeof(*h));

	h->evlist = evlist__new();
	return h;
}

void perf_header__delete(struct perf_header *h)
{
	size_t i;

	if (!h)
		return;
	evlist__delete(h->evlist);
	feature__free_all(h);
	for (i = 0; i < h->nr_notes; i++)
		free(h->notes[i].text);
	free(h->notes);
	free(h);
}

/* What people try to read as a recording, by the first bytes; NULL: something else. */
static const char *other_kind(const unsigned char *p, size_t size)
{
	static const struct {
		unsigned char bytes[6];
		unsigned char nr;
		const char *what;
	} kinds[] = {
		{ { 0x1f, 0x8b }, 2, "this is compressed by gzip: unpack it with gunzip" },
		{ { 0xfd, '7', 'z', 'X', 'Z', 0 }, 6, "this is compressed by xz: unpack it with unxz" },
		{ { 0x28, 0xb5, 0x2f, 0xfd }, 4, "this is compressed by zstd: unpack it with unzstd" },
		{ { 'B', 'Z', 'h' }, 3, "this is compressed by bzip2: unpack it with bunzip2" },
		{ { 'P', 'K', 3, 4 }, 4, "this is a zip archive: unpack it with unzip" },
		{ { 0x7f, 'E', 'L', 'F' }, 4, "this is a program or a library: perf record makes a recording of it" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (size >= kinds[i].nr && !memcmp(p, kinds[i].bytes, kinds[i].nr))
			return kinds[i].what;
	return NULL;
}

static int read_magic(struct perf_header *h, struct cursor *c, struct diag *diag)
{
	uint64_t magic = cursor__u64(c, "magic");
	const char *other = c->bad ? NULL : other_kind((const unsigned char *)&magic, sizeof(magic));

	if (c->bad)
		return diag__set(diag, -EBADMSG, 0, "header", "magic", "the file is too short for a recording");
	if (magic == MAGIC2)
		return 0;
	if (__builtin_bswap64(magic) == MAGIC2) {
		c->swap = h->swap = true;
		return 0;
	}
	if (magic == MAGIC1 || __builtin_bswap64(magic) == MAGIC1)
		return diag__set(diag, -EBADMSG, 0, "header", "magic",
				 "this is version 1 of the format, from before 2010, which is not read");
	return diag__set(diag, -EBADMSG, 0, "header", "magic", "%s", other ? other : "this is not a perf.data file");
}

static struct header_section read_section(struct cursor *c, const char *what)
{
	struct header_section s;

	s.offset = cursor__u64(c, what);
	s.size = cursor__u64(c, what);
	return s;
}

/* A cursor over @s of the file @data; fails as @what if it lies outside. */
static struct cursor section_cursor(const void *data, uint64_t size, struct header_section s, bool swap,
				    const char *what)
{
	struct cursor all = cursor__make(data, size, swap);

	cursor__skip(&all, s.offset, what);
	return cursor__sub(&all, s.size, what);
}

/* An entry of the attrs section: the attr, then the section of its ids. */
static int read_event(struct perf_header *h, const void *data, uint64_t size, struct cursor *attrs,
		      uint64_t offset, struct diag *diag)
{
	struct cursor c = cursor__sub(attrs, h->attr_size - 16, "attr");
	struct header_section ids = read_section(attrs, "ids");
	struct cursor idc = section_cursor(data, size, ids, h->swap, "ids");
	struct perf_event_attr attr;
	struct evsel *evsel;

	if (attrs->bad || !attr__read(&c, &attr))
		return diag__set(diag, -EBADMSG, offset, "attrs", c.bad ? c.bad : attrs->bad,
				 "the event's description is damaged");
	evsel = evsel__new(&attr);
	evlist__add(h->evlist, evsel);
	if (idc.bad) {
		perf_header__damage(h, "0x%" PRIx64 ": the ids of event %zu lie outside the file", offset,
				    h->evlist->nr);
		return 0;
	}
	while (cursor__left(&idc) >= 8)
		evlist__map_id(h->evlist, cursor__u64(&idc, "id"), evsel);
	return 0;
}

static int read_attrs(struct perf_header *h, const void *data, uint64_t size, struct header_section s,
		      struct diag *diag)
{
	struct cursor c = section_cursor(data, size, s, h->swap, "attrs");
	int err;

	if (c.bad)
		return diag__set(diag, -EBADMSG, s.offset, "header", "attrs", "the section lies outside the file");
	if (h->attr_size < PERF_ATTR_SIZE_VER0 + 16)
		return diag__set(diag, -EBADMSG, 16, "header", "attr_size", "%" PRIu64 " bytes are too few",
				 h->attr_size);
	while (cursor__left(&c) >= h->attr_size) {
		err = read_event(h, data, size, &c, s.offset + cursor__offset(&c), diag);
		if (err)
			return err;
	}
	if (!h->evlist->nr)
		return diag__set(diag, -EBADMSG, s.offset, "header", "attrs", "the recording describes no event");
	return 0;
}

static void read_features(struct perf_header *h, const void *data, uint64_t size)
{
	struct cursor table = cursor__make(data, size, h->swap);
	int f;

	cursor__skip(&table, h->feat_offset, "feature table");
	for (f = 0; f < HEADER_FEAT_BITS; f++) {
		struct header_section s;
		struct cursor c;

		if (!perf_header__has(h, f))
			continue;
		s = read_section(&table, "feature table");
		if (table.bad) {
			perf_header__damage(h, "0x%" PRIx64 ": the feature table does not fit into the file: "
					    "the recording ended early or is damaged", h->feat_offset);
			return;
		}
		c = section_cursor(data, size, s, h->swap, "section");
		if (!c.bad) {
			h->sections[f] = s;
			feature__read(h, f, &c, s.offset);
			continue;
		}
		perf_header__damage(h, "0x%" PRIx64 ": feature %s lies outside the file", s.offset,
				    perf_feature__name(f) ? perf_feature__name(f) : "(unknown)");
	}
}

static bool has_usual_features(const struct perf_header *h)
{
	return perf_header__has(h, HEADER_HOSTNAME) || perf_header__has(h, HEADER_EVENT_DESC);
}

static void swap_halves(uint64_t words[4])
{
	int i;

	for (i = 0; i < 4; i++)
		words[i] = words[i] >> 32 | words[i] << 32;
}

/*
 * Of the other byte order a perf may have written its bitmap in 4-byte words: then those features are in it that
 * every perf writes. What has them neither way, such as a stream made into a file, is as we write it.
 */
static void read_feature_bits(struct perf_header *h, struct cursor *c)
{
	int i;

	for (i = 0; i < 4; i++)
		h->features[i] = cursor__u64(c, "features");
	if (!h->swap || has_usual_features(h))
		return;
	swap_halves(h->features);
	if (!has_usual_features(h))
		swap_halves(h->features);
}

/*
 * A recording that was not finished. It may have a table of features behind which its data go on: then the reserved
 * feature is among them (perf-writer-file.c).
 */
static void read_unfinished(struct perf_header *h, uint64_t size)
{
	uint64_t table = 0;
	int i;

	h->unfinished = true;
	perf_header__note(h, "the recording was not finished");
	for (i = 0; i < 4; i++)
		table += (uint64_t)__builtin_popcountll(h->features[i]) * sizeof(struct header_section);
	if (size - h->feat_offset > table)
		h->rest_offset = h->feat_offset + table;
	/* Its own entry is empty. */
	h->feat_offset += sizeof(struct header_section);
	h->features[0] &= ~(1ULL << HEADER_RESERVED);
}

int perf_header__read_file(struct perf_header *h, const void *data, uint64_t size, struct diag *diag)
{
	struct cursor c = cursor__make(data, size, false);
	struct header_section attrs, content;
	uint64_t head_size;
	int err = read_magic(h, &c, diag);

	if (err)
		return err;
	head_size = cursor__u64(&c, "size");
	h->attr_size = cursor__u64(&c, "attr_size");
	attrs = read_section(&c, "attrs section");
	content = read_section(&c, "data section");
	(void)read_section(&c, "event types section");
	if (c.bad)
		return diag__set(diag, -EBADMSG, cursor__offset(&c), "header", c.bad,
				 "the file is too short for a recording");
	if (head_size >= 104)
		read_feature_bits(h, &c);
	if (content.offset > size)
		return diag__set(diag, -EBADMSG, 40, "header", "data offset", "0x%" PRIx64
				 " is behind the end of the file", content.offset);
	h->data_offset = content.offset;
	h->data_size = content.size;
	if (!content.size || content.size > size - content.offset) {
		if (content.size)
			perf_header__damage(h, "the file ends before its data do: it was cut off");
		else
			perf_header__note(h, "the recording was not finished");
		h->unfinished = !content.size;
		h->data_size = size - content.offset;
		h->features[0] = h->features[1] = h->features[2] = h->features[3] = 0;
	}
	h->feat_offset = h->data_offset + h->data_size;
	if (perf_header__has(h, HEADER_RESERVED))
		read_unfinished(h, size);
	err = read_attrs(h, data, size, attrs, diag);
	if (!err)
		read_features(h, data, size);
	return err;
}

int perf_header__read_pipe(struct perf_header *h, const void *data, uint64_t size, struct diag *diag)
{
	struct cursor c = cursor__make(data, size, false);
	int err = read_magic(h, &c, diag);

	if (err)
		return err;
	h->is_pipe = true;
	if (cursor__u64(&c, "size") != 16)
		return diag__set(diag, -EBADMSG, 8, "header", "size",
				 "this is a file, not a pipe's stream: name it with -i instead");
	return 0;
}
