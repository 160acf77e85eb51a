/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands. Each takes its own argv (argv[0] is its name) and returns the exit status. */
#ifndef PERF_BUILTIN_H
#define PERF_BUILTIN_H

#include <stdbool.h>

#define COMMAND(fn, name, summary) int cmd_##fn(int argc, const char **argv);
#include "command-list.h"
#undef COMMAND

extern const char perf_version_string[];

struct config;
struct config_key;
struct diag;
struct strbuf;

/*
 * Sets what the configuration files and `perf -c` say of @keys (see util/base/config.h); wrong values are
 * told on stderr. Called before the command line is parsed, which counts more. Strings live as
 * long as the program.
 */
void perf_config__apply(const struct config_key *keys);
/* A section of the configuration whose keys are too many for a table of them. */
struct config_section {
	/* Takes all of them from @c. Calls @tell ("FILE:LINE: key: ...") for what is wrong. */
	void (*apply)(const struct config *c, void (*tell)(const struct diag *diag));
	/* Is @key one of them? */
	bool (*knows)(const char *key);
	/* Returns 0 if @value is good for any of them, or -EINVAL with @diag set. */
	int (*check)(const char *value, struct diag *diag);
	/* Calls @name for each of them. */
	void (*each)(void (*name)(void *ctx, const char *key), void *ctx);
};
/* As perf_config__apply(), for a section. */
void perf_config__apply_section(const struct config_section *section);
/*
 * Would the commands take @key=@value? 0, or -EINVAL with @diag. Keys that none of them knows are somebody else's; if such a
 * key is near to known ones, "; did you mean 'KEY'?" is appended to @hint.
 */
int perf_config__check(const char *key, const char *value, struct strbuf *hint, struct diag *diag);

struct cmd_struct {
	const char *name;
	int (*fn)(int argc, const char **argv);
	const char *summary;		/* one line, for `perf help` */
};

extern const struct cmd_struct perf_commands[];		/* ends with a NULL name */
const struct cmd_struct *perf_command__find(const char *name);

/*
 * Exit statuses shared by the commands that read files: 0 all is well; 1 it could not be done;
 * 2 it was done, but part of the input was damaged or could not be used; EXIT_USAGE (129).
 */
enum {
	EXIT_OK		= 0,
	EXIT_FAILED	= 1,
	EXIT_PARTIAL	= 2,
};

#endif /* PERF_BUILTIN_H */
