// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util/base/json.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/defer/check.h"

static void answer(struct text_out *out, const char *what, bool yes, const char *more)
{
	text_out__addf(out, "  %-44s %s%s%s\n", what, yes ? "yes" : "no", *more ? ": " : "", more);
}

/* Of the kernel and the machine nothing is known where not even a plain event can be opened. */
static void answer_by_event(const struct check *c, struct text_out *out, const char *what, bool yes, const char *otherwise)
{
	if (c->no_events)
		text_out__addf(out, "  %-44s not known: no event can be opened\n", what);
	else
		answer(out, what, yes, yes ? "" : otherwise);
}

static void print_kernel(const struct check *c, struct text_out *out)
{
	const struct kernel_features *f = &c->features;

	text_out__addf(out, "Kernel %s (%s)\n", c->release ? c->release : "?", c->machine ? c->machine : "?");
	answer_by_event(c, out, "deferred user callchains (defer_callchain)", f->defer_callchain, check__reason(c));
	answer_by_event(c, out, "their records (defer_output)", f->defer_output, "");
	answer_by_event(c, out, "AUX pause and resume (aux_action)", f->aux_action, "needs Linux 6.13");
	answer_by_event(c, out, "build ids in mmap records", f->build_id, "");
}

static void print_machine(const struct check *c, struct text_out *out)
{
	size_t i;

	text_out__addf(out, "\nMachine\n");
	answer_by_event(c, out, "hardware counters", c->hardware, "perf record takes cpu-clock instead");
	if (!c->nr_aux)
		answer(out, "PMUs with an AUX area", false, "");
	for (i = 0; i < c->nr_aux; i++)
		text_out__addf(out, "  %-44s %s%s\n", i ? "" : "PMUs with an AUX area", c->aux[i].name,
			       c->aux[i].can_pause ? " (can pause and resume)" : "");
}

static void print_user(const struct check *c, struct text_out *out)
{
	text_out__addf(out, "\nUser\n");
	text_out__addf(out, "  %-44s %d%s\n", "kernel.perf_event_paranoid", c->paranoid,
		       c->privileged ? " (does not matter: privileged)" :
		       c->no_events && c->paranoid > 2 ? " (no events at all: sysctl kernel.perf_event_paranoid=2)" :
		       c->paranoid > 1 ? " (own processes, user space only: sysctl kernel.perf_event_paranoid=1)" :
		       c->paranoid > 0 ? " (own processes only: sysctl kernel.perf_event_paranoid=0)" : "");
	/* With 0 they are shown to those who may measure the kernel. */
	text_out__addf(out, "  %-44s %d%s\n", "kernel.kptr_restrict", c->kptr_restrict, c->privileged ? "" :
		       c->kptr_restrict ? " (kernel symbols are hidden: sysctl kernel.kptr_restrict=0)" :
		       c->paranoid > 1 ? " (kernel symbols are hidden: sysctl kernel.perf_event_paranoid=1)" : "");
	text_out__addf(out, "  %-44s %u KiB for each CPU", "kernel.perf_event_mlock_kb", c->mlock_kb);
	if (c->memlock_limit == UINT64_MAX)
		text_out__addf(out, ", memory lock unlimited\n");
	else
		text_out__addf(out, ", and %" PRIu64 " KiB of locked memory (ulimit -l)\n", c->memlock_limit / 1024);
	answer(out, "tracepoints (tracefs)", c->tracefs, c->tracefs ? c->tracefs : c->no_tracefs);
}

static const char *file_problem(int err)
{
	switch (-err) {
	case ENODATA:	return "no unwind table to tell from";
	case EINVAL:	return "not an ELF file";
	case ENOENT:	return "not found where the loader looks";
	default:	return strerror(-err);
	}
}

static const char *verdict(double share)
{
	return share >= 80 ? "keeps them" : share <= 20 ? "does not keep them: stacks break in it" :
	       "keeps them in part";
}

static void print_files(const struct check *c, struct text_out *out)
{
	size_t i;

	if (!c->nr_files)
		return;
	text_out__addf(out, "\nFrame pointers, by the files' unwind tables (share of the code with a frame)\n");
	for (i = 0; i < c->nr_files; i++) {
		const struct check_file *f = &c->files[i];

		if (f->err)
			text_out__addf(out, "       -  %s: %s\n", shown(f->path), file_problem(f->err));
		else
			text_out__addf(out, "  %5.1f%%  %s: %s\n", check_file__share(f), shown(f->path), verdict(check_file__share(f)));
	}
}

void check__print_text(const struct check *c, struct text_out *out)
{
	print_kernel(c, out);
	print_machine(c, out);
	print_user(c, out);
	print_files(c, out);
	check_sframe__print(c, out);
	if (check__works(c))
		text_out__addf(out, "\nDeferral works here: perf record --call-graph fp,defer\n");
	else
		text_out__addf(out, c->no_events ? "\nNothing can be recorded here: %s\n" : "\nDeferral does not work here: %s\n",
			       check__reason(c));
}

static void json_files(struct json *j, const struct check *c)
{
	size_t i;

	json__array(j, "frame_pointers");
	for (i = 0; i < c->nr_files; i++) {
		const struct check_file *f = &c->files[i];

		json__object_inline(j, NULL);
		json__str(j, "file", f->path);
		if (f->err) {
			json__str(j, "error", file_problem(f->err));
		} else {
			json__double(j, "percent", check_file__share(f));
			json__u64(j, "bytes_with", f->fp.with_fp);
			json__u64(j, "bytes_without", f->fp.without_fp);
		}
		json__end(j);
	}
	json__end(j);
}

void check__print_json(const struct check *c, struct text_out *out)
{
	struct json j;
	size_t i;

	json__init(&j, out);
	json__object(&j, NULL);
	json__u64(&j, "version", 1);
	json__bool(&j, "works", check__works(c));
	json__str(&j, "reason", *check__reason(c) ? check__reason(c) : NULL);
	json__str(&j, "kernel", c->release);
	json__str(&j, "machine", c->machine);
	json__bool(&j, "defer_callchain", c->features.defer_callchain);
	json__bool(&j, "defer_output", c->features.defer_output);
	json__bool(&j, "aux_start_paused", c->features.aux_action);
	json__bool(&j, "aux_pause", c->features.aux_action);
	json__bool(&j, "aux_resume", c->features.aux_action);
	json__bool(&j, "hardware_counters", c->hardware);
	json__array(&j, "aux_pmus");
	for (i = 0; i < c->nr_aux; i++) {
		json__object_inline(&j, NULL);
		json__str(&j, "name", c->aux[i].name);
		json__bool(&j, "can_pause", c->aux[i].can_pause);
		json__end(&j);
	}
	json__end(&j);
	json__i64(&j, "perf_event_paranoid", c->paranoid);
	json__i64(&j, "kptr_restrict", c->kptr_restrict);
	json__u64(&j, "perf_event_mlock_kb", c->mlock_kb);
	if (c->memlock_limit == UINT64_MAX)
		json__null(&j, "memlock_limit");
	else
		json__u64(&j, "memlock_limit", c->memlock_limit);
	json__bool(&j, "privileged", c->privileged);
	json__str(&j, "tracefs", c->tracefs);
	json_files(&j, c);
	check_sframe__print_json(c, &j);
	json__end(&j);
	json__finish(&j);
}
