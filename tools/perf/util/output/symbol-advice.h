/* SPDX-License-Identifier: GPL-2.0-only */
/* Advice how to get missing symbols on the distribution of this machine. */
#ifndef PERF_OUTPUT_SYMBOL_ADVICE_H
#define PERF_OUTPUT_SYMBOL_ADVICE_H

#include "util/base/strbuf.h"
#include "util/symbol/dso.h"

/* What the advice depends on. */
struct symbol_advice {
	char *root;			/* owned: directory of the recorded system's files and package database; "" */
	char id[32], family[64];	/* ID and ID_LIKE of os-release; "": not known */
};

/* Initialises @a. @symfs: the root of the recorded system, or a directory with its files; NULL: this system was recorded. */
void symbol_advice__init(struct symbol_advice *a, const char *symfs);
void symbol_advice__exit(struct symbol_advice *a);

/* Returns the reason why addresses of a dso with @lack have no name: "build id differs", ...; static. */
const char *dso_lack__text(enum dso_lack lack);
/*
 * Appends what the user can do, as one line without a newline; nothing if there is nothing to do. May read the package
 * database.
 */
void symbol_advice__add(const struct symbol_advice *a, struct dso *dso, struct strbuf *out);

#endif /* PERF_OUTPUT_SYMBOL_ADVICE_H */
