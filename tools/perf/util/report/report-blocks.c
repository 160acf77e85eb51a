// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/percent.h"
#include "util/columns/column-place.h"
#include "util/report/report-blocks.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/base/alloc.h"
#include "util/output/color.h"
#include "util/symbol/dso.h"

static const struct {
	const char *title;
	int width;
} columns[] = {
	{ "Sampled Cycles%", 15 }, { "Sampled Cycles", 14 }, { "Avg Cycles%", 11 }, { "Avg Cycles", 10 },
	{ "[Program Block Range]", 70 }, { "Shared Object", 20 },
};

static void print_titles(struct strbuf *out)
{
	const char *between = "# ";
	size_t i;
	int n;

	for (i = 0; i < ARRAY_SIZE(columns); i++, between = "  ")
		strbuf__addf(out, "%s%*s", between, columns[i].width, columns[i].title);
	between = "\n# ";
	for (i = 0; i < ARRAY_SIZE(columns); i++, between = "  ") {
		strbuf__addstr(out, between);
		for (n = columns[i].width; n; n--)
			strbuf__addch(out, '.');
	}
	strbuf__addstr(out, "\n#\n");
}

static void add_share(struct strbuf *out, bool color, int width, double percent)
{
	char text[32];

	snprintf(text, sizeof(text), "%*.2f%%", width - 1, percent);
	color__add(out, color, percent, text);
}

/* "258", "6.2K", "1.3M" */
static void add_cycles(struct strbuf *out, int width, uint64_t cycles)
{
	char text[32];

	if (cycles >= 1000000)
		snprintf(text, sizeof(text), "%.1fM", (double)cycles / 1000000);
	else if (cycles >= 1000)
		snprintf(text, sizeof(text), "%.1fK", (double)cycles / 1000);
	else
		snprintf(text, sizeof(text), "%" PRIu64, cycles);
	strbuf__addf(out, "  %*s", width, text);
}

static void add_line(const struct hists *h, const struct branch_block *b, uint64_t offset, struct strbuf *out)
{
	hists__add_srcline(h, b->dso, b->sym, b->sym->start + offset, out);
}

/* "[prog.c:3 -> prog.c:5]" */
static void add_range(const struct hists *h, const struct branch_block *b, struct strbuf *out)
{
	strbuf__addch(out, '[');
	add_line(h, b, b->start, out);
	strbuf__addstr(out, " -> ");
	add_line(h, b, b->end, out);
	strbuf__addch(out, ']');
}

void report_blocks__print(const struct report_stdio *r, const struct hist *h, struct strbuf *out)
{
	const struct branch_blocks *blocks = &h->blocks;
	struct strbuf range = STRBUF_INIT;
	size_t i;

	if (!r->no_header)
		print_titles(out);
	for (i = 0; i < blocks->nr; i++) {
		const struct branch_block *b = blocks->blocks[i];

		if (percent__of(b->cycles, blocks->cycles) < r->percent_limit)
			continue;
		strbuf__reset(&range);
		add_range(r->hists, b, &range);
		strbuf__addstr(out, "  ");
		add_share(out, r->color, columns[0].width, percent__of(b->cycles, blocks->cycles));
		add_cycles(out, columns[1].width, b->cycles);
		strbuf__addstr(out, "  ");
		add_share(out, r->color, columns[2].width, percent__of(branch_block__average(b), blocks->averages));
		add_cycles(out, columns[3].width, branch_block__average(b));
		strbuf__addf(out, "  %*s  %*s\n", columns[4].width, strbuf__str(&range), columns[5].width,
			     b->dso->short_name);
		report_stdio__flush(r, out);
	}
	strbuf__exit(&range);
}

void report_blocks__json(struct json *j, const struct hist *h, double percent_limit)
{
	const struct branch_blocks *blocks = &h->blocks;
	struct strbuf line = STRBUF_INIT;
	size_t i;

	json__array(j, "blocks");
	for (i = 0; i < blocks->nr; i++) {
		const struct branch_block *b = blocks->blocks[i];

		if (percent__of(b->cycles, blocks->cycles) < percent_limit)
			continue;
		json__object(j, NULL);
		json__str(j, "function", b->sym->name);
		json__str(j, "dso", b->dso->long_name);
		json__u64(j, "start", b->start);
		json__u64(j, "end", b->end);
		strbuf__reset(&line);
		add_line(h->hists, b, b->start, &line);
		json__str(j, "start_line", strbuf__str(&line));
		strbuf__reset(&line);
		add_line(h->hists, b, b->end, &line);
		json__str(j, "end_line", strbuf__str(&line));
		json__u64(j, "cycles", b->cycles);
		json__u64(j, "times", b->nr);
		json__double(j, "percent", percent__of(b->cycles, blocks->cycles));
		json__end(j);
	}
	json__end(j);
	strbuf__exit(&line);
}
