// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/truth.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/base/text-out.h"

/* NULL for TRUTH_WHOLE */
static const char *const orphan_names[] = {
	[TRUTH_WHOLE] = NULL,
	[TRUTH_IN_KERNEL] = "in-kernel at end",
	[TRUTH_LOST] = "lost",
	[TRUTH_MISSING] = "missing",
	[TRUTH_EMPTY] = "empty",
	[TRUTH_UNTERMINATED] = "unterminated",
};

void truth__exit(struct truth *t)
{
	free(t->samples);
	free(t->windows);
	free(t->spans);
	free(t->lives);
	arena__exit(&t->arena);
	*t = (struct truth){ 0 };
}

static void print_ips(struct text_out *f, const char *name, const uint64_t *ips, uint32_t nr)
{
	uint32_t i;

	text_out__addf(f, ",\"%s\":[", name);
	for (i = 0; i < nr; i++)
		text_out__addf(f, "%s\"0x%" PRIx64 "\"", i ? "," : "", ips[i]);
	text_out__addch(f, ']');
}

static void print_text(struct text_out *f, const char *name, const char *text)
{
	text_out__addf(f, ",\"%s\":", name);
	if (!text) {
		text_out__addstr(f, "null");
		return;
	}
	text_out__addch(f, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			text_out__addch(f, '\\');
		text_out__addch(f, *text);
	}
	text_out__addch(f, '"');
}

void truth__print(const struct truth *t, const char *const *event_names, struct text_out *f)
{
	const struct truth_sample *s;

	for (s = t->samples; s < t->samples + t->nr; s++) {
		text_out__addf(f, "{\"time\":%" PRIu64 ",\"tid\":%d,\"pid\":%d,\"cpu\":%u", s->time,
			       s->tid, s->pid, s->cpu);
		print_text(f, "event", event_names[s->event]);
		print_text(f, "comm", s->comm);
		print_ips(f, "kernel", s->kernel, s->nr_kernel);
		print_ips(f, "user", s->user, s->nr_user);
		print_text(f, "program", s->nr_user ? s->program : NULL);
		print_text(f, "orphan", orphan_names[s->orphan]);
		if (s->cookie)
			text_out__addf(f, ",\"cookie\":\"0x%" PRIx64 "\"}\n", s->cookie);
		else
			text_out__addstr(f, ",\"cookie\":null}\n");
	}
}

void truth__print_windows(const struct truth *t, struct text_out *f)
{
	const struct truth_window *w;

	for (w = t->windows; w && w < t->windows + t->nr_windows; w++) {
		text_out__addf(f, "{\"begin\":%" PRIu64 ",\"end\":%" PRIu64 ",\"cpu\":%u,\"pid\":%d,\"tid\":%d",
			       w->begin, w->end, w->cpu, w->pid, w->tid);
		print_text(f, "opened", w->opened);
		print_text(f, "closed", w->closed);
		text_out__addf(f, ",\"bytes\":%" PRIu64 "}\n", w->bytes);
	}
}

static void print_waker(struct text_out *f, const struct truth *t, const struct truth_span *s)
{
	const struct truth_sample *waking = s->waking ? &t->samples[s->waking - 1] : NULL;

	text_out__addf(f, ",\"woken_by\":%d", s->waker);
	print_ips(f, "waker_kernel", waking ? waking->kernel : NULL, waking ? waking->nr_kernel : 0);
	print_ips(f, "waker_user", waking ? waking->user : NULL, waking ? waking->nr_user : 0);
}

void truth__print_spans(const struct truth *t, struct text_out *f)
{
	const struct truth_span *s;

	for (s = t->spans; s && s < t->spans + t->nr_spans; s++) {
		const struct truth_sample *left = s->sample ? &t->samples[s->sample - 1] : NULL;

		text_out__addf(f, "{\"from\":%" PRIu64 ",\"to\":%" PRIu64 ",\"tid\":%d,\"pid\":%d,\"cpu\":%u", s->from, s->to, s->tid,
			       s->pid, s->cpu);
		print_text(f, "comm", s->comm);
		print_text(f, "state", s->state);
		print_text(f, "left_in", s->letter);
		print_ips(f, "kernel", left ? left->kernel : NULL, left ? left->nr_kernel : 0);
		print_ips(f, "user", left ? left->user : NULL, left ? left->nr_user : 0);
		print_text(f, "orphan", left ? orphan_names[left->orphan] : NULL);
		text_out__addf(f, ",\"sample\":%s,\"unfinished\":%s", left ? "true" : "false", s->unfinished ? "true" : "false");
		if (s->woken)
			print_waker(f, t, s);
		text_out__addstr(f, "}\n");
	}
}

static void print_time(struct text_out *f, const char *name, uint64_t ns)
{
	if (ns)
		text_out__addf(f, ",\"%s\":%" PRIu64, name, ns);
	else
		text_out__addf(f, ",\"%s\":null", name);
}

void truth__print_lives(const struct truth *t, struct text_out *f)
{
	const struct truth_life *l;

	for (l = t->lives; l && l < t->lives + t->nr_lives; l++) {
		text_out__addf(f, "{\"tid\":%d,\"parent\":%d", l->tid, l->parent);
		print_time(f, "born", l->born);
		print_time(f, "came", l->came);
		print_time(f, "ended", l->ended);
		text_out__addstr(f, "}\n");
	}
}
