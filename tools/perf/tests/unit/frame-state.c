// SPDX-License-Identifier: GPL-2.0-only
/* What the frame pointer holds, by unwind tables put together byte by byte. */
#include <elf.h>
#include <string.h>

#include "tests/test.h"
#include "tests/unit/unwind-fixture.h"
#include "util/base/alloc.h"
#include "util/code/frame-state.h"

#define CODE		MADE_CODE_ADDR
#define USUAL_CIE	"0c 07 08 90 01"

/* One function of 0x80 bytes; "50" goes on by 16. */
static struct frame_states *one_function(struct made_elf *m, const char *augmentation, const char *program)
{
	size_t cie;

	made__begin(m);
	cie = made__cie(m, augmentation, "1b", 16, USUAL_CIE);
	made__fde(m, cie, CODE, 0x80, program);
	/* And one behind a hole. */
	made__fde(m, cie, CODE + 0x100, 0x80, "");
	made__finish(m);
	return frame_states__open(m->bytes, sizeof(m->bytes));
}

static int test__states(void)
{
	static const struct {
		const char *program;
		enum frame_state state;		/* of byte 0x10 */
		int64_t saved;
	} cases[] = {
		{ "50 0e 10", FRAME_STATE_CALLERS, 0 },
		{ "50 0e 10 86 02", FRAME_STATE_SAVED, 0 },
		{ "50 0e 20 86 02", FRAME_STATE_SAVED, 16 },
		{ "0e 10 86 02 50 0d 06", FRAME_STATE_OWN, 0 },
		{ "0e 20 86 02 50 0d 06", FRAME_STATE_LOST, 0 },
		{ "50 0c 06 10", FRAME_STATE_LOST, 0 },
		/* It has been taken back from the stack. */
		{ "86 02 50 0e 08", FRAME_STATE_CALLERS, 0 },
		/* Functions that align their stack: their frame is an ordinary one, with a place that is counted from itself. */
		{ "50 0f 03 76 78 06 10 06 02 76 00", FRAME_STATE_OWN, 0 },
		/* At their beginning and end, where something else tells their caller, it may be the caller's frame still or again. */
		{ "50 0c 0a 00 10 06 02 76 00", FRAME_STATE_LOST, 0 },
		{ "50 0e 08 10 06 02 76 00", FRAME_STATE_LOST, 0 },
		{ "50 0c 0a 00 10 06 02 76 70", FRAME_STATE_LOST, 0 },
		{ "50 0c 0a 00 10 06 03 76 00 06", FRAME_STATE_LOST, 0 },
		{ "50 0c 0a 00 86 02", FRAME_STATE_LOST, 0 },
		{ "50 07 06", FRAME_STATE_LOST, 0 },
		{ "50 07 10", FRAME_STATE_OUTERMOST, 0 },
		{ "50 3f", FRAME_STATE_UNKNOWN, 0 },
		{ "50 0f 01 ff", FRAME_STATE_UNKNOWN, 0 },
	};
	size_t i, bad = 0;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct frame_states *fs;
		struct frame_row row;
		struct made_elf m;

		fs = one_function(&m, "zR", cases[i].program);
		TEST_ASSERT(fs);
		frame_states__at(fs, CODE + 0x10, &row);
		if (row.state != cases[i].state || row.saved != cases[i].saved) {
			fprintf(stderr, "  %s: state %d, %lld\n", cases[i].program, (int)row.state, (long long)row.saved);
			bad++;
		}
		frame_states__close(fs);
	}
	TEST_ASSERT_EQ(bad, 0);
	return TEST_OK;
}

static int test__functions(void)
{
	struct frame_states *fs;
	struct frame_row row;
	struct made_elf m;
	uint64_t start, end;

	fs = one_function(&m, "zRS", "50 0e 10");
	TEST_ASSERT(fs);
	frame_states__at(fs, CODE + 3, &row);
	TEST_ASSERT(row.state == FRAME_STATE_SIGNAL && row.start == CODE + 3 && row.end == CODE + 0x10 && row.at_entry);
	frame_states__at(fs, CODE + 0x11, &row);
	TEST_ASSERT(row.state == FRAME_STATE_SIGNAL && row.end == CODE + 0x80 && !row.at_entry);
	/* Where nothing is known the next function ends it. */
	frame_states__at(fs, CODE + 0x80, &row);
	TEST_ASSERT(row.state == FRAME_STATE_UNKNOWN && row.start == CODE + 0x80 && row.end == CODE + 0x100);
	TEST_ASSERT(frame_states__function(fs, CODE + 0x7f, &start, &end) && start == CODE && end == CODE + 0x80);
	TEST_ASSERT(!frame_states__function(fs, CODE + 0x80, &start, &end) && !frame_states__function(fs, CODE - 1, &start, &end));
	frame_states__close(fs);
	/* Frames of this machine are as each function likes. */
	frame_states__close(one_function(&m, "zR", ""));
	m.machine = EM_S390;
	made__finish(&m);
	TEST_ASSERT(!frame_states__open(m.bytes, sizeof(m.bytes)));
	return TEST_OK;
}

/* A stripped program of Go has no table but its runtime's. Here is one of Go 1.2, with "main.work", 0x20 bytes. */
static int test__go(void)
{
	struct frame_states *fs;
	struct frame_row row;
	struct made_elf m;
	uint64_t start, end;

	made__begin(&m);
	m.section = ".gopclntab";
	made__hex(&m, "fb ff ff ff 00 00 01 08");
	made__put(&m, 1, 8);
	/* Where it begins, and where in the table it is described. */
	made__put(&m, CODE, 8);
	made__put(&m, 64, 8);
	made__put(&m, CODE + 0x20, 8);
	made__hex(&m, "6d 61 69 6e 2e 77 6f 72 6b 00");
	/* The stack pointer is where it was for 4 bytes, 24 lower for 20, back for 8. */
	made__hex(&m, "02 04 30 14 2f 08 00");
	made__hex(&m, "00 00 00 00 00 00 00");
	made__put(&m, CODE, 8);
	made__put(&m, 40, 4);
	made__put(&m, 0, 8);
	made__put(&m, 50, 4);
	made__put(&m, 0, 8);
	made__put(&m, 0, 8);
	made__finish(&m);
	fs = frame_states__open(m.bytes, sizeof(m.bytes));
	TEST_ASSERT(fs);
	frame_states__at(fs, CODE + 0x1a, &row);
	TEST_ASSERT(row.state == FRAME_STATE_CALLERS && row.at_entry);
	TEST_ASSERT(frame_states__function(fs, CODE + 0x1f, &start, &end) && start == CODE && end == CODE + 0x20);
	TEST_ASSERT(!frame_states__function(fs, CODE + 0x20, &start, &end) && !frame_states__function(fs, CODE - 1, &start, &end));
	frame_states__close(fs);
	return TEST_OK;
}

DEFINE_SUITE("What the frame pointer holds", frame_state,
	{ "each state", test__states },
	{ "rows and functions", test__functions },
	{ "by the table of Go's runtime", test__go })
