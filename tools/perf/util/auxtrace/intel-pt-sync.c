// SPDX-License-Identifier: GPL-2.0-only
/* Where the instruction decoder is in the trace: PSBs to begin at, and those that are passed on the way. */
#include <intel-pt.h>
#include <string.h>

#include "util/auxtrace/intel-pt.h"
#include "util/auxtrace/intel-pt-cycles.h"
#include "util/auxtrace/intel-pt-flow.h"
#include "util/auxtrace/intel-pt-item.h"
#include "util/auxtrace/intel-pt-psb.h"

void pt_flow__set_error(struct pt_flow *f, enum pt_error error, const char *why, struct pt_item *ret)
{
	ret->kind = PT_ITEM_ERROR;
	ret->error = error;
	ret->why = why;
	ret->ip = error == PT_ERROR_NO_INSN ? f->unknown_ip : 0;
	f->synced = false;
}

/* The TSC packet at @p, or 0. */
static uint64_t tsc_at(const unsigned char *p, const unsigned char *end)
{
	uint64_t tsc = 0;
	int i;

	if (end - p < 8 || p[0] != 0x19)
		return 0;
	for (i = 7; i > 0; i--)
		tsc = tsc << 8 | p[i];
	return tsc;
}

static void find_next_psb(struct pt_flow *f, uint64_t from)
{
	const unsigned char *end = f->data + f->size, *psb = intel_pt__find_psb(f->data + from, end);

	f->psb = psb ? (uint64_t)(psb - f->data) : f->size;
	f->psb_tsc = psb ? tsc_at(psb + INTEL_PT_PSB_SIZE, end) : 0;
}

void pt_flow__pass_psb(struct pt_flow *f, struct pt_item *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->kind = PT_ITEM_PSB;
	ret->offset = f->psb;
	ret->has_tsc = f->psb_tsc || f->has_tsc;
	ret->tsc = f->psb_tsc ? f->psb_tsc : f->tsc;
	find_next_psb(f, f->psb + INTEL_PT_PSB_SIZE);
}

/*
 * libipt looks for it from a little before where it is, and where damage overlaps one it would not get forward any more.
 */
bool pt_flow__sync_forward(struct pt_flow *f, struct pt_item *ret)
{
	const unsigned char *psb;
	uint64_t sync, at;
	int err;

	/* What was tried once is not tried again. */
	if (pt_insn_get_offset(f->dec, &at) < 0 || at < f->sync)
		at = f->sync;
	psb = at < f->size ? intel_pt__find_psb(f->data + at, f->data + f->size) : NULL;
	if (!psb)
		return false;
	sync = (uint64_t)(psb - f->data);
	err = pt_insn_sync_set(f->dec, sync);
	if (err < 0 && err != -pte_eos) {
		f->sync = sync + 1;
		ret->offset = sync;
		pt_flow__set_error(f, pt_item__error(err), pt_errstr(pt_errcode(err)), ret);
		return true;
	}
	if (err < 0)
		return false;
	f->status = err;
	f->synced = true;
	f->sync = sync + 1;
	f->offset = sync;
	f->branches = f->insns = 0;
	f->has_tsc = false;
	f->tracing = false;
	find_next_psb(f, sync + INTEL_PT_PSB_SIZE < f->size ? sync + INTEL_PT_PSB_SIZE : f->size);
	(void)pt_pkt_sync_set(f->packets, sync);
	if (f->cycles.dec)
		pt_cycles__sync(&f->cycles, sync);
	/* The PSB is followed by how things are, the time among them. */
	pt_flow__update_position(f);
	ret->kind = PT_ITEM_PSB;
	ret->offset = sync;
	ret->has_tsc = f->has_tsc;
	ret->tsc = f->tsc;
	return true;
}
