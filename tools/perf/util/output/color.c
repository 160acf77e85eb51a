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
#include "util/output/color-rgb.h"

#define RED_FROM	5.0
#define GREEN_FROM	0.5

/* The escape sequences of the classes; "": plain. */
static char sequences[COLOR_NR][48] = { "\033[31m", "\033[32m", "" };

/* What was configured; see color-rgb.h for the numbers. */
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

/* perf's names of colours. */
static const struct { const char *name; int number; } names[] = {
	{ "black", 0 }, { "red", 1 }, { "green", 2 }, { "brown", 3 }, { "blue", 4 },
	{ "magenta", 5 }, { "cyan", 6 }, { "lightgray", 7 }, { "default", -1 },
	{ "gray", 8 }, { "brightred", 9 }, { "brightgreen", 10 }, { "yellow", 11 },
	{ "brightblue", 12 }, { "brightmagenta", 13 }, { "brightcyan", 14 }, { "white", 15 },
};

/* The first word of @text. False: it is no colour. */
static bool take_color(const char *text, int *ret)
{
	size_t n, i;

	text += strspn(text, " \t");
	n = strcspn(text, " \t,");
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i].name) == n && !strncmp(text, names[i].name, n)) {
			*ret = names[i].number;
			return true;
		}
	*ret = color_rgb__parse(text, n);
	return *ret >= 0;
}

/* What a terminal is told: 31 is red, 91 bright red; of backgrounds it is 10 more. */
static void add_code(struct strbuf *out, int number, bool background, int promised)
{
	int rgb = number & (COLOR_RGB - 1), more = background ? 10 : 0;

	if (number >= COLOR_RGB && promised == COLOR_RGB) {
		strbuf__addf(out, "%d;2;%d;%d;%d", 38 + more, rgb >> 16, rgb >> 8 & 255, rgb & 255);
		return;
	}
	if (number >= COLOR_RGB)
		number = color_rgb__nearest(rgb, promised);
	if (number >= 16)
		strbuf__addf(out, "%d;5;%d", 38 + more, number);
	else
		strbuf__addf(out, "%d", (number < 0 ? 39 : number < 8 ? 30 + number : 90 + number - 8) + more);
}

static void make_sequence(enum color_class which)
{
	struct strbuf s = STRBUF_INIT;
	int promised = color_rgb__promised(), fg = chosen[which].fg, bg = chosen[which].bg;

	if (fg >= 0 || bg >= 0) {
		strbuf__addstr(&s, "\033[");
		add_code(&s, fg, false, promised);
		if (bg >= 0) {
			strbuf__addch(&s, ';');
			add_code(&s, bg, true, promised);
		}
		strbuf__addch(&s, 'm');
	}
	snprintf(sequences[which], sizeof(sequences[which]), "%s", strbuf__str(&s));
	strbuf__exit(&s);
}

int color__configure(enum color_class which, const char *value, struct diag *diag)
{
	const char *comma = strchr(value, ',');
	int fg, bg = -1;

	if (!take_color(value, &fg) || (comma && !take_color(comma + 1, &bg)))
		return diag__msg(diag, -EINVAL, "'%s' is not FOREGROUND, BACKGROUND of: black, red, green, brown, "
				 "blue, magenta, cyan, lightgray, default, gray, brightred, brightgreen, "
				 "yellow, brightblue, brightmagenta, brightcyan, white, rgb:rr/gg/bb, \"#rrggbb\" (in a file, in quotes)", value);
	chosen[which].set = true;
	chosen[which].fg = fg;
	chosen[which].bg = bg;
	make_sequence(which);
	return 0;
}

int color__config(void *which, const char *value, struct diag *diag)
{
	return color__configure((enum color_class)(uintptr_t)which, value, diag);
}

bool color__configured(enum color_class which, int *ret_fg, int *ret_bg)
{
	if (!chosen[which].set)
		return false;
	*ret_fg = chosen[which].fg;
	*ret_bg = chosen[which].bg;
	return true;
}

bool color__any_rgb(void)
{
	size_t i;

	for (i = 0; i < COLOR_NR; i++)
		if (chosen[i].set && (chosen[i].fg >= COLOR_RGB || chosen[i].bg >= COLOR_RGB))
			return true;
	return false;
}

void color__add(struct strbuf *out, bool on, double percent, const char *text)
{
	const char *begin = on ? color__percent(percent) : "";

	strbuf__addstr(out, begin);
	strbuf__addstr(out, text);
	if (*begin)
		strbuf__addstr(out, COLOR_RESET);
}
