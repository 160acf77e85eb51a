/* SPDX-License-Identifier: GPL-2.0-only */
/* Parses lists of numbers from the command line: "1,2". */
#ifndef PERF_BASE_ID_LIST_H
#define PERF_BASE_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

/*
 * Sets *@ret to an array of the *@ret_nr numbers in @text, which have commas between them; the caller frees it. It is
 * NULL if there are none. @option: the option with this argument, for the message. Returns 0, or -EINVAL with @diag set.
 */
int id_list__parse(const char *option, const char *text, uint32_t **ret, size_t *ret_nr, struct diag *diag);
/* Is @id among the @nr of @ids? */
bool id_list__has(const uint32_t *ids, size_t nr, uint32_t id);

#endif /* PERF_BASE_ID_LIST_H */
