// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED_FROM	5.0
#define GREEN_FROM	0.5

bool color__wanted(int fd)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fd) && !(no_color && *no_color) && term && strcmp(term, "dumb");
}

const char *color__percent(double percent)
{
	return percent >= RED_FROM ? "\033[31m" : percent > GREEN_FROM ? "\033[32m" : "";
}

void color__add(struct strbuf *out, bool on, double percent, const char *text)
{
	const char *begin = on ? color__percent(percent) : "";

	strbuf__addstr(out, begin);
	strbuf__addstr(out, text);
	if (*begin)
		strbuf__addstr(out, COLOR_RESET);
}
