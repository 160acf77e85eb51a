// SPDX-License-Identifier: GPL-2.0-only
#include "util/annotate/counts.h"

#include <stdlib.h>
#include <string.h>

#include "util/annotate/callers.h"
#include "util/base/alloc.h"
#include "util/base/bisect.h"
#include "util/base/hash.h"
#include "util/callchain/chain.h"
#include "util/machine/machine.h"

struct hit_key {
	const struct annotate_func *func;
	uint32_t event;
	uint64_t addr;
};

static inline uint64_t annotate_funcs__hash(struct annotate_func key)
{
	return hash_combine(hash_u64((uintptr_t)key.dso), (uintptr_t)key.sym);
}

static inline bool annotate_funcs__is(const struct annotate_func *f, struct annotate_func key)
{
	return f->dso == key.dso && f->sym == key.sym;
}

HASH_SET_FUNCTIONS(annotate_funcs, struct annotate_func, struct annotate_func *)

static inline uint64_t annotate_hits__hash(struct hit_key key)
{
	return hash_combine(hash_combine(hash_u64(key.addr), (uintptr_t)key.func), key.event);
}

static inline bool annotate_hits__is(const struct annotate_hit *h, struct hit_key key)
{
	return h->addr == key.addr && h->func == key.func && h->event == key.event;
}

HASH_SET_FUNCTIONS(annotate_hits, struct hit_key, struct annotate_hit *)

struct share_key {
	const struct annotate_func *func;
	uint32_t event;
};

static inline uint64_t annotate_share_set__hash(struct share_key key)
{
	return hash_combine(hash_u64((uintptr_t)key.func), key.event);
}

static inline bool annotate_share_set__is(const struct annotate_share *s, struct share_key key)
{
	return s->func == key.func && s->event == key.event;
}

HASH_SET_FUNCTIONS(annotate_share_set, struct share_key, const struct annotate_share *)

struct annotate_counts *annotate_counts__new(size_t nr_events)
{
	struct annotate_counts *c = xzalloc(sizeof(*c));

	c->nr_events = nr_events;
	c->totals = xcalloc(nr_events ? nr_events : 1, sizeof(*c->totals));
	return c;
}

void annotate_counts__delete(struct annotate_counts *c)
{
	if (!c)
		return;
	annotate_funcs__exit(&c->funcs);
	annotate_hits__exit(&c->hits);
	annotate_share_set__exit(&c->share_set);
	arena__exit(&c->arena);
	callers__delete(c->callers);
	free(c->totals);
	free(c->sorted);
	free(c->shares);
	free(c);
}

struct annotate_hit *annotate_counts__hit(const struct annotate_counts *c, size_t event, const struct annotate_func *func, uint64_t addr)
{
	return annotate_hits__find(&c->hits, (struct hit_key){ .func = func, .event = (uint32_t)event, .addr = addr });
}

struct annotate_func *annotate_counts__func(struct annotate_counts *c, struct dso *dso, const struct symbol *sym)
{
	struct annotate_func key = { .dso = dso, .sym = sym }, **place = annotate_funcs__place(&c->funcs, key);

	if (!*place)
		*place = arena__memdup(&c->arena, &key, sizeof(key));
	return *place;
}

static struct annotate_func *func_of(struct annotate_counts *c, const struct frame *f)
{
	struct dso *dso = f && f->map ? f->map->dso : NULL;

	return annotate_counts__func(c, dso, dso ? f->sym : NULL);
}

static void add_stat(struct annotate_stat *to, const struct annotate_stat *stat)
{
	to->nr += stat->nr;
	to->period += stat->period;
}

void annotate_counts__begin(struct annotate_counts *c, size_t event, const struct annotate_stat *stat)
{
	c->number++;
	c->event = (uint32_t)event;
	c->stat = event < c->nr_events ? *stat : (struct annotate_stat){ 0 };
	if (event < c->nr_events)
		add_stat(&c->totals[event], stat);
}

struct annotate_hit *annotate_counts__put(struct annotate_counts *c, const struct frame *f, uint64_t ip)
{
	struct annotate_func *func = func_of(c, f);
	struct hit_key key = { .func = func, .event = c->event };
	struct annotate_hit **place;

	if (func->last == c->number || c->event >= c->nr_events)
		return NULL;
	func->last = c->number;
	if (func->sym)
		key.addr = map__to_dso(f->map, ip);
	place = annotate_hits__place(&c->hits, key);
	if (!*place) {
		*place = arena__zalloc(&c->arena, sizeof(**place));
		(*place)->func = key.func;
		(*place)->event = key.event;
		(*place)->addr = key.addr;
	}
	add_stat(&(*place)->stat, &c->stat);
	return *place;
}

void annotate_counts__add(struct annotate_counts *c, size_t event, const struct frame *f, const struct annotate_stat *stat)
{
	annotate_counts__begin(c, event, stat);
	annotate_counts__put(c, f, f ? frame__lookup(f) : 0);
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* The same order in each run: by names and addresses, not by where things lie in memory. */
static int compare_funcs(const struct annotate_func *a, const struct annotate_func *b)
{
	int ret = compare_u64(a->sym ? 1 : 0, b->sym ? 1 : 0);

	if (!ret && a->sym)
		ret = strcmp(a->sym->name, b->sym->name);
	if (!ret)
		ret = strcmp(a->dso ? a->dso->long_name : "", b->dso ? b->dso->long_name : "");
	if (!ret && a->sym)
		ret = compare_u64(a->sym->start, b->sym->start);
	/* Two files of the same name: builds, or code of two processes. */
	if (!ret && a->dso && b->dso)
		ret = memcmp(a->dso->build_id, b->dso->build_id, sizeof(a->dso->build_id));
	if (!ret && a->dso && b->dso)
		ret = compare_u64(a->dso->pid, b->dso->pid);
	return ret ? ret : compare_u64((uintptr_t)a, (uintptr_t)b);
}

static int by_place(const void *x, const void *y)
{
	const struct annotate_hit *a = *(const struct annotate_hit *const *)x, *b = *(const struct annotate_hit *const *)y;
	int ret = compare_u64(a->event, b->event);

	if (!ret && a->func != b->func)
		ret = compare_funcs(a->func, b->func);
	return ret ? ret : compare_u64(a->addr, b->addr);
}

static int by_share(const void *x, const void *y)
{
	const struct annotate_share *a = x, *b = y;
	int ret = compare_u64(a->event, b->event);

	if (!ret)
		ret = compare_u64(b->stat.period, a->stat.period);
	if (!ret)
		ret = compare_u64(b->stat.nr, a->stat.nr);
	return ret ? ret : compare_funcs(a->func, b->func);
}

static void add_to_share(struct annotate_counts *c, size_t i)
{
	const struct annotate_hit *hit = c->sorted[i];
	struct annotate_share *last = c->nr_shares ? &c->shares[c->nr_shares - 1] : NULL;

	if (!last || last->func != hit->func || last->event != hit->event) {
		last = &c->shares[c->nr_shares++];
		*last = (struct annotate_share){ .func = hit->func, .event = hit->event, .hits = &c->sorted[i] };
	}
	last->nr_hits++;
	add_stat(&last->stat, &hit->stat);
}

void annotate_counts__finish(struct annotate_counts *c)
{
	size_t nr = 0, i;

	free(c->sorted);
	free(c->shares);
	annotate_share_set__clear(&c->share_set);
	c->nr_shares = 0;
	c->sorted = xcalloc(c->hits.nr ? c->hits.nr : 1, sizeof(const struct annotate_hit *));
	c->shares = xcalloc(c->hits.nr ? c->hits.nr : 1, sizeof(*c->shares));
	HASH_EACH(&c->hits, i)
		c->sorted[nr++] = c->hits.slots[i].val;
	qsort(c->sorted, nr, sizeof(const struct annotate_hit *), by_place);
	for (i = 0; i < nr; i++)
		add_to_share(c, i);
	qsort(c->shares, c->nr_shares, sizeof(*c->shares), by_share);
	for (i = 0; i < c->nr_shares; i++) {
		const struct annotate_share *s = &c->shares[i];

		*annotate_share_set__place(&c->share_set, (struct share_key){ .func = s->func, .event = s->event }) = s;
	}
}

const struct annotate_share *annotate_counts__shares(const struct annotate_counts *c, size_t event, size_t *ret_nr)
{
	size_t first = 0, end;

	while (first < c->nr_shares && c->shares[first].event < event)
		first++;
	for (end = first; end < c->nr_shares && c->shares[end].event == event; end++)
		;
	*ret_nr = end - first;
	return c->shares + first;
}

const struct annotate_share *annotate_counts__find(const struct annotate_counts *c, size_t event, const struct annotate_func *func)
{
	return annotate_share_set__find(&c->share_set, (struct share_key){ .func = func, .event = (uint32_t)event });
}

size_t annotate_share__first(const struct annotate_share *share, uint64_t addr)
{
	return BISECT(share->nr_hits, mid, share->hits[mid]->addr < addr);
}

struct annotate_stat annotate_share__range(const struct annotate_share *share, uint64_t start, uint64_t end)
{
	struct annotate_stat ret = { 0 };
	size_t i;

	for (i = annotate_share__first(share, start); i < share->nr_hits && share->hits[i]->addr < end; i++)
		add_stat(&ret, &share->hits[i]->stat);
	return ret;
}
