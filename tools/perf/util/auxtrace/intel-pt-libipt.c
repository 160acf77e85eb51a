// SPDX-License-Identifier: GPL-2.0-only
/*
 * The instruction flow, by libipt's instruction decoder.
 *
 * libipt does not bound what a hostile trace or image can ask of it: a loop of jumps that needs no packet goes on
 * for ever. So we count the instructions since the position in the trace last changed.
 */
#include <intel-pt.h>
#include <stdlib.h>
#include <string.h>

#include "util/auxtrace/intel-pt.h"
#include "util/auxtrace/intel-pt-cycles.h"
#include "util/auxtrace/intel-pt-flow.h"
#include "util/auxtrace/intel-pt-item.h"
#include "util/auxtrace/intel-pt-config.h"
#include "util/base/alloc.h"

/* Branches, and instructions, in a row for which no packet was needed. */
#define MAX_BRANCHES	100000
#define MAX_INSNS	16000000

bool intel_pt__can_decode(void)
{
	return true;
}

static int on_read(uint8_t *buffer, size_t size, const struct pt_asid *asid, uint64_t ip, void *ctx)
{
	struct pt_flow *f = ctx;
	size_t n = f->read(f->ctx, ip, buffer, size);

	(void)asid;
	if (!n)
		f->unknown_ip = ip;
	return n ? (int)n : -pte_nomap;
}

struct pt_flow *pt_flow__new(const void *data, size_t size, const struct pt_cpu_info *cpu, pt_read_code read, void *ctx)
{
	struct pt_config config;
	struct pt_flow *f;

	if (!size)
		return NULL;
	pt_config__init(&config, data, size);
	config.cpu = (struct pt_cpu){ .vendor = cpu->family ? pcv_intel : pcv_unknown, .family = cpu->family,
				      .model = cpu->model, .stepping = cpu->stepping };
	/* A CPU that libipt does not know has no errata that it could work around. */
	if (cpu->family)
		(void)pt_cpu_errata(&config.errata, &config.cpu);
	config.cpuid_0x15_eax = cpu->tsc_ctc_d;
	config.cpuid_0x15_ebx = cpu->tsc_ctc_n;
	config.mtc_freq = cpu->mtc_freq;
	config.nom_freq = cpu->nominal_ratio;
	f = xzalloc(sizeof(*f));
	f->read = read;
	f->ctx = ctx;
	f->data = data;
	f->size = size;
	f->image = pt_image_alloc(NULL);
	f->dec = pt_insn_alloc_decoder(&config);
	f->packets = pt_pkt_alloc_decoder(&config);
	if (f->image && f->dec && f->packets && pt_image_set_callback(f->image, on_read, f) >= 0 &&
	    pt_insn_set_image(f->dec, f->image) >= 0)
		return f;
	pt_flow__delete(f);
	return NULL;
}

void pt_flow__delete(struct pt_flow *f)
{
	if (!f)
		return;
	if (f->dec)
		pt_insn_free_decoder(f->dec);
	if (f->packets)
		pt_pkt_free_decoder(f->packets);
	pt_cycles__exit(&f->cycles);
	if (f->image)
		pt_image_free(f->image);
	free(f);
}

void pt_flow__count_cycles(struct pt_flow *f)
{
	const struct pt_config *config = pt_insn_get_config(f->dec);

	/* Without memory for it, nothing has cycles. */
	if (config)
		(void)pt_cycles__init(&f->cycles, config);
}

void pt_flow__update_position(struct pt_flow *f)
{
	uint32_t lost_mtc, lost_cyc;
	uint64_t offset, tsc;

	if (pt_insn_get_offset(f->dec, &offset) >= 0 && offset != f->offset) {
		f->offset = offset;
		f->branches = f->insns = 0;
	}
	if (pt_insn_time(f->dec, &tsc, &lost_mtc, &lost_cyc) >= 0) {
		f->tsc = tsc;
		f->has_tsc = true;
	}
}

/*
 * libipt reads ahead, so that a PSB is passed before all is told that lies in front of it. What surely lies behind
 * it: that code is executed, which it repeats or which comes anew, and whatever comes while none is.
 */
static bool psb_is_due(const struct pt_flow *f, const struct pt_item *next)
{
	return f->psb < f->size && f->psb < f->offset && (next->kind == PT_ITEM_ENABLED || !f->tracing) &&
	       !(next->has_tsc && f->psb_tsc && next->tsc < f->psb_tsc);
}

static void tell(struct pt_flow *f, struct pt_item *ret)
{
	if (psb_is_due(f, ret)) {
		f->held = *ret;
		f->has_held = true;
		pt_flow__pass_psb(f, ret);
		return;
	}
	if (ret->kind == PT_ITEM_DISABLED || ret->kind == PT_ITEM_ASYNC_DISABLED ||
	    (ret->kind == PT_ITEM_OVERFLOW && !ret->to))
		f->tracing = false;
	else if (ret->kind == PT_ITEM_ENABLED || ret->kind == PT_ITEM_INSN || ret->kind == PT_ITEM_OVERFLOW)
		f->tracing = true;
}

/*
 * Does the next PTW packet say that an address follows? libipt gives the instruction in any case. Its events come in
 * the order of the packets, so that each packet is passed once.
 */
static bool next_ptwrite_has_ip(struct pt_flow *f)
{
	struct pt_packet packet;

	while (pt_pkt_next(f->packets, &packet, sizeof(packet)) >= 0)
		if (packet.type == ppt_ptw)
			return packet.payload.ptw.ip;
	return false;
}

/* One event or instruction; false: nothing to tell, go on. */
static bool step(struct pt_flow *f, struct pt_item *ret)
{
	struct pt_event event;
	struct pt_insn insn;
	bool told = false;

	ret->has_tsc = f->has_tsc;
	ret->tsc = f->tsc;
	if (f->status & pts_event_pending) {
		f->status = pt_insn_event(f->dec, &event, sizeof(event));
		if (f->status >= 0)
			told = pt_item__of_event(ret, &event);
		if (told && ret->kind == PT_ITEM_PTWRITE)
			ret->has_ip = next_ptwrite_has_ip(f);
	} else if (f->status & pts_eos) {
		f->status = -pte_eos;
	} else {
		memset(&insn, 0, sizeof(insn));
		f->status = pt_insn_next(f->dec, &insn, sizeof(insn));
		/* With an error, libipt may have decoded the instruction itself. */
		if (f->status >= 0 && insn.iclass != ptic_error && insn.size) {
			pt_item__of_insn(ret, &insn);
			f->insns++;
			f->branches += ret->class == PT_CLASS_JUMP || ret->class == PT_CLASS_CALL;
			told = true;
		}
	}
	pt_flow__update_position(f);
	ret->offset = f->offset;
	if (f->cycles.dec)
		pt_cycles__advance(&f->cycles, f->offset, told ? ret : NULL);
	return told;
}

static bool is_endless(const struct pt_flow *f)
{
	return f->branches > MAX_BRANCHES || f->insns > MAX_INSNS;
}

/* False: nothing more. */
static bool next_item(struct pt_flow *f, struct pt_item *ret)
{
	memset(ret, 0, sizeof(*ret));
	while (!f->ended) {
		if (!f->synced) {
			if (pt_flow__sync_forward(f, ret))
				return true;
			f->ended = true;
			break;
		}
		if (is_endless(f)) {
			ret->offset = f->offset;
			pt_flow__set_error(f, PT_ERROR_ENDLESS_LOOP, pt_error__text(PT_ERROR_ENDLESS_LOOP), ret);
			return true;
		}
		if (step(f, ret))
			return true;
		if (f->status == -pte_eos) {
			f->ended = true;
		} else if (f->status < 0) {
			pt_flow__set_error(f, pt_item__error(f->status), pt_errstr(pt_errcode(f->status)), ret);
			return true;
		}
	}
	return false;
}

bool pt_flow__next(struct pt_flow *f, struct pt_item *ret)
{
	if (f->has_held) {
		*ret = f->held;
		f->has_held = false;
	} else if (!next_item(f, ret)) {
		/* PSBs that nothing follows. */
		if (f->psb >= f->offset || f->psb >= f->size)
			return false;
		pt_flow__pass_psb(f, ret);
		return true;
	}
	tell(f, ret);
	return true;
}
