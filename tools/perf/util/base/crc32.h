/* SPDX-License-Identifier: GPL-2.0-only */
/* The checksum that zlib and .gnu_debuglink use: CRC-32 of IEEE 802.3. No library is needed for it. */
#ifndef PERF_BASE_CRC32_H
#define PERF_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Returns the checksum of what had @crc (nothing has 0), followed by @size bytes at @data. */
uint32_t crc32__add(uint32_t crc, const void *data, size_t size);

#endif /* PERF_BASE_CRC32_H */
