/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables of a pprof profile, whose entries it refers to by number: strings, functions, mappings, locations. OpenTelemetry's
 * tables of these things have the same numbers, so otlp-tables uses them too.
 */
#ifndef PERF_EXPORT_PPROF_TABLES_H
#define PERF_EXPORT_PPROF_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/byte-pool.h"
#include "util/export/export-profile.h"

/* An id is the index in one of these lists + 1; strings have their index as the number, and number 0 is "". */
struct pprof_tables {
	const struct export_profile *profile;	/* its frames are addresses */
	struct byte_pool pool;
	const char **strings;
	size_t nr_strings, cap_strings;
	struct u64num string_ids;		/* interned string -> number + 1 */
	struct pprof_function { uint32_t name, file; } *functions;
	size_t nr_functions, cap_functions;
	struct u64num function_ids;		/* name and file -> id */
	struct pprof_mapping {
		const struct map *map;
		uint32_t file, build_id;
		bool functions, lines, inlines;
	} *mappings;
	size_t nr_mappings, cap_mappings;
	struct u64num mapping_ids;		/* map, and what it says (in @pool) -> id */
	struct pprof_location {
		const struct place *place;	/* where it lies: the function that is not inlined */
		uint64_t address;
		uint32_t mapping;		/* id of the mapping; 0: none */
		uint32_t first_line, nr_lines;
	} *locations;
	size_t nr_locations, cap_locations;
	uint32_t *location_of;			/* for each place that ends a location: the location's id; 0: none yet */
	struct pprof_line { uint32_t function, line; } *lines;
	size_t nr_lines, cap_lines;
};

void pprof_tables__init(struct pprof_tables *t, const struct export_profile *profile);
void pprof_tables__exit(struct pprof_tables *t);
uint32_t pprof_tables__string(struct pprof_tables *t, const char *s);
/*
 * Returns the id of the location with which the @nr places at @way (innermost first) begin: an address, together with the
 * functions that are inlined there. Sets *@ret_taken to the number of places that belong to it. Adds the location if it is
 * new.
 */
uint32_t pprof_tables__location(struct pprof_tables *t, const uint32_t *way, size_t nr, size_t *ret_taken);
/*
 * Returns the index of the mapping of the program after which a thread is named (only the first 15 letters are compared), or
 * 0 if there is none.
 */
size_t pprof_tables__mapping_of_comm(const struct pprof_tables *t, const char *comm);
/* Append the protocol buffer message for the element with index @i to @out. */
void pprof_tables__write_function(const struct pprof_tables *t, size_t i, struct strbuf *out);
void pprof_tables__write_location(const struct pprof_tables *t, size_t i, struct strbuf *out);
void pprof_tables__write_mapping(const struct pprof_tables *t, size_t i, struct strbuf *out);

#endif /* PERF_EXPORT_PPROF_TABLES_H */
