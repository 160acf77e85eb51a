/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to perf.c: the configuration. What commands call is in builtin.h. */
#ifndef PERF_PERF_CONFIG_H
#define PERF_PERF_CONFIG_H

/* Is what a command prints shown by a pager? */
enum paging { PAGING_AS_CONFIGURED, PAGING_OFF, PAGING_ON };

/* Reads the files and what -c has given. What is wrong is told. The build-id cache is the configured one from now on. */
void perf_config__read(void);
/* Sets limits that hold for all who open recordings or look for names, as environment variables. */
void perf_config__set_limits(void);
/* Returns what pager.COMMAND says; if it names a pager, it is the one from now on. */
enum paging perf_config__paging(const char *command);
void perf_config__exit(void);

#endif /* PERF_PERF_CONFIG_H */
