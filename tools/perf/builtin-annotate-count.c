// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate: where samples count. */
#include <string.h>

#include "builtin.h"
#include "builtin-annotate.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/callchain/chain.h"
#include "util/code/call-insn.h"
#include "util/code/dso-code.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"
#include "util/symbol/dso.h"

static int begin(void *ctx, struct session *session)
{
	const unsigned int usual = SESSION_NEEDS_IP | SESSION_NEEDS_PERIOD;
	struct annotate *a = ctx;
	struct diag diag = DIAG_INIT;

	if (session__lacks_cpus(session)) {
		pr_error("perf: '%s' does not tell on which CPUs its samples were taken, which -C is about\n", session__input_name(session));
		return EXIT_USAGE;
	}
	if (a->off_cpu.spans && offcpu__begin(a->off_cpu.spans, &diag) < 0) {
		pr_error("perf: %s\n", diag.text);
		return EXIT_FAILED;
	}
	a->machine = call_machine__of(session__header(session)->arch);
	a->counts = annotate_counts__new(session__evlist(session)->nr);
	if (!a->off_cpu.spans)
		session__set_needs(session, a->children ? usual | SESSION_NEEDS_CHAIN : usual);
	return 0;
}

/* Files of guests are not looked for: what their code is called here would be another machine's. */
static bool is_of_host(const struct annotate *a, const struct session_sample *s)
{
	unsigned int mode = sample__cpumode(s->sample);

	return s->machine == session__host(a->session) && mode != PERF_RECORD_MISC_GUEST_KERNEL && mode != PERF_RECORD_MISC_GUEST_USER;
}

/*
 * How long the system call is that ends at @f, where a thread will go on when it leaves the kernel; 0: none does. Then an interrupt or
 * a fault has come at @f itself: that is so, too, if the kernel names the way in which it was entered.
 */
static unsigned int system_call_before(const struct annotate *a, const struct frame *f, const struct chain_half *kernel)
{
	const struct symbol *entry = kernel && kernel->nr ? kernel->frames[kernel->nr - 1]->sym : NULL;
	unsigned int size = a->machine == CALL_MACHINE_AARCH64 ? 4 : 2;
	unsigned char code[4];

	if (!f->map || f->is_caller || (entry && !strncmp(entry->name, "asm_", 4)))
		return 0;
	if (dso_code__read(session__code(a->session), f->map->dso, map__to_dso(f->map, f->ip) - size, code, size) != size)
		return 0;
	if (a->machine == CALL_MACHINE_AARCH64)
		return (code[0] & 0x1f) == 1 && !(code[2] & 0xe0) && code[3] == 0xd4 ? size : 0;
	return !memcmp(code, "\x0f\x05", 2) || !memcmp(code, "\xcd\x80", 2) ? size : 0;
}

/* Callers that were not on the stack have a place if there is only one call by which they can have led on. */
static void count_half(struct annotate *a, const struct chain_half *half)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++) {
		const struct frame *f = half->frames[i];

		if (!f->map || !f->sym || f->inlined)
			continue;
		if (f->kind == FRAME_CODE)
			annotate_counts__at(a->counts, f);
		else if (f->kind == FRAME_BY_CALL && f->call)
			annotate_counts__put(a->counts, f, f->call);
	}
}

static void count(struct annotate *a, const struct session_sample *s, uint64_t nr, uint64_t period)
{
	const struct annotate_stat stat = { .nr = nr, .period = period };
	const struct chain_half *kernel = s->chain.kernel, *user = s->chain.user;
	bool host = is_of_host(a, s), children = host && a->children;
	const struct frame *place = host && s->ip && s->ip->kind == FRAME_CODE ? s->ip : NULL;
	const struct frame *returns_to = host && user && user->nr ? user->frames[0] : NULL;
	/* A stack without its kernel half: of the moment in which the thread went back to user space. */
	bool waits = a->off_cpu.spans && place && place == returns_to;
	unsigned int size = returns_to && returns_to->sym && (waits || (kernel && children)) ?
			    system_call_before(a, returns_to, kernel) : 0;

	annotate_counts__begin(a->counts, (size_t)s->evsel->idx, &stat);
	if (!waits || !size)
		annotate_counts__at(a->counts, place);
	if (children)
		count_half(a, kernel);
	if (size)
		annotate_counts__put(a->counts, returns_to, returns_to->ip - size);
	if (children)
		count_half(a, user);
}

static int on_sample(void *ctx, const struct session_sample *s)
{
	count(ctx, s, 1, s->sample->period);
	return 0;
}

static int on_more(void *ctx, const struct session_sample *like, const struct session_more *more)
{
	count(ctx, like, more->nr, more->period);
	return 0;
}

/* --- off the CPU ---------------------------------------------------------------------------------- */

static int on_sample_of_spans(void *ctx, const struct session_sample *sample)
{
	struct annotate *a = ctx;

	return offcpu__sample(a->off_cpu.spans, sample);
}

static int on_any_of_spans(void *ctx, const struct session_sample *sample)
{
	struct annotate *a = ctx;

	return offcpu__any_sample(a->off_cpu.spans, sample);
}

static int on_event_of_spans(void *ctx, const struct record *record, const struct sample_id *id)
{
	struct annotate *a = ctx;

	return offcpu__event(a->off_cpu.spans, record, id);
}

static void on_flush_of_spans(void *ctx)
{
	struct annotate *a = ctx;

	offcpu__flush_chains(a->off_cpu.spans);
}

/* --- reading -------------------------------------------------------------------------------------- */

static void on_damaged(void *ctx, const struct diag *diag)
{
	struct annotate *a = ctx;

	progress__end(&a->progress);
	read_errors__damaged(&a->errors, diag);
}

static void on_progress(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct annotate *a = ctx;

	progress__update(&a->progress, what, done, total);
}

static const struct session_ops ops = {
	.begin = begin, .sample = on_sample, .more = on_more, .damaged = on_damaged, .progress = on_progress,
}, span_ops = {
	.begin = begin, .sample = on_sample_of_spans, .any_sample = on_any_of_spans, .event = on_event_of_spans,
	.flush_chains = on_flush_of_spans, .damaged = on_damaged, .progress = on_progress,
};

struct session *annotate__open(struct annotate *a, struct diag *diag)
{
	struct session_opts *so = &a->session_opts;

	/* Where a thread left its CPU is kept until it comes back. */
	so->frames_go = so->member_samples = !a->off_cpu.on;
	so->gaps = a->children;
	so->no_stitch = !a->children && !a->off_cpu.on;
	so->store_pipe = a->itrace.set || a->off_cpu.on;
	a->session = session__new(so, a->off_cpu.on ? &span_ops : &ops, a, diag);
	if (a->session && a->off_cpu.on)
		a->off_cpu.spans = offcpu__new(a->session, so, &a->off_cpu.states, on_sample, a, NULL, diag);
	return a->session;
}
