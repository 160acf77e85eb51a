/* SPDX-License-Identifier: GPL-2.0-only */
/* What repair.h asks of each address of a stack, answered by the maps, the tables and the registers of a live_walk. */
#ifndef PERF_LIVE_WALK_QUESTIONS_H
#define PERF_LIVE_WALK_QUESTIONS_H

#include "util/live/live-walk.h"

/* Lets @in ask @w, whose stack at hand must be set when it does. */
void walk_questions__set(struct repair_input *in, struct live_walk *w);

#endif /* PERF_LIVE_WALK_QUESTIONS_H */
