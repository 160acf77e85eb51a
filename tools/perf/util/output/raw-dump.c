// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/raw-dump.h"

#include <errno.h>
#include <inttypes.h>

#include "util/base/text-out.h"
#include "util/data/header.h"
#include "util/output/record-text.h"
#include "util/output/sample-dump.h"
#include "util/session/session.h"

/* ".  0010:  6f 00 ...  o...": 16 bytes. */
static void hex_line(struct text_out *out, const unsigned char *p, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	char *line = text_out__room(out, 128), *c = line;
	size_t i;

	for (i = 0; i < 16; i++) {
		c[3 * i] = i < n ? digits[p[i] >> 4] : ' ';
		c[3 * i + 1] = i < n ? digits[p[i] & 15] : ' ';
		c[3 * i + 2] = ' ';
		c[49 + i] = i >= n ? ' ' : p[i] >= ' ' && p[i] < 127 ? (char)p[i] : '.';
	}
	c[48] = ' ';
	c[65] = '\n';
	out->len += 66;
}

static void hex_dump(struct text_out *out, const struct record *r)
{
	size_t at, size = r->header.size;

	text_out__addf(out, ".\n. ... raw event: size %zu bytes\n", size);
	for (at = 0; at < size; at += 16) {
		text_out__addf(out, ".  %04zx:  ", at);
		hex_line(out, r->data + at, size - at < 16 ? size - at : 16);
	}
	text_out__addch(out, '\n');
}

/* "CPU TIME 0x118 [0x38]: ", the first two where they were recorded. */
static void add_place(struct text_out *out, const struct record *r, uint32_t cpu, uint64_t time)
{
	if (cpu != (uint32_t)-1)
		text_out__addf(out, "%" PRIu32 " ", cpu);
	text_out__addf(out, "%" PRIu64 " 0x%" PRIx64 " [0x%x]: ", time, r->offset, r->header.size);
}

static int dump_sample(struct text_out *out, struct session *session, const struct record *r, struct diag *diag)
{
	struct perf_sample s;
	struct evsel *evsel = sample_decoder__sample(session__decoder(session), r, &s, diag);

	if (!evsel) {
		add_place(out, r, (uint32_t)-1, 0);
		text_out__addstr(out, "PERF_RECORD_SAMPLE\n");
		return -EBADMSG;
	}
	add_place(out, r, s.cpu, s.time);
	text_out__addf(out, "PERF_RECORD_SAMPLE(IP, 0x%x): %" PRId32 "/%" PRId32 ": 0x%" PRIx64 " period: %" PRIu64
		       " addr: %s%" PRIx64 "\n", r->header.misc, (int32_t)s.pid, (int32_t)s.tid, s.ip, s.period,
		       s.addr ? "0x" : "", s.addr);
	text_out__addf(out, "... event: %s\n", evsel__name(evsel));
	sample_dump__fields(out, evsel, regs_arch__of(session__header(session)->arch), &s);
	return 0;
}

static int dump_deferred(struct text_out *out, struct session *session, const struct record *r, struct diag *diag)
{
	struct record_deferred d;
	int ret = sample_decoder__deferred(session__decoder(session), r, session__protocol(session), &d, diag);

	if (ret < 0) {
		add_place(out, r, (uint32_t)-1, 0);
		text_out__addstr(out, "PERF_RECORD_CALLCHAIN_DEFERRED\n");
		return ret;
	}
	add_place(out, r, d.id.cpu, d.id.time);
	text_out__addf(out, "PERF_RECORD_CALLCHAIN_DEFERRED(IP, 0x%x): %" PRId32 "/%" PRId32 ": cookie 0x%" PRIx64 "\n",
		       r->header.misc, (int32_t)d.id.pid, (int32_t)d.id.tid, d.cookie);
	sample_dump__chain(out, d.ips, d.nr, true);
	return 0;
}

/* With the counter's id, which a LOST record has in its body. */
static int dump_lost(struct text_out *out, const struct record *r, const struct sample_id *id, struct diag *diag)
{
	bool events = r->header.type == PERF_RECORD_LOST;
	struct record_lost lost;
	int ret = record__decode_lost(r, &lost, diag);

	text_out__addf(out, "PERF_RECORD_%s", record_type__name(r->header.type));
	if (!ret)
		text_out__addf(out, ": id:%" PRIu64 ": lost%s:%" PRIu64, events ? lost.id : id->id,
			       events ? "" : " samples ", lost.lost);
	text_out__addch(out, '\n');
	return ret;
}

static int dump_other(struct text_out *out, struct session *session, const struct record *r, struct diag *diag)
{
	struct sample_id id = { .cpu = (uint32_t)-1 };

	if (r->header.type < PERF_RECORD_USER_TYPE_START)
		sample_decoder__id(session__decoder(session), r, &id);
	add_place(out, r, id.cpu, id.time);
	if (r->header.type == PERF_RECORD_LOST || r->header.type == PERF_RECORD_LOST_SAMPLES)
		return dump_lost(out, r, &id, diag);
	return record_text__add(out, r, diag);
}

int raw_dump__record(struct text_out *out, struct session *s, const char *name, const struct record *r,
		     struct diag *diag)
{
	char text[512];
	int ret;

	text_out__addf(out, "\n0x%" PRIx64 "@%s [0x%x]: event: %" PRIu32 "\n", r->offset, name, r->header.size,
		       r->header.type);
	hex_dump(out, r);
	switch (r->header.type) {
	case PERF_RECORD_SAMPLE:
		ret = dump_sample(out, s, r, diag);
		break;
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		ret = dump_deferred(out, s, r, diag);
		break;
	default:
		ret = dump_other(out, s, r, diag);
		break;
	}
	if (ret < 0 && diag__is_set(diag))
		text_out__addf(out, "... damaged: %s\n", diag__format(diag, text, sizeof(text)));
	return ret;
}
