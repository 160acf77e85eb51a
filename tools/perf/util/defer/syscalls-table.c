// SPDX-License-Identifier: GPL-2.0-only
/* perf defer syscalls as tables: one of system calls and their stacks, one of the slowest calls. */
#include <inttypes.h>

#include "util/base/strbuf.h"
#include "util/defer/syscalls.h"
#include "util/output/table.h"

static void add_titles(const struct syscalls *c, struct table *t)
{
	static const char *const numbers[] = { "Calls", "Errors", "Total ms", "p50", "p99", "Max" }, *const parts[] = { "Running", "Blocked", "Runnable" };
	size_t i;

	table__add_column(t, c->stays ? "Stay" : "System call", TABLE_TEXT);
	if (!c->opts.no_stack)
		table__add_column(t, "Stack", TABLE_TEXT);
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		table__add_column(t, numbers[i], TABLE_NUMBER);
	for (i = 0; c->off_cpu && i < sizeof(parts) / sizeof(parts[0]); i++)
		table__add_column(t, parts[i], TABLE_NUMBER);
}

static void add_parts(const struct syscalls *c, struct table *t, const uint64_t *parts)
{
	int i;

	for (i = SYSCALL_RUNNING; c->off_cpu && i <= SYSCALL_RUNNABLE; i++)
		table__add_ms(t, parts[i]);
}

static void add_row(const struct syscalls *c, struct table *t, const struct syscall_row *r)
{
	struct text_out below;

	table__add_row(t);
	table__set_row_bar(t, (double)r->total);
	text_out__init(&below, -1);
	stack_text__print(r->stack, "", &below);
	table__take_below(t, &below);
	table__add_text(t, r->name);
	if (!c->opts.no_stack)
		table__add_way(t);
	table__add_count(t, r->durations.nr);
	table__add_count(t, r->errors);
	table__add_ms(t, r->total);
	table__add_ms(t, durations__percentile(&r->durations, 50));
	table__add_ms(t, durations__percentile(&r->durations, 99));
	table__add_ms(t, r->durations.max);
	add_parts(c, t, r->parts);
}

static void add_call(const struct syscalls *c, struct table *t, const struct syscall_call *call)
{
	struct strbuf text = STRBUF_INIT;
	struct text_out below;

	table__add_row(t);
	table__set_row_bar(t, (double)(call->to - call->from));
	table__add_text(t, call->name);
	table__add_ms(t, call->to - call->from);
	add_parts(c, t, call->parts);
	table__add_number(t, (double)call->from, "%" PRIu64 ".%09" PRIu64, call->from / 1000000000, call->from % 1000000000);
	if (!c->stays)
		table__add_number(t, (double)call->ret, "%" PRId64, call->ret);
	strbuf__addf(&text, "%s %" PRIu32 "/%" PRIu32, call->comm ? call->comm : "?", call->pid, call->tid);
	table__add_text(t, strbuf__str(&text));
	strbuf__exit(&text);
	text_out__init(&below, -1);
	syscall_call__print_inside(call, &below);
	table__take_below(t, &below);
}

static void add_slowest(const struct syscalls *c, struct tables *ts)
{
	struct table *t = tables__add(ts, "The slowest");
	size_t i;

	table__add_column(t, c->stays ? "Stay" : "System call", TABLE_TEXT);
	table__add_column(t, "ms", TABLE_NUMBER);
	if (c->off_cpu) {
		table__add_column(t, "Running", TABLE_NUMBER);
		table__add_column(t, "Blocked", TABLE_NUMBER);
		table__add_column(t, "Runnable", TABLE_NUMBER);
	}
	table__add_column(t, "At second", TABLE_NUMBER);
	if (!c->stays)
		table__add_column(t, "Result", TABLE_NUMBER);
	table__add_column(t, "Thread", TABLE_TEXT);
	for (i = 0; i < c->nr_slowest; i++)
		add_call(c, t, &c->slowest[i]);
	table__set_bar(t, TABLE_SHARE, c->nr_slowest ? t->rows[0].bar : 0);
}

void syscalls__make_rows(const struct syscalls *c, size_t most, struct tables *ts)
{
	struct table *t = tables__add(ts, c->stays ? "Stays in the kernel" : "System calls");
	size_t i;

	add_titles(c, t);
	for (i = 0; i < c->nr_rows && i < most; i++)
		add_row(c, t, c->rows[i]);
	table__set_bar(t, TABLE_SHARE, (double)c->total);
}

void syscalls__make_tables(const struct syscalls *c, struct tables *ts)
{
	struct text_out notes;

	syscalls__make_rows(c, SIZE_MAX, ts);
	text_out__init(&notes, -1);
	syscalls__print_notes(c, &notes);
	table__take_notes(ts->list[0], &notes);
	if (c->nr_slowest)
		add_slowest(c, ts);
}
