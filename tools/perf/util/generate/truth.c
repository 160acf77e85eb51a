// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/truth.h"

#include <inttypes.h>
#include <stdlib.h>

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
	arena__exit(&t->arena);
	*t = (struct truth){ 0 };
}

static void print_ips(FILE *f, const char *name, const uint64_t *ips, uint32_t nr)
{
	uint32_t i;

	fprintf(f, ",\"%s\":[", name);
	for (i = 0; i < nr; i++)
		fprintf(f, "%s\"0x%" PRIx64 "\"", i ? "," : "", ips[i]);
	fputc(']', f);
}

static void print_text(FILE *f, const char *name, const char *text)
{
	fprintf(f, ",\"%s\":", name);
	if (!text) {
		fputs("null", f);
		return;
	}
	fputc('"', f);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', f);
		fputc(*text, f);
	}
	fputc('"', f);
}

void truth__print(const struct truth *t, const char *const *event_names, FILE *f)
{
	const struct truth_sample *s;

	for (s = t->samples; s < t->samples + t->nr; s++) {
		fprintf(f, "{\"time\":%" PRIu64 ",\"tid\":%d,\"pid\":%d,\"cpu\":%u", s->time,
			s->tid, s->pid, s->cpu);
		print_text(f, "event", event_names[s->event]);
		print_text(f, "comm", s->comm);
		print_ips(f, "kernel", s->kernel, s->nr_kernel);
		print_ips(f, "user", s->user, s->nr_user);
		print_text(f, "program", s->nr_user ? s->program : NULL);
		print_text(f, "orphan", orphan_names[s->orphan]);
		if (s->cookie)
			fprintf(f, ",\"cookie\":\"0x%" PRIx64 "\"}\n", s->cookie);
		else
			fputs(",\"cookie\":null}\n", f);
	}
}

void truth__print_windows(const struct truth *t, FILE *f)
{
	const struct truth_window *w;

	for (w = t->windows; w < t->windows + t->nr_windows; w++) {
		fprintf(f, "{\"begin\":%" PRIu64 ",\"end\":%" PRIu64 ",\"cpu\":%u,\"pid\":%d,\"tid\":%d",
			w->begin, w->end, w->cpu, w->pid, w->tid);
		print_text(f, "opened", w->opened);
		print_text(f, "closed", w->closed);
		fprintf(f, ",\"bytes\":%" PRIu64 "}\n", w->bytes);
	}
}

void truth__print_spans(const struct truth *t, FILE *f)
{
	const struct truth_span *s;

	for (s = t->spans; s < t->spans + t->nr_spans; s++) {
		const struct truth_sample *left = s->sample ? &t->samples[s->sample - 1] : NULL;

		fprintf(f, "{\"from\":%" PRIu64 ",\"to\":%" PRIu64 ",\"tid\":%d,\"pid\":%d,\"cpu\":%u", s->from, s->to, s->tid,
			s->pid, s->cpu);
		print_text(f, "comm", s->comm);
		print_text(f, "state", s->state);
		print_text(f, "left_in", s->letter);
		print_ips(f, "kernel", left ? left->kernel : NULL, left ? left->nr_kernel : 0);
		print_ips(f, "user", left ? left->user : NULL, left ? left->nr_user : 0);
		print_text(f, "orphan", left ? orphan_names[left->orphan] : NULL);
		fprintf(f, ",\"sample\":%s,\"unfinished\":%s}\n", left ? "true" : "false", s->unfinished ? "true" : "false");
	}
}
