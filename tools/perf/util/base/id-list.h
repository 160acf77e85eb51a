/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of numbers from the command line: "1,2". */
#ifndef PERF_BASE_ID_LIST_H
#define PERF_BASE_ID_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

/*
 * The numbers of @text, which have commas between them, as an array of *@ret_nr that the caller frees; NULL: none. @option is
 * what the user gave them to. 0, or -EINVAL with @diag.
 */
int id_list__parse(const char *option, const char *text, uint32_t **ret, size_t *ret_nr, struct diag *diag);

#endif /* PERF_BASE_ID_LIST_H */
