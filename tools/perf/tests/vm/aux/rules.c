// SPDX-License-Identifier: GPL-2.0-only
/* What the kernel takes and what it refuses: each rule of AUX pause and resume, and of AUX areas. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "aux.h"

struct rule {
	const char *what;
	enum kind leader;
	unsigned int leader_flags;
	enum kind member;
	unsigned int flags;	/* of the member, or of the leader that has none */
	int err;
};

/* Each: the leader opens, and then the member, or it alone where there is no leader, gives that. */
static const struct rule rules[] = {
	{ "area, starts paused", NOTHING, 0, AREA, START_PAUSED, 0 },
	{ "member tracepoint pauses", AREA, START_PAUSED, EXIT, PAUSE, 0 },
	{ "member tracepoint resumes", AREA, START_PAUSED, ENTER, RESUME, 0 },
	{ "member clock pauses", AREA, 0, CLOCK, PAUSE, 0 },
	{ "member clock resumes", AREA, 0, CLOCK, RESUME, 0 },
	{ "member that counts pauses", AREA, 0, CLOCK, PAUSE | COUNTING, 0 },
	{ "member pauses and resumes", AREA, 0, ENTER, PAUSE | RESUME, EINVAL },
	{ "member tracepoint starts paused", AREA, 0, ENTER, START_PAUSED, EOPNOTSUPP },
	{ "lone tracepoint starts paused", NOTHING, 0, ENTER, START_PAUSED, EOPNOTSUPP },
	{ "lone clock starts paused", NOTHING, 0, CLOCK, START_PAUSED, EOPNOTSUPP },
	{ "reserved bit of aux_action", AREA, 0, ENTER, RESERVED, EINVAL },
	{ "member pauses and samples the area", AREA, 0, ENTER, PAUSE | SAMPLE_AUX, 0 },
	{ "lone event pauses", NOTHING, 0, ENTER, PAUSE, EINVAL },
	{ "lone event resumes", NOTHING, 0, ENTER, RESUME, EINVAL },
	{ "lone event pauses and resumes", NOTHING, 0, ENTER, PAUSE | RESUME, EINVAL },
	{ "area pauses itself", NOTHING, 0, AREA, PAUSE, EINVAL },
	{ "area resumes itself", NOTHING, 0, AREA, RESUME, EINVAL },
	{ "area starts paused and pauses itself", NOTHING, 0, AREA, START_PAUSED | PAUSE, EINVAL },
	{ "leader is no area, member pauses", CLOCK, 0, ENTER, PAUSE, EINVAL },
	{ "leader is no area, member resumes", CLOCK, 0, ENTER, RESUME, EINVAL },
	{ "area without pause, member pauses", AREA_NO_PAUSE, 0, ENTER, PAUSE, EINVAL },
	{ "area without pause, member resumes", AREA_NO_PAUSE, 0, ENTER, RESUME, EINVAL },
	{ "area without pause starts paused", NOTHING, 0, AREA_NO_PAUSE, START_PAUSED, EOPNOTSUPP },
	{ "area without pause", NOTHING, 0, AREA_NO_PAUSE, 0, 0 },
	{ "area that starts paused as a member", CLOCK, 0, AREA, START_PAUSED, 0 },
	{ "aux_output and pause", AREA, 0, OUTPUT, AUX_OUTPUT | PAUSE, EOPNOTSUPP },
	{ "aux_output and resume", AREA, 0, OUTPUT, AUX_OUTPUT | RESUME, EOPNOTSUPP },
	{ "aux_output", AREA, 0, OUTPUT, AUX_OUTPUT, 0 },
	{ "aux_output of a PMU without it", AREA, 0, ENTER, AUX_OUTPUT, EOPNOTSUPP },
	{ "aux_output without group", NOTHING, 0, OUTPUT, AUX_OUTPUT, EINVAL },
	{ "only the leader is inherited", AREA, INHERIT, ENTER, RESUME, EINVAL },
	{ "only the member is inherited", AREA, 0, ENTER, RESUME | INHERIT, EINVAL },
	{ "both are inherited, on a CPU", AREA, INHERIT | ON_CPU_0, ENTER, RESUME | INHERIT | ON_CPU_0, 0 },
	{ "member on another CPU", AREA, ON_CPU_0, ENTER, RESUME | ON_CPU_1, EINVAL },
	{ "attr that ends before aux_action", AREA, 0, ENTER, OLD_SIZE | PAUSE | RESUME, 0 },
	{ "second event of an exclusive PMU", AREA, 0, AREA, 0, EBUSY },
	{ "all of a CPU while a task is traced", AREA, 0, AREA, ON_CPU_0 | ANY_TASK, EBUSY },
};

static void try_rule(const struct rule *r)
{
	/* A second event of the same PMU is no member. */
	bool alone = r->leader == NOTHING || r->leader == r->member;
	int leader = -1, fd, err;

	if (r->leader != NOTHING) {
		leader = event_open(r->leader, r->leader_flags, -1);
		if (leader < 0) {
			check(false, "%s: the leader: %s", r->what, strerror(-leader));
			return;
		}
	}
	fd = event_open(r->member, r->flags, alone ? -1 : leader);
	err = fd < 0 ? -fd : 0;
	check(err == r->err, "%s: %s%s%s", r->what, err ? strerror(err) : "taken",
	      err == r->err ? "" : ", expected: ", err == r->err ? "" : r->err ? strerror(r->err) : "taken");
	if (fd >= 0)
		close(fd);
	if (leader >= 0)
		close(leader);
}

static void maps_with(struct area *a, int fd, size_t size, int err, const char *what)
{
	area_map(a, fd, size, false);
	check(a->err == err, "%s: %s", what, a->err ? strerror(a->err) : "mapped");
}

static void maps(void)
{
	int pages = sysconf(_SC_PAGESIZE);
	struct area a;
	void *map;
	int fd;

	maps_with(&a, event_open(CLOCK, DISABLED, -1), 4 * pages, EOPNOTSUPP,
		  "area of an event that has none");
	area_free(&a);

	fd = event_open(AREA, DISABLED, -1);
	map = mmap(NULL, 4 * pages, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 17 * pages);
	check(map == MAP_FAILED && errno == EINVAL, "area before the ring: %s", strerror(errno));
	maps_with(&a, fd, 3 * pages, EINVAL, "area of three pages");
	a.page->aux_offset = 4 * pages;
	a.page->aux_size = 4 * pages;
	map = mmap(NULL, 4 * pages, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 4 * pages);
	check(map == MAP_FAILED && errno == EINVAL, "area over the ring: %s", strerror(errno));
	a.page->aux_offset = 17 * pages;
	a.page->aux_size = 4 * pages;
	map = mmap(NULL, 8 * pages, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 17 * pages);
	check(map == MAP_FAILED && errno == EINVAL, "area of another size than said: %s", strerror(errno));
	area_free(&a);

	fd = event_open(AREA, INHERIT | DISABLED, -1);
	check(fd >= 0, "inherited, on no CPU: opens");
	maps_with(&a, fd, 0, EINVAL, "inherited, on no CPU: ring");
	area_free(&a);

	/* A map keeps its event. */
	maps_with(&a, event_open(AREA, DISABLED, -1), 4 * pages, 0, "area of four pages");
	close(a.fd);
	a.fd = -1;
	fd = event_open(AREA, DISABLED, -1);
	check(fd == -EBUSY, "while a closed event is mapped: %s", fd < 0 ? strerror(-fd) : "taken");
	area_free(&a);
	fd = event_open(AREA, DISABLED, -1);
	check(fd >= 0, "after it was unmapped: %s", fd < 0 ? strerror(-fd) : "taken");
	close(fd);
}

int main(void)
{
	size_t i;

	for (i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		try_rule(&rules[i]);
	maps();
	return checks_done();
}
