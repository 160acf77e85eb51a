// SPDX-License-Identifier: GPL-2.0-only
/* What a word of the command line, or its absence, does to the value behind an option. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/log.h"
#include "util/base/options-internal.h"

bool option__takes_value(const struct option *o)
{
	switch (o->type) {
	case OPTION_INT:
	case OPTION_UINT:
	case OPTION_U64:
	case OPTION_STRING:
		return true;
	case OPTION_CALLBACK:
		return !(o->flags & OPT_NOARG);
	default:
		return false;
	}
}

const char *option__text(const struct option *o)
{
	static char text[64];

	if (o->long_name)
		snprintf(text, sizeof(text), "--%s", o->long_name);
	else
		snprintf(text, sizeof(text), "-%c", o->short_name);
	return text;
}

static long long parse_number(const struct option *o, const char *arg, long long min, unsigned long long max)
{
	char *end;
	unsigned long long u;
	long long v;

	errno = 0;
	if (min < 0) {
		v = strtoll(arg, &end, 0);
		if (!errno && *arg && !*end && v >= min && (v < 0 || (unsigned long long)v <= max))
			return v;
	} else {
		u = strtoull(arg, &end, 0);
		if (!errno && *arg && !*end && !strchr(arg, '-') && u <= max)
			return (long long)u;
	}
	usage_error("option '%s' takes a number, not '%s'", option__text(o), arg);
}

static void tell_others(const struct option *table)
{
	const struct option *o;

	for (o = table; o->type != OPTION_END; o++)
		if (o->type == OPTION_UNLESS_ALONE)
			*(bool *)o->value = true;
}

void option__store(const struct option *table, const struct option *o, const char *arg, bool unset)
{
	if (!(o->flags & OPT_IS_ALONE))
		tell_others(table);
	switch (o->type) {
	case OPTION_BOOL:
		*(bool *)o->value = !unset ^ !!(o->flags & OPT_INVERT);
		break;
	case OPTION_INCR:
		*(int *)o->value = unset ? 0 : *(int *)o->value + 1;
		break;
	case OPTION_INT:
		*(int *)o->value = unset ? 0 : (int)parse_number(o, arg, INT32_MIN, INT32_MAX);
		break;
	case OPTION_UINT:
		*(unsigned int *)o->value = unset ? 0 : (unsigned int)parse_number(o, arg, 0, UINT32_MAX);
		break;
	case OPTION_U64:
		*(uint64_t *)o->value = unset ? 0 : (uint64_t)parse_number(o, arg, 0, UINT64_MAX);
		break;
	case OPTION_STRING:
		*(const char **)o->value = unset ? NULL : arg;
		break;
	case OPTION_CALLBACK:
		if (o->callback(o, arg, unset) < 0)
			exit(EXIT_USAGE);
		break;
	default:
		break;
	}
}

int option__set_quiet(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	(void)arg;
	verbose = unset ? LOG_NORMAL : LOG_QUIET;
	return 0;
}

int option__set_percent(const struct option *opt, const char *arg, bool unset)
{
	double *value = opt->value;
	char *end = NULL;
	double v = unset ? 0 : strtod(arg, &end);

	if (!unset && (end == arg || (*end && strcmp(end, "%")) || !(v >= 0))) {
		pr_error("perf: option '--%s' takes a number, not '%s'\n", opt->long_name, arg);
		return -1;
	}
	if (v > 100) {
		pr_error("perf: option '--%s' takes a share in percent, 0 to 100, and nothing has %s\n", opt->long_name, arg);
		return -1;
	}
	*value = v;
	return 0;
}
