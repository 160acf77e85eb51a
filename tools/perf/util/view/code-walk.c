// SPDX-License-Identifier: GPL-2.0-only
#include "util/view/code-walk.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/code-file.h"
#include "util/event/evlist.h"

const struct annotate_members *code_walk__members(const struct code_walk *w)
{
	return &w->groups.list[w->order[w->current]];
}

static void open_function(struct code_walk *w, const struct annotate_func *func)
{
	size_t height = w->view.height;

	if (w->func)
		code_view__exit(&w->view);
	w->func = func;
	code_view__init(&w->view, w->text, w->source, func, code_walk__members(w), w->with_source);
	if (height)
		code_view__set_height(&w->view, height);
}

const struct annotate_func **code_walk__functions(const struct code_walk *w, size_t *ret_nr)
{
	return annotate_members__functions(code_walk__members(w), w->counts, w->is_wanted, w->ctx, ret_nr);
}

/* The first function of the first group that has one. */
static const struct annotate_func *choose_first(struct code_walk *w)
{
	const struct annotate_func **list, *first = NULL;
	size_t nr;

	for (w->current = 0; w->current < w->nr_order && !first; w->current++) {
		list = code_walk__functions(w, &nr);
		first = nr ? list[0] : NULL;
		free(list);
		if (first)
			break;
	}
	return first;
}

static bool has_event(const struct annotate_members *m, size_t event)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		if (m->events[i] == event)
			return true;
	return false;
}

static bool has_samples(const struct annotate_members *m, const struct annotate_counts *c)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		if (c->totals[m->events[i]].nr)
			return true;
	return false;
}

bool code_walk__init(struct code_walk *w, enum annotate_grouping how, const struct annotate_func *func, size_t event)
{
	size_t i;

	annotate_groups__init(&w->groups, w->text->evlist, how);
	w->order = xcalloc(w->groups.nr ? w->groups.nr : 1, sizeof(*w->order));
	for (i = 0; i < w->groups.nr; i++) {
		if (!has_samples(&w->groups.list[i], w->counts))
			continue;
		if (func && has_event(&w->groups.list[i], event))
			w->current = w->nr_order;
		w->order[w->nr_order++] = i;
	}
	if (!func)
		func = choose_first(w);
	if (!func || !w->nr_order)
		return false;
	open_function(w, func);
	return true;
}

void code_walk__exit(struct code_walk *w)
{
	if (w->func)
		code_view__exit(&w->view);
	annotate_groups__exit(&w->groups);
	free(w->order);
	free(w->way);
}

/* --- steps ---------------------------------------------------------------------------------------- */

static struct code_stop here(const struct code_walk *w)
{
	const struct code_line *line = code_view__line(&w->view);

	return (struct code_stop){ .func = w->func, .line = line ? (uint32_t)(line - w->view.lines->lines) : 0,
				   .top = w->view.cursor - w->view.top };
}

static void push(struct code_walk *w)
{
	GROW(w->way, w->nr_way, w->cap_way);
	w->way[w->nr_way++] = here(w);
}

static void go_to_stop(struct code_walk *w, const struct code_stop *stop)
{
	code_view__go_to_line(&w->view, stop->line);
	w->view.top = w->view.cursor > stop->top ? w->view.cursor - stop->top : 0;
	code_view__set_height(&w->view, w->view.height);
}

void code_walk__go(struct code_walk *w, const struct annotate_func *func)
{
	push(w);
	open_function(w, func);
}

bool code_walk__beside(struct code_walk *w, int by)
{
	const struct annotate_func **list, *to = NULL;
	size_t nr, i;

	list = code_walk__functions(w, &nr);
	for (i = 0; i < nr && list[i] != w->func; i++)
		;
	if (nr)
		to = list[i < nr ? (i + nr + (size_t)by) % nr : 0];
	free(list);
	if (!to || to == w->func)
		return false;
	open_function(w, to);
	return true;
}

bool code_walk__back(struct code_walk *w)
{
	struct code_stop stop;

	if (!w->nr_way)
		return false;
	stop = w->way[--w->nr_way];
	if (stop.func != w->func)
		open_function(w, stop.func);
	go_to_stop(w, &stop);
	return true;
}

bool code_walk__next_event(struct code_walk *w, int by)
{
	struct code_stop stop = here(w);

	if (w->nr_order < 2)
		return false;
	w->current = (w->current + w->nr_order + (size_t)by) % w->nr_order;
	open_function(w, w->func);
	go_to_stop(w, &stop);
	return true;
}

/* --- where calls lead ----------------------------------------------------------------------------- */

/* The files with samples, each once, but for @but. The caller frees the array. */
static struct dso **list_files(const struct code_walk *w, const struct dso *but, size_t *ret_nr)
{
	struct dso **list = NULL;
	size_t nr = 0, cap = 0, i, k;

	HASH_EACH(&w->counts->funcs, i) {
		struct dso *dso = w->counts->funcs.slots[i].val->dso;

		for (k = 0; k < nr && list[k] != dso; k++)
			;
		if (!dso || dso == but || k < nr)
			continue;
		GROW(list, nr, cap);
		list[nr++] = dso;
	}
	*ret_nr = nr;
	return list;
}

/* The function that another file offers as @name, which a linkage table (PLT) leads to. Only if a single file does it is certain. */
static const struct annotate_func *find_offered(struct code_walk *w, const char *name)
{
	struct code_files *files = code_files__new();
	const struct symbol *found = NULL, *sym;
	struct dso **list, *of = NULL;
	size_t nr, i, offered = 0;
	uint64_t addr;

	list = list_files(w, w->func->dso, &nr);
	for (i = 0; i < nr; i++) {
		struct code_file *file = code_files__get(files, list[i]);
		struct elf_export export;

		if (!file || !code_file__export(file, name, NULL, &export) || !code_file__to_dso(file, export.addr, &addr))
			continue;
		offered++;
		sym = dso__find_symbol(list[i], addr);
		if (sym) {
			found = sym;
			of = list[i];
		}
	}
	free(list);
	code_files__delete(files);
	return offered == 1 && found ? annotate_counts__func(w->counts, of, found) : NULL;
}

static const struct annotate_func *find_callee(struct code_walk *w, const struct code_line *line)
{
	struct dso *dso = w->func->dso;
	const struct symbol *sym = dso__find_symbol(dso, line->target);
	const char *stub = sym ? strstr(sym->name, "@plt") : NULL;
	const struct annotate_func *found;
	char *name;

	if (!stub)
		return sym ? annotate_counts__func(w->counts, dso, sym) : NULL;
	name = xstrndup(sym->name, (size_t)(stub - sym->name));
	found = find_offered(w, name);
	free(name);
	/* Then the entry of the table itself is all there is to be shown. */
	return found ? found : annotate_counts__func(w->counts, dso, sym);
}

/* Shows @func, and @addr of it if that is where a jump leads: into a part of a function that lies elsewhere. */
static void go_into(struct code_walk *w, const struct annotate_func *func, uint64_t addr)
{
	const struct code_line *line;

	code_walk__go(w, func);
	line = addr ? code_lines__find(w->view.lines, addr) : NULL;
	if (line)
		code_view__go_to_line(&w->view, (uint32_t)(line - w->view.lines->lines));
}

enum code_step code_walk__follow(struct code_walk *w)
{
	const struct code_line *line = code_view__line(&w->view);
	const struct annotate_func *callee;

	if (!line || (line->flow != DISASM_CALL && line->flow != DISASM_JUMP && line->flow != DISASM_BRANCH))
		return CODE_STEP_NONE;
	if (!line->has_target)
		return CODE_STEP_INDIRECT;
	if (line->target_line) {
		push(w);
		code_view__go_to_line(&w->view, line->target_line - 1);
		return CODE_STEP_DONE;
	}
	callee = find_callee(w, line);
	if (!callee)
		return CODE_STEP_UNKNOWN;
	/* Of what begins there, as of what is called, the hottest instruction is shown. */
	go_into(w, callee,
		callee->dso == w->func->dso && line->flow != DISASM_CALL && line->target != callee->sym->start ? line->target : 0);
	return CODE_STEP_DONE;
}

void code_walk__path(const struct code_walk *w, struct strbuf *out)
{
	const struct annotate_func *last = NULL;
	size_t i;

	for (i = 0; i <= w->nr_way; i++) {
		const struct annotate_func *f = i < w->nr_way ? w->way[i].func : w->func;

		if (f == last)
			continue;
		strbuf__addf(out, "%s%s", last ? " > " : "", f->sym->name);
		last = f;
	}
}
