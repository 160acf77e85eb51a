// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/std-out.h"
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

static bool takes_value(const struct option *o)
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

/* "--name" or "-n", for messages. Valid until the next call. */
static const char *option_text(const struct option *o)
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
	usage_error("option '%s' takes a number, not '%s'", option_text(o), arg);
}

static void tell_others(const struct option *table)
{
	const struct option *o;

	for (o = table; o->type != OPTION_END; o++)
		if (o->type == OPTION_UNLESS_ALONE)
			*(bool *)o->value = true;
}

static void set_option(const struct parser *p, const struct option *o, const char *arg, bool unset)
{
	if (!(o->flags & OPT_IS_ALONE))
		tell_others(p->options);
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

static void print_option(const struct option *o)
{
	struct strbuf sb = STRBUF_INIT;

	if (o->short_name)
		strbuf__addf(&sb, "    -%c", o->short_name);
	else
		strbuf__addstr(&sb, "      ");
	if (o->long_name)
		strbuf__addf(&sb, "%s--%s", o->short_name ? ", " : "  ", o->long_name);
	if (takes_value(o)) {
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

static void print_usage(const struct parser *p, const char *token)
{
	const struct option *o;
	const char *const *u;

	for (u = p->usage; *u; u++)
		std_out__addf("%s %s\n", u == p->usage ? "\n Usage:" : "    or:", *u);
	std_out__addstr("\n");
	for (o = p->options; o->type != OPTION_END; o++) {
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

static void __attribute__((noreturn)) help_and_exit(const struct parser *p)
{
	if (options__before_help)
		options__before_help();
	const struct option *twin = options__find_twin(p->options);

	if (twin) {
		fprintf(stderr, "perf: a bug in '%s': option '%s' stands twice\n", p->usage[0], option_text(twin));
		abort();
	}
	print_usage(p, p->pos + 1 < p->argc ? p->argv[p->pos + 1] : NULL);
	exit(std_out__finish(0));
}

/* For completion and scripts, as upstream has it: the long options, on one line. */
static void __attribute__((noreturn)) list_and_exit(const struct parser *p)
{
	const struct option *o;

	for (o = p->options; o->type != OPTION_END; o++)
		if (o->long_name && !(o->flags & OPT_HIDDEN))
			std_out__addf("--%s ", o->long_name);
	std_out__addstr("\n");
	exit(std_out__finish(0));
}

static const char *next_value(struct parser *p, const struct option *o)
{
	if (p->pos + 1 >= p->argc)
		usage_error("option '%s' needs a value%s%s", option_text(o), o->arg_name ? ": " : "",
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
		if (!takes_value(o)) {
			set_option(p, o, NULL, false);
			continue;
		}
		if (s[1])
			set_option(p, o, s + 1 + (s[1] == '='), false);
		else
			set_option(p, o, separate_value(p, o), false);
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
		list_and_exit(p);
	m = find_long(p, name, len);
	if (!takes_value(m.opt) || m.unset) {
		if (arg)
			usage_error("option '--%.*s' takes no value", (int)len, name);
	} else if (!arg) {
		arg = separate_value(p, m.opt);
	}
	set_option(p, m.opt, arg, m.unset);
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
