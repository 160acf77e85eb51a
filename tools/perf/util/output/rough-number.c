// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/rough-number.h"

#include <inttypes.h>
#include <stdio.h>

const char *rough_number(uint64_t v, char buf[24])
{
	static const char units[] = { ' ', 'K', 'M', 'G' };
	unsigned int i = 0;

	while (v > 1000 && i < sizeof(units) - 1) {
		v /= 1000;
		i++;
	}
	snprintf(buf, 24, "%" PRIu64 "%c", v, units[i]);
	return buf;
}
