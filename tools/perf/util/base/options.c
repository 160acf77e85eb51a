// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/options-internal.h"
#include "util/base/strbuf.h"

struct parser {
	int argc, pos;
	const char **argv;
	int nr_rest;			/* non-options, moved to argv[0..) */
	const struct option *options;
	const char *const *usage;
};

void usage_error(const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		alloc__failed();
	va_end(ap);
	pr_error("perf: %s\n", text);
	free(text);
	exit(EXIT_USAGE);
}

static void __attribute__((noreturn)) help_and_exit(const struct parser *p)
{
	options__help_and_exit(p->options, p->usage, p->pos + 1 < p->argc ? p->argv[p->pos + 1] : NULL);
}

static const char *next_value(struct parser *p, const struct option *o)
{
	if (p->pos + 1 >= p->argc)
		usage_error("option '%s' needs a value%s%s", option__text(o), o->arg_name ? ": " : "",
			    o->arg_name ? o->arg_name : "");
	return p->argv[++p->pos];
}

/* The value of @o where it does not follow in the same word. NULL: none. */
static const char *separate_value(struct parser *p, const struct option *o)
{
	if (o->flags & OPT_OPTARG)
		return NULL;
	if (o->flags & OPT_NEXTARG && (p->pos + 1 >= p->argc || p->argv[p->pos + 1][0] == '-'))
		return NULL;
	return next_value(p, o);
}

static void parse_short(struct parser *p)
{
	const char *s = p->argv[p->pos] + 1;
	const struct option *o;

	for (; *s; s++) {
		if (*s == 'h') {
			/* An option of the command named -h comes first (there is none today). */
			help_and_exit(p);
		}
		for (o = p->options; o->type != OPTION_END; o++)
			if (o->short_name == *s)
				break;
		if (o->type == OPTION_END)
			usage_error("unknown option '-%c' (%.*s-h lists them)", *s,
				    (int)strcspn(p->usage[0], "[<"), p->usage[0]);
		if (!option__takes_value(o)) {
			option__store(p->options, o, NULL, false);
			continue;
		}
		if (s[1])
			option__store(p->options, o, s + 1 + (s[1] == '='), false);
		else
			option__store(p->options, o, separate_value(p, o), false);
		return;
	}
}

struct match {
	const struct option *opt;
	bool unset;
};

/* Does the typed name (@len bytes) mean @o? 2: exactly, 1: as an abbreviation, 0: no. */
static int match_long(const struct option *o, const char *name, size_t len, bool *ret_unset)
{
	const char *l = o->long_name;
	bool negatable = !(o->flags & OPT_NONEG);

	if (!l)
		return 0;
	*ret_unset = false;
	if (!strncmp(l, name, len))
		return l[len] ? 1 : 2;
	if (!negatable)
		return 0;
	*ret_unset = true;
	/* "--no-x" of "x", and "--x" of "no-x" */
	if (len > 3 && !strncmp(name, "no-", 3) && !strncmp(l, name + 3, len - 3))
		return l[len - 3] ? 1 : 2;
	if (!strncmp(l, "no-", 3) && !strncmp(l + 3, name, len))
		return l[3 + len] ? 1 : 2;
	return 0;
}

/* Says what was typed, and what it may have meant. */
static void __attribute__((noreturn)) unknown_long(const struct parser *p, const char *name, size_t len)
{
	struct near_names near = { .want = name, .want_len = len };
	struct strbuf text = STRBUF_INIT;
	const struct option *o;
	size_t i;

	for (o = p->options; o->type != OPTION_END; o++) {
		const char *l = o->long_name;
		char *other;

		if (!l || o->flags & OPT_HIDDEN)
			continue;
		near_names__look_at(&near, l, strlen(l));
		if (o->flags & OPT_NONEG)
			continue;
		other = !strncmp(l, "no-", 3) ? xstrdup(l + 3) : xasprintf("no-%s", l);
		near_names__look_at(&near, other, strlen(other));
		free(other);
	}
	for (i = 0; i < near.nr; i++)
		strbuf__addf(&text, "%s'--%s'", !i ? "; did you mean " : i + 1 < near.nr ? ", " : " or ", near.best[i].name);
	if (near.nr)
		strbuf__addstr(&text, "?");
	usage_error("unknown option '--%.*s'%s (%.*s-h lists them)", (int)len, name, strbuf__str(&text),
		    (int)strcspn(p->usage[0], "[<"), p->usage[0]);
}

static struct match find_long(struct parser *p, const char *name, size_t len)
{
	struct match best = { NULL, false };
	const struct option *o, *other = NULL;
	bool unset;

	for (o = p->options; o->type != OPTION_END; o++) {
		int how = match_long(o, name, len, &unset);

		if (how == 2)
			return (struct match){ o, unset };
		if (how == 1) {
			if (best.opt)
				other = o;
			else
				best = (struct match){ o, unset };
		}
	}
	if (other)
		usage_error("option '--%.*s' may mean '--%s' or '--%s': write more of it", (int)len, name,
			    best.opt->long_name, other->long_name);
	if (!best.opt)
		unknown_long(p, name, len);
	return best;
}

static void parse_long(struct parser *p)
{
	const char *name = p->argv[p->pos] + 2;
	size_t len = strcspn(name, "=");
	const char *arg = name[len] ? name + len + 1 : NULL;
	struct match m;

	if (len == 4 && !strncmp(name, "help", 4))
		help_and_exit(p);
	if (len == 9 && !strncmp(name, "list-opts", 9))
		options__list_and_exit(p->options);
	m = find_long(p, name, len);
	if (!option__takes_value(m.opt) || m.unset) {
		if (arg)
			usage_error("option '--%.*s' takes no value", (int)len, name);
	} else if (!arg) {
		arg = separate_value(p, m.opt);
	}
	option__store(p->options, m.opt, arg, m.unset);
}

int parse_options(int argc, const char **argv, const struct option *options,
		  const char *const *usage, int flags)
{
	struct parser p = { .argc = argc, .pos = 1, .argv = argv, .options = options, .usage = usage };

	for (; p.pos < argc; p.pos++) {
		const char *a = argv[p.pos];

		if (a[0] != '-' || !a[1]) {
			if (flags & PARSE_STOP_AT_NON_OPTION)
				break;
			argv[p.nr_rest++] = a;
		} else if (!strcmp(a, "--")) {
			p.pos++;
			break;
		} else if (a[1] == '-') {
			parse_long(&p);
		} else {
			parse_short(&p);
		}
	}
	for (; p.pos < argc; p.pos++)
		argv[p.nr_rest++] = argv[p.pos];
	if (p.nr_rest < argc)
		argv[p.nr_rest] = NULL;
	return p.nr_rest;
}
