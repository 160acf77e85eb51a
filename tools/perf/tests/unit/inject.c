// SPDX-License-Identifier: GPL-2.0-only
/* What perf inject makes: ids by name, maps with an id in them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/words.h"
#include "util/base/alloc.h"
#include "util/inject/build-id-source.h"
#include "util/inject/mmap-rewrite.h"

static struct diag diag;

static int test__names(void)
{
	TEST_ASSERT(build_id_name__is_file("/usr/bin/ls") && build_id_name__is_file("[kernel.kallsyms]"));
	TEST_ASSERT(build_id_name__is_file("[vdso]"));
	TEST_ASSERT(!build_id_name__is_file("//anon") && !build_id_name__is_file("[heap]"));
	TEST_ASSERT(!build_id_name__is_file("[stack]") && !build_id_name__is_file("/dev/zero (deleted)"));
	TEST_ASSERT(!build_id_name__is_file("") && !build_id_name__is_file("/"));
	TEST_ASSERT_EQ(build_id_name__length("[kernel.kallsyms]_text"), 17);
	TEST_ASSERT_EQ(build_id_name__length("/a]b"), 4);
	TEST_ASSERT_EQ(build_id_name__length("[broken"), 7);
	return TEST_OK;
}

static int test__known(void)
{
	static const uint8_t other[20] = { 9 };
	struct build_id_source s = { 0 };
	struct build_id_file *f;

	diag__clear(&diag);
	TEST_ASSERT_EQ(build_id_source__add_known(&s, "0123456789abcdefABCD /a b,00ff [kernel.kallsyms]", &diag), 0);
	f = build_id_source__get(&s, "/a b", false);
	TEST_ASSERT(f->known && f->size == 10 && f->id[0] == 0x01 && f->id[9] == 0xcd);
	/* What the recording says counts less, and no file is asked. */
	build_id_file__recorded(f, other, sizeof(other));
	TEST_ASSERT(f->size == 10 && build_id_file__look(f) && f->id[0] == 0x01);
	f = build_id_source__get(&s, "[kernel.kallsyms]_text", true);
	TEST_ASSERT(f->known && f->size == 2 && f->kernel);
	TEST_ASSERT_STR(f->name, "[kernel.kallsyms]");
	f = build_id_source__get(&s, "/nonexistent/x", false);
	TEST_ASSERT(!build_id_file__look(f) && !f->known);
	build_id_file__recorded(f, other, sizeof(other));
	TEST_ASSERT(build_id_file__look(f) && f->size == 20 && f->id[0] == 9);
	TEST_ASSERT_EQ(s.nr, 3);
	build_id_source__exit(&s);
	return TEST_OK;
}

static int test__wrong(void)
{
	static const char *const wrong[] = { "x /a", "12", "12 ", "123 /a", "/a 12",
					     "000102030405060708090a0b0c0d0e0f1011121314 /a" };
	struct build_id_source s = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		diag__clear(&diag);
		TEST_ASSERT_EQ(build_id_source__add_known(&s, wrong[i], &diag), -EINVAL);
		TEST_ASSERT(strstr(diag.text, "is not 'BUILD-ID FILE'"));
	}
	diag__clear(&diag);
	TEST_ASSERT_EQ(build_id_source__add_known(&s, "@/nonexistent/list", &diag), -ENOENT);
	TEST_ASSERT_STR(diag.text,
			"cannot read the build ids in '/nonexistent/list': No such file or directory");
	build_id_source__exit(&s);
	return TEST_OK;
}

/* As perf buildid-list prints it: blanks where there is no id. */
static int test__list(void)
{
	char path[] = "/tmp/perf-ids-XXXXXX", *list;
	struct build_id_source s = { 0 };
	int fd = mkstemp(path);
	FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;

	TEST_ASSERT(f);
	fprintf(f, "aabb /x\n%40s [vdso]\n\nccdd /y, z\n", "");
	fclose(f);
	list = xasprintf("file://%s", path);
	diag__clear(&diag);
	TEST_ASSERT_EQ(build_id_source__add_known(&s, list, &diag), 0);
	unlink(path);
	free(list);
	TEST_ASSERT_EQ(s.nr, 2);
	TEST_ASSERT_STR(s.files[1]->name, "/y, z");
	build_id_source__exit(&s);
	return TEST_OK;
}

/* A record of 8 bytes a word; the name and a sample_id of one word are behind the fixed part. */
static int test__mmap(void)
{
	static const uint8_t id[20] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 };
	uint64_t mmap[7] = { head_word(PERF_RECORD_MMAP, 2, 56), pair_word(7, 8), 0x1000, 0x2000,
			     0x3000 };
	struct record r = { .data = (const void *)mmap };
	struct strbuf out = STRBUF_INIT;
	struct record_mmap m;
	struct record again;

	memcpy(&mmap[5], "/lib/x", 7);
	mmap[6] = 0x1122334455667788;
	memcpy(&r.header, mmap, sizeof(r.header));
	TEST_ASSERT(mmap_rewrite(&r, id, sizeof(id), &out));
	TEST_ASSERT_EQ(out.len, 56 + 32);
	again = (struct record){ .data = (const void *)out.buf };
	memcpy(&again.header, out.buf, sizeof(again.header));
	TEST_ASSERT(again.header.type == PERF_RECORD_MMAP2 && again.header.size == out.len);
	TEST_ASSERT_EQ(record__cpumode(&again), PERF_RECORD_MISC_USER);
	diag__clear(&diag);
	TEST_ASSERT_EQ(record__decode_mmap(&again, &m, &diag), 0);
	TEST_ASSERT(m.pid == 7 && m.tid == 8 && m.start == 0x1000 && m.len == 0x2000 && m.pgoff == 0x3000);
	TEST_ASSERT(m.build_id_size == 20 && !memcmp(m.build_id, id, 20) &&
		    m.prot == (PROT_READ | PROT_EXEC));
	TEST_ASSERT_STR(m.filename, "/lib/x");
	TEST_ASSERT(!memcmp(out.buf + out.len - 8, &mmap[6], 8));

	/* An MMAP2 record keeps its size, and all but the id. */
	{
		struct strbuf second = STRBUF_INIT;
		size_t i, differ = 0;

		TEST_ASSERT(mmap_rewrite(&again, (const uint8_t *)"abcdefgh", 8, &second));
		TEST_ASSERT_EQ(second.len, out.len);
		for (i = 0; i < out.len; i++)
			differ += (i < 40 || i >= 64) && out.buf[i] != second.buf[i];
		TEST_ASSERT_EQ(differ, 0);
		again.data = (const void *)second.buf;
		TEST_ASSERT_EQ(record__decode_mmap(&again, &m, &diag), 0);
		TEST_ASSERT(m.build_id_size == 8 && !memcmp(m.build_id, "abcdefgh", 8));
		strbuf__exit(&second);
	}
	strbuf__exit(&out);
	return TEST_OK;
}

DEFINE_SUITE("Injecting build ids", inject, { "names of files", test__names }, { "known ids", test__known },
	     { "wrong lists", test__wrong }, { "lists in files", test__list },
	     { "maps get an id", test__mmap });
