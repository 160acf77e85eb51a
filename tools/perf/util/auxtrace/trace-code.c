// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/trace-code.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/dso-image.h"

void trace_code__init(struct trace_code *c, const struct machine *machine, const char *kcore)
{
	*c = (struct trace_code){ .machine = machine, .kcore = kcore };
}

void trace_code__exit(struct trace_code *c)
{
	size_t i;

	for (i = 0; i < c->nr; i++)
		dso_image__close(c->list[i]);
	free(c->list);
	trace_images__exit(&c->images);
}

static struct dso_image *image_of(struct trace_code *c, struct dso *dso)
{
	uint64_t key = (uint64_t)(uintptr_t)dso;
	struct dso_image *img = trace_images__find(&c->images, key);

	if (!img) {
		img = dso_image__open(dso, c->kcore);
		trace_images__set(&c->images, key, img);
		GROW(c->list, c->nr, c->cap);
		c->list[c->nr++] = img;
	}
	return img;
}

static bool is_kernel(uint64_t ip)
{
	return ip >> 63;
}

/* Makes @cache cover @ip. */
static bool look_up(struct trace_code *c, struct trace_code_cache *cache, uint64_t ip)
{
	const struct map *map = is_kernel(ip) ? machine__kernel_map(c->machine, cache->time, ip)
					      : maps__find(cache->maps, ip);
	struct dso_image *img;
	uint64_t left;
	size_t size;

	cache->start = cache->end = 0;
	cache->bits32 = false;
	if (!map)
		return false;
	img = image_of(c, map->dso);
	cache->bytes = dso_image__bytes(img, map__to_dso(map, ip), &size);
	if (!cache->bytes)
		return false;
	cache->bits32 = dso_image__is_32_bit(img);
	cache->start = ip;
	/* What lies behind the kernel's map is its too, see machine__kernel_map(). */
	left = map->end > ip ? map->end - ip : size;
	cache->end = ip + (size < left ? size : left);
	return true;
}

size_t trace_code__read(struct trace_code *c, struct trace_code_cache *cache, const struct trace_place *at, void *buf, size_t size)
{
	uint64_t ip = at->ip;
	size_t done = 0, n;

	if (cache->pid != at->pid || cache->time != at->time) {
		const struct maps *maps = machine__maps_at(c->machine, at->pid, at->time);

		if (maps != cache->maps)
			cache->start = cache->end = 0;
		cache->maps = maps;
		cache->pid = at->pid;
		cache->time = at->time;
	}
	/* An instruction may lie on two maps, or pages. */
	while (done < size) {
		if ((ip < cache->start || ip >= cache->end) && !look_up(c, cache, ip))
			break;
		n = cache->end - ip < size - done ? (size_t)(cache->end - ip) : size - done;
		memcpy((char *)buf + done, cache->bytes + (ip - cache->start), n);
		done += n;
		ip += n;
	}
	return done;
}

void trace_code__each_missing(const struct trace_code *c, void (*fn)(void *ctx, const char *why), void *ctx)
{
	size_t i;

	for (i = 0; i < c->nr; i++) {
		const char *why = dso_image__error(c->list[i]);

		if (why)
			fn(ctx, why);
	}
}
