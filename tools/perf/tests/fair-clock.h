/* SPDX-License-Identifier: GPL-2.0-only */
/* A clock for limits of time, which neighbours cannot use up. */
#ifndef PERF_TESTS_FAIR_CLOCK_H
#define PERF_TESTS_FAIR_CLOCK_H

/*
 * How long something takes says little about it where others compute, too: with two CPUs and eight tasks that want them, each
 * gets a quarter. This clock counts what a task was able to have: a second of it passes in a second where there is a CPU for
 * each task that wants one, and in four where four tasks want the same one.
 */
struct fair_clock {
	double now;			/* seconds since fair_clock__init() */
	double last;			/* when it was looked at, by tests__clock() */
	double cpus;			/* that this process may use */
};

/* Starts @clock at 0. */
void fair_clock__init(struct fair_clock *clock);

/*
 * Lets @clock go on to this moment. How many tasks want a CPU is asked for now and taken for the whole time since the last
 * call, so this is to be called about once a second. Returns the seconds.
 */
double fair_clock__read(struct fair_clock *clock);

/*
 * How much of a CPU each task gets, 0 to 1: 1 where @text, which is what /proc/loadavg holds (proc(5): the fourth field is how
 * many tasks run or could, a slash, and how many there are), is not understood, or tells of no more tasks than there are
 * @cpus.
 */
double fair_clock__share(const char *text, double cpus);

#endif /* PERF_TESTS_FAIR_CLOCK_H */
