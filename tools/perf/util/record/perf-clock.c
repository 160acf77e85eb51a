// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/perf-clock.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/event/record.h"

/* The time that ends the one record in @ring, 0: there is none. */
static uint64_t time_of_record(const void *ring, size_t page)
{
	const struct perf_event_mmap_page *head = ring;
	const char *data = (const char *)ring + page;
	struct perf_event_header h;
	uint64_t time, end = __atomic_load_n(&head->data_head, __ATOMIC_ACQUIRE);

	if (end < sizeof(h) || end > page)
		return 0;
	memcpy(&h, data, sizeof(h));
	if (h.size < sizeof(h) + sizeof(time) || h.size > end)
		return 0;
	memcpy(&time, data + h.size - sizeof(time), sizeof(time));
	return time;
}

static uint64_t ask(int fd)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *ring = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	char name[16] = "";
	uint64_t time = 0;

	if (ring == MAP_FAILED)
		return 0;
	if (!prctl(PR_GET_NAME, name) && !prctl(PR_SET_NAME, name))
		time = time_of_record(ring, page);
	munmap(ring, 2 * page);
	return time;
}

uint64_t perf_clock__now(const struct perf_event_attr *attr)
{
	struct perf_event_attr own = {
		.type = PERF_TYPE_SOFTWARE, .size = PERF_ATTR_SIZE_VER5, .config = PERF_COUNT_SW_DUMMY, .comm = 1, .sample_id_all = 1,
		.sample_type = PERF_SAMPLE_TIME, .exclude_kernel = 1, .exclude_hv = 1, .use_clockid = attr->use_clockid,
		.clockid = attr->clockid,
	};
	int fd = (int)syscall(SYS_perf_event_open, &own, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	uint64_t time = fd < 0 ? 0 : ask(fd);

	if (fd >= 0)
		close(fd);
	return time;
}
