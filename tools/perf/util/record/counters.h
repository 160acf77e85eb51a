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
	bool shrunk;			/* they are smaller than asked for, because of the limit on locked memory */
	size_t wakeup_bytes;		/* the kernel wakes perf when a ring contains so many bytes */
	bool wakes_late;		/* that is more than half of a ring, so that perf must look at the rings regularly */
};

/*
 * Opens the events of @evlist on @target. If the kernel refuses an event, something less is tried that is still
 * useful, with a notice for each: cpu-clock if there is no hardware
 * counter, less precision, only user space. One whose PMU has none of the CPUs of @target has no counter, which is
 * told. Afterwards the attrs in @evlist are those that were really opened, and the evsels have their counters and ids,
 * until counters__exit(). The maps of @target belong to @c from now on. Returns 0, or negative errno with @diag set:
 * what failed, and what to do.
 */
int counters__open(struct counters *c, struct evlist *evlist, struct target *target,
		   struct diag *diag);
/*
 * To be called before counters__open(). Chooses the size of the rings, unless the user has given it. If rings are large, the
 * kernel is told to wake perf early: then records do not wait longer than in small rings, and there is room left if perf comes
 * late. Changes the attrs of @evlist. Returns the size of each ring in bytes, for counters__mmap(), or 0 if the user has given it.
 */
size_t counters__plan_rings(struct evlist *evlist, const struct target *target, const struct record_opts *opts,
			    const struct aux_config *aux);
/*
 * Maps the rings, and AUX areas if there are AUX events. If the limit on locked memory does not allow their size,
 * smaller ones are mapped, with a notice. @planned: the value from counters__plan_rings(). Returns 0, or negative errno with @diag set.
 */
int counters__mmap(struct counters *c, const struct record_opts *opts, const struct aux_config *aux, size_t planned,
		   struct diag *diag);
/* What is done after each counter that was switched on or off, since others are writing meanwhile. */
struct counters_pause {
	int (*between)(void *ctx);	/* returns 0, or negative errno: then the other counters of the event are not switched */
	void *ctx;
};

/*
 * Switches all events except @but (which may be NULL) on or off; of a group, the leader is switched, as the kernel requires it.
 * @pause: see above, or NULL. Returns 0, or the negative errno of the first failure; other events are switched all the same.
 */
int counters__switch(struct counters *c, const struct evsel *but, bool on, const struct counters_pause *pause);
/* The same for one event, which must be open, and which may be a member of a group. */
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
 * To be called when all are open: warns of each event of @evlist that can have no sample, as it takes place in the
 * kernel, and only user space is recorded.
 */
void counters__warn_never(const struct evlist *evlist);

/*
 * Sets @diag to an explanation of the failure @err to open @evsel, such as "too many open files: ...". Returns @err.
 */
int counters__explain(const struct evsel *evsel, int err, const struct perf_open_error *where,
		      struct diag *diag);

#endif /* PERF_RECORD_COUNTERS_H */
