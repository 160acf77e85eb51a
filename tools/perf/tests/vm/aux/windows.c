// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a paused and resumed trace holds: data only between the event that resumes and the one that
 * pauses, whatever happens to the task meanwhile, in each way to use an area.
 *
 * The core writes the sample of a resuming event before it resumes, and that of a pausing one after
 * it has paused: all of the trace lies between the two samples' times.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "aux.h"

#define AREA_SIZE (1 << 20)

static const char *test;	/* named in each message */

/* An area event with a member that resumes and one that pauses it. */
struct group {
	struct area area;
	int resume, pause;
	uint64_t resume_id, pause_id;
};

static bool group_open(struct group *g, unsigned int leader_flags, unsigned int flags, size_t size,
		       bool overwrite)
{
	int leader = event_open(AREA, leader_flags | DISABLED | flags, -1);

	if (!check(leader >= 0, "%s: the area event opens", test))
		return false;
	g->resume = event_open(ENTER, RESUME | flags, leader);
	g->pause = event_open(EXIT, PAUSE | flags, leader);
	area_map(&g->area, leader, size, overwrite);
	if (!check(g->resume >= 0 && g->pause >= 0 && g->area.aux, "%s: its members open, and it is mapped",
		   test))
		return false;
	g->resume_id = event_id(g->resume);
	g->pause_id = event_id(g->pause);
	if (ioctl(g->resume, PERF_EVENT_IOC_SET_OUTPUT, leader) ||
	    ioctl(g->pause, PERF_EVENT_IOC_SET_OUTPUT, leader))
		return check(false, "%s: the members write into its ring", test);
	counters_clear();
	return true;
}

static void group_close(struct group *g)
{
	close(g->resume);
	close(g->pause);
	area_free(&g->area);
}

static void on(struct group *g)
{
	ioctl(g->area.fd, PERF_EVENT_IOC_ENABLE, 0);
}

static void off(struct group *g)
{
	ioctl(g->area.fd, PERF_EVENT_IOC_DISABLE, 0);
}

static void call(void)
{
	struct utsname u;

	uname(&u);
}

/* Computes until a counter of the module has got there: emulation has no speed to rely on. */
static void spin_until(const char *word, uint64_t least)
{
	int tries = 2000;

	while (counter(word) < least && tries--)
		spin_ms(1);
}

static size_t count(const struct group *g, enum faux_type type)
{
	size_t i, n = 0;

	for (i = 0; i < g->area.nrecords; i++)
		n += g->area.records[i].type == type;
	return n;
}

static size_t marks(const struct group *g, uint64_t id)
{
	size_t i, n = 0;

	for (i = 0; i < g->area.nmarks; i++)
		n += g->area.marks[i].type == PERF_RECORD_SAMPLE && g->area.marks[i].id == id;
	return n;
}

/* Was it resumed then? @open: as it was before the first sample. */
static bool resumed_at(const struct group *g, uint64_t time, bool open)
{
	size_t i;

	for (i = 0; i < g->area.nmarks; i++) {
		const struct mark *m = &g->area.marks[i];

		if (m->type != PERF_RECORD_SAMPLE || m->time > time)
			continue;
		if (m->id == g->resume_id)
			open = true;
		/* A record of that very moment is one of before. */
		else if (m->id == g->pause_id && m->time < time)
			open = false;
	}
	return open;
}

static void check_windows(struct group *g, bool open)
{
	size_t i, outside = 0;

	for (i = 0; i < g->area.nrecords; i++)
		outside += !resumed_at(g, g->area.records[i].time, open);
	check(!outside, "%s: %zu of %zu records lie outside the windows", test, outside, g->area.nrecords);
	check(!g->area.bad, "%s: %zu places hold no record", test, g->area.bad);
}

/* All that the module wrote has come out. */
static void check_whole(struct group *g)
{
	check(g->area.bytes == counter("bytes"), "%s: %llu bytes of the %llu that were written", test,
	      (unsigned long long)g->area.bytes, (unsigned long long)counter("bytes"));
	check(g->area.lost == 0 && g->area.truncated == 0 && counter("lost") == 0,
	      "%s: nothing is lost", test);
}

static void short_windows(void)
{
	struct group g;
	int i;

	test = "short windows";
	if (!group_open(&g, START_PAUSED, 0, AREA_SIZE, false))
		return;
	on(&g);
	for (i = 0; i < 3; i++) {
		spin_ms(3);
		call();
	}
	off(&g);
	area_read(&g.area);
	check(count(&g, FAUX_RESUME) == 3 && count(&g, FAUX_PAUSE) == 3, "%s: three are there", test);
	check(!count(&g, FAUX_START) && !count(&g, FAUX_STOP), "%s: it started and stopped paused", test);
	check(marks(&g, g.resume_id) == 3 && marks(&g, g.pause_id) == 3, "%s: six samples", test);
	check(g.area.itrace_starts == 1, "%s: one ITRACE_START", test);
	check_windows(&g, false);
	check_whole(&g);
	group_close(&g);
}

/* The members are of another PMU: that they have no period of the area's is no matter. */
static void not_paused_at_first(void)
{
	struct group g;

	test = "not paused at first";
	if (!group_open(&g, 0, 0, AREA_SIZE, false))
		return;
	on(&g);
	spin_until("records", 2);
	call();
	spin_ms(3);
	call();
	off(&g);
	area_read(&g.area);
	check(count(&g, FAUX_START) >= 1, "%s: it starts at once", test);
	check(count(&g, FAUX_TICK) > 0, "%s: %zu ticks", test, count(&g, FAUX_TICK));
	check(count(&g, FAUX_RESUME) == 1, "%s: to resume what runs is nothing", test);
	check(count(&g, FAUX_PAUSE) == 2, "%s: both calls pause it", test);
	check_windows(&g, true);
	check_whole(&g);
	group_close(&g);
}

/* Windows from one call's enter to its exit are short: here, enter and exit of other calls stand between. */
static void sleeps(void)
{
	struct group g;
	size_t starts;
	int i;

	test = "context switches";
	if (!group_open(&g, START_PAUSED, 0, AREA_SIZE, false))
		return;
	on(&g);
	for (i = 0; i < 4; i++)
		usleep(2000);
	off(&g);
	area_read(&g.area);
	check(g.area.nrecords == 0 && counter("starts") >= 3, "%s: paused over %llu switches", test,
	      (unsigned long long)counter("starts"));

	/* The pausing event sleeps: what has been resumed stays it. */
	ioctl(g.pause, PERF_EVENT_IOC_DISABLE, 0);
	on(&g);
	ioctl(g.pause, PERF_EVENT_IOC_DISABLE, 0);
	call();
	for (i = 0; i < 4; i++)
		usleep(2000);
	/* A member takes part from the next time on that the task is switched in. */
	ioctl(g.pause, PERF_EVENT_IOC_ENABLE, 0);
	usleep(2000);
	call();
	usleep(2000);
	off(&g);
	area_read(&g.area);
	starts = count(&g, FAUX_START);
	check(starts >= 3, "%s: it starts resumed %zu times", test, starts);
	check(count(&g, FAUX_RESUME) == 1 && count(&g, FAUX_PAUSE) == 1, "%s: one window", test);
	check_windows(&g, false);
	check_whole(&g);
	group_close(&g);
}

static void disable_enable(void)
{
	struct group g;
	size_t before;

	test = "disabled and enabled";
	if (!group_open(&g, START_PAUSED, 0, AREA_SIZE, false))
		return;
	ioctl(g.pause, PERF_EVENT_IOC_DISABLE, 0);
	on(&g);
	call();
	off(&g);
	area_read(&g.area);
	before = g.area.nrecords;
	check(count(&g, FAUX_RESUME) == 1, "%s: resumed", test);
	on(&g);
	spin_ms(2);
	off(&g);
	area_read(&g.area);
	check(g.area.nrecords > before && g.area.records[before].type == FAUX_START,
	      "%s: what is resumed starts resumed", test);
	ioctl(g.pause, PERF_EVENT_IOC_ENABLE, 0);
	on(&g);
	call();
	off(&g);
	area_read(&g.area);
	before = g.area.nrecords;
	on(&g);
	spin_ms(2);
	off(&g);
	area_read(&g.area);
	check(g.area.nrecords == before, "%s: what is paused starts paused", test);
	check_windows(&g, false);
	check_whole(&g);
	group_close(&g);
}

/* The newest of all that was written, and the flag that says so. */
static void snapshot(bool wraps)
{
	const size_t size = 4 * 4096;
	struct mark last = { 0 };
	struct group g;
	uint64_t written, from;
	size_t i, n = 0;

	test = wraps ? "snapshot, the head wraps" : "snapshot, the head grows";
	parameter_set("head_wraps", wraps ? "Y" : "N");
	if (!group_open(&g, START_PAUSED, 0, size, true))
		return;
	pin(0);
	ioctl(g.pause, PERF_EVENT_IOC_DISABLE, 0);
	parameter_set("burst", "40");
	on(&g);
	spin_ms(1);
	call();
	spin_until("bytes", size + size / 2);
	off(&g);
	parameter_set("burst", "1");
	area_read(&g.area);
	for (i = 0; i < g.area.nmarks; i++) {
		if (g.area.marks[i].type == PERF_RECORD_AUX) {
			last = g.area.marks[i];
			n++;
			check(last.flags == PERF_AUX_FLAG_OVERWRITE, "%s: flags %llx", test,
			      (unsigned long long)last.flags);
		}
	}
	written = counter("bytes");
	if (!check(n >= 1 && written > size, "%s: %llu bytes went through", test,
		   (unsigned long long)written)) {
		group_close(&g);
		return;
	}
	/* The head that the page shows is the record's end. */
	if (wraps) {
		check(last.offset < size && last.size == size, "%s: AUX record: offset %llu, size %llu", test,
		      (unsigned long long)last.offset, (unsigned long long)last.size);
		check(last.offset == written % size, "%s: the head is a place in the buffer", test);
	} else {
		check(last.offset == written, "%s: AUX record: offset %llu", test,
		      (unsigned long long)last.offset);
	}
	check(g.area.page->aux_head == last.offset, "%s: the page shows the same head", test);
	from = last.offset;
	area_read_snapshot(&g.area, from, from + size);
	check(g.area.nrecords == size / sizeof(struct faux_record) && !g.area.bad && !g.area.lost,
	      "%s: the area holds the newest %zu records in a row", test, g.area.nrecords);
	check_windows(&g, false);
	group_close(&g);
}

/* Many times its size goes through a small area; what the reader is too slow for is told. */
static void wrapping(void)
{
	const size_t size = 8 * 4096;
	struct group g;
	size_t stops = 0;
	int i;

	test = "wrapping";
	if (!group_open(&g, START_PAUSED, 0, size, false))
		return;
	ioctl(g.pause, PERF_EVENT_IOC_DISABLE, 0);
	parameter_set("burst", "5");
	on(&g);
	call();
	for (i = 0; i < 2000 && g.area.bytes <= 3 * size; i++) {
		spin_ms(1);
		area_read(&g.area);
		if (g.area.truncated > stops) {
			stops = g.area.truncated;
			on(&g);
		}
	}
	off(&g);
	parameter_set("burst", "1");
	area_read(&g.area);
	check(g.area.bytes > 3 * size && g.area.bytes == counter("bytes"), "%s: %llu bytes through %zu", test,
	      (unsigned long long)g.area.bytes, size);
	check(counter("chunks") >= 3, "%s: handed over %llu times in passing", test,
	      (unsigned long long)counter("chunks"));
	check(g.area.lost == counter("lost") && g.area.truncated == counter("full"),
	      "%s: %zu records are lost, and %zu times that is told", test, g.area.lost, g.area.truncated);
	check_windows(&g, false);
	group_close(&g);
}

/* Nobody reads: the event stops, says so, and goes on when it is enabled again. */
static void full(void)
{
	const size_t size = 4 * 4096, most = size - sizeof(struct faux_record);
	struct group g;
	size_t resumed;

	test = "full";
	if (!group_open(&g, START_PAUSED, 0, size, false))
		return;
	ioctl(g.pause, PERF_EVENT_IOC_DISABLE, 0);
	parameter_set("burst", "20");
	on(&g);
	call();
	spin_until("full", 1);
	area_read(&g.area);
	/* A byte is always left. */
	check(g.area.bytes == most, "%s: %llu bytes fill it", test, (unsigned long long)g.area.bytes);
	check(g.area.truncated == 1, "%s: %zu records are marked truncated", test, g.area.truncated);
	check(counter("full") == 1 && counter("lost") == 1, "%s: it stopped at the first that had no room",
	      test);
	spin_ms(5);
	area_read(&g.area);
	check(g.area.bytes == most, "%s: nothing more comes", test);
	resumed = marks(&g, g.resume_id);
	/* Slowly now: full again, it would stop again, and its members with it. */
	parameter_set("burst", "1");
	on(&g);
	spin_until("bytes", most + 1);
	call();
	off(&g);
	area_read(&g.area);
	check(g.area.bytes > most && g.area.lost == 1, "%s: enabled again, it goes on after the lost one",
	      test);
	check(marks(&g, g.resume_id) == resumed + 1, "%s: and its members with it", test);
	check_windows(&g, false);
	group_close(&g);
}

/* A sample carries the end of the area. */
static void aux_samples(void)
{
	struct faux_record last = { 0 };
	bool resumed = false;
	struct group g;
	int sampler;
	size_t i, sampled = 0, sound = 0, late = 0;

	test = "AUX samples";
	if (!group_open(&g, START_PAUSED, 0, 8 * 4096, true))
		return;
	ioctl(g.pause, PERF_EVENT_IOC_DISABLE, 0);
	sampler = event_open(CLOCK, SAMPLE_AUX, g.area.fd);
	check(sampler >= 0 && !ioctl(sampler, PERF_EVENT_IOC_SET_OUTPUT, g.area.fd),
	      "%s: a clock samples the area", test);
	/* Not before the trace runs: a slow machine's clock would fill the ring on the way there. */
	ioctl(sampler, PERF_EVENT_IOC_DISABLE, 0);
	parameter_set("burst", "20");
	on(&g);
	call();
	ioctl(sampler, PERF_EVENT_IOC_ENABLE, 0);
	spin_until("snapshots", 6);
	off(&g);
	parameter_set("burst", "1");
	area_read(&g.area);
	for (i = 0; i < g.area.nmarks; i++) {
		const struct mark *m = &g.area.marks[i];

		resumed |= m->type == PERF_RECORD_SAMPLE && m->id == g.resume_id;
		/* What precedes the first record that was ever written is zeroes. */
		if (m->type != PERF_RECORD_SAMPLE || !m->size || !resumed)
			continue;
		sampled++;
		if (records_sound(m->aux + m->size - sizeof(last), sizeof(last), &last))
			sound++;
		late += last.time > m->time;
	}
	check(sampled && sound == sampled, "%s: %zu of %zu end in a record", test, sound, sampled);
	check(!late, "%s: none is younger than its sample", test);
	check(counter("snapshots") >= sampled, "%s: the module was asked for each", test);
	close(sampler);
	group_close(&g);
}

static void children(void)
{
	struct group g;
	pid_t child;
	int i;

	test = "inherited, on a CPU";
	pin(0);
	if (!group_open(&g, START_PAUSED, INHERIT | ON_CPU_0, AREA_SIZE, false))
		return;
	on(&g);
	child = fork();
	if (!child) {
		for (i = 0; i < 3; i++) {
			spin_ms(2);
			call();
		}
		_exit(0);
	}
	waitpid(child, NULL, 0);
	off(&g);
	area_read(&g.area);
	check(count(&g, FAUX_RESUME) == 3 && count(&g, FAUX_PAUSE) == 3, "%s: the child's windows are there",
	      test);
	for (i = 0; (size_t)i < g.area.nrecords; i++)
		if (g.area.records[i].tid != (uint32_t)child)
			break;
	check((size_t)i == g.area.nrecords, "%s: all are the child's", test);
	check_windows(&g, false);
	check_whole(&g);
	group_close(&g);
}

/* All of a CPU: whoever runs there resumes and pauses. */
static void whole_cpu(void)
{
	struct group g;
	pid_t child;
	int i;

	test = "a whole CPU";
	if (!group_open(&g, START_PAUSED, ON_CPU_1 | ANY_TASK, AREA_SIZE, false))
		return;
	on(&g);
	child = fork();
	if (!child) {
		pin(1);
		for (i = 0; i < 3; i++) {
			spin_ms(2);
			call();
		}
		_exit(0);
	}
	waitpid(child, NULL, 0);
	/* The other CPU's calls are none of its business. */
	call();
	off(&g);
	area_read(&g.area);
	check(count(&g, FAUX_RESUME) == 3 && count(&g, FAUX_PAUSE) == 3, "%s: three windows are there", test);
	for (i = 0; (size_t)i < g.area.nrecords; i++)
		if (g.area.records[i].cpu != 1)
			break;
	check((size_t)i == g.area.nrecords, "%s: all were written there", test);
	check_windows(&g, false);
	check_whole(&g);
	group_close(&g);
}

int main(void)
{
	parameter_set("tick_us", "100");
	short_windows();
	not_paused_at_first();
	sleeps();
	disable_enable();
	snapshot(false);
	snapshot(true);
	parameter_set("head_wraps", "N");
	wrapping();
	full();
	aux_samples();
	children();
	whole_cpu();
	return checks_done();
}
