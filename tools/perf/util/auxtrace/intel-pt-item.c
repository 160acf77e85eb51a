// SPDX-License-Identifier: GPL-2.0-only
/* What libipt says, in our words. */
#include "util/auxtrace/intel-pt-item.h"

#include <string.h>

enum pt_error pt_item__error(int status)
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
	while (i + 1 < insn->size &&
	       (insn->raw[i] == 0x66 || insn->raw[i] == 0x67 || insn->raw[i] == 0xf2 ||
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

void pt_item__of_insn(struct pt_item *ret, const struct pt_insn *insn)
{
	ret->kind = PT_ITEM_INSN;
	ret->ip = insn->ip;
	ret->class = class_of(insn);
	ret->size = insn->size <= sizeof(ret->raw) ? insn->size : sizeof(ret->raw);
	ret->bits = insn->mode == ptem_64bit ? 64 : insn->mode == ptem_32bit ? 32 : 16;
	ret->speculative = insn->speculative;
	memcpy(ret->raw, insn->raw, ret->size);
}

/* The same of events about power. */
static bool pt_item__of_power(struct pt_item *ret, const struct pt_event *ev)
{
	bool no_ip = ev->ip_suppressed;

	switch (ev->type) {
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
		ret->payload = (uint64_t)ev->variant.pwre.hw << 7 |
			       (uint64_t)(ev->variant.pwre.state & 15) << 12 |
			       (uint64_t)(ev->variant.pwre.sub_state & 15) << 8;
		return true;
	case ptev_pwrx:
		ret->kind = PT_ITEM_PWRX;
		ret->payload = (uint64_t)(ev->variant.pwrx.last & 15) << 4 | (ev->variant.pwrx.deepest & 15) |
			       (uint64_t)ev->variant.pwrx.interrupt << 8 |
			       (uint64_t)ev->variant.pwrx.store << 10 |
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

bool pt_item__of_event(struct pt_item *ret, const struct pt_event *ev)
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
	default:
		return pt_item__of_power(ret, ev);
	}
}
