// SPDX-License-Identifier: GPL-2.0-only
/* Formulas of users, and metrics made of them. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "util/event/evsel.h"
#include "util/event/metric.h"

/* Of names a, b, c, ...: 1, 2, 4, ... */
static enum formula_result value_of(const char *text, double *ret)
{
	double values[FORMULA_MAX_NAMES] = { 0 };
	struct diag diag = DIAG_INIT;
	enum formula_result result = FORMULA_TOO_LARGE;
	struct formula *f = calloc(1, sizeof(*f));
	size_t i;

	*ret = -12345;
	if (!f || formula__parse(f, text, &diag)) {
		free(f);
		return FORMULA_TOO_LARGE;
	}
	for (i = 0; i < f->nr_names; i++)
		values[i] = f->names[i][0] == 'z' ? 0 : (double)(1 << (f->names[i][0] - 'a'));
	result = formula__value(f, values, ret);
	formula__exit(f);
	free(f);
	return result;
}

static int test__values(void)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {
		{ "1", 1 }, { " 1 + 2 * 3 ", 7 }, { "(1 + 2) * 3", 9 }, { "8 - 4 - 2", 2 }, { "8 / 4 / 2", 1 }, { "8 - (4 - 2)", 6 },
		{ "-2 * 3", -6 }, { "2 * -3", -6 }, { "2 - -3", 5 }, { "- -2", 2 }, { "-(1 + 2)", -3 }, { "1.5e2", 150 }, { ".5", 0.5 },
		{ "min(1, 2)", 1 }, { "max(1, 2) + 1", 3 }, { "min(max(1, 5), 3) * 2", 6 }, { "min (2 + 3, 4)", 4 }, { "2*min(1,2)-1", 1 },
		{ "a", 1 }, { "b+c", 6 }, { "100 * b / c", 50 }, { "b/b/b", 0.5 }, { "b-c", 2 }, { "b - c", -2 }, { "c -b", 2 }, { "b- c", -2 },
		{ "'b - c'", 2 }, { "\"c/x,y=1/\" / b", 2 }, { "b.x_1:u", 2 }, { "min", 4096 }, { "z * 2", 0 }, { "z / b", 0 }, { "0x10", 16 },
	};
	size_t i;
	double v;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		TEST_ASSERT_EQ(value_of(cases[i].text, &v), FORMULA_OK);
		if (v < cases[i].value || v > cases[i].value) {
			fprintf(stderr, "FAILED %s: %g instead of %g\n", cases[i].text, v, cases[i].value);
			return TEST_FAIL;
		}
	}
	TEST_ASSERT_EQ(value_of("b / z", &v), FORMULA_DIV_BY_ZERO);
	TEST_ASSERT_EQ(value_of("1 / (c - 2)", &v), FORMULA_OK);
	TEST_ASSERT_EQ(value_of("1 / (b - 2)", &v), FORMULA_DIV_BY_ZERO);
	TEST_ASSERT_EQ(value_of("min(1, 1 / 0)", &v), FORMULA_DIV_BY_ZERO);
	TEST_ASSERT_EQ(value_of("1e300 * 1e300", &v), FORMULA_TOO_LARGE);
	return TEST_OK;
}

static int test__errors(void)
{
	static const struct {
		const char *text, *what;
	} cases[] = {
		{ "", "letter 1: it ends" }, { "1 +", "letter 4: it ends" }, { "(1", "a ) is missing" }, { "1)", "letter 2: there is no (" },
		{ "()", "letter 2: a number" }, { "1 2", "letter 3: one of + - * /" }, { "a b", "one of + - * /" }, { "* 2", "letter 1: a number" },
		{ "min(1)", "letter 6: min and max take two" }, { "min(1, 2, 3)", "letter 9: a comma" }, { "1, 2", "letter 2: a comma" },
		{ "(1, 2)", "a comma" }, { "abs(1)", "the functions are" }, { "'a", "the quote does not end" }, { "''", "a name is missing" },
		{ "3a", "a name does not begin" }, { "1e", "a name does not begin" }, { "1e999", "no number" }, { "a $ b", "one of + - * /" }, { ".", "no number" },
		{ "\xc3\xa4", "a number" }, { "a-", "it ends" }, { "min(1, 2", "a ) is missing" },
	};
	struct formula *f = calloc(1, sizeof(*f));
	size_t i;

	TEST_ASSERT(f);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct diag diag = DIAG_INIT;

		TEST_ASSERT(formula__parse(f, cases[i].text, &diag) < 0);
		if (!strstr(diag.text, cases[i].what)) {
			fprintf(stderr, "FAILED %s: '%s' does not say '%s'\n", cases[i].text, diag.text, cases[i].what);
			return TEST_FAIL;
		}
	}
	free(f);
	return TEST_OK;
}

/* @nr times @piece between @begin and @end. */
static int parse_long(const char *begin, const char *piece, size_t nr, const char *end)
{
	struct formula *f = calloc(1, sizeof(*f));
	struct strbuf text = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	double values[FORMULA_MAX_NAMES] = { 0 }, v;
	int err;

	strbuf__addstr(&text, begin);
	while (nr--)
		strbuf__addstr(&text, piece);
	strbuf__addstr(&text, end);
	err = f ? formula__parse(f, strbuf__str(&text), &diag) : -1;
	if (!err) {
		(void)formula__value(f, values, &v);
		formula__exit(f);
	}
	strbuf__exit(&text);
	free(f);
	return err;
}

static int test__bounds(void)
{
	TEST_ASSERT_EQ(parse_long("1", "+1", 127, ""), 0);
	TEST_ASSERT(parse_long("1", "+1", 128, "") < 0);
	TEST_ASSERT_EQ(parse_long("", "(", 64, "1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"), 0);
	TEST_ASSERT(parse_long("", "(", 65, "1") < 0);
	TEST_ASSERT(parse_long("", "-", 65, "1") < 0);
	TEST_ASSERT(parse_long("", "1+(", 400, "1") < 0);
	TEST_ASSERT(parse_long("1", " ", 2000, "") < 0);
	TEST_ASSERT_EQ(parse_long("", "a+", 100, "b"), 0);
	TEST_ASSERT(parse_long("a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+", "q+", 1, "r") < 0);
	return TEST_OK;
}

/* --- metrics -------------------------------------------------------------------------------------- */

static struct evsel *event(const char *name)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_RAW };
	struct evsel *evsel = evsel__new(&attr);

	free(evsel->name);
	evsel->name = strdup(name);
	return evsel;
}

static int check_metric(const char *metric, const char *const *names, const char *want)
{
	const uint64_t counts[4] = { 100, 50, 0, 7 };
	struct evsel *list[4];
	struct metric_events events = { .list = list };
	struct strbuf text = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	struct metrics m = { 0 };

	for (; names[events.nr]; events.nr++)
		list[events.nr] = event(names[events.nr]);
	TEST_ASSERT_EQ(metrics__add(&m, metric, &diag), 0);
	metric__print(m.list[0], &events, counts, 0, &text);
	TEST_ASSERT_STR(strbuf__str(&text), want);
	TEST_ASSERT((metric__missing(m.list[0], &events) != NULL) == !strcmp(want, "no event"));
	while (events.nr)
		evsel__delete(list[--events.nr]);
	strbuf__exit(&text);
	metrics__exit(&m);
	return TEST_OK;
}

#define EVENTS(...)	((const char *const[]){ __VA_ARGS__, NULL })

static int test__metrics(void)
{
	int err = 0;

	err |= check_metric("ipc", EVENTS("cycles", "instructions"), "0.50");
	err |= check_metric("IPC", EVENTS("cycles:u", "instructions:ppp"), "0.50");
	err |= check_metric("ipc", EVENTS("cpu-cycles", "cpu_core/instructions/u"), "0.50");
	err |= check_metric("ipc", EVENTS("cycles@web", "instructions:u@/web.slice/one"), "0.50");
	err |= check_metric("ipc", EVENTS("cpu_core/cycles/", "instructions", "cpu_atom/cycles/"), "0.50");
	/* The exact name is meant before one that fits. */
	err |= check_metric("x='cycles:k'", EVENTS("cycles:u", "cycles:k"), "50.00");
	err |= check_metric("x=cycles:k", EVENTS("cycles:u", "cycles:k"), "50.00");
	err |= check_metric("ipc", EVENTS("cycles", "instructionss"), "no event");
	err |= check_metric("ipc", EVENTS("instructions"), "no event");
	err |= check_metric("ipc", EVENTS("x", "instructions", "cycles"), "x/0");
	err |= check_metric("branch-mpki", EVENTS("instructions", "branch-misses"), "500.00");
	err |= check_metric("x=1000*branch-misses/branches", EVENTS("branch-instructions", "branch-misses"), "500.00");
	err |= check_metric("x=1e308*cycles", EVENTS("cycles"), "too large");
	return err ? TEST_FAIL : TEST_OK;
}

static int test__names(void)
{
	static const char *const wrong[] = {
		"", "nothing", "ipc,", "ipc,nothing", "=1", "a b=1", "x=", "x=1=2", "0123456789012345678901234567890=1", "\x1b=1", "ipc,ipc",
	};
	struct strbuf text = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	struct metrics m = { 0 };
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		TEST_ASSERT(metrics__add(&m, wrong[i], &diag) < 0);
		metrics__exit(&m);
	}
	/* All that are listed can be parsed, and are found by their names. */
	metrics__list(&text);
	for (i = 0; i < text.len; i += strcspn(text.buf + i, "\n") + 1) {
		char name[64] = "";

		strncpy(name, text.buf + i, strcspn(text.buf + i, " "));
		TEST_ASSERT_EQ(metrics__add(&m, name, &diag), 0);
	}
	TEST_ASSERT(m.nr >= 10);
	metrics__exit(&m);
	strbuf__exit(&text);
	return TEST_OK;
}

DEFINE_SUITE("formulas and metrics", formula, { "values", test__values }, { "errors", test__errors }, { "bounds", test__bounds },
	     { "metrics of events", test__metrics }, { "names of metrics", test__names })
