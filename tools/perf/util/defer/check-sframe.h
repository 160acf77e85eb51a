/* SPDX-License-Identifier: GPL-2.0-only */
/* perf defer check: the SFrame tables of files. */
#ifndef PERF_DEFER_CHECK_SFRAME_H
#define PERF_DEFER_CHECK_SFRAME_H

#include <stdbool.h>
#include <stdint.h>

struct text_out;
struct check;
struct json;

struct check_sframe {
	bool there;			/* the file has one */
	char *problem;			/* why it cannot be read, or NULL; owned */
	unsigned int version;
	const char *abi;		/* static */
	uint64_t size, eh_frame;	/* bytes of .sframe, and of .eh_frame with its index */
	uint64_t covered, code;		/* bytes of code: that it tells about, all */
	uint64_t functions, rows, damaged;
	/* Beside .eh_frame, at the first byte of each row: functions that say something else, and where the first one does. */
	bool compared;
	uint64_t functions_differ, rows_differ, first_differs;
};

void check_sframe__read(struct check_sframe *s, const char *path);
void check_sframe__exit(struct check_sframe *s);
/* Share of the code, 0..100. */
double check_sframe__share(const struct check_sframe *s);

/* A line for each file of @c that has one. */
void check_sframe__print(const struct check *c, struct text_out *out);
/* An array "sframe". */
void check_sframe__print_json(const struct check *c, struct json *j);

#endif /* PERF_DEFER_CHECK_SFRAME_H */
