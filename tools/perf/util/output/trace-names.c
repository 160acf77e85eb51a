// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/trace-names.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/output/script-trace.h"
#include "util/output/text-out.h"

struct trace_name {
	struct trace_name *next;	/* of the same hash */
	char text[];
};

struct trace_names {
	struct script_trace trace;
	struct text_out out;
	struct u64map names;		/* hash of the text -> struct trace_name */
	struct arena arena;
};

struct trace_names *trace_names__new(void)
{
	struct trace_names *t = xzalloc(sizeof(*t));

	text_out__init(&t->out, -1);
	return t;
}

void trace_names__delete(struct trace_names *t)
{
	if (!t)
		return;
	script_trace__exit(&t->trace);
	text_out__exit(&t->out);
	u64map__exit(&t->names);
	arena__exit(&t->arena);
	free(t);
}

const char *trace_names__get(struct trace_names *t, const struct session_sample *s)
{
	struct trace_name *first, *n;
	uint64_t hash;

	t->out.len = 0;
	script_trace__add(&t->trace, &t->out, s);
	if (!t->out.len)
		return NULL;
	hash = hash_bytes(t->out.buf, t->out.len, 0);
	first = u64map__find(&t->names, hash);
	for (n = first; n; n = n->next)
		if (!strncmp(n->text, t->out.buf, t->out.len) && !n->text[t->out.len])
			return n->text;
	n = arena__alloc(&t->arena, sizeof(*n) + t->out.len + 1);
	n->next = first;
	memcpy(n->text, t->out.buf, t->out.len);
	n->text[t->out.len] = 0;
	u64map__set(&t->names, hash, n);
	return n->text;
}
