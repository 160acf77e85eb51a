// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/color.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"

#define RED_FROM	5.0
#define GREEN_FROM	0.5

/* The escape sequences of the classes; "": plain. */
static char sequences[COLOR_NR][32] = { "\033[31m", "\033[32m", "" };

/* What was configured, as terminals number colours: 31 is red, 91 bright red; 39: the terminal's own. */
static struct { bool set; int fg, bg; } chosen[COLOR_NR];

bool color__wanted(int fd)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fd) && !(no_color && *no_color) && term && strcmp(term, "dumb");
}

int color__option(const struct option *opt, const char *arg, bool unset)
{
	int *value = opt->value;

	if (unset || (arg && !strcmp(arg, "never"))) {
		*value = 0;
	} else if (!arg || !strcmp(arg, "always")) {
		*value = 1;
	} else if (!strcmp(arg, "auto")) {
		*value = -1;
	} else {
		pr_error("perf: option '--%s' takes always, never or auto, not '%s'\n", opt->long_name, arg);
		return -1;
	}
	return 0;
}

const char *color__percent(double percent)
{
	return sequences[percent >= RED_FROM ? COLOR_TOP :
			 percent > GREEN_FROM ? COLOR_MEDIUM : COLOR_NORMAL];
}

/* perf's names of colours; what a terminal calls the foreground. */
static const struct { const char *name; int code; } names[] = {
	{ "black", 30 }, { "red", 31 }, { "green", 32 }, { "brown", 33 }, { "blue", 34 },
	{ "magenta", 35 }, { "cyan", 36 }, { "lightgray", 37 }, { "default", 39 },
	{ "gray", 90 }, { "brightred", 91 }, { "brightgreen", 92 }, { "yellow", 93 },
	{ "brightblue", 94 }, { "brightmagenta", 95 }, { "brightcyan", 96 }, { "white", 97 },
};

/* The first word of @text; -1 if it is no colour. */
static int color_code(const char *text)
{
	size_t n, i;

	text += strspn(text, " \t");
	n = strcspn(text, " \t,");
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i].name) == n && !strncmp(text, names[i].name, n))
			return names[i].code;
	return -1;
}

int color__configure(enum color_class which, const char *value, struct diag *diag)
{
	const char *comma = strchr(value, ',');
	int fg = color_code(value), bg = comma ? color_code(comma + 1) : 39;

	if (fg < 0 || bg < 0)
		return diag__msg(diag, -EINVAL, "'%s' is not FOREGROUND, BACKGROUND of: black, red, green, brown, "
				 "blue, magenta, cyan, lightgray, default, gray, brightred, brightgreen, "
				 "yellow, brightblue, brightmagenta, brightcyan, white", value);
	chosen[which].set = true;
	chosen[which].fg = fg;
	chosen[which].bg = bg;
	if (bg != 39)
		snprintf(sequences[which], sizeof(sequences[which]), "\033[%d;%dm", fg, bg + 10);
	else if (fg != 39)
		snprintf(sequences[which], sizeof(sequences[which]), "\033[%dm", fg);
	else
		sequences[which][0] = 0;
	return 0;
}

int color__config(void *which, const char *value, struct diag *diag)
{
	return color__configure((enum color_class)(uintptr_t)which, value, diag);
}

/* 0 to 15, or -1. */
static int number_of(int code)
{
	return code == 39 ? -1 : code >= 90 ? code - 90 + 8 : code - 30;
}

bool color__configured(enum color_class which, int *ret_fg, int *ret_bg)
{
	if (!chosen[which].set)
		return false;
	*ret_fg = number_of(chosen[which].fg);
	*ret_bg = number_of(chosen[which].bg);
	return true;
}

void color__add(struct strbuf *out, bool on, double percent, const char *text)
{
	const char *begin = on ? color__percent(percent) : "";

	strbuf__addstr(out, begin);
	strbuf__addstr(out, text);
	if (*begin)
		strbuf__addstr(out, COLOR_RESET);
}
