// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/sframe.h"

#include <errno.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/code/sframe-internal.h"

#define MAGIC		0xdee2
#define HEADER_SIZE	28
/* Of a function in the index, bytes, by version. */
static const uint8_t function_sizes[] = { 0, 17, 20, 16 };

/* Bits of a function's info byte, and of the second one that version 3 has. */
#define INFO_START_MASK	0x0f
#define INFO_REPEATS	0x10
#define INFO_SIGNAL	0x80
#define INFO2_KIND_MASK	0x1f
#define KIND_FLEXIBLE	1

const char *sframe_abi__name(unsigned int abi)
{
	static const char *const names[] = { "", "aarch64 (big-endian)", "aarch64", "amd64", "s390x" };

	return abi < ARRAY_SIZE(names) ? names[abi] : "";
}

/* --- header ---------------------------------------------------------------------------------- */

static int refuse(struct diag *diag, int err, const char *what)
{
	return diag__msg(diag, err, ".sframe: %s", what);
}

static bool is_inside(const struct sframe *s, uint64_t at, uint64_t size)
{
	return at <= s->size && size <= s->size - at;
}

int sframe__open(struct sframe *s, const void *data, size_t size, uint64_t addr, struct diag *diag)
{
	struct cursor c = cursor__make(data, size, false);
	uint64_t functions, rows, end;
	uint16_t magic = cursor__u16(&c, "magic");

	*s = (struct sframe){ .data = data, .size = size, .addr = addr, .swap = magic == __builtin_bswap16(MAGIC) };
	if (magic != MAGIC && !s->swap)
		return refuse(diag, -EBADMSG, "does not begin as one");
	c.swap = s->swap;
	s->version = cursor__u8(&c, "version");
	s->flags = cursor__u8(&c, "flags");
	s->abi = cursor__u8(&c, "abi");
	s->fixed_fp = (int8_t)cursor__u8(&c, "fixed fp");
	s->fixed_ra = (int8_t)cursor__u8(&c, "fixed ra");
	end = HEADER_SIZE + cursor__u8(&c, "auxiliary header");
	s->nr_functions = cursor__u32(&c, "functions");
	s->nr_rows = cursor__u32(&c, "rows");
	s->rows_size = cursor__u32(&c, "size of rows");
	functions = end + cursor__u32(&c, "offset of functions");
	rows = end + cursor__u32(&c, "offset of rows");
	if (c.bad)
		return refuse(diag, -EBADMSG, "ends within its header");
	if (!s->version || s->version >= ARRAY_SIZE(function_sizes))
		return diag__msg(diag, -ENOTSUP, ".sframe: version %u is not known (1, 2 and 3 are)", s->version);
	if (!*sframe_abi__name(s->abi))
		return diag__msg(diag, -ENOTSUP, ".sframe: architecture %u is not known", s->abi);
	if (!is_inside(s, functions, (uint64_t)s->nr_functions * function_sizes[s->version]) ||
	    !is_inside(s, rows, s->rows_size))
		return refuse(diag, -EBADMSG, "ends before its functions or rows do");
	s->functions = (size_t)functions;
	s->rows = (size_t)rows;
	return 0;
}

/* --- functions ------------------------------------------------------------------------------- */

struct cursor sframe__rows_from(const struct sframe *s, uint64_t offset)
{
	struct cursor c = cursor__make(s->data + s->rows, s->rows_size, s->swap);

	cursor__skip(&c, offset, "rows");
	return c;
}

/* Version 3 keeps a function's attributes in front of its rows. */
static bool read_attributes(const struct sframe *s, uint64_t offset, struct sframe_function *ret, uint8_t *ret_info)
{
	struct cursor c = sframe__rows_from(s, offset);
	uint8_t info2;

	ret->nr_rows = cursor__u16(&c, "rows");
	*ret_info = cursor__u8(&c, "info");
	info2 = cursor__u8(&c, "info 2");
	ret->block = cursor__u8(&c, "block");
	ret->rows = s->rows + (size_t)offset + 5;
	ret->signal = *ret_info & INFO_SIGNAL;
	ret->flexible = (info2 & INFO2_KIND_MASK) == KIND_FLEXIBLE;
	return !c.bad && (info2 & INFO2_KIND_MASK) <= KIND_FLEXIBLE;
}

bool sframe__function(const struct sframe *s, uint32_t i, struct sframe_function *ret)
{
	size_t size = function_sizes[s->version], at = s->functions + i * size;
	uint64_t start, offset;
	struct cursor c;
	uint32_t length;
	uint8_t info;

	if (i >= s->nr_functions)
		return false;
	c = cursor__make(s->data + at, size, s->swap);
	*ret = (struct sframe_function){ 0 };
	start = s->version == 3 ? cursor__u64(&c, "start") : (uint64_t)(int64_t)(int32_t)cursor__u32(&c, "start");
	length = cursor__u32(&c, "length");
	offset = cursor__u32(&c, "rows");
	start += s->addr + (s->flags & SFRAME_START_PCREL ? at : 0);
	ret->start = start;
	ret->end = start + length;
	if (s->version == 3) {
		if (!read_attributes(s, offset, ret, &info))
			return false;
	} else {
		ret->nr_rows = cursor__u32(&c, "number of rows");
		info = cursor__u8(&c, "info");
		/* Version 1 knows of AMD64's linkage tables alone, whose entries have 16 bytes. */
		ret->block = s->version == 2 ? cursor__u8(&c, "block") : 16;
		ret->rows = s->rows + (size_t)offset;
	}
	ret->repeats = info & INFO_REPEATS;
	if ((info & INFO_START_MASK) > 2 || c.bad || (ret->repeats && !ret->block) || ret->end < ret->start ||
	    offset > s->rows_size)
		return false;
	ret->start_size = (uint8_t)(1 << (info & INFO_START_MASK));
	/* The smallest row is its first field and a byte. */
	return ret->nr_rows <= (s->rows + s->rows_size - ret->rows) / (ret->start_size + 1U);
}

static bool covers(const struct sframe_function *f, uint64_t addr)
{
	return addr >= f->start && addr < f->end;
}

bool sframe__find(const struct sframe *s, uint64_t addr, struct sframe_function *ret)
{
	uint32_t first = 0, nr = s->nr_functions, i;

	/* The last one that begins at @addr or before it. */
	while (s->flags & SFRAME_SORTED && nr > 1) {
		if (!sframe__function(s, first + nr / 2, ret))
			break;
		if (ret->start <= addr)
			first += nr / 2;
		nr = ret->start <= addr ? nr - nr / 2 : nr / 2;
	}
	for (i = first; i < first + nr; i++)
		if (sframe__function(s, i, ret) && covers(ret, addr))
			return true;
	return false;
}

/* --- the whole table ------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b)
{
	const struct sframe_function *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

void sframe__measure(const struct sframe *s, struct sframe_measure *ret)
{
	struct sframe_function *all = xcalloc(s->nr_functions + 1, sizeof(*all));
	uint64_t end = 0;
	struct sframe_raw_row row;
	uint32_t nr = 0, i, n;

	*ret = (struct sframe_measure){ 0 };
	for (i = 0; i < s->nr_functions; i++) {
		struct cursor c;

		/* A row takes two bytes: more of them than that are read several times, and there may be millions. */
		if (!sframe__function(s, i, &all[nr]) || all[nr].nr_rows > s->rows_size / 2 - ret->rows) {
			ret->damaged++;
			continue;
		}
		c = sframe__rows_from(s, all[nr].rows - s->rows);
		for (n = 0; n < all[nr].nr_rows && sframe__read_row(&c, &all[nr], &row); n++)
			ret->rows++;
		ret->damaged += n < all[nr].nr_rows;
		nr += n && n == all[nr].nr_rows;
	}
	qsort(all, nr, sizeof(*all), by_start);
	/* Functions may overlap in a damaged one. */
	for (i = 0; i < nr; i++) {
		uint64_t start = all[i].start > end ? all[i].start : end;

		if (all[i].end <= start)
			continue;
		ret->covered += all[i].end - start;
		end = all[i].end;
	}
	free(all);
}
