// SPDX-License-Identifier: GPL-2.0-only
#include "util/report/task-list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/strbuf.h"
#include "util/machine/machine.h"

#define NOBODY		((uint32_t)-1)
#define MAP_INDENT	32	/* blanks before a mapping, beside those of its task */
/* Recordings can chain as many tasks, and give each as many mappings, as they like. */
#define MAX_INDENT	64	/* tasks that are deeper stand below each other */
#define MAX_MAPS	((size_t)64 << 20)	/* bytes of text: mappings behind that are left out */

void task_list__exit(struct task_list *l)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		free(l->tasks[i]);
	free(l->tasks);
	task_list_map__exit(&l->by_tid);
	byte_pool__exit(&l->pool);
	*l = (struct task_list){ 0 };
}

static struct task *find(const struct task_list *l, uint32_t tid)
{
	return task_list_map__find(&l->by_tid, (uint64_t)tid + 1);
}

/* The task that has @tid now; one of another process has ended, and its tid is used again. */
static struct task *get(struct task_list *l, uint32_t pid, uint32_t tid)
{
	struct task *t = find(l, tid);

	if (t && t->pid == pid)
		return t;
	t = xzalloc(sizeof(*t));
	*t = (struct task){ .pid = pid, .tid = tid, .ppid = NOBODY };
	GROW(l->tasks, l->nr, l->cap);
	l->tasks[l->nr++] = t;
	task_list_map__set(&l->by_tid, (uint64_t)tid + 1, t);
	return t;
}

static int add_comm(struct task_list *l, const struct record *r, struct diag *diag)
{
	struct record_comm c;
	int err = record__decode_comm(r, &c, diag);

	if (!err && c.tid != NOBODY)
		get(l, c.pid, c.tid)->comm = byte_pool__str(&l->pool, shown(c.comm));
	return err;
}

static int add_fork(struct task_list *l, const struct record *r, struct diag *diag)
{
	struct record_task f;
	int err = record__decode_task(r, &f, diag);
	const struct task *parent;
	struct task *t;

	if (err || f.tid == NOBODY)
		return err;
	t = get(l, f.pid, f.tid);
	t->ppid = f.ppid;
	parent = find(l, f.ptid);
	if (parent && !t->comm)
		t->comm = parent->comm;
	return 0;
}

int task_list__add(struct task_list *l, const struct record *r, struct diag *diag)
{
	if (r->header.type == PERF_RECORD_COMM)
		return add_comm(l, r, diag);
	if (r->header.type == PERF_RECORD_FORK)
		return add_fork(l, r, diag);
	return 0;
}

/* --- printing ----------------------------------------------------------------------------------- */

struct printing {
	const struct machine *machine;
	struct text_out *out;
	int indent;
	struct strbuf line;
	size_t room;			/* bytes of text that mappings may still take */
	size_t left_out;		/* tasks whose mappings found no room, or not all of them */
};

static int indent_of(const struct printing *p)
{
	return p->indent < MAX_INDENT ? p->indent : MAX_INDENT;
}

static int print_map(const struct map *map, void *ctx)
{
	struct printing *p = ctx;
	char id[41];

	if (!p->room)
		return 1;
	strbuf__reset(&p->line);
	strbuf__addf(&p->line, "%*s%" PRIx64 "-%" PRIx64 " %c%c%c%c %08" PRIx64 " %s %s\n", indent_of(p) + MAP_INDENT, "",
		     map->start, map->end, map->prot & PROT_READ ? 'r' : '-', map->prot & PROT_WRITE ? 'w' : '-',
		     map->prot & PROT_EXEC ? 'x' : '-', map->flags & MAP_SHARED ? 's' : 'p', map->pgoff,
		     map->dso->build_id_size ? build_id__text(map->dso->build_id, map->dso->build_id_size, id) : "",
		     map->dso->long_name);
	text_out__add(p->out, strbuf__str(&p->line), p->line.len);
	p->room -= p->line.len < p->room ? p->line.len : p->room;
	return 0;
}

static void print_task(const struct task *t, struct printing *p)
{
	const struct maps *maps =
		p->machine && t->pid ? machine__maps_at(p->machine, t->pid, UINT64_MAX) : NULL;

	text_out__addf(p->out, "  %8d %8d %8d |%*s", (int)t->pid, (int)t->tid, (int)t->ppid, indent_of(p), "");
	if (t->comm)
		text_out__addf(p->out, "%s\n", t->comm);
	else
		text_out__addf(p->out, ":%d\n", (int)t->tid);
	if (maps && maps__for_each(maps, print_map, p))
		p->left_out++;
}

/* Depth first, without recursion: a recording can chain as many tasks as it likes. */
static void print_tree(struct task *root, struct printing *p)
{
	struct task **path = NULL;
	size_t depth = 0, cap = 0;
	struct task *t = root;

	for (;;) {
		print_task(t, p);
		if (t->children) {
			GROW(path, depth, cap);
			path[depth++] = t;
			p->indent++;
			t = t->children;
			continue;
		}
		while (depth && !t->next) {
			t = path[--depth];
			p->indent--;
		}
		if (!depth)
			break;
		t = t->next;
	}
	free(path);
}

static int by_tid(const void *a, const void *b)
{
	const struct task *x = *(struct task *const *)a, *y = *(struct task *const *)b;

	return x->tid != y->tid ? x->tid < y->tid ? -1 : 1 : x->pid < y->pid ? -1 : x->pid > y->pid;
}

static struct task *parent_of(const struct task_list *l, const struct task *t)
{
	struct task *parent = t->ppid != NOBODY && t->ppid && !t->is_root ? find(l, t->ppid) : NULL;

	return parent == t ? NULL : parent;
}

/* Pids that are used again can make circles: one task of each becomes a root. Looks at each task once. */
static void cut_circles(struct task_list *l)
{
	struct task *t;
	size_t i;

	for (i = 0; i < l->nr; i++) {
		for (t = l->tasks[i]; t && !t->walk; t = parent_of(l, t))
			t->walk = i + 1;
		if (t && t->walk == i + 1)
			t->is_root = true;
	}
}

void task_list__print(struct task_list *l, const struct machine *machine, struct text_out *out)
{
	struct printing p = { .machine = machine, .out = out, .room = MAX_MAPS };
	struct task *swapper = get(l, 0, 0), *parent;
	struct task **roots = xcalloc(l->nr, sizeof(*roots));
	size_t nr_roots = 0, i;

	swapper->comm = "swapper";
	swapper->ppid = NOBODY;
	qsort(l->tasks, l->nr, sizeof(*l->tasks), by_tid);
	cut_circles(l);
	/* The last comes first in the lists. */
	for (i = l->nr; i--;) {
		struct task *t = l->tasks[i];

		if (t == swapper)
			continue;
		parent = parent_of(l, t);
		if (!parent) {
			roots[nr_roots++] = t;
			continue;
		}
		t->next = parent->children;
		parent->children = t;
	}
	text_out__addf(out, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
	print_task(swapper, &p);
	while (nr_roots) {
		p.indent = 1;
		print_tree(roots[--nr_roots], &p);
	}
	if (p.left_out)
		text_out__addf(out, "# mappings of %zu tasks are left out: the others took %zu MB\n", p.left_out, MAX_MAPS >> 20);
	strbuf__exit(&p.line);
	free(roots);
}
