// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/defer/dump.h"
#include "util/defer/stat-print.h"

static void print_cookie(const struct dump *d, uint64_t cookie, struct text_out *out)
{
	if (d->protocol == DEFERRED_PROTOCOL_A)
		text_out__addf(out, " (protocol A: no cookie)");
	else
		text_out__addf(out, " cookie 0x%" PRIx64 " (cpu %" PRId64 " count %u)", cookie,
			       dump_cookie__cpu(d, cookie), dump_cookie__count(d, cookie));
}

static void print_sample(const struct dump *d, const struct dump_entry *e, struct text_out *out)
{
	const struct dump_entry *r = e->match == DUMP_NONE ? NULL : &d->entries[e->match];
	char buf[32];

	text_out__addf(out, "SAMPLE %s", e->event);
	if (!(e->violations & DUMP_NO_COOKIE))
		print_cookie(d, e->cookie, out);
	text_out__addf(out, " kernel frames %u", e->nr);
	if (!r)
		text_out__addf(out, " <- no record");
	else if (r->time >= e->time)
		text_out__addf(out, " <- 0x%" PRIx64 " (%s later)", r->offset,
			       defer_stat__duration(r->time - e->time, buf, sizeof(buf)));
	else
		text_out__addf(out, " <- 0x%" PRIx64 " (%s before)", r->offset,
			       defer_stat__duration(e->time - r->time, buf, sizeof(buf)));
}

static void print_record(const struct dump *d, const struct dump_entry *e, struct text_out *out)
{
	text_out__addf(out, "RECORD");
	print_cookie(d, e->cookie, out);
	text_out__addf(out, " user frames %u", e->nr);
	if (e->duplicate_of != DUMP_NONE)
		text_out__addf(out, " duplicate of 0x%" PRIx64, d->entries[e->duplicate_of].offset);
	else
		text_out__addf(out, " -> %u samples", e->completes);
}

static void print_violations(const struct dump_entry *e, struct text_out *out)
{
	int b;

	for (b = 0; b < DUMP_NR_VIOLATIONS; b++) {
		if (!(e->violations >> b & 1))
			continue;
		text_out__addf(out, "    ! %s", dump_violation__text(1u << b));
		if (1u << b == DUMP_COOKIE_REUSED)
			text_out__addf(out, " (tid %u)", e->other_tid);
		text_out__addch(out, '\n');
	}
}

static const char *protocol_name(const struct dump *d)
{
	return d->protocol == DEFERRED_PROTOCOL_A ? "A" : "C";
}

void dump__print_text(const struct dump *d, struct text_out *out)
{
	size_t i;
	int b;

	text_out__addf(out, "# protocol %s; defer_output on:", protocol_name(d));
	for (i = 0; i < d->nr_outputs; i++)
		text_out__addf(out, "%s %s", i ? "," : "", d->outputs[i]);
	text_out__addf(out, "%s\n# offset, time, tid, cpu, what\n", d->nr_outputs ? "" : " no event");
	for (i = 0; i < d->nr; i++) {
		const struct dump_entry *e = &d->entries[i];

		text_out__addf(out, "%#10" PRIx64 " %6" PRIu64 ".%09" PRIu64 " %7d %4d %-16s ", e->offset,
			       e->time / 1000000000, e->time % 1000000000, (int)e->tid, (int)e->cpu, e->comm);
		if (e->event)
			print_sample(d, e, out);
		else
			print_record(d, e, out);
		text_out__addch(out, '\n');
		print_violations(e, out);
	}
	for (i = 0; i < d->nr_damages; i++)
		text_out__addf(out, "! %s\n", d->damages[i].text);
	for (b = 0; b < DUMP_NR_VIOLATIONS; b++)
		if (d->violations[b])
			text_out__addf(out, "# violation, %" PRIu64 " times: %s\n", d->violations[b],
				       dump_violation__text(1u << b));
}

static void json_cookie(struct json *j, const struct dump *d, const struct dump_entry *e)
{
	if (d->protocol == DEFERRED_PROTOCOL_A || e->violations & DUMP_NO_COOKIE) {
		json__null(j, "cookie");
		return;
	}
	json__hex(j, "cookie", e->cookie);
	json__i64(j, "cookie_cpu", dump_cookie__cpu(d, e->cookie));
	json__u64(j, "cookie_count", dump_cookie__count(d, e->cookie));
}

static void json_entry(struct json *j, const struct dump *d, const struct dump_entry *e)
{
	int b;

	json__object_inline(j, NULL);
	json__str(j, "kind", e->event ? "sample" : "record");
	json__u64(j, "offset", e->offset);
	json__u64(j, "time", e->time);
	json__i64(j, "pid", (int)e->pid);
	json__i64(j, "tid", (int)e->tid);
	json__i64(j, "cpu", (int)e->cpu);
	json__str(j, "comm", e->comm);
	json_cookie(j, d, e);
	if (e->event) {
		json__str(j, "event", e->event);
		json__u64(j, "kernel_frames", e->nr);
		if (e->match == DUMP_NONE)
			json__null(j, "record");
		else
			json__u64(j, "record", d->entries[e->match].offset);
	} else {
		json__u64(j, "user_frames", e->nr);
		json__u64(j, "completes", e->completes);
		if (e->duplicate_of == DUMP_NONE)
			json__null(j, "duplicate_of");
		else
			json__u64(j, "duplicate_of", d->entries[e->duplicate_of].offset);
	}
	if (e->violations) {
		json__array(j, "violations");
		for (b = 0; b < DUMP_NR_VIOLATIONS; b++)
			if (e->violations >> b & 1)
				json__str(j, NULL, dump_violation__text(1u << b));
		json__end(j);
	}
	json__end(j);
}

void dump__print_json(const struct dump *d, struct text_out *out)
{
	struct json j;
	size_t i;
	int b;

	json__init(&j, out);
	json__object(&j, NULL);
	json__u64(&j, "version", 1);
	json__str(&j, "protocol", protocol_name(d));
	json__array_inline(&j, "defer_output");
	for (i = 0; i < d->nr_outputs; i++)
		json__str(&j, NULL, d->outputs[i]);
	json__end(&j);
	json__array(&j, "entries");
	for (i = 0; i < d->nr; i++)
		json_entry(&j, d, &d->entries[i]);
	json__end(&j);
	json__array(&j, "damaged");
	for (i = 0; i < d->nr_damages; i++)
		json__str(&j, NULL, d->damages[i].text);
	json__end(&j);
	json__array(&j, "violations");
	for (b = 0; b < DUMP_NR_VIOLATIONS; b++) {
		if (!d->violations[b])
			continue;
		json__object_inline(&j, NULL);
		json__str(&j, "what", dump_violation__text(1u << b));
		json__u64(&j, "times", d->violations[b]);
		json__end(&j);
	}
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}
