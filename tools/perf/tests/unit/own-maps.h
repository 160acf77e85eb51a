/* SPDX-License-Identifier: GPL-2.0-only */
/* For tests that walk their own stack: the maps of this very process. */
#ifndef PERF_TESTS_UNIT_OWN_MAPS_H
#define PERF_TESTS_UNIT_OWN_MAPS_H

struct machine;

/* Adds them to @m as those of process 1, at time 0. */
void own_maps__add(struct machine *m);

#endif /* PERF_TESTS_UNIT_OWN_MAPS_H */
