/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes of a recording that is being made, in either byte order, independent of the byte order of this machine. Written from
 * the text of the ABI; it shares no code with the part of perf that reads recordings.
 */
#ifndef PERF_GENERATE_BYTES_H
#define PERF_GENERATE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
	unsigned char *data;
	size_t len, cap;
	bool big;		/* most significant byte first */
};

void bytes__exit(struct bytes *b);
void bytes__reset(struct bytes *b);
void bytes__add(struct bytes *b, const void *data, size_t n);
void bytes__zeros(struct bytes *b, size_t n);
void bytes__u8(struct bytes *b, unsigned int v);
void bytes__u16(struct bytes *b, unsigned int v);
void bytes__u32(struct bytes *b, uint32_t v);
void bytes__u64(struct bytes *b, uint64_t v);
/* Appends @s with its zero byte, then zeros up to a multiple of @align bytes, counted from the beginning of @s. */
void bytes__str(struct bytes *b, const char *s, size_t align);
/* Overwrite the bytes at offset @at. */
void bytes__patch_u16(struct bytes *b, size_t at, unsigned int v);
void bytes__patch_u64(struct bytes *b, size_t at, uint64_t v);

/*
 * Make a record: call bytes__begin(), add the body, call bytes__end(). The first returns the offset of the record, for the
 * second, which pads the record to 8 bytes and writes its size into its header. If it is longer than a header can say,
 * bytes__end() removes the record and returns false.
 */
size_t bytes__begin(struct bytes *b, uint32_t type, unsigned int misc);
bool bytes__end(struct bytes *b, size_t begin);

#endif /* PERF_GENERATE_BYTES_H */
