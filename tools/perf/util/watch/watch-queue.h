/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is still to be sent to a collector: a file for each profile, in a folder. A name says when its slice began and ended, so that the
 * oldest comes first, and what is known of it:
 *
 *	01795746683180904000-01795746743180904000.pb.gz		nobody has it
 *	01795746683180904000-01795746743180904000.pb.gz~	it was sent, and no answer has come: perhaps somebody has it
 *
 * Names change before something is sent and after it was answered, each in one step, so that whoever is killed in between leaves
 * behind what is true.
 */
#ifndef PERF_WATCH_WATCH_QUEUE_H
#define PERF_WATCH_WATCH_QUEUE_H

#include "util/watch/watch-room.h"

/* One that waits. */
struct watch_waiting {
	char name[80];			/* without the mark */
	bool sent;			/* perhaps somebody has it */
	uint64_t from, until;		/* ns since 1970 */
};

struct watch_queue {
	int dir_fd;			/* of the folder of the store; borrowed */
	char *folder;			/* "queue/otlp"; owned */
	int fd;				/* of that */
	const char *suffix;		/* of the names, with its dot; static */
	uint64_t most;			/* bytes that wait at most */
	bool never_replaces;		/* one of the same time is another one: the clock was set back */
	struct watch_room *room;	/* shared; borrowed */
	/* Of whoever sends: what was there when it looked last, oldest first, and the one whose turn it is. */
	struct watch_waiting *list;
	size_t nr, cap, next;
	char last[80];			/* the name of the one whose turn comes after all others when it looks again; "": none */
	char **left;			/* names that stay for good: what cannot be read, or removed, is not tried twice; owned */
	size_t nr_left, cap_left;
};

/*
 * Is @name that of one that waits: "FROM-UNTIL" and @suffix (NULL: any), perhaps with the mark? Returns whether it is, and sets *@ret then.
 */
bool watch_waiting__parse(const char *name, const char *suffix, struct watch_waiting *ret);

/* Opens the folder queue/@name below @dir_fd, or makes it, and counts what is there. Returns 0 or negative errno. */
int watch_queue__open(struct watch_queue *q, int dir_fd, const char *name, const char *suffix);
void watch_queue__exit(struct watch_queue *q);
/*
 * Adds the @size bytes at @data, of a slice from @from to @until (ns since 1970), after the oldest profiles have gone
 * if there would be too many; *@ret_dropped: how many went. It replaces one of the same time, unless
 * @q->never_replaces: then its name says some ns more. Returns 0, -EFBIG if they are more than may wait at all, or
 * negative errno.
 */
int watch_queue__add(struct watch_queue *q, uint64_t from, uint64_t until, const void *data, size_t size, size_t *ret_dropped);

/* Returns the oldest one, until it is removed; NULL: none waits. Borrowed. */
struct watch_waiting *watch_queue__oldest(struct watch_queue *q);
/*
 * Reads it into *@ret_data, which the caller frees. Returns 0, or negative errno: -ENOENT if it has gone meanwhile,
 * -EINVAL, -ELOOP or -EFBIG if it is nothing that was put there.
 */
int watch_queue__read(const struct watch_queue *q, const struct watch_waiting *w, char **ret_data, size_t *ret_size);
/* It is about to be sent. Returns 0 or negative errno. */
int watch_queue__mark(const struct watch_queue *q, struct watch_waiting *w);
/* It was sent, and whoever got it has said that they do not have it. */
void watch_queue__unmark(const struct watch_queue *q, struct watch_waiting *w);
/*
 * Nobody needs to send the oldest one any more. Returns 0, or negative errno if it cannot be removed: then it stays,
 * and is left out from now on.
 */
int watch_queue__remove_oldest(struct watch_queue *q);
/* All others that wait have their turn before the oldest one has it again. */
void watch_queue__put_off_oldest(struct watch_queue *q);
/* Leaves the oldest one out from now on, where it is. */
void watch_queue__leave_oldest(struct watch_queue *q);

#endif /* PERF_WATCH_WATCH_QUEUE_H */
