// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/open-regular.h"

#define FIRST_SIZE	((size_t)64 << 10)

int file__read_fd(int fd, size_t max, char **ret_data, size_t *ret_size)
{
	struct stat st;
	size_t cap = FIRST_SIZE, size = 0;
	char *data;

	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0)
		cap = (size_t)st.st_size < max ? (size_t)st.st_size + 1 : max + 1;
	data = xmalloc(cap);
	for (;;) {
		ssize_t n;

		if (size + 1 >= cap) {
			cap *= 2;
			data = xrealloc(data, cap);
		}
		n = read(fd, data + size, cap - size - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || size + (size_t)n > max) {
			int err = n < 0 ? -errno : -EFBIG;

			free(data);
			return err;
		}
		if (!n)
			break;
		size += (size_t)n;
	}
	data[size] = 0;
	*ret_data = data;
	*ret_size = size;
	return 0;
}

int file__read_all(const char *path, size_t max, char **ret_data, size_t *ret_size)
{
	int fd = open_regular(path, 0, NULL), err;

	if (fd < 0)
		return fd;
	err = file__read_fd(fd, max, ret_data, ret_size);
	close(fd);
	return err;
}

int file__read_given(const char *path, size_t max, char **ret_data, size_t *ret_size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), err;

	if (fd < 0)
		return -errno;
	err = file__read_fd(fd, max, ret_data, ret_size);
	close(fd);
	return err;
}

bool file__read_at(int fd, void *buf, size_t size, uint64_t offset)
{
	return offset <= INT64_MAX && pread(fd, buf, size, (off_t)offset) == (ssize_t)size;
}

void *file__read_part(int fd, uint64_t offset, uint64_t size)
{
	char *data = xmalloc(size + 1);

	if (file__read_at(fd, data, size, offset)) {
		data[size] = 0;
		return data;
	}
	free(data);
	return NULL;
}

int file__write_all(int fd, const void *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO;
		data = (const char *)data + n;
		size -= (size_t)n;
	}
	return 0;
}

void file__close_if_open(int fd)
{
	if (fd >= 0)
		(void)close(fd);
}
