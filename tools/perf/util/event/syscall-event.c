// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/syscall-event.h"

#include <string.h>

#include "util/event/evlist.h"
#include "util/event/syscall-names.h"

struct syscall_event syscall_event__of(const struct evsel *evsel)
{
	const struct tracepoint_format *f = evsel->tp_format;
	struct syscall_event e = { .kind = SYSCALL_EVENT_OTHER };
	bool raw, enters, exits;

	if (evsel->attr.type == PERF_TYPE_SOFTWARE && evsel->attr.config == PERF_COUNT_SW_CONTEXT_SWITCHES)
		e.kind = SYSCALL_EVENT_SCHED;
	if (evsel->attr.type != PERF_TYPE_TRACEPOINT || !f)
		return e;
	if (!strcmp(f->system, "sched"))
		e.kind = SYSCALL_EVENT_SCHED;
	raw = !strcmp(f->system, "raw_syscalls");
	if (!raw && strcmp(f->system, "syscalls"))
		return e;
	enters = raw ? !strcmp(f->name, "sys_enter") : !strncmp(f->name, "sys_enter_", 10);
	exits = raw ? !strcmp(f->name, "sys_exit") : !strncmp(f->name, "sys_exit_", 9);
	e.format = f;
	e.id = tracepoint_format__field(f, raw ? "id" : "__syscall_nr");
	e.ret = tracepoint_format__field(f, "ret");
	if (!raw && (enters || exits))
		e.name = f->name + (enters ? 10 : 9);
	if (e.id && enters)
		e.kind = SYSCALL_EVENT_ENTER;
	else if (e.id && e.ret && exits)
		e.kind = SYSCALL_EVENT_EXIT;
	return e;
}

bool syscall_event__number(const struct syscall_event *e, const struct tracepoint_field *field, const struct perf_sample *s,
			   int64_t *ret)
{
	uint64_t v;

	if (!field || !tracepoint_format__number(e->format, field, s->raw_data, s->raw_size, &v))
		return false;
	*ret = (int64_t)v;
	return true;
}

const char *syscall_event__name(const struct syscall_event *e, const char *arch, int64_t nr)
{
	return e->name ? e->name : syscall_name(arch, nr);
}
