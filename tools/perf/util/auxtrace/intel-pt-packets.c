// SPDX-License-Identifier: GPL-2.0-only
/* Intel PT packets as text, read by libipt. */
#include <inttypes.h>
#include <intel-pt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/auxtrace/intel-pt-psb.h"
#include "util/auxtrace/intel-pt.h"
#include "util/auxtrace/intel-pt-config.h"
#include "util/auxtrace/intel-pt-unknown.h"
#include "util/base/alloc.h"

struct pt_packets {
	struct pt_packet_decoder *dec;
	const unsigned char *data;
	uint64_t size;
};

struct pt_packets *pt_packets__new(const void *data, size_t size)
{
	struct pt_packets *p;
	struct pt_config config;

	if (!size)
		return NULL;
	pt_config__init(&config, data, size);
	p = xzalloc(sizeof(*p));
	p->data = data;
	p->size = size;
	p->dec = pt_pkt_alloc_decoder(&config);
	if (p->dec && pt_pkt_sync_set(p->dec, 0) >= 0)
		return p;
	pt_packets__delete(p);
	return NULL;
}

void pt_packets__delete(struct pt_packets *p)
{
	if (!p)
		return;
	if (p->dec)
		pt_pkt_free_decoder(p->dec);
	free(p);
}

static uint64_t raw_bytes(const unsigned char *p, unsigned int n)
{
	uint64_t v = 0;
	unsigned int i;

	for (i = 0; i < n && i < 8; i++)
		v |= (uint64_t)p[i] << (8 * i);
	return v;
}

/* perf shows the bytes as they are, not the address that they complete. */
static int ip_text(char *buf, size_t n, const char *name, const struct pt_packet_ip *ip)
{
	if (ip->ipc == pt_ipc_suppressed)
		return snprintf(buf, n, "%s no ip", name);
	return snprintf(buf, n, "%s 0x%" PRIx64, name,
			ip->ipc == pt_ipc_full ? ip->ip : ip->ip & (((uint64_t)1 << 48) - 1));
}

static void tnt_text(char *buf, size_t n, const struct pt_packet_tnt *tnt)
{
	char bits[65];
	unsigned int i, nr = tnt->bit_size < 64 ? tnt->bit_size : 64;

	for (i = 0; i < nr; i++)
		bits[i] = tnt->payload >> (nr - 1 - i) & 1 ? 'T' : 'N';
	bits[nr] = 0;
	snprintf(buf, n, "TNT %s (%u)", bits, nr);
}

static void mode_text(char *buf, size_t n, const struct pt_packet_mode *mode, const unsigned char *raw)
{
	if (mode->leaf == pt_mol_tsx) {
		snprintf(buf, n, "MODE.TSX TXAbort:%u InTX:%u", mode->bits.tsx.abrt, mode->bits.tsx.intx);
		return;
	}
	snprintf(buf, n, "MODE.Exec IF:%u %s", raw[1] >> 2 & 1,
		 mode->bits.exec.csl ? "64" : mode->bits.exec.csd ? "32" : "16");
}

static void power_text(char *buf, size_t n, const struct pt_packet *pkt, const unsigned char *raw)
{
	switch (pkt->type) {
	case ppt_mwait:
		snprintf(buf, n, "MWAIT 0x%" PRIx64 " Hints 0x%x Extensions 0x%x", raw_bytes(raw + 2, 8),
			 pkt->payload.mwait.hints, pkt->payload.mwait.ext);
		break;
	case ppt_pwre:
		snprintf(buf, n, "PWRE 0x%" PRIx64 " HW:%u CState:%u Sub-CState:%u", raw_bytes(raw + 2, 2),
			 raw[2] >> 7, pkt->payload.pwre.state, pkt->payload.pwre.sub_state);
		break;
	case ppt_pwrx:
		snprintf(buf, n, "PWRX 0x%" PRIx64 " Last CState:%u Deepest CState:%u Wake Reason 0x%x",
			 raw_bytes(raw + 2, 5), pkt->payload.pwrx.last, pkt->payload.pwrx.deepest,
			 raw[3] & 0xf);
		break;
	default:
		snprintf(buf, n, "EXSTOP IP:%u", pkt->payload.exstop.ip);
		break;
	}
}

/* Packets with a number, or without anything. */
static void plain_text(char *buf, size_t n, const struct pt_packet *pkt, const unsigned char *raw)
{
	switch (pkt->type) {
	case ppt_pip:
		snprintf(buf, n, "PIP 0x%" PRIx64 " (NR=%u)", raw_bytes(raw + 2, 6) >> 1, raw[2] & 1);
		break;
	case ppt_vmcs:
		snprintf(buf, n, "VMCS 0x%" PRIx64, raw_bytes(raw + 2, 5));
		break;
	case ppt_cbr:
		snprintf(buf, n, "CBR 0x%x", pkt->payload.cbr.ratio);
		break;
	case ppt_tsc:
		snprintf(buf, n, "TSC 0x%" PRIx64, pkt->payload.tsc.tsc);
		break;
	case ppt_tma:
		snprintf(buf, n, "TMA CTC 0x%x FC 0x%x", pkt->payload.tma.ctc, pkt->payload.tma.fc);
		break;
	case ppt_mtc:
		snprintf(buf, n, "MTC 0x%x", pkt->payload.mtc.ctc);
		break;
	case ppt_cyc:
		snprintf(buf, n, "CYC 0x%" PRIx64, pkt->payload.cyc.value);
		break;
	case ppt_mnt:
		snprintf(buf, n, "MNT 0x%" PRIx64, pkt->payload.mnt.payload);
		break;
	case ppt_ptw:
		snprintf(buf, n, "PTWRITE 0x%" PRIx64 " IP:%u", pkt->payload.ptw.payload,
			 pkt->payload.ptw.ip);
		break;
	default:
		intel_pt__unknown_text(raw, buf, n);
		break;
	}
}

static void packet_text(const struct pt_packet *pkt, const unsigned char *raw, char *buf, size_t n)
{
	static const char *const bare[] = {
		[ppt_pad] = "PAD", [ppt_psb] = "PSB", [ppt_psbend] = "PSBEND", [ppt_stop] = "TraceSTOP", [ppt_ovf] = "OVF",
	};

	if ((size_t)pkt->type < ARRAY_SIZE(bare) && bare[pkt->type]) {
		snprintf(buf, n, "%s", bare[pkt->type]);
		return;
	}
	switch (pkt->type) {
	case ppt_tip:
		ip_text(buf, n, "TIP", &pkt->payload.ip);
		break;
	case ppt_tip_pge:
		ip_text(buf, n, "TIP.PGE", &pkt->payload.ip);
		break;
	case ppt_tip_pgd:
		ip_text(buf, n, "TIP.PGD", &pkt->payload.ip);
		break;
	case ppt_fup:
		ip_text(buf, n, "FUP", &pkt->payload.ip);
		break;
	case ppt_tnt_8:
	case ppt_tnt_64:
		tnt_text(buf, n, &pkt->payload.tnt);
		break;
	case ppt_mode:
		mode_text(buf, n, &pkt->payload.mode, raw);
		break;
	case ppt_mwait:
	case ppt_pwre:
	case ppt_pwrx:
	case ppt_exstop:
		power_text(buf, n, pkt, raw);
		break;
	default:
		plain_text(buf, n, pkt, raw);
		break;
	}
}

/* Passes over what is no packet. */
static void resync(struct pt_packets *p, struct pt_packet_text *ret)
{
	const unsigned char *psb = intel_pt__find_psb(p->data + ret->offset + 1, p->data + p->size);
	uint64_t at = psb ? (uint64_t)(psb - p->data) : p->size;

	ret->bad = true;
	if (!psb || pt_pkt_sync_set(p->dec, at) < 0) {
		at = p->size;
		p->size = ret->offset;		/* that was all */
	}
	ret->size = (uint32_t)(at - ret->offset < UINT32_MAX ? at - ret->offset : UINT32_MAX);
	snprintf(ret->text, sizeof(ret->text), "Bad packet!");
}

/* Padding is shown with the packet before it, up to eight bytes in all, as perf does. */
static void take_pads(struct pt_packets *p, struct pt_packet_text *ret)
{
	uint32_t size = ret->size;

	while (ret->size < 8 && ret->offset + ret->size < p->size && !p->data[ret->offset + ret->size])
		ret->size++;
	if (ret->size != size)
		(void)pt_pkt_sync_set(p->dec, ret->offset + ret->size);
}

bool pt_packets__next(struct pt_packets *p, struct pt_packet_text *ret)
{
	struct pt_packet pkt;
	int n;

	memset(ret, 0, sizeof(*ret));
	if (pt_pkt_get_offset(p->dec, &ret->offset) < 0 || ret->offset >= p->size)
		return false;
	n = pt_pkt_next(p->dec, &pkt, sizeof(pkt));
	if (n <= 0) {
		resync(p, ret);
		return true;
	}
	ret->size = pkt.size;
	take_pads(p, ret);
	packet_text(&pkt, p->data + ret->offset, ret->text, sizeof(ret->text));
	return true;
}
