/* SPDX-License-Identifier: GPL-2.0-only */
/* What keys are called, on screens and in the configuration: "a", "Ctrl-F", "PgUp", "Space". */
#ifndef PERF_TUI_KEY_NAME_H
#define PERF_TUI_KEY_NAME_H

#include <stddef.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

/* Appends the name of a key of screen__key(). */
void key_name__add(int key, struct strbuf *out);
/*
 * The key of that name, which has @len bytes, in upper or lower case if it is more than a character. Returns -EINVAL
 * with @diag set if there is no such key, or if the terminal keeps it for itself.
 */
int key_name__parse(const char *name, size_t len, struct diag *diag);

#endif /* PERF_TUI_KEY_NAME_H */
