/* SPDX-License-Identifier: GPL-2.0-only */
/* Describes an error and where in which file it is. Libraries fill it, a builtin prints it once. */
#ifndef PERF_BASE_DIAG_H
#define PERF_BASE_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#define DIAG_NO_OFFSET	UINT64_MAX

struct diag {
	const char *file;	/* path as the user gave it, or NULL; borrowed */
	uint64_t offset;	/* in the file, bytes; DIAG_NO_OFFSET if there is none */
	const char *record;	/* record type or section ("SAMPLE", "header"), or NULL; static */
	const char *field;	/* field name, or NULL; static */
	char text[256];		/* the cause, and what to do; "" if there is no error */
};

#define DIAG_INIT { .offset = DIAG_NO_OFFSET }

/* Sets all members, unless an error is set already: the first one is kept. Returns @err (negative errno). */
int diag__set(struct diag *d, int err, uint64_t offset, const char *record, const char *field,
	      const char *fmt, ...) __attribute__((format(printf, 6, 7)));
/* Does the same for an error without a place in a file. */
int diag__msg(struct diag *d, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static inline bool diag__is_set(const struct diag *d) { return d->text[0] != 0; }
void diag__clear(struct diag *d);
/* Writes "perf.data: at offset 0x1f8: SAMPLE: callchain nr: text" to @buf, of @size bytes. Returns @buf. */
const char *diag__format(const struct diag *d, char *buf, unsigned long size);

#endif /* PERF_BASE_DIAG_H */
