// SPDX-License-Identifier: GPL-2.0-only
/* What a filter of perf script may ask while it is told of a sample: the functions of perf_dlfilter_fns. */
#include <perf/perf_dlfilter.h>
#include <string.h>

#include "builtin-script-dlfilter-internal.h"
#include "util/script/sample-code.h"
#include "util/script/script-branch.h"
#include "util/script/script-text.h"
#include "util/symbol/srcline.h"

static void fill_place(const struct dlfilter *d, const struct frame *f, struct perf_dlfilter_al *al)
{
	const struct map *map = f->map;

	al->is_64_bit = d->is_64_bit;
	al->is_kernel_ip = map ? map->dso->kind == DSO_KIND_KERNEL || map->dso->kind == DSO_KIND_MODULE ||
				 map->dso->kind == DSO_KIND_KSYMBOL : (int64_t)f->ip < 0;
	al->addr = map ? map__to_dso(map, f->ip) : f->ip;
	if (map) {
		al->dso = map->dso->long_name;
		al->buildid = map->dso->build_id;
		al->buildid_size = map->dso->build_id_size;
	}
	if (f->sym) {
		al->sym = f->sym->name;
		al->sym_start = f->sym->start;
		al->sym_end = f->sym->end;
		al->sym_binding = f->sym->binding;
		al->symoff = (uint32_t)(al->addr - f->sym->start);
	}
}

static const struct perf_dlfilter_al *resolve_ip(void *ctx)
{
	struct dlfilter *d = ctx;
	const struct session_sample *s = d->sample;
	struct frame f;

	if (!s)
		return NULL;
	if (!d->ip.size) {
		if (s->ip)
			f = *s->ip;
		else
			script_place__find(s, s->sample->ip, &f);
		fill_place(d, &f, &d->ip);
		d->ip.comm = s->comm;
		d->ip.size = sizeof(d->ip);
	}
	return &d->ip;
}

bool dlfilter__has_code_addr(const struct session_sample *s)
{
	return s->trace || script_text__addr_is_place(&s->evsel->attr) || script_text__counts_branches(&s->evsel->attr);
}

static const struct perf_dlfilter_al *resolve_addr(void *ctx)
{
	struct dlfilter *d = ctx;
	const struct session_sample *s = d->sample;
	struct frame f;

	if (!s || !dlfilter__has_code_addr(s))
		return NULL;
	if (!d->addr.size) {
		script_place__find(s, s->sample->addr, &f);
		fill_place(d, &f, &d->addr);
		d->addr.size = sizeof(d->addr);
	}
	return &d->addr;
}

static char **get_args(void *ctx, int *ret_nr)
{
	struct dlfilter *d = ctx;

	*ret_nr = (int)d->nr_args;
	return d->args;
}

static __s32 resolve_address(void *ctx, __u64 address, struct perf_dlfilter_al *ret)
{
	struct dlfilter *d = ctx;
	struct perf_dlfilter_al al = { .size = sizeof(al) };
	uint32_t size = ret->size;
	struct frame f;

	if (!d->sample || size < sizeof(al.size) || !d->sample->machine)
		return -1;
	script_place__find(d->sample, address, &f);
	fill_place(d, &f, &al);
	/* A filter may be older than the structure, or newer. */
	al.size = size < sizeof(al) ? size : sizeof(al);
	memcpy(ret, &al, al.size);
	return 0;
}

static const __u8 *get_insn(void *ctx, __u32 *ret_len)
{
	struct dlfilter *d = ctx;

	*ret_len = d->sample ? sample_code__insn(d->code, d->sample, d->insn) : 0;
	return *ret_len ? d->insn : NULL;
}

static const char *get_srcline(void *ctx, __u32 *ret_line)
{
	struct dlfilter *d = ctx;
	const struct src_frames *src;
	struct frame f;

	*ret_line = 0;
	if (!d->sample)
		return NULL;
	script_place__find(d->sample, d->sample->sample->ip, &f);
	src = f.map ? dso__source(f.map->dso, map__to_dso(f.map, f.ip)) : NULL;
	if (!src || !src->frames[0].file)
		return NULL;
	*ret_line = src->frames[0].line;
	return src->frames[0].file;
}

static struct perf_event_attr *get_attr(void *ctx)
{
	struct dlfilter *d = ctx;

	if (!d->sample)
		return NULL;
	d->attr = d->sample->evsel->attr;
	return &d->attr;
}

static __s32 read_code(void *ctx, __u64 ip, void *buf, __u32 len)
{
	struct dlfilter *d = ctx;
	const struct session_sample *s = d->sample;

	if (!s || len > INT32_MAX)
		return -1;
	return (__s32)sample_code__read(d->code, s, ip, buf, len);
}

static void al_cleanup(void *ctx, struct perf_dlfilter_al *al)
{
	(void)ctx;
	(void)al;
}

const struct perf_dlfilter_fns dlfilter__functions = {
	.resolve_ip = resolve_ip, .resolve_addr = resolve_addr, .args = get_args, .resolve_address = resolve_address,
	.insn = get_insn, .srcline = get_srcline, .attr = get_attr, .object_code = read_code, .al_cleanup = al_cleanup,
};
