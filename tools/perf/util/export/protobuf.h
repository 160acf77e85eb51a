/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes the fields of protocol buffer messages, as far as profiles need them. */
#ifndef PERF_EXPORT_PROTOBUF_H
#define PERF_EXPORT_PROTOBUF_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* Appends a number without its field: seven bits in each byte, the lowest bits first. */
void protobuf__varint(struct strbuf *sb, uint64_t v);
/* Appends the field with number @field and the value @v; nothing if @v is 0, which is the default. */
void protobuf__number(struct strbuf *sb, unsigned int field, uint64_t v);
/* Does the same, but also writes 0: for a member of a oneof, whose presence has a meaning. */
void protobuf__member(struct strbuf *sb, unsigned int field, uint64_t v);
/* Appends a number of type fixed64; nothing if @v is 0. */
void protobuf__fixed64(struct strbuf *sb, unsigned int field, uint64_t v);
/* Appends the field with number @field and a value of @n bytes: a string, a message, or packed numbers. */
void protobuf__bytes(struct strbuf *sb, unsigned int field, const void *data, size_t n);
/* Appends what comes before such a value; the caller then appends or writes its @n bytes. */
void protobuf__head(struct strbuf *sb, unsigned int field, size_t n);

#endif /* PERF_EXPORT_PROTOBUF_H */
