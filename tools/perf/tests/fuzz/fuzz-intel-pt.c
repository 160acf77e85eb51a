// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: Intel PT packets, and the flow through code that they tell.
 *
 * The input is 16 bytes about the CPU, 128 of code, and the trace. The code lies at 0x400000 and behind it again and
 * again, as far as a small program reaches.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/auxtrace/intel-pt-text.h"
#include "util/auxtrace/intel-pt-trace.h"
#include "util/auxtrace/intel-pt.h"

#define CPU_BYTES	16
#define CODE_BYTES	128
#define CODE_AT		0x400000
#define CODE_END	0x410000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t read_code(void *ctx, uint64_t ip, void *buf, size_t size)
{
	const uint8_t *code = ctx;
	uint8_t *to = buf;
	size_t i;

	for (i = 0; i < size && ip >= CODE_AT && ip < CODE_END; i++, ip++)
		to[i] = code[ip % CODE_BYTES];
	return i;
}

/* The trace's bytes as the private words of a description. */
static void dump_info(const uint8_t *data, size_t size)
{
	struct text_out text;
	uint64_t *words = malloc(size + 1);

	text_out__init(&text, -1);
	if (words)
		memcpy(words, data, size);
	if (words)
		intel_pt__dump_info(words, size / sizeof(*words), &text);
	free(words);
	text_out__exit(&text);
}

/* Packets lie side by side, from the first to the last byte. */
static void check_packets(const uint8_t *data, size_t size)
{
	struct pt_packets *packets = pt_packets__new(data, size);
	struct pt_packet_text p;
	struct text_out text;
	uint64_t end = 0;

	if (!packets)
		return;
	while (pt_packets__next(packets, &p)) {
		if (p.offset != end || !p.size || p.size > size - p.offset)
			abort();
		if (!memchr(p.text, 0, sizeof(p.text)))
			abort();
		end = p.offset + p.size;
	}
	if (end != size)
		abort();
	pt_packets__delete(packets);
	text_out__init(&text, -1);
	intel_pt__dump(data, size, &text);
	text_out__exit(&text);
}

static void check_flow(const struct pt_cpu_info *cpu, uint8_t *code, const uint8_t *data, size_t size)
{
	struct pt_flow *flow = pt_flow__new(data, size, cpu, read_code, code);
	struct pt_item item;

	if (!flow)
		return;
	pt_flow__count_cycles(flow);
	while (pt_flow__next(flow, &item)) {
		if (item.kind > PT_ITEM_ERROR || item.offset > size)
			abort();
		if (item.kind == PT_ITEM_INSN && (!item.size || item.size > sizeof(item.raw) || item.class > PT_CLASS_FAR_JUMP))
			abort();
		if (item.kind == PT_ITEM_ERROR && (!item.why || !pt_error__text(item.error)))
			abort();
	}
	pt_flow__delete(flow);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pt_cpu_info cpu = { 0 };
	uint8_t code[CODE_BYTES];

	if (size < CPU_BYTES + CODE_BYTES)
		return 0;
	cpu.family = data[0] & 1 ? 6 : data[0];
	cpu.model = data[1];
	cpu.stepping = data[2];
	cpu.mtc_freq = data[3];
	cpu.nominal_ratio = data[4];
	memcpy(&cpu.tsc_ctc_n, data + 8, 4);
	memcpy(&cpu.tsc_ctc_d, data + 12, 4);
	memcpy(code, data + CPU_BYTES, sizeof(code));
	data += CPU_BYTES + CODE_BYTES;
	size -= CPU_BYTES + CODE_BYTES;
	check_packets(data, size);
	check_flow(&cpu, code, data, size);
	dump_info(data, size);
	/* What two pieces have in common is at most all of one. */
	if (size && intel_pt__overlap(data, size / 2, data + size / 2, size - size / 2) > size - size / 2)
		abort();
	return 0;
}
