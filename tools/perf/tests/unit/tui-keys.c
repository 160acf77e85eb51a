// SPDX-License-Identifier: GPL-2.0-only
/* Keys of screens: their names, and what the configuration makes of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/source-text.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/tui/key-config.h"
#include "util/tui/key-name.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"

/* What was told, a line each. */
static struct strbuf told;

static void tell(const struct diag *diag)
{
	strbuf__addf(&told, "%s\n", diag->text);
}

static size_t nr_of(const struct tui_key *table)
{
	size_t n = 0;

	while (table[n].command != TUI_NONE)
		n++;
	return n;
}

static struct tui_key **before;

static void keep_tables(void)
{
	const struct tui_screen_keys *s;
	size_t n = 0;

	while (tui_screens[n].name)
		n++;
	before = xcalloc(n, sizeof(*before));
	for (s = tui_screens; s->name; s++)
		before[s - tui_screens] = xmemdup(s->table, nr_of(s->table) * sizeof(*s->table));
}

static void put_back(void)
{
	const struct tui_screen_keys *s;

	for (s = tui_screens; s->name; s++) {
		memcpy(s->table, before[s - tui_screens], nr_of(s->table) * sizeof(*s->table));
		free(before[s - tui_screens]);
	}
	free(before);
	strbuf__exit(&told);
}

static void apply(const char *text)
{
	struct config c = { 0 };
	struct diag diag = DIAG_INIT;

	strbuf__reset(&told);
	if (config__parse(&c, "F", text, strlen(text), &diag))
		strbuf__addstr(&told, diag.text);
	else
		key_config__apply(&c, tell);
	config__exit(&c);
}

static int named(const char *name)
{
	return key_name__parse(name, strlen(name), NULL);
}

static int test__names(void)
{
	const struct tui_screen_keys *s;
	struct strbuf name = STRBUF_INIT;
	const struct tui_key *k;
	size_t i;

	/* Each key that there is has a name which is that key. */
	for (s = tui_screens; s->name; s++)
		for (k = s->table; k->command != TUI_NONE; k++)
			for (i = 0; k->help && k->keys[i]; i++) {
				strbuf__reset(&name);
				key_name__add(k->keys[i], &name);
				if (k->keys[i] != SCREEN_KEY_GONE)
					TEST_ASSERT_EQ(named(strbuf__str(&name)), k->keys[i]);
			}
	strbuf__reset(&name);
	for (i = 0; i < 4; i++)
		key_name__add((const int[]){ 0xe4, 0x20ac, 0x1f600, SCREEN_KEY_F12 }[i], &name);
	TEST_ASSERT_STR(strbuf__str(&name), "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80" "F12");
	strbuf__exit(&name);
	TEST_ASSERT_EQ(named("\xc3\xa4"), 0xe4);
	TEST_ASSERT_EQ(named("pgup"), SCREEN_KEY_PAGE_UP);
	TEST_ASSERT_EQ(named("f10"), SCREEN_KEY_F1 + 9);
	TEST_ASSERT_EQ(named("ctrl-i"), '\t');
	TEST_ASSERT_EQ(named("Ctrl-H"), SCREEN_KEY_BACKSPACE);
	TEST_ASSERT_EQ(named("?"), '?');
	/* What the terminal keeps, what is more than a character, what is half of one, what would do something to the screen. */
	for (i = 0; i < 8; i++)
		TEST_ASSERT(named((const char *const[]){ "Ctrl-C", "Ctrl-Z", "F13", "ab", "\xc3", "\033", "", "\xe2\x80\xae" }[i]) < 0);
	return TEST_OK;
}

static int test__config(void)
{
	keep_tables();
	apply("[keys \"report\"]\nsort = Y, F2\nquit = x\nstacks-without = X\n[keys]\nsearch=\"\xc3\xa4\"\nhelp = F3\n[keys \"code\"]\nhelp=F4");
	TEST_ASSERT_STR(strbuf__str(&told), "");
	TEST_ASSERT_EQ(tui_key__command('Y'), TUI_SORT);
	TEST_ASSERT_EQ(tui_key__command(SCREEN_KEY_F1 + 1), TUI_SORT);
	TEST_ASSERT_EQ(tui_key__command('>'), TUI_NONE);
	TEST_ASSERT_EQ(tui_key__command('x'), TUI_QUIT);
	TEST_ASSERT_EQ(tui_key__command('q'), TUI_NONE);
	TEST_ASSERT_EQ(tui_key__command('X'), TUI_STACKS_WITHOUT);
	/* Signals do what they did. */
	TEST_ASSERT_EQ(tui_key__command(SCREEN_KEY_GONE), TUI_QUIT);
	TEST_ASSERT_EQ(tui_key__command_in(table_keys, 'q'), TUI_QUIT);
	TEST_ASSERT_EQ(tui_key__command_in(table_keys, 0xe4), TUI_SEARCH);
	TEST_ASSERT_EQ(tui_key__command_in(code_keys, 0xe4), TUI_SEARCH);
	/* That of one screen counts more, wherever it stands. */
	TEST_ASSERT_EQ(tui_key__command_in(time_keys, SCREEN_KEY_F1 + 2), TUI_HELP);
	TEST_ASSERT_EQ(tui_key__command_in(code_keys, SCREEN_KEY_F1 + 3), TUI_HELP);
	TEST_ASSERT_EQ(tui_key__command_in(code_keys, SCREEN_KEY_F1 + 2), TUI_NONE);
	TEST_ASSERT_STR(tui_keys__text(tui_keys, "{sort}, {quit}: {none}"), "Y, x: (no key)");
	put_back();
	return TEST_OK;
}

static int test__conflicts(void)
{
	struct strbuf list = STRBUF_INIT;

	keep_tables();
	/* A key that is taken away; one that was not the only one; one that shall be nobody's. */
	apply("[keys \"report\"]\nsort = o q d\n zoom-dso = none\n");
	TEST_ASSERT_STR(strbuf__str(&told), "F:2: keys.report.sort: 'o' was the last key of zoom-comm in the screen 'report'; give that another one, "
					    "or none: keys.report.zoom-comm\n");
	TEST_ASSERT_EQ(tui_key__command('q'), TUI_SORT);
	TEST_ASSERT_EQ(tui_key__command('Q'), TUI_QUIT);
	TEST_ASSERT_STR(tui_keys__text(tui_keys, "{zoom-comm} {quit}"), "(no key) Q");
	tui_keys__list(tui_keys, &list);
	TEST_ASSERT(strstr(list.buf, "\no, q, d         order by"));
	TEST_ASSERT(!strstr(list.buf, "only rows of this file"));
	strbuf__exit(&list);
	put_back();

	/* Two settings, in the order of the file and not of the table; the last of equal ones counts. */
	keep_tables();
	apply("[keys \"report\"]\nsort = 1\nfilter = 2 3\nzoom-dso = 9\nup = 3 4\nzoom-dso = 1 5\n");
	TEST_ASSERT_STR(strbuf__str(&told), "F:5: keys.report.up: '3' is the key of filter already (F:3); it stays with that\n"
					    "F:6: keys.report.zoom-dso: '1' is the key of sort already (F:2); it stays with that\n");
	TEST_ASSERT_EQ(tui_key__command('1'), TUI_SORT);
	TEST_ASSERT_EQ(tui_key__command('3'), TUI_FILTER);
	TEST_ASSERT_EQ(tui_key__command('4'), TUI_UP);
	TEST_ASSERT_EQ(tui_key__command('5'), TUI_ZOOM_DSO);
	/* One of several keys of an action, which nobody wants: it does what it did, whatever others were taken away. */
	TEST_ASSERT_EQ(tui_key__command('9'), TUI_SORT_EVENT);
	TEST_ASSERT_EQ(tui_key__number(tui_keys, TUI_SORT_EVENT, '9'), 9);
	put_back();

	/* What is the same on all screens is told once. */
	keep_tables();
	apply("[keys]\nup = 1\ndown = 1 2\n");
	TEST_ASSERT_STR(strbuf__str(&told), "F:3: keys.down: '1' is the key of up already (F:2); it stays with that\n");
	put_back();
	return TEST_OK;
}

static int test__mistakes(void)
{

	keep_tables();
	apply("[keys \"report\"]\nsrot = s\n[keys \"nowhere\"]\nsort = s\n[keys]\nquit = Ctrl-C\nhelp\n up = 1 2 3 4 5 6 7 8 9 0 F2\n[keys \"code\"]\nsort = x\n[keys \"line\"]\naccept = F2 e\n");
	TEST_ASSERT(strstr(told.buf, "F:2: keys.report.srot: no screen has such an action; did you mean 'keys.report.sort'"));
	TEST_ASSERT(strstr(told.buf, "F:4: keys.nowhere.sort: no screen has such an action"));
	TEST_ASSERT(strstr(told.buf, "F:6: keys.quit: the terminal keeps Ctrl-C for itself; the setting is ignored\n"));
	TEST_ASSERT(strstr(told.buf, "F:7: keys.help: there is no key in it; 'none' means that there shall be none; the setting is ignored\n"));
	TEST_ASSERT(strstr(told.buf, "F:8: keys.up: an action has 10 keys at most; the setting is ignored\n"));
	TEST_ASSERT(strstr(told.buf, "F:10: keys.code.sort: no screen has such an action"));
	TEST_ASSERT(strstr(told.buf, "F:12: keys.line.accept: characters are typed in this line; it takes other keys"));
	TEST_ASSERT_EQ(tui_key__command_in(line_keys, SCREEN_KEY_ENTER), TUI_ACCEPT);
	TEST_ASSERT_EQ(tui_key__command('q'), TUI_QUIT);
	TEST_ASSERT_EQ(tui_key__command('h'), TUI_HELP);
	TEST_ASSERT_EQ(tui_key__command(SCREEN_KEY_UP), TUI_UP);
	put_back();
	return TEST_OK;
}

/* --- what says which actions there are ------------------------------------------------------------- */

/* "report: up down ..." */
static void add_actions(const struct tui_screen_keys *s, const char *between, struct strbuf *out)
{
	const struct tui_key *k;
	const char *sep = "";

	for (k = s->table; k->command != TUI_NONE; k++)
		if (k->help) {
			strbuf__addf(out, "%s%s", sep, tui_command__action(k->command));
			sep = between;
		}
}

/* Line breaks are blanks, as are those that a shell does not see. */
static void flatten(char *text)
{
	char *to = text;

	for (; *text; text++) {
		bool blank = *text == '\n' || *text == '\t' || *text == ' ' || *text == '\\';

		if (blank && to[-1] == ' ')
			continue;
		*to++ = blank ? ' ' : *text;
	}
	*to = 0;
}

static int check_lists(const char *path, const char *front, const char *between, const char *behind)
{
	char *text = source_text(path);
	const struct tui_screen_keys *s;
	int nr_lacking = 0;

	if (!text)
		return test_skip("the sources are not there");
	flatten(text + 1);
	for (s = tui_screens; s->name; s++) {
		struct strbuf want = STRBUF_INIT;

		strbuf__addf(&want, front, s->name);
		add_actions(s, between, &want);
		strbuf__addstr(&want, behind);
		if (!strstr(text, strbuf__str(&want))) {
			printf("%s lacks: %s\n", path, strbuf__str(&want));
			nr_lacking++;
		}
		strbuf__exit(&want);
	}
	free(text);
	TEST_ASSERT_EQ(nr_lacking, 0);
	return TEST_OK;
}

static int test__lists(void)
{
	return check_lists(SRC_TESTS_DIR "/../Documentation/perf-config.txt", "`%s`: ", ", ", ".") ?:
	       check_lists(SRC_TESTS_DIR "/../perf-completion.sh", "%s) echo ", " ", " ;;");
}

DEFINE_SUITE("Report: keys of its screens", tui_keys,
	     { "names of keys", test__names },
	     { "keys of the configuration", test__config },
	     { "keys that two actions want", test__conflicts },
	     { "settings that are wrong", test__mistakes },
	     { "the manual and completion have the actions", test__lists })
