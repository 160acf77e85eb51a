/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the configuration comes from. */
#ifndef PERF_BASE_CONFIG_FILES_H
#define PERF_BASE_CONFIG_FILES_H

#include "util/base/config.h"

/* The system's file: static. */
const char *config_files__system(void);
/* ~/.perfconfig; the caller frees. NULL: no HOME. */
char *config_files__user(void);
/* $PERF_CONFIG, which then is the only file; NULL if it is not set. Borrowed from the environment. */
const char *config_files__only(void);

/*
 * Adds one file; a user's file counts only if it belongs to the user or to root. What is wrong with it goes
 * to @tell (may be NULL); what came before the wrong line is kept. Returns 0, also where there is no
 * such file, or negative errno.
 */
int config_files__add(struct config *c, const char *path, bool is_user,
		      void (*tell)(const struct diag *diag));
/*
 * Adds all of them: $PERF_CONFIG alone; else the system's file (not with PERF_CONFIG_NOSYSTEM), then the
 * user's (not with PERF_CONFIG_NOGLOBAL); then the settings of $PERF_CONFIG_PARAMETERS, which
 * config_files__add_parameter() has put there. Later ones count.
 */
void config_files__add_all(struct config *c, void (*tell)(const struct diag *diag));
/*
 * "section.name=value" or "section.name" (true) of `perf -c`: for this process and what it starts. 0 or
 * -EINVAL with @diag.
 */
int config_files__add_parameter(const char *setting, struct diag *diag);

#endif /* PERF_BASE_CONFIG_FILES_H */
