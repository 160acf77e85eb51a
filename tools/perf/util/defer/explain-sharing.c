// SPDX-License-Identifier: GPL-2.0-only
/* perf defer explain: cache lines that CPUs take from each other. */
#include <inttypes.h>

#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/defer/explain.h"

/* A page has room for so many lines, and so many threads of each. JSON has all. */
#define MOST_LINES	3
#define MOST_USERS	8

/* What most of the first line is about: its two first users by their functions. */
static void add_users(const struct sharing_line *l, struct strbuf *out)
{
	const struct sharing_user *u = l->users;
	const char *between = l->kind == SHARING_FALSE ? "false sharing by " : l->kind == SHARING_TRUE ? "bytes shared by " : "a line of ";
	int i;

	for (i = 0; u && i < 2; i++, u = u->next) {
		if (u->where)
			strbuf__addf(out, "%s%s of '%s'", between, u->where, u->comm);
		else
			strbuf__addf(out, "%s'%s'", between, u->comm);
		between = " and ";
	}
}

void explain__add_sharing(const struct explain *e, struct strbuf *out)
{
	const struct sharing *sh = &e->sharing;
	double percent = sharing__percent(sh, sh->hitm, sh->hitm_cycles);

	if (!sh->hitm || percent < EXPLAIN_FIRST)
		return;
	strbuf__addf(out, "; %.1f %% of %s went to cache lines that another CPU had changed, most of it ", percent,
		     sh->cycles ? "the cycles of sampled loads" : "sampled loads");
	add_users(sh->lines, out);
}

/* --- the page ------------------------------------------------------------------------------------------ */

static const char *verdict(enum sharing_kind kind)
{
	return kind == SHARING_FALSE ? "false sharing: no two threads have accesses that begin at the same byte"
	       : kind == SHARING_TRUE ? "several threads have accesses that begin at the same bytes"
	       : "samples of one thread only: who takes the line from it is not known";
}

static void print_user(const struct sharing_user *u, struct text_out *out)
{
	const char *between = " at ";
	unsigned int i;

	text_out__addf(out, "        %s (%" PRIu32 ")", u->comm, u->tid);
	for (i = 0; i < SHARING_LINE; i++)
		if (u->offsets >> i & 1) {
			text_out__addf(out, "%s+%u", between, i);
			between = ", ";
		}
	text_out__addf(out, "%s%s\n", u->where ? ", in " : "", u->where ? u->where : "");
}

void explain__print_sharing(const struct explain *e, struct text_out *out)
{
	const struct sharing *sh = &e->sharing;
	size_t i;

	if (!sh->hitm)
		return;
	text_out__addf(out,
		       "\nCache lines that CPUs take from each other: %" PRIu64 " of %" PRIu64 " sampled loads found theirs changed by "
		       "another CPU, %.1f %% of %s\n",
		       sh->hitm, sh->loads, sharing__percent(sh, sh->hitm, sh->hitm_cycles), sh->cycles ? "all their cycles" : "them");
	for (i = 0; i < sh->nr && i < MOST_LINES && sh->lines[i].hitm; i++) {
		const struct sharing_line *l = &sh->lines[i];
		const struct sharing_user *u;
		size_t users = 0;

		text_out__addf(out, "\n    %#" PRIx64 ", %.1f %%, %s\n", l->address, sharing__percent(sh, l->hitm, l->hitm_cycles),
			       verdict(l->kind));
		for (u = l->users; u; u = u->next)
			if (users++ < MOST_USERS)
				print_user(u, out);
		if (users > MOST_USERS)
			text_out__addf(out, "        %zu threads more\n", users - MOST_USERS);
	}
}

/* --- JSON ---------------------------------------------------------------------------------------------- */

static void add_user(struct json *j, const struct sharing_user *u)
{
	unsigned int i;

	json__object(j, NULL);
	json__str(j, "comm", u->comm);
	json__u64(j, "tid", u->tid);
	json__str(j, "function", u->where);
	json__array_inline(j, "offsets");
	for (i = 0; i < SHARING_LINE; i++)
		if (u->offsets >> i & 1)
			json__u64(j, NULL, i);
	json__end(j);
	json__end(j);
}

static void add_line(struct json *j, const struct sharing *sh, const struct sharing_line *l)
{
	const struct sharing_user *u;

	json__object(j, NULL);
	json__hex(j, "address", l->address);
	json__u64(j, "loads", l->loads);
	json__u64(j, "stores", l->stores);
	json__u64(j, "hitm", l->hitm);
	json__double(j, "percent", sharing__percent(sh, l->hitm, l->hitm_cycles));
	json__str(j, "kind", sharing_kind__name(l->kind));
	json__array(j, "threads");
	for (u = l->users; u; u = u->next)
		add_user(j, u);
	json__end(j);
	json__end(j);
}

void explain__json_sharing(const struct explain *e, struct json *j)
{
	const struct sharing *sh = &e->sharing;
	size_t i;

	if (!sh->loads && !sh->stores) {
		json__null(j, "sharing");
		return;
	}
	json__object(j, "sharing");
	json__u64(j, "loads", sh->loads);
	json__u64(j, "stores", sh->stores);
	json__u64(j, "hitm", sh->hitm);
	json__double(j, "percent", sharing__percent(sh, sh->hitm, sh->hitm_cycles));
	json__array(j, "lines");
	for (i = 0; i < sh->nr && sh->lines[i].hitm; i++)
		add_line(j, sh, &sh->lines[i]);
	json__end(j);
	json__end(j);
}
