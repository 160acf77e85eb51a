// SPDX-License-Identifier: GPL-2.0-only
#include "util/export/protobuf.h"

enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2 };

void protobuf__varint(struct strbuf *sb, uint64_t v)
{
	char *p = strbuf__reserve(sb, 10);
	size_t n = 0;

	for (; v > 0x7f; v >>= 7)
		p[n++] = (char)(v | 0x80);
	p[n++] = (char)v;
	strbuf__truncate(sb, sb->len + n);
}

void protobuf__number(struct strbuf *sb, unsigned int field, uint64_t v)
{
	if (v)
		protobuf__member(sb, field, v);
}

void protobuf__bytes(struct strbuf *sb, unsigned int field, const void *data, size_t n)
{
	protobuf__head(sb, field, n);
	strbuf__add(sb, data, n);
}

void protobuf__member(struct strbuf *sb, unsigned int field, uint64_t v)
{
	protobuf__varint(sb, field << 3 | WIRE_VARINT);
	protobuf__varint(sb, v);
}

void protobuf__fixed64(struct strbuf *sb, unsigned int field, uint64_t v)
{
	char bytes[8];
	size_t i;

	if (!v)
		return;
	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(v >> 8 * i);
	protobuf__varint(sb, field << 3 | WIRE_FIXED64);
	strbuf__add(sb, bytes, sizeof(bytes));
}

void protobuf__head(struct strbuf *sb, unsigned int field, size_t n)
{
	protobuf__varint(sb, field << 3 | WIRE_BYTES);
	protobuf__varint(sb, n);
}
