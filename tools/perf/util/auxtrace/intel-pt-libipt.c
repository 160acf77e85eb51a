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
#include "util/auxtrace/intel-pt-unknown.h"
#include "util/base/alloc.h"

/* Branches, and instructions, in a row for which no packet was needed. */
#define MAX_BRANCHES	100000
#define MAX_INSNS	16000000

struct pt_flow {
	struct pt_insn_decoder *dec;
	struct pt_image *image;
	pt_read_code read;
	void *ctx;
	uint64_t size;			/* of the trace */
	int status;			/* what libipt returned last: flags, or an error */
	bool synced, ended;
	uint64_t offset, sync;		/* in the trace */
	unsigned int branches, insns;	/* since the offset last changed */
	uint64_t tsc;
	bool has_tsc;
	uint64_t unknown_ip;		/* where code was asked for last, and none was known */
};

bool intel_pt__can_decode(void)
{
	return true;
}

static int on_unknown(struct pt_packet_unknown *ret, const struct pt_config *config, const uint8_t *pos, void *ctx)
{
	unsigned int size = intel_pt__unknown_size(pos, config->end);

	(void)ctx;
	ret->packet = pos;
	ret->priv = NULL;
	return size ? (int)size : -pte_bad_opc;
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
	pt_config_init(&config);
	config.begin = (uint8_t *)(uintptr_t)data;
	config.end = config.begin + size;
	config.decode.callback = on_unknown;
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
	f->size = size;
	f->image = pt_image_alloc(NULL);
	f->dec = pt_insn_alloc_decoder(&config);
	if (f->image && f->dec && pt_image_set_callback(f->image, on_read, f) >= 0 &&
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
	if (f->image)
		pt_image_free(f->image);
	free(f);
}

/* --- what libipt says, in our words ---------------------------------------------------------- */

static enum pt_error error_of(int status)
{
	switch (pt_errcode(status)) {
	case pte_nomem:
		return PT_ERROR_NOMEM;
	case pte_bad_opc:
	case pte_bad_packet:
	case pte_bad_context:
		return PT_ERROR_BAD_PACKET;
	case pte_eos:
		return PT_ERROR_NO_DATA;
	case pte_nomap:
	case pte_bad_insn:
	case pte_bad_image:
		return PT_ERROR_NO_INSN;
	case pte_bad_query:
	case pte_noip:
	case pte_ip_suppressed:
	case pte_retstack_empty:
	case pte_bad_retcomp:
	case pte_bad_status_update:
	case pte_no_enable:
	case pte_event_ignored:
		return PT_ERROR_MISMATCH;
	case pte_overflow:
		return PT_ERROR_OVERFLOW;
	case pte_nosync:
		return PT_ERROR_LOST;
	case pte_internal:
	case pte_invalid:
		return PT_ERROR_INTERNAL;
	default:
		return PT_ERROR_UNKNOWN;
	}
}

static enum pt_class far_class(const struct pt_insn *insn)
{
	unsigned int i = 0;

	/* Prefixes, and REX. */
	while (i + 1 < insn->size && (insn->raw[i] == 0x66 || insn->raw[i] == 0x67 || insn->raw[i] == 0xf2 ||
				      insn->raw[i] == 0xf3 || insn->raw[i] == 0x2e || insn->raw[i] == 0x3e ||
				      insn->raw[i] == 0x26 || insn->raw[i] == 0x36 || insn->raw[i] == 0x64 ||
				      insn->raw[i] == 0x65 || (insn->mode == ptem_64bit && (insn->raw[i] & 0xf0) == 0x40)))
		i++;
	switch (insn->raw[i]) {
	case 0xcc: case 0xcd: case 0xce: case 0xf1:
		return PT_CLASS_INT;
	case 0xcf:
		return PT_CLASS_IRET;
	case 0xca: case 0xcb:
		return PT_CLASS_RETURN;
	case 0x9a:
		return PT_CLASS_CALL;
	case 0x0f:
		break;
	default:
		return insn->iclass == ptic_far_call ? PT_CLASS_CALL :
		       insn->iclass == ptic_far_return ? PT_CLASS_RETURN : PT_CLASS_FAR_JUMP;
	}
	switch (i + 1 < insn->size ? insn->raw[i + 1] : 0) {
	case 0x05: case 0x34:
		return PT_CLASS_SYSCALL;
	case 0x07: case 0x35:
		return PT_CLASS_SYSRET;
	case 0x01:		/* VMLAUNCH, VMRESUME; VMCALL */
		return i + 2 < insn->size && insn->raw[i + 2] == 0xc1 ? PT_CLASS_VMEXIT : PT_CLASS_VMENTRY;
	default:
		return PT_CLASS_FAR_JUMP;
	}
}

static enum pt_class class_of(const struct pt_insn *insn)
{
	switch (insn->iclass) {
	case ptic_call:
		return PT_CLASS_CALL;
	case ptic_return:
		return PT_CLASS_RETURN;
	case ptic_jump:
		return PT_CLASS_JUMP;
	case ptic_cond_jump:
		return PT_CLASS_COND_JUMP;
	case ptic_far_call:
	case ptic_far_return:
	case ptic_far_jump:
		return far_class(insn);
	default:
		return PT_CLASS_OTHER;
	}
}

/* True if @ev is something that is told. */
static bool take_event(const struct pt_event *ev, struct pt_item *ret)
{
	bool no_ip = ev->ip_suppressed;

	ret->status = ev->status_update;
	if (ev->has_tsc) {
		ret->has_tsc = true;
		ret->tsc = ev->tsc;
	}
	switch (ev->type) {
	case ptev_enabled:
		ret->kind = PT_ITEM_ENABLED;
		ret->to = no_ip ? 0 : ev->variant.enabled.ip;
		return true;
	case ptev_disabled:
		ret->kind = PT_ITEM_DISABLED;
		ret->to = no_ip ? 0 : ev->variant.disabled.ip;
		return true;
	case ptev_async_disabled:
		ret->kind = PT_ITEM_ASYNC_DISABLED;
		ret->from = ev->variant.async_disabled.at;
		ret->to = no_ip ? 0 : ev->variant.async_disabled.ip;
		return true;
	case ptev_async_branch:
		ret->kind = PT_ITEM_ASYNC_BRANCH;
		ret->from = ev->variant.async_branch.from;
		ret->to = no_ip ? 0 : ev->variant.async_branch.to;
		return true;
	case ptev_overflow:
		ret->kind = PT_ITEM_OVERFLOW;
		ret->to = no_ip ? 0 : ev->variant.overflow.ip;
		return true;
	case ptev_tsx:
		ret->kind = PT_ITEM_TSX;
		ret->from = no_ip ? 0 : ev->variant.tsx.ip;
		ret->speculative = ev->variant.tsx.speculative;
		ret->aborted = ev->variant.tsx.aborted;
		return true;
	case ptev_ptwrite:
		ret->kind = PT_ITEM_PTWRITE;
		ret->from = no_ip ? 0 : ev->variant.ptwrite.ip;
		ret->payload = ev->variant.ptwrite.payload;
		return true;
	case ptev_cbr:
		ret->kind = PT_ITEM_CBR;
		ret->payload = ev->variant.cbr.ratio;
		return true;
	case ptev_mwait:
		ret->kind = PT_ITEM_MWAIT;
		ret->from = no_ip ? 0 : ev->variant.mwait.ip;
		ret->payload = ev->variant.mwait.hints | (uint64_t)ev->variant.mwait.ext << 32;
		return true;
	case ptev_pwre:
		ret->kind = PT_ITEM_PWRE;
		ret->payload = (uint64_t)ev->variant.pwre.hw << 7 | (uint64_t)(ev->variant.pwre.state & 15) << 12 |
			       (uint64_t)(ev->variant.pwre.sub_state & 15) << 8;
		return true;
	case ptev_pwrx:
		ret->kind = PT_ITEM_PWRX;
		ret->payload = (uint64_t)(ev->variant.pwrx.last & 15) << 4 | (ev->variant.pwrx.deepest & 15) |
			       (uint64_t)ev->variant.pwrx.interrupt << 8 | (uint64_t)ev->variant.pwrx.store << 10 |
			       (uint64_t)ev->variant.pwrx.autonomous << 11;
		return true;
	case ptev_exstop:
		ret->kind = PT_ITEM_EXSTOP;
		ret->from = no_ip ? 0 : ev->variant.exstop.ip;
		return true;
	default:
		return false;
	}
}

/* --- stepping -------------------------------------------------------------------------------- */

static void set_error(struct pt_flow *f, enum pt_error error, const char *why, struct pt_item *ret)
{
	ret->kind = PT_ITEM_ERROR;
	ret->error = error;
	ret->why = why;
	ret->ip = error == PT_ERROR_NO_INSN ? f->unknown_ip : 0;
	f->synced = false;
}

static void update_position(struct pt_flow *f)
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

/* To the next PSB. False: there is none. */
static bool sync_forward(struct pt_flow *f, struct pt_item *ret)
{
	uint64_t sync;
	int err;

	err = pt_insn_sync_forward(f->dec);
	if (pt_insn_get_sync_offset(f->dec, &sync) < 0)
		sync = f->size;
	/* Always forward: what was tried once is not tried again. */
	if (err < 0 && err != -pte_eos && sync < f->size && sync >= f->sync) {
		f->sync = sync + 1;
		ret->offset = sync;
		set_error(f, error_of(err), pt_errstr(pt_errcode(err)), ret);
		return true;
	}
	if (err < 0 || sync < f->sync)
		return false;
	f->status = err;
	f->synced = true;
	f->sync = sync + 1;
	f->offset = sync;
	f->branches = f->insns = 0;
	f->has_tsc = false;
	/* The PSB is followed by how things are, the time among them. */
	update_position(f);
	ret->kind = PT_ITEM_PSB;
	ret->offset = sync;
	ret->has_tsc = f->has_tsc;
	ret->tsc = f->tsc;
	return true;
}

static void take_insn(struct pt_flow *f, const struct pt_insn *insn, struct pt_item *ret)
{
	ret->kind = PT_ITEM_INSN;
	ret->ip = insn->ip;
	ret->class = class_of(insn);
	ret->size = insn->size <= sizeof(ret->raw) ? insn->size : sizeof(ret->raw);
	ret->bits = insn->mode == ptem_64bit ? 64 : insn->mode == ptem_32bit ? 32 : 16;
	ret->speculative = insn->speculative;
	memcpy(ret->raw, insn->raw, ret->size);
	f->insns++;
	f->branches += ret->class == PT_CLASS_JUMP || ret->class == PT_CLASS_CALL;
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
			told = take_event(&event, ret);
	} else if (f->status & pts_eos) {
		f->status = -pte_eos;
	} else {
		memset(&insn, 0, sizeof(insn));
		f->status = pt_insn_next(f->dec, &insn, sizeof(insn));
		/* With an error, libipt may have decoded the instruction itself. */
		if (f->status >= 0 && insn.iclass != ptic_error && insn.size) {
			take_insn(f, &insn, ret);
			told = true;
		}
	}
	update_position(f);
	ret->offset = f->offset;
	return told;
}

bool pt_flow__next(struct pt_flow *f, struct pt_item *ret)
{
	memset(ret, 0, sizeof(*ret));
	while (!f->ended) {
		if (!f->synced) {
			if (sync_forward(f, ret))
				return true;
			f->ended = true;
			break;
		}
		if (f->branches > MAX_BRANCHES || f->insns > MAX_INSNS) {
			ret->offset = f->offset;
			set_error(f, PT_ERROR_ENDLESS_LOOP, pt_error__text(PT_ERROR_ENDLESS_LOOP), ret);
			return true;
		}
		if (step(f, ret))
			return true;
		if (f->status == -pte_eos) {
			f->ended = true;
		} else if (f->status < 0) {
			set_error(f, error_of(f->status), pt_errstr(pt_errcode(f->status)), ret);
			return true;
		}
	}
	return false;
}
