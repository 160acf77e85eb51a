// SPDX-License-Identifier: GPL-2.0-only
/* The report's columns: which a word means, and what rows show in those that are words of a sample. */
#include <linux/perf_event.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/callchain/parent-match.h"
#include "util/columns/columns-parse.h"
#include "util/data/header.h"
#include "util/event/evlist.h"
#include "util/event/tracepoint-format.h"
#include "util/machine/task-facts.h"
#include "util/record/tracing-data-build.h"
#include "util/rows/hist.h"

static struct {
	struct evlist *evlist;
	struct tracepoint_formats *formats;
	struct columns *columns;
	struct hists *hists;
} w;

static int events(void)
{
	static const struct tracing_data_event event = { .system = "sched", .name = "sched_switch" };
	struct perf_event_attr tp = { .type = PERF_TYPE_TRACEPOINT, .config = 314 };
	struct perf_event_attr clock = { .type = PERF_TYPE_SOFTWARE };
	struct strbuf blob = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	struct evsel *e;
	int err;

	memset(&w, 0, sizeof(w));
	err = fake_tree__make();
	if (!err) {
		err = tracing_data__build(&event, 1, &blob, &diag);
		fake_tree__remove();
	}
	w.formats = err ? NULL : tracepoint_formats__parse(blob.buf, blob.len, &diag);
	strbuf__exit(&blob);
	w.evlist = evlist__new();
	e = evsel__new(&tp);
	evsel__set_name(e, "sched:sched_switch");
	evlist__add(w.evlist, e);
	e = evsel__new(&clock);
	evsel__set_name(e, "cpu-clock");
	evlist__add(w.evlist, e);
	if (w.formats)
		evlist__set_tracepoint_formats(w.evlist, w.formats);
	return w.formats ? 0 : -1;
}

static void end(void)
{
	hists__delete(w.hists);
	columns__delete(w.columns);
	evlist__delete(w.evlist);
	tracepoint_formats__delete(w.formats);
	memset(&w, 0, sizeof(w));
}

static struct columns *columns_of(const char *sort, const char *fields)
{
	struct columns_opts o = { .sort = sort, .fields = fields, .default_sort = "comm,dso", .evlist = w.evlist };
	struct diag diag = DIAG_INIT;

	columns__delete(w.columns);
	w.columns = columns__new(&o, &diag);
	return w.columns;
}

static void hists_of(const char *sort, const struct hists_opts *opts)
{
	hists__delete(w.hists);
	w.hists = NULL;
	if (columns_of(sort, NULL))
		w.hists = hists__new(opts, w.columns, w.evlist);
}

static void sample(int event, const struct perf_sample *ps, const char *comm)
{
	struct session_sample s = { .sample = ps, .evsel = w.evlist->evsels[event], .comm = comm, .pid = 7, .tid = 8 };

	hists__add(w.hists, &s);
}

/* The cell of the first key of row @row. */
static const char *cell(int event, size_t row)
{
	static char text[128];
	const struct hist *h = &w.hists->list[event];
	struct strbuf sb = STRBUF_INIT;

	if (row >= h->nr)
		return "no such row";
	column__print(w.columns->keys[0], h, hist__entry(h, row), 0, &sb);
	snprintf(text, sizeof(text), "%s", strbuf__str(&sb));
	strbuf__exit(&sb);
	return text;
}

static int test__names(void)
{
	struct columns *c;

	TEST_ASSERT(!events());
	c = columns_of("+cpu,so", NULL);
	TEST_ASSERT(c);
	TEST_ASSERT_EQ(c->nr_keys, 4);
	TEST_ASSERT_STR(c->keys[0]->name, "comm");
	TEST_ASSERT_STR(c->keys[3]->name, "socket");
	c = columns_of(NULL, "+sample");
	TEST_ASSERT(c);
	TEST_ASSERT_STR(c->shown[0].col->name, "overhead");
	TEST_ASSERT_STR(c->shown[1].col->name, "sample");
	TEST_ASSERT_STR(c->shown[2].col->name, "comm");
	TEST_ASSERT(!columns_of("comm,nothing", NULL));
	TEST_ASSERT(!columns_of("nosuch.prev_pid", NULL));
	TEST_ASSERT(!columns_of("sched_switch.nosuch", NULL));
	TEST_ASSERT(!columns_of("prev_pid/hex", NULL));
	end();
	return TEST_OK;
}

static int test__field_names(void)
{
	static const char *const same[] = {
		"sched:sched_switch.prev_pid", "sched_switch.prev_pid", "%1.prev_pid", "prev_pid", "switch.prev_pid/raw",
	};
	struct columns *c;
	size_t i;

	TEST_ASSERT(!events());
	for (i = 0; i < ARRAY_SIZE(same); i++) {
		c = columns_of(same[i], NULL);
		TEST_ASSERT(c);
		TEST_ASSERT_EQ(c->nr_keys, 1);
		TEST_ASSERT_STR(c->keys[0]->header, "prev_pid");
		TEST_ASSERT_EQ(c->keys[0]->raw, i == 4);
		TEST_ASSERT_EQ(c->keys[0]->min_width, 10);
	}
	c = columns_of("trace_fields", NULL);
	TEST_ASSERT(c);
	TEST_ASSERT_EQ(c->nr_keys, 3);		/* without the common ones */
	TEST_ASSERT_STR(c->keys[0]->name, "prev_comm");
	TEST_ASSERT_EQ(c->keys[0]->min_width, 16);
	c = columns_of("sched_switch.*", NULL);
	TEST_ASSERT_EQ(c->nr_keys, 3);
	end();
	return TEST_OK;
}

/* Rows go by a field's bytes; other events have one row, and no such column. */
static int test__field_rows(void)
{
	const struct hists_opts opts = { 0 };
	struct { unsigned char head[8]; char comm[16]; uint32_t rest[4]; } raw = { .comm = "two words" };
	struct perf_sample ps = { .raw_data = &raw, .raw_size = sizeof(raw) };
	const struct tracepoint_field *f;

	TEST_ASSERT(!events());
	f = tracepoint_format__field(w.evlist->evsels[0]->tp_format, "prev_comm");
	TEST_ASSERT(f && f->offset == 8 && f->size == 16);
	hists_of("prev_comm", &opts);
	TEST_ASSERT(w.hists);
	sample(0, &ps, "x");
	sample(0, &ps, "y");
	strcpy(raw.comm, "one");
	sample(0, &ps, "x");
	ps.raw_size = 4;	/* too short for the field */
	sample(0, &ps, "x");
	sample(1, &ps, "x");
	sample(1, &ps, "y");
	hists__finish(w.hists);
	TEST_ASSERT_EQ(w.hists->list[0].nr, 3);
	TEST_ASSERT_STR(cell(0, 0), "two words");
	TEST_ASSERT_EQ(hist__entry(&w.hists->list[0], 0)->common->self->nr, 2);
	TEST_ASSERT_STR(cell(0, 1), "one");
	TEST_ASSERT_EQ(w.hists->list[1].nr, 1);
	TEST_ASSERT(!column_use__is_shown(&w.columns->shown[1], &w.hists->list[1]));
	TEST_ASSERT(column_use__is_shown(&w.columns->shown[1], &w.hists->list[0]));
	end();
	return TEST_OK;
}

static int test__numbers(void)
{
	struct header_cpu cpus[2] = { { 0, 4, 0 }, { 1, 5, 0 } };
	const struct perf_header header = { .cpus = cpus, .nr_cpus = 2 };
	const int socket = 5;
	struct hists_opts opts = { .header = &header, .time_quantum = 1000, .ns = true };
	struct perf_sample ps = { .cpu = 1, .time = 5000001999, .code_page_size = 2 << 20, .weight = 9 };

	TEST_ASSERT(!events());
	hists_of("time", &opts);
	sample(0, &ps, "x");
	ps.time = 5000001000;
	sample(0, &ps, "x");
	hists__finish(w.hists);
	TEST_ASSERT_EQ(w.hists->list[0].nr, 1);
	TEST_ASSERT_STR(cell(0, 0), "5.000001000");
	hists_of("code_page_size", &opts);
	sample(0, &ps, "x");
	hists__finish(w.hists);
	TEST_ASSERT_STR(cell(0, 0), "2M");
	opts.socket_filter = &socket;
	hists_of("socket", &opts);
	sample(0, &ps, "x");
	ps.cpu = 0;
	sample(0, &ps, "x");
	ps.cpu = 2;		/* not in the topology */
	sample(0, &ps, "x");
	hists__finish(w.hists);
	TEST_ASSERT_EQ(w.hists->list[0].nr, 3);
	TEST_ASSERT_EQ(w.hists->list[0].totals->shown_nr, 1);
	end();
	return TEST_OK;
}

static int test__comm_nodigit(void)
{
	const struct hists_opts opts = { 0 };
	struct perf_sample ps = { 0 };

	TEST_ASSERT(!events());
	hists_of("comm_nodigit", &opts);
	sample(0, &ps, "kworker/12:3");
	sample(0, &ps, "kworker/1:457");
	hists__finish(w.hists);
	TEST_ASSERT_EQ(w.hists->list[0].nr, 1);
	TEST_ASSERT_STR(cell(0, 0), "kworker/<N>:<N>");
	end();
	return TEST_OK;
}

/* Valid until the next call. */
static struct record record_of(uint32_t type, const void *payload, size_t size)
{
	static uint64_t data[64];

	memcpy(data + 1, payload, size);
	return (struct record){ .header = { .type = type, .size = (uint16_t)(size + 8) },
				.data = (const unsigned char *)data };
}

static int test__task_facts(void)
{
	struct { uint64_t id; char path[16]; } cgroup = { 77, "/user.slice" };
	struct { uint32_t pid, tid; uint64_t nr; struct cgroup_ns ns[7]; } spaces = { 1, 2, 7, { [6] = { 3, 0xabc } } };
	struct task_facts t = { 0 };
	struct diag diag = DIAG_INIT;
	struct record r = record_of(PERF_RECORD_CGROUP, &cgroup, sizeof(cgroup));

	TEST_ASSERT_EQ(task_facts__add(&t, &r, &diag), 0);
	TEST_ASSERT_STR(task_facts__cgroup(&t, 77), "/user.slice");
	TEST_ASSERT(!task_facts__cgroup(&t, 78));
	r = record_of(PERF_RECORD_NAMESPACES, &spaces, sizeof(spaces));
	TEST_ASSERT_EQ(task_facts__add(&t, &r, &diag), 0);
	TEST_ASSERT_EQ(task_facts__cgroup_ns(&t, 2).dev, 3);
	TEST_ASSERT_EQ(task_facts__cgroup_ns(&t, 2).ino, 0xabc);
	TEST_ASSERT_EQ(task_facts__cgroup_ns(&t, 1).ino, 0);
	spaces.nr = 8;		/* more than there are */
	r = record_of(PERF_RECORD_NAMESPACES, &spaces, sizeof(spaces));
	TEST_ASSERT(task_facts__add(&t, &r, &diag) < 0);
	task_facts__exit(&t);
	return TEST_OK;
}

static int test__parent(void)
{
	struct symbol syms[] = { { .name = "leaf" }, { .name = "sys_one" }, { .name = "mid" }, { .name = "sys_two" } };
	struct frame f[] = { { .sym = &syms[0] }, { .sym = &syms[1] }, { .sym = &syms[2] }, { .sym = &syms[3] }, { 0 } };
	const struct frame *inner[] = { &f[0], &f[1] }, *outer[] = { &f[2], &f[3], &f[4] };
	struct chain_half kernel = { .frames = inner, .nr = 2 }, user = { .frames = outer, .nr = 3 };
	struct callchain both = { &kernel, &user }, none = { NULL, NULL };
	struct diag diag = DIAG_INIT;
	struct parent_match *m = parent_match__new("^sys_", &diag);
	uint32_t nr;

	TEST_ASSERT(m);
	TEST_ASSERT_STR(parent_match__find(m, &both, false), "sys_one");
	TEST_ASSERT_STR(parent_match__find(m, &both, true), "sys_two");
	TEST_ASSERT(!parent_match__find(m, &none, true));
	TEST_ASSERT(parent_match__outermost(m, &both, &nr) == &f[3]);
	TEST_ASSERT_EQ(nr, 3);
	parent_match__delete(m);
	TEST_ASSERT(!parent_match__new("a(", &diag));
	TEST_ASSERT(strstr(diag.text, "'a('"));
	return TEST_OK;
}

static struct map code = { .start = 0x1000, .end = 0x3000 };
static struct symbol functions[] = { { .name = "near", .name_len = 4, .start = 0x100, .end = 0x200 },
				     { .name = "far", .name_len = 3, .start = 0x200, .end = 0x300 } };
static struct dso program = { .short_name = "prog", .long_name = "/bin/prog" };
static struct frame ends[4];

/* Addresses 0x1100 and 0x1204 are in functions, 0x2000 in the file only, all others nowhere. */
static const struct frame *resolve(void *ctx, const struct session_sample *s, uint64_t ip)
{
	struct frame *f = &ends[ip == 0x1100 ? 0 : ip == 0x1204 ? 1 : ip == 0x2000 ? 2 : 3];

	(void)s;
	++*(int *)ctx;
	code.dso = &program;
	*f = (struct frame){ .ip = ip, .map = f == &ends[3] ? NULL : &code, .sym = f < &ends[2] ? &functions[f - ends] : NULL,
			     .cpumode = PERF_RECORD_MISC_USER, .level = f == &ends[3] ? 'H' : '.', .priv = f->priv };
	return f;
}

/* The cell of @key in the row that is shown first, and how many rows there are. */
static const char *branch_cell(const char *key, size_t *ret_rows)
{
	static const struct branch_entry branches[] = {
		{ 0x1100, 0x1204, 1 | 7 << 4 }, { 0x1100, 0x1204, 1 | 7 << 4 }, { 0x1204, 0x2000, 2 | 4 }, { 0x1204, 0x2000, 8 },
		{ 0x1204, 0x99, 2 }, { 0x1100, 0x1204, 1 | 7 << 4 },
	};
	const struct perf_sample ps = { .period = 1000, .nr_branches = ARRAY_SIZE(branches), .branches = branches };
	const struct perf_sample without = { .period = 1000 };
	int resolved = 0;
	struct hists_opts opts = { .branches = true, .resolve = resolve, .resolve_ctx = &resolved };
	struct columns_opts o = { .sort = key, .default_sort = "comm", .evlist = w.evlist, .branches = true };
	struct diag diag = DIAG_INIT;

	memset(ends, 0, sizeof(ends));
	hists__delete(w.hists);
	columns__delete(w.columns);
	w.hists = NULL;
	w.columns = columns__new(&o, &diag);
	if (!w.columns)
		return "no such key";
	w.hists = hists__new(&opts, w.columns, w.evlist);
	sample(1, &ps, "one");
	sample(1, &without, "two");
	if (resolved != 12 || w.hists->list[1].totals[0].nr != 1 || w.hists->list[1].totals[0].period != 6)
		return "wrong totals";
	hists__finish(w.hists);
	*ret_rows = w.hists->list[1].nr;
	return cell(1, 0);
}

static int test__branches(void)
{
	size_t rows;

	TEST_ASSERT(!events());
	TEST_ASSERT(!columns_of("symbol_from", NULL));		/* rows are no branches */
	TEST_ASSERT(!columns_of(NULL, "+cycles"));
	TEST_ASSERT_STR(branch_cell("symbol_from", &rows), "[.] near");
	TEST_ASSERT_EQ(rows, 3);		/* as perf has it, by where they went as well: for instructions per cycle */
	TEST_ASSERT_STR(branch_cell("symbol_to", &rows), "[.] far");
	TEST_ASSERT_EQ(rows, 3);
	TEST_ASSERT_STR(branch_cell("addr_to", &rows), "[.] far+0x4");
	TEST_ASSERT_EQ(rows, 3);
	TEST_ASSERT_STR(branch_cell("addr_from", &rows), "[.] near");
	TEST_ASSERT_EQ(rows, 2);
	TEST_ASSERT_STR(branch_cell("dso_to", &rows), "prog");
	TEST_ASSERT_EQ(rows, 2);
	TEST_ASSERT_STR(branch_cell("mispredict", &rows), "Y");
	TEST_ASSERT_EQ(rows, 3);
	TEST_ASSERT_STR(branch_cell("in_tx", &rows), ".");
	TEST_ASSERT_EQ(rows, 2);
	TEST_ASSERT_STR(branch_cell("abort", &rows), ".");
	TEST_ASSERT_EQ(rows, 2);
	TEST_ASSERT_STR(branch_cell("cycles", &rows), "7");
	TEST_ASSERT_EQ(rows, 2);
	TEST_ASSERT_STR(branch_cell("dso", &rows), "prog");	/* where it went */
	TEST_ASSERT_EQ(rows, 2);
	TEST_ASSERT_STR(branch_cell("comm", &rows), "one");
	TEST_ASSERT_EQ(rows, 1);
	end();
	return TEST_OK;
}

DEFINE_SUITE("Report: columns", report_columns,
	{ "names, and + in front", test__names },
	{ "fields of tracepoints by name", test__field_names },
	{ "rows by a field", test__field_rows },
	{ "numbers of a sample, socket filter", test__numbers },
	{ "names without numbers", test__comm_nodigit },
	{ "cgroups and namespaces", test__task_facts },
	{ "branches", test__branches },
	{ "parents and ignored callees", test__parent })
