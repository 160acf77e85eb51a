/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's side of a recording: its events opened, and their rings mapped. */
#ifndef PERF_RECORD_COUNTERS_H
#define PERF_RECORD_COUNTERS_H

#include <stddef.h>

#include <perf/evlist.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/aux-config.h"
#include "util/record/record-opts.h"
#include "util/record/target.h"

#define LOOK_MS		10	/* how often perf looks at rings where the kernel wakes it too late */

struct counters {
	struct perf_evlist *list;	/* owned */
	struct evlist *evlist;		/* borrowed; each evsel's counter is in list */
	size_t ring_pages;		/* of each ring */
	size_t aux_pages;		/* of each AUX area; 0: there is none */
	bool shrunk;			/* fewer than asked: mlock */
	size_t wakeup_bytes;		/* from so many bytes in a ring on the kernel wakes perf */
	bool wakes_late;		/* that is when it is more than half full: perf has to look by itself */
};

/*
 * Opens the events of @evlist on @target. What the kernel refuses is tried with less where that
 * gives the user something useful, with one notice each: cpu-clock where there is no hardware
 * counter, less precision, user space only. Then the attrs in @evlist are what was really opened,
 * and the evsels have their counters and ids, until counters__exit(). Takes @target's maps over. Returns 0, or negative errno with
 * @diag: what, and what to do.
 */
int counters__open(struct counters *c, struct evlist *evlist, struct target *target,
		   struct diag *diag);
/*
 * Before counters__open(): chooses the size of the rings, where nobody has said it, and has the kernel wake perf early
 * where they are large: what they hold gets no older for that, and there is room left when perf comes late. Changes
 * the attrs of @evlist. Returns the bytes of each ring, for counters__mmap(); 0: it was said.
 */
size_t counters__plan_rings(struct evlist *evlist, const struct target *target, const struct record_opts *opts,
			    const struct aux_config *aux);
/*
 * Maps the rings, and the AUX areas where there are AUX events; shrinks them, with a notice, where the
 * limit on locked memory asks for it. @planned: of counters__plan_rings().
 */
int counters__mmap(struct counters *c, const struct record_opts *opts, const struct aux_config *aux, size_t planned,
		   struct diag *diag);
/* What is done after each counter that is switched: others have begun to write already, or have not ended yet. */
struct counters_pause {
	int (*between)(void *ctx);	/* 0, or negative errno: the rest of the event is left as it is */
	void *ctx;
};

/*
 * Switches all events but @but (NULL: none), of groups the leader, as the kernel wants it. @pause: NULL, or as
 * above. Returns 0, or the first failure's negative errno; the others are switched nevertheless.
 */
int counters__switch(struct counters *c, const struct evsel *but, bool on, const struct counters_pause *pause);
/* The same for one event, which must be open, also where it does not lead its group. */
int counters__switch_event(const struct evsel *evsel, bool on, const struct counters_pause *pause);
/* Switches the AUX events alone. Returns 0 or negative errno. */
int counters__switch_aux(struct counters *c, bool on);
/* Closes everything; the evsels, which must still be there, have no counters then. */
void counters__exit(struct counters *c);
/* Raises the soft limit of open files to the hard one. */
void counters__raise_fd_limit(void);
/* Shows each attr, as -vv does when it is opened. */
void counters__print_attr(const struct evsel *evsel);
/*
 * "too many open files: ..." and the like for the failure @err of opening @evsel; sets @diag,
 * returns @err.
 */
int counters__explain(const struct evsel *evsel, int err, const struct perf_open_error *where,
		      struct diag *diag);

#endif /* PERF_RECORD_COUNTERS_H */
