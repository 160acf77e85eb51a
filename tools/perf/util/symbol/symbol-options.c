// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/symbol-options.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"

int symbol_opts__set_debuginfod(const struct option *opt, const char *arg, bool unset)
{
	struct symbol_opts *opts = opt->value;

	opts->debuginfod = unset ? NULL : arg ? arg : "";
	return 0;
}

/* What is given must be a folder, if @dir, or else a file; what is @unset is NULL. */
static int set_path(const struct option *opt, const char *arg, bool unset, bool dir)
{
	struct stat st;
	const char *why = NULL;

	if (unset) {
		*(const char **)opt->value = NULL;
		return 0;
	}
	if (stat(arg, &st))
		why = strerror(errno);
	else if (dir && !S_ISDIR(st.st_mode))
		why = "not a folder";
	else if (!dir && S_ISDIR(st.st_mode))
		why = "a folder, not a file";
	else if (access(arg, dir ? X_OK : R_OK))
		why = strerror(errno);
	if (why) {
		pr_error("perf: option '--%s': cannot use '%s': %s\n", opt->long_name, arg, why);
		return -1;
	}
	*(const char **)opt->value = arg;
	return 0;
}

int symbol_opts__set_file(const struct option *opt, const char *arg, bool unset)
{
	return set_path(opt, arg, unset, false);
}

/* --symfs without its layout: as arguments, it lives as long as the process. */
static char *symfs_dir;

/* A folder may have a comma in its name: if the whole is one, it is meant. */
static const char *layout_of(const char *arg)
{
	const char *comma = strrchr(arg, ',');
	struct stat st;

	return comma && stat(arg, &st) ? comma + 1 : NULL;
}

int symbol_opts__set_symfs(const struct option *opt, const char *arg, bool unset)
{
	struct symbol_opts *opts = opt->value;
	const char *layout = unset ? NULL : layout_of(arg);
	struct option dir = *opt;

	dir.value = &opts->symfs;
	opts->symfs_flat = layout && !strcmp(layout, "flat");
	if (layout && !opts->symfs_flat && strcmp(layout, "hierarchy")) {
		pr_error("perf: option '--symfs' takes DIR, DIR,flat or DIR,hierarchy: '%s' is neither a folder nor has it one of these endings\n", arg);
		return -1;
	}
	if (layout) {
		free(symfs_dir);
		symfs_dir = xasprintf("%.*s", (int)(layout - 1 - arg), arg);
		arg = symfs_dir;
	}
	return set_path(&dir, arg, unset, true);
}
