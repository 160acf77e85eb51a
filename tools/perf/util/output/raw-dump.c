// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/raw-dump.h"

#include <inttypes.h>

#include "util/output/record-text.h"
#include "util/output/text-out.h"
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

static const char *context_name(uint64_t ip)
{
	switch (ip) {
	case PERF_CONTEXT_HV:
		return " (PERF_CONTEXT_HV)";
	case PERF_CONTEXT_KERNEL:
		return " (PERF_CONTEXT_KERNEL)";
	case PERF_CONTEXT_USER:
		return " (PERF_CONTEXT_USER)";
	case PERF_CONTEXT_USER_DEFERRED:
		return " (PERF_CONTEXT_USER_DEFERRED)";
	case PERF_CONTEXT_GUEST:
		return " (PERF_CONTEXT_GUEST)";
	case PERF_CONTEXT_GUEST_KERNEL:
		return " (PERF_CONTEXT_GUEST_KERNEL)";
	case PERF_CONTEXT_GUEST_USER:
		return " (PERF_CONTEXT_GUEST_USER)";
	default:
		return ip >= PERF_CONTEXT_MAX ? " (unknown context)" : "";
	}
}

static void add_chain(struct text_out *out, const uint64_t *ips, uint64_t nr, bool deferred_record)
{
	uint64_t i, cookie;
	size_t before;

	text_out__addf(out, "... FP chain: nr:%" PRIu64 "\n", nr);
	for (i = 0; i < nr; i++)
		text_out__addf(out, "..... %2" PRIu64 ": %016" PRIx64 "%s\n", i, ips[i], context_name(ips[i]));
	if (deferred_record)
		return;
	switch (perf_stitch__ending(ips, nr, &before, &cookie)) {
	case PERF_STITCH_ENDS_COOKIE:
		text_out__addf(out, "...... (deferred, cookie %" PRIx64 ")\n", cookie);
		break;
	case PERF_STITCH_ENDS_MARKER:
		text_out__addstr(out, "...... (deferred, without a cookie)\n");
		break;
	case PERF_STITCH_ENDS_PLAIN:
		break;
	}
}

static void add_regs(struct text_out *out, const char *what, const struct regs_dump *regs)
{
	unsigned int bit, n = 0;

	text_out__addf(out, "... %s regs: mask 0x%" PRIx64 " ABI %s\n", what, regs->mask,
		       regs->abi == PERF_SAMPLE_REGS_ABI_64 ? "64-bit" : "32-bit");
	for (bit = 0; bit < 64; bit++)
		if (regs->mask & (1ULL << bit))
			text_out__addf(out, ".... %2u: 0x%016" PRIx64 "\n", bit, regs->regs[n++]);
}

static void add_read(struct text_out *out, const struct perf_sample *s)
{
	uint64_t i;

	text_out__addstr(out, "... sample_read:\n");
	if (s->read.time_enabled || s->read.time_running)
		text_out__addf(out, "...... time enabled %016" PRIx64 "\n...... time running %016" PRIx64 "\n",
			       s->read.time_enabled, s->read.time_running);
	for (i = 0; i < s->read.nr; i++)
		text_out__addf(out, "..... id %016" PRIx64 ", value %016" PRIx64 ", lost %" PRIu64 "\n",
			       s->read.values[i].id, s->read.values[i].value, s->read.values[i].lost);
}

static void add_branches(struct text_out *out, const struct perf_sample *s)
{
	uint64_t i;

	text_out__addf(out, "... branch stack: nr:%" PRIu64 "\n", s->nr_branches);
	for (i = 0; i < s->nr_branches; i++)
		text_out__addf(out, "..... %2" PRIu64 ": %016" PRIx64 " -> %016" PRIx64 " flags %" PRIx64 "\n", i,
			       s->branches[i].from, s->branches[i].to, s->branches[i].flags);
}

static void add_sample_fields(struct text_out *out, const struct perf_sample *s)
{
	if (s->nr_ips)
		add_chain(out, s->ips, s->nr_ips, false);
	if (s->nr_branches)
		add_branches(out, s);
	if (s->user_regs.abi)
		add_regs(out, "user", &s->user_regs);
	if (s->intr_regs.abi)
		add_regs(out, "intr", &s->intr_regs);
	if (s->user_stack_size)
		text_out__addf(out, "... ustack: size %" PRIu64 ", used %" PRIu64 "\n", s->user_stack_size,
			       s->user_stack_dyn_size);
	if (s->raw_size)
		text_out__addf(out, "... raw data: size %" PRIu32 "\n", s->raw_size);
	if (s->weight)
		text_out__addf(out, "... weight: %" PRIu64 "\n", s->weight);
	if (s->data_src)
		text_out__addf(out, " . data_src: 0x%" PRIx64 "\n", s->data_src);
	if (s->phys_addr)
		text_out__addf(out, " .. phys_addr: 0x%" PRIx64 "\n", s->phys_addr);
	if (s->cgroup)
		text_out__addf(out, " .. cgroup: %" PRIu64 "\n", s->cgroup);
	if (s->aux_size)
		text_out__addf(out, "... aux data: size %" PRIu64 "\n", s->aux_size);
	if (s->read.nr)
		add_read(out, s);
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
	struct sample_decoder *d = session__decoder(session);
	struct evsel *evsel = sample_decoder__evsel(d, r, diag);
	struct perf_sample s;
	int ret = evsel ? sample_decoder__sample(d, evsel, r, &s, diag) : -1;

	if (ret < 0) {
		add_place(out, r, (uint32_t)-1, 0);
		text_out__addstr(out, "PERF_RECORD_SAMPLE\n");
		return ret;
	}
	add_place(out, r, s.cpu, s.time);
	text_out__addf(out, "PERF_RECORD_SAMPLE(IP, 0x%x): %" PRId32 "/%" PRId32 ": 0x%" PRIx64 " period: %" PRIu64
		       " addr: %s%" PRIx64 "\n", r->header.misc, (int32_t)s.pid, (int32_t)s.tid, s.ip, s.period,
		       s.addr ? "0x" : "", s.addr);
	text_out__addf(out, "... event: %s\n", evsel__name(evsel));
	add_sample_fields(out, &s);
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
	add_chain(out, d.ips, d.nr, true);
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
