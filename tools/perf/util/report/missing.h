/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which samples fell into code without a name, why it has none and how to get one; and where user stacks
 * break. For `perf report --missing`, and for the line that points there.
 */
#ifndef PERF_REPORT_MISSING_H
#define PERF_REPORT_MISSING_H

#include <stdbool.h>

struct text_out;
struct missing;
struct session_sample;
struct strbuf;

/* @stacks: call chains are looked at, too, which a hint can do without. @symfs: as in struct symbol_opts; borrowed. */
struct missing *missing__new(bool stacks, const char *symfs);
void missing__delete(struct missing *m);
void missing__add(struct missing *m, const struct session_sample *s);
/* The tables. @verbose: with the whole reason. */
void missing__print(struct missing *m, bool verbose, struct text_out *out);
/* One object, schema "perf-report-missing" (perf-report(1)); @input: name of the recording. */
void missing__print_json(struct missing *m, const char *input, struct text_out *out);
/* Adds to @sb what to say where --missing was not asked for: nothing unless a noticeable share of the samples has no name. */
void missing__hint(struct missing *m, struct strbuf *sb);

#endif /* PERF_REPORT_MISSING_H */
