// SPDX-License-Identifier: GPL-2.0-only
#include "util/hardware/branch-history.h"

#include <inttypes.h>
#include <string.h>

#include "util/event/branch-flags.h"

/* A call is no longer: it lies so close before the address that is returned to. */
#define CALL_SIZE	8

/* The first step that comes from where step @i does; @i: there is none before. */
static size_t first_like(const struct branch_step *steps, size_t i)
{
	size_t j;

	for (j = 0; j < i && steps[j].from != steps[i].from; j++)
		;
	return j;
}

/* Do as many steps from @i on repeat those from @first to @i? */
static bool is_round(const struct branch_step *steps, size_t nr, size_t first, size_t i)
{
	size_t k;

	for (k = 0; first + k < i && i + k < nr; k++)
		if (steps[first + k].from != steps[i + k].from)
			return false;
	return true;
}

/* Takes @len steps from @i on out; the one that follows tells that a round is missing. */
static size_t leave_out(struct branch_step *steps, size_t nr, size_t i, size_t len)
{
	struct branch_step *next = &steps[i + len];
	size_t k;

	if (i + len >= nr)
		return i;
	next->rounds++;
	next->round_cycles = 0;
	for (k = 0; k < len; k++)
		next->round_cycles += branch_flags__cycles(steps[i + k].flags);
	memmove(&steps[i], next, (nr - i - len) * sizeof(*steps));
	return nr - len;
}

static void reverse(struct branch_step *steps, size_t nr)
{
	size_t i;

	for (i = 0; i < nr / 2; i++) {
		struct branch_step step = steps[i];

		steps[i] = steps[nr - 1 - i];
		steps[nr - 1 - i] = step;
	}
}

size_t branch_history__steps(struct branch_step *steps, const struct branch_entry *branches, uint64_t nr_branches,
			     bool oldest_first)
{
	size_t nr = nr_branches < BRANCH_HISTORY_MAX ? (size_t)nr_branches : BRANCH_HISTORY_MAX, i, first;

	for (i = 0; i < nr; i++)
		steps[i] = (struct branch_step){ .from = branches[i].from, .to = branches[i].to,
						 .flags = branches[i].flags };
	if (oldest_first)
		reverse(steps, nr);
	for (i = 0; i < nr; i++) {
		first = first_like(steps, i);
		/* As perf has it, what moves to this place is not looked at. */
		if (first < i && is_round(steps, nr, first, i))
			nr = leave_out(steps, nr, i, i - first);
	}
	if (oldest_first)
		reverse(steps, nr);
	return nr;
}

static uint32_t half_nr(const struct chain_half *half)
{
	return half ? half->nr : 0;
}

static const struct frame *frame_at(const struct callchain *chain, uint32_t i)
{
	uint32_t kernel = half_nr(chain->kernel);

	return i < kernel ? chain->kernel->frames[i] : chain->user->frames[i - kernel];
}

/* Behind frame @i and what is inlined there. */
static uint32_t next_address(const struct callchain *chain, uint32_t i, uint32_t nr)
{
	uint64_t ip = frame_at(chain, i)->ip;

	while (i < nr && frame_at(chain, i)->ip == ip)
		i++;
	return i;
}

uint32_t branch_history__covered(const struct branch_step *steps, size_t nr_steps, const struct callchain *chain)
{
	uint32_t nr = half_nr(chain->kernel) + half_nr(chain->user), covered;
	size_t i;

	if (!nr || !nr_steps)
		return 0;
	/* The sample itself lies in the code that the newest branch led to. */
	covered = next_address(chain, 0, nr);
	for (i = 0; i < nr_steps && covered < nr; i++) {
		uint64_t ip = frame_at(chain, covered)->ip;

		if (steps[i].from < ip && ip - steps[i].from <= CALL_SIZE)
			covered = next_address(chain, covered, nr);
	}
	return covered;
}

void branch_sums__add_to(struct branch_sums *sums, const struct branch_step *step)
{
	sums->from = false;
	sums->nr++;
	sums->known += branch_flags__predicted(step->flags) || branch_flags__mispredicted(step->flags);
	sums->predicted += branch_flags__predicted(step->flags);
	sums->aborted += branch_flags__aborted(step->flags);
	sums->kinds |= branch_kinds(step->from, step->to, step->flags);
}

void branch_sums__add_from(struct branch_sums *sums, const struct branch_step *step)
{
	sums->from = true;
	sums->nr_from++;
	sums->cycles += branch_flags__cycles(step->flags);
	sums->rounds += step->rounds;
	sums->round_cycles += step->round_cycles;
}

void branch_sums__add(struct branch_sums *sums, const struct branch_sums *more)
{
	sums->nr += more->nr;
	sums->known += more->known;
	sums->predicted += more->predicted;
	sums->aborted += more->aborted;
	sums->nr_from += more->nr_from;
	sums->cycles += more->cycles;
	sums->rounds += more->rounds;
	sums->round_cycles += more->round_cycles;
	sums->kinds |= more->kinds;
}

/* The next of several words in parentheses. */
static void next_word(struct strbuf *out, size_t from)
{
	strbuf__addstr(out, out->len == from ? " (" : " ");
}

static void add_count(struct strbuf *out, size_t from, const char *what, uint64_t count)
{
	if (!count)
		return;
	next_word(out, from);
	strbuf__addf(out, "%s:%" PRIu64, what, count);
}

/* Names of the kinds [@first, @end) that there are. */
static void add_kinds(struct strbuf *out, size_t from, uint64_t kinds, unsigned int first, unsigned int end)
{
	unsigned int i;

	for (i = first; i < end; i++) {
		if (!(kinds >> i & 1) || !*branch_kind__name(i))
			continue;
		next_word(out, from);
		strbuf__addstr(out, branch_kind__name(i));
	}
}

static void add_to(const struct branch_sums *sums, struct strbuf *out, size_t from)
{
	add_kinds(out, from, sums->kinds, BRANCH_KIND_COND_FWD, BRANCH_KIND_CROSS_4K);
	/* Conditional ones are told by their directions. */
	add_kinds(out, from, sums->kinds, BRANCH_KIND_TYPE + BRANCH_TYPE_COND + 1, BRANCH_NR_KINDS);
	add_kinds(out, from, sums->kinds, BRANCH_KIND_CROSS_4K, BRANCH_KIND_TYPE);
	if (sums->known && sums->predicted < sums->nr) {
		next_word(out, from);
		strbuf__addf(out, "predicted:%.1f%%", 100.0 * (double)sums->predicted / (double)sums->nr);
	}
	add_count(out, from, "abort", sums->aborted);
}

static void add_from(const struct branch_sums *sums, struct strbuf *out, size_t from)
{
	add_count(out, from, "cycles", sums->cycles / sums->nr_from);
	add_count(out, from, "iter", sums->rounds / sums->nr_from);
	if (sums->rounds >= sums->nr_from)
		add_count(out, from, "avg_cycles", sums->round_cycles / sums->rounds);
}

void branch_sums__print(const struct branch_sums *sums, struct strbuf *out)
{
	size_t from = out->len;

	if (!sums)
		strbuf__addstr(out, " (calltrace)");
	else if (sums->from)
		add_from(sums, out, from);
	else
		add_to(sums, out, from);
	if (sums && out->len > from)
		strbuf__addch(out, ')');
}
