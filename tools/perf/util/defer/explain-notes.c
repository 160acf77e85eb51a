// SPDX-License-Identifier: GPL-2.0-only
/* What a recording does not tell, and how one is made that does. */
#include <inttypes.h>

#include "util/defer/explain.h"
#include "util/offcpu/offcpu.h"
#include "util/output/orphans.h"

struct lines {
	struct strbuf text;
	void (*line)(void *ctx, const char *text);
	void *ctx;
};

static void __attribute__((format(printf, 2, 3))) say(struct lines *l, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf__reset(&l->text);
	strbuf__vaddf(&l->text, fmt, ap);
	va_end(ap);
	l->line(l->ctx, strbuf__str(&l->text));
}

/* Less than this, percent of the busy time, is not worth a line. */
#define LEAST	1

static void say_share(struct lines *l, const struct explain *e, uint64_t ns, const char *what)
{
	double share = explain__percent(ns, explain__busy(e));

	if (share >= LEAST)
		say(l, "%.1f %% of the busy time: %s", share, what);
}

static void switches(struct lines *l, const struct explain *e)
{
	const struct offcpu_stats *st = e->off_cpu ? offcpu__stats(e->off_cpu) : NULL;

	if (!st) {
		say(l, "what threads waited for, and when others ran in their place: context switches are not recorded. "
		    "perf defer record -a --off-cpu --wall -- COMMAND records them");
		return;
	}
	if (!st->lives)
		say(l, "how long threads ran: the recording does not tell when they came back to a CPU. perf defer record -a --off-cpu --wall does");
	else if (!st->codes)
		say(l, "which code ran: there are no samples of a clock. perf defer record -a --off-cpu --wall adds them");
	if (!st->wakings)
		say(l, "who ended the waits, and how long threads then waited for a CPU: wakings are not recorded. perf defer record -a "
		    "--off-cpu records them");
	if (st->some_cpus)
		say(l, "what threads did on other CPUs: switches of some CPUs only are recorded (-a records all)");
	if (st->sampled)
		say(l, "switches in between: they were recorded with a frequency or a period (-c 1 records all)");
}

/* What samples of loads and stores do not tell of cache lines that CPUs take from each other. */
static void sharing(struct lines *l, const struct sharing *sh)
{
	if (!sh->hitm)
		return;
	if (!sh->stores)
		say(l, "who changes the cache lines that loads found changed: no stores are sampled (-e cpu/mem-stores/P). Threads that only store "
		    "to a line are not among those that share it");
	if (!sh->cycles)
		say(l, "what the loads cost: their weights are not recorded (perf record -W)");
	if (sh->lines->kind == SHARING_FALSE)
		say(l, "how many bytes an access has: samples tell where it begins, so that two that begin at different bytes may overlap all the same");
}

void explain__not_known(const struct explain *e, void (*line)(void *ctx, const char *text), void *ctx)
{
	struct lines l = { .line = line, .ctx = ctx };
	const struct session_stats *st = &e->stats;
	uint64_t unknown = e->ns[CAUSE_UNKNOWN], all = explain__busy(e) + unknown;
	char orphans[512];

	switches(&l, e);
	if (explain__percent(unknown, all) >= LEAST)
		say(&l, "%.1f %% of the time that was not idle: records of switches are missing", explain__percent(unknown, all));
	if (st->lost_samples || st->lost_events)
		say(&l,
		    "%" PRIu64 " records and %" PRIu64 " samples were lost: a larger buffer (-m 64M) or a lower frequency (-F) loses fewer",
		    st->lost_events, st->lost_samples);
	if (st->damaged || st->truncated)
		say(&l, "what damaged records say, which were passed over: %" PRIu64 "%s", st->damaged,
		    st->truncated ? ", and the recording ends early" : "");
	if (orphans__closing_text(st, orphans, sizeof(orphans)))
		say(&l, "%s", orphans);
	sharing(&l, &e->sharing);
	say_share(&l, e, e->no_stack, "there is no stack (-g records them)");
	say_share(&l, e, e->no_names, "the innermost function has no name. perf report --missing says why, and how to get it");
	say_share(&l, e, e->no_kernel_names, "the kernel's functions have no names, so it is not known what threads waited for "
		  "(root may read them, or kernel.kptr_restrict=0; --kallsyms names a copy)");
	say_share(&l, e, e->no_user_names, "waits with a futex in programs without names: a lock, or waiting for work");
	strbuf__exit(&l.text);
}
