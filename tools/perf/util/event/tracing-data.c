// SPDX-License-Identifier: GPL-2.0-only
/* Taking tracing data apart. What the format texts say is read in tracepoint-parse.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"
#include "util/event/tracing-data.h"

#define FORMAT_MAX	(64 << 10)	/* bytes; the kernel's own have some 6 KiB */

/* The number behind "\nID: ". */
static bool find_id(const char *text, size_t len, uint64_t *ret)
{
	const char *p = memmem(text, len, "\nID: ", 5), *end = text + len;
	uint64_t id = 0;

	if (!p)
		return false;
	p += 5;
	if (p == end || *p < '0' || *p > '9')
		return false;
	for (; p < end && *p >= '0' && *p <= '9'; p++) {
		if (id > UINT32_MAX)
			return false;
		id = id * 10 + (uint64_t)(*p - '0');
	}
	*ret = id;
	return true;
}

static void parse_event(struct tracing_data *td, struct cursor *c, const char *system)
{
	uint64_t size = cursor__u64(c, "format size"), id;
	const char *text = cursor__bytes(c, size, "format");

	/* One that makes no sense is left out: its samples show their bytes' fields by no name. */
	if (!text || size > FORMAT_MAX || !find_id(text, size, &id))
		return;
	GROW(td->events, td->nr_events, td->cap_events);
	td->events[td->nr_events++] = (struct tracing_event){
		.id = id, .system = system, .text = text, .len = size,
	};
}

static void expect_name(struct cursor *c, const char *name)
{
	const char *s = cursor__str(c, name);

	if (s && strcmp(s, name))
		cursor__fail(c, name);
	cursor__skip(c, cursor__u64(c, name), name);
}

static void parse_systems(struct tracing_data *td, struct cursor *c)
{
	uint32_t n = cursor__u32(c, "number of ftrace events"), m;

	for (; n && !c->bad; n--)
		parse_event(td, c, "ftrace");
	for (n = cursor__u32(c, "number of systems"); n && !c->bad; n--) {
		const char *system = cursor__str(c, "system name");

		for (m = cursor__u32(c, "number of events"); m && !c->bad; m--)
			parse_event(td, c, system);
	}
}

int tracing_data__parse(struct tracing_data *td, const void *blob, size_t size, struct diag *diag)
{
	static const unsigned char magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	struct cursor c;
	const void *start;
	uint8_t big;

	*td = (struct tracing_data){ .blob = xmemdup(blob, size) };
	c = cursor__make(td->blob, size, false);
	start = cursor__bytes(&c, sizeof(magic), "magic");
	if (start && memcmp(start, magic, sizeof(magic)))
		cursor__fail(&c, "magic");
	(void)cursor__str(&c, "version");
	big = cursor__u8(&c, "byte order");
	if (big > 1)
		cursor__fail(&c, "byte order");
	td->big_endian = big;
	td->swap = c.swap = big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	td->long_size = cursor__u8(&c, "long size");
	if (td->long_size != 4 && td->long_size != 8)
		cursor__fail(&c, "long size");
	td->page_size = cursor__u32(&c, "page size");
	expect_name(&c, "header_page");
	expect_name(&c, "header_event");
	parse_systems(td, &c);
	cursor__skip(&c, cursor__u32(&c, "kallsyms size"), "kallsyms");
	td->printk_len = cursor__u32(&c, "printk size");
	td->printk = cursor__bytes(&c, td->printk_len, "printk formats");
	if (!c.bad)
		return 0;
	if (!td->printk)
		td->printk_len = 0;
	return diag__set(diag, -EBADMSG, cursor__offset(&c), "tracing data", c.bad,
			 "tracepoint formats are damaged; what stands before is used");
}

void tracing_data__exit(struct tracing_data *td)
{
	free(td->events);
	free(td->blob);
	*td = (struct tracing_data){ 0 };
}
