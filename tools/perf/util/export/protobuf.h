/* SPDX-License-Identifier: GPL-2.0-only */
/* Writing the fields of protocol buffer messages: just what profiles need. */
#ifndef PERF_EXPORT_PROTOBUF_H
#define PERF_EXPORT_PROTOBUF_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* A number without its field: seven bits a byte, the lowest first. */
void protobuf__varint(struct strbuf *sb, uint64_t v);
/* Field @field is the number @v; 0 is the default and takes no bytes. */
void protobuf__number(struct strbuf *sb, unsigned int field, uint64_t v);
/* Field @field is @n bytes: a string, a message, or packed numbers. */
void protobuf__bytes(struct strbuf *sb, unsigned int field, const void *data, size_t n);

#endif /* PERF_EXPORT_PROTOBUF_H */
