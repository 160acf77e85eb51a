// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/hist.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/ranges.h"
#include "util/data/header.h"
#include "util/output/orphans.h"
#include "util/report/hist-branches.h"
#include "util/report/hist-history.h"
#include "util/report/parallelism.h"
#include "util/report/parent-match.h"
#include "util/report/trace-names.h"
#include "util/symbol/data-type.h"

/* --- set-up ------------------------------------------------------------------------------------- */

static bool has_groups(const struct evlist *evlist)
{
	struct evsel *e;
	size_t i;

	evlist__for_each(evlist, i, e)
		if (e->leader && e->leader != e)
			return true;
	return false;
}

/* Whose histogram that of @evsel is: a dummy's would be a column of zeros. An event that writes a trace has no samples: the next one stands for it. */
static const struct evsel *shown_under(const struct hists *h, const struct evlist *evlist, const struct evsel *evsel)
{
	const struct evsel *leader = evsel->leader, *e;
	size_t i;

	if (h->together && !evsel__is_dummy(evsel))
		evlist__for_each(evlist, i, e)
			if (!evsel__is_dummy(e))
				return e;
	if (!h->opts.group || !leader || leader == evsel || leader->leader != leader || leader->evlist != evsel->evlist)
		return evsel;
	if (!evlist__is_trace(evlist, leader))
		return leader;
	evlist__for_each(evlist, i, e)
		if (e != leader && e->leader == leader)
			return e;
	return evsel;
}

/* Every event gets a histogram; with --group the members of a group share their leader's. */
static void make_histograms(struct hists *h, struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i, m;

	h->together = h->opts.group && h->opts.group_all && !has_groups(evlist);
	h->nr_evsels = evlist->nr;
	h->list = xcalloc(evlist->nr + 1, sizeof(*h->list));
	h->by_evsel = xcalloc(evlist->nr + 1, sizeof(*h->by_evsel));
	h->member_of = xcalloc(evlist->nr + 1, sizeof(*h->member_of));
	evlist__for_each(evlist, i, evsel) {
		struct hist *hist = &h->list[h->nr];

		if (shown_under(h, evlist, evsel) != evsel)
			continue;
		hist->hists = h;
		hist->leader = evsel;
		hist->members = xcalloc(evlist->nr, sizeof(*hist->members));
		for (m = 0; m < evlist->nr; m++) {
			struct evsel *e = evlist->evsels[m];

			if (shown_under(h, evlist, e) != evsel)
				continue;
			h->by_evsel[m] = hist;
			h->member_of[m] = e == evsel ? 0 : ++hist->nr_members;
			hist->members[h->member_of[m]] = e;
		}
		hist->nr_members++;
		hist->totals = xcalloc(hist->nr_members, sizeof(*hist->totals));
		hist->mem_totals = h->columns->mem_stats ? xzalloc(sizeof(*hist->mem_totals)) : NULL;
		hist->nothing = xcalloc(hist->nr_members, sizeof(*hist->nothing));
		h->nr++;
	}
}

struct hists *hists__new(const struct hists_opts *opts, struct columns *columns, struct evlist *evlist)
{
	struct hists *h = xzalloc(sizeof(*h));

	h->opts = *opts;
	h->columns = columns;
	h->places = place_table__new(opts->graph.by_address && !opts->branches);
	h->chains = chain_store__new();
	h->trace_names = trace_names__new(opts->raw_trace);
	h->words = xcalloc(columns->nr_words + 1, sizeof(*h->words));
	h->steps = opts->history ? xcalloc(BRANCH_HISTORY_MAX, sizeof(*h->steps)) : NULL;
	make_histograms(h, evlist);
	return h;
}

void hists__delete(struct hists *h)
{
	size_t i, j;

	if (!h)
		return;
	for (i = 0; i < h->nr; i++) {
		struct hist *hist = &h->list[i];

		for (j = 0; j < hist->nr; j++)
			free(hist->entries[j]->refs);
		free(hist->entries);
		free(hist->slots);
		free(hist->hashes);
		free(hist->members);
		free(hist->totals);
		free(hist->nothing);
		free(hist->mem_totals);
		branch_blocks__exit(&hist->blocks);
	}
	free(h->list);
	free(h->by_evsel);
	free(h->member_of);
	free(h->scratch);
	free(h->scratch_rows);
	free(h->words);
	free(h->steps);
	byte_pool__exit(&h->pool);
	u64map__exit(&h->srclines);
	sample_table__exit(&h->samples);
	place_table__delete(h->places);
	chain_store__delete(h->chains);
	trace_names__delete(h->trace_names);
	data_types__delete(h->types);
	arena__exit(&h->arena);
	free(h);
}

/* --- samples -------------------------------------------------------------------------------------- */

static bool listed(char **list, const char *word)
{
	for (; *list; list++)
		if (!strcmp(*list, word))
			return true;
	return false;
}

static bool has_id(const uint32_t *ids, size_t nr, uint32_t id)
{
	while (nr--)
		if (ids[nr] == id)
			return true;
	return false;
}

int hists__socket_of(const struct hists *h, uint32_t cpu)
{
	const struct perf_header *header = h->opts.header;

	return header && cpu < header->nr_cpus ? header->cpus[cpu].socket_id : -1;
}

bool hists__filter(const struct hists *h, const struct session_sample *s, const struct frame *ip)
{
	const struct dso *dso = ip && ip->map ? ip->map->dso : NULL;
	const struct symbol *sym = ip ? ip->sym : NULL;

	if (h->opts.exclude_other &&
	    !(h->opts.parent && parent_match__find(h->opts.parent, &s->chain, h->opts.graph.caller)))
		return true;
	if (h->opts.socket_filter && hists__socket_of(h, s->sample->cpu) != *h->opts.socket_filter)
		return true;

	if (h->opts.parallelism_levels && 
	    !ranges__contain(h->opts.parallelism_levels, parallelism__now(h->opts.parallelism)))
		return true;
	if ((h->opts.pids && !has_id(h->opts.pids, h->opts.nr_pids, s->pid)) ||
	    (h->opts.tids && !has_id(h->opts.tids, h->opts.nr_tids, s->tid)))
		return true;
	if (h->opts.comms && !listed(h->opts.comms, s->comm))
		return true;
	if (h->opts.dsos && (!dso || (!listed(h->opts.dsos, dso->short_name) &&
				      !listed(h->opts.dsos, dso->long_name))))
		return true;
	return h->opts.symbols && (!sym || !listed(h->opts.symbols, sym->name));
}

static const uint64_t *make_words(struct hists *h, const struct session_sample *s)
{
	const struct columns *c = h->columns;
	size_t i;

	if (!c->nr_words)
		return NULL;
	for (i = 0; i < c->nr_words; i++)
		h->words[i] = c->words[i]->word(h, c->words[i], s);
	return byte_pool__get(&h->pool, h->words, c->nr_words * sizeof(*h->words));
}

static void make_key(struct hists *h, const struct session_sample *s, struct sample_key *key)
{
	unsigned int needs = h->columns->needs;
	const struct frame *root;
	uint32_t inner;

	*key = (struct sample_key){ .evsel = s->evsel, .ip = s->ip, .comm = s->comm };
	if (h->opts.use_chains || h->opts.children) {
		key->kernel = s->chain.kernel;
		key->user = s->chain.user;
		key->orphan = h->opts.orphan_marks ? s->orphan : PERF_STITCH_WHOLE;
	}
	/* What a function called is its own. */
	root = h->opts.ignore_callees ? parent_match__outermost(h->opts.ignore_callees, &s->chain, &inner) : NULL;
	if (root)
		key->ip = root;
	if (h->opts.branches && needs & NEEDS_PLACE)
		key->to = h->branch.to;
	if (needs & NEEDS_TID)
		key->tid = s->tid;
	if (needs & NEEDS_PID)
		key->pid = s->pid;
	if (needs & NEEDS_CPU)
		key->cpu = s->sample->cpu;
	if (h->columns->mem_stats)
		key->mem_stat = mem_stat__categories(s->sample->data_src);
	key->words = make_words(h, s);
	key->filtered = hists__filter(h, s, key->ip);
}

/* What is counted with --mem-mode. */
static uint64_t cost_of(const struct perf_sample *s)
{
	return s->weight ? s->weight : 1;
}

void hists__count(struct hists *h, const struct session_sample *s, uint64_t nr)
{
	uint64_t period = h->opts.mem_mode ? cost_of(s->sample) : s->sample->period, latency = 0;
	struct hist_totals *totals;
	struct sample_group *g;
	struct sample_key key;

	totals = &h->by_evsel[s->evsel->idx]->totals[h->member_of[s->evsel->idx]];
	if (h->opts.parallelism)
		latency = period * 1000 / parallelism__now(h->opts.parallelism);
	totals->nr += nr;
	totals->period += period;
	totals->latency += latency;
	make_key(h, s, &key);
	if (!key.filtered) {
		totals->shown_nr += nr;
		totals->shown_period += period;
		totals->shown_latency += latency;
	}
	g = sample_table__get(&h->samples, &key);
	if (!g->nr) {
		g->machine = s->machine;
		g->first_pid = s->pid;
		g->first_tid = s->tid;
	}
	g->nr++;
	g->period += period;
	g->latency += latency;
	g->weights[0] += s->sample->weight;
	g->weights[1] += s->sample->ins_lat;
	g->weights[2] += s->sample->retire_lat;
}

void hists__add(struct hists *h, const struct session_sample *s)
{
	if ((size_t)s->evsel->idx >= h->nr_evsels)
		return;
	if (h->opts.hide_unresolved && !(s->ip && s->ip->sym))
		return;
	if (h->opts.branches) {
		hist_branches__count(h, s);
		return;
	}
	if (h->opts.history)
		h->nr_steps = branch_history__steps(h->steps, s->sample->branches, s->sample->nr_branches,
						     h->opts.graph.caller);
	h->counted = s;
	hists__count(h, s, 1);
	/* Hardly any two have the same branches, and they are only there now. */
	if (h->opts.history)
		hists__fold(h);
}

/* --- rows --------------------------------------------------------------------------------------------- */

static void grow_slots(struct hist *hist)
{
	size_t nr = hist->nr_slots ? hist->nr_slots * 2 : 256, i, j;
	uint32_t *slots = xcalloc(nr, sizeof(*slots));
	uint64_t *hashes = xcalloc(nr, sizeof(*hashes));

	for (i = 0; i < hist->nr_slots; i++) {
		if (!hist->slots[i])
			continue;
		for (j = hist->hashes[i] & (nr - 1); slots[j]; j = (j + 1) & (nr - 1))
			;
		slots[j] = hist->slots[i];
		hashes[j] = hist->hashes[i];
	}
	free(hist->slots);
	free(hist->hashes);
	hist->slots = slots;
	hist->hashes = hashes;
	hist->nr_slots = nr;
}

static struct hist_entry *new_entry(struct hist *hist, const struct hist_entry *like)
{
	struct arena *arena = &hist->hists->arena;
	struct hist_entry *e = arena__memdup(arena, like, sizeof(*like));

	e->self = hist->nothing;
	e->acc = hist->hists->opts.children ? arena__zalloc(arena, hist->nr_members * sizeof(*e->acc)) : NULL;
	GROW(hist->entries, hist->nr, hist->cap);
	hist->entries[hist->nr++] = e;
	return e;
}

/* The row that is the same as @like in all keys; made if there is none. */
static struct hist_entry *find_or_add(struct hist *hist, const struct hist_entry *like)
{
	const struct columns *c = hist->hists->columns;
	uint64_t hash = columns__hash(c, hist, like) ^ like->filtered;
	struct hist_entry *e;
	size_t i;

	if (hist->nr * 2 >= hist->nr_slots)
		grow_slots(hist);
	for (i = hash & (hist->nr_slots - 1); hist->slots[i]; i = (i + 1) & (hist->nr_slots - 1)) {
		e = hist->entries[hist->slots[i] - 1];
		if (hist->hashes[i] != hash || e->filtered != like->filtered || columns__compare(c, hist, e, like))
			continue;
		if (like->level_of < e->level_of) {
			e->level = like->level;
			e->level_of = like->level_of;
		}
		return e;
	}
	e = new_entry(hist, like);
	hist->slots[i] = (uint32_t)hist->nr;
	hist->hashes[i] = hash;
	return e;
}

static void add_stat(struct hist_stat *stat, const struct sample_group *g, unsigned int cpumode)
{
	size_t i;

	stat->period += g->period;
	stat->nr += g->nr;
	stat->latency += g->latency;
	for (i = 0; i < ARRAY_SIZE(stat->weights); i++)
		stat->weights[i] += g->weights[i];
	if (stat->mem)
		mem_weights__add(stat->mem, g->key.mem_stat, g->period);
	switch (cpumode) {
	case PERF_RECORD_MISC_KERNEL:
		stat->sys += g->period;
		break;
	case PERF_RECORD_MISC_USER:
		stat->us += g->period;
		break;
	case PERF_RECORD_MISC_GUEST_KERNEL:
		stat->guest_sys += g->period;
		break;
	case PERF_RECORD_MISC_GUEST_USER:
		stat->guest_us += g->period;
		break;
	default:
		break;
	}
}

/* --- chains of rows -------------------------------------------------------------------------------------- */

static void need_scratch(struct hists *h, size_t nr)
{
	if (nr <= h->cap_scratch)
		return;
	h->cap_scratch = nr * 2;
	h->scratch = xreallocarray(h->scratch, h->cap_scratch, sizeof(*h->scratch));
	h->scratch_rows = xreallocarray(h->scratch_rows, h->cap_scratch, sizeof(*h->scratch_rows));
}

/* Adds the frames from number *@skip on, which is counted down. */
static uint32_t add_half(struct hists *h, const struct chain_half *half, uint32_t nr, uint32_t *skip)
{
	bool addresses = h->columns->needs & NEEDS_ADDRESS;
	uint32_t i;

	if (!half)
		return nr;
	need_scratch(h, (size_t)nr + half->nr + 1);
	for (i = 0; i < half->nr; i++) {
		const struct frame *f = half->frames[i];

		if (*skip) {
			--*skip;
			continue;
		}
		if (h->opts.hide_unresolved && !f->sym)
			continue;
		h->scratch_rows[nr] = addresses ? place_table__address(h->places, f) : NULL;
		h->scratch[nr++] = place_table__frame(h->places, f)->id;
	}
	return nr;
}

static uint32_t add_end(struct hists *h, uint32_t nr, uint64_t ip)
{
	const struct frame *f = h->opts.resolve(h->opts.resolve_ctx, h->counted, ip);

	h->scratch_rows[nr] = h->columns->needs & NEEDS_ADDRESS ? place_table__address(h->places, f) : NULL;
	h->scratch[nr] = place_table__frame(h->places, f)->id;
	return nr + 1;
}

/* The branches of the sample that is being counted; frames that they tell of are to be skipped. */
static uint32_t add_steps(struct hists *h, const struct sample_key *key, uint32_t *skip)
{
	struct callchain chain = { .kernel = key->kernel, .user = key->user };
	uint32_t nr = 0, covered = branch_history__covered(h->steps, h->nr_steps, &chain);
	size_t i;

	need_scratch(h, 2 * h->nr_steps + 1);
	for (i = 0; i < h->nr_steps; i++) {
		/* As perf has it, where a branch went stands first, from whichever side a chain is read. */
		nr = add_end(h, nr, h->opts.graph.caller ? h->steps[i].from : h->steps[i].to);
		nr = add_end(h, nr, h->opts.graph.caller ? h->steps[i].to : h->steps[i].from);
	}
	if (covered > *skip)
		*skip = covered;
	return nr;
}

/* How many frames of the chain are callees to be ignored. */
static uint32_t nr_ignored(const struct hists *h, const struct sample_key *key)
{
	struct callchain chain = { .kernel = key->kernel, .user = key->user };
	uint32_t inner;

	if (!h->opts.ignore_callees || !parent_match__outermost(h->opts.ignore_callees, &chain, &inner))
		return 0;
	return inner;
}

/*
 * Both halves as one stored chain, with the mark of an orphan at its outer end. *@ret_rows: its places
 * as rows show them, valid until the next call. *@ret_first: how many were cut off at its inner end.
 */
static const struct stored_chain *store_chain(struct hists *h, const struct sample_key *key, uint32_t *ret_id,
					      const struct place ***ret_rows, uint32_t *ret_first)
{
	static const struct chain_half nothing;
	uint32_t skip = nr_ignored(h, key), nr = 0, first = 0, i;
	const struct stored_chain *chain;

	if (h->opts.history)
		nr = add_steps(h, key, &skip);
	nr = add_half(h, key->kernel, nr, &skip);
	nr = add_half(h, key->user ? key->user : &nothing, nr, &skip);
	if (key->orphan != PERF_STITCH_WHOLE) {
		h->scratch_rows[nr] = place_table__text(h->places, orphan__mark((enum perf_stitch_reason)key->orphan));
		h->scratch[nr] = h->scratch_rows[nr]->id;
		nr++;
	}
	if (h->opts.max_stack && nr > h->opts.max_stack) {
		first = h->opts.graph.caller ? nr - h->opts.max_stack : 0;
		nr = h->opts.max_stack;
	}
	*ret_first = first;
	*ret_id = chain_store__add(h->chains, h->scratch + first, nr);
	chain = chain_store__get(h->chains, *ret_id);
	*ret_rows = h->scratch_rows + first;
	for (i = 0; !(h->columns->needs & NEEDS_ADDRESS) && i < nr; i++)
		(*ret_rows)[i] = place_table__get(h->places, chain->places[i]);
	return chain;
}

/* Most rows have one: no generous first allocation. */
static struct hist_ref *new_ref(struct hist_entry *e)
{
	if (e->nr_refs == e->cap_refs) {
		e->cap_refs = e->cap_refs ? e->cap_refs * 2 : 1;
		e->refs = xreallocarray(e->refs, e->cap_refs, sizeof(*e->refs));
	}
	return &e->refs[e->nr_refs++];
}

static void add_ref(const struct hists *h, struct hist_entry *e, struct hist_ref ref, uint32_t depth,
		    const struct sample_group *g)
{
	struct hist_ref *last = e->nr_refs ? &e->refs[e->nr_refs - 1] : NULL;

	if (!depth || e->filtered)
		return;
	if (depth > e->max_depth)
		e->max_depth = depth;
	if (!h->opts.use_chains)
		return;
	if (!last || last->chain != ref.chain || last->pos != ref.pos || last->own != ref.own) {
		last = new_ref(e);
		*last = ref;
	}
	last->period += g->period;
	last->count += g->nr;
}

/* --- folding ----------------------------------------------------------------------------------------------- */

struct folding {
	struct hists *h;
	struct hist *hist;
	unsigned int member;
	const struct sample_group *g;
	struct hist_entry like;
	unsigned int cpumode;
	uint32_t chain_id;
	const struct stored_chain *chain;
	const struct place **rows;	/* the chain's places, as rows show them */
	uint32_t first;			/* so many were cut off within */
};

/* Callers get the sample's period too, each function once a sample, however often it is in the chain. */
static void fold_callers(struct folding *f)
{
	const struct graph_opts *graph = &f->h->opts.graph;
	uint32_t nr = f->chain->nr, k;

	for (k = 0; k < nr; k++) {
		uint32_t i = graph->caller ? nr - 1 - k : k;
		const struct place *p = f->rows[i];
		struct hist_entry *e;

		f->like.place = p;
		/* As perf has it: an address in no map keeps the letter of the frame before it. */
		if (p->dso)
			f->like.level = p->cpumode == PERF_RECORD_MISC_GUEST_KERNEL ||
					p->cpumode == PERF_RECORD_MISC_GUEST_USER ? p->level : '.';
		else if (p->text)
			f->like.level = '.';
		e = find_or_add(f->hist, &f->like);
		if (e->seen == f->h->serial)
			continue;
		e->seen = f->h->serial;
		add_stat(&e->acc[f->member], f->g, f->cpumode);
		if (!f->member)
			add_ref(f->h, e, (struct hist_ref){ .chain = f->chain_id, .pos = i & INT32_MAX },
				graph->caller ? i + 1 : nr - i, f->g);
	}
}

static const struct place *place_of(const struct hists *h, const struct sample_key *key)
{
	bool addresses = h->columns->needs & NEEDS_ADDRESS;

	/* As perf has it, an address without a symbol is that in memory if a branch went there. */
	if (key->to)
		return addresses ? place_table__address(h->places, key->to) : place_table__frame(h->places, key->to);
	return addresses ? place_table__self_address(h->places, key->ip) : place_table__self(h->places, key->ip);
}

static void fold_group(struct hists *h, const struct sample_group *g)
{
	const struct sample_key *key = &g->key;
	struct folding f = { .h = h, .g = g, .hist = h->by_evsel[key->evsel->idx],
			     .member = h->member_of[key->evsel->idx] };
	struct hist_entry *e;

	f.like = (struct hist_entry){
		.place = place_of(h, key),
		.comm = key->comm, .words = key->words, .machine = g->machine,
		.pid = g->first_pid, .tid = g->first_tid, .cpu = key->cpu,
		.level = key->ip ? key->ip->level : '.', .level_of = f.member, .filtered = key->filtered,
	};
	f.cpumode = key->ip ? key->ip->cpumode : PERF_RECORD_MISC_CPUMODE_UNKNOWN;
	f.chain = store_chain(h, key, &f.chain_id, &f.rows, &f.first);
	/* Each group is a number of its own; zero is nobody's. */
	h->serial++;
	e = find_or_add(f.hist, &f.like);
	e->seen = h->serial;
	if (e->self == f.hist->nothing)
		e->self = arena__zalloc(&h->arena, f.hist->nr_members * sizeof(*e->self));
	if (f.hist->mem_totals && !e->self[f.member].mem)
		e->self[f.member].mem = arena__zalloc(&h->arena, sizeof(*e->self[f.member].mem));
	if (f.hist->mem_totals && !key->filtered)
		mem_weights__add(f.hist->mem_totals, key->mem_stat, g->period);
	add_stat(&e->self[f.member], g, f.cpumode);
	if (h->opts.children)
		add_stat(&e->acc[f.member], g, f.cpumode);
	if (!f.member)
		add_ref(h, e, (struct hist_ref){
				.chain = f.chain_id, .own = true,
				.pos = (h->opts.graph.caller && f.chain->nr ? f.chain->nr - 1 : 0) & INT32_MAX,
			}, f.chain->nr, g);
	if (h->opts.history && !e->filtered)
		hist_history__note(h, e, f.chain_id, f.first, h->steps, h->nr_steps);
	/* Perf makes no callers' rows of filtered samples; their order would show it. */
	if (h->opts.children && !key->filtered)
		fold_callers(&f);
}

void hists__fold(struct hists *h)
{
	size_t i;

	for (i = 0; i < h->samples.nr; i++)
		fold_group(h, &h->samples.groups[i]);
	sample_table__clear(&h->samples);
}

void hists__finish(struct hists *h)
{
	size_t i;

	hists__fold(h);
	for (i = 0; i < h->nr; i++) {
		hist__sort(&h->list[i]);
		branch_blocks__sort(&h->list[i].blocks);
	}
}

/* --- what the printing asks ------------------------------------------------------------------------------------ */

bool hist_entry__is_shown(const struct hist *h, const struct hist_entry *e)
{
	const char *part = h->hists->opts.symbol_filter;

	return !e->filtered && (!part || (e->place->sym && strstr(e->place->sym->name, part)));
}

uint64_t hist__total(const struct hist *h, unsigned int i)
{
	return h->hists->opts.filter_relative ? h->totals[i].shown_period : h->totals[i].period;
}

uint64_t hist__total_latency(const struct hist *h, unsigned int i)
{
	return h->hists->opts.filter_relative ? h->totals[i].shown_latency : h->totals[i].latency;
}

bool hists__any_parallelism(const struct hists *h)
{
	unsigned int m;
	size_t i;

	for (i = 0; h->opts.parallelism && i < h->nr; i++)
		for (m = 0; m < h->list[i].nr_members; m++)
			if (h->list[i].totals[m].latency != h->list[i].totals[m].period * 1000)
				return true;
	return false;
}

double hist_entry__percent(const struct hist *h, const struct hist_entry *e)
{
	uint64_t total = hist__total(h, 0);

	return total ? 100.0 * (double)(e->acc ? e->acc : e->self)->period / (double)total : 0;
}

struct call_tree *hist_entry__tree(const struct hist *h, const struct hist_entry *e)
{
	bool caller = h->hists->opts.graph.caller;
	struct call_tree *t;
	uint32_t i;

	if (!e->nr_refs)
		return NULL;
	t = call_tree__new(h->hists->places);
	for (i = 0; i < e->nr_refs; i++) {
		const struct hist_ref *r = &e->refs[i];
		const struct stored_chain *c = chain_store__get(h->hists->chains, r->chain);

		if (caller)
			call_tree__add(t, c->places, r->pos + 1, true, r->period, r->count);
		else
			call_tree__add(t, c->places + r->pos, c->nr - r->pos, false, r->period, r->count);
	}
	hist_history__annotate(h->hists, e, t);
	call_tree__finish(t);
	return t;
}
