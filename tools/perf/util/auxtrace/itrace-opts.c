// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/itrace-opts.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/log.h"
#include "util/base/options.h"

#define DEFAULT_PERIOD		100000		/* ns */
#define DEFAULT_CALLCHAIN	16
#define MAX_CALLCHAIN		1024
#define DEFAULT_BRANCH_STACK	64
#define MAX_BRANCH_STACK	1024

void itrace_opts__set_default(struct itrace_opts *o, bool script)
{
	o->branches = o->transactions = o->ptwrites = o->power = o->errors = true;
	o->callchain_size = DEFAULT_CALLCHAIN;
	if (script) {
		o->calls = true;
	} else {
		o->instructions = true;
		o->period_type = ITRACE_PERIOD_NANOSECS;
		o->period = DEFAULT_PERIOD;
	}
}

static void skip_separators(const char **p)
{
	while (**p == ' ' || **p == ',')
		(*p)++;
}

/* "100us", "1000i", "5t", "10ns", or nothing. False: wrong. */
static bool parse_period(struct itrace_opts *o, const char **p)
{
	uint64_t factor = 1;
	char *end;

	o->period_type = ITRACE_PERIOD_NANOSECS;
	o->period = DEFAULT_PERIOD;
	skip_separators(p);
	if (!isdigit((unsigned char)**p))
		return true;
	errno = 0;
	o->period = strtoull(*p, &end, 10);
	if (errno)
		return false;
	*p = end;
	skip_separators(p);
	switch (**p) {
	case 0:
		return true;
	case 'i':
		o->period_type = ITRACE_PERIOD_INSTRUCTIONS;
		(*p)++;
		return true;
	case 't':
		o->period_type = ITRACE_PERIOD_TICKS;
		(*p)++;
		return true;
	case 'm':
		factor = 1000000;
		break;
	case 'u':
		factor = 1000;
		break;
	case 'n':
		break;
	default:
		return false;
	}
	if ((*p)[1] != 's' || __builtin_mul_overflow(o->period, factor, &o->period))
		return false;
	*p += 2;
	return true;
}

/* A number behind a letter, 1..@max; without one *@ret stays. */
static bool parse_size(const char **p, unsigned int max, unsigned int *ret)
{
	unsigned long v;
	char *end;

	skip_separators(p);
	if (!isdigit((unsigned char)**p))
		return true;
	v = strtoul(*p, &end, 10);
	*p = end;
	if (!v || v > max)
		return false;
	*ret = (unsigned int)v;
	return true;
}

/* "+o-l" behind 'e' and 'd'. @minus: the letters behind a minus. */
static bool parse_flags(const char **p, uint32_t *minus)
{
	while (**p == '+' || **p == '-') {
		bool off = **p == '-';

		if (!islower((unsigned char)(*p)[1]))
			return false;
		if (off)
			*minus |= 1U << ((*p)[1] - 'a');
		*p += 2;
	}
	return true;
}

static void ignore(struct itrace_opts *o, char letter)
{
	size_t len = strlen(o->ignored);

	if (!strchr(o->ignored, letter) && len + 1 < sizeof(o->ignored))
		o->ignored[len] = letter;
}

/* What perf knows and we do not heed; its value is checked all the same. Blanks and commas say nothing. */
static bool parse_ignored(struct itrace_opts *o, char letter, const char **p)
{
	unsigned int size = 0;
	uint32_t minus = 0;

	switch (letter) {
	case 'y':
		/* Has a period of its own, which must not become that of the instructions. */
		ignore(o, letter);
		return parse_period(&(struct itrace_opts){ .period = 0 }, p);
	case 'G':
		ignore(o, letter);
		return parse_size(p, MAX_CALLCHAIN, &size);
	case 'L':
		ignore(o, letter);
		return parse_size(p, MAX_BRANCH_STACK, &size);
	case 'd':
		ignore(o, letter);
		return parse_flags(p, &minus);
	case 'o': case 'I': case 'A': case 'Z': case 'T': case 'q':
	case 'f': case 'm': case 't': case 'a': case 'M':
		ignore(o, letter);
		return true;
	default:
		return letter == ' ' || letter == ',';
	}
}

/* One letter and what belongs to it. False: wrong. */
static bool parse_letter(struct itrace_opts *o, char letter, const char **p)
{
	uint32_t minus = 0;
	char *end;

	switch (letter) {
	case 'i':
		o->instructions = true;
		return parse_period(o, p);
	case 'b':
		o->branches = true;
		return true;
	case 'x':
		o->transactions = true;
		return true;
	case 'w':
		o->ptwrites = true;
		return true;
	case 'p':
		o->power = true;
		return true;
	case 'c':
		o->branches = o->calls = true;
		return true;
	case 'r':
		o->branches = o->returns = true;
		return true;
	case 'e':
		o->errors = true;
		if (!parse_flags(p, &minus))
			return false;
		o->hide_overflow = minus & 1U << ('o' - 'a');
		o->hide_lost = minus & 1U << ('l' - 'a');
		return true;
	case 'g':
		o->callchain = true;
		o->callchain_size = DEFAULT_CALLCHAIN;
		return parse_size(p, MAX_CALLCHAIN, &o->callchain_size);
	case 's':
		if (isdigit((unsigned char)**p)) {
			o->skip = strtoull(*p, &end, 10);
			*p = end;
		}
		return true;
	case 'l':
		o->last_branches = DEFAULT_BRANCH_STACK;
		return parse_size(p, MAX_BRANCH_STACK, &o->last_branches);
	default:
		return parse_ignored(o, letter, p);
	}
}

int itrace_opts__parse(struct itrace_opts *o, const char *arg, bool script, char *err, size_t err_size)
{
	const char *p = arg;

	/* The last --itrace counts, as a whole. */
	*o = (struct itrace_opts){ .set = true, .callchain_size = DEFAULT_CALLCHAIN };
	if (!arg) {
		itrace_opts__set_default(o, script);
		return 0;
	}
	while (*p) {
		const char *at = p;
		char letter = *p++;

		if (parse_letter(o, letter, &p))
			continue;
		snprintf(err, err_size, "Bad Instruction Tracing options '%s' at '%s' (letters: i b x w p e c r g l s, and y o d f "
			 "m t a A G L q Z I M T, which have no effect)", arg, at);
		return -EINVAL;
	}
	return 0;
}

static int parse_option(const struct option *opt, const char *arg, bool unset, bool script)
{
	struct itrace_opts *o = opt->value;
	char err[320];

	if (unset) {
		*o = (struct itrace_opts){ .off = true };
		return 0;
	}
	if (!itrace_opts__parse(o, arg, script, err, sizeof(err)))
		return 0;
	pr_error("%s\n", err);
	return -EINVAL;
}

int itrace_opts__script_option(const struct option *opt, const char *arg, bool unset)
{
	return parse_option(opt, arg, unset, true);
}

int itrace_opts__report_option(const struct option *opt, const char *arg, bool unset)
{
	return parse_option(opt, arg, unset, false);
}
