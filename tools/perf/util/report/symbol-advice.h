/* SPDX-License-Identifier: GPL-2.0-only */
/* How to get the symbols that are missing, on the distribution that runs here. */
#ifndef PERF_REPORT_SYMBOL_ADVICE_H
#define PERF_REPORT_SYMBOL_ADVICE_H

#include "util/base/strbuf.h"
#include "util/symbol/dso.h"

/* What the words depend on. */
struct symbol_advice {
	char *root;			/* owned: below it files and the package database are; "" */
	char id[32], family[64];	/* ID and ID_LIKE of os-release; "": not known */
};

/* @symfs: the root of the recorded system, or a directory with its files; NULL: it is this one. */
void symbol_advice__init(struct symbol_advice *a, const char *symfs);
void symbol_advice__exit(struct symbol_advice *a);

/* Why addresses of a dso with @lack have no name: "build id differs", ...; static. */
const char *dso_lack__text(enum dso_lack lack);
/* Adds what to do, one line without its end; nothing where nothing can be done. May read the package database. */
void symbol_advice__add(const struct symbol_advice *a, struct dso *dso, struct strbuf *out);

#endif /* PERF_REPORT_SYMBOL_ADVICE_H */
