// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/intel-pt-psb.h"

#include <string.h>

const unsigned char *intel_pt__find_psb(const unsigned char *p, const unsigned char *end)
{
	static const unsigned char psb[INTEL_PT_PSB_SIZE] = {
		0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82,
		0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82,
	};

	return p < end ? memmem(p, (size_t)(end - p), psb, sizeof(psb)) : NULL;
}
