/* SPDX-License-Identifier: GPL-2.0-only */
/* The files of lib/: what of Python runs in a script's process beside the script. */
#ifndef PERF_PYTHON_LIB_PARTS_H
#define PERF_PYTHON_LIB_PARTS_H

#include <stddef.h>

/* Returns the text of file @nr, 0: the driver; static. Sets the name under which it is imported. NULL: there are no more. */
const void *lib_part(size_t nr, const char **ret_name, size_t *ret_size);

#endif /* PERF_PYTHON_LIB_PARTS_H */
