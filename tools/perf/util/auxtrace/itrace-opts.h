/* SPDX-License-Identifier: GPL-2.0-only */
/* The option --itrace, which says what is made from instruction traces. */
#ifndef PERF_AUXTRACE_ITRACE_OPTS_H
#define PERF_AUXTRACE_ITRACE_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum itrace_period { ITRACE_PERIOD_NANOSECS, ITRACE_PERIOD_INSTRUCTIONS, ITRACE_PERIOD_TICKS };

struct itrace_opts {
	bool set;			/* --itrace was given */
	bool off;			/* --no-itrace: traces are not decoded */
	bool instructions, branches, transactions, ptwrites, power, errors, calls, returns;
	enum itrace_period period_type;
	uint64_t period;		/* of samples of instructions, in units of @period_type; 0: a sample for each */
	bool callchain;			/* 'g': samples have callchains */
	unsigned int callchain_size;	/* frames */
	unsigned int last_branches;	/* 'l': samples have branch stacks of this size; 0: they have none */
	uint64_t skip;			/* 's': leave out so many samples of each kind at the beginning */
	bool hide_overflow, hide_lost;	/* "e-o", "e-l" */
	bool cycles;			/* samples contain the numbers of instructions and cycles */
	char ignored[32];		/* letters that are accepted but have no effect */
};

/*
 * Sets the defaults for the case that no letters are given: perf script's (calls and the like), or perf report's
 * (instructions).
 */
void itrace_opts__set_default(struct itrace_opts *o, bool script);
/*
 * Parses the letters of one --itrace into @o. With @arg NULL sets the defaults of perf script or perf report. Returns 0, or
 * -EINVAL with the reason in @err.
 */
int itrace_opts__parse(struct itrace_opts *o, const char *arg, bool script, char *err, size_t err_size);

struct option;

/* For OPT_CALLBACK_FLAGS: @opt->value is the struct itrace_opts; --no-itrace switches decoding off. */
int itrace_opts__script_option(const struct option *opt, const char *arg, bool unset);
int itrace_opts__report_option(const struct option *opt, const char *arg, bool unset);

#endif /* PERF_AUXTRACE_ITRACE_OPTS_H */
