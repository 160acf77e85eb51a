// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/wire-field.h"

#include "util/base/leb128.h"

/* How fields are encoded. */
enum { WIRE_NUMBER, WIRE_64, WIRE_BYTES, WIRE_32 = 5 };

bool wire_field__next(struct cursor *c, struct wire_field *ret)
{
	uint64_t head;

	*ret = (struct wire_field){ 0 };
	if (!cursor__left(c))
		return false;
	head = cursor__uleb128(c, "field");
	ret->number = head >> 3;
	switch (head & 7) {
	case WIRE_NUMBER:
		ret->value = cursor__uleb128(c, "number");
		break;
	case WIRE_64:
		cursor__skip(c, 8, "number");
		break;
	case WIRE_BYTES:
		head = cursor__uleb128(c, "size");
		ret->bytes = cursor__bytes(c, head, "bytes");
		ret->size = ret->bytes ? (size_t)head : 0;
		break;
	case WIRE_32:
		cursor__skip(c, 4, "number");
		break;
	default:
		cursor__fail(c, "kind of field");
	}
	return !c->bad;
}
