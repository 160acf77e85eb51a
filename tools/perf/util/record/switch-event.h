/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf record --switch-output-event: events that are not recorded. When one of them happens the current file ends, or
 * what --last keeps is saved, as at SIGUSR2. They have rings of their own, into which nothing else is written.
 */
#ifndef PERF_RECORD_SWITCH_EVENT_H
#define PERF_RECORD_SWITCH_EVENT_H

#include <stdbool.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/target.h"

struct recorder;
struct switch_event;

/*
 * Fills the attrs of @events, which happen in @target: each of their samples wakes perf. Returns 0, or -EINVAL with @diag set: how often an
 * event of the hardware is to count must be said.
 */
int switch_event__config(struct evlist *events, const struct target *target, struct diag *diag);
/*
 * Opens those of @r's options, whose attrs are filled in, has @r wait for them, too, and switches them on, where the command's start
 * does not. Returns 0 with *@ret set, which delete() frees, or negative errno with @r's diag set.
 */
int switch_event__open(struct switch_event **ret, struct recorder *r);
/* Has one of them happened since the last call? @s may be NULL. */
bool switch_event__came(struct switch_event *s);
/* @s may be NULL. The events are @r's options', and stay. */
void switch_event__delete(struct switch_event *s);

#endif /* PERF_RECORD_SWITCH_EVENT_H */
