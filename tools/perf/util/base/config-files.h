/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds and reads the configuration files. */
#ifndef PERF_BASE_CONFIG_FILES_H
#define PERF_BASE_CONFIG_FILES_H

#include "util/base/config.h"

/* Returns the path of the system's file, a static text. */
const char *config_files__system(void);
/* Returns the path of ~/.perfconfig, which the caller frees; NULL if HOME is not set. */
char *config_files__user(void);
/* Returns $PERF_CONFIG, borrowed from the environment, or NULL if it is not set. If it is set, that file is the only one. */
const char *config_files__only(void);

/*
 * Adds the settings of one file to @c. A user's file (@is_user) is only read if it belongs to the user or to root. Calls
 * @tell, which may be NULL, if there is an error in it; the settings before the wrong line are kept. Returns 0, also if
 * the file does not exist, or negative errno.
 */
int config_files__add(struct config *c, const char *path, bool is_user,
		      void (*tell)(const struct diag *diag));
/*
 * Adds the settings of all files: only $PERF_CONFIG if it is set; else the system's file (not with PERF_CONFIG_NOSYSTEM),
 * then the user's file (not with PERF_CONFIG_NOGLOBAL). Then it adds the settings in $PERF_CONFIG_PARAMETERS, which
 * config_files__add_parameter() has put there. Later settings override earlier ones.
 */
void config_files__add_all(struct config *c, void (*tell)(const struct diag *diag));
/*
 * Adds a setting of `perf -c`, "section.name=value" or "section.name" (which means true), for this process and the processes
 * that it starts. Returns 0, or -EINVAL with @diag set.
 */
int config_files__add_parameter(const char *setting, struct diag *diag);

#endif /* PERF_BASE_CONFIG_FILES_H */
