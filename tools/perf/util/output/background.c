// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/background.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One to four digits of @*p, as a share of the most that they could be. */
static bool take_part(const char **p, const char *end, size_t most, double *ret)
{
	unsigned int value = 0, all = 0;
	size_t n;

	for (n = 0; n < most && *p < end && digit(**p) >= 0; n++, (*p)++) {
		value = value * 16 + (unsigned int)digit(**p);
		all = all * 16 + 15;
	}
	*ret = n ? (double)value / all : 0;
	return n > 0;
}

static bool begins(const char **p, const char *end, const char *with)
{
	size_t n = strlen(with);

	if ((size_t)(end - *p) < n || memcmp(*p, with, n) != 0)
		return false;
	*p += n;
	return true;
}

/* Three parts with @between; the fourth one of "rgba:" is how much of it covers what is behind. */
static bool take_parts(const char *p, const char *end, char between, double *parts)
{
	size_t width = 4, i;

	if (!between) {
		width = (size_t)(end - p) / 3;
		if (!width || width > 4 || width * 3 != (size_t)(end - p))
			return false;
	}
	for (i = 0; i < 3; i++) {
		if (i && between && (p == end || *p++ != between))
			return false;
		if (!take_part(&p, end, width, &parts[i]))
			return false;
	}
	return p == end || (between && *p == between);
}

enum background background__of_answer(const char *answer, size_t len)
{
	const char *p = answer, *end = answer + len;
	char between = '/';
	double rgb[3];

	if (!begins(&p, end, "11;"))
		return BACKGROUND_UNKNOWN;
	if (begins(&p, end, "#"))
		between = '\0';
	else if (!begins(&p, end, "rgb:") && !begins(&p, end, "rgba:"))
		return BACKGROUND_UNKNOWN;
	if (!take_parts(p, end, between, rgb))
		return BACKGROUND_UNKNOWN;
	/* How bright that is for the eye. */
	return rgb[0] * 0.299 + rgb[1] * 0.587 + rgb[2] * 0.114 > 0.5 ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

enum background background__of_variable(const char *value)
{
	const char *last = value ? strrchr(value, ';') : NULL;
	char *end;
	long n;

	if (!last || !isdigit((unsigned char)last[1]))
		return BACKGROUND_UNKNOWN;
	n = strtol(last + 1, &end, 10);
	if (*end || n > 15)
		return BACKGROUND_UNKNOWN;
	/* Light gray, and the bright colours but for that which is called bright black. */
	return n == 7 || n > 8 ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

static enum background configured;

enum background background__configured(void)
{
	return configured;
}

int background__config(void *unused, const char *value, struct diag *diag)
{
	static const char *const values[] = { [BACKGROUND_UNKNOWN] = "auto", [BACKGROUND_DARK] = "dark", [BACKGROUND_LIGHT] = "light" };
	size_t i;

	(void)unused;
	for (i = 0; i < ARRAY_SIZE(values); i++)
		if (!strcmp(value, values[i])) {
			configured = (enum background)i;
			return 0;
		}
	return diag__msg(diag, -EINVAL, "'%s' is none of auto, dark, light", value);
}
