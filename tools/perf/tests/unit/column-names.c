// SPDX-License-Identifier: GPL-2.0-only
/* Which column the beginning of a name means, for all beginnings of all names that scripts of users may have. */
#include <string.h>

#include "tests/test.h"
#include "util/columns/column-tables.h"
#include "util/columns/columns-parse.h"

enum kind { KEY, NUMBER };

/* Upstream's names in upstream's order. A new column need not be here: it must not take a word from one of these. */
static const struct known {
	enum kind kind;
	const char *name, *header;
	const char *long_name;	/* or NULL */
} known[] = {
	{ NUMBER, "overhead", "Overhead", NULL },
	{ NUMBER, "latency", "Latency", NULL },
	{ NUMBER, "overhead_sys", "sys", NULL },
	{ NUMBER, "overhead_us", "usr", NULL },
	{ NUMBER, "overhead_guest_sys", "guest sys", NULL },
	{ NUMBER, "overhead_guest_us", "guest usr", NULL },
	{ NUMBER, "overhead_children", "Children", NULL },
	{ NUMBER, "latency_children", "Latency", NULL },
	{ NUMBER, "sample", "Samples", NULL },
	{ NUMBER, "period", "Period", NULL },
	{ NUMBER, "weight1", "Weight1", NULL },
	{ NUMBER, "weight2", "Weight2", NULL },
	{ NUMBER, "weight3", "Weight3", NULL },
	{ NUMBER, "weight", "Weight1", NULL },
	{ NUMBER, "ins_lat", "Weight2", NULL },
	{ NUMBER, "retire_lat", "Weight3", NULL },
	{ NUMBER, "p_stage_cyc", "Weight3", NULL },
	{ NUMBER, "op", "Mem Op", NULL },
	{ NUMBER, "cache", "Cache", NULL },
	{ NUMBER, "memory", "Memory", NULL },
	{ NUMBER, "snoop", "Snoop", NULL },
	{ NUMBER, "dtlb", "D-TLB", NULL },
	{ KEY, "pid", "    Pid:Command", NULL },
	{ KEY, "comm", "Command", NULL },
	{ KEY, "comm_nodigit", "CommandNoDigit", NULL },
	{ KEY, "dso", "Shared Object", NULL },
	{ KEY, "sym", "Symbol", "symbol" },
	{ KEY, "parent", "Parent symbol", NULL },
	{ KEY, "cpu", "CPU", NULL },
	{ KEY, "socket", "Socket", NULL },
	{ KEY, "srcline", "Source:Line", NULL },
	{ KEY, "srcfile", "Source File", NULL },
	{ KEY, "local_weight", "Local Weight", NULL },
	{ KEY, "weight", "Weight", NULL },
	{ KEY, "transaction", "Transaction", NULL },
	{ KEY, "trace", "Trace output", NULL },
	{ KEY, "symbol_size", "Symbol size", NULL },
	{ KEY, "dso_size", "DSO size", NULL },
	{ KEY, "cgroup", "Cgroup", NULL },
	{ KEY, "cgroup_id", "cgroup id (dev/inode)", NULL },
	{ KEY, "ipc_null", "IPC   [IPC Coverage]", NULL },
	{ KEY, "time", "Time", NULL },
	{ KEY, "code_page_size", "Code Page Size", NULL },
	{ KEY, "local_ins_lat", "Local INSTR Latency", NULL },
	{ KEY, "ins_lat", "INSTR Latency", NULL },
	{ KEY, "local_p_stage_cyc", "Local Retire Latency", NULL },
	{ KEY, "p_stage_cyc", "Retire Latency", NULL },
	{ KEY, "addr", "Address", NULL },
	{ KEY, "local_retire_lat", "Local Retire Latency", NULL },
	{ KEY, "retire_lat", "Retire Latency", NULL },
	{ KEY, "type", "Data Type", NULL },
	{ KEY, "typeoff", "Data Type Offset", NULL },
	{ KEY, "symoff", "Symbol Offset", NULL },
	{ KEY, "parallelism", "Parallelism", NULL },
	{ KEY, "typecln", "Data Type Cacheline", NULL },
	{ KEY, "tgid", "   Tgid:Command", NULL },
	{ KEY, "tid", "    Tid:Command", NULL },
	{ KEY, "dso_from", "Source Shared Object", NULL },
	{ KEY, "dso_to", "Target Shared Object", NULL },
	{ KEY, "symbol_from", "Source Symbol", NULL },
	{ KEY, "symbol_to", "Target Symbol", NULL },
	{ KEY, "mispredict", "Branch Mispredicted", NULL },
	{ KEY, "abort", "Transaction abort", NULL },
	{ KEY, "in_tx", "Branch in transaction", NULL },
	{ KEY, "cycles", "Basic Block Cycles", NULL },
	{ KEY, "srcline_from", "From Source:Line", NULL },
	{ KEY, "srcline_to", "To Source:Line", NULL },
	{ KEY, "ipc_lbr", "IPC   [IPC Coverage]", NULL },
	{ KEY, "addr_from", "Source Address", NULL },
	{ KEY, "addr_to", "Target Address", NULL },
	{ KEY, "symbol_daddr", "Data Symbol", NULL },
	{ KEY, "dso_daddr", "Data Object", NULL },
	{ KEY, "locked", "Locked", NULL },
	{ KEY, "tlb", "TLB access", NULL },
	{ KEY, "mem", "Memory access", NULL },
	{ KEY, "snoop", "Snoop", NULL },
	{ KEY, "dcacheline", "Data Cacheline", NULL },
	{ KEY, "symbol_iaddr", "Code Symbol", NULL },
	{ KEY, "phys_daddr", "Data Physical Address", NULL },
	{ KEY, "data_page_size", "Data Page Size", NULL },
	{ KEY, "blocked", "Blocked", NULL },
	{ KEY, "state", "State", NULL },
	{ KEY, "cookie", "Cookie", NULL },
	{ KEY, "callchain_branch_predicted", "Predicted", NULL },
	{ KEY, "callchain_branch_abort", "Abort", NULL },
	{ KEY, "callchain_branch_cycles", "Cycles", NULL },
};

#define NR	(sizeof(known) / sizeof(known[0]))

static bool begins(const struct known *k, const char *token, bool whole)
{
	const char *names[] = { k->name, k->long_name };
	size_t len = strlen(token), i;

	for (i = 0; i < 2; i++)
		if (names[i] && !strncmp(names[i], token, len) && (!whole || !names[i][len]))
			return true;
	return false;
}

/* A whole name comes before an abbreviation, and then what is asked for: a number (-F) or a key (-s). */
static const struct known *meant(const char *token, enum kind kind)
{
	unsigned int pass;
	size_t i;

	for (pass = 0; pass < 4; pass++)
		for (i = 0; i < NR; i++)
			if (begins(&known[i], token, pass < 2) && (known[i].kind == kind) == !(pass & 1))
				return &known[i];
	return NULL;
}

static int check(const char *token, enum kind kind)
{
	struct columns_opts opts = {
		.sort = kind == KEY ? token : "", .fields = kind == NUMBER ? token : "dso", .default_sort = "dso",
		.branches = true, .history = true, .mem_mode = true,
	};
	const struct known *want = meant(token, kind);
	struct diag diag = DIAG_INIT;
	struct columns *c = columns__new(&opts, &diag);
	const struct column *col;
	int err = TEST_OK;

	TEST_ASSERT(c);
	col = kind == KEY ? c->order[0] : c->shown[0].col;
	if (strcmp(col->name, want->name) || strcmp(col->header, want->header) ||
	    column__is_key(col) != (want->kind == KEY)) {
		printf("%s %s: %s (%s) rather than %s (%s)\n", kind == KEY ? "-s" : "-F", token, col->name, col->header,
		       want->name, want->header);
		err = TEST_FAIL;
	}
	columns__delete(c);
	return err;
}

static int check_beginnings(const char *name)
{
	char token[64];
	size_t len;
	int err = TEST_OK;

	for (len = 1; name && len <= strlen(name); len++) {
		memcpy(token, name, len);
		token[len] = 0;
		if (check(token, KEY) || check(token, NUMBER))
			err = TEST_FAIL;
	}
	return err;
}

static int test__beginnings(void)
{
	int err = TEST_OK;
	size_t i;

	for (i = 0; i < NR; i++)
		if (check_beginnings(known[i].name) || check_beginnings(known[i].long_name))
			err = TEST_FAIL;
	return err;
}

static int test__ranks(void)
{
	const struct column *col, *before = NULL;
	struct column_walk w;

	for_each_column(&w, col) {
		if (before && before->rank >= col->rank) {
			printf("%s comes before %s, and not by its rank\n", before->name, col->name);
			return TEST_FAIL;
		}
		before = col;
	}
	TEST_ASSERT(before);
	return TEST_OK;
}

DEFINE_SUITE("Report: names of columns", report_column_names,
	{ "beginnings of names", test__beginnings },
	{ "each column has a rank of its own", test__ranks })
