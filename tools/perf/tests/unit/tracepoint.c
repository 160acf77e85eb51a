// SPDX-License-Identifier: GPL-2.0-only
/* Tracing data: made from a tracefs of our own, read, printed; in the other byte order; damaged. */
#include <errno.h>
#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/event/tracepoint-format.h"
#include "util/record/tracing-data-build.h"

static const struct tracing_data_event both[] = {
	{ .system = "sched", .name = "sched_switch" }, { .system = "sched", .name = "sched_wakeup" },
	{ .system = "sched", .name = "sched_switch" },
};

static int build(struct strbuf *blob)
{
	struct diag diag = DIAG_INIT;

	if (fake_tree__make() || tracing_data__build(both, ARRAY_SIZE(both), blob, &diag))
		return TEST_FAIL;
	fake_tree__remove();
	return 0;
}

static int test__blob(void)
{
	static const char start[] = "\x17\x08\x44tracing" "0.6";
	struct strbuf blob = STRBUF_INIT;
	struct diag diag = DIAG_INIT;
	struct tracing_data td;

	TEST_ASSERT(!build(&blob));
	TEST_ASSERT(!memcmp(blob.buf, start, sizeof(start)));
	TEST_ASSERT_EQ(tracing_data__parse(&td, blob.buf, blob.len, &diag), 0);
	TEST_ASSERT_EQ(td.nr_events, 2);
	TEST_ASSERT_EQ(td.events[0].id, 314);
	TEST_ASSERT_EQ(td.events[1].id, 315);
	TEST_ASSERT_STR(td.events[1].system, "sched");
	TEST_ASSERT_EQ(td.long_size, sizeof(long));
	TEST_ASSERT(!td.swap);
	tracing_data__exit(&td);
	strbuf__exit(&blob);
	return TEST_OK;
}

static int test__unreadable(void)
{
	const struct tracing_data_event missing = { .system = "sched", .name = "nosuch" };
	struct strbuf blob = STRBUF_INIT;
	struct diag diag = DIAG_INIT;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT_EQ(tracing_data__build(&missing, 1, &blob, &diag), -ENOENT);
	TEST_ASSERT(strstr(diag.text, "sched/nosuch/format"));
	fake_tree__remove();
	strbuf__exit(&blob);
	return TEST_OK;
}

static struct tracepoint_formats *formats_of(const struct strbuf *blob)
{
	struct diag diag = DIAG_INIT;

	return tracepoint_formats__parse(blob->buf, blob->len, &diag);
}

static int test__fields(void)
{
	struct tracepoint_formats *formats;
	struct tracepoint_format *f;
	struct strbuf blob = STRBUF_INIT;

	TEST_ASSERT(!build(&blob));
	formats = formats_of(&blob);
	TEST_ASSERT(formats);
	TEST_ASSERT(!tracepoint_formats__find(formats, 999));
	f = tracepoint_formats__find(formats, 314);
	TEST_ASSERT(f && tracepoint_formats__find(formats, 314) == f);
	TEST_ASSERT_STR(f->system, "sched");
	TEST_ASSERT_STR(f->name, "sched_switch");
	TEST_ASSERT_EQ(f->nr_fields, 7);
	TEST_ASSERT(f->fields[0].is_common && !f->fields[4].is_common);
	TEST_ASSERT_STR(f->fields[4].name, "prev_comm");
	TEST_ASSERT_STR(f->fields[4].type, "char[16]");
	TEST_ASSERT_EQ(f->fields[4].kind, TRACEPOINT_FIELD_STRING);
	TEST_ASSERT_EQ(f->fields[6].offset, 32);
	TEST_ASSERT(f->fields[6].is_signed);
	f = tracepoint_formats__find(formats, 315);
	TEST_ASSERT(tracepoint_format__field(f, "comm")->is_dynamic);
	TEST_ASSERT_EQ(tracepoint_format__field(f, "args")->kind, TRACEPOINT_FIELD_ARRAY);
	TEST_ASSERT_EQ(tracepoint_format__field(f, "args")->elem_size, sizeof(long));
	TEST_ASSERT_EQ(tracepoint_format__field(f, "ptr")->kind, TRACEPOINT_FIELD_POINTER);
	TEST_ASSERT(!tracepoint_format__field(f, "nosuch"));
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	return TEST_OK;
}

static int printed(struct tracepoint_formats *formats, uint64_t id, const void *raw, size_t size,
		   const char *want)
{
	struct strbuf out = STRBUF_INIT;

	tracepoint_format__print(tracepoint_formats__find(formats, id), 0, raw, size, &out);
	TEST_ASSERT_STR(strbuf__str(&out), want);
	strbuf__exit(&out);
	return TEST_OK;
}

/* Without a print format that may be used, a sample is shown by its fields; what is not in it is said. */
static int test__shown_fields(void)
{
	static const struct {
		uint16_t type, pad;
		int32_t common_pid;
		uint32_t comm, pad2;
		uint64_t args[3], ptr;
		char text[8];
	} raw = { .comm = 48 | 8 << 16, .args = { 16, 2, UINT64_MAX }, .ptr = 0x1234, .text = "work\1er" };
	struct tracepoint_formats *formats;
	struct strbuf blob = STRBUF_INIT, out = STRBUF_INIT;

	TEST_ASSERT(!build(&blob));
	formats = formats_of(&blob);
	TEST_ASSERT(formats);
	tracepoint_format__print_fields(tracepoint_formats__find(formats, 315), &raw, sizeof(raw), &out);
	TEST_ASSERT_STR(strbuf__str(&out), "comm=work.er args=[16, 2, 18446744073709551615] ptr=0x1234");
	strbuf__reset(&out);
	tracepoint_format__print_fields(tracepoint_formats__find(formats, 315), &raw, 40, &out);
	TEST_ASSERT_STR(strbuf__str(&out), "comm=(not there) args=[16, 2, 18446744073709551615] ptr=(not there)");
	strbuf__exit(&out);
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	return TEST_OK;
}

/* Without libtraceevent, samples are shown by their fields alone. */
static bool has_print_formats(void)
{
	struct tracing_data none = { .long_size = 8 };
	struct tracepoint_printer *printer = tracepoint_printer__new(&none);
	bool ret = printer != NULL;

	tracepoint_printer__delete(printer);
	return ret;
}

#define NO_PRINT_FORMATS "built without libtraceevent"

/* The raw bytes of the two events, as the kernel lays them out. */
struct raw_switch {
	uint16_t type;
	uint8_t flags, preempt;
	int32_t common_pid;
	char comm[16];
	int32_t pid, pad;
	int64_t state;
};

struct raw_wakeup {
	uint16_t type;
	uint8_t flags, preempt;
	int32_t common_pid;
	uint32_t comm, pad;
	uint64_t args[3], ptr;
	char text[8];
};

static int test__text(void)
{
	struct raw_switch sw = { .comm = "bash", .pid = -5, .state = 1 };
	struct raw_wakeup wakeup = { .comm = 48 | 8 << 16, .args = { 0x10, 2, 30 }, .text = "worker" };
	struct tracepoint_formats *formats;
	struct strbuf blob = STRBUF_INIT;
	uint64_t v;

	if (!has_print_formats())
		return test_skip(NO_PRINT_FORMATS);
	TEST_ASSERT(!build(&blob));
	formats = formats_of(&blob);
	TEST_ASSERT(!printed(formats, 314, &sw, sizeof(sw), "prev_comm=bash prev_pid=-5 prev_state=S"));
	sw.state = 0x103;
	TEST_ASSERT(!printed(formats, 314, &sw, sizeof(sw), "prev_comm=bash prev_pid=-5 prev_state=S|D+"));
	sw.state = 0;
	TEST_ASSERT(!printed(formats, 314, &sw, sizeof(sw), "prev_comm=bash prev_pid=-5 prev_state=R"));
	TEST_ASSERT(!printed(formats, 315, &wakeup, sizeof(wakeup), "comm=worker a=10 b=30"));
	/* Cut short, and strings that lie outside: what is not there is empty. */
	TEST_ASSERT(!printed(formats, 315, &wakeup, 24, "comm= a=10 b=0"));
	wakeup.comm = 0xffffffff;
	TEST_ASSERT(!printed(formats, 315, &wakeup, sizeof(wakeup), "comm= a=10 b=30"));
	TEST_ASSERT(!printed(formats, 315, &wakeup, 0, "comm= a=0 b=0"));
	TEST_ASSERT(tracepoint_format__number(tracepoint_formats__find(formats, 314), tracepoint_format__field(
		tracepoint_formats__find(formats, 314), "prev_pid"), &sw, sizeof(sw), &v));
	TEST_ASSERT_EQ((int64_t)v, -5);
	TEST_ASSERT(!tracepoint_format__number(tracepoint_formats__find(formats, 314), tracepoint_format__field(
		tracepoint_formats__find(formats, 314), "prev_pid"), &sw, 26, &v));
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	return TEST_OK;
}

/* Turns the numbers of a native blob around: what a machine of the other byte order would write. */
static void swap_blob(struct strbuf *blob)
{
	char *p = blob->buf + 10 + 4;
	uint32_t systems, events, n32;
	uint64_t n64;

#define SWAP32(v) do { memcpy(&(v), p, 4); n32 = __builtin_bswap32(v); memcpy(p, &n32, 4); p += 4; } while (0)
#define SWAP64(v) do { uint64_t s_; memcpy(&(v), p, 8); s_ = __builtin_bswap64(v); memcpy(p, &s_, 8); p += 8; } while (0)
	*p = !*p;
	p += 2;
	SWAP32(events);			/* page size */
	p += sizeof("header_page");
	SWAP64(n64);
	p += n64 + sizeof("header_event");
	SWAP64(n64);
	p += n64;
	SWAP32(events);			/* ftrace: none */
	SWAP32(systems);
	while (systems--) {
		p += strlen(p) + 1;
		SWAP32(events);
		while (events--) {
			SWAP64(n64);
			p += n64;
		}
	}
	SWAP32(events);			/* kallsyms: none */
	SWAP32(events);
}

static int test__other_byte_order(void)
{
	struct raw_switch sw = { .comm = "bash", .pid = (int32_t)__builtin_bswap32(7),
				 .state = (int64_t)__builtin_bswap64(2) };
	struct tracepoint_formats *formats;
	struct strbuf blob = STRBUF_INIT;

	if (!has_print_formats())
		return test_skip(NO_PRINT_FORMATS);
	TEST_ASSERT(!build(&blob));
	swap_blob(&blob);
	formats = formats_of(&blob);
	TEST_ASSERT(formats && tracepoint_formats__data(formats)->swap);
	TEST_ASSERT(!printed(formats, 314, &sw, sizeof(sw), "prev_comm=bash prev_pid=7 prev_state=D"));
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	return TEST_OK;
}

/* A format of one long and one string field, with @print_fmt. */
static void add_format(struct strbuf *b, unsigned int id, const char *print_fmt)
{
	char *text = xasprintf("name: ev\nID: %u\nformat:\n"
			       "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
			       "\tfield:unsigned long v;\toffset:8;\tsize:8;\tsigned:0;\n"
			       "\tfield:int i;\toffset:16;\tsize:4;\tsigned:1;\n"
			       "\tfield:char s[8];\toffset:24;\tsize:8;\tsigned:0;\n"
			       "\tfield:u8 mac[6];\toffset:32;\tsize:6;\tsigned:0;\n"
			       "\tfield:__u8 ip[4];\toffset:40;\tsize:4;\tsigned:0;\n"
			       "\tfield:s16 w;\toffset:44;\tsize:2;\tsigned:1;\n"
			       "\tfield:s8 b;\toffset:46;\tsize:1;\tsigned:1;\n\n"
			       "print fmt: %s\n", id, print_fmt);
	uint64_t size = strlen(text);

	strbuf__add(b, &size, 8);
	strbuf__addstr(b, text);
	free(text);
}

/* Formats with ids from 9 on. */
static struct strbuf blob_of(const char *const *print_fmts, uint32_t nr)
{
	static const unsigned char magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	struct strbuf b = STRBUF_INIT;
	uint64_t zero = 0;
	uint32_t page = 4096, one = 1, i;

	strbuf__add(&b, magic, sizeof(magic));
	strbuf__add(&b, "0.6", 4);
	strbuf__addch(&b, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	strbuf__addch(&b, 8);
	strbuf__add(&b, &page, 4);
	strbuf__add(&b, "header_page", 12);
	strbuf__add(&b, &zero, 8);
	strbuf__add(&b, "header_event", 13);
	strbuf__add(&b, &zero, 8);
	strbuf__add(&b, &zero, 4);
	strbuf__add(&b, &one, 4);
	strbuf__add(&b, "sys", 4);
	strbuf__add(&b, &nr, 4);
	for (i = 0; i < nr; i++)
		add_format(&b, 9 + i, print_fmts[i]);
	strbuf__add(&b, &zero, 8);
	strbuf__add(&b, &zero, 8);
	return b;
}

static struct strbuf blob_with(const char *print_fmt)
{
	return blob_of(&print_fmt, 1);
}

/* v = 0x1234, i = -2, s = "text", mac = 1:2:3:4:5:6, ip = 10.0.0.1, w = -300, b = -3 */
static const struct {
	const char *print_fmt, *want;
} print_formats[] = {
	{ "\"v=%lu\", REC->v", "v=4660" },
	{ "\"100%% %lx\\n\", REC->v", "100% 1234" },
	{ "\"%lx\\nforged\", REC->v", "1234\\x0aforged" },
	{ "\"%#x %u %hhd\", REC->v, REC->i, REC->i", "0x1234 4294967294 -2" },
	{ "\"%s|%6s|%-6s|%.2s|%.*s\", REC->s, REC->s, REC->s, REC->s, 3, REC->s", "text|  text|text  |te|tex" },
	{ "\"%s\", REC->v > 1 ? \"big\" : \"small\"", "big" },
	{ "\"%s\", REC->v & 1 ? \"odd\" : REC->v == 0x1234 ? \"it\" : \"no\"", "it" },
	{ "\"%d\", (1 + 2) << 3 | 1", "25" },
	{ "\"%d %d\", !REC->v, !!REC->v && 1 || 0", "0 1" },
	{ "\"%x\", (unsigned char)REC->v", "34" },
	{ "\"%lx\", ((u16)(~0))", "ffff" },
	{ "\"%s\", __print_flags(REC->v & 0x34, \"|\", { 0x4, \"FOUR\" }, { 1 << 4, \"SIXTEEN\" })", "FOUR|SIXTEEN|0x20" },
	{ "\"%s\", __print_symbolic(REC->v, { 1, \"one\" }, { 0x1234, \"found\" })", "found" },
	{ "\"%s\", __print_symbolic(REC->v, { 1, \"one\" }, { -1, ((void *)0) })", "0x1234" },
	{ "\"%s\", __print_symbolic(REC->v, { UNKNOWN_NAME, \"no\" }, { 0x1234, \"yes\" })", "yes" },
	{ "\"%s %s\", __print_hex(REC->mac, 3), __print_hex_str(REC->mac, 6)", "01 02 03 010203040506" },
	{ "\"%pM %pm %pI4\", REC->mac, REC->mac, REC->ip", "01:02:03:04:05:06 010203040506 10.0.0.1" },
	{ "\"%p %pS\", REC->v, (void *)REC->v", "0x1234 0x1234" },
	{ "\"%d\", REC->mac[2]", "3" },
	{ "\"%lu\", __builtin_expect(REC->v, 1)", "4660" },
	{ "\"a\" \"b %d\", 1", "ab 1" },
	{ "\"%s\", __print_array(REC->mac, 3, 1)", "1 2 3" },
	{ "\"%lu %lu\", REC->v / 16, REC->v % 16", "291 4" },
	/* One and two bytes have signs, too, as arguments of probes: a number to C is an int at least. */
	{ "\"%d %d %u %x %hd\", REC->w, REC->b, REC->b, REC->w, REC->w", "-300 -3 4294967293 fffffed4 -300" },
	{ "\"%d\", REC->w + REC->i", "-302" },
	/* What a sample says may be zero: it is no divisor, nor how many elements there are. */
	{ "\"%lu\", REC->v / REC->i", "v=4660 i=-2 s=text mac=[1, 2, 3, 4, 5, 6] ip=[10, 0, 0, 1] w=-300 b=-3" },
	{ "\"%s\", __print_array(REC->mac, REC->i, 1)", "v=4660 i=-2 s=text mac=[1, 2, 3, 4, 5, 6] ip=[10, 0, 0, 1] w=-300 b=-3" },
};

static int test__print_formats(void)
{
	static const struct {
		uint64_t type, v;
		int32_t i, pad;
		char s[8];
		uint8_t mac[8], ip[4];
		int16_t w;
		int8_t b;
	} raw = { .v = 0x1234, .i = -2, .s = "text", .mac = { 1, 2, 3, 4, 5, 6 }, .ip = { 10, 0, 0, 1 }, .w = -300, .b = -3 };
	size_t i;

	if (!has_print_formats())
		return test_skip(NO_PRINT_FORMATS);
	for (i = 0; i < ARRAY_SIZE(print_formats); i++) {
		struct strbuf blob = blob_with(print_formats[i].print_fmt);
		struct tracepoint_formats *formats = formats_of(&blob);

		TEST_ASSERT(formats);
		if (printed(formats, 9, &raw, sizeof(raw), print_formats[i].want ? print_formats[i].want :
			    "[FAILED TO PARSE] v=0x1234 i=-2 s=text mac=ARRAY[01, 02, 03, 04, 05, 06] "
			    "ip=ARRAY[0a, 00, 00, 01]")) {
			fprintf(stderr, "print fmt: %s\n", print_formats[i].print_fmt);
			return TEST_FAIL;
		}
		tracepoint_formats__delete(formats);
		strbuf__exit(&blob);
	}
	return TEST_OK;
}

static const char *name_of(void *ctx, uint64_t addr, uint64_t *start)
{
	if (addr < 0x1230)
		return NULL;
	*start = 0x1230;
	return ctx;
}

/* Addresses of functions, by whoever knows names: also in formats that were read before. */
static int test__names_of_functions(void)
{
	static const struct { uint64_t type, v; } raw = { .v = 0x1234 }, low = { .v = 0x10 };
	static char name[] = "do_it";
	struct strbuf blob = blob_with("\"%pS\", (void *)REC->v");
	struct tracepoint_formats *formats;

	if (!has_print_formats())
		return test_skip(NO_PRINT_FORMATS);
	formats = formats_of(&blob);
	TEST_ASSERT(formats);
	TEST_ASSERT(!printed(formats, 9, &raw, sizeof(raw), "0x1234"));
	tracepoint_formats__set_resolver(formats, name_of, name);
	TEST_ASSERT(!printed(formats, 9, &raw, sizeof(raw), "do_it+0x4"));
	TEST_ASSERT(!printed(formats, 9, &low, sizeof(low), "0x10"));
	tracepoint_formats__set_resolver(formats, NULL, NULL);
	TEST_ASSERT(!printed(formats, 9, &raw, sizeof(raw), "0x1234"));
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	return TEST_OK;
}

/* Nesting without end must neither be followed nor be believed. */
static int test__deep(void)
{
	static const struct {
		uint64_t type, v;
	} raw = { .v = 0x1234 };
	struct strbuf text = STRBUF_INIT, blob;
	struct tracepoint_formats *formats;
	unsigned int i;

	strbuf__addstr(&text, "\"%d\", ");
	for (i = 0; i < 20000; i++)
		strbuf__addch(&text, '(');
	blob = blob_with(strbuf__str(&text));
	formats = formats_of(&blob);
	if (printed(formats, 9, &raw, sizeof(raw),
		    "v=4660 i=(not there) s=(not there) mac=(not there) ip=(not there) w=(not there) b=(not there)"))
		return TEST_FAIL;
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	strbuf__reset(&text);
	strbuf__addstr(&text, "\"%d\", REC->v");
	for (i = 0; i < 5000; i++)
		strbuf__addstr(&text, "+REC->v");
	blob = blob_with(strbuf__str(&text));
	formats = formats_of(&blob);
	if (printed(formats, 9, &raw, sizeof(raw),
		    "v=4660 i=(not there) s=(not there) mac=(not there) ip=(not there) w=(not there) b=(not there)"))
		return TEST_FAIL;
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	strbuf__exit(&text);
	return TEST_OK;
}

/* Dividing by zero ends a program, but on arm64 it has a result, which the library then prints. */
static bool dividing_by_zero_kills(void)
{
#ifdef __aarch64__
	return false;
#else
	return true;
#endif
}

/* Texts that libtraceevent's parser does not survive: it divides by zero, or follows NULL. */
static int test__deadly(void)
{
	static const char *const deadly[] = {
		"\"%d\", REC->v %d refcnt %d x",
		"\"%d %d\", (1 % zero) + 2, 3",
		"\"%d\", REC->v ? 1 % x : 2",
		"\"%d\", x [ 4 ] ; y",
		"\"%s\", __print_flags(REC->v REC->i, REC->s, REC->mac,C\"}, {I_A, \"I_A\"}, {I_B, \"I_B\"} ), REC->v",
	};
	static const struct {
		uint64_t type, v;
	} raw = { .v = 0x1234 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(deadly); i++) {
		struct strbuf blob = blob_with(deadly[i]), out = STRBUF_INIT;
		struct tracepoint_formats *formats = formats_of(&blob);

		TEST_ASSERT(formats);
		tracepoint_format__print(tracepoint_formats__find(formats, 9), 0, &raw, sizeof(raw), &out);
		/*
		 * The sample is shown all the same: by our own fields or, if it only failed, by the
		 * library's.
		 */
		TEST_ASSERT(strstr(strbuf__str(&out), "v=4660 i=") ||
			    strstr(strbuf__str(&out), "v=0x1234 i=") ||
			    (!dividing_by_zero_kills() && *strbuf__str(&out)));
		strbuf__exit(&out);
		tracepoint_formats__delete(formats);
		strbuf__exit(&blob);
	}
	return TEST_OK;
}

#define NR_MANY	200

/* Those that kill take none of those with them that are tried in the same child. */
static int test__many(void)
{
	static const char *const print_fmts[] = {
		"\"V %ld\", REC->v", "\"%d %d\", (1 % zero) + 2, 3", "\"W %ld\", REC->v",
	};
	static const struct {
		uint64_t type, v;
	} raw = { .v = 0x1234 };
	const char *many[NR_MANY];
	struct tracepoint_formats *formats;
	struct tracepoint_format *batch[NR_MANY], *last;
	struct strbuf blob;
	size_t i;

	for (i = 0; i < NR_MANY; i++)
		many[i] = print_fmts[i % 3];
	blob = blob_of(many, NR_MANY);
	formats = formats_of(&blob);
	for (i = 0; i < NR_MANY; i++)
		TEST_ASSERT(tracepoint_formats__find(formats, 9 + i));
	/* The last one first: whatever the order, each is printed as it would be alone. */
	for (i = NR_MANY; has_print_formats() && i--;)
		if (printed(formats, 9 + i, &raw, sizeof(raw), i % 3 == 0 ? "V 4660" : i % 3 == 2 ? "W 4660" :
			    !dividing_by_zero_kills() ? "3 3" :
			    "v=4660 i=(not there) s=(not there) mac=(not there) ip=(not there) w=(not there) b=(not there)"))
			return TEST_FAIL;
	tracepoint_formats__delete(formats);

	/* Many are taken at once, the one that is asked for first, and each only once. */
	formats = formats_of(&blob);
	for (i = 0; i < NR_MANY; i++)
		last = tracepoint_formats__find(formats, 9 + i);
	TEST_ASSERT_EQ(tracepoint_formats__to_try(last, batch, 10), 10);
	TEST_ASSERT(batch[0] == last && batch[1]->id == 9 && batch[9]->id == 17);
	TEST_ASSERT_EQ(tracepoint_formats__to_try(tracepoint_formats__find(formats, 18), batch, NR_MANY), NR_MANY - 10);
	TEST_ASSERT(batch[0]->id == 18 && batch[1]->id == 19 && batch[NR_MANY - 11]->id == 9 + NR_MANY - 2);
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	return TEST_OK;
}

static int test__truncated(void)
{
	struct strbuf blob = STRBUF_INIT;
	size_t n, i;

	TEST_ASSERT(!build(&blob));
	for (n = 0; n < blob.len; n++) {
		/* A copy of that size, so that reading too far is seen. */
		void *part = xmemdup(blob.buf, n ? n : 1);
		struct diag diag = DIAG_INIT;
		struct tracepoint_formats *formats = tracepoint_formats__parse(part, n, &diag);

		TEST_ASSERT(formats || diag__is_set(&diag));
		for (i = 314; formats && i < 316; i++)
			(void)tracepoint_formats__find(formats, i);
		tracepoint_formats__delete(formats);
		free(part);
	}
	strbuf__exit(&blob);
	return TEST_OK;
}

static int test__evlist(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .config = 314 };
	struct evlist *list = evlist__new();
	struct tracepoint_formats *formats;
	struct strbuf blob = STRBUF_INIT;

	TEST_ASSERT(!build(&blob));
	formats = formats_of(&blob);
	evlist__add(list, evsel__new(&attr));
	attr.config = 1000;
	evlist__add(list, evsel__new(&attr));
	evlist__set_tracepoint_formats(list, formats);
	TEST_ASSERT_STR(evsel__name(list->evsels[0]), "sched:sched_switch");
	TEST_ASSERT(list->evsels[0]->tp_format);
	TEST_ASSERT(!list->evsels[1]->tp_format);
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "unknown tracepoint");
	evlist__delete(list);
	tracepoint_formats__delete(formats);
	strbuf__exit(&blob);
	return TEST_OK;
}

DEFINE_SUITE("Tracepoint formats", tracepoint,
	     { "making and reading tracing data", test__blob },
	     { "events that are not there", test__unreadable },
	     { "fields", test__fields },
	     { "fields as text", test__shown_fields },
	     { "samples as text", test__text },
	     { "the other byte order", test__other_byte_order },
	     { "print formats", test__print_formats },
	     { "print formats that name functions", test__names_of_functions },
	     { "print formats that are too deep", test__deep },
	     { "print formats that kill", test__deadly },
	     { "many print formats, of which some kill", test__many },
	     { "tracing data that end early", test__truncated },
	     { "events get their formats", test__evlist })
