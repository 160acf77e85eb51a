// SPDX-License-Identifier: GPL-2.0-only
/* Every reader of the cursor, in both byte orders, whole and cut off at every length. */
#include <stdlib.h>

#include "tests/test.h"
#include "util/base/cursor.h"

static const unsigned char bytes[] = {
	0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
	0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10,
};

static bool native_is_big(void)
{
	const uint16_t one = 1;

	return !*(const unsigned char *)&one;
}

/* A cursor that reads @bytes as big or little endian numbers, whatever this machine is. */
static struct cursor make(size_t size, bool big)
{
	return cursor__make(bytes, size, big != native_is_big());
}

static int test__numbers(void)
{
	struct cursor c = make(sizeof(bytes), true);

	TEST_ASSERT_EQ(cursor__u8(&c, "a"), 0x01);
	TEST_ASSERT_EQ(cursor__u16(&c, "b"), 0x0203);
	TEST_ASSERT_EQ(cursor__u32(&c, "c"), 0x04050607);
	TEST_ASSERT_EQ(cursor__u64(&c, "d"), 0x08090a0b0c0d0e0f);
	TEST_ASSERT_EQ(cursor__offset(&c), 15);
	TEST_ASSERT_EQ(cursor__left(&c), 1);
	TEST_ASSERT(!c.bad);

	c = make(sizeof(bytes), false);
	TEST_ASSERT_EQ(cursor__u8(&c, "a"), 0x01);
	TEST_ASSERT_EQ(cursor__u16(&c, "b"), 0x0302);
	TEST_ASSERT_EQ(cursor__u32(&c, "c"), 0x07060504);
	TEST_ASSERT_EQ(cursor__u64(&c, "d"), 0x0f0e0d0c0b0a0908);
	TEST_ASSERT(!c.bad);
	return TEST_OK;
}

/* What reads a field of @width bytes; returns the value. */
static uint64_t read_width(struct cursor *c, size_t width)
{
	switch (width) {
	case 1:
		return cursor__u8(c, "field");
	case 2:
		return cursor__u16(c, "field");
	case 4:
		return cursor__u32(c, "field");
	default:
		return cursor__u64(c, "field");
	}
}

static int test__truncated_numbers(void)
{
	static const size_t widths[] = { 1, 2, 4, 8 };
	size_t w, size;
	int big;

	for (w = 0; w < 4; w++)
		for (size = 0; size <= 8; size++)
			for (big = 0; big < 2; big++) {
				struct cursor c = make(size, big);
				uint64_t v = read_width(&c, widths[w]);

				if (size >= widths[w]) {
					TEST_ASSERT(!c.bad && v);
					TEST_ASSERT_EQ(cursor__offset(&c), widths[w]);
				} else {
					TEST_ASSERT_STR(c.bad, "field");
					TEST_ASSERT_EQ(v, 0);
					TEST_ASSERT_EQ(cursor__offset(&c), 0);
				}
			}
	return TEST_OK;
}

static int test__first_error_stays(void)
{
	struct cursor c = make(4, false);

	TEST_ASSERT_EQ(cursor__u64(&c, "first"), 0);
	TEST_ASSERT_EQ(cursor__u8(&c, "second"), 0); /* there, but after an error nothing is read */
	TEST_ASSERT(!cursor__bytes(&c, 0, "third"));
	TEST_ASSERT(!cursor__str(&c, "fourth"));
	TEST_ASSERT_EQ(cursor__count(&c, 8, "fifth"), 0);
	TEST_ASSERT_STR(c.bad, "first");
	TEST_ASSERT_EQ(cursor__left(&c), 4);
	return TEST_OK;
}

static int test__bytes_and_skip(void)
{
	struct cursor c = make(8, false);

	TEST_ASSERT(cursor__bytes(&c, 0, "none") == bytes);
	TEST_ASSERT(cursor__bytes(&c, 3, "three") == bytes);
	cursor__skip(&c, 5, "five");
	TEST_ASSERT_EQ(cursor__left(&c), 0);
	TEST_ASSERT(!c.bad);
	cursor__skip(&c, 1, "over");
	TEST_ASSERT_STR(c.bad, "over");
	c = make(8, false);
	TEST_ASSERT(!cursor__bytes(&c, UINT64_MAX, "huge"));	/* pos + n would wrap */
	TEST_ASSERT_STR(c.bad, "huge");
	return TEST_OK;
}

static int test__counts(void)
{
	static const uint64_t good[] = { 2, 11, 12 };
	static const uint64_t wrap[] = { (UINT64_MAX / 8) + 2, 1, 2 };
	static const uint32_t three[] = { 3, 1, 2 };
	struct cursor c = cursor__make(good, sizeof(good), false);

	TEST_ASSERT_EQ(cursor__count(&c, 8, "nr"), 2);
	TEST_ASSERT_EQ(cursor__left(&c), 16);
	c = cursor__make(good, sizeof(good) - 1, false);
	TEST_ASSERT_EQ(cursor__count(&c, 8, "nr"), 0);		/* the second item is not whole */
	TEST_ASSERT_STR(c.bad, "nr");
	c = cursor__make(wrap, sizeof(wrap), false);
	TEST_ASSERT_EQ(cursor__count(&c, 8, "nr"), 0);		/* nr * 8 would be small */
	TEST_ASSERT_STR(c.bad, "nr");
	c = cursor__make(three, sizeof(three), false);
	TEST_ASSERT_EQ(cursor__count32(&c, 4, "nr"), 0);
	TEST_ASSERT_STR(c.bad, "nr");
	c = cursor__make(three, sizeof(three), false);
	TEST_ASSERT_EQ(cursor__count32(&c, 2, "nr"), 3);
	TEST_ASSERT(!c.bad);
	return TEST_OK;
}

static int test__strings(void)
{
	static const char text[] = "ab\0\0cd"; /* and the literal's own zero, left out below */
	struct cursor c = cursor__make(text, 6, false);

	TEST_ASSERT_STR(cursor__str(&c, "one"), "ab");
	TEST_ASSERT_STR(cursor__str(&c, "two"), "");
	TEST_ASSERT(!cursor__str(&c, "three"));
	TEST_ASSERT_STR(c.bad, "three");
	TEST_ASSERT_EQ(cursor__left(&c), 2);
	c = cursor__make(text, 0, false);
	TEST_ASSERT(!cursor__str(&c, "empty"));
	return TEST_OK;
}

static int test__sub(void)
{
	struct cursor c = make(10, true), s = cursor__sub(&c, 3, "sub");

	TEST_ASSERT_EQ(cursor__u16(&s, "x"), 0x0102);
	TEST_ASSERT_EQ(cursor__u16(&s, "y"), 0); /* the parent has more, the sub-cursor has not */
	TEST_ASSERT_STR(s.bad, "y");
	TEST_ASSERT(!c.bad);
	TEST_ASSERT_EQ(cursor__u8(&c, "next"), 0x04);
	s = cursor__sub(&c, 7, "long");
	TEST_ASSERT_STR(c.bad, "long");
	TEST_ASSERT_STR(s.bad, "long");
	TEST_ASSERT_EQ(cursor__left(&s), 0);
	return TEST_OK;
}

DEFINE_SUITE("Bounded reading of bytes", cursor,
	{ "numbers in both byte orders", test__numbers },
	{ "numbers cut off at every length", test__truncated_numbers },
	{ "the first error stays", test__first_error_stays },
	{ "bytes and skips", test__bytes_and_skip },
	{ "counts", test__counts },
	{ "strings", test__strings },
	{ "sub-cursors", test__sub })
