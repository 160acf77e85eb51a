// SPDX-License-Identifier: GPL-2.0-only
/*
 * A CYC packet tells the cycles since the last one, at the time of the packet behind it. libipt stops in front
 * of a packet about the flow, and reads it when it is needed: a TNT packet for its first branch, a TIP packet for
 * the branch that goes there; those of events at once, before the instructions that lead to the event. So cycles
 * of branches and of events are kept apart until an item of the one or the other kind comes.
 */
#include "util/auxtrace/intel-pt-cycles.h"

#include <errno.h>
#include <string.h>

int pt_cycles__init(struct pt_cycles *c, const struct pt_config *config)
{
	memset(c, 0, sizeof(*c));
	c->dec = pt_pkt_alloc_decoder(config);
	return c->dec ? 0 : -ENOMEM;
}

void pt_cycles__exit(struct pt_cycles *c)
{
	if (c->dec)
		pt_pkt_free_decoder(c->dec);
	c->dec = NULL;
}

void pt_cycles__sync(struct pt_cycles *c, uint64_t offset)
{
	struct pt_packet_decoder *dec = c->dec;

	(void)pt_pkt_sync_set(dec, offset);
	*c = (struct pt_cycles){ .dec = dec };
}

static void take_branch(struct pt_cycles *c)
{
	if (c->fresh) {
		c->branch += c->since;
		c->has_branch = true;
		c->since = 0;
		c->fresh = false;
	}
}

static void take_event(struct pt_cycles *c)
{
	if (c->fresh) {
		c->event += c->since;
		c->has_event = true;
		c->since = 0;
		c->fresh = false;
	}
}

static void on_tip(struct pt_cycles *c)
{
	if (c->of_event)
		take_event(c);
	else
		take_branch(c);
	c->of_event = false;
}

static void on_fup(struct pt_cycles *c)
{
	if (!c->bound) {
		take_event(c);
		c->of_event = true;
	}
	c->bound = false;
}

static void look_at(struct pt_cycles *c, const struct pt_packet *p)
{
	switch (p->type) {
	case ppt_psb:
		c->in_psb = true;
		break;
	case ppt_psbend:
		c->in_psb = false;
		break;
	case ppt_cyc:
		c->since += p->payload.cyc.value;
		c->fresh = true;
		break;
	case ppt_tnt_8:
	case ppt_tnt_64:
		take_branch(c);
		break;
	case ppt_tip:
		on_tip(c);
		break;
	case ppt_tip_pge:	/* until here nothing was traced */
		c->since = 0;
		c->fresh = c->of_event = c->bound = false;
		break;
	case ppt_tip_pgd:
		take_event(c);
		c->of_event = false;
		break;
	case ppt_fup:
		if (!c->in_psb)
			on_fup(c);
		break;
	case ppt_ovf:		/* what was lost, nobody knows */
		c->since = 0;
		c->fresh = false;
		c->in_psb = c->of_event = false;
		c->bound = true;
		break;
	case ppt_mode:		/* where a transaction begins or is committed; an abort is an event */
		if (!c->in_psb && p->payload.mode.leaf == pt_mol_tsx && !p->payload.mode.bits.tsx.abrt)
			c->bound = true;
		break;
	case ppt_ptw:
		c->bound = p->payload.ptw.ip;
		break;
	case ppt_exstop:
		c->bound = p->payload.exstop.ip;
		break;
	case ppt_mwait:
		c->bound = true;
		break;
	default:
		break;
	}
}

static bool is_event(const struct pt_item *item)
{
	switch (item->kind) {
	case PT_ITEM_DISABLED:
	case PT_ITEM_ASYNC_DISABLED:
	case PT_ITEM_ASYNC_BRANCH:
		return true;
	default:
		return false;
	}
}

static void give(struct pt_item *item, uint64_t *cycles, bool *has)
{
	item->has_cycles = true;
	item->cycles = *cycles;
	*cycles = 0;
	*has = false;
}

void pt_cycles__advance(struct pt_cycles *c, uint64_t offset, struct pt_item *item)
{
	struct pt_packet packet;
	uint64_t at;

	while (pt_pkt_get_offset(c->dec, &at) >= 0 && at < offset &&
	       pt_pkt_next(c->dec, &packet, sizeof(packet)) >= 0)
		look_at(c, &packet);
	if (!item)
		return;
	if (item->kind == PT_ITEM_INSN && c->has_branch)
		give(item, &c->branch, &c->has_branch);
	else if (is_event(item) && c->has_event)
		give(item, &c->event, &c->has_event);
}
