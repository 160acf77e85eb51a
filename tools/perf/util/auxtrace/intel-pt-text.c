// SPDX-License-Identifier: GPL-2.0-only
/* What is printed of Intel PT whether or not it can be decoded. */
#include "util/auxtrace/intel-pt-text.h"

#include <inttypes.h>
#include <string.h>

#include "util/auxtrace/intel-pt.h"
#include "util/base/alloc.h"

#define BYTES_A_LINE	16

const char *pt_error__text(enum pt_error error)
{
	static const char *const texts[] = {
		[PT_ERROR_NOMEM] = "Memory allocation failed",
		[PT_ERROR_INTERNAL] = "Internal error",
		[PT_ERROR_BAD_PACKET] = "Bad packet",
		[PT_ERROR_NO_DATA] = "No more data",
		[PT_ERROR_NO_INSN] = "Failed to get instruction",
		[PT_ERROR_MISMATCH] = "Trace doesn't match instruction",
		[PT_ERROR_OVERFLOW] = "Overflow packet",
		[PT_ERROR_LOST] = "Lost trace data",
		[PT_ERROR_UNKNOWN] = "Unknown error!",
		[PT_ERROR_ENDLESS_LOOP] = "Never-ending loop",
	};

	return (size_t)error < ARRAY_SIZE(texts) && texts[error] ? texts[error] : "Unknown error!";
}

static void add_packet(const unsigned char *data, const struct pt_packet_text *pkt, struct text_out *out)
{
	uint32_t i, shown = pkt->size < BYTES_A_LINE ? pkt->size : BYTES_A_LINE;

	text_out__addf(out, ".  %08" PRIx64 ": ", pkt->offset);
	for (i = 0; i < shown; i++)
		text_out__addf(out, " %02x", data[pkt->offset + i]);
	for (; i < BYTES_A_LINE; i++)
		text_out__addstr(out, "   ");
	text_out__addf(out, " %s", pkt->text);
	if (pkt->bad && pkt->size > 1)
		text_out__addf(out, " (%" PRIu32 " bytes passed over, up to the next PSB)", pkt->size);
	text_out__addch(out, '\n');
}

void intel_pt__dump(const void *data, size_t size, struct text_out *out)
{
	struct pt_packets *p = pt_packets__new(data, size);
	struct pt_packet_text pkt;

	text_out__addf(out, ".\n. ... Intel Processor Trace data: size %zu bytes\n", size);
	if (!p && size)
		text_out__addstr(out, ".  (this perf was built without libipt: packets are not shown)\n");
	while (p && !out->error && pt_packets__next(p, &pkt))
		add_packet(data, &pkt, out);
	pt_packets__delete(p);
}

static const char *const info_words[] = {
	"PMU Type            %" PRId64, "Time Shift          %" PRIu64, "Time Multiplier     %" PRIu64,
	"Time Zero           %" PRIu64, "Cap Time Zero       %" PRId64, "TSC bit             0x%" PRIx64,
	"NoRETComp bit       0x%" PRIx64, "Have sched_switch   %" PRId64, "Snapshot mode       %" PRId64,
	"Per-cpu maps        %" PRId64, "MTC bit             0x%" PRIx64, "MTC freq bits       0x%" PRIx64,
	"TSC:CTC numerator   %" PRIu64, "TSC:CTC denominator %" PRIu64, "CYC bit             0x%" PRIx64,
	"Max non-turbo ratio %" PRIu64, "Filter string len.  %" PRIu64,
};

void intel_pt__dump_info(const uint64_t *words, size_t nr, struct text_out *out)
{
	size_t i;

	for (i = 0; i < nr && i < ARRAY_SIZE(info_words); i++) {
		text_out__addstr(out, "  ");
		text_out__addf(out, info_words[i], words[i]);
		text_out__addch(out, '\n');
	}
	if (nr < ARRAY_SIZE(info_words))
		return;
	/* The filter's characters lie in the words behind its length. */
	text_out__addstr(out, "  Filter string       ");
	text_out__add(out, words + i, strnlen((const char *)(words + i), (nr - i) * sizeof(*words)));
	text_out__addch(out, '\n');
}
