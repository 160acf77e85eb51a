// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-decoded.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"

#define FLAGS_WIDTH	21
#define SYNTH_WIDTH	34

static const struct {
	uint32_t flags;
	const char *name;
} names[] = {
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_CALL, "call" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_RETURN, "return" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_CONDITIONAL, "jcc" },
	{ BRANCH_FLAG_BRANCH, "jmp" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_CALL | BRANCH_FLAG_INTERRUPT, "int" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_RETURN | BRANCH_FLAG_INTERRUPT, "iret" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_CALL | BRANCH_FLAG_SYSCALLRET, "syscall" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_RETURN | BRANCH_FLAG_SYSCALLRET, "sysret" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_ASYNC, "async" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_CALL | BRANCH_FLAG_ASYNC | BRANCH_FLAG_INTERRUPT, "hw int" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_TX_ABORT, "tx abrt" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_CALL | BRANCH_FLAG_VMENTRY, "vmentry" },
	{ BRANCH_FLAG_BRANCH | BRANCH_FLAG_CALL | BRANCH_FLAG_VMEXIT, "vmexit" },
};

void script_decoded__flags(struct text_out *out, uint32_t flags)
{
	uint32_t kind = flags & ~(uint32_t)(BRANCH_FLAG_TRACE_BEGIN | BRANCH_FLAG_TRACE_END | BRANCH_FLAG_IN_TX);
	const char *name = "";
	char text[32];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].flags == kind)
			name = names[i].name;
	snprintf(text, sizeof(text), "%s%s%s", flags & BRANCH_FLAG_TRACE_BEGIN ? "tr strt " :
		 flags & BRANCH_FLAG_TRACE_END ? "tr end  " : "", name, flags & BRANCH_FLAG_IN_TX ? " (x)" : "");
	text_out__add(out, "  ", 2);
	text_out__padded(out, text, strlen(text), -FLAGS_WIDTH);
	text_out__addch(out, ' ');
}

void script_decoded__ipc(struct text_out *out, const struct trace_sample *trace)
{
	uint64_t whole;

	if (!trace || !trace->cycles)
		return;
	whole = trace->insns / trace->cycles;
	text_out__addf(out, " \t IPC: %" PRIu64 ".%02u (%" PRIu64 "/%" PRIu64 ") ", whole,
		       (unsigned int)((double)(trace->insns % trace->cycles) * 100 / (double)trace->cycles),
		       trace->insns, trace->cycles);
}

void script_decoded__synth(struct text_out *out, const char *text)
{
	text_out__padded(out, text, strlen(text), -SYNTH_WIDTH);
}

void script_decoded__callindent(struct text_out *out, const struct session_sample *s, bool dso, int dso_width,
			       int *spacing)
{
	const struct trace_sample *t = s->trace;
	/* A return is off the stack already, and stands where its call did. */
	int indent = (int)(t->depth + !!(t->flags & BRANCH_FLAG_RETURN)) * 4, len = 0;
	const char *file = s->ip && s->ip->map ? s->ip->map->dso->long_name : "[unknown]";
	const struct frame *f = NULL;

	if (dso) {
		text_out__addch(out, '(');
		text_out__padded(out, file, strlen(file), -dso_width);
		text_out__add(out, ")\t", 2);
	}
	if (t->flags & (BRANCH_FLAG_CALL | BRANCH_FLAG_TRACE_BEGIN))
		f = s->addr;
	else if (t->flags & (BRANCH_FLAG_RETURN | BRANCH_FLAG_TRACE_END))
		f = s->ip;
	indent = indent < TEXT_OUT_ROOM ? indent : TEXT_OUT_ROOM;
	if (f && f->sym) {
		text_out__padded(out, "", 0, indent);
		text_out__add(out, f->sym->name, f->sym->name_len);
		len = indent + (int)f->sym->name_len;
	} else if (f && f->ip) {
		text_out__padded(out, "", 0, indent);
		text_out__hex(out, f->ip, 16);
		len = indent + 16;
	}
	/* The column changes its width seldom, so that lines stay in line. */
	if (len > *spacing || (len && len < *spacing - 52))
		*spacing = (len + 4 + 31) / 32 * 32;
	if (len < *spacing && *spacing - len <= TEXT_OUT_ROOM)
		text_out__padded(out, "", 0, *spacing - len);
}

void script_decoded__error(struct text_out *out, const struct trace_error *e)
{
	text_out__addf(out, " instruction trace error type 1");
	if (e->time)
		text_out__addf(out, " time %" PRIu64 ".%09" PRIu64, e->time / 1000000000, e->time % 1000000000);
	text_out__addf(out, " cpu %" PRId32 " pid %" PRId32 " tid %" PRId32 " ip 0x%" PRIx64 " code %d: %s (at 0x%" PRIx64
		       " of buffer %" PRIu32 ")\n", (int32_t)e->cpu, (int32_t)e->pid, (int32_t)e->tid, e->ip, e->code,
		       e->text, e->offset, e->buffer);
}
