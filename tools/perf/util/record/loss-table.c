// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/loss-table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/percent.h"

#define LINES_MOST	32
#define MANY_RINGS	8
#define RING_MOST	(1ULL << 30)

void loss_table__add(struct loss_table *t, const char *event, const struct loss_row *row)
{
	if (!row->lost)
		return;
	GROW(t->rows, t->nr, t->cap);
	t->rows[t->nr] = *row;
	t->rows[t->nr++].event = xstrdup(event);
}

void loss_table__exit(struct loss_table *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		free(t->rows[i].event);
	free(t->rows);
	memset(t, 0, sizeof(*t));
}

static int compare(const void *a, const void *b)
{
	const struct loss_row *x = a, *y = b;
	int names = strcmp(x->event, y->event);

	if (x->lost != y->lost)
		return x->lost < y->lost ? 1 : -1;
	return names ? names : x->cpu - y->cpu;
}

static void add(struct loss_row *to, const struct loss_row *from)
{
	to->counted_known &= from->counted_known;
	to->counted += from->counted;
	to->written += from->written;
	to->lost += from->lost;
}

static void format_row(const struct loss_row *row, int width, const char *cpu, struct strbuf *out)
{
	uint64_t all = row->written + row->lost;
	char counted[24] = "-";

	if (row->counted_known)
		snprintf(counted, sizeof(counted), "%" PRIu64, row->counted);
	strbuf__addf(out, "  %-*s %5s %12s %12" PRIu64 " %12" PRIu64 " %6.2f%%\n", width, row->event, cpu, counted, row->written,
		     row->lost, percent__of(row->lost, all));
}

static void format_rows(const struct loss_table *t, struct strbuf *out)
{
	struct loss_row sum = { .event = (char []){ "all" }, .counted_known = true };
	struct loss_row rest = { .event = (char []){ "others" }, .counted_known = true };
	size_t i, width = strlen("others");

	for (i = 0; i < t->nr && i < LINES_MOST; i++)
		width = strlen(t->rows[i].event) > width ? strlen(t->rows[i].event) : width;
	strbuf__addf(out, "  %-*s %5s %12s %12s %12s\n", (int)width, "event", "CPU", "counted", "written", "lost");
	for (i = 0; i < t->nr; i++) {
		char cpu[16] = "-";

		add(&sum, &t->rows[i]);
		if (i >= LINES_MOST) {
			add(&rest, &t->rows[i]);
			continue;
		}
		if (t->rows[i].cpu >= 0)
			snprintf(cpu, sizeof(cpu), "%d", t->rows[i].cpu);
		format_row(&t->rows[i], (int)width, cpu, out);
	}
	if (rest.lost)
		format_row(&rest, (int)width, "", out);
	if (t->nr > 1)
		format_row(&sum, (int)width, "", out);
	if (sum.counted_known && sum.counted > sum.written + sum.lost)
		strbuf__addf(out, "  %" PRIu64 " more were counted: the kernel took no samples of them (it throttles events that take "
			     "too much time)\n", sum.counted - sum.written - sum.lost);
}

/* What holds the longest gap beside what is there, a power of two; 0: no ring should be that large. */
static uint64_t enough(const struct loss_cause *c)
{
	uint64_t want = c->ring_bytes + c->gap_bytes, size = c->ring_bytes;

	while (size && size < want && size < RING_MOST)
		size *= 2;
	return size >= want ? size : 0;
}

static void format_cause(const struct loss_cause *c, struct strbuf *out)
{
	uint64_t size = enough(c);

	if (c->gap_records && size)
		strbuf__addf(out, "  -m %" PRIu64 "%c would have held the longest gap, %" PRIu64 " records of some %" PRIu64 " KiB%s\n",
			     size >> 20 ? size >> 20 : size >> 10, size >> 20 ? 'M' : 'K', c->gap_records, (c->gap_bytes + 1023) / 1024,
			     c->locked_limit ? "; it takes CAP_IPC_LOCK, a larger /proc/sys/kernel/perf_event_mlock_kb or 'ulimit -l'" :
					       "");
	if (c->slow_priority)
		strbuf__addf(out, "  %s: the buffers were emptied only when it was perf's turn\n",
			     c->by_choice ? "a higher priority (no --keep-priority, no 'nice'; or -r 1)" :
					    "a higher priority (root, CAP_SYS_NICE, or 'ulimit -e 40')");
	if (c->waited_ns > c->time_ns / 10)
		strbuf__addf(out, "  -r 1: perf could not run for %.2f of %.2f s. Its nice value, however good, counts only within its "
			     "session (autogroup) or cgroup\n", (double)c->waited_ns / 1e9, (double)c->time_ns / 1e9);
	if (c->one_thread && c->nr_rings >= MANY_RINGS)
		strbuf__addf(out, "  --threads: one thread emptied %zu buffers\n", c->nr_rings);
	strbuf__addstr(out, "  a lower rate (-F");
	if (c->freq)
		strbuf__addf(out, " %" PRIu64, c->freq);
	strbuf__addstr(out, "), a larger count (-c), or fewer events take less room\n");
}

void loss_table__format(struct loss_table *t, struct strbuf *out)
{
	if (!t->nr)
		return;
	qsort(t->rows, t->nr, sizeof(*t->rows), compare);
	format_rows(t, out);
	strbuf__addstr(out, "  What would have helped:\n");
	format_cause(&t->cause, out);
}
