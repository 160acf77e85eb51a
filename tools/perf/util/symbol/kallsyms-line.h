/* SPDX-License-Identifier: GPL-2.0-only */
/* One line of kallsyms, taken apart. A file has 200,000 of them, so this is done word by word where it can be. Private to util/symbol. */
#ifndef PERF_SYMBOL_KALLSYMS_LINE_H
#define PERF_SYMBOL_KALLSYMS_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kallsyms_line {
	uint64_t addr;
	char *name;
	const char *module;
	size_t name_len, module_len;
	char type;
	bool is_plain;			/* the name can be shown as it is */
};

/*
 * Takes the line at @p, which ends at @end at the latest, where a zero stands. Returns its end; ret->name, which lies in the line, is NULL if
 * it is none of ours.
 */
char *kallsyms_line__parse(char *p, const char *end, struct kallsyms_line *ret);

#endif /* PERF_SYMBOL_KALLSYMS_LINE_H */
