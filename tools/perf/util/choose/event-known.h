/* SPDX-License-Identifier: GPL-2.0-only */
/* What the name of an event means: a generic event, a raw code, or an event of a PMU. */
#ifndef PERF_CHOOSE_EVENT_KNOWN_H
#define PERF_CHOOSE_EVENT_KNOWN_H

#include <stdbool.h>
#include <stdint.h>

/* Sets the type and config of the generic event @name ("cycles", "L1-dcache-loads"), or of a raw code ("r1a8"). False: it is neither. */
bool event_name__find_generic(const char *name, uint32_t *type, uint64_t *config);
/* Returns the names of the PMUs that have an event @event in sysfs, to be freed with free_names(). */
char **event_name__pmus(const char *event);
/* Is @name a generic event, a raw code, or an event that a PMU has in sysfs? */
bool event_name__is_known(const char *name);

#endif /* PERF_CHOOSE_EVENT_KNOWN_H */
