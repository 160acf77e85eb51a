// SPDX-License-Identifier: GPL-2.0-only
/* Configuration files: syntax, errors with their place, values, changing one key. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/config-files.h"
#include "util/base/config.h"
#include "util/base/file.h"
#include "util/output/color-rgb.h"
#include "util/output/color.h"

static struct diag diag;

static int parse(struct config *c, const char *text)
{
	diag__clear(&diag);
	return config__parse(c, "f", text, strlen(text), &diag);
}

static const char *value(const struct config *c, const char *key)
{
	const struct config_entry *e = config__find(c, key);

	return !e ? "(none)" : e->value ? e->value : "(alone)";
}

static int test__syntax(void)
{
	struct config c = { 0 };

	TEST_ASSERT_EQ(parse(&c, "\xef\xbb\xbf# c\n; c\n\n[Report]\r\n\tChildren = false  # why\r\n"
			     "alone\n  empty =\nafter ; c\n"
			     "[a.b]x=1\n"
			     "[sub \"A \\\"b\\\\]\"]\n name= a  b \" # ; \\\"\"  ; c\n"
			     "[call-graph] record-mode = fp,\\\n   defer\nt = a\\tb\\nc\n"
			     "q=\"un\"quoted\" \"\n"), 0);
	TEST_ASSERT_STR(value(&c, "report.children"), "false");
	TEST_ASSERT_STR(value(&c, "REPORT.CHILDREN"), "false");
	TEST_ASSERT_STR(value(&c, "report.alone"), "(alone)");
	TEST_ASSERT_STR(value(&c, "report.empty"), "");
	TEST_ASSERT_STR(value(&c, "report.after"), "(alone)");
	TEST_ASSERT_STR(value(&c, "a.b.x"), "1");
	TEST_ASSERT_STR(value(&c, "sub.A \"b\\].name"), "a  b  # ; \"");
	TEST_ASSERT_STR(value(&c, "sub.a \"b\\].name"), "(none)");
	TEST_ASSERT_STR(value(&c, "call-graph.record-mode"), "fp,   defer");
	TEST_ASSERT_STR(value(&c, "call-graph.t"), "a\tb\nc");
	TEST_ASSERT_STR(value(&c, "call-graph.q"), "unquoted ");
	TEST_ASSERT_EQ(config__find(&c, "call-graph.t")->line, 14);
	/* The last one counts. */
	TEST_ASSERT_EQ(parse(&c, "[report]\nchildren=true"), 0);
	TEST_ASSERT_STR(value(&c, "report.children"), "true");
	config__exit(&c);
	return TEST_OK;
}

static int test__errors(void)
{
	static const struct { const char *text, *error; } bad[] = {
		{ "x = 1\n", "f:1: a [section] must come before the first key" },
		{ "[a\nb=1\n", "f:1: the ] after the section's name is missing" },
		{ "\n[]\n", "f:2: the section has no name" },
		{ "[a \"b]\n", "f:1: the subsection's closing \" is missing" },
		{ "[a b]\n", "f:1: a section is [name] or [name \"subsection\"]" },
		{ "[a \"b\" ]\n", "f:1: the ] after the section's name is missing" },
		{ "[a*]\n", "f:1: a section's name has letters, digits, '-', '_' and '.' only" },
		{ "[a]\nb c = 1\n", "f:2: a line is 'name = value'" },
		{ "[a]\n\n= 1\n", "f:3: a line is 'name = value', [section] or a comment" },
		{ "[a]\nb = \"c\nd = 1\n", "f:2: the value's closing \" is missing" },
		{ "[a]\nb = c\\q\n", "f:2: after a backslash comes n, t, b, \\, \" or the line's end" },
		{ "[a]\nb = c\\", "f:2: nothing follows the last backslash" },
	};
	struct config c = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		TEST_ASSERT_EQ(parse(&c, bad[i].text), -EINVAL);
		TEST_ASSERT_STR(diag.text, bad[i].error);
	}
	diag__clear(&diag);
	TEST_ASSERT_EQ(config__parse(&c, "f", "[a]\nb = x\0y\n", 12, &diag), -EINVAL);
	TEST_ASSERT_STR(diag.text, "f:2: the file holds a zero byte");
	/* What came before the error is there. */
	TEST_ASSERT_EQ(parse(&c, "[z]\ny = 1\n[\n"), -EINVAL);
	TEST_ASSERT_STR(value(&c, "z.y"), "1");
	config__exit(&c);
	return TEST_OK;
}

static char told[1024];

static void tell(const struct diag *d)
{
	snprintf(told + strlen(told), sizeof(told) - strlen(told), "%s\n", d->text);
}

static int only_a(void *ctx, const char *text, struct diag *why)
{
	if (strcmp(text, "a"))
		return diag__msg(why, -EINVAL, "'%s' is not a", text);
	*(bool *)ctx = true;
	return 0;
}

static int test__values(void)
{
	bool b = false, other = true, is_a = false;
	uint64_t n = 7, big = 7;
	double d = 1;
	const char *s = "before";
	const struct config_key keys[] = {
		{ "s.bool", CONFIG_BOOL, &b, NULL },	 { "s.missing", CONFIG_BOOL, &other, NULL },
		{ "s.number", CONFIG_U64, &n, NULL },	 { "s.big", CONFIG_U64, &big, NULL },
		{ "s.percent", CONFIG_DOUBLE, &d, NULL }, { "s.text", CONFIG_STRING, &s, NULL },
		{ "s.a", CONFIG_CALLBACK, &is_a, only_a }, { 0 }
	};
	struct config c = { 0 };

	TEST_ASSERT_EQ(parse(&c, "[s]\nbool\nnumber=0x10\nbig = 2k\npercent=0.5%\ntext=t\na=a\nunknown=1\n"),
		       0);
	told[0] = 0;
	config__apply(&c, keys, tell);
	TEST_ASSERT_STR(told, "");
	TEST_ASSERT(b && other && is_a && n == 16 && big == 2048 && d == 0.5);
	TEST_ASSERT_STR(s, "t");
	TEST_ASSERT_EQ(parse(&c, "[s]\nbool=maybe\nnumber=-1\nbig = 99999999999g\npercent=x\ntext\na=b\n"),
		       0);
	config__apply(&c, keys, tell);
	TEST_ASSERT_STR(told, "f:2: s.bool: 'maybe' is neither true nor false; the setting is ignored\n"
			      "f:3: s.number: '-1' is not a number; the setting is ignored\n"
			      "f:4: s.big: '99999999999g' is not a number; the setting is ignored\n"
			      "f:5: s.percent: 'x' is not a number from 0; the setting is ignored\n"
			      "f:6: s.text: the value is missing; the setting is ignored\n"
			      "f:7: s.a: 'b' is not a; the setting is ignored\n");
	TEST_ASSERT(b && n == 16 && big == 2048 && d == 0.5);
	config__exit(&c);
	TEST_ASSERT_EQ(config_value__bool("YES"), 1);
	TEST_ASSERT_EQ(config_value__bool("off"), 0);
	TEST_ASSERT_EQ(config_value__bool("2"), 1);
	TEST_ASSERT_EQ(config_value__bool("ja"), -EINVAL);
	return TEST_OK;
}

static int test__keys(void)
{
	char *key = config_key__normalize("Report.Children", &diag);

	TEST_ASSERT_STR(key, "report.children");
	free(key);
	key = config_key__normalize("S.Sub x.Name", NULL);
	TEST_ASSERT_STR(key, "s.Sub x.name");
	free(key);
	diag__clear(&diag);
	TEST_ASSERT(!config_key__normalize("report", &diag));
	TEST_ASSERT_STR(diag.text, "'report' has no section: a key is section.name");
	TEST_ASSERT(!config_key__normalize(".x", NULL) && !config_key__normalize("a.", NULL));
	TEST_ASSERT(!config_key__normalize("a.b c", NULL) && !config_key__normalize("a b.c", NULL));
	return TEST_OK;
}

/* Writes @before, sets, and compares the whole file with @after. */
static int set_and_compare(const char *before, const char *key, const char *text, const char *after)
{
	char dir[] = "/tmp/perf-config-XXXXXX", *path, *data;
	size_t size;
	FILE *f;
	int err;

	TEST_ASSERT(mkdtemp(dir));
	path = xasprintf("%s/config", dir);
	if (before) {
		f = fopen(path, "w");
		TEST_ASSERT(f && fputs(before, f) >= 0 && !fclose(f));
	}
	diag__clear(&diag);
	err = config_file__set(path, key, text, &diag);
	if (err)
		fprintf(stderr, "%s\n", diag.text);
	TEST_ASSERT_EQ(err, 0);
	TEST_ASSERT_EQ(file__read_all(path, 65536, &data, &size), 0);
	TEST_ASSERT_STR(data, after);
	free(data);
	unlink(path);
	rmdir(dir);
	free(path);
	return TEST_OK;
}

static int test__set(void)
{
	TEST_ASSERT_EQ(set_and_compare(NULL, "Report.children", "true", "[report]\n\tchildren = true\n"), 0);
	TEST_ASSERT_EQ(set_and_compare("# mine\n[a]\n  x = 1\n  y = 2\n[b]\n", "a.x", "3 ",
				       "# mine\n[a]\n  x = \"3 \"\n  y = 2\n[b]\n"), 0);
	TEST_ASSERT_EQ(set_and_compare("[a]\nx=1\n[b]\ny=1", "a.z", "fp;\"q\"",
				       "[a]\nx=1\n\tz = \"fp;\\\"q\\\"\"\n[b]\ny=1"), 0);
	TEST_ASSERT_EQ(set_and_compare("[a]\nx=1", "a.z", "1", "[a]\nx=1\n\tz = 1\n"), 0);
	TEST_ASSERT_EQ(set_and_compare("[a]\nx=1", "b.Sub.z", "1", "[a]\nx=1\n[b \"Sub\"]\n\tz = 1\n"), 0);
	TEST_ASSERT_EQ(set_and_compare("[a]\nx=1\\\n2\ny=1\n", "a.x", "1", "[a]\nx = 1\ny=1\n"), 0);
	return TEST_OK;
}

static const char *top_with(const char *colorterm, const char *term, const char *value)
{
	xsetenv("COLORTERM", colorterm, true);
	xsetenv("TERM", term, true);
	return color__configure(COLOR_TOP, value, NULL) ? "refused" : color__percent(50);
}

/* Colours of no palette: what the environment promises, or the nearest of it. */
static int test_rgb(void)
{
	static const char *const wrong[] = { "#12345", "#1234567", "#12345g", "rgb:1/2/3", "rgb:10/20/3x", "#", "# 12345" };
	char *colorterm = getenv("COLORTERM") ? xstrdup(getenv("COLORTERM")) : NULL, *term = getenv("TERM") ? xstrdup(getenv("TERM")) : NULL;
	size_t i;

	TEST_ASSERT_STR(top_with("truecolor", "xterm", "#ff8000"), "\033[38;2;255;128;0m");
	TEST_ASSERT_STR(top_with("24bit", "xterm", "#F80, rgb:00/7f/FF"), "\033[38;2;255;136;0;48;2;0;127;255m");
	TEST_ASSERT_STR(top_with("", "xterm-direct", "default, #ffffff"), "\033[39;48;2;255;255;255m");
	TEST_ASSERT_STR(top_with("", "xterm-256color", "#ff8700, #080808"), "\033[38;5;208;48;5;232m");
	TEST_ASSERT_STR(top_with("", "xterm", "#fe0101, #000"), "\033[91;40m");
	TEST_ASSERT_STR(top_with("yes", "xterm", "red, #00cc00"), "\033[31;42m");
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		TEST_ASSERT_STR(top_with("", "xterm", wrong[i]), "refused");
	/* Of the palette, each is nearest to itself; the first 16 of 256 are the user's. */
	for (i = 16; i < 256; i++)
		TEST_ASSERT_EQ(color_rgb__of_palette(color_rgb__nearest(color_rgb__of_palette((int)i), 256)), color_rgb__of_palette((int)i));
	for (i = 0; i < 16; i++)
		TEST_ASSERT_EQ(color_rgb__nearest(color_rgb__of_palette((int)i), 16), i);
	colorterm ? xsetenv("COLORTERM", colorterm, true) : (void)unsetenv("COLORTERM");
	term ? xsetenv("TERM", term, true) : (void)unsetenv("TERM");
	free(colorterm);
	free(term);
	return TEST_OK;
}

static int test__colors(void)
{
	static const struct { const char *value, *sequence; } all[] = {
		{ "black", "\033[30m" }, { "red", "\033[31m" }, { "green", "\033[32m" }, { "brown", "\033[33m" },
		{ "blue", "\033[34m" }, { "magenta", "\033[35m" }, { "cyan", "\033[36m" }, { "lightgray", "\033[37m" },
		{ "gray", "\033[90m" }, { "brightred", "\033[91m" }, { "brightgreen", "\033[92m" },
		{ "yellow", "\033[93m" }, { "brightblue", "\033[94m" }, { "brightmagenta", "\033[95m" },
		{ "brightcyan", "\033[96m" }, { "white", "\033[97m" }, { "default", "" },
		{ "default, black", "\033[39;40m" }, { " white ,\tgray", "\033[97;100m" },
	};
	size_t i;

	diag__clear(&diag);
	TEST_ASSERT_EQ(color__configure(COLOR_TOP, "yellow, blue", &diag), 0);
	TEST_ASSERT_STR(color__percent(50), "\033[93;44m");
	TEST_ASSERT_EQ(color__configure(COLOR_MEDIUM, "cyan", &diag), 0);
	TEST_ASSERT_STR(color__percent(1), "\033[36m");
	TEST_ASSERT_EQ(color__configure(COLOR_NORMAL, "default,default", &diag), 0);
	TEST_ASSERT_STR(color__percent(0.1), "");
	TEST_ASSERT_EQ(color__configure(COLOR_TOP, "pink, default", &diag), -EINVAL);
	TEST_ASSERT(strstr(diag.text, "'pink, default' is not FOREGROUND, BACKGROUND"));
	TEST_ASSERT_STR(color__percent(50), "\033[93;44m");
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		TEST_ASSERT_EQ(color__configure(COLOR_TOP, all[i].value, &diag), 0);
		TEST_ASSERT_STR(color__percent(5), all[i].sequence);
	}
	TEST_ASSERT_EQ(color__configure(COLOR_TOP, "", &diag), -EINVAL);
	TEST_ASSERT_EQ(color__configure(COLOR_TOP, "blackish", &diag), -EINVAL);
	TEST_ASSERT_EQ(color__configure(COLOR_TOP, "black,", &diag), -EINVAL);
	TEST_ASSERT_EQ(test_rgb(), TEST_OK);
	/* As other suites expect them. */
	TEST_ASSERT_EQ(color__configure(COLOR_TOP, "red", NULL), 0);
	TEST_ASSERT_EQ(color__configure(COLOR_MEDIUM, "green", NULL), 0);
	return TEST_OK;
}

/* What is no file at all says so; that there is none is no error. */
static int test__unreadable(void)
{
	struct config c = { 0 };

	diag__clear(&diag);
	TEST_ASSERT_EQ(config__load(&c, "/", &diag), -EISDIR);
	TEST_ASSERT_STR(diag.text, "cannot read the configuration '/': Is a directory");
	diag__clear(&diag);
	TEST_ASSERT_EQ(config__load(&c, "/proc/self/exe/config", &diag), -ENOTDIR);
	TEST_ASSERT(strstr(diag.text, "Not a directory"));
	diag__clear(&diag);
	TEST_ASSERT_EQ(config__load(&c, "/tmp/no-such-configuration-of-perf", &diag), -ENOENT);
	TEST_ASSERT(!diag__is_set(&diag));
	config__exit(&c);
	return TEST_OK;
}

DEFINE_SUITE("Configuration files", config, { "syntax", test__syntax },
	     { "files that cannot be read", test__unreadable },
	     { "errors with their place", test__errors }, { "values", test__values },
	     { "names of keys", test__keys }, { "setting a key leaves the rest", test__set },
	     { "colours", test__colors });
