/* SPDX-License-Identifier: GPL-2.0-only */
/* The verdict of each sample: perf defer verify --list. */
#ifndef PERF_DEFER_VERIFY_LIST_H
#define PERF_DEFER_VERIFY_LIST_H

#include <stdbool.h>

#include "util/defer/verify.h"

struct text_out;

/* Prints a line for @s, whose halves have the verdicts @kernel and @user: text, or with @json an object. */
void verify_list__sample(const struct session_sample *s, enum verify_verdict kernel, enum verify_verdict user, bool json,
			 struct text_out *out);

#endif /* PERF_DEFER_VERIFY_LIST_H */
