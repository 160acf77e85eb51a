// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/file-map.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/names-file.h"
#include "util/base/open-regular.h"
#include "util/data/shrunk-file.h"

int file_map__open(struct file_map *m, const char *path)
{
	struct stat st;
	int fd = names_file__open(path, &st), err = 0;
	void *map;

	*m = (struct file_map){ .size = 0 };
	if (fd < 0)
		return open_regular__is_other_type(fd) ? -EINVAL : fd;
	if (st.st_size <= 0 || (uint64_t)st.st_size > SIZE_MAX) {
		close(fd);
		return -EINVAL;
	}
	shrunk_file__guard();
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED) {
		err = -errno;
		names_file__failed(path, err);
	} else {
		m->bytes = map;
		m->size = (size_t)st.st_size;
	}
	close(fd);
	return err;
}

void file_map__close(struct file_map *m)
{
	if (m->bytes)
		munmap((void *)(uintptr_t)m->bytes, m->size);
	*m = (struct file_map){ .size = 0 };
}
