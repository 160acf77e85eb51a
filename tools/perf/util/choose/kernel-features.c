// SPDX-License-Identifier: GPL-2.0-only
/* Probing the kernel by opening events. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/base/log.h"
#include "util/choose/kernel-features.h"

int perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd, unsigned long flags)
{
	long fd = syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags | PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

/* An event that every kernel has and every user may open: of this thread, in user space. */
static struct perf_event_attr plain_event(void)
{
	return (struct perf_event_attr){
		.type		= PERF_TYPE_SOFTWARE,
		.size		= sizeof(struct perf_event_attr),
		.config		= PERF_COUNT_SW_CPU_CLOCK,
		.sample_period	= 1000000000,
		.sample_type	= PERF_SAMPLE_IP | PERF_SAMPLE_TID,
		.disabled	= 1,
		.exclude_kernel	= 1,
		.exclude_hv	= 1,
	};
}

/*
 * Its callchains may not be those of the kernel where perf_event_paranoid is 2: newer kernels (7.3 does) refuse an event that
 * does not say so, though it samples nothing there.
 */
static void ask_callchain(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	attr->exclude_callchain_kernel = 1;
}

/* 0, or why it does not open (errno). */
static int try_open(struct perf_event_attr *attr)
{
	int fd = perf_event_open(attr, 0, -1, -1, 0);

	if (fd < 0)
		return -fd;
	close(fd);
	return 0;
}

/*
 * The kernel answers an attr that is longer than it knows, and not zero there, with E2BIG and its own
 * size.
 */
static uint32_t probe_attr_size(void)
{
	union {
		struct perf_event_attr attr;
		char bytes[1024];
	} big = { .attr = plain_event() };

	big.attr.size = sizeof(big);
	big.bytes[sizeof(big) - 1] = 1;
	if (try_open(&big.attr) != E2BIG || big.attr.size >= sizeof(big))
		return 0;
	return big.attr.size;
}

#define PROBE(field, ...) do {					\
	struct perf_event_attr attr = plain_event();		\
								\
	__VA_ARGS__;						\
	f->field = !try_open(&attr);				\
} while (0)

static void probe_records(struct kernel_features *f)
{
	PROBE(mmap2, attr.mmap = 1; attr.mmap2 = 1);
	PROBE(comm_exec, attr.comm = 1; attr.comm_exec = 1);
	PROBE(context_switch, attr.context_switch = 1);
	PROBE(namespaces, attr.namespaces = 1);
	PROBE(ksymbol, attr.ksymbol = 1);
	PROBE(bpf_event, attr.bpf_event = 1);
	PROBE(cgroup, attr.cgroup = 1);
	PROBE(text_poke, attr.text_poke = 1);
	PROBE(build_id, attr.mmap = 1; attr.mmap2 = 1; attr.build_id = 1);
}

static void probe_sampling(struct kernel_features *f)
{
	PROBE(sample_identifier, attr.sample_type |= PERF_SAMPLE_IDENTIFIER);
	PROBE(sample_max_stack, ask_callchain(&attr); attr.sample_max_stack = 1);
	PROBE(clockid, attr.use_clockid = 1; attr.clockid = CLOCK_MONOTONIC);
	PROBE(write_backward, attr.write_backward = 1);
	PROBE(read_lost, attr.read_format = PERF_FORMAT_LOST);
	PROBE(exclude_guest, attr.exclude_guest = 1);
	PROBE(inherit_sample_read, attr.inherit = 1; attr.read_format = PERF_FORMAT_ID | PERF_FORMAT_GROUP;
	      attr.sample_type |= PERF_SAMPLE_READ);
}

/* What an unknown bit is answered with, as opposed to a known one that this event cannot have. */
static void probe_aux_bits(struct kernel_features *f)
{
	struct perf_event_attr attr = plain_event();
	int err;

	/* Alone: EINVAL from both (it needs a leader). On the leader: EOPNOTSUPP, if it is known. */
	attr.aux_start_paused = 1;
	err = try_open(&attr);
	f->aux_action = !err || err == EOPNOTSUPP;
	attr = plain_event();
	attr.aux_output = 1;
	err = try_open(&attr);
	f->aux_output = !err || err == EOPNOTSUPP;
}

void kernel_features__of_619(struct kernel_features *ret, bool defer)
{
	*ret = (struct kernel_features){
		.attr_size = PERF_ATTR_SIZE_VER9,
		.sample_identifier = true,
		.sample_max_stack = true,
		.mmap2 = true,
		.comm_exec = true,
		.clockid = true,
		.context_switch = true,
		.write_backward = true,
		.namespaces = true,
		.ksymbol = true,
		.bpf_event = true,
		.cgroup = true,
		.text_poke = true,
		.build_id = true,
		.read_lost = true,
		.aux_output = true,
		.inherit_sample_read = true,
		.exclude_guest = true,
		.aux_action = true,
		.defer_callchain = defer,
		.defer_output = defer,
	};
}

void kernel_features__probe(struct kernel_features *f)
{
	struct perf_event_attr plain = plain_event();

	memset(f, 0, sizeof(*f));
	f->open_error = try_open(&plain);
	if (f->open_error) {
		pr_debug("a plain software event cannot be opened: %s\n", strerror(f->open_error));
		return;
	}
	f->attr_size = probe_attr_size();
	probe_records(f);
	probe_sampling(f);
	probe_aux_bits(f);
	PROBE(defer_callchain, ask_callchain(&attr); attr.defer_callchain = 1);
	PROBE(defer_output, ask_callchain(&attr); attr.defer_callchain = 1;
	      attr.defer_output = 1);
}

/*
 * Maps a ring of one page and behind it one for AUX data. 1 there is an AUX area, 0 there is none, -1: no
 * ring.
 */
static int try_aux_mmap(int fd)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *head;
	int ret = 0;
	void *aux;

	head = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (head == MAP_FAILED)
		return -1;
	head->aux_offset = 4 * page;
	head->aux_size = page;
	aux = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(4 * page));
	if (aux != MAP_FAILED) {
		ret = 1;
		munmap(aux, page);
	} else if (errno == ENOMEM || errno == EPERM || errno == EBUSY) {
		ret = -1;
	} else if (errno == EINVAL) {
		/* An AUX area that wants more pages than one says this as well. */
		head->aux_size = 64 * page;
		aux = mmap(NULL, 64 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(4 * page));
		ret = aux != MAP_FAILED;
		if (ret)
			munmap(aux, 64 * page);
	}
	munmap(head, 2 * page);
	return ret;
}

/* The type and the config words of @attr, switched off. */
static struct perf_event_attr bare_event(const struct perf_event_attr *attr)
{
	return (struct perf_event_attr){
		.type = attr->type, .size = sizeof(*attr), .config = attr->config,
		.config1 = attr->config1, .config2 = attr->config2, .config3 = attr->config3,
		.disabled = 1,
	};
}

/* Opens it in this thread, in user space, in the kernel too, or of a CPU: whatever the driver does. */
static int open_somehow(struct perf_event_attr *attr, int cpu)
{
	int fd, try;

	for (try = 0; try < 3; try++) {
		attr->exclude_kernel = attr->exclude_hv = try == 0;
		fd = perf_event_open(attr, try < 2 ? 0 : -1, try < 2 ? -1 : cpu, -1, 0);
		if (fd >= 0)
			break;
	}
	return fd;
}

int kernel__event_has_aux(const struct perf_event_attr *wanted, int cpu)
{
	struct perf_event_attr attr = bare_event(wanted);
	int fd = open_somehow(&attr, cpu), ret;

	if (fd < 0)
		return -1;
	ret = try_aux_mmap(fd);
	close(fd);
	return ret;
}

int kernel__pmu_can_pause_aux(const struct perf_event_attr *pmu_attr)
{
	struct perf_event_attr attr = bare_event(pmu_attr);
	int err, fd = open_somehow(&attr, 0);

	if (fd < 0)
		return -1;
	close(fd);
	attr.aux_start_paused = 1;
	fd = open_somehow(&attr, 0);
	err = fd < 0 ? -fd : 0;
	if (fd >= 0)
		close(fd);
	return !err ? 1 : err == EOPNOTSUPP || err == EINVAL || err == E2BIG ? 0 : -1;
}
