// SPDX-License-Identifier: GPL-2.0-only
/* What perf record says in the end: how much was recorded and unwound, and what was lost. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "builtin-record.h"
#include "util/base/log.h"
#include "util/record/recorder.h"

/* What became of the traces. */
static void report_aux(const struct record_result *res)
{
	if (!res->has_aux)
		return;
	if (res->aux_truncated)
		pr_warning("[ perf record: AUX data lost %" PRIu64 " times out of %" PRIu64
			   ": use a larger -m ,PAGES ]\n", res->aux_truncated, res->aux_records);
	if (res->aux_partial)
		pr_warning("[ perf record: AUX data had gaps in it %" PRIu64 " times out of %" PRIu64
			   ": a virtual machine may have run ]\n", res->aux_partial, res->aux_records);
	if (res->aux_collided)
		pr_warning("[ perf record: AUX data detected collision %" PRIu64 " times out of %" PRIu64
			   " ]\n", res->aux_collided, res->aux_records);
	if (res->aux_snapshots && !res->nr_snapshots)
		pr_warning("[ perf record: no snapshot was taken: send SIGUSR2 to perf, or take one at "
			   "the end (-Se) ]\n");
	else if (!res->aux_samples && !res->aux_bytes)
		pr_warning("[ perf record: there were no AUX data: nothing that the event traces has "
			   "run, or nothing has resumed it ]\n");
}

static void report_loss(struct record_result *res)
{
	struct strbuf table = STRBUF_INIT;
	char times[32] = "";

	/* What was lost last has no record that tells of it, only the counter. */
	if (res->lost_chunks)
		snprintf(times, sizeof(times), "%" PRIu64 " times ", res->lost_chunks);
	if (res->lost)
		pr_warning("[ perf record: lost %" PRIu64 " events (%sa ring buffer of %zu KiB was full) ]\n", res->lost, times,
			   res->ring_bytes / 1024);
	loss_table__format(&res->loss, &table);
	if (table.len)
		pr_warning("%s", strbuf__str(&table));
	strbuf__exit(&table);
	if (res->gone_cpus)
		pr_warning("[ perf record: CPU%s %s went offline: what ran there from then on is missing ]\n",
			   strchr(res->gone_cpus, ',') ? "s" : "", res->gone_cpus);
	if (res->dropped)
		pr_warning("[ perf record: %" PRIu64 " bytes of records could not be written ]\n",
			   res->dropped);
	report_aux(res);
	if (res->throttled)
		pr_notice("[ perf record: the kernel throttled events %" PRIu64 " times ]\n",
			  res->throttled);
}

static void report_sleepers(const struct sleepers_result *s)
{
	pr_notice("[ perf record: %zu threads sleep at the end: %zu with a stack of user space (%zu whole), %zu with one of the "
		  "kernel", s->written + s->failed, s->user, s->whole, s->kernel);
	if (s->halves)
		pr_notice("; %zu samples got their user half", s->halves);
	pr_notice(" ]\n");
	if (s->failed)
		pr_warning("[ perf record: the stacks of %zu of these threads cannot be read: %s ]\n", s->failed,
			   s->error == -EPERM || s->error == -EACCES ?
			   "this user may not look into them (as root, or with CAP_SYS_PTRACE)" :
			   s->error ? strerror(-s->error) : "the kernel tells none");
	if (s->written && !s->kernel)
		pr_warning("[ perf record: only root may read where threads sleep in the kernel: these stacks are of user space ]\n");
}

/* Copies cannot be larger: a record has to have room for all else, too, which may take so many of these bytes. */
#define MAX_COPY	65520
#define MAX_BESIDE	8192

/* Why stacks end that could be whole; not for one in a hundred. */
static void report_ends(const struct live_unwind_stats *u)
{
	if (u->ended_full > u->samples / 100) {
		pr_notice("[ perf record: %" PRIu64 " of these are deeper than the %" PRIu64 " bytes that are copied of each stack",
			  u->ended_full, u->copied);
		if (u->copied < MAX_COPY - MAX_BESIDE)
			pr_notice(": repair=%d copies more", MAX_COPY);
		pr_notice(" ]\n");
	}
	if (u->ended_early > u->samples / 100)
		pr_notice("[ perf record: %" PRIu64 " of these end where memory of the stack lies that the program has not touched yet, "
			  "which the kernel does not copy ]\n", u->ended_early);
}

static void report_unwinding(const struct live_unwind_stats *u)
{
	double all = u->samples ? 100.0 / (double)u->samples : 0;

	pr_notice("[ perf record: unwound %" PRIu64 " user stacks: %.1f%% to their end, %.1f%% in part", u->whole + u->marked,
		  (double)u->whole * all, (double)u->marked * all);
	if (u->kept)
		pr_notice("; %" PRIu64 " are kept for readers to unwind", u->kept);
	pr_notice(" ]\n");
	report_ends(u);
	if (u->tables.refused)
		pr_warning("[ perf record: the unwind table of %s could not be read: it took too long, or is made to do harm ]\n",
			   u->tables.refused);
	else if (u->tables.restarts)
		pr_warning("[ perf record: the process that reads unwind tables ended %u times; %s ]\n", u->tables.restarts,
			   u->tables.gone ? "then none was started any more: stacks with code that was new are whole only as far as "
			   "frame pointers lead" : "another took its place, and no stack is missing");
}

void record__tell_result(const struct record_opts *opts, struct record_result *res)
{
	const char *output = opts->output ? opts->output : "perf.data";
	char ratio[96];

	if (!res->begun)
		return;
	if (res->no_kernel_map)
		pr_warning(
			"WARNING: Kernel address maps (/proc/{kallsyms,modules}) are restricted,\n"
			"check /proc/sys/kernel/kptr_restrict and "
			"/proc/sys/kernel/perf_event_paranoid.\n\n"
			"Samples in kernel functions may not be resolved.\n\n");
	if (res->size_limit)
		pr_notice("[ perf record: perf size limit reached (%" PRIu64
			  " KB), stopping session ]\n",
			  res->file_size >> 10);
	pr_notice("[ perf record: Woken up %lu times to write data ]\n", res->wakeups);
	report_loss(res);
	if (opts->sleepers)
		report_sleepers(&res->sleepers);
	if (res->unwound)
		report_unwinding(&res->unwind);
	snprintf(ratio, sizeof(ratio), ", compressed (original %.3f MB, ratio is %.3f)",
		 (double)res->bytes_in / 1024.0 / 1024.0,
		 res->bytes_out ? (double)res->bytes_in / (double)res->bytes_out : 0.0);
	/* An error says so. */
	if (res->gone)
		return;
	if (opts->last.ms && opts->last.end != LAST_END_OUTPUT && !res->nr_files && strcmp(output, "-")) {
		if (!res->nr_named)
			pr_notice("[ perf record: The command ended with status 0, and nobody asked for its last seconds: nothing was written ]\n");
		return;
	}
	pr_notice("[ perf record: Captured and wrote %.3f MB %s%s (%" PRIu64 " samples)%s ]\n",
		  (double)res->file_size / 1024.0 / 1024.0, output,
		  res->nr_files && opts->last.end != LAST_END_OUTPUT && strcmp(output, "-") ? ".<timestamp>" : "",
		  res->samples, res->bytes_in ? ratio : "");
}
