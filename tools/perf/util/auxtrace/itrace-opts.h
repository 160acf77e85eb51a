/* SPDX-License-Identifier: GPL-2.0-only */
/* --itrace: what is made of instruction traces. */
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
	uint64_t period;		/* of instructions; 0: each */
	bool callchain;			/* 'g': with the stack of calls */
	unsigned int callchain_size;	/* frames */
	unsigned int last_branches;	/* 'l': with stacks of so many branches; 0: without */
	uint64_t skip;			/* 's': so many of each kind first */
	bool hide_overflow, hide_lost;	/* "e-o", "e-l" */
	bool cycles;			/* samples are to tell instructions and cycles */
	char ignored[32];		/* letters that are understood, but that nothing comes of */
};

/* What is shown where nothing was asked for: perf script's (calls and the like), or perf report's (instructions). */
void itrace_opts__set_default(struct itrace_opts *o, bool script);
/*
 * Takes the letters of one --itrace; NULL: all, for perf script its defaults. 0, or -EINVAL with the reason in
 * @err.
 */
int itrace_opts__parse(struct itrace_opts *o, const char *arg, bool script, char *err, size_t err_size);

struct option;

/* For OPT_CALLBACK_FLAGS: @opt->value is the struct itrace_opts; --no-itrace switches decoding off. */
int itrace_opts__script_option(const struct option *opt, const char *arg, bool unset);
int itrace_opts__report_option(const struct option *opt, const char *arg, bool unset);

#endif /* PERF_AUXTRACE_ITRACE_OPTS_H */
