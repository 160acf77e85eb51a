// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/branch-cycles.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/percent.h"
#include "util/callchain/chain.h"
#include "util/event/branch-flags.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"
#include "util/session/session.h"

struct range_key {
	const struct annotate_func *func;
	uint64_t start, end;
	bool has_start;
};

static inline uint64_t branch_range_set__hash(struct range_key key)
{
	return hash_combine(hash_combine(hash_u64(key.end), key.start), (uintptr_t)key.func);
}

static inline bool branch_range_set__is(const struct branch_range *r, struct range_key key)
{
	return r->func == key.func && r->start == key.start && r->end == key.end && r->has_start == key.has_start;
}

HASH_SET_FUNCTIONS(branch_range_set, struct range_key, struct branch_range *)

void branch_cycles__exit(struct branch_cycles *b)
{
	branch_range_set__exit(&b->set);
	arena__exit(&b->arena);
}

static bool is_named(const struct frame *f)
{
	return f && f->map && f->map->dso && f->sym;
}

/* No piece takes no cycles: 0 is that of none yet. */
static void note_extremes(uint64_t *least, uint64_t *most, uint64_t from, uint64_t to)
{
	if (!*least || from < *least)
		*least = from;
	if (to > *most)
		*most = to;
}

/* @start: where the branch before went; NULL: not known. */
static void add_range(struct branch_cycles *b, struct annotate_counts *counts, const struct frame *start, const struct frame *end,
		      uint64_t cycles)
{
	struct range_key key = { .end = map__to_dso(end->map, end->ip) };
	struct annotate_func *func = annotate_counts__func(counts, end->map->dso, end->sym);
	struct branch_range **place;

	key.func = func;
	/* Only within a function it is sure to be one piece. */
	if (is_named(start) && start->sym == end->sym && start->map->dso == end->map->dso &&
	    map__to_dso(start->map, start->ip) <= key.end) {
		key.start = map__to_dso(start->map, start->ip);
		key.has_start = true;
	}
	place = branch_range_set__place(&b->set, key);
	if (!*place) {
		*place = arena__zalloc(&b->arena, sizeof(**place));
		**place = (struct branch_range){ .func = func, .start = key.start, .end = key.end, .has_start = key.has_start,
						 .next = func->ranges };
		func->ranges = *place;
	}
	(*place)->nr++;
	(*place)->cycles += cycles;
	note_extremes(&(*place)->least, &(*place)->most, cycles, cycles);
}

void branch_cycles__add(struct branch_cycles *b, struct annotate_counts *counts, struct session *session, const struct session_sample *s)
{
	const struct frame *before = NULL, *end;
	uint64_t i = s->sample->nr_branches;

	/* Hardware that tells cycles tells those of the newest branch. */
	if (!i || !branch_flags__cycles(s->sample->branches[0].flags))
		return;
	while (i--) {
		const struct branch_entry *e = &s->sample->branches[i];
		uint64_t cycles = branch_flags__cycles(e->flags);

		end = session__frame(session, s, e->from);
		if (cycles && is_named(end))
			add_range(b, counts, before, end, cycles);
		before = s->evsel->attr.branch_sample_type & PERF_SAMPLE_BRANCH_ANY ? session__frame(session, s, e->to) : NULL;
	}
}

/* --- in a function -------------------------------------------------------------------------------- */

static size_t index_of(const struct code_lines *l, uint64_t addr)
{
	const struct code_line *line = code_lines__find(l, addr);

	return line && line->addr == addr && line->text ? (size_t)(line - l->lines) : l->nr;
}

/* What a piece adds at its first line, until it is taken off again behind its last one. */
struct step {
	uint64_t insns, cycles;
	int64_t pieces;
};

static void add_piece(struct code_cycles *c, struct step *steps, const struct code_lines *l, const struct branch_range *r)
{
	size_t first = r->has_start ? index_of(l, r->start) : l->nr, last = index_of(l, r->end);
	uint64_t insns;

	if (last == l->nr)
		return;
	c->lines[last].nr_ends += r->nr;
	c->lines[last].end_cycles += r->cycles;
	note_extremes(&c->lines[last].least, &c->lines[last].most, r->least, r->most);
	if (first > last)
		return;
	insns = (uint64_t)(last - first + 1) * r->nr;
	c->insns += insns;
	c->cycles += r->cycles;
	steps[first].insns += insns;
	steps[first].cycles += r->cycles;
	steps[first].pieces++;
	steps[last + 1].insns -= insns;
	steps[last + 1].cycles -= r->cycles;
	steps[last + 1].pieces--;
}

void code_cycles__init(struct code_cycles *c, const struct code_lines *l)
{
	const struct branch_range *r;
	struct step sum = { 0 }, *steps;
	size_t i;

	*c = (struct code_cycles){ .nr = l->nr };
	if (!l->func->ranges)
		return;
	c->lines = xcalloc(l->nr ? l->nr : 1, sizeof(*c->lines));
	steps = xcalloc(l->nr + 1, sizeof(*steps));
	for (r = l->func->ranges; r; r = r->next)
		add_piece(c, steps, l, r);
	for (i = 0; i < l->nr; i++) {
		sum.insns += steps[i].insns;
		sum.cycles += steps[i].cycles;
		sum.pieces += steps[i].pieces;
		c->lines[i].insns = sum.insns;
		c->lines[i].cycles = sum.cycles;
		c->covered += sum.pieces > 0;
	}
	free(steps);
}

void code_cycles__exit(struct code_cycles *c)
{
	free(c->lines);
	c->lines = NULL;
}

double code_cycles__coverage(const struct code_cycles *c)
{
	return percent__of(c->covered, c->nr);
}
