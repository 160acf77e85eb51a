// SPDX-License-Identifier: GPL-2.0-only
/* What -h and --list-opts print of a table of options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/options-internal.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"

static void print_option(const struct option *o)
{
	struct strbuf sb = STRBUF_INIT;

	if (o->short_name)
		strbuf__addf(&sb, "    -%c", o->short_name);
	else
		strbuf__addstr(&sb, "      ");
	if (o->long_name)
		strbuf__addf(&sb, "%s--%s", o->short_name ? ", " : "  ", o->long_name);
	if (option__takes_value(o)) {
		if (o->flags & (OPT_OPTARG | OPT_NEXTARG))
			strbuf__addf(&sb, "[=%s]", o->arg_name ? o->arg_name : "VALUE");
		else
			strbuf__addf(&sb, " <%s>", o->arg_name ? o->arg_name : "value");
	}
	if (sb.len < 30)
		std_out__addf("%-30s%s\n", sb.buf, o->help ? o->help : "");
	else
		std_out__addf("%s\n%30s%s\n", sb.buf, "", o->help ? o->help : "");
	strbuf__exit(&sb);
}

static void print_usage(const struct option *options, const char *const *usage, const char *token)
{
	const struct option *o;
	const char *const *u;

	for (u = usage; *u; u++)
		std_out__addf("%s %s\n", u == usage ? "\n Usage:" : "    or:", *u);
	std_out__addstr("\n");
	for (o = options; o->type != OPTION_END; o++) {
		if (o->flags & OPT_HIDDEN)
			continue;
		if (token && !(o->long_name && strstr(o->long_name, token)) &&
		    !(o->help && strcasestr(o->help, token)) &&
		    !(o->short_name && token[0] == o->short_name && !token[1]))
			continue;
		if (o->type == OPTION_GROUP)
			std_out__addf("\n  %s\n", o->help);
		else
			print_option(o);
	}
	std_out__addstr("\n");
}

/* Does one name mean both? "no-x" is also the negative form of "x", and "x" that of "no-x". */
static bool share_name(const struct option *a, const struct option *b)
{
	const char *x = a->long_name, *y = b->long_name;

	if (!x || !y)
		return false;
	if (!strcmp(x, y))
		return true;
	if (a->flags & b->flags & OPT_NONEG)
		return false;
	return (!strncmp(x, "no-", 3) && !strcmp(x + 3, y)) || (!strncmp(y, "no-", 3) && !strcmp(y + 3, x));
}

const struct option *options__find_twin(const struct option *options)
{
	const struct option *a, *b;

	for (b = options; b->type != OPTION_END; b++)
		for (a = options; a < b; a++)
			if ((a->short_name && a->short_name == b->short_name) || share_name(a, b))
				return b;
	return NULL;
}

void (*options__before_help)(void);

void options__help_and_exit(const struct option *options, const char *const *usage, const char *token)
{
	if (options__before_help)
		options__before_help();
	const struct option *twin = options__find_twin(options);

	if (twin) {
		fprintf(stderr, "perf: a bug in '%s': option '%s' stands twice\n", usage[0], option__text(twin));
		abort();
	}
	print_usage(options, usage, token);
	exit(std_out__finish(0));
}

void options__list_and_exit(const struct option *options)
{
	const struct option *o;

	for (o = options; o->type != OPTION_END; o++)
		if (o->long_name && !(o->flags & OPT_HIDDEN))
			std_out__addf("--%s ", o->long_name);
	std_out__addstr("\n");
	exit(std_out__finish(0));
}
