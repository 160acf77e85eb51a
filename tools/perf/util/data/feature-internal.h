/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of features share. Each owns a table of those that it knows, with how they are read, written and freed:
 * feature.c looks nowhere else. The names of other files' functions are not needed.
 */
#ifndef PERF_DATA_FEATURE_INTERNAL_H
#define PERF_DATA_FEATURE_INTERNAL_H

#include "util/base/strbuf.h"
#include "util/data/feature-read.h"
#include "util/data/feature-write.h"

/* What is written may be about these, beside the machine. */
struct feature_about {
	struct evlist *evlist;
	const struct feature_write_opts *opts;
};

struct feature {
	int number;			/* HEADER_*; 0 ends a table */
	const char *name;		/* "HOSTNAME" */
	/* Where in struct perf_header its one string is, and its name there: it needs no functions to be read and freed. Or 0. */
	size_t text;
	const char *field;
	/* Reads it into @h; of a damaged one the part before the damage is kept. NULL: nothing is kept of it. */
	void (*read)(struct perf_header *h, struct cursor *c);
	/* Frees what read() has allocated. NULL: nothing. */
	void (*free)(struct perf_header *h);
	/*
	 * Appends its contents to @out. Returns false if this machine, or recording, has no such information; @out is dropped
	 * then. NULL: who knows the contents calls perf_writer__set_feature().
	 */
	bool (*write)(struct strbuf *out, const struct feature_about *about);
};

#define FEATURE_TEXT(member)	.text = offsetof(struct perf_header, member), .field = #member

extern const struct feature features_of_host[], features_of_cpus[], features_of_topology[], features_of_memory[];
extern const struct feature features_of_events[], features_of_pmus[], features_of_bpf[], features_of_file[];

/*
 * Reads a string: u32 length (padded), then that many bytes, with a zero at the string's end. Returns it as it may be
 * shown (see shown.h); the caller frees it. Returns NULL if it is damaged. @what names the field in messages.
 */
char *feature_read__string(struct cursor *c, const char *what);
/* Reads a u32 count and that many strings into an array, *@ret. If *@ret is set already, they are read and dropped. */
void feature_read__strings(struct cursor *c, char ***ret, uint32_t *ret_nr, const char *what);
void feature_read__free_strings(char **list, uint32_t nr);

void feature_write__u32(struct strbuf *out, uint32_t v);
void feature_write__u64(struct strbuf *out, uint64_t v);

/* Returns the number of CPUs that the machine can have, including those that are offline: feature-cpu.c */
uint32_t feature_write__nr_cpus_available(void);

#endif /* PERF_DATA_FEATURE_INTERNAL_H */
