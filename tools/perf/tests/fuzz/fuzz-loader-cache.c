// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: the cache of the dynamic loader. */
#include "tests/fuzz/fuzz.h"

#include "util/code/loader-cache.h"

static volatile size_t sink;

static int take(void *ctx, const char *path)
{
	(void)ctx;
	sink = strlen(path);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct loader_cache c;
	char path[FUZZ_PATH];
	int fd = fuzz__file(data, size, path);

	if (fd < 0)
		return 0;
	loader_cache__load(&c, path);
	(void)loader_cache__find(&c, "libc.so.6", take, NULL);
	(void)loader_cache__find(&c, "", take, NULL);
	loader_cache__exit(&c);
	close(fd);
	return 0;
}
