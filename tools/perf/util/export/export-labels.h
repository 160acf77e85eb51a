/* SPDX-License-Identifier: GPL-2.0-only */
/* Labels of samples: which an export has (enum export_label), and what the path of a control group says. */
#ifndef PERF_EXPORT_EXPORT_LABELS_H
#define PERF_EXPORT_EXPORT_LABELS_H

#include "util/export/export.h"

/*
 * Reads "task,unit" (see perf-defer(1)) into @ret, an enum export_label. Returns 0, or -EINVAL with @diag set: a word is none, or there
 * is none.
 */
int export_labels__parse(const char *text, unsigned int *ret, struct diag *diag);
/* Returns the enum export_grain by which samples with these labels are told apart. */
unsigned int export_labels__grain(unsigned int labels);
/* Returns the labels that the samples of @e have. */
unsigned int export_labels__of(const struct export *e);
/* Returns the word for one of them. */
const char *export_label__name(enum export_label label);
/* Calls @add for each label of the control group of @t that the samples of @e have, with its text, which is valid for that call. */
void export_labels__of_group(const struct export *e, const struct export_thread *t,
			     void (*add)(void *ctx, enum export_label which, const char *text), void *ctx);

/* A part of a text; not zero-terminated. */
struct group_part {
	const char *text;
	size_t len;			/* 0: there is none */
};

/*
 * Returns the part of the path of a control group that is the name of a unit of systemd which is no slice: the outermost one, so
 * that a session's programs belong to user@1000.service.
 */
struct group_part group_path__unit(const char *path);
/*
 * Returns the id or the name of a container: of the innermost folder with an id of 64 digits in it (docker, podman, containerd,
 * CRI-O), else that of LXC, or a machine of systemd. Whoever may make control groups chooses their names, so this is no proof.
 */
struct group_part group_path__container(const char *path);

#endif /* PERF_EXPORT_EXPORT_LABELS_H */
