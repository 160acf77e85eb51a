// SPDX-License-Identifier: GPL-2.0-only
/*
 * Packets that came with event tracing and PEBS output, after libipt 2.0: their sizes and texts, by the SDM.
 */
#include "util/auxtrace/intel-pt-unknown.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"

/* The second byte; the first is 0x02. */
enum { CFE = 0x13, BEP = 0x33, EVD = 0x53, BBP = 0x63, BEP_IP = 0xb3 };

static const struct {
	uint8_t opcode, size;
} sizes[] = {
	{ CFE, 4 }, { EVD, 11 }, { BBP, 3 }, { BEP, 2 }, { BEP_IP, 2 },
};

unsigned int intel_pt__unknown_size(const uint8_t *pos, const uint8_t *end)
{
	unsigned int i;

	if (end - pos < 2 || pos[0] != 0x02)
		return 0;
	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		if (sizes[i].opcode == pos[1] && end - pos >= sizes[i].size)
			return sizes[i].size;
	return 0;
}

void intel_pt__unknown_text(const unsigned char *raw, char *buf, size_t size)
{
	uint64_t payload;

	switch (raw[1]) {
	case CFE:
		snprintf(buf, size, "CFE IP:%u Type 0x%02x Vector 0x%x", raw[2] >> 7, raw[2] & 0x1f, raw[3]);
		break;
	case EVD:
		memcpy(&payload, raw + 3, sizeof(payload));
		snprintf(buf, size, "EVD Type 0x%02x Payload 0x%" PRIx64, raw[2] & 0x3f, payload);
		break;
	case BBP:
		snprintf(buf, size, "BBP SZ %s-byte Type 0x%x", raw[2] & 0x80 ? "4" : "8", raw[2] & 0x1f);
		break;
	case BEP:
	case BEP_IP:
		snprintf(buf, size, "BEP IP:%u", raw[1] >> 7);
		break;
	default:
		snprintf(buf, size, "Unknown packet");
		break;
	}
}
