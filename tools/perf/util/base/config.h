/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads and writes perf's configuration files: sections and keys, in the same form as git's.
 *
 *	# comment					; and this one, too
 *	[report]
 *		percent-limit = 0.5
 *		children			a key alone means true
 *	[call-graph]
 *		record-mode = "fp,defer"	quotes keep blanks, # and ;
 *	[section "Sub Section"]			key: section.Sub Section.name
 *
 * Upper and lower case of keys make no difference, except in the subsection.
 */
#ifndef PERF_BASE_CONFIG_H
#define PERF_BASE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

struct config_entry {
	char *key;			/* "report.children": section and name in lower case; owned */
	char *value;			/* NULL: the key has no value; owned */
	const char *file;		/* where it is from: a path, or "-c"; owned by the config */
	unsigned int line;		/* from 1; 0: no file */
	/* Offsets in the file, bytes: where the entry begins and ends. */
	size_t begin, end;
};

struct config {
	struct config_entry *entries;	/* in the order of the files; of equal keys the last one is used */
	size_t nr, cap;
	char **files;			/* names that entries refer to */
	size_t nr_files, cap_files;
};

void config__exit(struct config *c);
/*
 * Adds the entries of @text, the contents of @file. Returns 0, or -EINVAL with @diag set ("FILE:LINE: ...") if a line
 * cannot be understood; the entries before that line are added.
 */
int config__parse(struct config *c, const char *file, const char *text, size_t size, struct diag *diag);
/* Adds the entries of the file @path. Returns 0; -ENOENT if it does not exist; another negative errno with @diag set. */
int config__load(struct config *c, const char *path, struct diag *diag);
/* Does the same if the file belongs to the user or to root; else returns -EPERM with @diag set, and does not read it. */
int config__load_own(struct config *c, const char *path, struct diag *diag);
/* Adds one entry; @key is spelled as by the user. Returns 0, or -EINVAL with @diag set if @key is not valid. */
int config__add(struct config *c, const char *file, const char *key, const char *value, struct diag *diag);
/* Returns the last entry of @key, in upper or lower case; NULL if there is none. */
const struct config_entry *config__find(const struct config *c, const char *key);
/*
 * Returns @key in the spelling of entries; the caller frees it. Returns NULL with @diag set if @key has no section, or a
 * character that is not allowed in keys.
 */
char *config_key__normalize(const char *key, struct diag *diag);

/*
 * Sets @key ("section.name") in the file @path to @value, which is written as one line. It replaces the key's line; if
 * there is none, it is added at the end of the section. All else in the file stays as it is. The new file replaces the
 * old one when it is complete. Returns 0, or negative errno with @diag set.
 */
int config_file__set(const char *path, const char *key, const char *value, struct diag *diag);

/* --- the settings that commands use ------------------------------------------------------------- */

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
	/* CONFIG_CALLBACK: returns 0, or -EINVAL with @diag set: which values are valid. @value is never NULL. */
	int (*set)(void *ctx, const char *value, struct diag *diag);
};

/* Sets the values of @keys from @c. Returns 0, or -EINVAL with @diag set for the first key whose value is not valid. */
int config__check(const struct config *c, const struct config_key *keys, struct diag *diag);
/*
 * Sets the values of @keys from @c; values of keys that @c does not have stay as they are. If a value is wrong, calls
 * @tell, which may be NULL ("FILE:LINE: key: ..."), and does not change the setting.
 */
void config__apply(const struct config *c, const struct config_key *keys,
		   void (*tell)(const struct diag *diag));
/* Returns 1 for true, yes, on, 1 and NULL; 0 for false, no, off, 0 and an empty text; -EINVAL for anything else. */
int config_value__bool(const char *value);

#endif /* PERF_BASE_CONFIG_H */
