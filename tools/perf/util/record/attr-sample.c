// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/attr-sample.h"

#include <errno.h>
#include <inttypes.h>

#include "util/base/log.h"
#include "util/choose/kernel-features.h"
#include "util/event/evsel-config.h"

int record_opts__choose_freq(const struct record_opts *opts, uint64_t *ret_freq, struct diag *diag)
{
	static const char sysctl[] = "/proc/sys/kernel/perf_event_max_sample_rate";
	uint64_t max = kernel__perf_event_max_sample_rate(),
		 freq = opts->freq_max && max ? max : opts->freq;

	if (max && freq > max && opts->strict_freq)
		return diag__msg(diag, -EINVAL, "Maximum frequency rate (%" PRIu64 " Hz) exceeded; "
				 "use -F with at most that, or raise %s", max, sysctl);
	if (max && freq > max && opts->freq_said)
		pr_warning(
			"warning: Maximum frequency rate (%'" PRIu64
			" Hz) exceeded, throttling from %'" PRIu64 " Hz to %'" PRIu64 " Hz.\n"
			"         The limit can be raised via %s.\n"
			"         The kernel will lower it when perf's interrupts take too long.\n"
			"         Use --strict-freq to disable this throttling, refusing to "
			"record.\n",
			max, freq, max, sysctl);
	else if (max && freq > max)
		pr_warning("Lowering default frequency rate from %" PRIu64 " to %" PRIu64 ".\n"
			   "Please consider tweaking %s.\n", freq, max, sysctl);
	*ret_freq = max && freq > max ? max : freq;
	return 0;
}

void evsel__config_rate(struct evsel *evsel, const struct record_opts *opts, uint64_t freq)
{
	struct perf_event_attr *attr = &evsel->attr;
	const struct evsel_config *config = evsel__get_config(evsel);

	/* An AUX event comes with the period that its driver wants. */
	if (config->is_aux && !config->has_period) {
		attr->freq = 0;
		attr->sample_period = attr->sample_period ? attr->sample_period : 1;
		return;
	}
	if (!config->has_period && !config->has_freq) {
		/* Tracepoints come with a period of 1, which only a wish of the user changes. */
		if (opts->period) {
			attr->freq = 0;
			attr->sample_period = opts->period;
		} else if (!attr->sample_period || opts->freq_said) {
			attr->freq = 1;
			attr->sample_freq = freq;
		}
	}
	if (opts->no_samples) {
		attr->freq = 0;
		attr->sample_period = 0;
	}
}

void evsel__config_sample_type(struct evsel *evsel, const struct record_opts *opts, const struct target *target)
{
	struct perf_event_attr *attr = &evsel->attr;
	const struct evsel_config *config = evsel__get_config(evsel);
	uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;

	if (attr->freq || opts->sample_period)
		type |= PERF_SAMPLE_PERIOD;
	if (target->system_wide || opts->sample_cpu)
		type |= PERF_SAMPLE_CPU;
	if (opts->data_addr)
		type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC;
	if (opts->mem_info)
		type |= PERF_SAMPLE_DATA_SRC;
	if (opts->phys_addr)
		type |= PERF_SAMPLE_PHYS_ADDR;
	if (opts->data_page_size)
		type |= PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_ADDR;
	if (opts->code_page_size)
		type |= PERF_SAMPLE_CODE_PAGE_SIZE;
	if (opts->sample_weight)
		type |= PERF_SAMPLE_WEIGHT_STRUCT;
	if (opts->all_cgroups)
		type |= PERF_SAMPLE_CGROUP;
	if (opts->transaction)
		type |= PERF_SAMPLE_TRANSACTION;
	if (opts->raw_samples)
		type |= PERF_SAMPLE_RAW | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
	if (opts->intr_regs) {
		type |= PERF_SAMPLE_REGS_INTR;
		attr->sample_regs_intr = opts->intr_regs;
	}
	if (opts->user_regs) {
		type |= PERF_SAMPLE_REGS_USER;
		attr->sample_regs_user = opts->user_regs;
	}
	attr->sample_type |= type;
	if (config->time == EVSEL_NO ||
	    (opts->sample_time_said && !opts->sample_time && config->time != EVSEL_YES))
		attr->sample_type &= ~(uint64_t)PERF_SAMPLE_TIME;
	if (config->has_branch_type || opts->branch_type) {
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr->branch_sample_type = config->has_branch_type ? config->branch_type : opts->branch_type;
	}
}
