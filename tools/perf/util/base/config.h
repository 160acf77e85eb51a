/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf's configuration files: sections and keys, as git has them.
 *
 *	# comment					; and this one, too
 *	[report]
 *		percent-limit = 0.5
 *		children			a key alone means true
 *	[call-graph]
 *		record-mode = "fp,defer"	quotes keep blanks, # and ;
 *	[section "Sub Section"]			key: section.Sub Section.name
 *
 * Keys are compared without regard to case, but for the subsection.
 */
#ifndef PERF_BASE_CONFIG_H
#define PERF_BASE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

struct config_entry {
	char *key;			/* "report.children": section and name in lower case; owned */
	char *value;			/* NULL: the key stood alone; owned */
	const char *file;		/* where it stands: a path, or "-c"; the config's */
	unsigned int line;		/* from 1; 0: no file */
	/* Bytes of the file: the entry, and the end of its section until then. */
	size_t begin, end;
};

struct config {
	struct config_entry *entries;	/* in order: of equal keys the last one counts */
	size_t nr, cap;
	char **files;			/* names that entries refer to */
	size_t nr_files, cap_files;
};

void config__exit(struct config *c);
/*
 * Adds the entries of @text, which @file is the name of. -EINVAL with @diag ("FILE:LINE: ...") at the
 * first line that cannot be understood; what came before it has been added.
 */
int config__parse(struct config *c, const char *file, const char *text, size_t size, struct diag *diag);
/* Adds the entries of the file. -ENOENT: there is none; other negative errno with @diag. */
int config__load(struct config *c, const char *path, struct diag *diag);
/* The same if it belongs to the user or to root; else -EPERM with @diag, and nothing of it is read. */
int config__load_own(struct config *c, const char *path, struct diag *diag);
/* Adds one entry; @key as the user wrote it. -EINVAL with @diag if it is no key. */
int config__add(struct config *c, const char *file, const char *key, const char *value, struct diag *diag);
/* The last entry of the key, in whichever case it is written; NULL if there is none. */
const struct config_entry *config__find(const struct config *c, const char *key);
/*
 * @key in the spelling of entries; the caller frees. NULL with @diag: no section, or a sign that no
 * key has.
 */
char *config_key__normalize(const char *key, struct diag *diag);

/*
 * Sets "section.name" in the file to @value (written as one line), where the key stands if it does,
 * else at the end of its section; all else in the file stays as it is. The new file takes the
 * place of the old one when it is complete. 0, or negative errno with @diag.
 */
int config_file__set(const char *path, const char *key, const char *value, struct diag *diag);

/* --- what commands take from it ----------------------------------------------------------------- */

enum config_type {
	CONFIG_BOOL,			/* bool *value: true, yes, on or a number that is not 0 */
	CONFIG_U64,			/* uint64_t *value: a number, which k, m or g may follow */
	CONFIG_DOUBLE,			/* double *value: not negative; "%" may follow */
	CONFIG_STRING,			/* const char **value: borrowed from the config */
	CONFIG_CALLBACK,
};

/* One key of a command; a table of them ends with a NULL name. */
struct config_key {
	const char *name;
	enum config_type type;
	void *value;
	/* CONFIG_CALLBACK: 0, or -EINVAL with @diag saying what would be right. @value is never NULL. */
	int (*set)(void *ctx, const char *value, struct diag *diag);
};

/* The first of @keys whose value in @c cannot be taken: -EINVAL with @diag, which says why; else 0. Sets the others. */
int config__check(const struct config *c, const struct config_key *keys, struct diag *diag);
/*
 * Sets what the config says of the keys; keys that it does not have stay as they are. A wrong value is
 * told through @tell ("FILE:LINE: key: ..."), and the setting stays as it is. @tell may be NULL.
 */
void config__apply(const struct config *c, const struct config_key *keys,
		   void (*tell)(const struct diag *diag));
/* true, yes, on, 1 / false, no, off, 0, empty: 1 or 0; -EINVAL for anything else. NULL is true. */
int config_value__bool(const char *value);

#endif /* PERF_BASE_CONFIG_H */
