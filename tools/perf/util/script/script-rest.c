// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-rest.h"

#include <inttypes.h>
#include <string.h>

#include "util/base/text-out.h"
#include "util/machine/task-facts.h"
#include "util/offcpu/span.h"
#include "util/output/orphans.h"
#include "util/script/script-branch.h"
#include "util/script/script-brinsn.h"
#include "util/script/script-columns.h"
#include "util/script/script-decoded.h"
#include "util/script/script-insn.h"
#include "util/script/script-place.h"

static void add_mark(struct script_text *st, const char *mark)
{
	text_out__add(st->out, "# ", 2);
	text_out__addstr(st->out, mark);
	text_out__addch(st->out, '\n');
}

/*
 * A comment line before the sample: stackcollapse-perf.pl, inferno, speedscope and the Firefox
 * profiler all pass over lines that begin with '#' where they expect a sample's first line. Inside a
 * stack some of them would take it for a frame, or for the end of the stack.
 */
void script_rest__marks(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct chain_half *user = s->chain.user;
	uint32_t i;

	if (!e->chains || st->opts.no_orphan_marks || st->opts.raw)
		return;
	if (s->orphan != PERF_STITCH_WHOLE)
		add_mark(st, orphan__mark(s->orphan));
	for (i = 0; user && user->nr_gaps && i < user->nr; i++)
		if (user->frames[i]->kind == FRAME_GAP)
			add_mark(st, user->frames[i]->sym->name);
}

/* The guest that a sample is of. */
void script_rest__guest(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	uint32_t pid = s->machine ? machine__pid(s->machine) : 0;
	const struct evlist_id *id = pid ? evlist__find_id(s->evsel->evlist, s->sample->id) : NULL;

	if (!pid)
		return;
	if (e->fields & SCRIPT_MACHINE_PID)
		text_out__addf(st->out, "VM:%5" PRIu32 " ", pid);
	if (e->fields & SCRIPT_VCPU && id)
		text_out__addf(st->out, "VCPU:%03" PRIu32 " ", id->vcpu);
}

/* What few recordings have, in front of the address, ... */
static void add_access_fields(struct script_text *st, const struct script_event *e, const struct perf_sample *s)
{
	struct text_out *out = st->out;
	const char *cgroup;

	if (e->fields & SCRIPT_DATA_SRC)
		script_columns__data_src(out, s->data_src);
	if (e->fields & SCRIPT_WEIGHT)
		text_out__dec(out, s->weight, 16);
	if (e->fields & SCRIPT_INS_LAT)
		text_out__dec(out, s->ins_lat, 16);
	if (e->fields & SCRIPT_RETIRE_LAT)
		text_out__dec(out, s->retire_lat, 16);
	if (e->fields & SCRIPT_CGROUP) {
		cgroup = st->facts ? task_facts__cgroup(st->facts, s->cgroup) : NULL;
		text_out__addch(out, ' ');
		text_out__addstr(out, cgroup ? cgroup : "unknown");
	}
}

/* The instruction that the sample is at, and those that led there. */
static void add_code(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct script_brinsn branches = {
		.code = st->code, .source = &st->before.source, .counters = &st->counters, .max_blocks = st->opts.max_blocks,
	};

	if (!st->code)
		return;
	if (e->fields & CODE_FIELDS & ~SCRIPT_BRSTACK_CODE) {
		strbuf__reset(&st->scratch);
		script_insn__add(&st->scratch, st->code, s, e->fields);
		text_out__add(st->out, strbuf__str(&st->scratch), st->scratch.len);
	}
	if (e->fields & SCRIPT_BRSTACK_CODE)
		script_brinsn__add(&branches, st->out, s, e->fields);
}

/* The end of a sample, and the source line that it is at. */
static void end_sample(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct frame f;

	if (e->fields & SCRIPT_IPC)
		script_decoded__ipc(st->out, s->trace);
	text_out__addch(st->out, '\n');
	if (!(e->fields & SCRIPT_SRCCODE) || !(e->fields & SCRIPT_IP))
		return;
	if (s->ip)
		f = *s->ip;
	else
		script_place__find(s, s->sample->ip, &f);
	script_source__add(&st->before.source, st->out, s->tid, &f);
}

/* ... and behind it. */
static void add_late_fields(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct perf_sample *sample = s->sample;
	struct text_out *out = st->out;

	if (e->fields & SCRIPT_IREGS)
		script_columns__regs(out, &sample->intr_regs, st->arch);
	if (e->fields & SCRIPT_UREGS)
		script_columns__regs(out, &sample->user_regs, st->arch);
	if (e->fields & (SCRIPT_BRSTACK | SCRIPT_BRSTACKSYM | SCRIPT_BRSTACKOFF) && sample->nr_branches) {
		strbuf__reset(&st->scratch);
		script_branch__text(s, e->fields, &st->scratch);
		text_out__add(out, st->scratch.buf, st->scratch.len);
	}
	if (e->late & SCRIPT_BPF_OUTPUT)
		script_columns__bpf_output(out, sample->raw_data, sample->raw_size);
	add_code(st, e, s);
	if (e->fields & SCRIPT_PHYS_ADDR)
		text_out__hex(out, sample->phys_addr, 16);
	if (e->fields & SCRIPT_DATA_PAGE_SIZE)
		script_columns__page_size(out, sample->data_page_size);
	if (e->fields & SCRIPT_CODE_PAGE_SIZE)
		script_columns__page_size(out, sample->code_page_size);
}

/* An event that counts every branch has its target as the data address. */
static void add_branch_target(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct frame f;

	text_out__addstr(st->out, " => ");
	script_place__find(s, s->sample->addr, &f);
	chain_text__add_place(&st->chains, st->out, &f, e->style);
}

/* A branch of a decoded trace. */
static bool is_branch(const struct session_sample *s)
{
	const struct perf_event_attr *attr = &s->evsel->attr;

	return s->trace && attr->type == PERF_TYPE_HARDWARE && attr->config == PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
}

/* "from => to", or the function called, indented. */
static void add_branch(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;

	if (e->fields & SCRIPT_CALLINDENT)
		script_decoded__callindent(out, s, e->fields & SCRIPT_DSO && !(e->fields & (SCRIPT_IP | SCRIPT_ADDR)),
					  st->opts.callindent_dso_width, &st->before.callindent_spacing);
	if (e->fields & SCRIPT_IP)
		script_place__add(st, e, s);
	if (e->branch_to) {
		const struct frame nowhere = { .ip = 0 };

		text_out__addstr(out, " => ");
		chain_text__add_place(&st->chains, out, s->addr ? s->addr : &nowhere, e->style);
	}
	add_code(st, e, s);
	end_sample(st, e, s);
}

/* Of decoded traces, of deferred chains, and of spans off the CPU. */
static void add_made_fields(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	struct text_out *out = st->out;

	if (e->fields & SCRIPT_FLAGS)
		script_decoded__flags(out, s->trace ? s->trace->flags : 0);
	if (e->fields & SCRIPT_COOKIE && s->cookie)
		text_out__addf(out, "cookie=%#" PRIx64 " ", s->cookie);
	else if (e->fields & SCRIPT_COOKIE)
		text_out__addstr(out, "cookie=- ");
	if (e->fields & SCRIPT_STATE && s->off_cpu)
		text_out__addstr(out, offcpu_span__text(s->off_cpu));
}

/* What follows the event if there is more than a place or a stack. */
void script_rest__add(struct script_text *st, const struct script_event *e, const struct session_sample *s)
{
	const struct perf_sample *sample = s->sample;
	struct text_out *out = st->out;

	if (e->fields & MADE_FIELDS)
		add_made_fields(st, e, s);
	if (is_branch(s)) {
		add_branch(st, e, s);
		return;
	}
	if (e->fields & SCRIPT_TRACE)
		trace_text__add(&st->trace, out, s);
	if (e->fields & SCRIPT_SYNTH && s->trace && s->trace->text)
		script_decoded__synth(out, s->trace->text);
	if (e->fields & SCRIPT_ADDR && !e->is_branch)
		script_place__add_addr(st, e, s);
	if (e->fields & ACCESS_FIELDS)
		add_access_fields(st, e, sample);
	script_place__add_where(st, e, s);
	if (e->is_branch)
		add_branch_target(st, e, s);
	if (e->late)
		add_late_fields(st, e, s);
	if (e->fields & END_FIELDS)
		end_sample(st, e, s);
	else
		text_out__addch(out, '\n');
}
