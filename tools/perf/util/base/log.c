// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/log.h"

#include <stdio.h>

int verbose;

/* What was printed to stdout so far comes first, where both are one terminal or file. */
#define PRINT_AT(name, level)						\
void name(const char *fmt, ...)						\
{									\
	va_list ap;							\
									\
	if (verbose < (level))						\
		return;							\
	fflush(stdout);							\
	va_start(ap, fmt);						\
	vfprintf(stderr, fmt, ap);					\
	va_end(ap);							\
}

PRINT_AT(pr_error, LOG_QUIET)
PRINT_AT(pr_warning, LOG_NORMAL)
PRINT_AT(pr_notice, LOG_NORMAL)
PRINT_AT(pr_debug, LOG_DEBUG)
PRINT_AT(pr_debug2, LOG_DEBUG2)
