// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/parent-match.h"

#include <errno.h>

#include "util/base/alloc.h"

struct parent_match *parent_match__new(const char *pattern, struct diag *diag)
{
	struct parent_match *m = xzalloc(sizeof(*m));
	int err = regcomp(&m->regex, pattern, REG_EXTENDED | REG_NOSUB);
	char why[128];

	if (!err)
		return m;
	regerror(err, &m->regex, why, sizeof(why));
	diag__msg(diag, -EINVAL, "invalid regular expression '%s': %s", pattern, why);
	free(m);
	return NULL;
}

void parent_match__delete(struct parent_match *m)
{
	if (!m)
		return;
	regfree(&m->regex);
	u64num__exit(&m->known);
	free(m);
}

void parent_match__forget(struct parent_match *m)
{
	if (m)
		u64num__exit(&m->known);
}

enum known_match { KNOWN_YES = 1, KNOWN_NO };

/* A gap's name is what is missing there. */
static bool matches(struct parent_match *m, const struct frame *f)
{
	const struct symbol *sym = f->sym;
	uint64_t known;

	if (!sym || f->kind == FRAME_GAP)
		return false;
	known = u64num__find(&m->known, (uintptr_t)sym);
	if (!known) {
		known = regexec(&m->regex, sym->name, 0, NULL, 0) ? KNOWN_NO : KNOWN_YES;
		u64num__set(&m->known, (uintptr_t)sym, known);
	}
	return known == KNOWN_YES;
}

static uint32_t half_nr(const struct chain_half *half)
{
	return half ? half->nr : 0;
}

static const struct frame *frame_at(const struct callchain *chain, uint32_t i)
{
	uint32_t nr = half_nr(chain->kernel);

	return i < nr ? chain->kernel->frames[i] : chain->user->frames[i - nr];
}

const char *parent_match__find(struct parent_match *m, const struct callchain *chain, bool from_caller)
{
	uint32_t nr = half_nr(chain->kernel) + half_nr(chain->user), i;

	for (i = 0; i < nr; i++) {
		const struct frame *f = frame_at(chain, from_caller ? nr - 1 - i : i);

		if (matches(m, f))
			return f->sym->name;
	}
	return NULL;
}

const struct frame *parent_match__outermost(struct parent_match *m, const struct callchain *chain,
					    uint32_t *ret_inner)
{
	uint32_t i = half_nr(chain->kernel) + half_nr(chain->user);

	while (i--) {
		const struct frame *f = frame_at(chain, i);

		if (matches(m, f)) {
			*ret_inner = i;
			return f;
		}
	}
	return NULL;
}
