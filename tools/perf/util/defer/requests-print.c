// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/defer/requests.h"

static const unsigned int percents[] = { 50, 90, 95, 99, 100 };

static double mean(double ns, size_t nr)
{
	return nr ? ns / (double)nr : 0;
}

/* The mean of @nr lengths, from number @from on, the shortest first. */
static double mean_length(const struct requests *r, size_t from, size_t nr)
{
	double sum = 0;
	size_t i;

	for (i = from; i < from + nr; i++)
		sum += (double)r->sorted[i];
	return mean(sum, nr);
}

/* What slow ones have more of; where there are none, what all have. */
static double more(const struct requests *r, const struct request_row *row)
{
	return r->nr_slow ? mean(row->slow, r->nr_slow) - mean(row->fast, r->nr_fast) : mean(row->all, r->nr);
}

static void print_left_out(uint64_t nr, const char *what, struct text_out *out)
{
	if (nr)
		text_out__addf(out, "# %" PRIu64 " %s\n", nr, what);
}

static void print_head(const struct requests *r, struct text_out *out)
{
	size_t i;

	text_out__addf(out, "# %zu request%s between %s\n", r->nr, r->nr == 1 ? "" : "s", shown(r->choice->between));
	print_left_out(r->unfinished, "had not ended when the recording did", out);
	print_left_out(r->restarted, "began anew before an end", out);
	print_left_out(r->without, "ended without a beginning", out);
	print_left_out(r->elsewhere, "ended in another thread than that in which they began: rows are of the one in which they ended", out);
	if (!r->nr)
		return;
	text_out__addstr(out, "#\n# ms:");
	for (i = 0; i < ARRAY_SIZE(percents); i++)
		text_out__addf(out, " p%u %.6f%s", percents[i], (double)requests__percentile(r, percents[i]) / 1e6,
			       i + 1 < ARRAY_SIZE(percents) ? "," : "");
	text_out__addf(out, "\n# fast: %zu, at most p%d, %.6f on average", r->nr_fast, REQUESTS_FAST, mean_length(r, 0, r->nr_fast) / 1e6);
	if (r->nr_slow)
		text_out__addf(out, "; slow: %zu, at least p%d, %.6f on average", r->nr_slow, REQUESTS_SLOW,
			       mean_length(r, r->nr - r->nr_slow, r->nr_slow) / 1e6);
	text_out__addstr(out, r->off_cpu ? "\n" : "\n# there are no switches: waiting counts as running (perf defer record --off-cpu)\n");
}

void requests__print_text(const struct requests *r, size_t rows, struct text_out *out)
{
	size_t i, nr = 0;

	print_head(r, out);
	if (!r->nr)
		return;
	text_out__addf(out, "#\n# ms of a request, on average\n# %11s %12s %12s %12s  %s\n", "Slow", "Fast", "More", "All",
		       "State and stack");
	for (i = 0; i < r->nr_rows; i++) {
		const struct request_row *row = &r->rows[i];

		if (!(row->all > 0))
			continue;
		if (nr++ >= rows)
			continue;
		text_out__addf(out, "%13.6f %12.6f %+12.6f %12.6f  %s\n", mean(row->slow, r->nr_slow) / 1e6,
			       mean(row->fast, r->nr_fast) / 1e6, more(r, row) / 1e6, mean(row->all, r->nr) / 1e6, row->state);
		stack_text__print(row->kernel, "                ", out);
		stack_text__print(row->user, "                ", out);
	}
	if (nr > rows)
		text_out__addf(out, "# %zu more rows (--rows)\n", nr - rows);
}

/* --- JSON ------------------------------------------------------------------------------------------- */

static void add_row(struct json *j, const struct requests *r, const struct request_row *row)
{
	json__object(j, NULL);
	json__str(j, "state", row->state);
	json__double(j, "slow", mean(row->slow, r->nr_slow));
	json__double(j, "fast", mean(row->fast, r->nr_fast));
	json__double(j, "more", more(r, row));
	json__double(j, "all", mean(row->all, r->nr));
	stack_text__json(row->kernel, row->user, j);
	json__end(j);
}

static void add_percentiles(struct json *j, const struct requests *r)
{
	size_t i;

	json__object_inline(j, "percentiles");
	for (i = 0; r->nr && i < ARRAY_SIZE(percents); i++) {
		struct strbuf key = STRBUF_INIT;

		strbuf__addf(&key, "%u", percents[i]);
		json__u64(j, strbuf__str(&key), requests__percentile(r, percents[i]));
		strbuf__exit(&key);
	}
	json__end(j);
}

static void add_requests(struct json *j, const struct requests *r)
{
	size_t i;

	json__array(j, "requests");
	for (i = 0; i < r->nr; i++) {
		json__object_inline(j, NULL);
		json__u64(j, "tid", r->list[i].tid);
		if (requests__by_key(r))
			json__u64(j, "began_in", r->list[i].began_in);
		json__u64(j, "from", r->list[i].from);
		json__u64(j, "to", r->list[i].to);
		json__end(j);
	}
	json__end(j);
}

void requests__print_json(const struct requests *r, struct text_out *out)
{
	struct json j;
	size_t i;

	json__init(&j, out);
	json__object(&j, NULL);
	json__str(&j, "schema", "perf-defer-requests");
	json__u64(&j, "version", 1);
	json__str(&j, "input", session__input_exact(r->session));
	json__str(&j, "between", r->choice->between);
	if (requests__by_key(r)) {
		json__str(&j, "key", r->choice->key);
		json__u64(&j, "elsewhere", r->elsewhere);
	}
	json__bool(&j, "switches", r->off_cpu != NULL);
	json__u64(&j, "unfinished", r->unfinished);
	json__u64(&j, "restarted", r->restarted);
	json__u64(&j, "without_beginning", r->without);
	json__u64(&j, "slow", r->nr_slow);
	json__u64(&j, "fast", r->nr_fast);
	add_percentiles(&j, r);
	json__array(&j, "rows");
	for (i = 0; i < r->nr_rows; i++)
		if (r->rows[i].all > 0)
			add_row(&j, r, &r->rows[i]);
	json__end(&j);
	add_requests(&j, r);
	json__end(&j);
	json__finish(&j);
}
