// SPDX-License-Identifier: GPL-2.0-only
/* The parts of the screen that need no terminal: texts that are made to fit, keys, what is said about frames. */
#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "tests/test.h"
#include "tests/unit/source-text.h"
#include "tests/unit/report-fixture.h"
#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/output/color-rgb.h"
#include "util/output/orphans.h"
#include "util/tui/clipboard.h"
#include "util/tui/fit-text.h"
#include "util/tui/frame-reason.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"
#include "util/tui/style-colors.h"

static const char *fitted(const char *s, int width, bool utf8)
{
	static char text[128];
	struct strbuf out = STRBUF_INIT;

	fit_text__add(s, width, utf8, &out);
	snprintf(text, sizeof(text), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return text;
}

static int test__fit(void)
{
	TEST_ASSERT_STR(fitted("main", 4, false), "main");
	TEST_ASSERT_STR(fitted("", 0, false), "");
	TEST_ASSERT_STR(fitted("main", 0, false), "");
	TEST_ASSERT_STR(fitted("main", 3, false), "mai");
	TEST_ASSERT_STR(fitted("0123456789", 8, false), "012..789");
	TEST_ASSERT_STR(fitted("0123456789", 9, false), "0123..789");
	TEST_ASSERT_STR(fitted("0123456789", 8, true), "0123\xe2\x80\xa6" "789");
	/* Bytes of one character stay together. */
	TEST_ASSERT_STR(fitted("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc", 5, true), "\xc3\xa4\xc3\xb6\xe2\x80\xa6\xc3\xb6\xc3\xbc");
	return TEST_OK;
}

static int test__width(void)
{
	wchar_t wide[8];
	uint32_t c;
	int w;

	TEST_ASSERT_EQ(fit_text__width("\xc3\xa4x", false), 2);
	TEST_ASSERT_EQ(fit_text__char("\xc3\xa4x", false, &c, &w), 2);
	TEST_ASSERT_EQ(c, '?');
	/* Control characters, one of 8 bits, half a character, a change of direction. */
	TEST_ASSERT_EQ(fit_text__char("\033[2J", true, &c, &w), 1);
	TEST_ASSERT_EQ(c, '?');
	TEST_ASSERT_EQ(fit_text__char("\xc2\x9b" "2J", true, &c, &w), 2);
	TEST_ASSERT_EQ(c, '?');
	TEST_ASSERT_EQ(fit_text__char("\xe2\x80", true, &c, &w), 1);
	TEST_ASSERT_EQ(c, '?');
	TEST_ASSERT_EQ(fit_text__char("\xe2\x80\xae", true, &c, &w), 3);
	TEST_ASSERT_EQ(c, '?');
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return test_skip("there is no locale C.UTF-8");
	/* A character of two cells is not cut into halves. */
	TEST_ASSERT_EQ(fit_text__width("\xe6\x97\xa5\xe6\x9c\xac", true), 4);
	TEST_ASSERT_STR(fitted("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 5, true), "\xe6\x97\xa5\xe2\x80\xa6\xe8\xaa\x9e");
	/* As many marks as somebody has put on a letter, and no more room than there is. */
	TEST_ASSERT_EQ(fit_text__take("a\xcc\x81\xcc\x81\xcc\x81" "bc", 2, true, wide, 8, &w), 5);
	TEST_ASSERT_EQ(w, 2);
	TEST_ASSERT_EQ(wide[4], 'b');
	wide[3] = 'z';
	TEST_ASSERT_EQ(fit_text__take("a\xcc\x81\xcc\x81\xcc\x81" "bc", 2, true, wide, 3, &w), 3);
	TEST_ASSERT_EQ(w, 1);
	TEST_ASSERT_EQ(wide[3], 'z');
	setlocale(LC_CTYPE, "C");
	return TEST_OK;
}

static const char *sequence(const char *text, enum clipboard_way way)
{
	static char bytes[1024];
	struct strbuf out = STRBUF_INIT;

	clipboard__sequence(text, way, &out);
	snprintf(bytes, sizeof(bytes), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return bytes;
}

static int test__clipboard(void)
{
	char text[300], *p;
	enum clipboard_way way;
	int pieces = 0;

	TEST_ASSERT_STR(sequence("", CLIPBOARD_DIRECT), "\033]52;c;\a");
	TEST_ASSERT_STR(sequence("a", CLIPBOARD_DIRECT), "\033]52;c;YQ==\a");
	TEST_ASSERT_STR(sequence("ab", CLIPBOARD_DIRECT), "\033]52;c;YWI=\a");
	TEST_ASSERT_STR(sequence("\xff\xfe\xfd\n", CLIPBOARD_DIRECT), "\033]52;c;//79Cg==\a");
	TEST_ASSERT_STR(sequence("abc", CLIPBOARD_TMUX), "\033]52;c;YWJj\a\033Ptmux;\033\033]52;c;YWJj\a\033\\");
	TEST_ASSERT_STR(sequence("abc", CLIPBOARD_SCREEN), "\033P\033]52;c;YWJj\a\033\\");
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = 0;
	for (p = strstr(sequence(text, CLIPBOARD_SCREEN), "\033P"); p; p = strstr(p + 2, "\033P"))
		pieces++;
	TEST_ASSERT_EQ(pieces, 3);
	TEST_ASSERT(clipboard__find_way(NULL, NULL, "xterm-256color", &way) && way == CLIPBOARD_DIRECT);
	TEST_ASSERT(clipboard__find_way("/tmp/tmux,1,2", NULL, "screen", &way) && way == CLIPBOARD_TMUX);
	TEST_ASSERT(clipboard__find_way(NULL, NULL, "tmux-256color", &way) && way == CLIPBOARD_TMUX);
	TEST_ASSERT(clipboard__find_way(NULL, "1.pts", "screen", &way) && way == CLIPBOARD_SCREEN);
	TEST_ASSERT(clipboard__find_way(NULL, "1.pts", "linux", &way) && way == CLIPBOARD_SCREEN);
	TEST_ASSERT(!clipboard__find_way(NULL, NULL, "linux", &way) && !clipboard__find_way("", "", "vt100", &way));
	TEST_ASSERT(!clipboard__find_way(NULL, NULL, NULL, &way));
	return TEST_OK;
}

static const char *bar(double share, int width, bool utf8)
{
	static char text[128];
	struct strbuf out = STRBUF_INIT;

	fit_text__bar(share, width, utf8, &out);
	snprintf(text, sizeof(text), "%s", strbuf__str(&out));
	strbuf__exit(&out);
	return text;
}

static int test__bar(void)
{
	TEST_ASSERT_STR(bar(0, 4, false), "");
	TEST_ASSERT_STR(bar(0.5, 4, false), "##");
	TEST_ASSERT_STR(bar(1, 4, false), "####");
	TEST_ASSERT_STR(bar(17, 4, false), "####");
	TEST_ASSERT_STR(bar(-1, 4, false), "");
	TEST_ASSERT_STR(bar(1, 2, true), "\xe2\x96\x88\xe2\x96\x88");
	TEST_ASSERT_STR(bar(1.0 / 16, 2, true), "\xe2\x96\x8f");
	TEST_ASSERT_STR(bar(15.0 / 16, 2, true), "\xe2\x96\x88\xe2\x96\x89");
	return TEST_OK;
}

/* No key means two things. */
static int check_keys(const struct tui_key *table)
{
	const struct tui_key *k, *other;
	size_t i;

	for (k = table; k->command != TUI_NONE; k++) {
		TEST_ASSERT(!k->help == !tui_command__action(k->command));
		/* What a help says of other keys is there. */
		if (k->help)
			TEST_ASSERT(!strstr(tui_keys__text(table, k->help), "(no key)"));
		for (i = 0; i < ARRAY_SIZE(k->keys) && k->keys[i]; i++)
			TEST_ASSERT_EQ(tui_key__command_in(table, k->keys[i]), k->command);
		for (other = k + 1; other->command != TUI_NONE; other++)
			TEST_ASSERT(other->command != k->command);
	}
	TEST_ASSERT_EQ(tui_key__command_in(table, '~'), TUI_NONE);
	TEST_ASSERT_EQ(tui_key__command_in(table, 0), TUI_NONE);
	TEST_ASSERT_EQ(tui_key__command_in(table, SCREEN_KEY_NOTHING), TUI_NONE);
	return TEST_OK;
}

static int test__keys(void)
{
	TEST_ASSERT_EQ(tui_key__command('q'), TUI_QUIT);
	return check_keys(tui_keys) ?: check_keys(sample_keys) ?: check_keys(table_keys) ?: check_keys(tree_keys) ?: check_keys(code_keys) ?:
	       check_keys(time_keys) ?: check_keys(live_keys);
}

static int check_manual(const char *path, const struct tui_key *table)
{
	char *text = source_text(path), *at, *want;
	const struct tui_key *k;

	if (!text)
		return test_skip("the manual's source is not there");
	at = strstr(text, "\n== KEYS\n");
	TEST_ASSERT(at);
	for (k = table; k->command != TUI_NONE; k++) {
		struct strbuf names = STRBUF_INIT;
		const char *quotes;

		if (!k->help)
			continue;
		tui_key__add_names(k, &names);
		quotes = !isalpha((unsigned char)*names.buf) || strchr(names.buf, '?') ? "++" : "";
		want = xasprintf("\n%s%s%s::\n\t%c%s.\n", quotes, names.buf, quotes, toupper((unsigned char)*k->help),
				 tui_keys__text(table, k->help) + 1);
		strbuf__exit(&names);
		if (!strstr(at, want))
			printf("the manual lacks: %s", want);
		TEST_ASSERT(strstr(at, want));
		at = strstr(at, want);
		free(want);
	}
	free(text);
	return TEST_OK;
}

/* A manual's section KEYS and the screen's help are the same list, in the same order. */
static int test__manual(void)
{
	return check_manual(SRC_TESTS_DIR "/../Documentation/perf-report.txt", tui_keys) ?:
	       check_manual(SRC_TESTS_DIR "/../Documentation/perf-report.txt", time_keys) ?:
	       check_manual(SRC_TESTS_DIR "/../Documentation/perf-report.txt", tree_keys) ?:
	       check_manual(SRC_TESTS_DIR "/../Documentation/perf-script.txt", sample_keys) ?:
	       check_manual(SRC_TESTS_DIR "/../Documentation/perf-defer.txt", table_keys) ?:
	       check_manual(SRC_TESTS_DIR "/../Documentation/perf-annotate.txt", code_keys) ?:
	       check_manual(SRC_TESTS_DIR "/../Documentation/perf-top.txt", live_keys);
}

static int test__reasons(void)
{
	const struct place *p;
	int reason;

	report_fixture__init(&reported_alone, &report_fixture_flat, 1);
	/* Each mark of a missing user stack is explained. */
	for (reason = PERF_STITCH_WHOLE + 1; reason < PERF_STITCH_NR_REASONS; reason++) {
		p = place_table__text(report_fixture.hists->places, orphan__mark((enum perf_stitch_reason)reason));
		TEST_ASSERT(frame_reason(p));
		TEST_ASSERT_EQ(frame_reason__style(p), STYLE_MARK);
	}
	p = place_table__frame(report_fixture.hists->places, &report_fixture.frames[MAIN]);
	TEST_ASSERT(!frame_reason(p));
	TEST_ASSERT_EQ(frame_reason__style(p), STYLE_NORMAL);
	report_fixture.frames[LEAF].kind = FRAME_BY_CALL;
	p = place_table__frame(report_fixture.hists->places, &report_fixture.frames[LEAF]);
	TEST_ASSERT(frame_reason(p));
	TEST_ASSERT_EQ(frame_reason__style(p), STYLE_INFERRED);
	report_fixture__exit();
	return TEST_OK;
}

/* How light it is, from 0 to 1, as WCAG 2 has it. */
static double luminance(int rgb)
{
	static const double weights[] = { 0.0722, 0.7152, 0.2126 };	/* of blue, green, red */
	double sum = 0;
	int i;

	for (i = 0; i < 3; i++) {
		double c = (rgb >> (8 * i) & 255) / 255.0;

		sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
	}
	return sum;
}

static double contrast(int a, int b)
{
	double x = luminance(a), y = luminance(b);

	return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* Text of each style can be read on black, on white, and on what themes have in their place. */
static int test__contrast(void)
{
	static const struct { int rgb; enum background is; } backgrounds[] = {
		{ 0x000000, BACKGROUND_DARK }, { 0xffffff, BACKGROUND_LIGHT }, { 0x1e1e1e, BACKGROUND_DARK }, { 0xfdf6e3, BACKGROUND_LIGHT },
	};
	size_t i;
	int s;

	TEST_ASSERT(contrast(0, 0xffffff) > 20.9 && contrast(0xffffff, 0xffffff) < 1.1);
	TEST_ASSERT_EQ(style_color__usual(STYLE_NORMAL, 256, BACKGROUND_UNKNOWN), -1);
	TEST_ASSERT_EQ(style_color__usual(STYLE_TOP, 8, BACKGROUND_UNKNOWN), 1);
	for (s = 0; s < STYLE_NR; s++) {
		enum screen_style style = (enum screen_style)s;
		int few = style_color__usual(style, 8, BACKGROUND_UNKNOWN), many = style_color__usual(style, 256, BACKGROUND_UNKNOWN);

		TEST_ASSERT(few < 8 && (few < 0) == (many < 0));
		for (i = 0; many >= 0 && i < ARRAY_SIZE(backgrounds); i++) {
			int known = style_color__usual(style, 256, backgrounds[i].is);

			few = style_color__usual(style, 8, backgrounds[i].is);
			TEST_ASSERT(contrast(color_rgb__of_palette(many), backgrounds[i].rgb) > 3);
			/* What is known to be light or dark has text that is read without an effort. */
			TEST_ASSERT(contrast(color_rgb__of_palette(known), backgrounds[i].rgb) > 4.5);
			TEST_ASSERT(contrast(color_rgb__of_palette(few), backgrounds[i].rgb) > 2.5);
		}
	}
	return TEST_OK;
}

static int test__background(void)
{
	static const struct { const char *answer; enum background is; } answers[] = {
		{ "11;rgb:ffff/ffff/ffff", BACKGROUND_LIGHT }, { "11;rgb:0000/0000/0000", BACKGROUND_DARK },
		{ "11;rgb:fd/f6/e3", BACKGROUND_LIGHT }, { "11;rgb:0/0/f", BACKGROUND_DARK }, { "11;rgb:f/f/0", BACKGROUND_LIGHT },
		{ "11;rgba:1e1e/1E1E/1e1e/ffff", BACKGROUND_DARK }, { "11;#ffffdd", BACKGROUND_LIGHT }, { "11;#000", BACKGROUND_DARK },
		{ "11;#ffffffffffff", BACKGROUND_LIGHT },
		{ "", BACKGROUND_UNKNOWN }, { "11;", BACKGROUND_UNKNOWN }, { "11;?", BACKGROUND_UNKNOWN }, { "10;rgb:ff/ff/ff", BACKGROUND_UNKNOWN },
		{ "11;rgb:", BACKGROUND_UNKNOWN }, { "11;rgb:ff/ff", BACKGROUND_UNKNOWN }, { "11;rgb:ff/ff/", BACKGROUND_UNKNOWN },
		{ "11;rgb:ff/ff/fffff", BACKGROUND_UNKNOWN }, { "11;rgb:ff/ff/ffx", BACKGROUND_UNKNOWN }, { "11;rgb:gg/gg/gg", BACKGROUND_UNKNOWN },
		{ "11;#", BACKGROUND_UNKNOWN }, { "11;#ffff", BACKGROUND_UNKNOWN }, { "11;#fffffffffffffff", BACKGROUND_UNKNOWN },
		{ "11;rgb:-1/ff/ff", BACKGROUND_UNKNOWN },
	};
	static const struct { const char *value; enum background is; } values[] = {
		{ NULL, BACKGROUND_UNKNOWN }, { "", BACKGROUND_UNKNOWN }, { "15;0", BACKGROUND_DARK }, { "0;15", BACKGROUND_LIGHT },
		{ "0;default;15", BACKGROUND_LIGHT }, { "15;default", BACKGROUND_UNKNOWN }, { "0;7", BACKGROUND_LIGHT }, { "7;8", BACKGROUND_DARK },
		{ "15", BACKGROUND_UNKNOWN }, { "0;", BACKGROUND_UNKNOWN }, { "0;16", BACKGROUND_UNKNOWN }, { "0;-1", BACKGROUND_UNKNOWN },
		{ "0;99999999999999999999", BACKGROUND_UNKNOWN }, { "0;7x", BACKGROUND_UNKNOWN },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(answers); i++)
		TEST_ASSERT_EQ(background__of_answer(answers[i].answer, strlen(answers[i].answer)), answers[i].is);
	for (i = 0; i < ARRAY_SIZE(values); i++)
		TEST_ASSERT_EQ(background__of_variable(values[i].value), values[i].is);
	return TEST_OK;
}

DEFINE_SUITE("Report: parts of its screen", tui,
	     { "what terminals say of their background", test__background },
	     { "sequences for the clipboard", test__clipboard },
	     { "texts that fit", test__fit },
	     { "characters and their widths", test__width },
	     { "bars", test__bar },
	     { "no key means two things", test__keys },
	     { "colours on light and on dark", test__contrast },
	     { "the manual has the keys", test__manual },
	     { "what is said about frames", test__reasons })
