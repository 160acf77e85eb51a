// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/btf-names.h"

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

const char *btf__name(const void *data, size_t size, bool swap, uint32_t id)
{
	struct cursor c = cursor__make(data, size, swap), types, strings;
	uint32_t header, types_at, types_size, strings_at, strings_size, name = 0;

	if (cursor__u16(&c, "magic") != BTF_MAGIC)
		return NULL;
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
	/* Types have the numbers from 1 on. */
	while (id && !types.bad) {
		uint32_t info, kind;

		name = cursor__u32(&types, "name");
		info = cursor__u32(&types, "info");
		cursor__skip(&types, 4, "size or type");
		kind = info >> 24 & 31;
		if (kind >= NR_KINDS)
			return NULL;
		if (--id)
			cursor__skip(&types, kinds[kind].fixed + (uint64_t)kinds[kind].member * (info & 0xffff), "members");
	}
	if (c.bad || types.bad || !name)
		return NULL;
	cursor__skip(&strings, name, "name");
	return cursor__str(&strings, "name");
}
