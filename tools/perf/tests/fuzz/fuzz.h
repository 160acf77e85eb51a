/* SPDX-License-Identifier: GPL-2.0-only */
/* What the libFuzzer targets share: the input as a file, as a string. */
#ifndef PERF_TESTS_FUZZ_FUZZ_H
#define PERF_TESTS_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_PATH	64

/* A file with these bytes, which is read from its beginning, under the name in @path. -1: none can be had. */
static inline int fuzz__file(const uint8_t *data, size_t size, char path[FUZZ_PATH])
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0)
		return -1;
	if (write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET)) {
		close(fd);
		return -1;
	}
	snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", fd);
	return fd;
}

/* A copy with a zero behind it, so that a read beyond the input is seen. The caller frees. */
static inline char *fuzz__string(const uint8_t *data, size_t size)
{
	char *s = malloc(size + 1);

	if (!s)
		abort();
	memcpy(s, data, size);
	s[size] = 0;
	return s;
}

#endif /* PERF_TESTS_FUZZ_FUZZ_H */
