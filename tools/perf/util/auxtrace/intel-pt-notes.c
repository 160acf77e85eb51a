// SPDX-License-Identifier: GPL-2.0-only
/* Packets with an event of their own, whose samples have the text that perf shows. */
#include "util/auxtrace/intel-pt-synth-parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "util/base/alloc.h"

uint64_t pt_synth__ip_or_last(const struct pt_synth *s, uint64_t ip)
{
	return ip ? ip : s->last.size ? s->last.ip : 0;
}

__attribute__((format(printf, 4, 5)))
static void add_text_sample(struct pt_synth *s, enum pt_event_id id, uint64_t ip, const char *fmt, ...)
{
	struct pt_pending *p = pt_synth__add_sample(s, id, ip, NULL);
	va_list ap;

	if (!p)
		return;
	va_start(ap, fmt);
	vsnprintf(p->text, sizeof(p->text), fmt, ap);
	va_end(ap);
}

/* Core clock by the bus clock, of which the TSC is a multiple. */
static void add_cbr(struct pt_synth *s, const struct pt_item *item)
{
	const struct intel_pt_common *c = s->trace.common;
	uint64_t tsc_khz = c->conv.valid && c->conv.mult ? (1000000ULL << (c->conv.shift & 63)) / c->conv.mult : 0;
	uint64_t mhz, percent;

	if (item->payload == s->cbr)
		return;
	s->cbr = item->payload;
	if (!c->cpu.nominal_ratio || !tsc_khz) {
		add_text_sample(s, PT_EVENT_CBR, pt_synth__ip_or_last(s, 0), " cbr: %2" PRIu64 " freq: %4u MHz ", s->cbr, 0);
		return;
	}
	mhz = (s->cbr * tsc_khz / c->cpu.nominal_ratio + 500) / 1000;
	percent = (5 + 1000 * s->cbr / c->cpu.nominal_ratio) / 10;
	add_text_sample(s, PT_EVENT_CBR, pt_synth__ip_or_last(s, 0), " cbr: %2" PRIu64 " freq: %4" PRIu64 " MHz (%3" PRIu64 "%%)",
			s->cbr, mhz, percent);
}

/* A program may write text, eight characters at a time. */
static void add_ptwrite(struct pt_synth *s, const struct pt_item *item, uint64_t ip)
{
	uint64_t left = item->payload;
	char text[sizeof(left) + 1];
	size_t n = 0;

	while (left && (left & 0xff) >= ' ' && (left & 0xff) <= '~') {
		text[n++] = (char)(left & 0xff);
		left >>= 8;
	}
	if (left)
		n = 0;
	text[n] = '\0';
	add_text_sample(s, PT_EVENT_PTWRITE, ip, " IP: %u payload: %#" PRIx64 " %s ", item->has_ip, item->payload,
			text);
}

/* Those that do not change the flow. */
void pt_synth__note(struct pt_synth *s, const struct pt_item *item)
{
	uint64_t ip = pt_synth__ip_or_last(s, item->from);

	switch (item->kind) {
	case PT_ITEM_PTWRITE:
		add_ptwrite(s, item, ip);
		break;
	case PT_ITEM_CBR:
		add_cbr(s, item);
		break;
	case PT_ITEM_PSB:
		add_text_sample(s, PT_EVENT_PSB, ip, " psb offs: %#" PRIx64, item->offset);
		break;
	case PT_ITEM_MWAIT:
		add_text_sample(s, PT_EVENT_MWAIT, ip, " hints: %#x extensions: %#x ", (uint32_t)item->payload,
				(uint32_t)(item->payload >> 32));
		break;
	case PT_ITEM_PWRE:
		add_text_sample(s, PT_EVENT_PWRE, ip, " hw: %u cstate: %u sub-cstate: %u ",
				(unsigned int)(item->payload >> 7 & 1), (unsigned int)(item->payload >> 12 & 15),
				(unsigned int)(item->payload >> 8 & 15));
		break;
	case PT_ITEM_EXSTOP:
		add_text_sample(s, PT_EVENT_EXSTOP, ip, " IP: %u ", item->from ? 1 : 0);
		break;
	case PT_ITEM_PWRX:
		add_text_sample(s, PT_EVENT_PWRX, ip, " deepest cstate: %u last cstate: %u wake reason: %#x ",
				(unsigned int)(item->payload & 15), (unsigned int)(item->payload >> 4 & 15),
				(unsigned int)(item->payload >> 8 & 15));
		break;
	default:
		break;
	}
}
