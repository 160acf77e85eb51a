// SPDX-License-Identifier: GPL-2.0-only
/* Which files samples fell into, by one walk over their records. */
#include "util/hits/dso-hits.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/data/data-file.h"
#include "util/event/sample-layout.h"

#define PAGE_BITS	12
#define SEEN_BITS	13
#define SPACE_BITS	10
#define CHAIN_BITS	9
#define CHAIN_IPS	61	/* with what else there is of it, 512 bytes */

/* A page of an address space at a moment; equal maps are equal pointers. Files are mapped by pages. */
struct seen_page {
	const void *maps;
	uint64_t page;
};

/* An address space. Where nothing wanted lies in it, or all was hit, samples need no look. */
struct known_space {
	const struct maps *maps;
	size_t missing;			/* in all, when it was looked through */
	bool done;
};

/* A chain all of whose entries were looked at. Few of those in a recording differ from each other. */
struct seen_chain {
	const void *maps;
	uint64_t space, nr;
	uint64_t ips[CHAIN_IPS];
};

struct hit_walk {
	struct session *s;
	struct sample_decoder *dec;	/* the session's */
	bool (*wanted)(const struct dso *dso, void *ctx);
	void *ctx;
	struct u64num open;		/* dsos that are wanted */
	size_t missing;			/* of them, not hit yet */
	bool kernel;			/* the kernel or modules are among the wanted */
	struct perf_sample usual;	/* only sample_layout__fields() writes to it */
	struct seen_page seen[1 << SEEN_BITS];
	struct known_space spaces[1 << SPACE_BITS];
	struct seen_chain chains[1 << CHAIN_BITS];
};

static bool is_kernels(const struct dso *dso)
{
	return dso->kind == DSO_KIND_KERNEL || dso->kind == DSO_KIND_MODULE;
}

static int count_wanted(struct dso *dso, void *ctx)
{
	struct hit_walk *w = ctx;

	if (dso->hit || !w->wanted(dso, w->ctx))
		return 0;
	w->missing++;
	u64num__set(&w->open, (uintptr_t)dso, 1);
	w->kernel |= is_kernels(dso);
	return 0;
}

/* Was this page looked at before? It is from now on. */
static bool look_at(struct hit_walk *w, const void *maps, uint64_t addr)
{
	uint64_t page = addr >> PAGE_BITS;
	struct seen_page *p = &w->seen[(page ^ (uintptr_t)maps >> 4) & ((1 << SEEN_BITS) - 1)];

	if (p->maps == maps && p->page == page)
		return true;
	*p = (struct seen_page){ maps, page };
	return false;
}

static void mark(struct hit_walk *w, const struct map *map)
{
	if (!map || !map->dso || map->dso->hit)
		return;
	w->missing -= u64num__find(&w->open, (uintptr_t)map->dso) != 0;
	map->dso->hit = true;
}

static void see_kernel(struct hit_walk *w, const struct machine *m, uint64_t time, uint64_t addr)
{
	if (w->kernel && !look_at(w, m, addr))
		mark(w, machine__kernel_map(m, time, addr));
}

static void see_user(struct hit_walk *w, const struct machine *m, const struct maps *maps, uint32_t pid, uint64_t time,
		     uint64_t addr)
{
	const struct map *map;

	if (look_at(w, maps, addr))
		return;
	map = maps__find(maps, addr);
	/* In execve the one program's address may lie in the other's maps. */
	mark(w, map ? map : maps__find(machine__maps_for(m, pid, time, addr), addr));
}

/* Where an address is looked up in: a marker in front of it tells. */
enum space { SPACE_KERNEL, SPACE_USER, SPACE_NONE };

static enum space space_of(unsigned int cpumode)
{
	switch (cpumode) {
	case PERF_RECORD_MISC_KERNEL: case PERF_RECORD_MISC_GUEST_KERNEL: return SPACE_KERNEL;
	case PERF_RECORD_MISC_USER: case PERF_RECORD_MISC_GUEST_USER: return SPACE_USER;
	default: return SPACE_NONE;
	}
}

static enum space behind_marker(uint64_t marker)
{
	switch (marker) {
	case (uint64_t)PERF_CONTEXT_KERNEL: case (uint64_t)PERF_CONTEXT_GUEST_KERNEL: return SPACE_KERNEL;
	case (uint64_t)PERF_CONTEXT_USER: case (uint64_t)PERF_CONTEXT_GUEST_USER: return SPACE_USER;
	default: return SPACE_NONE;	/* a cookie, or what is not known */
	}
}

static int is_open(const struct map *map, void *ctx)
{
	struct hit_walk *w = ctx;

	return map->dso && !map->dso->hit && u64num__find(&w->open, (uintptr_t)map->dso);
}

static bool is_done(struct hit_walk *w, const struct maps *maps)
{
	struct known_space *k = &w->spaces[((uintptr_t)maps >> 4 ^ (uintptr_t)maps >> 14) & ((1 << SPACE_BITS) - 1)];

	if (k->maps != maps || (!k->done && k->missing != w->missing))
		*k = (struct known_space){ maps, w->missing, !maps__for_each(maps, is_open, w) };
	return k->done;
}

/* As look_at(), of all entries at once. Chains of the same code begin alike more often than they end alike. */
static bool look_at_all(struct hit_walk *w, const void *maps, enum space space, const uint64_t *ips, uint64_t nr)
{
	uint64_t key = (ips[0] ^ ips[nr / 2] << 7 ^ ips[nr - 1] << 15 ^ (uintptr_t)maps >> 4) * 0x9e3779b97f4a7c15ULL;
	struct seen_chain *c = &w->chains[key >> (64 - CHAIN_BITS)];

	if (c->nr == nr && c->maps == maps && c->space == space && !memcmp(c->ips, ips, nr * sizeof(*ips)))
		return true;
	c->maps = maps;
	c->space = space;
	c->nr = nr;
	memcpy(c->ips, ips, nr * sizeof(*ips));
	return false;
}

/* Whose addresses are looked at, and when. */
struct whose {
	const struct machine *m;
	const struct maps *maps;	/* or NULL */
	uint32_t pid;
	uint64_t time;
};

static void see_ips(struct hit_walk *w, const struct whose *of, enum space space, const uint64_t *ips, uint64_t nr)
{
	bool done = !of->maps || is_done(w, of->maps);
	uint64_t i;

	if (!nr || (done && !w->kernel))
		return;
	if (nr > 1 && nr <= CHAIN_IPS && look_at_all(w, of->maps, space, ips, nr))
		return;
	for (i = 0; i < nr; i++) {
		if (ips[i] >= (uint64_t)PERF_CONTEXT_MAX)
			space = behind_marker(ips[i]);
		else if (space == SPACE_KERNEL)
			see_kernel(w, of->m, of->time, ips[i]);
		else if (space == SPACE_USER && !done)
			see_user(w, of->m, of->maps, of->pid, of->time, ips[i]);
	}
}

/* Is it of the usual form? Then @w->usual is what it says. */
static bool decode_usual(struct hit_walk *w, const struct record *r)
{
	const struct evsel *evsel = sample_layout__in_place(r) ? sample_decoder__evsel(w->dec, r, NULL) : NULL;

	return evsel && sample_layout__fields(&w->dec->layouts[evsel->idx], r, &w->usual);
}

static void see_sample(struct hit_walk *w, const struct record *r)
{
	const struct perf_sample *sample = &w->usual;
	struct perf_sample any;
	enum space space;
	struct whose of;

	if (!decode_usual(w, r)) {
		sample = &any;
		/* Whoever reads the recording is told of what is damaged. */
		if (!sample_decoder__sample(w->dec, r, &any, NULL))
			return;
	}
	space = space_of(sample__cpumode(sample));
	/* Nearly all samples of system calls and switches: nothing is wanted of the kernel, and there is no more. */
	if (space == SPACE_KERNEL && !w->kernel && !sample->nr_ips)
		return;
	of = (struct whose){ .m = session__machine_of(w->s, sample->id), .pid = sample->pid, .time = sample->time };
	of.maps = machine__maps_at(of.m, sample->pid, sample->time);
	/* It nearly always begins the chain as well. */
	if (sample->nr_ips < 2 || sample->ips[1] != sample->ip || behind_marker(sample->ips[0]) != space)
		see_ips(w, &of, space, &sample->ip, 1);
	see_ips(w, &of, space, sample->ips, sample->nr_ips);
}

static void see_deferred(struct hit_walk *w, const struct record *r)
{
	const struct machine *m;
	struct record_deferred d;

	if (sample_decoder__deferred(w->dec, r, session__protocol_of(w->s, r), &d, NULL) || !d.id.has_tid)
		return;
	m = session__machine_of(w->s, d.id.id);
	see_ips(w, &(struct whose){ m, machine__maps_at(m, d.id.pid, d.id.time), d.id.pid, d.id.time }, SPACE_USER, d.ips, d.nr);
}

void dso_hits__walk(struct session *s, bool (*wanted)(const struct dso *dso, void *ctx), void *ctx)
{
	struct hit_walk *w = xzalloc(sizeof(*w));
	struct diag ignored = DIAG_INIT;
	struct data_walk walk;
	struct record r;
	int ret;

	w->s = s;
	w->dec = session__decoder(s);
	w->wanted = wanted;
	w->ctx = ctx;
	(void)dsos__for_each(session__dsos(s), count_wanted, w);
	sample_decoder__prepare(w->dec);
	data_walk__init(&walk, session__file(s));
	while (w->missing && (ret = data_walk__next(&walk, &r, &ignored))) {
		if (ret > 0 && r.header.type == PERF_RECORD_SAMPLE)
			see_sample(w, &r);
		else if (ret > 0 && r.header.type == PERF_RECORD_CALLCHAIN_DEFERRED)
			see_deferred(w, &r);
	}
	data_walk__exit(&walk);
	u64num__exit(&w->open);
	free(w);
}
