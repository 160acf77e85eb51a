// SPDX-License-Identifier: GPL-2.0-only
/* Functions that never return. */
#include <string.h>

#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/base/alloc.h"
#include "util/code/endless.h"
#include "util/code/unwind-file.h"

static const struct {
	const char *code;
	size_t size;
	bool endless;
} known[] = {
	{ "\x53\xe8\x00\x00\x00\x00\xeb\xf9", 8, true },		/* push %rbx; call; jmp to the call */
	{ "\x53\xe8\x00\x00\x00\x00\xeb\xf7", 8, false },		/* ... to before the function */
	{ "\x53\xe8\x00\x00\x00\x00\xeb\x00", 8, false },		/* ... to behind it */
	{ "\x53\xe9\xfb\xff\xff\xff", 6, true },			/* push %rbx; jmp to itself */
	{ "\x74\x01\xc3\xeb\xfb", 5, false },				/* je; ret; jmp */
	{ "\x74\x01\x90\xeb\xfb", 5, true },
	{ "\x66\xe9\xfa\xff\xff\xff", 6, false },			/* jmp, of 16 bits or of 32: processors differ */
	{ "\x0f\x84\x00\x10\x00\x00\xeb\xf8", 8, false },		/* je to another part */
	{ "\xe3\x7f\xeb\xfc", 4, false },				/* jrcxz, far away */
	{ "\xff\xe0", 2, false },					/* jmp *%rax */
	{ "\xff\xd0\xeb\xfc", 4, true },				/* call *%rax; jmp */
	{ "\x0f\x05\xeb\xfc", 4, false },				/* syscall; jmp */
	{ "\xc2\x08\x00", 3, false },
	{ "\x53\xe8\x00\x00\x00\x00", 6, true },			/* a call at the end does not come back */
	{ "\x53\xe8\x00\x00\x00\x00\x90", 7, false },			/* it goes on into what follows */
	{ "\x53\x0f\x0b", 3, true },					/* ud2 */
	{ "\x53\x06\xeb\xfc", 4, false },				/* no instruction */
	{ "\x53\xe8\x00\x00", 4, false },				/* a part of one */
	{ "", 0, false },
};

static int test__known(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (endless__is((const unsigned char *)known[i].code, known[i].size) != known[i].endless) {
			fprintf(stderr, "  number %zu\n", i);
			return TEST_FAIL;
		}
	return TEST_OK;
}

static int test__rows(void)
{
	static struct made_elf m;
	/* call; jmp back, and call; ret */
	struct unwind_file *f = made__open_two(&m, "e8 00 00 00 00 eb f9", "e8 00 00 00 00 c3");
	struct unwind_answer a;

	TEST_ASSERT(f);
	unwind_file__caller_row(f, MADE_CODE_ADDR + 5, &a);
	TEST_ASSERT(a.row.base == UNWIND_FROM_SP && a.row.endless);
	unwind_file__caller_row(f, MADE_CODE_ADDR + 7 + 5, &a);
	TEST_ASSERT(a.row.base == UNWIND_FROM_SP && !a.row.endless);
	unwind_file__delete(f);
	return TEST_OK;
}

DEFINE_SUITE("Functions that never return", endless, { "by their instructions", test__known }, { "callers that never return", test__rows })
