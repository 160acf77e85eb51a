/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parses command-line options with upstream's conventions: abbreviated long options, a `--no-` form of every
 * boolean option, `--opt=value` and `--opt value`, several short options after one dash, `-h` and `--help`.
 */
#ifndef PERF_BASE_OPTIONS_H
#define PERF_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct option;

/*
 * Called for OPTION_CALLBACK: @arg is the value (NULL if none was given, see OPT_OPTARG), @unset
 * says that the `--no-` form was used. Returns 0, or a negative number after it has printed what is wrong.
 */
typedef int (*option_callback)(const struct option *opt, const char *arg, bool unset);

enum option_type {
	OPTION_END,
	OPTION_GROUP,		/* a headline in -h */
	OPTION_BOOL,		/* bool *value */
	OPTION_INCR,		/* int *value: counts up; --no- sets 0 */
	OPTION_INT,		/* int *value */
	OPTION_UINT,		/* unsigned int *value */
	OPTION_U64,		/* uint64_t *value; 0x, k/m/g are not understood */
	OPTION_STRING,		/* const char **value: borrowed from argv */
	OPTION_CALLBACK,
	OPTION_UNLESS_ALONE,	/* bool *value: set if an option of the table is given that is not OPT_IS_ALONE */
};

enum {
	OPT_HIDDEN	= 1 << 0,	/* -h does not show it */
	OPT_OPTARG	= 1 << 1,	/* the value is optional; given only as --opt=value or -oVALUE */
	OPT_NOARG	= 1 << 2,	/* a callback without a value */
	OPT_NONEG	= 1 << 3,	/* there is no --no- form */
	OPT_INVERT	= 1 << 4,	/* OPTION_BOOL: stores the opposite value */
	/* the value is optional; it is the next argument unless that begins with '-' */
	OPT_NEXTARG	= 1 << 5,
	/* what it changes about a sample is a matter of that sample alone, whatever came before it; no option is, unless it says so */
	OPT_IS_ALONE	= 1 << 6,
};

struct option {
	enum option_type type;
	char short_name;		/* or 0 */
	const char *long_name;		/* without the dashes; "no-x" names the negative form of "x" */
	void *value;
	const char *arg_name;		/* "FILE" in -h */
	const char *help;
	option_callback callback;
	int flags;
	void *data;			/* for the callback */
};

#define OPT_BOOL(s, l, v, h)		{ OPTION_BOOL, s, l, v, NULL, h, NULL, 0, NULL }
/* An older name of an option, which scripts still use. */
#define OPT_BOOL_HIDDEN(l, v)		{ OPTION_BOOL, 0, l, v, NULL, NULL, NULL, OPT_HIDDEN, NULL }
#define OPT_INCR(s, l, v, h)		{ OPTION_INCR, s, l, v, NULL, h, NULL, 0, NULL }
#define OPT_INT(s, l, v, a, h)		{ OPTION_INT, s, l, v, a, h, NULL, 0, NULL }
#define OPT_UINT(s, l, v, a, h)		{ OPTION_UINT, s, l, v, a, h, NULL, 0, NULL }
#define OPT_U64(s, l, v, a, h)		{ OPTION_U64, s, l, v, a, h, NULL, 0, NULL }
#define OPT_STRING(s, l, v, a, h)	{ OPTION_STRING, s, l, v, a, h, NULL, 0, NULL }
#define OPT_CALLBACK(s, l, v, a, h, f)	{ OPTION_CALLBACK, s, l, v, a, h, f, 0, NULL }
#define OPT_CALLBACK_FLAGS(s, l, v, a, h, f, fl) { OPTION_CALLBACK, s, l, v, a, h, f, fl, NULL }
/* double *value: a share, 0 to 100, with or without '%'; --no- sets 0 */
#define OPT_PERCENT(l, v, a, h)		{ OPTION_CALLBACK, 0, l, v, a, h, option__set_percent, 0, NULL }
#define OPT_GROUP(h)			{ OPTION_GROUP, 0, NULL, NULL, NULL, h, NULL, 0, NULL }
#define OPT_UNLESS_ALONE(v)		{ OPTION_UNLESS_ALONE, 0, NULL, v, NULL, NULL, NULL, OPT_HIDDEN, NULL }
/* The same option with OPT_IS_ALONE: OPT_ALONE(OPT_BOOL(...)). For tables that are not static. */
#define OPT_ALONE(...)			option__alone((struct option)__VA_ARGS__)
#define OPT_END()			{ OPTION_END, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL }

static inline struct option option__alone(struct option o)
{
	o.flags |= OPT_IS_ALONE;
	return o;
}

enum {
	PARSE_STOP_AT_NON_OPTION = 1 << 0,	/* for perf record: options of the command are left alone */
};

/*
 * A function that is called before -h prints the options, or NULL. As they may be many, perf.c starts the pager in it.
 */
extern void (*options__before_help)(void);

#define EXIT_USAGE	129	/* a wrong command line, as upstream and git have it */

/*
 * Parses @argv[1..argc). @usage: lines such as "perf record [<options>] [<command>]", NULL-terminated.
 * Moves the arguments that are not options to the front of @argv from index 0; returns how many there are.
 * `--` ends the options and is dropped. `-h` prints the options to stdout and exits with status 0; with an argument after it,
 * prints only those that match. `--list-opts` does the same with their long names. For a wrong option, prints one line and exits
 * with EXIT_USAGE; if a callback returns a negative number, also exits with EXIT_USAGE.
 */
int parse_options(int argc, const char **argv, const struct option *options,
		  const char *const *usage, int flags);
/*
 * Returns the second of two options in one table that have the same letter or name ("no-x" is also the negative form of "x",
 * unless that has OPT_NONEG); NULL if there are none. -h calls it, and ends the program if there are: such a table is a bug.
 */
const struct option *options__find_twin(const struct option *options);
/*
 * The callback of -q (OPT_CALLBACK_FLAGS): sets the level of messages (util/base/log.h) to LOG_QUIET, for --no-quiet
 * to LOG_NORMAL.
 */
int option__set_quiet(const struct option *opt, const char *arg, bool unset);
/* The callback of OPT_PERCENT: 0, or -1 once it has told what is wrong. */
int option__set_percent(const struct option *opt, const char *arg, bool unset);
/* Prints @fmt as one line on stderr, and exits with EXIT_USAGE. */
void usage_error(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif /* PERF_BASE_OPTIONS_H */
