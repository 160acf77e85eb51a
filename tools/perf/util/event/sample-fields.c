// SPDX-License-Identifier: GPL-2.0-only
/*
 * Takes samples apart: one function a field, called in the order in which the ABI writes them.
 *
 * Nearly all fields are u64s at 8-byte offsets, so arrays of them (callchain, registers, branches)
 * are handed out in place; of the other byte order they are copied into the decoder's scratch.
 */
#include "util/event/sample.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/sample-internal.h"

uint64_t *sample_state__scratch(struct sample_state *st, uint64_t n)
{
	uint64_t *out;

	if (!st->d->scratch) {
		st->d->cap = 2 * (UINT16_MAX / 8 + 1);
		st->d->scratch = xmalloc(st->d->cap * sizeof(uint64_t));
	}
	out = st->d->scratch + st->used;
	st->used += n;
	return out;
}

/* @n u64s of the record in native byte order: in place where that is so. */
const uint64_t *sample_state__words(struct sample_state *st, uint64_t n, const char *what)
{
	uint64_t *out;
	uint64_t i;

	if (n > cursor__left(&st->c) / 8) {
		cursor__fail(&st->c, what);
		return NULL;
	}
	if (!st->c.swap && !((uintptr_t)st->c.pos & 7))
		return cursor__bytes(&st->c, n * 8, what);
	out = sample_state__scratch(st, n);
	for (i = 0; i < n; i++)
		out[i] = cursor__u64(&st->c, what);
	return out;
}

static void decode_tid(struct sample_state *st)
{
	st->s->pid = cursor__u32(&st->c, "pid");
	st->s->tid = cursor__u32(&st->c, "tid");
}

static void decode_cpu(struct sample_state *st)
{
	st->s->cpu = cursor__u32(&st->c, "cpu");
	cursor__skip(&st->c, 4, "cpu padding");
}

static struct sample_read_value *read_values(struct sample_state *st, uint64_t nr)
{
	if (nr > st->d->cap_read) {
		st->d->cap_read = nr;
		st->d->read_values = xreallocarray(st->d->read_values, nr, sizeof(*st->d->read_values));
	}
	return st->d->read_values;
}

static void read_value(struct sample_state *st, uint64_t format, struct sample_read_value *v)
{
	v->id = format & PERF_FORMAT_ID ? cursor__u64(&st->c, "read id") : 0;
	v->lost = format & PERF_FORMAT_LOST ? cursor__u64(&st->c, "read lost") : 0;
}

static void decode_read(struct sample_state *st)
{
	uint64_t format = st->evsel->attr.read_format, nr = 1, i;
	bool group = format & PERF_FORMAT_GROUP;
	size_t elem = 8 * (1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST));
	struct sample_read_value *v;
	uint64_t value = 0;

	if (group)
		nr = cursor__u64(&st->c, "read nr");
	else
		value = cursor__u64(&st->c, "read value");
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		st->s->read.time_enabled = cursor__u64(&st->c, "read time_enabled");
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		st->s->read.time_running = cursor__u64(&st->c, "read time_running");
	if (group && !st->c.bad && nr > cursor__left(&st->c) / elem)
		cursor__fail(&st->c, "read nr");
	if (st->c.bad)
		return;
	v = read_values(st, nr);
	if (!group) {
		v->value = value;
		read_value(st, format, v);
	}
	for (i = 0; group && i < nr; i++) {
		v[i].value = cursor__u64(&st->c, "read value");
		read_value(st, format, &v[i]);
	}
	st->s->read.nr = nr;
	st->s->read.values = v;
}

static void decode_callchain(struct sample_state *st)
{
	uint64_t nr;

	st->s->callchain_offset = (uint32_t)(sizeof(st->r->header) + cursor__offset(&st->c));
	nr = cursor__count(&st->c, 8, "callchain nr");
	st->s->ips = sample_state__words(st, nr, "callchain");
	st->s->nr_ips = st->c.bad ? 0 : nr;
}

static void decode_raw(struct sample_state *st)
{
	uint32_t size = cursor__count32(&st->c, 1, "raw size");

	st->s->raw_data = cursor__bytes(&st->c, size, "raw data");
	st->s->raw_size = st->c.bad ? 0 : size;
	/* The kernel pads the field so that what follows is aligned again. */
	cursor__skip(&st->c, -cursor__offset(&st->c) & 7, "raw padding");
}

static void decode_regs(struct sample_state *st, struct regs_dump *regs, uint64_t mask, const char *what)
{
	regs->abi = cursor__u64(&st->c, what);
	regs->mask = mask;
	if (regs->abi != PERF_SAMPLE_REGS_ABI_NONE)
		regs->regs = sample_state__words(st, (uint64_t)__builtin_popcountll(mask), what);
}

/*
 * perf record writes a piece of stack that is there to repair a chain as if none of its bytes had been read, or older perfs
 * would unwind by it (see stack-cut.h). The kernel gives as many bytes as were asked for, which is more.
 */
static bool is_hidden(const struct perf_event_attr *attr, uint64_t size)
{
	const uint64_t all = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;

	return (attr->sample_type & all) == all && !attr->exclude_callchain_user && size < attr->sample_stack_user;
}

static void decode_user_stack(struct sample_state *st)
{
	uint64_t size = cursor__count(&st->c, 1, "stack size");

	if (!size)
		return;
	st->s->user_stack = cursor__bytes(&st->c, size, "stack");
	st->s->user_stack_dyn_size = cursor__u64(&st->c, "stack dyn_size");
	if (st->s->user_stack_dyn_size > size)
		cursor__fail(&st->c, "stack dyn_size");
	if (!st->s->user_stack_dyn_size && is_hidden(&st->evsel->attr, size))
		st->s->user_stack_dyn_size = size;
	st->s->user_stack_size = size;
}

/* One number, or three in one word: of 32, 16 and 16 bits, from the least significant one upwards. */
static void decode_weight(struct sample_state *st)
{
	uint64_t word = cursor__u64(&st->c, "weight");

	st->s->weight = word;
	if (!(st->evsel->attr.sample_type & PERF_SAMPLE_WEIGHT_STRUCT))
		return;
	st->s->weight = (uint32_t)word;
	st->s->ins_lat = (uint16_t)(word >> 32);
	st->s->retire_lat = (uint16_t)(word >> 48);
}

static void decode_aux(struct sample_state *st)
{
	uint64_t size = cursor__count(&st->c, 1, "aux size");

	st->s->aux_data = cursor__bytes(&st->c, size, "aux data");
	st->s->aux_size = size;
	cursor__skip(&st->c, -cursor__offset(&st->c) & 7, "aux padding");
}

/* What stands before the callchain, and the callchain. */
static void decode_head(struct sample_state *st)
{
	uint64_t type = st->evsel->attr.sample_type;
	struct perf_sample *s = st->s;
	struct cursor *c = &st->c;

	if (type & PERF_SAMPLE_IDENTIFIER)
		s->id = cursor__u64(c, "identifier");
	if (type & PERF_SAMPLE_IP)
		s->ip = cursor__u64(c, "ip");
	if (type & PERF_SAMPLE_TID)
		decode_tid(st);
	if (type & PERF_SAMPLE_TIME)
		s->time = cursor__u64(c, "time");
	if (type & PERF_SAMPLE_ADDR)
		s->addr = cursor__u64(c, "addr");
	if (type & PERF_SAMPLE_ID)
		s->id = cursor__u64(c, "id");
	if (type & PERF_SAMPLE_STREAM_ID)
		s->stream_id = cursor__u64(c, "stream_id");
	if (type & PERF_SAMPLE_CPU)
		decode_cpu(st);
	if (type & PERF_SAMPLE_PERIOD)
		s->period = cursor__u64(c, "period");
	else
		s->period = st->evsel->attr.sample_period;
	if (type & PERF_SAMPLE_READ)
		decode_read(st);
	if (type & PERF_SAMPLE_CALLCHAIN)
		decode_callchain(st);
}

static void decode_tail(struct sample_state *st)
{
	uint64_t type = st->evsel->attr.sample_type;
	struct perf_sample *s = st->s;
	struct cursor *c = &st->c;

	if (type & PERF_SAMPLE_RAW)
		decode_raw(st);
	if (type & PERF_SAMPLE_BRANCH_STACK)
		sample_state__branch_stack(st);
	s->user_copy_offset = (uint32_t)(sizeof(st->r->header) + cursor__offset(c));
	if (type & PERF_SAMPLE_REGS_USER)
		decode_regs(st, &s->user_regs, st->evsel->attr.sample_regs_user, "user regs");
	if (type & PERF_SAMPLE_STACK_USER)
		decode_user_stack(st);
	s->user_copy_size = (uint32_t)(sizeof(st->r->header) + cursor__offset(c)) - s->user_copy_offset;
	if (type & PERF_SAMPLE_WEIGHT_TYPE)
		decode_weight(st);
	if (type & PERF_SAMPLE_DATA_SRC)
		s->data_src = cursor__u64(c, "data_src");
	if (type & PERF_SAMPLE_TRANSACTION)
		s->transaction = cursor__u64(c, "transaction");
	if (type & PERF_SAMPLE_REGS_INTR)
		decode_regs(st, &s->intr_regs, st->evsel->attr.sample_regs_intr, "interrupt regs");
	if (type & PERF_SAMPLE_PHYS_ADDR)
		s->phys_addr = cursor__u64(c, "phys_addr");
	if (type & PERF_SAMPLE_CGROUP)
		s->cgroup = cursor__u64(c, "cgroup");
	if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
		s->data_page_size = cursor__u64(c, "data_page_size");
	if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
		s->code_page_size = cursor__u64(c, "code_page_size");
	if (type & PERF_SAMPLE_AUX)
		decode_aux(st);
}

/*
 * Do the attributes name each field? A newer kernel's samples may have some that this code does not know, behind the
 * others or within them.
 */
static bool knows_all_fields(const struct perf_event_attr *attr, const struct perf_sample *s)
{
	return !(attr->sample_type & ~(uint64_t)(PERF_SAMPLE_MAX - 1)) &&
	       !(attr->read_format & ~(uint64_t)(PERF_FORMAT_MAX - 1)) &&
	       !(attr->branch_sample_type & ~(2ULL * PERF_SAMPLE_BRANCH_COUNTERS - 1)) &&
	       s->user_regs.abi <= PERF_SAMPLE_REGS_ABI_64 && s->intr_regs.abi <= PERF_SAMPLE_REGS_ABI_64;
}

/* What is left over belongs to other records, which a wrong size has swallowed, or a field is too short. */
static int check_end(const struct sample_state *st, struct diag *diag)
{
	if (!cursor__left(&st->c) || !knows_all_fields(&st->evsel->attr, st->s))
		return 0;
	return diag__set(diag, -EBADMSG, st->r->offset, "SAMPLE", "size", "%u bytes, of which its fields take %zu",
			 st->r->header.size, st->r->header.size - cursor__left(&st->c));
}

struct evsel *sample_decoder__by_fields(struct sample_decoder *d, const struct record *r, struct perf_sample *ret, struct diag *diag)
{
	struct evsel *evsel = sample_decoder__evsel(d, r, diag);
	struct sample_state st = { .d = d, .evsel = evsel, .r = r, .c = record__payload(r), .s = ret };

	if (!evsel)
		return NULL;
	if (sample_layout__sample(sample_decoder__layout(d, evsel), r, ret)) {
		if (!(evsel->attr.sample_type & PERF_SAMPLE_PERIOD))
			ret->period = evsel->attr.sample_period;
		return evsel;
	}
	memset(ret, 0, sizeof(*ret));
	ret->pid = ret->tid = ret->cpu = (uint32_t)-1;
	ret->misc = r->header.misc;
	decode_head(&st);
	decode_tail(&st);
	return record__check(r, &st.c, diag) || check_end(&st, diag) ? NULL : evsel;
}
