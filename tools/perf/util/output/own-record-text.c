// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/own-record-text.h"

#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"

static void time_conv_text(struct strbuf *out, struct cursor *c)
{
	strbuf__addf(out, "\n... Time Shift      %" PRIu64, cursor__u64(c, "time_shift"));
	strbuf__addf(out, "\n... Time Multiplier %" PRIu64, cursor__u64(c, "time_mult"));
	strbuf__addf(out, "\n... Time Zero       %" PRIu64 "\n", cursor__u64(c, "time_zero"));
	if (c->bad || !cursor__left(c))
		return;
	strbuf__addf(out, "... Time Cycles     %" PRIu64 "\n", cursor__u64(c, "time_cycles"));
	strbuf__addf(out, "... Time Mask       %#" PRIx64 "\n", cursor__u64(c, "time_mask"));
	strbuf__addf(out, "... Cap Time Zero   %u\n", cursor__u8(c, "cap_user_time_zero"));
	strbuf__addf(out, "... Cap Time Short  %u\n", cursor__u8(c, "cap_user_time_short"));
}

static void id_index_text(struct strbuf *out, struct cursor *c)
{
	uint64_t nr = cursor__count(c, 32, "nr"), i;
	struct cursor guests = *c;
	bool has_guests;

	cursor__skip(&guests, nr * 32, "entries");
	has_guests = cursor__left(&guests) >= nr * 16;
	strbuf__addf(out, " nr: %" PRIu64 "\n", nr);
	for (i = 0; i < nr; i++) {
		strbuf__addf(out, " ... id: %" PRIu64, cursor__u64(c, "id"));
		strbuf__addf(out, "  idx: %" PRIu64, cursor__u64(c, "idx"));
		strbuf__addf(out, "  cpu: %" PRId64, (int64_t)cursor__u64(c, "cpu"));
		strbuf__addf(out, "  tid: %" PRId64, (int64_t)cursor__u64(c, "tid"));
		if (has_guests) {
			strbuf__addf(out, "  machine_pid: %" PRId64,
				     (int64_t)cursor__u64(&guests, "machine_pid"));
			strbuf__addf(out, "  vcpu: %" PRId64, (int64_t)cursor__u64(&guests, "vcpu"));
		}
		strbuf__addch(out, '\n');
	}
}

static void thread_map_text(struct strbuf *out, struct cursor *c)
{
	uint64_t nr = cursor__count(c, 24, "nr"), i;

	strbuf__addf(out, " nr: %" PRIu64 " thread%s", nr, nr > 1 ? "s" : "");
	for (i = 0; i < nr; i++) {
		strbuf__addf(out, "%s %" PRId64, i ? "," : ":", (int64_t)cursor__u64(c, "pid"));
		cursor__skip(c, 16, "comm");
	}
	strbuf__addch(out, '\n');
}

/* CPUs as they come, those that follow each other as a range. */
struct cpu_text {
	struct strbuf *out;
	int64_t first, last;		/* of the range at hand */
	bool any, in_range;
};

static void end_range(struct cpu_text *t)
{
	if (!t->in_range)
		return;
	strbuf__addf(t->out, "%s%" PRId64, t->any ? "," : "", t->first);
	if (t->last != t->first)
		strbuf__addf(t->out, "-%" PRId64, t->last);
	t->any = true;
	t->in_range = false;
}

static void add_cpu(struct cpu_text *t, int64_t cpu)
{
	if (t->in_range && t->first >= 0 && cpu == t->last + 1) {
		t->last = cpu;
		return;
	}
	end_range(t);
	t->first = t->last = cpu;
	t->in_range = true;
}

enum { CPU_MAP_LIST = 0, CPU_MAP_MASK = 1, CPU_MAP_RANGE = 2 };

static void add_mask(struct cpu_text *t, struct cursor *c)
{
	uint16_t nr = cursor__u16(c, "nr"), size = cursor__u16(c, "long_size"), i;
	unsigned int bit;

	if (size != 4 && size != 8) {
		cursor__fail(c, "long_size");
		return;
	}
	if (size == 8)
		cursor__skip(c, 2, "padding");
	for (i = 0; i < nr && !c->bad; i++) {
		uint64_t word = size == 8 ? cursor__u64(c, "mask") : cursor__u32(c, "mask");

		for (bit = 0; bit < size * 8U; bit++)
			if (word >> bit & 1)
				add_cpu(t, (int64_t)i * size * 8 + bit);
	}
}

static void add_cpu_map(struct strbuf *out, struct cursor *c)
{
	struct cpu_text t = { .out = out };
	uint16_t type = cursor__u16(c, "type"), nr, i, first, last;

	switch (type) {
	case CPU_MAP_LIST:
		nr = cursor__u16(c, "nr");
		for (i = 0; i < nr && !c->bad; i++)
			add_cpu(&t, (int16_t)cursor__u16(c, "cpu"));
		break;
	case CPU_MAP_MASK:
		add_mask(&t, c);
		break;
	case CPU_MAP_RANGE:
		if (cursor__u8(c, "any_cpu"))
			add_cpu(&t, -1);
		cursor__skip(c, 1, "padding");
		first = cursor__u16(c, "start_cpu");
		last = cursor__u16(c, "end_cpu");
		if (!c->bad && first <= last) {
			add_cpu(&t, first);
			t.last = last;
		}
		break;
	default:
		cursor__fail(c, "type");
		break;
	}
	end_range(&t);
}

static void cpu_map_text(struct strbuf *out, struct cursor *c)
{
	strbuf__addstr(out, ": ");
	add_cpu_map(out, c);
	strbuf__addch(out, '\n');
}

enum { UPDATE_UNIT = 0, UPDATE_SCALE = 1, UPDATE_NAME = 2, UPDATE_CPUS = 3 };

static void event_update_text(struct strbuf *out, struct cursor *c)
{
	uint64_t type = cursor__u64(c, "type"), bits;
	double scale;

	strbuf__addf(out, "\n... id:    %" PRIu64 "\n... ", cursor__u64(c, "id"));
	switch (type) {
	case UPDATE_UNIT:
		strbuf__addf(out, "unit:  %s", shown(cursor__str(c, "unit")));
		break;
	case UPDATE_SCALE:
		bits = cursor__u64(c, "scale");
		memcpy(&scale, &bits, sizeof(scale));
		strbuf__addf(out, "scale: %f", scale);
		break;
	case UPDATE_NAME:
		strbuf__addf(out, "name:  %s", shown(cursor__str(c, "name")));
		break;
	case UPDATE_CPUS:
		add_cpu_map(out, c);
		break;
	default:
		strbuf__addf(out, "unknown type %" PRIu64, type);
		break;
	}
	strbuf__addch(out, '\n');
}

int own_record_text__add(struct text_out *out, const struct record *r, struct diag *diag)
{
	static void (*const texts[])(struct strbuf *, struct cursor *) = {
		[PERF_RECORD_ID_INDEX - PERF_RECORD_USER_TYPE_START] = id_index_text,
		[PERF_RECORD_THREAD_MAP - PERF_RECORD_USER_TYPE_START] = thread_map_text,
		[PERF_RECORD_CPU_MAP - PERF_RECORD_USER_TYPE_START] = cpu_map_text,
		[PERF_RECORD_EVENT_UPDATE - PERF_RECORD_USER_TYPE_START] = event_update_text,
		[PERF_RECORD_TIME_CONV - PERF_RECORD_USER_TYPE_START] = time_conv_text,
	};
	uint32_t n = r->header.type - PERF_RECORD_USER_TYPE_START;
	struct cursor c = record__payload(r);
	struct strbuf text = STRBUF_INIT;
	int ret = 0;

	if (n < ARRAY_SIZE(texts) && texts[n]) {
		texts[n](&text, &c);
		ret = record__check(r, &c, diag);
	} else {
		strbuf__addch(&text, '\n');
	}
	if (!ret)
		text_out__add(out, strbuf__str(&text), text.len);
	strbuf__exit(&text);
	return ret;
}
