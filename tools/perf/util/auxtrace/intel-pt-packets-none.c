// SPDX-License-Identifier: GPL-2.0-only
/* Built without libipt: packets cannot be read. */
#include "util/auxtrace/intel-pt.h"

struct pt_packets *pt_packets__new(const void *data, size_t size)
{
	(void)data;
	(void)size;
	return NULL;
}

void pt_packets__delete(struct pt_packets *p)
{
	(void)p;
}

bool pt_packets__next(struct pt_packets *p, struct pt_packet_text *ret)
{
	(void)p;
	(void)ret;
	return false;
}
