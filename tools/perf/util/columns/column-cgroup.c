// SPDX-License-Identifier: GPL-2.0-only
/* Keys about control groups and their namespaces. */
#include <inttypes.h>
#include <stdio.h>

#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"
#include "util/machine/task-facts.h"
#include "util/session/session.h"

DEFINE_FIELD_CELL(cgroup, cgroup)

static const char *column_cgroup_text(const struct column_cell *c)
{
	const char *path = c->h->hists->opts.facts ? task_facts__cgroup(c->h->hists->opts.facts, c->value) : NULL;

	return path ? path : c->value ? "unknown" : "N/A";
}

/* The cgroup namespace of the thread: an interned pair of device and inode. */
static uint64_t column_cgroup_id_cell(const struct column_sample *c)
{
	struct cgroup_ns ns = { 0 };

	if (c->h->opts.facts)
		ns = task_facts__cgroup_ns(c->h->opts.facts, c->s->tid);
	return (uintptr_t)byte_pool__get(&c->h->pool, &ns, sizeof(ns));
}

static const struct cgroup_ns *cell_ns(uint64_t cell)
{
	static const struct cgroup_ns none;

	return cell ? (const struct cgroup_ns *)(uintptr_t)cell : &none;
}

static int column_cgroup_id_compare(uint64_t a, uint64_t b)
{
	const struct cgroup_ns *x = cell_ns(a), *y = cell_ns(b);

	return column_smaller_first(x->dev, y->dev) ?: column_smaller_first(x->ino, y->ino);
}

#define NS_FORMAT	"%" PRIu64 "/0x%" PRIx64

static void column_cgroup_id_print(const struct column_cell *c, struct strbuf *out)
{
	const struct cgroup_ns *ns = cell_ns(c->value);

	strbuf__addf(out, NS_FORMAT, ns->dev, ns->ino);
}

static unsigned int column_cgroup_id_width(const struct column_cell *c)
{
	const struct cgroup_ns *ns = cell_ns(c->value);

	return (unsigned int)snprintf(NULL, 0, NS_FORMAT, ns->dev, ns->ino);
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 390, .name = "cgroup", .header = "Cgroup", .cell = column_cgroup_cell, .looks_at = SESSION_NEEDS_FIELDS,
		.help = "the control group (perf record --all-cgroups)",
		.text = column_cgroup_text,
	},
	{
		.rank = 400, .name = "cgroup_id", .header = "cgroup id (dev/inode)", CELL(cgroup_id), .looks_at = SESSION_NEEDS_FIELDS,
		.help = "the cgroup namespace (perf record --namespaces)",
		.cell_compare = column_cgroup_id_compare, .width = column_cgroup_id_width, .min_width = 20,
	},
};

const struct column_table column_table_cgroup = COLUMN_TABLE(columns);
