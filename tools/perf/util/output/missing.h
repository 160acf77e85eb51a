/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which samples were taken in code without a name, why it has none and how to get one; and where user stacks break. For
 * `perf report --missing`, and for what points to it: a line of perf report, and one of pages.
 */
#ifndef PERF_OUTPUT_MISSING_H
#define PERF_OUTPUT_MISSING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_out;
struct missing;
struct session_sample;
struct strbuf;

/*
 * Returns an empty table, which the caller deletes. @stacks: also examine call chains, which is not needed for a hint.
 * @symfs: as in struct symbol_opts; borrowed.
 */
struct missing *missing__new(bool stacks, const char *symfs);
void missing__delete(struct missing *m);
void missing__add(struct missing *m, const struct session_sample *s);
/* Counts @nr more samples in the same place, whose chains are not examined. */
void missing__add_more(struct missing *m, const struct session_sample *s, uint64_t nr);
/* missing-print.c, up to the end of this header: prints the tables. @verbose: with the complete reasons. */
void missing__print(struct missing *m, bool verbose, struct text_out *out);
/* Writes one JSON object, with the schema "perf-report-missing" (perf-report(1)). @input: name of the recording. */
void missing__print_json(struct missing *m, const char *input, struct text_out *out);
/*
 * Appends to @sb what is said without --missing: nothing unless a noticeable share of the samples has no name. It tells of
 * the files that have most of these samples, of @most at most, why they have no names.
 */
void missing__hint(struct missing *m, size_t most, struct strbuf *sb);

#endif /* PERF_OUTPUT_MISSING_H */
