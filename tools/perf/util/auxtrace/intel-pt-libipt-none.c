// SPDX-License-Identifier: GPL-2.0-only
/* Built without libipt: nothing is decoded. */
#include "util/auxtrace/intel-pt.h"

bool intel_pt__can_decode(void)
{
	return false;
}

struct pt_flow *pt_flow__new(const void *data, size_t size, const struct pt_cpu_info *cpu, pt_read_code read, void *ctx)
{
	(void)data;
	(void)size;
	(void)cpu;
	(void)read;
	(void)ctx;
	return NULL;
}

void pt_flow__delete(struct pt_flow *f)
{
	(void)f;
}

void pt_flow__count_cycles(struct pt_flow *f)
{
	(void)f;
}

bool pt_flow__next(struct pt_flow *f, struct pt_item *ret)
{
	(void)f;
	(void)ret;
	return false;
}
