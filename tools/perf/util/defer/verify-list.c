// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/verify-list.h"

#include <inttypes.h>

#include "util/base/json.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/event/evsel.h"

/* The first mark of the user half, without its brackets; NULL: there is none. */
static const struct symbol *first_mark(const struct session_sample *s)
{
	const struct chain_half *h = s->chain.user;
	uint32_t i;

	for (i = 0; h && h->nr_gaps && i < h->nr; i++)
		if (h->frames[i]->kind == FRAME_GAP)
			return h->frames[i]->sym;
	return NULL;
}

static void print_json(const struct session_sample *s, const char *kernel, const char *user, const char *mark, struct text_out *out)
{
	struct json j;

	json__init(&j, out);
	json__object_inline(&j, NULL);
	json__u64(&j, "time", s->sample->time);
	json__str(&j, "comm", s->comm);
	json__i64(&j, "tid", (int32_t)s->tid);
	json__str(&j, "event", evsel__name(s->evsel));
	json__str(&j, "kernel", kernel);
	json__str(&j, "user", user);
	json__str(&j, "mark", mark);
	json__end(&j);
	json__finish(&j);
}

void verify_list__sample(const struct session_sample *s, enum verify_verdict kernel, enum verify_verdict user, bool json,
			 struct text_out *out)
{
	const char *k = s->chain.kernel ? verify_verdict__name(kernel) : NULL;
	const char *u = s->orphan != PERF_STITCH_WHOLE ? "missing" : s->chain.user ? verify_verdict__name(user) : NULL;
	const struct symbol *mark = first_mark(s);

	if (json) {
		print_json(s, k, u, mark ? mark->name : NULL, out);
		return;
	}
	text_out__addf(out, "%" PRIu64 ".%06" PRIu64 " %s %" PRId32 " %s: kernel %s, user %s%s%s\n", s->sample->time / 1000000000,
		       s->sample->time % 1000000000 / 1000, s->comm ? shown(s->comm) : "", (int32_t)s->tid, evsel__name(s->evsel),
		       k ? k : "-", u ? u : "-", mark ? " " : "", mark ? mark->name : "");
}
