/* SPDX-License-Identifier: GPL-2.0-only */
/* How code is shown, by the configuration (annotate.*) and by options: for perf annotate, and for the code on perf report's screen. */
#ifndef PERF_BUILTIN_CODE_LOOK_H
#define PERF_BUILTIN_CODE_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "util/annotate/annotate-text.h"
#include "util/base/options.h"

struct code_look {
	bool no_source, offsets, jump_lines, nr_jumps, nr_samples, total_period;
	bool line_numbers;		/* on a screen */
	uint64_t offset_level;		/* see enum row_labels: from 1 on */
	bool intel;			/* the syntax of x86 */
	bool bytes;			/* of each instruction */
	const char *prefix;		/* see struct source_view; borrowed */
	unsigned int strip;
	struct percent_type type;
	bool demangle, demangle_kernel;
};

/* Sets *@look to what the configuration says. To be called before there are threads. */
void code_look__configure(struct code_look *look);
/* Sets what of that is about the text, of which nothing is set yet. */
void code_look__apply(const struct code_look *look, struct annotate_text *t);
/* To be called behind the options: exits if they do not go together. */
void code_look__check(const struct code_look *look);

/* For OPT_CALLBACK: @opt->value is a struct code_look. */
int code_look__set_syntax(const struct option *opt, const char *arg, bool unset);
int code_look__set_type(const struct option *opt, const char *arg, bool unset);

/* Rows of a command's option table; @l: struct code_look *. */
#define CODE_LOOK_OPTIONS(l)											\
	{ OPTION_BOOL, 0, "source", &(l)->no_source, NULL, "source lines in front of instructions (the default)", NULL, OPT_INVERT, NULL }, \
	OPT_BOOL(0, "asm-raw", &(l)->bytes, "the bytes of each instruction"),					\
	OPT_CALLBACK('M', "disassembler-style", l, "att|intel", "the syntax of x86 (att)", code_look__set_syntax),	\
	OPT_STRING(0, "prefix", &(l)->prefix, "DIR", "a folder in front of absolute paths of sources"),		\
	OPT_UINT(0, "prefix-strip", &(l)->strip, "N", "with --prefix: leave out the first N folders of such a path"), \
	OPT_CALLBACK(0, "percent-type", l, PERCENT_TYPES, "shares of the function (local) or of all samples\n"	\
		     "                              (global), by periods or by numbers of samples (local-period)", code_look__set_type)

#endif /* PERF_BUILTIN_CODE_LOOK_H */
