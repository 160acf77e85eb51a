/* SPDX-License-Identifier: GPL-2.0-only */
/* How the entries of a configuration are added: for the parser of its files (config-parse.c), and for single ones (config__add()). */
#ifndef PERF_BASE_CONFIG_ENTRIES_H
#define PERF_BASE_CONFIG_ENTRIES_H

#include <stdbool.h>

struct config;
struct config_entry;

/* A new entry of zeroes, to be filled; valid until the next one. */
struct config_entry *config__new_entry(struct config *c);
/* Returns the name @file for entries to refer to; it lives as long as @c. */
const char *config__keep_name(struct config *c, const char *file);
/* May @c stand in the name of a section (beside '.') or of a key? */
bool config_key__may_have(char c);

#endif /* PERF_BASE_CONFIG_ENTRIES_H */
