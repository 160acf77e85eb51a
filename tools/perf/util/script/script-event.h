/* SPDX-License-Identifier: GPL-2.0-only */
/* What the text of samples needs to know of their event; for the files that make that text. */
#ifndef PERF_SCRIPT_EVENT_H
#define PERF_SCRIPT_EVENT_H

#include "util/event/evsel.h"
#include "util/script/script-text.h"

/* What does not change from sample to sample of an event. */
struct script_event {
	const struct evsel *evsel;	/* NULL: not yet filled in */
	uint64_t fields, late;		/* SCRIPT_*; those of LATE_FIELDS that its samples have */
	uint32_t style;			/* enum frame_style */
	uint32_t head_form;		/* head_task__form() */
	bool chains;			/* stacks are shown */
	bool branch_to;			/* of a decoded branch: where it went is shown */
	bool addr_is_place;		/* the data address is worth a symbol */
	bool is_branch;			/* the data address is where a branch led to, and is shown */
	bool plain;			/* nothing is shown that few lines have, and everything as it mostly is */
	/*
	 * The columns of period and event: the digits of the period, which nearly always is that of the sample before, end at
	 * PERIOD_WIDTH, where the name begins.
	 */
	char *columns;
	size_t columns_begin, columns_end;
	uint64_t period;
};

#define PERIOD_WIDTH	24		/* 20 digits and a blank at most */
#define USUAL_COLUMNS	48		/* copied as a whole, which is faster than as many bytes as there are */

/* The fields of a set: see SCRIPT_FIELDS. */
enum { USUAL, MADE, ACCESS, LATE, CODE, END, GUEST, FEW };
#define IN(wanted, id, set)	((set) == (wanted) ? (uint64_t)SCRIPT_##id : 0) |
#define IN_MADE(id, name, set, needs, alone)	IN(MADE, id, set)
#define IN_ACCESS(id, name, set, needs, alone)	IN(ACCESS, id, set)
#define IN_LATE(id, name, set, needs, alone)	IN(LATE, id, set)
#define IN_CODE(id, name, set, needs, alone)	IN(CODE, id, set)
#define IN_END(id, name, set, needs, alone)	IN(END, id, set)
#define IN_GUEST(id, name, set, needs, alone)	IN(GUEST, id, set)
#define IN_FEW(id, name, set, needs, alone)	IN(FEW, id, set)
#define MADE_FIELDS	(SCRIPT_FIELDS(IN_MADE) 0)
#define ACCESS_FIELDS	(SCRIPT_FIELDS(IN_ACCESS) 0)
#define CODE_FIELDS	(SCRIPT_FIELDS(IN_CODE) 0)
#define LATE_FIELDS	(SCRIPT_FIELDS(IN_LATE) CODE_FIELDS)
#define END_FIELDS	(SCRIPT_FIELDS(IN_END) 0)
#define GUEST_FIELDS	(SCRIPT_FIELDS(IN_GUEST) 0)
#define FEW_FIELDS	(SCRIPT_FIELDS(IN_FEW) ACCESS_FIELDS | MADE_FIELDS | END_FIELDS | GUEST_FIELDS)

/* What is known of @evsel; it is filled in when its first sample comes. Owned by @st. */
struct script_event *script_event__of(struct script_text *st, struct evsel *evsel);
/* Writes @period to the columns. */
void script_event__set_period(struct script_event *e, uint64_t period);
/* Frees what is known of the events of @st. */
void script_events__exit(struct script_text *st);

#endif /* PERF_SCRIPT_EVENT_H */
