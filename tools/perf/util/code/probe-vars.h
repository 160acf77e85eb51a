/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parameters of a function as what a uprobe fetches: "n" is " n=%di:s32" where debug information says that it is an
 * int in that register. Without libdw nothing is known.
 */
#ifndef PERF_CODE_PROBE_VARS_H
#define PERF_CODE_PROBE_VARS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

struct probe_vars;

/*
 * Opens the debug information of the file @path for the function that begins at @offset of it (bytes). @name is for
 * messages, and borrowed. Returns NULL with @diag set if there is none; the caller closes it.
 */
struct probe_vars *probe_vars__open(const char *path, uint64_t offset, const char *name, struct diag *diag);
/*
 * The same for a copy of function @name that was inlined and begins at @offset: @die of struct inlined_copy. A parameter may be a number
 * there, and many are nowhere.
 */
struct probe_vars *probe_vars__open_copy(const char *path, uint64_t offset, uint64_t die, const char *name, struct diag *diag);
void probe_vars__close(struct probe_vars *v);
/*
 * Returns where in the file a probe of the function's beginning has to be for its parameters: its first instruction;
 * or, in code that is not optimized, the one behind those that put them into the frame.
 */
uint64_t probe_vars__entry(const struct probe_vars *v);
/*
 * Appends " NAME=PLACE:TYPE" for the parameter that @expr begins with: "n", "s->name", "v.part.x",
 * "list[3]->next". @name: what it is to be called, NULL: as the last part of @expr. @type: the kernel's name of a type
 * ("string", "x32"), NULL: that of the source. Returns 0, or negative errno with @diag set.
 */
int probe_vars__add(struct probe_vars *v, const char *name, const char *expr, const char *type, struct strbuf *out, struct diag *diag);
/* Appends all parameters, but those that no probe can fetch, which it appends to @left_out, with commas between. */
void probe_vars__add_all(struct probe_vars *v, struct strbuf *out, struct strbuf *left_out);
/*
 * Appends the type of what the function returns, ":s32", to @out; nothing, if it is none that a register has, or not
 * known.
 */
void probe_vars__add_return_type(struct probe_vars *v, struct strbuf *out);

#endif /* PERF_CODE_PROBE_VARS_H */
