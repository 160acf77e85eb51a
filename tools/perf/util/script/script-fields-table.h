/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to script-fields*.c: what there is to know of each field and of each type of events. */
#ifndef PERF_SCRIPT_SCRIPT_FIELDS_TABLE_H
#define PERF_SCRIPT_SCRIPT_FIELDS_TABLE_H

#include <linux/perf_event.h>

#include "util/script/script-fields.h"

/* The address, and what is shown of it by default. */
#define SCRIPT_PLACE	(SCRIPT_IP | SCRIPT_SYM | SCRIPT_SYMOFF | SCRIPT_DSO)

/* Every field, by SCRIPT_BIT_*. */
extern const struct script_field_entry {
	const char *name;
	uint64_t field;
	unsigned int needs;		/* enum session_needs */
	bool alone;			/* its text depends on the sample alone */
} script_field_table[SCRIPT_NR_FIELDS];

/* The types of events. */
extern const struct script_type_entry {
	const char *prefix;		/* before the colon in -F, or NULL */
	const char *name;		/* in messages */
	uint64_t fields, invalid;	/* those that are shown by default; those that this type cannot have */
} script_type_table[SCRIPT_NR_TYPES];

/* Sets @err to @fmt with the strings @a and @b, as far as it has them. Returns -EINVAL. */
int script_fields__fail(char *err, size_t size, const char *fmt, const char *a, const char *b);

#endif /* PERF_SCRIPT_SCRIPT_FIELDS_TABLE_H */
