// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "util/base/json.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/defer/durations.h"
#include "util/defer/syscalls.h"
#include "util/session/session.h"

static const char *const part_names[SYSCALL_NR_PARTS] = {
	[SYSCALL_RUNNING] = "running", [SYSCALL_BLOCKED] = "blocked", [SYSCALL_RUNNABLE] = "runnable",
	[SYSCALL_UNKNOWN] = "unknown",
};

static void print_row(const struct syscalls *c, const struct syscall_row *r, struct text_out *out)
{
	int i;

	text_out__addf(out, "%9" PRIu64 " %7" PRIu64, r->durations.nr, r->errors);
	durations__print_ms(out, r->total, 15);
	durations__print_ms(out, durations__percentile(&r->durations, 50), 12);
	durations__print_ms(out, durations__percentile(&r->durations, 99), 12);
	durations__print_ms(out, r->durations.max, 12);
	for (i = SYSCALL_RUNNING; i <= SYSCALL_RUNNABLE; i++) {
		if (c->off_cpu)
			durations__print_ms(out, r->parts[i], 14);
		else
			text_out__addf(out, " %14s", "-");
	}
	text_out__addf(out, "  %s\n", r->name);
	stack_text__print(r->stack, "                ", out);
}

static void print_table(const struct syscalls *c, size_t max_rows, struct text_out *out)
{
	size_t i, nr = c->nr_rows < max_rows ? c->nr_rows : max_rows;

	text_out__addf(out, "#\n# %7s %7s %15s %12s %12s %12s %14s %14s %14s  %s\n", "Calls", "Errors", "Total ms", "p50", "p99", "Max",
		       "Running", "Blocked", "Runnable", c->stays ? "Stay" : "System call");
	for (i = 0; i < nr; i++)
		print_row(c, c->rows[i], out);
	if (nr < c->nr_rows)
		text_out__addf(out, "# %zu more rows (--rows)\n", c->nr_rows - nr);
}

void syscall_call__print_inside(const struct syscall_call *call, struct text_out *out)
{
	size_t i;

	for (i = 0; i < call->nr_inside; i++) {
		text_out__addstr(out, "    +");
		durations__print_ms(out, call->inside[i].time - call->from, 12);
		text_out__addf(out, "  %s", call->inside[i].what);
		if (call->inside[i].at)
			text_out__addf(out, " at %s", call->inside[i].at);
		if (call->inside[i].ns)
			durations__print_ms(out, call->inside[i].ns, 0);
		text_out__addch(out, '\n');
	}
	if (call->more_inside)
		text_out__addf(out, "    and %zu more\n", call->more_inside);
	stack_text__print(call->stack, "                ", out);
}

static void print_call(const struct syscalls *c, const struct syscall_call *call, struct text_out *out)
{
	int part;

	text_out__addf(out, "%s %s %" PRIu32 "/%" PRIu32 " at %" PRIu64 ".%09" PRIu64 ":", call->name, call->comm ? call->comm : "?",
		       call->pid, call->tid, call->from / 1000000000, call->from % 1000000000);
	durations__print_ms(out, call->to - call->from, 0);
	text_out__addstr(out, " ms");
	if (!c->stays)
		text_out__addf(out, " = %" PRId64, call->ret);
	for (part = 0; c->off_cpu && part < SYSCALL_NR_PARTS; part++)
		if (call->parts[part]) {
			text_out__addf(out, ", %s", part_names[part]);
			durations__print_ms(out, call->parts[part], 0);
		}
	text_out__addch(out, '\n');
	syscall_call__print_inside(call, out);
}

void syscalls__print_notes(const struct syscalls *c, struct text_out *out)
{
	text_out__addf(out, "# %" PRIu64 " %s,", c->calls, c->stays ? "stays in the kernel that waited for a user stack" : "system calls");
	durations__print_ms(out, c->total, 0);
	text_out__addstr(out, " ms");
	if (c->unfinished)
		text_out__addf(out, "; %" PRIu64 " had not ended", c->unfinished);
	if (c->unpaired)
		text_out__addf(out, "; %" PRIu64 " entries or exits without the other", c->unpaired);
	text_out__addstr(out, "\n");
	if (c->stays)
		text_out__addstr(out,
				 "# No entries and exits are recorded (raw_syscalls:sys_enter, sys_exit): times are from the first sample\n"
				 "# in the kernel to the moment when the user stack was taken.\n");
	if (c->sampled)
		text_out__addstr(out, "# Entries or exits were recorded with a frequency or a period: those in between are missing.\n");
	if (!c->off_cpu)
		text_out__addstr(out, "# No context switches are recorded: what of it was running is not known.\n");
}

void syscalls__print_text(const struct syscalls *c, size_t max_rows, struct text_out *out)
{
	size_t i;

	syscalls__print_notes(c, out);
	print_table(c, max_rows, out);
	if (c->nr_slowest)
		text_out__addstr(out, "#\n# The slowest:\n#\n");
	for (i = 0; i < c->nr_slowest; i++)
		print_call(c, &c->slowest[i], out);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void add_parts(struct json *j, const uint64_t *parts)
{
	int i;

	for (i = 0; i < SYSCALL_NR_PARTS; i++)
		json__u64(j, part_names[i], parts[i]);
}

static void add_row(struct json *j, const struct syscall_row *r)
{
	json__object(j, NULL);
	json__str(j, "name", r->name);
	json__u64(j, "calls", r->durations.nr);
	json__u64(j, "errors", r->errors);
	json__u64(j, "total", r->total);
	json__u64(j, "p50", durations__percentile(&r->durations, 50));
	json__u64(j, "p99", durations__percentile(&r->durations, 99));
	json__u64(j, "max", r->durations.max);
	add_parts(j, r->parts);
	stack_text__json(r->stack, NULL, j);
	json__end(j);
}

static void add_call(struct json *j, const struct syscall_call *call)
{
	const struct syscall_inside *in;
	struct strbuf what = STRBUF_INIT;
	size_t i;

	json__object(j, NULL);
	json__str(j, "name", call->name);
	json__str(j, "comm", call->comm);
	json__u64(j, "pid", call->pid);
	json__u64(j, "tid", call->tid);
	json__hex(j, "cookie", call->cookie);
	json__u64(j, "from", call->from);
	json__u64(j, "to", call->to);
	json__i64(j, "ret", call->ret);
	add_parts(j, call->parts);
	json__array(j, "inside");
	for (i = 0; i < call->nr_inside; i++) {
		in = &call->inside[i];
		strbuf__reset(&what);
		strbuf__addf(&what, "%s%s%s", in->what, in->at ? " at " : "", in->at ? in->at : "");
		json__object_inline(j, NULL);
		json__u64(j, "time", in->time);
		json__u64(j, "ns", in->ns);
		json__str(j, "what", strbuf__str(&what));
		json__end(j);
	}
	strbuf__exit(&what);
	json__end(j);
	json__u64(j, "more_inside", call->more_inside);
	stack_text__json(call->stack, NULL, j);
	json__end(j);
}

void syscalls__print_json(const struct syscalls *c, struct text_out *out)
{
	struct json j;
	size_t i;

	json__init(&j, out);
	json__object(&j, NULL);
	json__str(&j, "schema", "perf-defer-syscalls");
	json__u64(&j, "version", 1);
	json__str(&j, "input", session__input_exact(c->session));
	json__bool(&j, "entries_recorded", !c->stays);
	json__bool(&j, "sampled", c->sampled);
	json__bool(&j, "switches_recorded", c->off_cpu != NULL);
	json__u64(&j, "calls", c->calls);
	json__u64(&j, "unfinished", c->unfinished);
	json__u64(&j, "unpaired", c->unpaired);
	json__u64(&j, "total", c->total);
	add_parts(&j, c->parts);
	json__array(&j, "rows");
	for (i = 0; i < c->nr_rows; i++)
		add_row(&j, c->rows[i]);
	json__end(&j);
	json__array(&j, "slowest");
	for (i = 0; i < c->nr_slowest; i++)
		add_call(&j, &c->slowest[i]);
	json__end(&j);
	json__end(&j);
	json__finish(&j);
}
