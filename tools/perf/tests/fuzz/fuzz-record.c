// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: one record taken apart, whatever it is, and its text. The first 32 bytes are the event's: sample_type,
 * read_format and branch_sample_type, registers; the rest is the record.
 */
#include "tests/fuzz/fuzz.h"

#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/event/evsel.h"
#include "util/event/sample.h"
#include "util/output/own-record-text.h"
#include "util/output/record-text.h"

struct head {
	uint64_t sample_type;
	uint32_t read_format, branch_sample_type;
	uint64_t regs;
	uint8_t flags, rest[7];
};

static void take_apart(struct sample_decoder *d, const struct record *r)
{
	struct record_deferred deferred;
	struct diag diag = DIAG_INIT;
	struct perf_sample sample;
	struct text_out out;
	struct sample_id id;

	text_out__init(&out, -1);
	sample_decoder__id(d, r, &id);
	if (r->header.type == PERF_RECORD_SAMPLE) {
		(void)sample_decoder__sample(d, r, &sample, &diag);
	} else if (r->header.type == PERF_RECORD_CALLCHAIN_DEFERRED) {
		(void)sample_decoder__deferred(d, r, DEFERRED_PROTOCOL_C, &deferred, &diag);
	} else {
		(void)record_text__add(&out, r, &diag);
	}
	text_out__exit(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .sample_id_all = 1 };
	struct sample_decoder decoder;
	struct record r = { 0 };
	struct evlist *evlist;
	struct head head;
	char *copy;

	if (size < sizeof(head) + sizeof(r.header))
		return 0;
	memcpy(&head, data, sizeof(head));
	data += sizeof(head);
	size -= sizeof(head);
	attr.sample_type = head.sample_type & ((1ULL << 25) - 1);
	attr.read_format = head.read_format & 31;
	attr.branch_sample_type = head.branch_sample_type;
	attr.sample_regs_user = attr.sample_regs_intr = head.regs;
	attr.sample_id_all = !(head.flags & 1);
	memcpy(&r.header, data, sizeof(r.header));
	r.header.size = (uint16_t)(size < UINT16_MAX ? size : UINT16_MAX);
	copy = malloc(r.header.size);
	memcpy(copy, data, r.header.size);
	memcpy(copy, &r.header, sizeof(r.header));
	r.data = (const unsigned char *)copy;
	r.swap = head.flags & 2;
	evlist = evlist__new();
	evlist__add(evlist, evsel__new(&attr));
	sample_decoder__init(&decoder, evlist);
	take_apart(&decoder, &r);
	sample_decoder__exit(&decoder);
	evlist__delete(evlist);
	free(copy);
	return 0;
}
