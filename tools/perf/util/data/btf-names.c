// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/btf-names.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"

#define BTF_MAGIC	0xeb9f
#define NR_KINDS	20

/* Bytes that follow a type of each kind: some, and some for each of its members. */
static const struct { uint8_t fixed, member; } kinds[NR_KINDS] = {
	[1] = { 4, 0 },		/* integer */
	[3] = { 12, 0 },	/* array */
	[4] = { 0, 12 },	/* structure */
	[5] = { 0, 12 },	/* union */
	[6] = { 0, 8 },		/* enumeration */
	[13] = { 0, 8 },	/* prototype */
	[14] = { 4, 0 },	/* variable */
	[15] = { 0, 12 },	/* section of data */
	[17] = { 4, 0 },	/* tag of a declaration */
	[19] = { 0, 12 },	/* enumeration of 64 bits */
};

void btf_index__exit(struct btf_index *x)
{
	free(x->names);
	*x = (struct btf_index){ 0 };
}

/* Types have the numbers from 1 on; up to the first that makes no sense. */
static void add_types(struct btf_index *x, struct cursor types, struct cursor strings)
{
	while (!types.bad && cursor__left(&types)) {
		uint32_t name = cursor__u32(&types, "name"), info = cursor__u32(&types, "info"), kind = info >> 24 & 31;
		struct cursor at = strings;

		cursor__skip(&types, 4, "size or type");
		if (types.bad || kind >= NR_KINDS)
			return;
		cursor__skip(&at, name, "name");
		GROW(x->names, x->nr, x->cap);
		x->names[x->nr++] = name ? cursor__str(&at, "name") : NULL;
		cursor__skip(&types, kinds[kind].fixed + (uint64_t)kinds[kind].member * (info & 0xffff), "members");
	}
}

static void read_index(struct btf_index *x, const void *data, size_t size, bool swap)
{
	struct cursor c = cursor__make(data, size, swap), types, strings;
	uint32_t header, types_at, types_size, strings_at, strings_size;

	x->data = data;
	if (cursor__u16(&c, "magic") != BTF_MAGIC)
		return;
	cursor__skip(&c, 2, "version, flags");
	header = cursor__u32(&c, "header size");
	types_at = cursor__u32(&c, "types");
	types_size = cursor__u32(&c, "size of types");
	strings_at = cursor__u32(&c, "strings");
	strings_size = cursor__u32(&c, "size of strings");
	types = strings = cursor__make(data, size, swap);
	cursor__skip(&types, (uint64_t)header + types_at, "types");
	types = cursor__sub(&types, types_size, "types");
	cursor__skip(&strings, (uint64_t)header + strings_at, "strings");
	strings = cursor__sub(&strings, strings_size, "strings");
	if (!c.bad)
		add_types(x, types, strings);
}

const char *btf_index__name(struct btf_index *x, const void *data, size_t size, bool swap, uint32_t id)
{
	if (x->data != data) {
		btf_index__exit(x);
		read_index(x, data, size, swap);
	}
	return id && id <= x->nr ? x->names[id - 1] : NULL;
}

const char *btf__name(const void *data, size_t size, bool swap, uint32_t id)
{
	struct btf_index x = { 0 };
	const char *name = btf_index__name(&x, data, size, swap, id);

	btf_index__exit(&x);
	return name;
}
