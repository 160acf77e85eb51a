// SPDX-License-Identifier: GPL-2.0-only
/* What each column is: how rows compare in it, and what its cells say. */
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/output/columns.h"
#include "util/output/hist.h"

static uint64_t stat_period(const struct hist_stat *s) { return s->period; }
static uint64_t stat_nr(const struct hist_stat *s) { return s->nr; }
static uint64_t stat_sys(const struct hist_stat *s) { return s->sys; }
static uint64_t stat_us(const struct hist_stat *s) { return s->us; }
static uint64_t stat_guest_sys(const struct hist_stat *s) { return s->guest_sys; }
static uint64_t stat_guest_us(const struct hist_stat *s) { return s->guest_us; }

static int sign(int64_t v)
{
	return v < 0 ? -1 : v > 0;
}

/* Addresses by their distance, so that the order stays perf's for the kernel's (negative) ones. */
static int compare_addr(uint64_t a, uint64_t b)
{
	return sign((int64_t)(a - b));
}

static int compare_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* "%-*.*s" */
static void add_padded(struct strbuf *out, const char *s, size_t len, unsigned int width)
{
	if (width && len > width)
		len = width;
	strbuf__add(out, s, len);
	for (; len < width; len++)
		strbuf__addch(out, ' ');
}

/* --- comm ------------------------------------------------------------------------------------ */

static int comm_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return a->comm == b->comm ? 0 : sign(strcmp(a->comm, b->comm));
}

static uint64_t comm_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (uintptr_t)e->comm;
}

static void comm_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	add_padded(out, e->comm, strlen(e->comm), width);
}

/* The thread's name at the end of the recording: columns are as wide as perf makes them. */
static const char *thread_name(const struct hist_entry *e, uint32_t tid)
{
	return e->machine ? machine__comm_at(e->machine, e->pid, tid, UINT64_MAX) : e->comm;
}

static unsigned int comm_width(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (unsigned int)strlen(thread_name(e, e->tid));
}

/* --- threads and processes ---------------------------------------------------------------------- */

static int tid_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return sign((int64_t)(int32_t)a->tid - (int32_t)b->tid);
}

static uint64_t tid_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return e->tid;
}

static void print_thread(const struct hist_entry *e, uint32_t tid, unsigned int width, struct strbuf *out)
{
	const char *name = thread_name(e, tid);

	strbuf__addf(out, "%7d:", (int)tid);
	add_padded(out, name, strlen(name), width > 8 ? width - 8 : 0);
}

static void tid_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	print_thread(e, e->tid, width, out);
}

static unsigned int tid_width(const struct hist *h, const struct hist_entry *e)
{
	return comm_width(h, e) + 8;
}

static int pid_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return sign((int64_t)(int32_t)a->pid - (int32_t)b->pid);
}

static uint64_t pid_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return e->pid;
}

static void pid_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	print_thread(e, e->pid, width, out);
}

static unsigned int pid_width(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (unsigned int)strlen(thread_name(e, e->pid)) + 8;
}

/* --- dso ----------------------------------------------------------------------------------------- */

static const char *dso_name(const struct hist *h, const struct dso *dso)
{
	return h->hists->opts.verbose > 0 ? dso->long_name : dso->short_name;
}

static int dso_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct dso *x = a->place->dso, *y = b->place->dso;

	if (x == y)
		return 0;
	if (!x || !y)
		return x ? -1 : 1;	/* what has none comes last */
	return sign(strcmp(dso_name(h, x), dso_name(h, y)));
}

static uint64_t dso_hash(const struct hist *h, const struct hist_entry *e)
{
	if (h->hists->opts.verbose > 0)
		return e->place->dso ? hash_str(e->place->dso->long_name) : 0;
	return e->place->dso_name;
}

static void dso_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	const char *name = e->place->dso ? dso_name(h, e->place->dso) : "[unknown]";

	add_padded(out, name, strlen(name), width);
}

#define UNRESOLVED_WIDTH	16	/* digits of an address */

static unsigned int dso_width(const struct hist *h, const struct hist_entry *e)
{
	unsigned int len = e->place->dso ? (unsigned int)strlen(dso_name(h, e->place->dso)) : 0;

	/* As perf has it: an address without a name makes room for itself here too. */
	if (e->place->sym || e->place->text || h->hists->opts.field_sep || h->hists->opts.dsos)
		return len;
	return len > UNRESOLVED_WIDTH ? len : UNRESOLVED_WIDTH;
}

/* --- symbol ---------------------------------------------------------------------------------------- */

static int sym_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct place *x = a->place, *y = b->place;
	int c;

	if (x == y)
		return 0;
	if (x->text || y->text) {
		if (x->text && y->text)
			return sign(strcmp(x->text, y->text));
		return x->text ? 1 : -1;
	}
	if (!x->sym && !y->sym)
		return compare_addr(x->ip, y->ip);
	if (!x->sym || !y->sym)
		return x->sym ? -1 : 1;
	if (!h->hists->columns->has_dso) {
		c = dso_compare(h, a, b);
		if (c)
			return c;
	}
	if (x->inlined || y->inlined) {
		c = sign(strcmp(x->sym->name, y->sym->name));
		if (c)
			return c;
	}
	c = compare_addr(x->sym->start, y->sym->start);
	return c ? c : compare_addr(x->sym->end, y->sym->end);
}

static int sym_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct symbol *x = a->place->sym, *y = b->place->sym;

	(void)h;
	if (!x || !y)
		return !x && !y ? 0 : x ? 1 : -1;
	return sign(strcmp(y->name, x->name));
}

static uint64_t sym_hash(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = e->place;

	(void)h;
	if (p->text)
		return p->id;
	return p->sym ? hash_combine(p->sym->start, p->sym->end) : p->ip;
}

/* Where the name came from, as perf's letters say it. */
static char origin(const struct place *p)
{
	if (!p->sym)
		return '!';
	return p->dso && p->dso->kind == DSO_KIND_KERNEL ? 'k' : 'd';
}

static void sym_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	const struct place *p = e->place;
	size_t start = out->len, len;

	if (h->hists->opts.verbose > 0 && !p->text)
		strbuf__addf(out, "%-#18" PRIx64 " %c ", p->ip, origin(p));
	strbuf__addf(out, "[%c] ", e->level);
	if (p->text) {
		strbuf__addstr(out, p->text);
	} else if (p->sym) {
		len = p->sym->name_len;
		if (width && out->len - start + len > width)
			len = width > out->len - start ? width - (out->len - start) : 0;
		strbuf__add(out, p->sym->name, len);
		if (p->inlined)
			strbuf__addstr(out, " (inlined)");
	} else {
		strbuf__addf(out, "%-#.*" PRIx64, UNRESOLVED_WIDTH, p->ip);
	}
}

static unsigned int sym_width(const struct hist *h, const struct hist_entry *e)
{
	const struct place *p = e->place;

	if (p->text)
		return 4 + (unsigned int)strlen(p->text);
	if (p->sym)
		return p->sym->name_len + 4 + (p->inlined ? 10 : 0) + (h->hists->opts.verbose > 0 ? 21 : 0);
	return UNRESOLVED_WIDTH + 4 + 2 + (h->hists->opts.verbose > 0 ? 21 : 0);
}

static int sym_size_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	const struct symbol *x = a->place->sym, *y = b->place->sym;

	(void)h;
	return compare_u64(x ? x->end - x->start : 0, y ? y->end - y->start : 0);
}

static uint64_t sym_size_hash(const struct hist *h, const struct hist_entry *e)
{
	const struct symbol *s = e->place->sym;

	(void)h;
	return s ? s->end - s->start : 0;
}

static void sym_size_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
			   struct strbuf *out)
{
	const struct symbol *s = e->place->sym;

	(void)h;
	if (s)
		strbuf__addf(out, "%*" PRIu64, (int)width, s->end - s->start);
	else
		strbuf__addf(out, "%*s", (int)width, "unknown");
}

/* --- plain numbers ----------------------------------------------------------------------------------- */

static int cpu_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return sign((int64_t)(int32_t)a->cpu - (int32_t)b->cpu);
}

static uint64_t cpu_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return e->cpu;
}

static void cpu_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	strbuf__addf(out, "%*.*d", (int)width, (int)(width ? width : 3), (int)e->cpu);
}

static int time_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return compare_u64(a->time, b->time);
}

static uint64_t time_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return e->time;
}

static void time_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	(void)width;
	strbuf__addf(out, "%" PRIu64 ".%06" PRIu64, e->time / 1000000000, e->time / 1000 % 1000000);
}

static unsigned int time_width(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	(void)e;
	return 12;
}

static int weight_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return compare_u64(b->weight, a->weight);	/* the heaviest first */
}

static uint64_t weight_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return e->weight;
}

static void weight_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	strbuf__addf(out, "%-*" PRIu64, (int)width, e->weight);
}

static int cgroup_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return compare_u64(a->cgroup, b->cgroup);
}

static uint64_t cgroup_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return e->cgroup;
}

static void cgroup_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	strbuf__addf(out, "%*" PRIu64, (int)width, e->cgroup);
}

/* --- what perf puts behind a column that is called "symbol" -------------------------------------- */

static int ipc_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	(void)a;
	(void)b;
	return 0;
}

static uint64_t ipc_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	(void)e;
	return 0;
}

static void ipc_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	(void)e;
	strbuf__addf(out, "%-*s", (int)width, "-      -");
}

/* --- a tracepoint's own fields -------------------------------------------------------------------------- */

static const char *trace_text(const struct hist_entry *e)
{
	return e->trace ? e->trace : "N/A";
}

static int trace_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b)
{
	(void)h;
	return a->trace == b->trace ? 0 : sign(strcmp(trace_text(a), trace_text(b)));
}

static uint64_t trace_hash(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (uintptr_t)e->trace;
}

static void trace_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	const char *text = trace_text(e);
	size_t len = strlen(text);

	(void)h;
	strbuf__add(out, text, width && len > width ? width : len);
}

static unsigned int trace_width(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (unsigned int)strlen(trace_text(e));
}

#define KEY(fn) .compare = fn##_compare, .hash = fn##_hash, .print = fn##_print

const struct column report_columns[] = {
	{ .name = "overhead", .header = "Overhead", .value = stat_period, .percent = true, .min_width = 8 },
	{ .name = "overhead_sys", .header = "sys", .value = stat_sys, .percent = true, .min_width = 8 },
	{ .name = "overhead_us", .header = "usr", .value = stat_us, .percent = true, .min_width = 8 },
	{ .name = "overhead_guest_sys", .header = "guest sys", .value = stat_guest_sys, .percent = true, .min_width = 8 },
	{ .name = "overhead_guest_us", .header = "guest usr", .value = stat_guest_us, .percent = true, .min_width = 8 },
	{ .name = "overhead_children", .header = "Children", .value = stat_period, .percent = true, .acc = true,
	  .min_width = 8 },
	{ .name = "sample", .header = "Samples", .value = stat_nr, .min_width = 12 },
	{ .name = "period", .header = "Period", .value = stat_period, .min_width = 12 },
	{ .name = "pid", .header = "    Pid:Command", .needs = NEEDS_TID, KEY(tid), .width = tid_width },
	{ .name = "comm", .header = "Command", .needs = NEEDS_COMM, KEY(comm), .width = comm_width },
	{ .name = "dso", .header = "Shared Object", .needs = NEEDS_PLACE, KEY(dso), .width = dso_width },
	{ .name = "sym", .long_name = "symbol", .header = "Symbol", .needs = NEEDS_PLACE, KEY(sym), .order = sym_order,
	  .width = sym_width },
	{ .name = "cpu", .header = "CPU", .needs = NEEDS_CPU, KEY(cpu) },
	{ .name = "local_weight", .header = "Local Weight", .needs = NEEDS_WEIGHT, KEY(weight) },
	{ .name = "weight", .header = "Weight", .needs = NEEDS_WEIGHT, KEY(weight), .min_width = 12 },
	{ .name = "trace", .header = "Trace output", .needs = NEEDS_TRACE, KEY(trace),
	  .width = trace_width },
	{ .name = "symbol_size", .header = "Symbol size", .needs = NEEDS_PLACE, KEY(sym_size) },
	{ .name = "cgroup_id", .header = "cgroup id (dev/inode)", .needs = NEEDS_CGROUP, KEY(cgroup),
	  .min_width = 20 },
	{ .name = "ipc_null", .header = "IPC   [IPC Coverage]", KEY(ipc) },
	{ .name = "time", .header = "Time", .needs = NEEDS_TIME, KEY(time), .width = time_width },
	{ .name = "tgid", .header = "   Tgid:Command", .needs = NEEDS_PID, KEY(pid), .width = pid_width },
	{ .name = "tid", .header = "    Tid:Command", .needs = NEEDS_TID, KEY(tid), .width = tid_width },
	{ .name = NULL }
};
