// SPDX-License-Identifier: GPL-2.0-only
/* perf script: records that are no samples, as far as they are shown. */
#include "builtin-script.h"

#include "util/output/raw-dump.h"

static bool wants(const struct script *s, uint32_t type)
{
	switch (type) {
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return s->show_task;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		return s->show_mmap;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		return s->show_switch;
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		return s->show_lost;
	case PERF_RECORD_NAMESPACES:
		return s->show_namespaces;
	case PERF_RECORD_KSYMBOL:
		return s->show_bpf || s->show_text_poke;
	case PERF_RECORD_BPF_EVENT:
		return s->show_bpf;
	case PERF_RECORD_CGROUP:
		return s->show_cgroup;
	case PERF_RECORD_TEXT_POKE:
		return s->show_text_poke;
	default:
		return false;
	}
}

/* The thread that a record is about; most are about the one that was running. */
static void subject_of(const struct record *r, const struct sample_id *id, uint32_t *ret_pid, uint32_t *ret_tid)
{
	struct cursor c = record__payload(r);

	*ret_pid = id->pid;
	*ret_tid = id->tid;
	switch (r->header.type) {
	case PERF_RECORD_COMM:
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_NAMESPACES:
		*ret_pid = cursor__u32(&c, "pid");
		*ret_tid = cursor__u32(&c, "tid");
		break;
	case PERF_RECORD_EXIT:
		*ret_pid = cursor__u32(&c, "pid");
		cursor__skip(&c, 4, "ppid");
		*ret_tid = cursor__u32(&c, "tid");
		break;
	case PERF_RECORD_FORK:		/* the child has its parent's name */
		cursor__skip(&c, 4, "pid");
		*ret_pid = cursor__u32(&c, "ppid");
		cursor__skip(&c, 4, "tid");
		*ret_tid = cursor__u32(&c, "ptid");
		break;
	default:
		break;
	}
}

int script__event(void *ctx, const struct record *r, const struct sample_id *id)
{
	struct script *s = ctx;
	struct evsel *evsel;
	struct diag diag = DIAG_INIT;
	uint32_t pid, tid;
	const char *comm;

	if (record__is_count(r->header.type)) {
		if (!s->on_screen && script__count(s, r, &diag) < 0)
			read_errors__damaged(&s->errors, &diag);
		return script__stopped(s);
	}
	/* Damage is told when the record is shown. */
	(void)task_facts__add(&s->facts, r, &diag);
	diag__clear(&diag);
	if (s->python.on) {
		if (python_stream__record(&s->python.stream, r, id, &diag) < 0)
			read_errors__damaged(&s->errors, &diag);
		return script__stopped(s);
	}
	if (r->header.type == PERF_RECORD_FINISHED_ROUND)	/* only where it was asked for */
		text_out__addstr(s->out, "PERF_RECORD_FINISHED_ROUND\n");
	if (!wants(s, r->header.type))
		return script__stopped(s);
	evsel = script__evsel_of(s, id->id);
	if (!evsel)
		return 0;
	subject_of(r, id, &pid, &tid);
	comm = machine__comm_at(session__host(s->session), pid, tid, id->time);
	if (script_text__event(&s->text, &(struct script_record){ r, evsel, session__host(s->session), id, comm }, &diag) < 0)
		read_errors__damaged(&s->errors, &diag);
	return script__stopped(s);
}

int script__record(void *ctx, struct session *session, const struct record *r)
{
	struct script *s = ctx;
	struct diag diag = DIAG_INIT;

	/* What is damaged stands in the dump; the session counts it as well. */
	(void)raw_dump__record(s->out, session, session__input_name(session), r, &diag);
	aux_dump__record(&s->aux_dump, r, s->out);
	return script__stopped(s);
}

/* What lies behind a record: packets of a trace. */
int script__follow(void *ctx, const void *data, size_t size)
{
	struct script *s = ctx;

	aux_dump__follow(&s->aux_dump, data, size, s->out);
	return script__stopped(s);
}
