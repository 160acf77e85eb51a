// SPDX-License-Identifier: GPL-2.0-only
/*
 * "glibc-ld.so.cache1.1", u32 count, u32 bytes of strings, u8 flags and 3 bytes, u32 extensions, 3 u32; then entries:
 * u32 flags, u32 name, u32 path, u32 OS version, u64 hardware. Offsets of strings count from the beginning of this head.
 * Older caches have "ld.so-1.7.0" and entries of three u32 in front. All in the machine's byte order.
 */
#include "util/code/loader-cache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/cursor.h"
#include "util/base/file.h"

#define MAX_CACHE	((size_t)64 << 20)
#define OLD_MAGIC	"ld.so-1.7.0"
#define NEW_MAGIC	"glibc-ld.so.cache1.1"
#define NEW_HEAD	48
#define OLD_ENTRY	12
#define NEW_ENTRY	24

static bool begins_with(const char *data, size_t size, size_t at, const char *magic)
{
	return at <= size && size - at >= strlen(magic) && !memcmp(data + at, magic, strlen(magic));
}

void loader_cache__load(struct loader_cache *c, const char *path)
{
	struct cursor cur;
	uint32_t nr;

	*c = (struct loader_cache){ 0 };
	if (file__read_all(path, MAX_CACHE, &c->data, &c->size)) {
		c->data = NULL;
		return;
	}
	if (begins_with(c->data, c->size, 0, OLD_MAGIC)) {
		cur = cursor__make(c->data, c->size, false);
		cursor__skip(&cur, 12, "magic");
		nr = cursor__count32(&cur, OLD_ENTRY, "count");
		cursor__skip(&cur, (uint64_t)nr * OLD_ENTRY, "entries");
		c->begin = (cursor__offset(&cur) + 7) & ~(size_t)7;
	}
	if (!begins_with(c->data, c->size, c->begin, NEW_MAGIC))
		loader_cache__exit(c);
}

void loader_cache__exit(struct loader_cache *c)
{
	free(c->data);
	*c = (struct loader_cache){ 0 };
}

static const char *string_at(const struct loader_cache *c, uint32_t offset)
{
	struct cursor cur = cursor__make(c->data + c->begin, c->size - c->begin, false);

	cursor__skip(&cur, offset, "string");
	return cursor__str(&cur, "string");
}

int loader_cache__find(const struct loader_cache *c, const char *name, int (*take)(void *ctx, const char *path),
		       void *ctx)
{
	struct cursor cur;
	const char *key, *path;
	uint32_t nr, i, at[2];
	uint64_t hardware;
	int ret = 0;

	if (!c->data)
		return 0;
	cur = cursor__make(c->data + c->begin, c->size - c->begin, false);
	cursor__skip(&cur, strlen(NEW_MAGIC), "magic");
	nr = cursor__u32(&cur, "count");
	cursor__skip(&cur, NEW_HEAD - strlen(NEW_MAGIC) - 4, "head");
	for (i = 0; i < nr && !ret && cursor__left(&cur) >= NEW_ENTRY; i++) {
		cursor__skip(&cur, 4, "flags");
		at[0] = cursor__u32(&cur, "name");
		at[1] = cursor__u32(&cur, "path");
		cursor__skip(&cur, 4, "OS version");
		hardware = cursor__u64(&cur, "hardware");
		key = hardware ? NULL : string_at(c, at[0]);
		if (!key || strcmp(key, name))
			continue;
		path = string_at(c, at[1]);
		if (path)
			ret = take(ctx, path);
	}
	return ret;
}
