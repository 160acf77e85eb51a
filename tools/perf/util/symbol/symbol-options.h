/* SPDX-License-Identifier: GPL-2.0-only */
/* Options that are common to all commands that look up symbols. */
#ifndef PERF_SYMBOL_SYMBOL_OPTIONS_H
#define PERF_SYMBOL_SYMBOL_OPTIONS_H

#include "util/base/config.h"
#include "util/base/options.h"
#include "util/symbol/dso.h"

/* For OPT_CALLBACK: @opt->value is a struct symbol_opts. */
int symbol_opts__set_debuginfod(const struct option *opt, const char *arg, bool unset);

/*
 * For OPT_CALLBACK: @opt->value is a const char *, which is set to @arg if that is a readable file.
 * Otherwise it is an error, so that a mistyped name does not end as a report without names.
 */
int symbol_opts__set_file(const struct option *opt, const char *arg, bool unset);
/* The same for --symfs DIR[,flat|hierarchy]: @opt->value is a struct symbol_opts. */
int symbol_opts__set_symfs(const struct option *opt, const char *arg, bool unset);

/* A key of a command's configuration (struct config_key): the default of --debuginfod. */
#define SYMBOL_CONFIG_KEY(o)	{ "buildid-cache.debuginfod", CONFIG_STRING, &(o)->debuginfod, NULL }

/* A group of a command's option table; @o: struct symbol_opts *. */
#define SYMBOL_OPTIONS(o)												\
	OPT_GROUP("Symbols"),												\
	OPT_ALONE(OPT_CALLBACK(0, "kallsyms", &(o)->kallsyms, "FILE", "the kernel's symbols", symbol_opts__set_file)),	\
	OPT_ALONE(OPT_CALLBACK('k', "vmlinux", &(o)->vmlinux, "FILE", "the kernel's file", symbol_opts__set_file)),	\
	OPT_ALONE(OPT_CALLBACK(0, "symfs", o, "DIR[,flat]", "look for files below this directory, or in it (flat)",	\
			       symbol_opts__set_symfs)),								\
	OPT_ALONE(OPT_CALLBACK_FLAGS(0, "debuginfod", o, "URLS", "fetch files that are missing from these servers\n"	\
				     "                              (without URLS: those of $DEBUGINFOD_URLS)",		\
				     symbol_opts__set_debuginfod, OPT_OPTARG)),						\
	OPT_ALONE({ OPTION_BOOL, 0, "demangle", &(o)->no_demangle, NULL,						\
		    "C++, Rust and D names as in the source (the default)", NULL, OPT_INVERT, NULL }),			\
	OPT_ALONE(OPT_BOOL(0, "demangle-kernel", &(o)->demangle_kernel, "those of the kernel as well"))

#endif /* PERF_SYMBOL_SYMBOL_OPTIONS_H */
