// SPDX-License-Identifier: GPL-2.0-only
/* The options parser; what ends the program is watched from outside, in a child. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin-defer.h"
#include "builtin.h"
#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/options.h"

static struct {
	bool flag, inherit, inverted;
	int level, number;
	unsigned int count;
	uint64_t big;
	const char *name, *graph;
	bool graph_unset, marked;
} got;

static int set_graph(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	if (arg && !strcmp(arg, "bad")) {
		fprintf(stderr, "perf: 'bad' is bad\n");
		return -1;
	}
	got.graph = arg ? arg : "default";
	got.graph_unset = unset;
	return 0;
}

static int set_mark(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	got.marked = !unset && !arg;
	return 0;
}

static int parse(int argc, const char **argv, int flags)
{
	const struct option options[] = {
		OPT_GROUP("All kinds"),
		OPT_BOOL('f', "flag", &got.flag, "a switch"),
		OPT_BOOL('i', "no-inherit", &got.inherit, "named by its negative"),
		{ OPTION_BOOL, 0, "outside", &got.inverted, NULL, "stores the opposite", NULL,
		  OPT_INVERT, NULL },
		OPT_INCR('v', "verbose", &got.level, "counts"),
		OPT_INT('n', "number", &got.number, "N", "signed"),
		OPT_UINT('c', "count", &got.count, "N", "unsigned"),
		OPT_U64(0, "big", &got.big, "N", "64 bits"),
		OPT_STRING('o', "output", &got.name, "FILE", "text"),
		OPT_CALLBACK_FLAGS('g', "graph", NULL, "MODE", "with or without a value", set_graph,
				   OPT_OPTARG),
		OPT_CALLBACK_FLAGS('N', "next", NULL, "WORD", "the next word, if any", set_graph,
				   OPT_NEXTARG),
		OPT_CALLBACK_FLAGS('m', "mark", NULL, NULL, "without a value", set_mark, OPT_NOARG),
		OPT_END()
	};
	static const char *const usage[] = { "perf thing [<options>] [<word>]", NULL };

	memset(&got, 0, sizeof(got));
	return parse_options(argc, argv, options, usage, flags);
}

#define PARSE(flags, ...) \
	parse(ARRAY_SIZE(((const char *[]){ "thing", __VA_ARGS__ })), \
	      (const char *[]){ "thing", __VA_ARGS__, NULL }, flags)

static int test__long(void)
{
	TEST_ASSERT_EQ(PARSE(0, "--flag", "--number=-5", "--count", "7", "--output", "x",
			     "--big=0xffffffffffffffff"),
		       0);
	TEST_ASSERT(got.flag);
	TEST_ASSERT_EQ(got.number, -5);
	TEST_ASSERT_EQ(got.count, 7);
	TEST_ASSERT(got.big == UINT64_MAX);
	TEST_ASSERT_STR(got.name, "x");
	PARSE(0, "--fl", "--num", "3", "--outp=");
	TEST_ASSERT(got.flag);
	TEST_ASSERT_EQ(got.number, 3);
	TEST_ASSERT_STR(got.name, "");
	return TEST_OK;
}

static int test__negative(void)
{
	PARSE(0, "--flag", "--no-flag", "--output=x", "--no-output", "-vv", "--no-verbose");
	TEST_ASSERT(!got.flag && !got.name && !got.level);
	PARSE(0, "--no-inherit");
	TEST_ASSERT(got.inherit);
	PARSE(0, "--no-inherit", "--inherit");
	TEST_ASSERT(!got.inherit);
	PARSE(0, "--no-outside");
	TEST_ASSERT(got.inverted);
	PARSE(0, "--graph=x", "--no-graph");
	TEST_ASSERT(got.graph_unset);
	return TEST_OK;
}

static int test__short(void)
{
	TEST_ASSERT_EQ(PARSE(0, "-fvvn3", "-c", "9", "-o=y", "-m"), 0);
	TEST_ASSERT(got.flag && got.marked);
	TEST_ASSERT_EQ(got.level, 2);
	TEST_ASSERT_EQ(got.number, 3);
	TEST_ASSERT_EQ(got.count, 9);
	TEST_ASSERT_STR(got.name, "y");
	return TEST_OK;
}

static int test__optional_value(void)
{
	const char *argv[] = { "thing", "-g", "word", NULL };

	TEST_ASSERT_EQ(parse(3, argv, 0), 1);		/* the next word is not its value */
	TEST_ASSERT_STR(got.graph, "default");
	TEST_ASSERT_STR(argv[0], "word");
	PARSE(0, "--graph=fp");
	TEST_ASSERT_STR(got.graph, "fp");
	PARSE(0, "-gfp");
	TEST_ASSERT_STR(got.graph, "fp");
	TEST_ASSERT_EQ(PARSE(0, "-N", "word"), 0);
	TEST_ASSERT_STR(got.graph, "word");
	TEST_ASSERT_EQ(PARSE(0, "--next", "-f"), 0);
	TEST_ASSERT_STR(got.graph, "default");
	TEST_ASSERT(got.flag);
	PARSE(0, "--next=x", "-N");
	TEST_ASSERT_STR(got.graph, "default");
	return TEST_OK;
}

static int test__words(void)
{
	const char *argv[] = { "thing", "one", "-f", "two", "--", "-v", NULL };
	const char *stop[] = { "thing", "-f", "one", "-v", NULL };

	TEST_ASSERT_EQ(parse(6, argv, 0), 3);
	TEST_ASSERT(got.flag && !got.level);
	TEST_ASSERT_STR(argv[0], "one");
	TEST_ASSERT_STR(argv[1], "two");
	TEST_ASSERT_STR(argv[2], "-v");
	TEST_ASSERT_EQ(parse(4, stop, PARSE_STOP_AT_NON_OPTION), 2);
	TEST_ASSERT(got.flag && !got.level);
	TEST_ASSERT_STR(stop[0], "one");
	TEST_ASSERT_STR(stop[1], "-v");
	TEST_ASSERT_EQ(PARSE(0, "-"), 1);
	return TEST_OK;
}

/* Exit status of a parse in a child; what it printed goes to @out. */
static int parse_in_child(const char *arg, const char *value, char *out, size_t size)
{
	const char *argv[] = { "thing", arg, value, NULL };
	int fds[2], status;
	ssize_t n, len = 0;
	pid_t pid;

	if (pipe(fds))
		return -1;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		dup2(fds[1], STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		close(fds[0]);
		parse(value ? 3 : 2, argv, 0);
		_exit(42);
	}
	close(fds[1]);
	while ((n = read(fds[0], out + len, size - 1 - (size_t)len)) > 0)
		len += n;
	out[len] = 0;
	close(fds[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int test__wrong(void)
{
	static const struct {
		const char *arg, *value, *text;
	} wrong[] = {
		{ "--nonsense", NULL, "unknown option '--nonsense'" },
		{ "-z", NULL, "unknown option '-z'" },
		{ "--number", NULL, "needs a value" },
		{ "-n", NULL, "needs a value" },
		{ "--number=x", NULL, "takes a number, not 'x'" },
		{ "--count", "-1", "takes a number, not '-1'" },
		{ "--count=4294967296", NULL, "takes a number" },
		{ "--count=", NULL, "takes a number" },
		{ "--flag=yes", NULL, "takes no value" },
		{ "--no-output=x", NULL, "takes no value" },
		{ "--o", NULL, "may mean" },
		{ "--graph=bad", NULL, "'bad' is bad" },
	};
	char out[4096];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		TEST_ASSERT_EQ(parse_in_child(wrong[i].arg, wrong[i].value, out, sizeof(out)),
			       EXIT_USAGE);
		if (!strstr(out, wrong[i].text))
			fprintf(stderr, "%s: %s", wrong[i].arg, out);
		TEST_ASSERT(strstr(out, wrong[i].text));
		TEST_ASSERT(strchr(out, '\n') == out + strlen(out) - 1);	/* one line */
	}
	return TEST_OK;
}

static int test__help(void)
{
	char out[4096];

	TEST_ASSERT_EQ(parse_in_child("-h", NULL, out, sizeof(out)), 0);
	TEST_ASSERT(strstr(out, "perf thing [<options>]"));
	TEST_ASSERT(strstr(out, "--output <FILE>"));
	TEST_ASSERT(strstr(out, "All kinds"));
	TEST_ASSERT_EQ(parse_in_child("--help", "output", out, sizeof(out)), 0);
	TEST_ASSERT(strstr(out, "--output"));
	TEST_ASSERT(!strstr(out, "--count"));
	return TEST_OK;
}

static const struct option *twin_of(struct option a, struct option b)
{
	static struct option table[4];

	table[0] = (struct option)OPT_BOOL('z', "zero", NULL, "first");
	table[1] = a;
	table[2] = b;
	table[3] = (struct option)OPT_END();
	return options__find_twin(table);
}

#define TWINS(a, b) (!!twin_of((struct option)a, (struct option)b))
#define LONG(name, flags) { OPTION_BOOL, 0, name, NULL, NULL, NULL, NULL, flags, NULL }

static int test__twins(void)
{
	TEST_ASSERT(!TWINS(OPT_BOOL('a', "one", NULL, ""), OPT_BOOL('b', "two", NULL, "")));
	TEST_ASSERT(TWINS(OPT_BOOL('a', "one", NULL, ""), OPT_BOOL('a', "two", NULL, "")));
	TEST_ASSERT(TWINS(OPT_BOOL('z', "one", NULL, ""), OPT_BOOL('a', "two", NULL, "")));
	TEST_ASSERT(TWINS(OPT_BOOL('a', "one", NULL, ""), OPT_STRING(0, "one", NULL, "X", "")));
	/* One is the beginning of the other: not the same. */
	TEST_ASSERT(!TWINS(OPT_BOOL(0, "one", NULL, ""), OPT_BOOL(0, "one-more", NULL, "")));
	TEST_ASSERT(!TWINS(OPT_BOOL(0, NULL, NULL, ""), OPT_BOOL(0, NULL, NULL, "")));
	/* --no-one, and --one of --no-one */
	TEST_ASSERT(TWINS(LONG("one", 0), LONG("no-one", 0)));
	TEST_ASSERT(TWINS(LONG("no-one", OPT_NONEG), LONG("one", 0)));
	TEST_ASSERT(!TWINS(LONG("no-one", OPT_NONEG), LONG("one", OPT_NONEG)));
	/* Groups have no names. */
	TEST_ASSERT(!TWINS(OPT_GROUP("one"), OPT_GROUP("one")));
	return TEST_OK;
}

static int help_of(const struct cmd_struct *c)
{
	const char *argv[] = { c->name, "-h", NULL };
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(43);
		exit(c->fn(2, argv));
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	if (status)
		fprintf(stderr, "%s -h: status %#x\n", c->name, (unsigned int)status);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* -h looks at the table. */
static int test__every_command(void)
{
	const struct cmd_struct *c;

	for (c = perf_commands; c->name; c++)
		TEST_ASSERT_EQ(help_of(c), 0);
	for (c = perf_defer_verbs; c->name; c++)
		TEST_ASSERT_EQ(help_of(c), 0);
	return TEST_OK;
}

DEFINE_SUITE("Command line options", options,
	{ "long options", test__long },
	{ "negative forms", test__negative },
	{ "short options", test__short },
	{ "optional values", test__optional_value },
	{ "words between options", test__words },
	{ "wrong options: one line, status 129", test__wrong },
	{ "help", test__help },
	{ "options that stand twice", test__twins },
	{ "no command has an option twice", test__every_command })
