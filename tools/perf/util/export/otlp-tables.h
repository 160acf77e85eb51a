/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The dictionary of OpenTelemetry's profiles: tables whose entries the samples refer to by number. Strings, functions, mappings
 * and locations are those of pprof; attributes and stacks are added. Entry 0 of each table stands for nothing.
 */
#ifndef PERF_EXPORT_OTLP_TABLES_H
#define PERF_EXPORT_OTLP_TABLES_H

#include <stdbool.h>

#include "util/export/pprof-tables.h"

struct otlp_tables {
	struct pprof_tables base;
	struct otlp_attribute {
		uint32_t key;			/* number of the string */
		bool is_text;
		uint64_t value;			/* a number; or with @is_text that of a string */
	} *attributes;				/* the first one has number 1 */
	size_t nr_attributes, cap_attributes;
	struct pair_num attribute_ids;		/* key and kind, value -> number */
	struct strbuf stacks;			/* their messages, encoded as fields of the dictionary */
	uint32_t nr_stacks;
	uint32_t *stack_of;			/* for each node of the profile's stacks: its number; 0: none yet */
};

/* Initialises @t; @profile is borrowed, and its frames are addresses. */
void otlp_tables__init(struct otlp_tables *t, const struct export_profile *profile);
void otlp_tables__exit(struct otlp_tables *t);
/* Return the number of the attribute @key with that value, which is added if it is new. */
uint32_t otlp_tables__text(struct otlp_tables *t, const char *key, const char *value);
uint32_t otlp_tables__number(struct otlp_tables *t, const char *key, uint64_t value);
/* Returns the number of the stack that begins with @node, whose @nr places are at @way (innermost first); adds it if it is new. */
uint32_t otlp_tables__stack(struct otlp_tables *t, uint32_t node, const uint32_t *way, size_t nr);
/* Appends the whole dictionary to @out, as the fields of that message. To be called once, when nothing is added any more. */
void otlp_tables__write(struct otlp_tables *t, struct strbuf *out);

#endif /* PERF_EXPORT_OTLP_TABLES_H */
