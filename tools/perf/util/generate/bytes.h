/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes of a recording under construction, in either byte order whatever this machine's is.
 * Written from the ABI's text; shares nothing with the code that reads recordings.
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
/*
 * @s with its zero, then zeros up to a multiple of @align bytes counted from the beginning of @s.
 */
void bytes__str(struct bytes *b, const char *s, size_t align);
/* Overwrites what is already there at @at. */
void bytes__patch_u16(struct bytes *b, size_t at, unsigned int v);
void bytes__patch_u64(struct bytes *b, size_t at, uint64_t v);

/*
 * A record: begin, add its body, end. End pads to 8 bytes and fills in the size; it returns false,
 * and takes the record away again, if that is more than the header can say.
 */
size_t bytes__begin(struct bytes *b, uint32_t type, unsigned int misc);
bool bytes__end(struct bytes *b, size_t begin);

#endif /* PERF_GENERATE_BYTES_H */
