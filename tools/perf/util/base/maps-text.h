/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of /proc/PID/maps, which is read under a lock of the process (process-asker.h). */
#ifndef PERF_BASE_MAPS_TEXT_H
#define PERF_BASE_MAPS_TEXT_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/base/process-asker.h"
#include "util/base/strbuf.h"

/* Asks for all of it; returns as process_asker__ask(). */
int maps_text__ask(struct process_asker *a, pid_t pid, char **ret);
/* In a job of a deputy: reads it all into @ret. False: there is none (any more), or it is not for us to see. */
bool maps_text__read(pid_t pid, struct strbuf *ret);

#endif /* PERF_BASE_MAPS_TEXT_H */
