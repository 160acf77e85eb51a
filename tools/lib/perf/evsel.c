// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "evsel-internal.h"

struct perf_evsel *perf_evsel__new(const struct perf_event_attr *attr)
{
	struct perf_evsel *evsel = calloc(1, sizeof(*evsel));

	if (evsel) {
		evsel->attr = *attr;
		evsel->leader = evsel;
		evsel->cgroup = -1;
	}
	return evsel;
}

void perf_evsel__delete(struct perf_evsel *evsel)
{
	if (!evsel)
		return;
	perf_evsel__close(evsel);
	perf_cpu_map__delete(evsel->own_cpus);
	free(evsel);
}

struct perf_event_attr *perf_evsel__attr(struct perf_evsel *evsel)
{
	return &evsel->attr;
}

void perf_evsel__set_leader(struct perf_evsel *evsel, struct perf_evsel *leader)
{
	evsel->leader = leader;
}

struct perf_evsel *perf_evsel__leader(struct perf_evsel *evsel)
{
	return evsel->leader;
}

void perf_evsel__set_cpus(struct perf_evsel *evsel, struct perf_cpu_map *cpus)
{
	perf_cpu_map__delete(evsel->own_cpus);
	evsel->own_cpus = cpus;
}

void perf_evsel__set_has_aux(struct perf_evsel *evsel, bool has_aux)
{
	evsel->has_aux = has_aux;
}

void perf_evsel__set_any_thread(struct perf_evsel *evsel, bool any_thread)
{
	evsel->any_thread = any_thread;
}

void perf_evsel__set_cgroup(struct perf_evsel *evsel, int fd)
{
	evsel->cgroup = fd;
}

const struct perf_cpu_map *perf_evsel__cpus(const struct perf_evsel *evsel)
{
	return evsel->cpus ? evsel->cpus : evsel->own_cpus;
}

static struct perf_counter *counter_at(const struct perf_evsel *evsel, int cpu_idx, int thread_idx)
{
	return &evsel->counters[(size_t)cpu_idx * (size_t)evsel->nr_threads + (size_t)thread_idx];
}

int perf_evsel__fd(const struct perf_evsel *evsel, int cpu_idx, int thread_idx)
{
	return counter_at(evsel, cpu_idx, thread_idx)->fd;
}

uint64_t perf_evsel__id(const struct perf_evsel *evsel, int cpu_idx, int thread_idx)
{
	return counter_at(evsel, cpu_idx, thread_idx)->id;
}

int perf_evsel__nr_threads(const struct perf_evsel *evsel)
{
	return evsel->nr_threads;
}

/* The leader's counter on that CPU and task; -1 without a group, -EINVAL where it has none. */
static int group_fd(const struct perf_evsel *evsel, int cpu, int thread_idx)
{
	const struct perf_evsel *leader = evsel->leader;
	int cpu_idx;

	if (leader == evsel)
		return -1;
	cpu_idx = leader->counters && thread_idx < leader->nr_threads ?
		perf_cpu_map__idx(leader->cpus, cpu) : -1;
	if (cpu_idx < 0 || perf_evsel__fd(leader, cpu_idx, thread_idx) < 0)
		return -EINVAL;
	return perf_evsel__fd(leader, cpu_idx, thread_idx);
}

static int open_counter(struct perf_evsel *evsel, struct perf_counter *c, int cpu, pid_t tid,
			int group)
{
	unsigned long flags = PERF_FLAG_FD_CLOEXEC;
	long fd;

	/* The group stands in the place of the task. */
	if (evsel->cgroup >= 0) {
		flags |= PERF_FLAG_PID_CGROUP;
		tid = evsel->cgroup;
	}
	fd = syscall(SYS_perf_event_open, &evsel->attr, tid, cpu, group, flags);
	if (fd < 0)
		return -errno;
	c->fd = (int)fd;
	if (ioctl(c->fd, PERF_EVENT_IOC_ID, &c->id))
		c->id = 0;
	return 0;
}

/* Opens all; *@ret_nr counts those that are. */
static int open_all(struct perf_evsel *evsel, const struct perf_thread_map *threads, int *ret_nr,
		    struct perf_open_error *where)
{
	int cpu_idx, thread_idx;

	for (cpu_idx = 0; cpu_idx < evsel->nr_cpus; cpu_idx++) {
		for (thread_idx = 0; thread_idx < evsel->nr_threads; thread_idx++) {
			pid_t tid = evsel->any_thread ? PERF_THREAD_ANY :
					perf_thread_map__tid(threads, thread_idx);
			int cpu = perf_cpu_map__cpu(evsel->cpus, cpu_idx);
			int group = group_fd(evsel, cpu, thread_idx);
			int err;

			/* Of a task that ended the leader is not there either. */
			if (group == -EINVAL && evsel->nr_threads > 1)
				continue;
			err = group == -EINVAL
				      ? -EINVAL
				      : open_counter(evsel, counter_at(evsel, cpu_idx, thread_idx),
						     cpu, tid, group);
			if (err == -ESRCH && evsel->nr_threads > 1)
				continue;
			if (err) {
				*where = (struct perf_open_error){ cpu, tid };
				return err;
			}
			++*ret_nr;
		}
	}
	return *ret_nr ? 0 : -ESRCH;
}

int perf_evsel__open(struct perf_evsel *evsel, const struct perf_cpu_map *cpus,
		     const struct perf_thread_map *threads, struct perf_open_error *ret_where)
{
	struct perf_open_error where = { -1, -1 };
	size_t i, nr;
	int err, nr_open = 0;

	perf_evsel__close(evsel);
	evsel->cpus = evsel->own_cpus ? evsel->own_cpus : cpus;
	evsel->nr_cpus = perf_cpu_map__nr(evsel->cpus);
	evsel->nr_threads = evsel->any_thread ? 1 : perf_thread_map__nr(threads);
	nr = (size_t)evsel->nr_cpus * (size_t)evsel->nr_threads;
	evsel->counters = calloc(nr ? nr : 1, sizeof(*evsel->counters));
	if (!evsel->counters)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		evsel->counters[i].fd = -1;
	err = open_all(evsel, threads, &nr_open, &where);
	if (err) {
		perf_evsel__close(evsel);
		if (ret_where)
			*ret_where = where;
	}
	return err;
}

void perf_evsel__close(struct perf_evsel *evsel)
{
	size_t i, nr = (size_t)evsel->nr_cpus * (size_t)evsel->nr_threads;

	for (i = 0; evsel->counters && i < nr; i++)
		if (evsel->counters[i].fd >= 0)
			close(evsel->counters[i].fd);
	free(evsel->counters);
	evsel->counters = NULL;
	evsel->cpus = NULL;
	evsel->nr_cpus = evsel->nr_threads = 0;
}

/* A counter of a group that is read together: all of them come, each with its id. */
static int read_from_group(const struct perf_evsel *evsel, int fd, uint64_t id, struct perf_counts *ret)
{
	const uint64_t format = evsel->attr.read_format;
	const size_t words = 4096, elem = 2 + !!(format & PERF_FORMAT_LOST);
	struct perf_counts counts = { 0 };
	uint64_t *buf, nr;
	size_t i, at = 1;
	ssize_t n;
	int err = -ENOENT;

	if (!(format & PERF_FORMAT_ID))
		return -EINVAL;
	buf = malloc(words * sizeof(*buf));
	if (!buf)
		return -ENOMEM;
	n = read(fd, buf, words * sizeof(*buf));
	if (n < (ssize_t)sizeof(*buf)) {
		err = n < 0 ? -errno : -EIO;
		free(buf);
		return err;
	}
	nr = buf[0];
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		counts.enabled = buf[at++];
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		counts.running = buf[at++];
	for (i = 0; i < nr && (at + elem) * sizeof(*buf) <= (size_t)n; i++, at += elem) {
		if (buf[at + 1] != id)
			continue;
		counts.value = buf[at];
		counts.id = id;
		counts.lost = elem > 2 ? buf[at + 2] : 0;
		*ret = counts;
		err = 0;
		break;
	}
	free(buf);
	return err;
}

int perf_evsel__read(const struct perf_evsel *evsel, int cpu_idx, int thread_idx,
		     struct perf_counts *ret)
{
	uint64_t format = evsel->attr.read_format, buf[5] = { 0 };
	struct perf_counts counts = { 0 };
	int fd = perf_evsel__fd(evsel, cpu_idx, thread_idx), i = 0;
	ssize_t n;

	if (format & PERF_FORMAT_GROUP)
		return fd < 0 ? -EBADF : read_from_group(evsel, fd, perf_evsel__id(evsel, cpu_idx, thread_idx), ret);
	n = read(fd, buf, sizeof(buf));
	if (n < 0)
		return -errno;
	counts.value = buf[i++];
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		counts.enabled = buf[i++];
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		counts.running = buf[i++];
	if (format & PERF_FORMAT_ID)
		counts.id = buf[i++];
	if (format & PERF_FORMAT_LOST)
		counts.lost = buf[i++];
	if ((size_t)n < (size_t)i * sizeof(buf[0]))
		return -EIO;
	*ret = counts;
	return 0;
}

static int ioctl_all(struct perf_evsel *evsel, unsigned long request, void *arg)
{
	size_t i, nr = (size_t)evsel->nr_cpus * (size_t)evsel->nr_threads;
	int err = 0;

	for (i = 0; evsel->counters && i < nr; i++)
		if (evsel->counters[i].fd >= 0 && ioctl(evsel->counters[i].fd, request, arg) &&
		    !err)
			err = -errno;
	return err;
}

int perf_evsel__enable(struct perf_evsel *evsel)
{
	return ioctl_all(evsel, PERF_EVENT_IOC_ENABLE, NULL);
}

int perf_evsel__disable(struct perf_evsel *evsel)
{
	return ioctl_all(evsel, PERF_EVENT_IOC_DISABLE, NULL);
}

int perf_evsel__modify(struct perf_evsel *evsel, const struct perf_event_attr *attr)
{
	return ioctl_all(evsel, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, (void *)(uintptr_t)attr);
}

int perf_evsel__set_filter(struct perf_evsel *evsel, const char *filter)
{
	return ioctl_all(evsel, PERF_EVENT_IOC_SET_FILTER, (void *)(uintptr_t)filter);
}
