/* SPDX-License-Identifier: GPL-2.0-only */
/* What debug information says of a type: its name, its size, where its members lie. Private to util/code; needs libdw. */
#ifndef PERF_CODE_DWARF_TYPE_H
#define PERF_CODE_DWARF_TYPE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/* Types within types: a file that says more of them goes round in a circle. */
#define DWARF_TYPE_MAX_DEPTH	32

/* Sets *@ret to the type of @die, which may be @die itself. Returns false if it has none. */
bool dwarf_type__of(Dwarf_Die *die, Dwarf_Die *ret);
/* Takes qualifiers, and with @typedefs other names, off. False: nothing is left, as of "const void". */
bool dwarf_type__peel(Dwarf_Die *type, bool typedefs);
/* Returns the size in bytes; 0: not known. */
uint64_t dwarf_type__size(Dwarf_Die *type);
/* Is @tag that of a struct, class or union? */
bool dwarf_type__has_members(int tag);
/* Appends "struct node*", without qualifiers; @unnamed in the place of a name that is not there. @depth: 0. */
void dwarf_type__add_name(Dwarf_Die *type, const char *unnamed, unsigned int depth, struct strbuf *out);
/* Sets *@ret to the distance of @member from the type that it is in, bytes. Returns false if it is not constant. */
bool dwarf_type__member_place(Dwarf_Die *member, uint64_t *ret);

#endif /* PERF_CODE_DWARF_TYPE_H */
